"""Othello, written out plainly."""

from oracles.connect4 import counted

CELLS = [column + row for row in "12345678" for column in "abcdefgh"]
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


class Oracle:
    """One game; black is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.discs = {"d4": 1, "e5": 1, "e4": 0, "d5": 0}
        self.seat = 0

    def movers(self) -> set[int]:
        return {self.seat} if self._placements(0) or self._placements(1) else set()

    def legal(self, seat: int) -> set[str]:
        return (self._placements(seat) or {"pass"}) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        cell = moves[self.seat]
        if cell != "pass":
            for turned in [cell, *self._turned(cell, self.seat)]:
                self.discs[turned] = self.seat
        self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        black, white = (list(self.discs.values()).count(seat) for seat in (0, 1))
        if black == white:
            return (0.0, 0.0)
        return (1.0, -1.0) if black > white else (-1.0, 1.0)

    def text(self) -> str:
        rows = [
            "".join("bw."[self.discs.get(column + row, 2)] for column in "abcdefgh")
            for row in "87654321"
        ]
        return f"{'/'.join(map(counted, rows))} {'bw'[self.seat]}"

    def _placements(self, seat: int) -> set[str]:
        return {cell for cell in CELLS if cell not in self.discs and self._turned(cell, seat)}

    def _turned(self, cell: str, seat: int) -> list[str]:
        """The discs that a disc of this seat on a free cell turns over."""
        turned = []
        for right, up in DIRECTIONS:
            row = []
            at = beside(cell, right, up)
            while self.discs.get(at) == 1 - seat:
                row.append(at)
                at = beside(at, right, up)
            if self.discs.get(at) == seat:
                turned += row
        return turned


def beside(cell: str, right: int, up: int) -> str:
    """The cell so many columns and rows further, which may not exist."""
    return chr(ord(cell[0]) + right) + str(int(cell[1:]) + up)
