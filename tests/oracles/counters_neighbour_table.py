"""Games of counters that step and hop on drawn boards, written out plainly."""

from __future__ import annotations

import copy
import re
from fractions import Fraction
from itertools import pairwise, takewhile
from typing import Any, Literal, NamedTuple

FREE, CLOSED = ".", "#"
MEN, KINGS = "12", "AB"
HOLDERS = {"1": 0, "A": 0, "2": 1, "B": 1}
PASS = "pass"
TURN_LIMIT = 2500
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMNS = [*LETTERS, *(first + second for first in LETTERS for second in LETTERS)]

Direction = tuple[int, int]
EAST, NORTHEAST, NORTH, NORTHWEST = (1, 0), (1, 1), (0, 1), (-1, 1)
SIGNS: dict[Direction, str] = {EAST: "-+", NORTHEAST: "/X", NORTH: "|+", NORTHWEST: "\\X"}
ALL_DIRECTIONS = [*SIGNS, *((-x, -y) for x, y in SIGNS)]
COMPASS = dict(zip(ALL_DIRECTIONS, ("E", "NE", "N", "NW", "W", "SW", "S", "SE"), strict=True))


class Board:
    """The points of a drawing by name, row by row from the top, and what follows what in each
    direction.
    """

    def __init__(self, drawing: str) -> None:
        lines = [line for line in drawing.split("\n") if line.strip()]
        signs = {(x, -y): sign for y, line in enumerate(lines) for x, sign in enumerate(line)}
        places = {place for place, sign in signs.items() if sign == "o"}
        columns = sorted({x for x, _ in places})
        heights = sorted({y for _, y in places})
        names = {
            (x, y): f"{COLUMNS[columns.index(x)]}{heights.index(y) + 1}" for x, y in sorted(places)
        }
        self.rows = [[names[place] for place in sorted(places) if place[1] == y] for y in heights]
        self.rows.reverse()
        self.points = [point for row in self.rows[::-1] for point in row]
        self.next: dict[tuple[str, Direction], str] = {}
        for direction in SIGNS:
            for one, other in joined(signs, direction):
                x, y = direction
                self.next[names[one], direction] = names[other]
                self.next[names[other], (-x, -y)] = names[one]
        self.lines = {
            (point, way): self._line(point, way) for point in self.points for way in ALL_DIRECTIONS
        }

        self.corners_and_centre = self._corners() | self._central(
            {name: place for place, name in names.items()}
        )

    def _corners(self) -> set[str]:
        """The points that lie inside no straight line."""
        inner = {point for (point, (x, y)) in self.next if (point, (-x, -y)) in self.next}
        return set(self.points) - inner

    def _central(self, places: dict[str, tuple[int, int]]) -> set[str]:
        """The points that are nearest to the middle of the drawing."""
        middle = [Fraction(min(side) + max(side), 2) for side in zip(*places.values(), strict=True)]
        away = {
            name: sum((at - mid) ** 2 for at, mid in zip(place, middle, strict=True))
            for name, place in places.items()
        }
        return {name for name in away if away[name] == min(away.values())}

    def _line(self, point: str, way: Direction) -> list[str]:
        """The points that lie in this direction, the nearest first."""
        line = []
        while (point, way) in self.next:
            point = self.next[point, way]
            line.append(point)
        return line


