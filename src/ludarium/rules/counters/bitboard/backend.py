"""The bitboard back-end: states and functions of one board."""

from __future__ import annotations

from ludarium.rules.bits import Bits, bit, members
from ludarium.rules.counters.backend import PASS, Backend, CounterMove, CounterPosition
from ludarium.rules.counters.bitboard.board import bitboard_of
from ludarium.rules.counters.bitboard.rules import bitboard_rules
from ludarium.rules.counters.bitboard.state import FLAG_BITS, HOP, BitboardState, packed
from ludarium.rules.counters.board import DrawnBoard, PointSet
from ludarium.rules.counters.setup import CounterRules

__all__ = ["BitboardBackend"]


class BitboardBackend(Backend):
    """The back-end of one board and state type. Raises ValueError for a board that is not regular
    enough, or too large.
    """

    name = "bitboard"
    engine = ""
    hints = "ludarium.hints.counters.bitboard"
    flags = tuple(FLAG_BITS)
    has_sides = False

    def __init__(self, state: type[BitboardState], board: DrawnBoard) -> None:
        self.state: type[BitboardState] = state
        self.boards = (board,)
        self.functions = bitboard_rules(state, bitboard_of(board))

    def state_of(
        self, position: CounterPosition, rules: CounterRules, board: DrawnBoard
    ) -> BitboardState:
        """The state of a position."""
        seat, (first, second) = position.seat, map(Bits, position.counters)
        return self.state(
            second if seat else first,
            first if seat else second,
            Bits(position.area),
            Bits(position.chain_piece),
            seat,
            position.passes,
            position.turns,
            packed(rules.parts),
        )

    def position_of(self, state: BitboardState) -> CounterPosition:
        """The position of a state."""
        mine, theirs, area, chain_piece = map(PointSet, state[:4])
        return CounterPosition(
            (theirs, mine) if state.seat else (mine, theirs),
            area,
            chain_piece,
            state.seat,
            state.passes,
            state.turns,
        )

    def board_of(self, state: BitboardState) -> DrawnBoard:
        """The board of a state."""
        return self.boards[0]

    def move_of(self, action: int) -> CounterMove:
        """The move that an action is."""
        kind = "pass" if action == PASS else "hop" if action & HOP else "step"
        return CounterMove(kind, action & 63, action >> 6 & 63)  # type: ignore[arg-type]

    def captured(self, state: BitboardState, action: int) -> int:
        """The points of the counters that a move captures."""
        _, source, target = self.move_of(action)
        return bit(source + target >> 1) if action & HOP else 0

    def every_action(self, board: DrawnBoard, rules: CounterRules) -> list[int]:
        """The pass, then each step along a line and each hop over a point, both ways."""
        actions, bits = [PASS], bitboard_of(board)
        for sources, middles, shift in zip(bits.sources, bits.middles, bits.shifts, strict=True):
            ends = [(lower, lower + shift, 0) for lower in members(sources)]
            ends += [(over - shift, over + shift, HOP) for over in members(middles)]
            for one, other, hop in ends:
                actions += [one + 64 * other + hop, other + 64 * one + hop]
        return actions
