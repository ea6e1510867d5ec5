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
from typing import Any

from ludarium.rules.bits import Bits, members
from ludarium.rules.counters.backend import Backend, CounterPosition
from ludarium.rules.counters.board import NO_HEADING, NONE, NOTHING, DrawnBoard, PointSet
from ludarium.rules.counters.parts import HAND_LIMIT, TURN_LIMIT
from ludarium.rules.counters.setup import CounterRules
from ludarium.rules.cursor import Cursor, write_rows

__all__ = ["first_state", "read", "signs_of", "write"]

COMPASS = ("E", "NE", "N", "NW", "W", "SW", "S", "SE")
"""The names of DIRECTIONS."""
STACK_LIMIT = 15  # of the counters below the top one, as 4 bits count them


def first_state(board: DrawnBoard, backend: Backend, rules: CounterRules) -> Any:
    """The state in which a game begins. Raises PositionError where the setup is not one."""
    setup = rules.setup
    start = CounterReader(f"{setup.rows} 1 - 0 0", board, backend, rules).position(check=False)
    points = sorted(setup.stacks, key=board.index.__getitem__)
    depths = sum((setup.stacks[name] - 1) << 4 * n for n, name in enumerate(points))
    return backend.state_of(start._replace(hands=setup.hands, stack_depths=depths), rules, board)


def signs_of(position: CounterPosition, board: DrawnBoard) -> list[str]:
    """The sign of each point."""
    first, second = position.counters
    signs = []
    for index in range(len(board.points)):
        side = "1A" if first >> index & 1 else "2B" if second >> index & 1 else ""
        empty = "." if position.area >> index & 1 else "#"
        signs.append(side[position.kings >> index & 1] if side else empty)
    return signs


def write(position: CounterPosition, board: DrawnBoard) -> str:
    """The position as text."""
    signs = signs_of(position, board)
    rows = ["".join(signs[i] for i in members(row)) for row in board.rows[::-1]]
    chain_piece = _names(board, position.chain_piece) or "-"
    text = f"{write_rows(rows)} {position.seat + 1} {chain_piece} {position.passes} "
    text += str(position.turns)
    if any(position.hands):
        text += " hand={},{}".format(*position.hands)
    if position.stack_depths:
        text += f" under={','.join(map(str, position.below()))}"
    if position.huffable:
        text += f" owed={_names(board, position.huffable)}"
    if position.turned:
        text += " turned=" + "".join(str(seat + 1) for seat in members(Bits(position.turned)))
    if position.path:
        text += f" path={_names(board, position.path)}"
    if position.heading != NO_HEADING:
        text += f" heading={COMPASS[position.heading]}"
    return text


def _names(board: DrawnBoard, points: PointSet) -> str:
    return ",".join(board.names[index] for index in members(points))


def read(text: str, board: DrawnBoard, backend: Backend, rules: CounterRules) -> Any:
    """The state of the position of this text. Raises PositionError."""
    return backend.state_of(CounterReader(text, board, backend, rules).position(), rules, board)


