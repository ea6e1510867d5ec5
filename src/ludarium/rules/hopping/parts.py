"""The state of games of counters that step and hop, and the parts of their rulesets.

What both sides do alike or each in its own way is a `CounterSide`; what holds for the game is in
`HoppingParts`. All parts combine freely, and each has a name, so that a ruleset can be written as a
text.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, get_args

from ludarium.errors import RulesetError, choice_of
from ludarium.moved import renamed
from ludarium.rules.fields import FIXED
from ludarium.rules.hopping.board import PointSet
from ludarium.rules.lines.parts import (
    END_WORDS,
    TURN_LIMIT,
    End,
    outcome_of,
)

__all__ = [
    "APPROACH",
    "CAPTURE",
    "CHAIN",
    "CLEARING",
    "CLOSING",
    "GAP",
    "HAND_LIMIT",
    "HUFFING",
    "NO_HEADING",
    "STOPPING",
    "STRAIGHT",
    "CounterSide",
    "HoppingParts",
    "HoppingState",
    "hopping_parts_of",
    "stacks_owner",
]

if not TYPE_CHECKING:
    __getattr__ = renamed(__name__, {"Side": "CounterSide"})

NO_HEADING = 8
"""The heading of a counter that has not moved in this turn."""
HAND_LIMIT = 40
"""The most counters that a side can hold."""


class HoppingState(NamedTuple):
    """A state."""

    mine: PointSet
    """Counters of the seat to move."""
    theirs: PointSet
    """Counters of the other seat."""
    kings: PointSet
    """The promoted ones of both."""
    area: PointSet
    """Points in play."""
    chain_piece: PointSet
    """The counter in the middle of a run of hops, or empty."""
    path: PointSet
    """The points that this counter has left in this turn, where captures are by approach."""
    huffable: PointSet
    """Counters of the other seat that could have captured in its last turn, and did not: the seat
    to move may remove one of them."""
    goal: Annotated[PointSet, FIXED]
    """The points that a side with a goal has to fill, or empty."""
    my_hand: Annotated[int, range(HAND_LIMIT + 1)]
    """Counters of the seat to move that are not on the board yet."""
    their_hand: Annotated[int, range(HAND_LIMIT + 1)]
    """The counters in the hand of the other seat."""
    stack_depths: int
    """Counters below others: 4 bits for each point of a stack, in the order of the points."""
    stacks: Annotated[PointSet, FIXED]
    """The points on which counters stand on each other at the start."""
    turned: Annotated[int, range(4)]
    """A bit for each seat whose forward direction is turned round."""
    heading: Annotated[int, range(NO_HEADING + 1)]
    """The direction of the last move of the counter in a run, where captures are by approach or
    runs of hops are straight; else NO_HEADING."""
    seat: int
    """The seat to move."""
    passes: Annotated[int, range(3)]
    """Number of forced passes in a row."""
    turns: Annotated[int, range(TURN_LIMIT + 1)]
    """Number of completed turns of both seats."""
    rules: Annotated[int, FIXED]
    """The ruleset: `HoppingParts.packed`."""
    setting: Annotated[int, FIXED]
    """The board and what else the setup says: `HoppingParts.setting`."""


Steps = Literal["any", "forward", "sideways", "diagonal", "none"]
Hops = Literal["any", "forward", "sideways", "none"]
Kings = Literal["none", "walk", "fly", "land"]

# bits of directions, east first and round by the north, for the seat that moves up the board
ALL_WAYS, UPWARDS, LEVEL, SLANTING = 0b11111111, 0b00001110, 0b00010001, 0b00001010
STEP_WAYS: dict[Steps, int] = {
    "any": ALL_WAYS,
    "forward": UPWARDS,
    "sideways": UPWARDS | LEVEL,
    "diagonal": SLANTING,
    "none": 0,
}
HOP_WAYS: dict[Hops, int] = {
    "any": ALL_WAYS,
    "forward": UPWARDS,
    "sideways": UPWARDS | LEVEL,
    "none": 0,
}


@dataclasses.dataclass(frozen=True)
class CounterSide:
    """The moves of one side's counters."""

    steps: Steps = "any"
    """The directions of steps: any, only forward (straight or diagonally), forward or sideways,
    only diagonally forward, or nowhere."""
    hops: Hops = "any"
    """The directions of hops over an enemy, which is captured: any, only forward (straight or
    diagonally), forward or sideways, or nowhere."""
    kings: Kings = "none"
    """The moves of a counter that ended a turn in the farthest row: nothing more; step and hop in
    all directions; go any distance, hop over an enemy that is any distance away, and land on any
    free point behind it before the next counter; or the same, but land on the first point behind
    it."""
    turning: bool = False
    """True if the side's forward direction turns round when none of its counters can step forward.
    """
    min_pieces: int = 1
    """With fewer counters than that the side has lost; 1 or 0 leave that to the ends."""

    @property
    def packed(self) -> int:
        """The side in 19 bits: directions of steps and of hops, kings, turning."""
        kings: int = get_args(Kings).index(self.kings)
        return STEP_WAYS[self.steps] | HOP_WAYS[self.hops] << 8 | kings << 16 | self.turning << 18


