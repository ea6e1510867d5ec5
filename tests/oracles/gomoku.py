"""Gomoku, by a dictionary of points and a walk along each line through a stone."""

COLUMNS, SIDE = "abcdefghijklmno", 15
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Oracle:
    """One game; Black is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset not in ("freestyle", "standard", "swap") or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.longest = SIDE if ruleset == "freestyle" else 5
        self.opening = ruleset == "swap"
        self.may_swap = False
        self.stones: dict[tuple[int, int], int] = {}
        self.seat = 0
        self.winner: int | None = None

    def movers(self) -> set[int]:
        over = self.winner is not None or len(self.stones) == SIDE * SIDE
        return set() if over else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        free = {
            f"{COLUMNS[column]}{row + 1}"
            for column in range(SIDE)
            for row in range(SIDE)
            if (column, row) not in self.stones
        }
        return free | {"swap"} if self.may_swap else free

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != {self.seat} or moves[self.seat] not in self.legal(self.seat):
            raise ValueError(f"not legal: {moves}")
        text = moves[self.seat]
        self.may_swap = False
        if text == "swap":
            self.stones = {point: 1 - owner for point, owner in self.stones.items()}
            self.seat = 1 - self.seat
            return
        point = COLUMNS.index(text[0]), int(text[1:]) - 1
        owner = len(self.stones) % 2 if self.opening else self.seat
        self.stones[point] = owner
        if any(5 <= self._row(point, *step) <= self.longest for step in DIRECTIONS):
            self.winner = owner
        if self.opening and len(self.stones) < 3:
            return
        self.may_swap, self.opening = self.opening, False
        self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        if self.winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if self.winner == 0 else (-1.0, 1.0)

    def text(self) -> str:
        rows = [
            "".join(
                "." if owner is None else "bw"[owner]
                for owner in (self.stones.get((column, row)) for column in range(SIDE))
            )
            for row in reversed(range(SIDE))
        ]
        return f"{'/'.join(map(counted, rows))} {'bw'[self.seat]}"

    def _row(self, point: tuple[int, int], right: int, up: int) -> int:
        """How many stones of one owner are in a row through this point, along this line."""
        owner, length = self.stones[point], 1
        for sign in (1, -1):
            column, row = point
            while self.stones.get((column + sign * right, row + sign * up)) == owner:
                column, row = column + sign * right, row + sign * up
                length += 1
        return length


def counted(row: str) -> str:
    """The row with each run of dots as its length."""
    for length in range(len(row), 0, -1):
        row = row.replace("." * length, str(length))
    return row
