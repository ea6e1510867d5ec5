"""Hnefatafl in three rulesets, by a dictionary of pieces on (column, row), without draws by
repetition.
"""

LAYOUTS = {
    "brandubh": ("...A...", "...A...", "...D...", "AADKDAA", "...D...", "...A...", "...A..."),
    "tablut": (
        "...AAA...",
        "....A....",
        "....D....",
        "A...D...A",
        "AADDKDDAA",
        "A...D...A",
        "....D....",
        "....A....",
        "...AAA...",
    ),
    "fetlar": (
        "...AAAAA...",
        ".....A.....",
        "...........",
        "A....D....A",
        "A...DDD...A",
        "AA.DDKDD.AA",
        "A...DDD...A",
        "A....D....A",
        "...........",
        ".....A.....",
        "...AAAAA...",
    ),
}
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
DRAW_AFTER = 100
Cell = tuple[int, int]


class Oracle:
    """One game; the attackers are seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        layout = LAYOUTS[ruleset]
        if seats != 2:
            raise ValueError(f"no such game for {seats}")
        self.side = len(layout)
        self.board = {
            (column, row): sign
            for row, line in enumerate(reversed(layout))
            for column, sign in enumerate(line)
            if sign != "."
        }
        middle, last = self.side // 2, self.side - 1
        self.throne = (middle, middle)
        self.to_corner, self.fetlar = ruleset != "tablut", ruleset == "fetlar"
        self.corners = {(0, 0), (0, last), (last, 0), (last, last)} if self.to_corner else set()
        self.seat, self.quiet, self.dead, self.enclosed = 0, 0, False, False

    def movers(self) -> set[int]:
        return set() if self._winner() is not None or self.quiet >= DRAW_AFTER else {self.seat}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.movers():
            return set()
        return {f"{self._name(start)}-{self._name(end)}" for start, end in self._moves()}

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if text not in self.legal(seat):
            raise ValueError(f"not legal: {text}")
        start, end = (self._cell(name) for name in text.split("-"))
        self.board[end] = self.board.pop(start)
        self.quiet += 1
        for column, row in STEPS:
            near = (end[0] + column, end[1] + row)
            beyond = (near[0] + column, near[1] + row)
            victim = self.board.get(near)
            if victim is None or self._owner(victim) == seat:
                continue
            if victim == "K":
                self.dead = self._king_dies(near, beyond)
            elif self._strikes(beyond, seat):
                del self.board[near]
                self.quiet = 0
        if self.dead:
            self.board = {cell: sign for cell, sign in self.board.items() if sign != "K"}
            self.quiet = 0
        elif self.fetlar and seat == 0:
            self.enclosed = not any(self._sees_edge(cell) for cell in self._of(1))
        self.seat = 1 - seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        winner = self._winner()
        if winner is None:
            return (0.0, 0.0)
        return (1.0, -1.0) if winner == 0 else (-1.0, 1.0)

    def text(self) -> str:
        rows = []
        for row in reversed(range(self.side)):
            line, gap = "", 0
            for column in range(self.side):
                sign = self.board.get((column, row))
                if sign is None:
                    gap += 1
                else:
                    line += (str(gap) if gap else "") + sign.lower()
                    gap = 0
            rows.append(line + (str(gap) if gap else ""))
        return f"{'/'.join(rows)} {'ad'[self.seat]} {self.quiet}"

    def _winner(self) -> int | None:
        if self.dead or self.enclosed:
            return 0
        (king,) = (cell for cell, sign in self.board.items() if sign == "K")
        if king in self.corners or (not self.to_corner and self._is_edge(king)):
            return 1
        return None if self._moves() else 1 - self.seat

    def _moves(self) -> list[tuple[Cell, Cell]]:
        found = []
        for start in self._of(self.seat):
            for column, row in STEPS:
                end = (start[0] + column, start[1] + row)
                while self._exists(end) and end not in self.board:
                    if self.board[start] == "K" or (end != self.throne and end not in self.corners):
                        found.append((start, end))
                    end = (end[0] + column, end[1] + row)
        return found

    def _strikes(self, cell: Cell, seat: int) -> bool:
        """Whether what is on this cell helps that seat to capture one of the other's men."""
        if cell in self.board:
            return self._owner(self.board[cell]) == seat or (cell == self.throne and seat == 1)
        return cell in self.corners or cell == self.throne

    def _king_dies(self, king: Cell, beyond: Cell) -> bool:
        around = [(king[0] + column, king[1] + row) for column, row in STEPS]
        if self.fetlar or king == self.throne or self.throne in around:
            return all(self.board.get(cell) == "A" or cell == self.throne for cell in around)
        return self.board.get(beyond) == "A" or beyond in self.corners

    def _sees_edge(self, start: Cell) -> bool:
        """Whether a way of single steps leads to the edge without an attacker on it."""
        seen, waiting = {start}, [start]
        while waiting:
            cell = waiting.pop()
            if self._is_edge(cell):
                return True
            for column, row in STEPS:
                near = (cell[0] + column, cell[1] + row)
                if near not in seen and self.board.get(near) != "A":
                    seen.add(near)
                    waiting.append(near)
        return False

    def _of(self, seat: int) -> list[Cell]:
        return [cell for cell, sign in self.board.items() if self._owner(sign) == seat]

    def _owner(self, sign: str) -> int:
        return 0 if sign == "A" else 1

    def _exists(self, cell: Cell) -> bool:
        return all(0 <= place < self.side for place in cell)

    def _is_edge(self, cell: Cell) -> bool:
        return any(place in (0, self.side - 1) for place in cell)

    def _name(self, cell: Cell) -> str:
        return f"{'abcdefghijk'[cell[0]]}{cell[1] + 1}"

    def _cell(self, name: str) -> Cell:
        return "abcdefghijk".index(name[0]), int(name[1:]) - 1