SIDE_BITS = 19
CHAIN, CAPTURE, HUFFING, CLOSING, GAP, APPROACH, STOPPING, STRAIGHT, CLEARING = (
    1 << (2 * SIDE_BITS + n) for n in range(9)
)
"""A capture may go on; who can capture must; who could have may lose the counter; rows close; a
hop goes over one free point first; captures are by approach and withdrawal; a run of captures may
be stopped; a run of hops keeps its direction; a board that is full is cleared first."""
OUTCOMES = 2 * SIDE_BITS + 9
LEAST = 8
"""The bits of the setting that say how many counters a side needs at least, 7 for each seat; below
them the number of the board."""
FILLS = LEAST + 14
"""The bits of the setting that say whether a seat has a goal, and then which seat has the
stacks."""


@dataclasses.dataclass(frozen=True)
class HoppingParts:
    """The parts of a ruleset."""

    ends: tuple[End, ...]
    """Rules that end the game when the seat that is next cannot move; the first that applies
    decides. Where none does it passes, and two such passes in a row are a draw."""
    first: CounterSide = CounterSide()
    second: CounterSide = CounterSide()
    continues: bool = False
    """After a hop, while the same counter can hop again, its owner may hop again or pass."""
    compulsory: bool = False
    """A seat that can hop must hop, and may not pass while it can."""
    huffing: bool = False
    """True if, after a turn that made no capture though it could have, the other seat may remove
    one of the counters that could have captured, before it moves."""
    closing: bool = False
    """The outermost rows go out of play for good when no counter is left on them."""
    gap: bool = False
    """A counter that is no king hops over an enemy that is two points away, with the point between
    free."""
    approach: bool = False
    """Captures are not by hopping but by approach and withdrawal: a counter steps, and captures all
    enemies that stand in an unbroken line in front of it, in its direction, or all that stand so
    behind the point that it left; never both, and its owner chooses. Going on, it comes to no point
    twice in a turn, and does not step in the same direction twice in a row. The directions of steps
    hold for captures, and kings capture as other counters do."""
    stopping: bool = False
    """A run of captures may be ended after any of them, even where captures are compulsory."""
    straight: bool = False
    """A run of hops goes on in the direction of its first hop alone."""
    clearing: bool = False
    """While no point is free, a turn is to take one of one's own counters off the board, from
    `DrawnBoard.corners_and_centre`; while a single point is free, from a neighbour of that. Who has
    no counter there moves as usual."""
    filling: Literal["nobody", 0, 1] = "nobody"
    """The seat that wins when all its counters stand on its goal, where the setup has one."""

    @property
    def sides(self) -> tuple[CounterSide, CounterSide]:
        """Both sides, in the order of their seats."""
        return self.first, self.second

    @property
    def packed(self) -> int:
        """The parts as the int that states carry, without what `setting` has."""
        flags = (
            CHAIN * self.continues
            | CAPTURE * self.compulsory
            | HUFFING * self.huffing
            | CLOSING * self.closing
            | GAP * self.gap
            | APPROACH * self.approach
            | STOPPING * self.stopping
            | STRAIGHT * self.straight
            | CLEARING * self.clearing
        )
        cases = [outcome_of(self.ends, seat, has) for has in (True, False) for seat in (0, 1)]
        outcomes = sum(case << (OUTCOMES + 2 * n) for n, case in enumerate(cases))
        return self.first.packed | self.second.packed << SIDE_BITS | flags | outcomes

    def setting(self, board: int, stacked: int) -> int:
        """The rest of the parts, with the number of the board and the seat that has stacks."""
        least = self.first.min_pieces | self.second.min_pieces << 7
        fills = 0 if self.filling == "nobody" else 1 + self.filling
        return board | least << LEAST | fills << FILLS | stacked << (FILLS + 2)

    @property
    def text(self) -> str:
        """The parts in words joined by +, such as "continues+next-cannot-move-loses", which
        `hopping_parts_of` reads.
        """
        words = [name for name in FLAGS if getattr(self, name)]
        if self.filling != "nobody":
            words.append(f"{SEATS[self.filling]}-filling")
        both = [set(side_words(side)) for side in self.sides]
        words += [word for word in side_words(self.first) if word in both[1]]
        for seat, side in enumerate(self.sides):
            words += [
                f"{SEATS[seat]}-{word}" for word in side_words(side) if word not in both[1 - seat]
            ]
        return "+".join(words + [END_WORDS[end] for end in self.ends])