def joined(
    signs: dict[tuple[int, int], str], direction: Direction
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The places of each two points between which there are only signs of this direction.

    The drawing is read as strings, each of which is one straight line through it.
    """
    right, up = direction
    strings: dict[int, list[tuple[int, int]]] = {}
    for x, y in sorted(signs, key=lambda place: right * place[0] + up * place[1]):
        strings.setdefault(up * x - right * y, []).append((x, y))
    found = []
    for places in strings.values():
        points = [number for number, place in enumerate(places) if signs[place] == "o"]
        for one, other in pairwise(points):
            between = places[one : other + 1]
            text = "".join(signs[place] for place in between[1:-1])
            unbroken = all((b[0] - a[0], b[1] - a[1]) == direction for a, b in pairwise(between))
            if unbroken and re.fullmatch(f"[{re.escape(SIGNS[direction])}]+", text):
                found.append((places[one], places[other]))
    return found


class Hop(NamedTuple):
    """Where a counter lands, whom it captures, and in which direction it goes."""

    target: str
    over: str
    way: Direction


class Capture(NamedTuple):
    """Where a counter steps, in which direction, and the line of enemies that it captures."""

    target: str
    way: Direction
    line: list[str]


class Side(NamedTuple):
    """The parts of one side as words."""

    steps: str
    hops: str
    kings: Literal["none", "walk", "fly", "land"]
    turning: bool
    loses_below: int


def side_of(piece: Any) -> Side:
    steps = piece.step.ways if piece.step else "none"
    hops = piece.capture.ways if piece.capture else "none"
    return Side(steps, hops, piece.promotes or "none", piece.turning, piece.loses_below)


def oracle_of(position: Any) -> DrawnOracle:
    """The oracle of a position that begins a game."""
    game, rules = position.game, position.ruleset.parameters
    return DrawnOracle((rules.setup.board or game.board).drawing, *rules)


class DrawnOracle:
    """One game; `runner` is the point of the counter in the middle of a run of captures. Where
    captures are by approach, `path` has the points that it left, `heading` its last direction;
    where runs of hops are straight, `heading` is theirs.
    """

    def __init__(self, drawing: str, setup: Any, parts: Any) -> None:
        self.board = Board(drawing)
        self.parts = parts
        self.sides = side_of(parts.first), side_of(parts.second)
        self.goal = set(setup.goal.split())
        rows = zip(self.board.rows, setup.rows.split("/"), strict=True)
        self.points: dict[str, str] = {
            point: sign for row, signs in rows for point, sign in zip(row, signs, strict=True)
        }
        self.hands: list[int] = list(setup.hands)
        self.under: dict[str, int] = {point: setup.stacks[point] - 1 for point in setup.stacks}
        self.in_play = list(self.board.rows)
        self.seat = 0
        self.runner: str | None = None
        self.path: set[str] = set()
        self.heading: Direction | None = None
        self.owed: set[str] = set()
        self.turned = [False, False]
        self.forced_passes = 0
        self.turns = 0
        self.moves: set[str] = set()
        self.result: tuple[float, float] | None = None
        self.judge()

    def movers(self) -> set[int]:
        return {self.seat} if self.result is None else set()

    def legal(self, seat: int) -> set[str]:
        return set(self.moves) if seat in self.movers() else set()

    def play(self, moves: dict[int, str]) -> None:
        if set(moves) != self.movers() or moves.get(self.seat) not in self.moves:
            raise ValueError(f"not legal: {moves}")
        move, turns = moves[self.seat], self.turns
        if move == PASS:
            self._pass()
        elif move[0] == "+":
            self._place(move[1:])
        elif move[0] == "-":
            self._take(move[1:])
            self.forced_passes = 0
            self._end_turn(moved=None, owed=set())
        elif move[0] == "x":
            self._take(move[1:])
            self.owed = set()
        elif "x" in move:
            self._hop(*move.split("x"))
        elif move[-1] in "AW":
            self._capture(move)
        else:
            self._step(*move.split("-"))
        self._close_rows()
        if self.turns > turns:
            self._turn_round()
        self.judge()

    def returns(self) -> tuple[float, ...]:
        if self.result is None:
            raise ValueError("the game is not over")
        return self.result

    def text(self) -> str:
        rows = "/".join("".join(self.points[p] for p in row) for row in self.board.rows)
        text = f"{rows} {self.seat + 1} {self.runner or '-'} {self.forced_passes} {self.turns}"
        if any(self.hands):
            text += f" hand={self.hands[0]},{self.hands[1]}"
        if any(self.under.values()):
            stacks = [point for point in self.board.points if point in self.under]
            text += f" under={','.join(str(self.under[point]) for point in stacks)}"
        if self.owed:
            text += f" owed={','.join(p for p in self.board.points if p in self.owed)}"
        if any(self.turned):
            text += " turned=" + "".join(str(n + 1) for n in (0, 1) if self.turned[n])
        if self.path:
            text += f" path={','.join(p for p in self.board.points if p in self.path)}"
        if self.heading is not None:
            text += f" heading={COMPASS[self.heading]}"
        return text

    # Playing a move.

    def _pass(self) -> None:
        if self.runner is None:
            self.forced_passes += 1
        self._end_turn(moved=self.runner, owed=set())

    def _place(self, point: str) -> None:
        self.hands[self.seat] -= 1
        self.points[point] = MEN[self.seat]
        self.forced_passes = 0
        self._end_turn(moved=None, owed=set())

    def _step(self, start: str, end: str) -> None:
        could = {point for point in self._own() if self._captures(point)}
        self._go(start, end)
        self._end_turn(moved=end, owed={end if point == start else point for point in could})

    def _hop(self, start: str, end: str) -> None:
        (made,) = (hop for hop in self._hops(start) if hop.target == end)
        self._go(start, end)
        self._take(made.over)
        if self.parts.straight:
            self.heading = made.way
        self._go_on(end)

    def _capture(self, move: str) -> None:
        start, _ = move.split("-")
        capture = self._line_captures(start)[move]
        self._go(start, capture.target)
        for point in capture.line:
            self._take(point)
        self.path.add(start)
        self.heading = capture.way
        self._go_on(capture.target)

    def _go_on(self, end: str) -> None:
        """After a capture, leave the counter the move where it can capture again."""
        self._close_rows()
        if self.parts.continues and self._captures(end):
            self.runner = end
            self.owed = set()
        else:
            self._end_turn(moved=end, owed=set())

    def _go(self, start: str, end: str) -> None:
        self.points[end] = self.points[start]
        self._take(start)
        self.forced_passes = 0

    def _take(self, point: str) -> None:
        """Take the counter off this point; of a stack, the one below is there at once."""
        if self.under.get(point):
            self.under[point] -= 1
            self.points[point] = "1" if self._holder(point) == 0 else "2"
        else:
            self.points[point] = FREE

    def _end_turn(self, moved: str | None, owed: set[str]) -> None:
        """End the turn, in which the counter `moved`, if any, stepped or hopped."""
        farthest = self.board.rows[0 if self.seat == 0 else -1]
        if moved in farthest and self.sides[self.seat].kings != "none":
            self.points[moved] = KINGS[self.seat]
        self.runner = None
        self.path = set()
        self.heading = None
        self.owed = owed if self.parts.huffing else set()
        self.turns += 1
        self.seat = 1 - self.seat

    def _close_rows(self) -> None:
        """Take empty rows out of play, from the bottom and from the top."""
        for outermost in (-1, 0) if self.parts.closing else ():
            while len(self.in_play) > 1 and self._is_empty(self.in_play[outermost]):
                for point in self.in_play.pop(outermost):
                    self.points[point] = CLOSED

    def _is_empty(self, row: list[str]) -> bool:
        return all(self.points[point] == FREE for point in row)

    def _turn_round(self) -> None:
        for seat in [seat for seat, side in enumerate(self.sides) if side.turning]:
            own = [point for point in self.points if self._holder(point) == seat]
            ahead = [way for way in ALL_DIRECTIONS if way[1] == self._forward(seat)]
            lines = [self.board.lines[point, way] for point in own for way in ahead]
            if own and not any(self._free_run(line) for line in lines):
                self.turned[seat] = not self.turned[seat]

    # The moves in a position.

    def _holder(self, point: str) -> int | None:
        return HOLDERS.get(self.points[point])

    def _is_free(self, point: str) -> bool:
        return self.points[point] == FREE

    def _own(self) -> list[str]:
        return [point for point in self.points if self._holder(point) == self.seat]

    def _forward(self, seat: int) -> int:
        """1 where the seat's forward direction is up the board, else -1."""
        return 1 if (seat == 0) != self.turned[seat] else -1

    def _ways(self, allowed: str) -> list[Direction]:
        forward = self._forward(self.seat)
        return {
            "any": ALL_DIRECTIONS,
            "forward": [(-1, forward), (0, forward), (1, forward)],
            "sideways": [(-1, forward), (0, forward), (1, forward), (-1, 0), (1, 0)],
            "diagonal": [(-1, forward), (1, forward)],
            "none": [],
        }[allowed]

    def _free_run(self, line: list[str]) -> list[str]:
        """The free points at the beginning of a line."""
        return list(takewhile(self._is_free, line))

    def _king(self, point: str) -> Literal["none", "walk", "fly", "land"]:
        kings = self.sides[self.seat].kings
        return kings if self.points[point] in KINGS else "none"

    def _steps(self, point: str) -> list[str]:
        king = self._king(point)
        ways = self._ways("any" if king != "none" else self.sides[self.seat].steps)
        reach = None if king in ("fly", "land") else 1
        return [end for way in ways for end in self._free_run(self.board.lines[point, way])[:reach]]

    def _hops(self, point: str) -> list[Hop]:
        king = self._king(point)
        ways = self._ways("any" if king != "none" else self.sides[self.seat].hops)
        found = []
        for way in ways if self.heading is None else {*ways} & {self.heading}:
            line = self.board.lines[point, way]
            before = len(self._free_run(line))
            behind = self._free_run(line[before + 1 :])
            wanted = 1 if self.parts.gap and king == "none" else 0
            far = king in ("fly", "land")
            met = [self._holder(point) for point in line[before : before + 1]]
            if (far or before == wanted) and met == [1 - self.seat]:
                lands = behind if king == "fly" else behind[:1]
                found += [Hop(target, line[before], way) for target in lands]
        return found

    def hop_count(self, seat: int) -> int:
        """How many hops this seat has, were it to begin a turn."""
        turn = copy.copy(self)
        turn.seat, turn.runner, turn.heading = seat, None, None
        return sum(len(turn._hops(point)) for point in turn._own())

    def _line_captures(self, point: str) -> dict[str, Capture]:
        """The captures by approach and withdrawal, by their text."""
        king = self._king(point) != "none"
        ways = self._ways("any" if king else self.sides[self.seat].steps)
        found = {}
        for way in ways:
            ahead = self.board.lines[point, way]
            if way == self.heading or not ahead or not self._is_free(ahead[0]):
                continue
            if ahead[0] in self.path:
                continue
            behind = self.board.lines[point, (-way[0], -way[1])]
            for letter, line in (("A", ahead[1:]), ("W", behind)):
                enemies = list(takewhile(lambda p: self._holder(p) == 1 - self.seat, line))
                if enemies:
                    found[f"{point}-{ahead[0]}{letter}"] = Capture(ahead[0], way, enemies)
        return found

    def _captures(self, point: str) -> set[str]:
        """The captures of the counter on this point, as the moves are written."""
        if self.parts.approach:
            return set(self._line_captures(point))
        return {f"{point}x{hop.target}" for hop in self._hops(point)}

    def _placements(self) -> set[str]:
        if not self.hands[self.seat]:
            return set()
        return {f"+{point}" for point in self.points if self._is_free(point)}

    def _clearings(self) -> set[str]:
        """The counters of which one must be taken off first, on a full board or one that was."""
        free = [point for point in self.points if self._is_free(point)]
        if not self.parts.clearing or len(free) > 1:
            return set()
        where = self.board.corners_and_centre
        if free:
            ways = [way for way in ALL_DIRECTIONS if (free[0], way) in self.board.next]
            where = {self.board.next[free[0], way] for way in ways}
        return {f"-{point}" for point in self._own() if point in where}

    def _all_moves(self) -> set[str]:
        """The moves of the seat to move, without passes."""
        if self.runner is not None:
            return self._captures(self.runner)
        huffs = {f"x{point}" for point in self.owed}
        if self._clearings():
            return self._clearings() | huffs
        if self._placements():
            return self._placements() | huffs
        own = self._own()
        captures = {move for point in own for move in self._captures(point)}
        if self.parts.compulsory and captures:
            return captures | huffs
        return captures | huffs | {f"{point}-{end}" for point in own for end in self._steps(point)}

    # The end of the game.

    def judge(self) -> None:
        """Find the moves of the position, or the result if the game is over."""
        self.moves = self._all_moves()
        self.result = self._result()
        may_stop = self.parts.stopping or not self.parts.compulsory
        if not self.moves or (self.runner is not None and may_stop):
            self.moves.add(PASS)

    def count(self, seat: int) -> int:
        """The seat's counters, with those in hand and below others."""
        held = [point for point in self.points if self._holder(point) == seat]
        below = sum(count for point, count in self.under.items() if self._holder(point) == seat)
        return len(held) + below + self.hands[seat]

    def _result(self) -> tuple[float, float] | None:
        for seat in (0, 1):
            if self.sides[seat].loses_below > 1 and self.count(seat) < self.sides[seat].loses_below:
                return self._won_by(1 - seat)
        if self.parts.filling != "nobody" and self._has_filled(self.parts.filling):
            return self._won_by(self.parts.filling)
        if not self.moves:
            for end in self.parts.ends:
                applies = end.condition == "cannot move" or not self.count(self.seat)
                if end.whom in ("next", self.seat) and applies:
                    return self._won_by(self.seat if end.result == "wins" else 1 - self.seat)
        if self.forced_passes == 2 or self.turns >= TURN_LIMIT:
            return 0.0, 0.0
        return None

    def _won_by(self, seat: int) -> tuple[float, float]:
        return (1.0, -1.0) if seat == 0 else (-1.0, 1.0)

    def _has_filled(self, seat: int) -> bool:
        held = {point for point in self.points if self._holder(point) == seat}
        return bool(held) and held <= self.goal and self.count(seat) == len(held)
