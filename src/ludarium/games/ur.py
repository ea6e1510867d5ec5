"""The Royal Game of Ur: race your pieces home over a road that both share, by four dice.

Two players, Light and Dark, with seven pieces each, and a board of twenty squares. Each piece
enters on its owner's side, goes along four squares of its own, eight in the middle that both use,
and two more of its own, and is borne off. The road has fourteen squares; to bear a piece off takes
an exact throw.

Throw four dice, each of which counts 1 or 0, and move one piece by their sum. No two pieces of one
side stand on one square. A piece that lands on one of the other side takes it: that piece begins
anew. On a rosette (the fourth, eighth and fourteenth square) you throw again, and on the rosette in
the middle a piece cannot be taken. Who throws 0, or cannot move, passes. The first to bear off all
pieces wins.

Source: I. L. Finkel, "On the Rules for the Royal Game of Ur", Ancient Board Games in Perspective,
2007, after a cuneiform tablet of 177 BC; in the simple form in which the British Museum teaches it.

Notation: `A1-B3` moves a piece, `in-A4` enters one, `B8-out` bears one off, `pass`; a throw is its
sum. Light's own squares are in row A, Dark's in row C, those of both in row B.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, nth_bit, popcount, to_bits
from ludarium.rules.dice import BinaryDice
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.provenance import Provenance
from ludarium.rules.races import IN, TO_THROW, Racer, Roads, race_game
from ludarium.rules.view import Glyph

ROSETTE = Glyph(
    "rosette",
    "M12 3c2 3 2 6 0 9c-2 -3 -2 -6 0 -9zM12 21c2 -3 2 -6 0 -9c-2 3 -2 6 0 9z"
    "M3 12c3 -2 6 -2 9 0c-3 2 -6 2 -9 0zM21 12c-3 -2 -6 -2 -9 0c3 2 6 2 9 0z",
)
ROSETTE_NAMES = "A1 C1 B4 A7 C7"

# Squares are numbered along each side's road: 0 is off the board before it, 15 behind it.
ROADS = Roads(
    ("A4 A3 A2 A1 B1 B2 B3 B4 B5 B6 B7 B8 A8 A7", "C4 C3 C2 C1 B1 B2 B3 B4 B5 B6 B7 B8 C8 C7"),
    signs={
        name: (ROSETTE, say("{square}, a rosette", square=name)) for name in ROSETTE_NAMES.split()
    },
)
ROAD, SHARED, OUT, PASS = ROADS.cells, ROADS.shared, ROADS.out, ROADS.passing
ROSETTES = ROADS.numbers(ROSETTE_NAMES)
SAFE = Bits(ROSETTES & SHARED)
GOALS = Bits(ROAD | 1 << OUT)
DICE = BinaryDice(4)
WEIGHTS = DICE.weights  # of the sums 0 to 4


class UrState(NamedTuple):
    """A position."""

    mine: Annotated[Bits, Packed(ROADS.out, 1, 1)]
    """The squares of the pieces of the seat to move, along its road."""
    theirs: Annotated[Bits, Packed(ROADS.out, 1, 1)]
    """The pieces of the other seat, along its own road; the numbers of shared squares are the same.
    """
    my_home: Annotated[int, range(8)]
    """The number of pieces of the seat to move that are borne off."""
    their_home: Annotated[int, range(8)]
    throw: Annotated[int, range(TO_THROW, 5)]
    """The throw, 0 to 4, or TO_THROW."""
    seat: int
    pieces: Annotated[int, FIXED]
    """The number of pieces of each side."""


def start(ruleset: Ruleset, seats: int) -> UrState:
    return UrState(EMPTY, EMPTY, 0, 0, TO_THROW, 0, ruleset.parameters)


# Rules


@jitable
def movers(state: UrState) -> Bits:
    if state.their_home == state.pieces:
        return EMPTY
    return CHANCE_MOVES if state.throw == TO_THROW else ONE << to_bits(state.seat)


@jitable
def movable(state: UrState) -> Bits:
    """The squares from which a piece can be moved by the throw; IN where one can enter."""
    pieces = state.mine
    if popcount(state.mine) + state.my_home < state.pieces:
        pieces |= ONE
    goals = GOALS ^ (state.mine | (state.theirs & SAFE))
    return pieces & (goals >> to_bits(state.throw))


@jitable
def legal_count(state: UrState, seat: int) -> int:
    if seat == CHANCE:
        return 5
    return max(1, popcount(movable(state)))


@jitable
def nth_legal(state: UrState, seat: int, n: int) -> int:
    """The square of the piece to move, or PASS; of chance, the throw."""
    if seat == CHANCE:
        return n
    pieces = movable(state)
    return nth_bit(pieces, n) if pieces else PASS


@jitable
def chance_weight(state: UrState, throw: int) -> int:
    return WEIGHTS[throw]


@jitable
def play(state: UrState, action: int) -> UrState:
    mine, theirs, home, their_home, throw, seat, pieces = state
    if throw == TO_THROW:
        return UrState(mine, theirs, home, their_home, action, seat, pieces)
    if action == PASS:
        return UrState(theirs, mine, their_home, home, TO_THROW, 1 - seat, pieces)
    target = bit(action + throw)
    mine = ((mine | ONE) ^ bit(action)) & ROAD if action == IN else mine ^ bit(action)
    mine |= target & ROAD
    theirs ^= theirs & target & SHARED
    if action + throw == OUT:
        home += 1
    if target & ROSETTES:
        return UrState(mine, theirs, home, their_home, TO_THROW, seat, pieces)
    return UrState(theirs, mine, their_home, home, TO_THROW, 1 - seat, pieces)


@jitable
def returns(state: UrState, seat: int) -> float:
    return -1.0 if seat == state.seat else 1.0


# Rulesets, words and looks


def ruleset(name: str, title: str, pieces: int) -> Ruleset:
    notes = counted("Each side has {n} piece.", "Each side has {n} pieces.", pieces)
    source = say("I. L. Finkel, after a cuneiform tablet")
    return Ruleset(name=name, title=title, source=source, notes=notes, parameters=pieces)


GAME = race_game(
    name="ur",
    title=say("Royal Game of Ur"),
    kinds=("race",),
    other_names=(OtherName("Game of Twenty Squares", "en"), OtherName("Hra dvaceti polí", "cs")),
    state=UrState,
    rulesets=(
        ruleset("finkel", say("Finkel"), 7),
        ruleset("short", say("Short"), 3),
    ),
    start=start,
    functions=named(movers, legal_count, nth_legal, chance_weight, play, returns),
    roads=ROADS,
    sides=(
        Racer(say("Light"), "ivory", "l", say("Light piece"), "o", "light"),
        Racer(say("Dark"), "ebony", "d", say("Dark piece"), "x", "dark"),
    ),
    dice=DICE,
    trays=((4.87, 1), (4.87, 3)),  # in the gaps beside the squares of each side
    hints="ludarium.hints.ur",
    wording="ludarium.games.wording.ur",
    provenance=Provenance(
        place=say("Ur, Iraq"),
        latitude=30.96,
        longitude=46.1,
        period=say("about 2500 BC"),
        source=say("boards and pieces from the Royal Cemetery, dug up by L. Woolley"),
    ),
)
