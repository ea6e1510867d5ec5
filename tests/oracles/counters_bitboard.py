"""Games of counters that all step and hop alike, written out plainly."""

from __future__ import annotations

from typing import Literal, NamedTuple

EMPTY, CLOSED = ".", "#"
COUNTERS = "12"
PASS = "pass"
TURN_LIMIT = 2500
LETTERS = "ABCDEFGHI"


class Way(NamedTuple):
    """One line out of a point: the next point, the one behind it, and the moves there."""

    near: str
    behind: str
    step: str
    hop: str


class Board:
    """The points of a board from the top row down, and the ways out of each of them."""

    def __init__(self, rows: list[list[str]], lines: set[tuple[str, str]]) -> None:
        self.rows = rows
        self.points = [point for row in rows for point in row]
        self.lines = lines
        self.ways: dict[str, list[Way]] = {point: [] for point in self.points}
        self.jumped: dict[str, str] = {}
        for start, near in sorted(lines | {(b, a) for a, b in lines}):
            way = Way(near, self._behind(start, near), *self._moves(start, near))
            self.ways[start].append(way)
            if way.behind:
                self.jumped[way.hop] = near

    def __deepcopy__(self, memo: object) -> Board:
        return self  # a board never changes

    def _behind(self, start: str, near: str) -> str:
        """The point as far behind `near` as `start` is before it; "" off the board."""
        column = 2 * ord(near[0]) - ord(start[0])
        behind = f"{chr(column)}{2 * int(near[1]) - int(start[1])}"
        return behind if behind in self.points else ""

    def _moves(self, start: str, near: str) -> tuple[str, str]:
        return f"{start}-{near}", f"{start}x{self._behind(start, near)}"


class End(NamedTuple):
    """A condition on the seat that would move next, and what it means for that seat."""

    condition: Literal["cannot move", "no counters"]
    whom: Literal["next", 0, 1]
    result: Literal["loses", "wins"]


class Rules(NamedTuple):
    ends: list[End]
    continues: bool = False
    compulsory: bool = False
    closing: bool = False


class LineOracle:
    """One game; `runner` is the point of the counter in the middle of a run of hops."""

    def __init__(self, board: Board, setup: dict[str, str], rules: Rules) -> None:
        self.board = board
        self.rules = rules
        self.points = {point: setup.get(point, EMPTY) for point in board.points}
        self.in_play = list(board.rows)
        self.seat = 0
        self.runner: str | None = None
        self.forced_passes = 0
        self.turns = 0
        self.moves: set[str] = set()
        self.result: tuple[float, float] | None = None
        self._judge()

    def movers(self) -> set[int]:
        return {self.seat} if self.result is None else set()

    def legal(self, seat: int) -> set[str]:
        return set(self.moves) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != self.movers() or moves.get(self.seat) not in self.moves:
            raise ValueError(f"not legal: {moves}")
        move = moves[self.seat]
        if move == PASS:
            self._play_pass()
        else:
            self._play_counter(move)
        if self.rules.closing:
            self._close_rows()
        self._judge()

    def returns(self) -> tuple[float, ...]:
        if self.result is None:
            raise ValueError("the game is not over")
        return self.result

    def text(self) -> str:
        rows = "/".join("".join(self.points[p] for p in row) for row in self.board.rows)
        side, runner = COUNTERS[self.seat], self.runner or "-"
        return f"{rows} {side} {runner} {self.forced_passes} {self.turns}"

    # Playing a move.

    def _play_pass(self) -> None:
        if self.runner is None:
            self.forced_passes += 1
        self._end_turn()

    def _play_counter(self, move: str) -> None:
        start, end = move[:2], move[3:]
        self.points[end] = self.points[start]
        self.points[start] = EMPTY
        self.forced_passes = 0
        is_hop = "x" in move
        if is_hop:
            self.points[self.board.jumped[move]] = EMPTY
        if is_hop and self.rules.continues and self._hops(end):
            self.runner = end
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self.runner = None
        self.turns += 1
        self.seat = 1 - self.seat

    def _close_rows(self) -> None:
        """Take empty rows out of play, from the bottom and from the top."""
        for outermost in (-1, 0):
            while len(self.in_play) > 1 and self._is_empty(self.in_play[outermost]):
                for point in self.in_play.pop(outermost):
                    self.points[point] = CLOSED

    def _is_empty(self, row: list[str]) -> bool:
        return all(self.points[point] == EMPTY for point in row)

    # The moves in a position.

    def _hops(self, point: str) -> set[str]:
        enemy = COUNTERS[1 - self.seat]
        return {
            way.hop
            for way in self.board.ways[point]
            if self.points[way.near] == enemy and self.points.get(way.behind) == EMPTY
        }

    def _all_steps_and_hops(self) -> tuple[set[str], set[str]]:
        own, enemy = COUNTERS[self.seat], COUNTERS[1 - self.seat]
        points, ways = self.points, self.board.ways
        steps, hops = set(), set()
        for point, holder in points.items():
            if holder == own:
                for near, behind, step, hop in ways[point]:
                    if points[near] == EMPTY:
                        steps.add(step)
                    elif points[near] == enemy and behind and points[behind] == EMPTY:
                        hops.add(hop)
        return steps, hops

    def _counter_moves(self) -> set[str]:
        """The moves of the side to move, without passes."""
        if self.runner is not None:
            return self._hops(self.runner)
        steps, hops = self._all_steps_and_hops()
        return hops if self.rules.compulsory and hops else steps | hops

    # The end of the game.

    def _judge(self) -> None:
        """Find the moves of the new position, or the result if the game is over."""
        self.moves = self._counter_moves()
        self.result = self._result_by_ends()
        if self.result is None and (self.forced_passes == 2 or self.turns >= TURN_LIMIT):
            self.result = (0.0, 0.0)
        may_stop = self.runner is not None and not self.rules.compulsory
        if may_stop or not self.moves:
            self.moves.add(PASS)

    def _result_by_ends(self) -> tuple[float, float] | None:
        for end in self.rules.ends:
            if end.whom in ("next", self.seat) and self._holds(end.condition):
                next_wins = end.result == "wins"
                first_wins = next_wins == (self.seat == 0)
                return (1.0, -1.0) if first_wins else (-1.0, 1.0)
        return None

    def _holds(self, condition: str) -> bool:
        if condition == "cannot move":
            return not self.moves
        return COUNTERS[self.seat] not in self.points.values()


