"""Connect Four, written out plainly."""

COLUMNS, HEIGHT = "abcdefg", 6
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Oracle:
    """One game; red is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.columns: dict[str, list[int]] = {column: [] for column in COLUMNS}
        self.seat = 0

    def movers(self) -> set[int]:
        full = all(len(discs) == HEIGHT for discs in self.columns.values())
        return set() if full or self._winner() is not None else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        return {column for column, discs in self.columns.items() if len(discs) < HEIGHT}

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        self.columns[moves[self.seat]].append(self.seat)
        self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        winner = self._winner()
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def text(self) -> str:
        rows = ["".join(self._sign(column, row) for column in COLUMNS) for row in range(HEIGHT)]
        return f"{'/'.join(map(counted, reversed(rows)))} {'ry'[self.seat]}"

    def _sign(self, column: str, row: int) -> str:
        owner = self._owner(COLUMNS.index(column), row)
        return "." if owner is None else "ry"[owner]

    def _owner(self, column: int, row: int) -> int | None:
        """Whose disc lies there; columns and rows count from 0."""
        if not 0 <= column < len(COLUMNS) or row < 0:
            return None
        discs = self.columns[COLUMNS[column]]
        return discs[row] if row < len(discs) else None

    def _winner(self) -> int | None:
        for column in range(len(COLUMNS)):
            for row in range(HEIGHT):
                for right, up in DIRECTIONS:
                    four = {self._owner(column + right * n, row + up * n) for n in range(4)}
                    if four in ({0}, {1}):
                        return four.pop()
        return None


def counted(row: str) -> str:
    """The row with each run of dots as its length."""
    for length in range(len(row), 0, -1):
        row = row.replace("." * length, str(length))
    return row
