"""Breakthrough, written out plainly."""

from oracles.connect4 import counted
from oracles.othello import CELLS, beside

FORWARD = (1, -1)
LAST_ROW = ("8", "1")


class Oracle:
    """One game; white is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.pieces = {cell: 0 for cell in CELLS if cell[1] in "12"}
        self.pieces |= {cell: 1 for cell in CELLS if cell[1] in "78"}
        self.seat = 0

    def movers(self) -> set[int]:
        return set() if self._winner() is not None else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        found = set()
        for cell, owner in self.pieces.items():
            if owner == seat:
                for right in (-1, 0, 1):
                    target = beside(cell, right, FORWARD[seat])
                    if target in CELLS and target not in self.pieces:
                        found.add(f"{cell}-{target}")
                    if right and self.pieces.get(target) == 1 - seat:
                        found.add(f"{cell}x{target}")
        return found

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        source, target = moves[self.seat][:2], moves[self.seat][3:]
        del self.pieces[source]
        self.pieces[target] = self.seat
        self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        winner = self._winner()
        if winner is None:
            raise ValueError("the game is not over")
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def text(self) -> str:
        rows = [
            "".join("wb."[self.pieces.get(column + row, 2)] for column in "abcdefgh")
            for row in "87654321"
        ]
        return f"{'/'.join(map(counted, rows))} {'wb'[self.seat]}"

    def _winner(self) -> int | None:
        for seat in (0, 1):
            through = any(
                cell[1] == LAST_ROW[seat] and owner == seat for cell, owner in self.pieces.items()
            )
            if through or 1 - seat not in self.pieces.values():
                return seat
        return None