# Boards.


def is_crossing(column: int, row: int) -> bool:
    return column % 2 == 1 and row % 2 == 1


def name(column: int, row: int) -> str:
    return f"{LETTERS[column - 1]}{row}"


def lines_between(
    places: list[tuple[int, int]], reach: int, diagonals: bool
) -> set[tuple[str, str]]:
    """The lines from these places to the others that lie `reach` columns or rows away."""
    directions = [(1, 0), (0, 1)] + ([(1, 1), (1, -1)] if diagonals else [])
    return {
        (name(column, row), name(column + reach * x, row + reach * y))
        for column, row in places
        for x, y in directions
        if (column + reach * x, row + reach * y) in places
    }


def large_board() -> Board:
    """Five by five crossings and the sixteen centres of the squares between them."""
    nine = range(1, 10)
    crossings = [(c, r) for c in nine for r in nine if is_crossing(c, r)]
    centres = [(c, r) for c in nine for r in nine if c % 2 == 0 and r % 2 == 0]
    lines = lines_between(crossings, 2, diagonals=False)
    for column, row in centres:
        for x, y in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            lines.add((name(column, row), name(column + x, row + y)))
    return Board(named_rows(crossings + centres), lines)


def small_board() -> Board:
    """Five by five points; only every second one has diagonal lines."""
    five = range(1, 6)
    places = [(c, r) for c in five for r in five]
    even = [(c, r) for c, r in places if (c + r) % 2 == 0]
    lines = lines_between(places, 1, diagonals=False) | lines_between(even, 1, diagonals=True)
    return Board(named_rows(places), lines)


def named_rows(places: list[tuple[int, int]]) -> list[list[str]]:
    numbers = sorted({row for _, row in places}, reverse=True)
    return [[name(c, r) for c, r in sorted(places) if r == number] for number in numbers]


def setup_on(board: Board, ones: str, twos: str) -> dict[str, str]:
    """Counters on whole rows (given as numbers) and on single points (given as names)."""
    setup = {}
    for counter, where in zip(COUNTERS, (ones, twos), strict=True):
        for point in board.points:
            if point in where.split() or point[1] in where.split():
                setup[point] = counter
    return setup


LARGE_BOARD = large_board()
SMALL_BOARD = small_board()


# Games.

NEXT_STUCK_LOSES = End("cannot move", "next", "loses")
NEXT_EMPTY_LOSES = End("no counters", "next", "loses")

AIYAWATSTANI = {
    "ludii-1": Rules([NEXT_STUCK_LOSES]),
    "ludii-2": Rules([NEXT_STUCK_LOSES, End("no counters", 1, "wins")]),
    "ludii-3": Rules([End("cannot move", 1, "loses"), End("no counters", 0, "loses")]),
    "ludii-4": Rules([NEXT_STUCK_LOSES], continues=True),
    "ludii-5": Rules([NEXT_STUCK_LOSES, End("no counters", 1, "wins")], continues=True),
    "ludii-6": Rules([NEXT_EMPTY_LOSES]),
    "ludii-7": Rules(
        [End("cannot move", 1, "loses"), End("no counters", 0, "loses")], continues=True
    ),
    "ludii-8": Rules([NEXT_EMPTY_LOSES], continues=True),
    "ludii-9": Rules(
        [End("cannot move", 0, "loses"), End("no counters", 1, "loses")], continues=True
    ),
    "ludii-10": Rules([End("cannot move", 0, "loses"), End("no counters", 1, "loses")]),
}

ALQUERQUE = {
    "alfonso": Rules([NEXT_EMPTY_LOSES, NEXT_STUCK_LOSES], continues=True),
    "compulsory": Rules([NEXT_EMPTY_LOSES, NEXT_STUCK_LOSES], continues=True, compulsory=True),
}

TUKNANAVUHPI = {"oraibi": Rules([NEXT_EMPTY_LOSES], closing=True)}


def aiyawatstani(ruleset: str) -> LineOracle:
    setup = setup_on(LARGE_BOARD, "1 2 3 4 C5 G5", "6 7 8 9 A5 I5")
    return LineOracle(LARGE_BOARD, setup, AIYAWATSTANI[ruleset])


def alquerque(ruleset: str) -> LineOracle:
    setup = setup_on(SMALL_BOARD, "1 2 D3 E3", "4 5 A3 B3")
    return LineOracle(SMALL_BOARD, setup, ALQUERQUE[ruleset])


def tuknanavuhpi(ruleset: str) -> LineOracle:
    setup = setup_on(LARGE_BOARD, "1 2 3 4 A5 C5", "6 7 8 9 G5 I5")
    return LineOracle(LARGE_BOARD, setup, TUKNANAVUHPI[ruleset])
