"""Dots and Boxes, written out plainly."""

from oracles.connect4 import counted

LETTERS = "abcdef"


class Oracle:
    """One game; red is seat 0. A line is the set of its two dots, a box the set of its four lines,
    by the dot at its lower left corner.
    """

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in ("2", "3", "4", "5") or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.side = int(ruleset)
        dots = [(x, y) for y in range(self.side + 1) for x in range(self.side + 1)]
        self.lines = {
            frozenset(pair): False
            for pair in ((one, other) for one in dots for other in dots)
            if sorted(abs(a - b) for a, b in zip(*pair, strict=True)) == [0, 1]
        }
        self.boxes = {
            (x, y): [
                frozenset(pair)
                for pair in (
                    ((x, y), (x + 1, y)),
                    ((x, y + 1), (x + 1, y + 1)),
                    ((x, y), (x, y + 1)),
                    ((x + 1, y), (x + 1, y + 1)),
                )
            ]
            for x, y in dots
            if x < self.side and y < self.side
        }
        self.owners: dict[tuple[int, int], int] = {}
        self.seat = 0

    def movers(self) -> set[int]:
        return set() if all(self.lines.values()) else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        return {named(line) for line, drawn in self.lines.items() if not drawn}

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        for line in self.lines:
            if named(line) == moves[self.seat]:
                self.lines[line] = True
        completed = [
            box
            for box, around in self.boxes.items()
            if box not in self.owners and all(self.lines[line] for line in around)
        ]
        for box in completed:
            self.owners[box] = self.seat
        if not completed:
            self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        first, second = (list(self.owners.values()).count(seat) for seat in (0, 1))
        if first == second:
            return (0.0, 0.0)
        return (1.0, -1.0) if first > second else (-1.0, 1.0)

    def text(self) -> str:
        rows = []
        for y in reversed(range(self.side + 1)):
            across = [self._sign((x, y), (x + 1, y), "-") for x in range(self.side)]
            rows.append("".join(across))
            if y:
                row = ""
                for x in range(self.side + 1):
                    row += self._sign((x, y - 1), (x, y), "|")
                    if x < self.side:
                        row += {0: "r", 1: "b", None: "."}[self.owners.get((x, y - 1))]
                rows.append(row)
        return f"{'/'.join(map(counted, rows))} {'rb'[self.seat]}"

    def _sign(self, one: tuple[int, int], other: tuple[int, int], sign: str) -> str:
        return sign if self.lines[frozenset((one, other))] else "."


def named(line: frozenset[tuple[int, int]]) -> str:
    return "-".join(f"{LETTERS[x]}{y + 1}" for x, y in sorted(line))