class CounterReader:
    """Reads one position."""

    def __init__(self, text: str, board: DrawnBoard, backend: Backend, rules: CounterRules) -> None:
        self.cursor = Cursor(text)
        self.board, self.backend, self.rules = board, backend, rules
        self.setup, self.parts = rules
        self.word = "capture" if backend.has_sides else "hop"

    def position(self, *, check: bool = True) -> CounterPosition:
        """The position. check: whether the counters are not to be more than at the start."""
        cursor, board = self.cursor, self.board
        fields = cursor.text.count(" ") + 1
        if fields < 5 or (fields > 5 and not self.backend.has_sides):
            raise cursor.impossible(
                f"expected 5 fields{' or more' * self.backend.has_sides} (rows, player to move, "
                f"counter in a run of hops or -, passes, turns), found {fields}"
            )
        counters, kings, area = self.placement()
        seat = cursor.number(2, "the player to move, 1 or 2", least=1) - 1
        chain_at, chain_piece = cursor.at, cursor.word()
        passes_at, passes = cursor.at, cursor.number(2, "the number of forced passes, 0 to 2")
        turns = cursor.number(TURN_LIMIT, f"the number of turns, 0 to {TURN_LIMIT}")
        stacks = board.point_set(" ".join(self.setup.stacks))
        position = self.further(
            CounterPosition(counters, area, NOTHING, seat, passes, turns, kings, stacks=stacks)
        )
        if check:
            self.check_counts(position)
        in_run = chain_piece != "-"
        if in_run:
            position = self.in_run(position, chain_piece, chain_at)
        by_approach = self.parts.approach and in_run
        if bool(position.path) != by_approach:
            raise cursor.impossible(
                "path= and heading=, expected in a run of captures by approach and nowhere else"
            )
        headed = by_approach or (self.parts.straight and in_run)
        if headed != (position.heading != NO_HEADING):
            raise cursor.impossible(
                "heading=, expected in a run of captures by approach or of straight hops and "
                "nowhere else"
            )
        if passes and (in_run or (passes == 2 and self.can_move(position))):
            going = "a run of hops goes on" if in_run else "a move can be made"
            raise cursor.fault(f"0 forced passes where {going}", passes_at)
        return position

    def can_move(self, position: CounterPosition) -> bool:
        return self.backend.can_move(self.backend.state_of(position, self.rules, self.board))

    def placement(self) -> tuple[tuple[PointSet, PointSet], PointSet, PointSet]:
        """The counters of both seats, the kings, and the points in play."""
        rows = [members(row) for row in self.board.rows[::-1]]
        signs, told = (
            ("12AB.#", "1, 2, A, B, . or #") if self.backend.has_sides else ("12.#", "1, 2, . or #")
        )
        text = self.cursor.rows(list(map(len, rows)), signs, told, kind="points")
        sets = dict.fromkeys("12AB.#", 0)
        for sign, point in zip("".join(text), itertools.chain(*rows), strict=True):
            sets[sign] |= 1 << point
        for king, piece in zip("AB", self.parts.sides, strict=True):
            if sets[king] and not piece.promotes:
                raise self.cursor.impossible(
                    f"a king ({king}), expected none, as that side has none in this ruleset"
                )
        self.check_closed(sets["#"])
        return (
            (PointSet(sets["1"] | sets["A"]), PointSet(sets["2"] | sets["B"])),
            PointSet(sets["A"] | sets["B"]),
            PointSet(self.board.full ^ sets["#"]),
        )

    def check_closed(self, closed: int) -> None:
        """Raise PositionError where these points cannot be out of play."""
        if closed and not self.parts.closing:
            raise self.cursor.impossible("points out of play (#), expected none in this ruleset")
        for inwards in (self.board.rows, self.board.rows[::-1]):
            for row in inwards:
                if row & closed != row:
                    break
                closed &= ~row
        if closed:
            raise self.cursor.impossible(
                "points out of play (#) must be whole rows from the edge of the board"
            )

    def further(self, position: CounterPosition) -> CounterPosition:
        """The position with the fields that say more than an ordinary one has."""
        found: dict[str, Any] = {}
        fields = {
            "hand": "hands",
            "under": "stack_depths",
            "owed": "huffable",
            "turned": "turned",
            "path": "path",
            "heading": "heading",
        }
        while self.cursor.next:
            at, word = self.cursor.at, self.cursor.word()
            name, _, value = word.partition("=")
            if name not in fields or fields[name] in found:
                raise self.cursor.fault(f"one of {'=, '.join(fields)}=, each once", at)
            found[fields[name]] = self.field(name, value, at, position)
        if found.get("path") and "heading" not in found:
            raise self.cursor.impossible("path= alone, expected heading= as well")
        return position._replace(**found)

    def field(self, name: str, value: str, at: int, position: CounterPosition) -> Any:
        """The value of one of these fields."""
        match name:
            case "hand":
                one, two = self.numbers(value, 2, HAND_LIMIT, at)
                if any(n > most for n, most in zip((one, two), self.setup.hands, strict=True)):
                    raise self.cursor.fault("at most what the players hold at the start", at)
                return one, two
            case "under":
                counts = self.numbers(value, position.stacks.bit_count(), STACK_LIMIT, at)
                return sum(count << 4 * n for n, count in enumerate(counts))
            case "owed":
                return self.huffable(value, position.counters[1 - position.seat], at)
            case "path":
                return self.points(value, at)
            case "heading":
                if value not in COMPASS:
                    raise self.cursor.fault(f"one of {', '.join(COMPASS)}", at)
                return COMPASS.index(value)
        return self.turned(value, at)

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

    def check_counts(self, position: CounterPosition) -> None:
        below = dict(zip(members(position.stacks), position.below(), strict=True))
        for seat, own in enumerate(position.counters):
            start = self.setup.counters(self.board, seat)
            most = start.bit_count() + self.setup.hands[seat]
            count = own.bit_count() + position.hands[seat]
            if position.stacks & start:
                most += sum(self.setup.stacks.values()) - len(self.setup.stacks)
                count += sum(below.values())
                for point, depth in below.items():
                    if depth and not own >> point & 1:
                        raise self.cursor.impossible(
                            f"counters below none on {self.board.names[point]}"
                        )
            if count > most:
                raise self.cursor.impossible(
                    f"player {seat + 1} has {count} counters, expected at most {most}"
                )

    def in_run(self, position: CounterPosition, chain_piece: str, at: int) -> CounterPosition:
        """The position in which this counter may capture on."""
        board, mine = self.board, position.counters[position.seat]
        if chain_piece not in board.index or not mine >> board.index[chain_piece] & 1:
            raise self.cursor.fault(f"a counter of player {position.seat + 1} or -", at)
        point = board.point_set(chain_piece)
        run = position._replace(chain_piece=point)
        captures = self.can_move(run._replace(huffable=NOTHING, hands=(0, 0)))
        if not self.parts.continues or not captures:
            raise self.cursor.fault(
                f"a counter that can {self.word} on, which {chain_piece} cannot", at
            )
        if run.path:
            last = board.neighbours[board.index[chain_piece]][run.heading + 4 & 7]
            if run.path & point or last == NONE or not run.path >> last & 1:
                raise self.cursor.impossible(
                    f"path= and heading= do not lead to {chain_piece}: "
                    "expected the point from which it came in path=, "
                    "and not the point on which it stands"
                )
        return run
