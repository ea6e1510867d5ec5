"""Positions of games of counters that step and hop, as text.

The rows from the top, the player to move, the counter in a run of captures or -, forced passes,
turns; then, where there is such, what is in hand (`hand=20,0`), below the top counters of stacks
(`under=4,4,3,4`), the counters that did not capture when they could (`owed=C3,D4`), the players
whose direction is turned round (`turned=2`), in a run of captures by approach the points that the
counter left (`path=C3,D4`), and in that and in a straight run of hops its last direction
(`heading=NE`).

A king of player 1 is A, one of player 2 is B, and # is a point out of play.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from typing import NamedTuple

from ludarium.rules.bits import lowest, members
from ludarium.rules.cursor import Cursor, write_rows
from ludarium.rules.hopping.board import NONE, DrawnBoard, PointSet
from ludarium.rules.hopping.engine import HoppingEngine
from ludarium.rules.hopping.moves import NOTHING
from ludarium.rules.hopping.parts import HAND_LIMIT, NO_HEADING, HoppingParts, HoppingState
from ludarium.rules.lines.game import check_closed
from ludarium.rules.lines.parts import TURN_LIMIT

__all__ = [
    "HoppingRules",
    "HoppingSetup",
    "first_state",
    "hands_of",
    "read",
    "sides_of",
    "signs_of",
    "write",
]

COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The names of DIRECTIONS."""
STACK_LIMIT = 15  # of the counters below the top one, as 4 bits count them


class HoppingSetup(NamedTuple):
    """The start of a game."""

    rows: str
    """The points of each row from the top, joined by /: 1, 2, or . where there is no counter."""
    hands: tuple[int, int] = (0, 0)
    """Counters that each seat places first, one a turn on any free point."""
    stacks: Mapping[str, int] = {}
    """Points on which counters stand on each other, and how many, the top one included."""
    goal: str = ""
    """The points that the seat of `HoppingParts.filling` fills to win, separated by spaces."""
    board: DrawnBoard | None = None
    """The board, where it is not the game's own."""


class HoppingRules(NamedTuple):
    """The components of a ruleset."""

    setup: HoppingSetup
    parts: HoppingParts


def first_state(board: DrawnBoard, engine: HoppingEngine, rules: HoppingRules) -> HoppingState:
    """The state in which a game begins. Raises PositionError where the setup is not one."""
    setup = rules.setup
    return read(f"{setup.rows} 1 - 0 0", board, engine, rules, check=False)._replace(
        my_hand=setup.hands[0], their_hand=setup.hands[1], stack_depths=_under(board, setup)
    )


def _under(board: DrawnBoard, setup: HoppingSetup) -> int:
    points = sorted(setup.stacks, key=board.index.__getitem__)
    return sum((setup.stacks[name] - 1) << 4 * n for n, name in enumerate(points))


def sides_of(state: HoppingState) -> tuple[PointSet, PointSet]:
    """The counters of seat 0 and of seat 1."""
    return (state.mine, state.theirs) if state.seat == 0 else (state.theirs, state.mine)


def hands_of(state: HoppingState) -> tuple[int, int]:
    """The counters in hand of seat 0 and of seat 1."""
    hands = (state.my_hand, state.their_hand)
    return hands if state.seat == 0 else (hands[1], hands[0])


def signs_of(state: HoppingState, board: DrawnBoard) -> list[str]:
    """The sign of each point."""
    first, second = sides_of(state)
    signs = []
    for index in range(len(board.points)):
        side = "1A" if first >> index & 1 else "2B" if second >> index & 1 else ""
        empty = "." if state.area >> index & 1 else "#"
        signs.append(side[state.kings >> index & 1] if side else empty)
    return signs


def write(state: HoppingState, board: DrawnBoard) -> str:
    """The position as text."""
    signs = signs_of(state, board)
    rows = ["".join(signs[i] for i in members(row)) for row in board.rows[::-1]]
    chain_piece = board.names[lowest(state.chain_piece)] if state.chain_piece else "-"
    text = f"{write_rows(rows)} {state.seat + 1} {chain_piece} {state.passes} {state.turns}"
    if state.my_hand or state.their_hand:
        text += " hand={},{}".format(*hands_of(state))
    if state.stack_depths:
        counts = [state.stack_depths >> 4 * n & 15 for n in range(len(members(state.stacks)))]
        text += f" under={','.join(map(str, counts))}"
    if state.huffable:
        text += f" owed={','.join(board.names[i] for i in members(state.huffable))}"
    if state.turned:
        text += " turned=" + "".join(str(seat + 1) for seat in members(PointSet(state.turned)))
    if state.path:
        text += f" path={','.join(board.names[i] for i in members(state.path))}"
    if state.heading != NO_HEADING:
        text += f" heading={COMPASS[state.heading]}"
    return text


