"""Hex, written out plainly."""

from oracles.connect4 import counted

COLUMNS = "abcdefghijklm"
NEXT_TO = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]


class Oracle:
    """One game; red is seat 0. Stones are kept by column and row, from 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        side, _, swap = ruleset.partition("-")
        if side not in ("7", "11", "13") or swap not in ("", "swap") or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.side, self.swap = int(side), swap == "swap"
        self.stones: dict[tuple[int, int], int] = {}
        self.seat, self.moves = 0, 0
        self.won: int | None = None

    def movers(self) -> set[int]:
        return {self.seat} if self.won is None else set()

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        line = range(self.side)
        cells = {named(x, y) for x in line for y in line if (x, y) not in self.stones}
        return cells | ({"swap"} if self.swap and self.moves == 1 else set())

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        move = moves[self.seat]
        if move == "swap":
            ((column, row),) = self.stones
            self.stones = {(row, column): 1}
        else:
            self.stones[COLUMNS.index(move[0]), int(move[1:]) - 1] = self.seat
        if self._connected(self.seat):
            self.won = self.seat
        self.seat = 1 - self.seat
        self.moves += 1

    def returns(self) -> tuple[float, ...]:
        return (1.0, -1.0) if self.won == 0 else (-1.0, 1.0)

    def text(self) -> str:
        line = range(self.side)
        signs = {place: "rb"[seat] for place, seat in self.stones.items()}
        rows = ["".join(signs.get((column, row), ".") for column in line) for row in line]
        return f"{'/'.join(map(counted, reversed(rows)))} {'rb'[self.seat]}"

    def _connected(self, seat: int) -> bool:
        """Whether a walk from the bottom (red) or the left (blue) leads to the other edge."""
        own = {place for place, owner in self.stones.items() if owner == seat}
        across = 1 - seat  # the coordinate that is to grow: of a red chain, the row
        walk = [place for place in own if place[across] == 0]
        seen = set(walk)
        while walk:
            column, row = walk.pop()
            for right, up in NEXT_TO:
                place = column + right, row + up
                if place in own and place not in seen:
                    seen.add(place)
                    walk.append(place)
        return any(place[across] == self.side - 1 for place in seen)


def named(column: int, row: int) -> str:
    return f"{COLUMNS[column]}{row + 1}"
