"""Oware: sow your seeds around the board, and take those of the other side in twos and threes.

Two players, South and North, with a row of six houses each; four seeds are in each house. In turn
each takes all seeds of one of the own houses and sows them anticlockwise, one into each following
house of either side; the house that they came from is passed over, and stays empty.

If the last seed falls into a house of the other side that has two or three seeds then, they are
captured, and so are those of the house before it, if it is on the other side and has two or three,
and so on. A move that would capture all seeds of the other side (a grand slam) captures none. When
the other side has no seeds, a move must give it some, if any can.

Whoever has captured more than half of all seeds wins. The game is over, too, if who is to move
cannot, when a position occurs for the third time, and after a hundred moves in a row that captured
nothing; each then takes the seeds of the own houses, and whoever has more wins. As many on both
sides are a draw.

Source: the Abapa rules of the Oware Society, by which tournaments are played, too. Our reading:
what they call an endless cycle, and leave to the players, is a position that occurs for the third
time, or those hundred moves.

Notation: the house, such as `c1`; South has row 1 and North row 2, and columns have their letters
from South's left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.boards.mancala import Sower, sowing_game, store_lead
from ludarium.rules.boards.piece_placement import return_of
from ludarium.rules.boards.sowing import (
    NO_SEEDS,
    Pits,
    first_pits,
    nth_occupied,
    occupied_count,
    only_pit,
    passes,
    seeds_in,
    sow_others,
    total,
)
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

HOUSES, SEEDS = 6, 48  # of each side, and on the whole board
QUIET = 100  # moves in a row that capture nothing, after which the game is over


class OwareState(NamedTuple):
    """A position."""

    mine: Annotated[Pits, Packed(HOUSES, 8, SEEDS)]
    """The houses of the seat to move, in the order in which it sows."""
    theirs: Annotated[Pits, Packed(HOUSES, 8, SEEDS)]
    """The houses of the other, in its own order."""
    store: Annotated[int, range(SEEDS + 1)]
    """The seeds that the seat to move has captured."""
    their_store: Annotated[int, range(SEEDS + 1)]
    seat: int
    houses: Annotated[int, FIXED]
    """The number of houses of each side."""
    quiet: Annotated[int, range(QUIET + 1)]
    """Moves since the last capture."""


# Rules. An action is the number of a house, in the order in which its owner sows. The circuit of a
# seat is its houses, and the other's.


@jitable
def movers(state: OwareState) -> Bits:
    return ONE << to_bits(state.seat) if state.mine and not is_decided(state) else EMPTY


@jitable
def is_decided(state: OwareState) -> bool:
    """Return whether either side has more than half of all seeds."""
    most, least = max(state.store, state.their_store), min(state.store, state.their_store)
    return most > least + total(state.mine) + total(state.theirs)


@jitable
def choices(state: OwareState) -> Pits:
    """The houses that the seat to move may sow from, with their seeds: where the other side has no
    seeds, those that give it some.
    """
    if state.theirs:
        return state.mine
    legal = NO_SEEDS
    for house in range(state.houses):
        if house + seeds_in(state.mine, house) >= state.houses:
            legal |= only_pit(state.mine, house)
    return legal


@jitable
def legal_count(state: OwareState, seat: int) -> int:
    return occupied_count(choices(state))


@jitable
def nth_legal(state: OwareState, seat: int, n: int) -> int:
    return nth_occupied(choices(state), n)


@jitable
def last_pit(state: OwareState, action: int) -> int:
    """The place on the circuit where the last seed falls."""
    seeds, length = seeds_in(state.mine, action), 2 * state.houses
    return (action + seeds + passes(seeds, length)) % length


@jitable
def sown(state: OwareState, action: int) -> Pits:
    """The circuit after this house was sown, before anything is captured."""
    return sow_others(state.mine | state.theirs << 8 * state.houses, action, 2 * state.houses)


@jitable
def captured(state: OwareState, circuit: Pits, last: int) -> Pits:
    """The seeds that are captured on the sown circuit where the last one fell into this pit."""
    taken = NO_SEEDS
    pit = last
    while pit >= state.houses and 2 <= seeds_in(circuit, pit) <= 3:
        taken |= only_pit(circuit, pit)
        pit -= 1
    return NO_SEEDS if taken == circuit ^ first_pits(circuit, state.houses) else taken


@jitable
def play(state: OwareState, action: int) -> OwareState:
    circuit = sown(state, action)
    taken = captured(state, circuit, last_pit(state, action))
    circuit ^= taken
    mine, theirs = first_pits(circuit, state.houses), circuit >> 8 * state.houses
    store, quiet = state.store + total(taken), 0 if taken else state.quiet + 1
    after = OwareState(theirs, mine, state.their_store, store, 1 - state.seat, state.houses, quiet)
    if quiet >= QUIET or not choices(after):
        return each_with_own(after)
    return after


@jitable
def each_with_own(state: OwareState) -> OwareState:
    """The end at which each side takes the seeds of its own houses."""
    store, their_store = state.store + total(state.mine), state.their_store + total(state.theirs)
    return OwareState(NO_SEEDS, NO_SEEDS, store, their_store, state.seat, state.houses, state.quiet)


@jitable
def returns(state: OwareState, seat: int) -> float:
    return return_of(store_lead(state), seat)


@jitable
def repetition_state(state: OwareState) -> OwareState:
    mine, theirs, store, their_store, seat, houses, _ = state
    return OwareState(mine, theirs, store, their_store, seat, houses, 0)


@jitable
def repetition_returns(state: OwareState, seat: int) -> float:
    return return_of(store_lead(each_with_own(state)), seat)


# Rulesets, words and looks


def trace(before: OwareState, action: int) -> tuple[Sequence[int], Sequence[int]]:
    """The start and the end of the move, and the houses that it emptied."""
    last, houses = last_pit(before, action), before.houses
    taken = captured(before, sown(before, action), last)
    emptied = [pit for pit in range(houses, 2 * houses) if seeds_in(taken, pit)]
    # the circuit of the View has a store after the own houses
    return (action, last + (last >= houses)), [pit + 1 for pit in emptied]


def fault(state: OwareState) -> str:
    if state.mine and not choices(state):
        return "nothing can be sown, expected all seeds in the stores"
    if state.theirs and not state.mine:
        return "who is to move has no seeds, expected one at least"
    if state.mine and state.quiet >= QUIET:
        return f"{QUIET} moves without a capture, expected all seeds in the stores"
    return ""


GAME = sowing_game(
    name="oware",
    title=say("Oware"),
    kinds=("sowing",),
    provenance=Provenance(
        place=say("Ghana"),
        latitude=7.0,
        longitude=-1.0,
        period=say("not recorded"),
        source=say("Oware Society: Abapa rules"),
        near=True,
    ),
    other_names=(
        OtherName("Mancala", "en"),
        OtherName("Awari", "en"),
        OtherName("Awalé", "fr"),
        OtherName("Wari", "en"),
        OtherName("Ayo", "en"),
        OtherName("Mankala", "cs"),
    ),
    state=OwareState,
    rulesets=(
        Ruleset(
            name="abapa",
            title=say("Abapa"),
            source="Oware Society: Abapa rules",
            parameters=(HOUSES, SEEDS // (2 * HOUSES)),
        ),
    ),
    functions=named(
        movers, legal_count, nth_legal, play, returns, repetition_state, repetition_returns
    ),
    sides=(Sower(say("South"), "brick", "s"), Sower(say("North"), "blue", "n")),
    trace=trace,
    fault=fault,
    most_quiet=QUIET,
    actions=lambda ruleset, seats: range(ruleset.parameters[0]),
    repetition=3,
    hints="ludarium.hints.oware",
    wording="ludarium.games.wording.oware",
)
