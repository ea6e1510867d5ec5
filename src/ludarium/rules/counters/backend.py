"""The interface between games of counters as data and the back-ends that play them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Literal, NamedTuple

from ludarium.rules.counters.board import NO_HEADING, NOTHING, DrawnBoard, PointSet
from ludarium.rules.counters.parts import COUNTER
from ludarium.rules.counters.setup import CounterRules
from ludarium.rules.dispatch import Functions

__all__ = ["PASS", "Backend", "CounterMove", "CounterPosition"]

PASS = 0
"""The action of a pass."""


class CounterPosition(NamedTuple):
    """A position, for people: what the states of all back-ends hold."""

    counters: tuple[PointSet, PointSet]
    """The counters of seat 0 and of seat 1."""
    area: PointSet
    """Points in play."""
    chain_piece: PointSet
    """The counter in the middle of a run of captures, or empty."""
    seat: int
    """The seat to move."""
    passes: int
    """Number of forced passes in a row."""
    turns: int
    """Number of completed turns of both seats."""
    kings: PointSet = NOTHING
    """The promoted ones of both."""
    hands: tuple[int, int] = (0, 0)
    """The counters of seat 0 and of seat 1 that are not on the board yet."""
    stacks: PointSet = NOTHING
    """The points on which counters stand on each other at the start."""
    stack_depths: int = 0
    """Counters below others: 4 bits for each of these points."""
    stacks_owner: int = 0
    """The seat whose counters these are."""
    huffable: PointSet = NOTHING
    """Counters of the other seat that could have captured in its last turn, and did not."""
    turned: int = 0
    """A bit for each seat whose forward direction is turned round."""
    path: PointSet = NOTHING
    """The points that the counter in a run has left, where captures are by approach."""
    heading: int = NO_HEADING
    """The direction of its last move, where that tells where it may go, or NO_HEADING."""

    def below(self) -> list[int]:
        """The number of counters below the top one of each of the `stacks`."""
        return [self.stack_depths >> 4 * n & 15 for n in range(self.stacks.bit_count())]


class CounterMove(NamedTuple):
    """An action, for people."""

    kind: Literal["pass", "step", "hop", "drop", "huff", "approach", "withdrawal", "clear"]
    """A counter is moved; or placed (drop), removed because it did not capture (huff), or taken off
    a full board (clear)."""
    source: int = 0
    target: int = 0


class Backend(ABC):
    """A way to play games of counters: states and functions for compiled code."""

    name: str
    """The displayed name."""
    engine: str
    """The name of the machine code, where several games share it; else empty."""
    state: type
    """The type of states."""
    boards: tuple[DrawnBoard, ...]
    """The boards that it plays on."""
    functions: Functions
    """The generic functions of the games."""
    hints: str
    """The module of hints."""
    flags: tuple[str, ...]
    """The names of the parts that it has, of those that hold for the game."""
    has_sides: bool
    """True if it has all parts of sides, setups and goals; else counters step and hop in all
    directions, and all begin on the board.
    """

    @abstractmethod
    def state_of(self, position: CounterPosition, rules: CounterRules, board: DrawnBoard) -> Any:
        """The state of a position."""

    @abstractmethod
    def position_of(self, state: Any) -> CounterPosition:
        """The position of a state."""

    @abstractmethod
    def board_of(self, state: Any) -> DrawnBoard:
        """The board of a state."""

    @abstractmethod
    def move_of(self, action: int) -> CounterMove:
        """The move that an action is."""

    @abstractmethod
    def captured(self, state: Any, action: int) -> int:
        """The points of the counters that a move captures."""

    @abstractmethod
    def every_action(self, board: DrawnBoard, rules: CounterRules) -> list[int]:
        """The pass, then all other actions that there can ever be."""

    def also_touched(self, state: Any, action: int) -> int | None:
        """The point to touch besides the ends of a move, where those leave open what it is."""
        return None

    def has_filled(self, state: Any, seat: int) -> bool:
        """Return whether all counters of the seat that are on the board stand on a goal."""
        return False

    def can_move(self, state: Any) -> bool:
        """Return whether the seat to move can do anything but pass."""
        return bool(self.functions["nth_legal"](state, state.seat, 0) != PASS)

    def can_pass(self, state: Any) -> bool:
        """Return whether the seat to move can pass."""
        last = self.functions["legal_count"](state, state.seat) - 1
        return bool(self.functions["nth_legal"](state, state.seat, last) == PASS)

    def check(self, rules: CounterRules, board: DrawnBoard) -> None:
        """Raise ValueError where it cannot play these rules on this board."""
        if board not in self.boards:
            raise ValueError("its board is not on the game's engine")
        setup, parts = rules
        lacking = [name for name in parts.flags if name not in self.flags]
        if not self.has_sides:
            lacking += ["pieces that do other than step and hop"] * (
                parts.sides != (COUNTER, COUNTER)
            )
            lacking += ["a goal"] * (parts.filling != "nobody")
            lacking += ["counters in hand or on each other"] * bool(
                any(setup.hands) or setup.stacks
            )
        if lacking:
            raise ValueError(f"the {self.name} back-end does not have {', '.join(lacking)}")
