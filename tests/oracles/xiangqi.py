"""Xiangqi, by a dictionary of points and all captures of the other side, without draws by
repetition.
"""

import re

COLUMNS = "abcdefghi"
START = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR"
DRAW_AFTER = 120
LINES = ((0, 1), (0, -1), (1, 0), (-1, 0))
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))

Point = tuple[int, int]
Board = dict[Point, str]


def name(point: Point) -> str:
    return f"{COLUMNS[point[0]]}{point[1] + 1}"


def side(piece: str) -> int:
    return 0 if piece.isupper() else 1


class Oracle:
    """One game; Red is seat 0 and has capital letters."""

    def __init__(self, ruleset: str, seats: int) -> None:
        if ruleset != "standard" or seats != 2:
            raise ValueError(f"no such game: {ruleset} for {seats}")
        self.board: Board = {}
        for row, line in enumerate(reversed(START.split("/"))):
            column = 0
            for sign in line:
                if sign.isdigit():
                    column += int(sign)
                else:
                    self.board[column, row] = sign
                    column += 1
        self.seat, self.quiet, self.checks = 0, 0, [0, 0]
        self._known: dict[str, tuple[Point, Point]] | None = None

    def movers(self) -> set[int]:
        able = any(sign.upper() in "RHCP" for sign in self.board.values())
        return {self.seat} if able and self.quiet < DRAW_AFTER and self._moves() else set()

    def legal(self, seat: int) -> set[str]:
        return set(self._moves()) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        ((seat, text),) = moves.items()
        if seat not in self.movers():
            raise ValueError(f"not legal: {text}")
        source, target = self._moves()[text]
        self.quiet = 0 if target in self.board else self.quiet + 1
        self.board = moved(self.board, source, target)
        self.seat, self._known = 1 - seat, None
        gave = general_can_be_taken(self.board, self.seat)
        self.checks[seat] = min(4, self.checks[seat] + 1) if gave else 0

    def text(self) -> str:
        rows = []
        for row in reversed(range(10)):
            line = "".join(self.board.get((column, row), ".") for column in range(9))
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), line))
        return f"{'/'.join(rows)} {'wb'[self.seat]} {self.quiet} {self.checks[0]} {self.checks[1]}"

    def returns(self) -> tuple[float, ...]:
        able = any(sign.upper() in "RHCP" for sign in self.board.values())
        if not able or self.quiet >= DRAW_AFTER or self._moves():
            return 0.0, 0.0
        return (-1.0, 1.0) if self.seat == 0 else (1.0, -1.0)

    def _moves(self) -> dict[str, tuple[Point, Point]]:
        if self._known is None:
            self._known = self._found()
        return self._known

    def _found(self) -> dict[str, tuple[Point, Point]]:
        found = {}
        for source, piece in self.board.items():
            if side(piece) != self.seat:
                continue
            for target in goals(self.board, source):
                after = moved(self.board, source, target)
                if not general_can_be_taken(after, self.seat):
                    sign = "x" if target in self.board else "-"
                    text = f"{piece.upper()}{name(source)}{sign}{name(target)}"
                    found[text] = source, target
        return found


def moved(board: Board, source: Point, target: Point) -> Board:
    after = dict(board)
    after[target] = after.pop(source)
    return after


def general_can_be_taken(board: Board, seat: int) -> bool:
    """Whether the other side could take the seat's general, as if generals went any way along
    columns.
    """
    (general,) = (at for at, sign in board.items() if sign == ("K", "k")[seat])
    for source, piece in board.items():
        if side(piece) == seat:
            continue
        if general in goals(board, source):
            return True
        if piece in "Kk" and source[0] == general[0]:
            low, high = sorted((source[1], general[1]))
            if not any((general[0], row) in board for row in range(low + 1, high)):
                return True
    return False


def goals(board: Board, source: Point) -> list[Point]:
    """Where the piece there can go, whatever becomes of its general."""
    piece = board[source]
    own = side(piece)
    match piece.upper():
        case "K":
            found = [at for at in steps(source, LINES) if in_palace(at, own)]
        case "A":
            found = [at for at in steps(source, DIAGONALS) if in_palace(at, own)]
        case "E":
            found = elephant(board, source, own)
        case "H":
            found = horse(board, source)
        case "R":
            found = straight(board, source, takes_over=0)
        case "C":
            found = straight(board, source, takes_over=1)
        case _:
            found = soldier(source, own)
    return [at for at in found if at not in board or side(board[at]) != own]


def on_board(point: Point) -> bool:
    return 0 <= point[0] < 9 and 0 <= point[1] < 10


def steps(source: Point, ways: tuple[Point, ...]) -> list[Point]:
    places = [(source[0] + across, source[1] + up) for across, up in ways]
    return [at for at in places if on_board(at)]


def in_palace(point: Point, seat: int) -> bool:
    return 3 <= point[0] <= 5 and (point[1] <= 2 if seat == 0 else point[1] >= 7)


def elephant(board: Board, source: Point, seat: int) -> list[Point]:
    found = []
    for across, up in DIAGONALS:
        eye = source[0] + across, source[1] + up
        at = source[0] + 2 * across, source[1] + 2 * up
        if eye not in board and on_board(at) and (at[1] <= 4 if seat == 0 else at[1] >= 5):
            found.append(at)
    return found


def horse(board: Board, source: Point) -> list[Point]:
    found = []
    for across, up in LINES:
        if (source[0] + across, source[1] + up) in board:
            continue
        for aside in (1, -1):
            more = (2 * across, aside) if across else (aside, 2 * up)
            found.append((source[0] + more[0], source[1] + more[1]))
    return [at for at in found if on_board(at)]


def straight(board: Board, source: Point, takes_over: int) -> list[Point]:
    """Along lines to free points, and to the first piece after so many others."""
    found = []
    for across, up in LINES:
        over = 0
        at = source[0] + across, source[1] + up
        while on_board(at):
            if at in board:
                if over == takes_over:
                    found.append(at)
                    break
                over += 1
            elif not over:
                found.append(at)
            at = at[0] + across, at[1] + up
    return found


def soldier(source: Point, seat: int) -> list[Point]:
    forward = 1 if seat == 0 else -1
    crossed = source[1] >= 5 if seat == 0 else source[1] <= 4
    ways = ((0, forward), (1, 0), (-1, 0)) if crossed else ((0, forward),)
    return steps(source, ways)
