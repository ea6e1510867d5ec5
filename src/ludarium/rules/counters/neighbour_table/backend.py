"""The neighbour-table back-end: its state types and functions, by board.

All games on the boards of this package share one state type, and so one machine code. A board of
somebody else gets a state type of its own.
"""

from __future__ import annotations

import functools
import hashlib
import math
from typing import Any

from ludarium.rules.bits import members
from ludarium.rules.counters.backend import PASS, Backend, CounterMove, CounterPosition
from ludarium.rules.counters.board import NONE, DrawnBoard
from ludarium.rules.counters.boards import BOARDS
from ludarium.rules.counters.neighbour_table.moves import (
    AWAY,
    CLEAR,
    DROP,
    HOP,
    HUFF,
    KINDS,
    TOWARDS,
)
from ludarium.rules.counters.neighbour_table.rules import table_rules
from ludarium.rules.counters.neighbour_table.state import (
    APPROACH,
    CAPTURE,
    NeighbourTableState,
    packed,
    setting_of,
    stacks_owner,
)
from ludarium.rules.counters.neighbour_table.table import board_table
from ludarium.rules.counters.parts import FLAGS
from ludarium.rules.counters.setup import CounterRules

__all__ = ["NeighbourTable", "SharedState", "backend_of"]

NAMES = {0: "step", HOP: "hop", DROP: "drop", HUFF: "huff", CLEAR: "clear"}
NAMES |= {TOWARDS: "approach", AWAY: "withdrawal"}
CAPTURING = (TOWARDS, AWAY)


class NeighbourTable(Backend):
    """The back-end of some boards."""

    name = "neighbour-table"
    hints = "ludarium.hints.counters.neighbour_table"
    flags = FLAGS
    has_sides = True

    def __init__(self, engine: str, state: type, boards: tuple[DrawnBoard, ...]) -> None:
        self.engine, self.state, self.boards = engine, state, boards
        self.table = board_table(boards)
        self.functions, self.moves = table_rules(state, self.table)

    def state_of(
        self, position: CounterPosition, rules: CounterRules, board: DrawnBoard
    ) -> NeighbourTableState:
        """The state of a position."""
        setup, parts = rules
        seat, (first, second) = position.seat, position.counters
        owner = int(bool(position.stacks & setup.counters(board, 1)))
        state: NeighbourTableState = self.state(
            second if seat else first,
            first if seat else second,
            position.kings,
            position.area,
            position.chain_piece,
            position.path,
            position.huffable,
            board.point_set(setup.goal),
            position.hands[seat],
            position.hands[1 - seat],
            position.stack_depths,
            position.stacks,
            position.turned,
            position.heading,
            seat,
            position.passes,
            position.turns,
            packed(parts),
            setting_of(parts, self.boards.index(board), owner),
        )
        return state

    def position_of(self, state: NeighbourTableState) -> CounterPosition:
        """The position of a state."""
        counters, hands = (state.mine, state.theirs), (state.my_hand, state.their_hand)
        return CounterPosition(
            counters[::-1] if state.seat else counters,
            state.area,
            state.chain_piece,
            state.seat,
            state.passes,
            state.turns,
            state.kings,
            hands[::-1] if state.seat else hands,
            state.stacks,
            state.stack_depths,
            stacks_owner(state),
            state.huffable,
            state.turned,
            state.path,
            state.heading,
        )

    def board_of(self, state: NeighbourTableState) -> DrawnBoard:
        """The board of a state."""
        return self.boards[state.setting & 255]

    def move_of(self, action: int) -> CounterMove:
        """The move that an action is."""
        kind: Any = "pass" if action == PASS else NAMES[action & KINDS]
        return CounterMove(kind, action & 127, action >> 7 & 127)

    def captured(self, state: NeighbourTableState, action: int) -> int:
        """The points of the counters that a move captures."""
        return self.moves.captured(state, action) if action & KINDS else 0

    def also_touched(self, state: NeighbourTableState, action: int) -> int | None:
        """The nearest counter that a step captures, or its target where it captures none, where it
        may capture in another way as well.
        """
        if not state.rules & APPROACH or action & KINDS not in (0, *CAPTURING):
            return None
        step = action & ~KINDS
        captures = [kind for kind in CAPTURING if self.moves.captured(state, step | kind)]
        # where nobody has to capture, the step alone is a move as well
        optional = not state.rules & CAPTURE and not state.chain_piece
        if len(captures) + optional < 2 or not captures:
            return None
        board, target = self.board_of(state), action >> 7 & 127
        taken = members(self.moves.captured(state, action)) if action & KINDS else [target]
        return min(taken, key=lambda at: math.dist(board.points[at], board.points[target]))

    def has_filled(self, state: NeighbourTableState, seat: int) -> bool:
        """Return whether all counters of the seat that are on the board stand on a goal."""
        own = self.position_of(state).counters[seat]
        return bool(state.goal) and own == own & state.goal

    def every_action(self, board: DrawnBoard, rules: CounterRules) -> list[int]:
        """The pass, then all steps, hops, placements and removals that there can ever be."""
        parts, actions = rules.parts, [PASS]
        flying = any(piece.promotes in ("fly", "land") for piece in parts.sides)
        size = len(board.points)
        for start in range(size):
            for way in range(8):
                line = _line(board, start, way)
                steps = line if flying else line[:1]
                actions += [start + 128 * target for target in steps]
                # who hops with a gap does so as long as it is no king
                hops = line[1:] if flying else line[1:3] if parts.gap else line[1:2]
                if parts.approach:
                    actions += [
                        start + 128 * target + kind for target in line[:1] for kind in CAPTURING
                    ]
                else:
                    actions += [start + 128 * target + HOP for target in hops]
        if any(rules.setup.hands):
            actions += [128 * target + DROP for target in range(size)]
        if parts.huffing:
            actions += [source + HUFF for source in range(size)]
        if parts.clearing:
            actions += [source + CLEAR for source in range(size)]
        return actions


def _line(board: DrawnBoard, start: int, way: int) -> list[int]:
    """The points in this direction, the nearest first."""
    line = []
    at = board.neighbours[start][way]
    while at != NONE:
        line.append(at)
        at = board.neighbours[at][way]
    return line


class SharedState(NeighbourTableState):
    """A position on one of the boards of this package."""

    __slots__ = ()


SHARED = NeighbourTable("counters", SharedState, BOARDS)


@functools.cache
def backend_of(board: DrawnBoard) -> NeighbourTable:
    """The back-end that plays on this board. A board that is not of this package has one of its
    own, under a name that is of its drawing, as machine code is kept by that name.
    """
    if board in BOARDS:
        return SHARED
    digest = hashlib.sha256(board.drawing.encode()).hexdigest()[:12]
    names = {"__slots__": (), "__module__": __name__}
    state = type(f"State_{digest}", (NeighbourTableState,), names)
    globals()[state.__name__] = state  # machine code on disk names the type
    return NeighbourTable(f"drawn-{digest}", state, (board,))