def read(
    text: str, board: DrawnBoard, engine: HoppingEngine, rules: HoppingRules, *, check: bool = True
) -> HoppingState:
    """The position of this text. Raises PositionError."""
    return HoppingReader(text, board, engine, rules).state(check)


class Further(NamedTuple):
    """The parts of a position beyond counters, turn and passes."""

    hands: tuple[int, int]
    stack_depths: int
    huffable: PointSet
    turned: int
    path: PointSet
    heading: int


class HoppingReader:
    """Reads one position."""

    def __init__(
        self, text: str, board: DrawnBoard, engine: HoppingEngine, rules: HoppingRules
    ) -> None:
        self.cursor = Cursor(text)
        self.board, self.engine, self.rules = board, engine, rules
        self.setup, self.parts = rules

    def state(self, check: bool) -> HoppingState:
        cursor, board, setup = self.cursor, self.board, self.setup
        if cursor.text.count(" ") < 4:
            raise cursor.impossible(
                "expected 5 fields or more (rows, player to move, counter in a run of hops or -, "
                f"passes, turns), found {cursor.text.count(' ') + 1}"
            )
        first, second, kings, area = self.placement()
        seat = cursor.number(2, "the player to move, 1 or 2", least=1) - 1
        chain_at, chain_piece = cursor.at, cursor.word()
        passes_at, passes = cursor.at, cursor.number(2, "the number of forced passes, 0 to 2")
        turns = cursor.number(TURN_LIMIT, f"the number of turns, 0 to {TURN_LIMIT}")
        mine, theirs = (first, second) if seat == 0 else (second, first)
        stacks = board.point_set(" ".join(setup.stacks))
        more = self.further(theirs, stacks)
        owner = int(bool(stacks & self._start_of(1)))
        state = self.engine.state(
            mine,
            theirs,
            kings,
            area,
            NOTHING,
            more.path,
            more.huffable,
            board.point_set(setup.goal),
            more.hands[seat],
            more.hands[1 - seat],
            more.stack_depths,
            stacks,
            more.turned,
            more.heading,
            seat,
            passes,
            turns,
            self.parts.packed,
            self.parts.setting(self.engine.boards.index(board), owner),
        )
        if check:
            self.check_counts(state)
        if chain_piece != "-":
            state = self.hopping(state, chain_piece, chain_at)
        by_approach = self.parts.approach and chain_piece != "-"
        if bool(more.path) != by_approach:
            raise cursor.impossible(
                "path= and heading=, expected in a run of captures by approach and nowhere else"
            )
        headed = by_approach or (self.parts.straight and chain_piece != "-")
        if headed != (more.heading != NO_HEADING):
            raise cursor.impossible(
                "heading=, expected in a run of captures by approach or of straight hops and "
                "nowhere else"
            )
        if passes and (
            chain_piece != "-" or (passes == 2 and self.engine.moves.nth_move(state, 0) >= 0)
        ):
            going = "a run of hops goes on" if chain_piece != "-" else "a move can be made"
            raise cursor.fault(f"0 forced passes where {going}", passes_at)
        return state

    def _start_of(self, seat: int) -> PointSet:
        signs = self.setup.rows.split("/")[::-1]
        return PointSet(
            sum(
                1 << point
                for row, text in zip(self.board.rows, signs, strict=True)
                for point, sign in zip(members(row), text, strict=True)
                if sign == "12"[seat]
            )
        )

    def placement(self) -> tuple[PointSet, PointSet, PointSet, PointSet]:
        rows = [members(row) for row in self.board.rows[::-1]]
        text = self.cursor.rows(list(map(len, rows)), "12AB.#", "1, 2, A, B, . or #", kind="points")
        sets = dict.fromkeys("12AB.#", 0)
        for sign, point in zip("".join(text), itertools.chain(*rows), strict=True):
            sets[sign] |= 1 << point
        for king, side in zip("AB", self.parts.sides, strict=True):
            if sets[king] and side.kings == "none":
                raise self.cursor.impossible(
                    f"a king ({king}), expected none, as that side has none in this ruleset"
                )
        check_closed(self.cursor, sets["#"], self.board.rows, self.parts.closing)
        return (
            PointSet(sets["1"] | sets["A"]),
            PointSet(sets["2"] | sets["B"]),
            PointSet(sets["A"] | sets["B"]),
            PointSet(self.board.full ^ sets["#"]),
        )

    def further(self, theirs: PointSet, stacks: PointSet) -> Further:
        """The fields that say more than an ordinary position."""
        hands, stack_depths, huffable, turned, path, heading = (
            (0, 0),
            0,
            NOTHING,
            0,
            NOTHING,
            NO_HEADING,
        )
        known: list[str] = []
        while self.cursor.next:
            at, word = self.cursor.at, self.cursor.word()
            name, _, value = word.partition("=")
            fields = ("hand", "under", "owed", "turned", "path", "heading")
            if name not in fields or name in known:
                raise self.cursor.fault(f"one of {'=, '.join(fields)}=, each once", at)
            known.append(name)
            if name == "hand":
                one, two = self.numbers(value, 2, HAND_LIMIT, at)
                hands = one, two
                if any(n > most for n, most in zip(hands, self.setup.hands, strict=True)):
                    raise self.cursor.fault("at most what the players hold at the start", at)
            elif name == "under":
                counts = self.numbers(value, len(members(stacks)), STACK_LIMIT, at)
                stack_depths = sum(count << 4 * n for n, count in enumerate(counts))
            elif name == "owed":
                huffable = self.huffable(value, theirs, at)
            elif name == "path":
                path = self.points(value, at)
            elif name == "heading":
                if value not in COMPASS:
                    raise self.cursor.fault(f"one of {', '.join(COMPASS)}", at)
                heading = COMPASS.index(value)
            else:
                turned = self.turned(value, at)
        if path and heading == NO_HEADING:
            raise self.cursor.impossible("path= alone, expected heading= as well")
        return Further(hands, stack_depths, huffable, turned, path, heading)

    def points(self, text: str, at: int) -> PointSet:
        names = text.split(",")
        if any(name not in self.board.index for name in names):
            raise self.cursor.fault("names of points, joined by commas", at)
        return self.board.point_set(" ".join(names))

    def numbers(self, text: str, count: int, most: int, at: int) -> list[int]:
        words = text.split(",")
        if len(words) != count or not all(re.fullmatch("0|[1-9][0-9]?", word) for word in words):
            raise self.cursor.fault(f"{count} numbers, 0 to {most}, joined by commas", at)
        if max(map(int, words)) > most:
            raise self.cursor.fault(f"numbers of at most {most}", at)
        return list(map(int, words))

    def huffable(self, text: str, theirs: PointSet, at: int) -> PointSet:
        names = text.split(",")
        if not self.parts.huffing or any(
            name not in self.board.index or not theirs >> self.board.index[name] & 1
            for name in names
        ):
            raise self.cursor.fault(
                "counters of the player who moved last, in a game of huffing", at
            )
        return self.board.point_set(" ".join(names))

    def turned(self, text: str, at: int) -> int:
        seats = [int(sign) - 1 for sign in text if sign in "12"]
        can = all(self.parts.sides[seat].turning for seat in seats)
        if text not in ("1", "2", "12") or not can:
            raise self.cursor.fault("1, 2 or 12: players whose direction turns round", at)
        return sum(1 << seat for seat in seats)

    def check_counts(self, state: HoppingState) -> None:
        for seat in (0, 1):
            own = sides_of(state)[seat]
            start = self._start_of(seat)
            most = start.bit_count() + self.setup.hands[seat]
            below = 0
            if state.stacks & start:
                most += sum(self.setup.stacks.values()) - len(self.setup.stacks)
                below = sum(state.stack_depths >> 4 * n & 15 for n in range(16))
                for n, point in enumerate(members(state.stacks)):
                    if state.stack_depths >> 4 * n & 15 and not own >> point & 1:
                        raise self.cursor.impossible(
                            f"counters below none on {self.board.names[point]}"
                        )
            count = own.bit_count() + hands_of(state)[seat] + below
            if count > most:
                raise self.cursor.impossible(
                    f"player {seat + 1} has {count} counters, expected at most {most}"
                )

    def hopping(self, state: HoppingState, chain_piece: str, at: int) -> HoppingState:
        board = self.board
        if chain_piece not in board.index or not state.mine >> board.index[chain_piece] & 1:
            raise self.cursor.fault(f"a counter of player {state.seat + 1} or -", at)
        point = board.point_set(chain_piece)
        run = state._replace(chain_piece=point)
        if not self.parts.continues or not self.engine.moves.can_hop(run, point):
            raise self.cursor.fault(
                f"a counter that can capture on, which {chain_piece} cannot", at
            )
        if state.path:
            last = board.neighbours[board.index[chain_piece]][state.heading + 4 & 7]
            if state.path & point or last == NONE or not state.path >> last & 1:
                raise self.cursor.impossible(
                    f"path= and heading= do not lead to {chain_piece}: "
                    "expected the point from which it came in path=, "
                    "and not the point on which it stands"
                )
        return run