def stacks_owner(state: HoppingState) -> int:
    """The seat whose counters stand on each other, where any do."""
    return state.setting >> (FILLS + 2)


SEATS = ("one", "two")
FLAGS = (
    "continues",
    "compulsory",
    "huffing",
    "closing",
    "gap",
    "approach",
    "stopping",
    "straight",
    "clearing",
)
SIDE_PARTS: dict[str, tuple[str, ...]] = {
    "steps": get_args(Steps),
    "hops": get_args(Hops),
    "kings": get_args(Kings),
}
"""The options of what a side does; the first is the default, which needs no word."""


def side_words(side: CounterSide) -> list[str]:
    """The words of a side: what is not the default."""
    words = [
        f"{part}-{getattr(side, part)}"
        for part, options in SIDE_PARTS.items()
        if getattr(side, part) != options[0]
    ]
    words += ["turning"] if side.turning else []
    return words + ([f"least-{side.min_pieces}"] if side.min_pieces > 1 else [])


def hopping_parts_of(text: str) -> HoppingParts:
    """The parts of a text: words joined by +, with ends in the order of their checks. A word of a
    side speaks of both sides, or of one where it begins with `one-` or `two-`.

    Raises RulesetError where a part is not known.
    """
    ends = {words: end for end, words in END_WORDS.items()}
    flags: dict[str, Any] = {}
    sides: list[dict[str, Any]] = [{}, {}]
    listed = []
    for word in text.split("+") if text else []:
        if word in ends:
            listed.append(ends[word])
        elif word in FLAGS:
            flags[word] = True
        elif word in ("one-filling", "two-filling"):
            flags["filling"] = SEATS.index(word[:3])
        else:
            seat, _, rest = word.partition("-")
            named = rest if seat in SEATS else word
            for n in [SEATS.index(seat)] if seat in SEATS else [0, 1]:
                sides[n].update(_side_part(named, word))
    return HoppingParts(tuple(listed), CounterSide(**sides[0]), CounterSide(**sides[1]), **flags)


def _side_part(named: str, word: str) -> dict[str, Any]:
    part, _, option = named.partition("-")
    if named == "turning":
        return {"turning": True}
    if part == "least" and option.isdecimal() and 1 < int(option) <= HAND_LIMIT:
        return {"min_pieces": int(option)}
    if option in SIDE_PARTS.get(part, ()):
        return {part: option}
    options = (f"{part}-{option}" for part, all_of in SIDE_PARTS.items() for option in all_of)
    known = (*FLAGS, *options, "turning", "least-2", *END_WORDS.values())
    raise RulesetError(choice_of("part of a ruleset", word, known))
