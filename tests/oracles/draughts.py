"""English draughts, by a dictionary of numbered cells, without draws by repetition.

The board is that of printed diagrams: cell 1 is the leftmost dark one of Black's first row as White
sees it, at the top.
"""

ROWS = 8
DRAW_AFTER = 80  # moves of both sides without progress


def coordinates() -> dict[int, tuple[int, int]]:
    """The row from the top and the column of each numbered cell."""
    dark = [(row, column) for row in range(ROWS) for column in range(8) if (row + column) % 2]
    return dict(enumerate(dark, 1))


AT = coordinates()
CELL = {place: number for number, place in AT.items()}


class Oracle:
    """One game; Black is seat 0."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.board = dict.fromkeys(range(1, 13), "b") | dict.fromkeys(range(21, 33), "w")
        self.seat = 0
        self.going_on: int | None = None
        self.quiet = 0

    def movers(self) -> set[int]:
        return {self.seat} if self.quiet < DRAW_AFTER and self._moves() else set()

    def legal(self, seat: int) -> set[str]:
        return set(self._moves()) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if text not in self.legal(seat):
            raise ValueError(f"not legal: {text}")
        source, target, taken = self._moves()[text]
        piece = self.board.pop(source)
        self.quiet = 0 if taken or piece.islower() else self.quiet + 1
        last_row = 7 if self.seat == 0 else 0
        crowned = piece.islower() and AT[target][0] == last_row
        self.board[target] = piece.upper() if crowned else piece
        self.going_on = None
        if taken:
            del self.board[taken]
            if not crowned and self._jumps(target):
                self.going_on = target
        if self.going_on is None:
            self.seat = 1 - self.seat

    def returns(self) -> tuple[float, ...]:
        if self.movers():
            raise ValueError("the game is not over")
        if self._moves():
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.seat == 0 else (1.0, -1.0)

    def text(self) -> str:
        """Rows from White's side, as Black sees them: the diagram turned round."""
        lines = []
        for row in range(ROWS):
            line = ""
            for column in range(8):
                sign = self.board.get(CELL.get((7 - row, 7 - column), 0), ".")
                line += sign
            for run in range(8, 0, -1):
                line = line.replace("." * run, str(run))
            lines.append(line)
        going_on = self.going_on or "-"
        return f"{'/'.join(lines)} {'bw'[self.seat]} {going_on} {self.quiet}"

    def _moves(self) -> dict[str, tuple[int, int, int | None]]:
        """All moves of the seat to move, by text: from where, to where, and what is taken."""
        own = [self.going_on] if self.going_on else [c for c in self.board if self._own(c)]
        jumps: dict[str, tuple[int, int, int | None]] = {
            f"{cell}x{target}": (cell, target, taken)
            for cell in own
            for target, taken in self._jumps(cell)
        }
        if jumps or self.going_on:
            return jumps
        found: dict[str, tuple[int, int, int | None]] = {}
        for cell in own:
            for row_step, column_step in self._ways(cell):
                row, column = AT[cell]
                target = CELL.get((row + row_step, column + column_step))
                if target and target not in self.board:
                    found[f"{cell}-{target}"] = (cell, target, None)
        return found

    def _jumps(self, cell: int) -> list[tuple[int, int]]:
        row, column = AT[cell]
        found = []
        for row_step, column_step in self._ways(cell):
            over = CELL.get((row + row_step, column + column_step))
            target = CELL.get((row + 2 * row_step, column + 2 * column_step))
            enemy = over in self.board and not self._own(over)
            if over and target and enemy and target not in self.board:
                found.append((target, over))
        return found

    def _ways(self, cell: int) -> list[tuple[int, int]]:
        forward = 1 if self.seat == 0 else -1
        rows = (forward, -forward) if self.board[cell].isupper() else (forward,)
        return [(row, column) for row in rows for column in (-1, 1)]

    def _own(self, cell: int) -> bool:
        return self.board[cell].lower() == "bw"[self.seat]
