"""Nine Men's Morris, by a dictionary of named points and lists of its lines, without draws by
repetition.
"""

LINES = """
    a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1,
    a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7
"""
MILLS = [line.split() for line in LINES.split(",")]
POINTS = sorted({point for mill in MILLS for point in mill})
NEXT = {
    point: {
        other
        for first, middle, last in MILLS
        for pair in ((first, middle), (middle, last))
        if point in pair
        for other in pair
        if other != point
    }
    for point in POINTS
}
DRAW_AFTER = 100


class Oracle:
    """One game; White is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        men = {"standard": 9, "no-flying": 9, "lasker": 10}[ruleset]
        if seats != 2:
            raise ValueError(f"no such game for {seats}")
        self.flying, self.free = ruleset != "no-flying", ruleset == "lasker"
        self.board: dict[str, int] = {}
        self.hands = [men, men]
        self.seat, self.removing, self.quiet = 0, False, 0

    def movers(self) -> set[int]:
        if self.removing:
            return {self.seat}
        return set() if self.quiet >= DRAW_AFTER or self._lost() else {self.seat}

    def legal(self, seat: int) -> set[str]:
        return set(self._moves()) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if text not in self.legal(seat):
            raise ValueError(f"not legal: {text}")
        if text.startswith("x"):
            del self.board[text[1:]]
            self.removing, self.quiet, self.seat = False, 0, 1 - seat
            return
        *source, target = text.split("-")
        if source:
            del self.board[source[0]]
            self.quiet += 1
        else:
            self.hands[seat] -= 1
            self.quiet = 0
        self.board[target] = seat
        if self._in_mill(target) and self._men(1 - seat):
            self.removing = True
        else:
            self.seat = 1 - seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        if not self._lost():
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.seat == 0 else (1.0, -1.0)

    def text(self) -> str:
        signs = {point: "wb"[seat] for point, seat in self.board.items()}
        rows = [
            "".join(signs.get(point, ".") for point in POINTS if point[1] == row)
            for row in "7654321"
        ]
        removing = "x" if self.removing else "-"
        white, black = self.hands
        return f"{'/'.join(rows)} {'wb'[self.seat]} {white} {black} {removing} {self.quiet}"

    def _moves(self) -> set[str]:
        seat, own = self.seat, self._men(self.seat)
        free = [point for point in POINTS if point not in self.board]
        if self.removing:
            others = self._men(1 - seat)
            apart = [point for point in others if not self._in_mill(point)]
            return {f"x{point}" for point in apart or others}
        found = set(free) if self.hands[seat] else set()
        if self.free or not self.hands[seat]:
            flies = self.flying and len(own) == 3 and not self.hands[seat]
            found |= {
                f"{point}-{target}"
                for point in own
                for target in free
                if flies or target in NEXT[point]
            }
        return found

    def _men(self, seat: int) -> list[str]:
        return [point for point, owner in self.board.items() if owner == seat]

    def _in_mill(self, point: str) -> bool:
        owner = self.board[point]
        return any(
            all(self.board.get(other) == owner for other in mill) for mill in MILLS if point in mill
        )

    def _lost(self) -> bool:
        return len(self._men(self.seat)) + self.hands[self.seat] < 3 or not self._moves()
