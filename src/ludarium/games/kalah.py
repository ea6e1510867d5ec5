"""Kalah: sow your seeds around the board, and bring more of them home than the other side.

Two players, South and North, with a row of houses each and a store at the right-hand end of it. In
turn each takes all seeds of one of the own houses and sows them anticlockwise, one into each
following pit: the own houses, the own store, the houses of the other side; the other side's store
is left out.

If the last seed falls into the own store, the same player moves again. If it falls into an own
house that was empty, it goes into the own store, with all seeds of the house opposite, even where
there are none. As soon as either side has no seed in its houses, the game is over, and what is left
in the other side's houses goes into that side's store. Whoever has more seeds wins; as many on both
sides are a draw.

Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23(3), 2000, where
Kalah(m, n) is played with m houses a side and n seeds a house, after the game of W. J. Champion.

Notation: the house, such as `c1`; South has row 1 and North row 2, and columns have their letters
from South's left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, to_bits
from ludarium.rules.boards.mancala import Sower, sowing_game, sowing_ruleset, store_lead
from ludarium.rules.boards.piece_placement import return_of
from ludarium.rules.boards.sowing import (
    NO_SEEDS,
    Pits,
    first_pits,
    gather,
    nth_occupied,
    occupied_count,
    seeds_in,
    sow,
    total,
    with_seeds,
)
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import OtherName
from ludarium.rules.provenance import Provenance

MOST_HOUSES, MOST_SEEDS = 6, 72  # of each side, and on the whole board


class KalahState(NamedTuple):
    """A position."""

    mine: Annotated[Pits, Packed(MOST_HOUSES, 8, MOST_SEEDS)]
    """The houses of the seat to move, in the order in which it sows."""
    theirs: Annotated[Pits, Packed(MOST_HOUSES, 8, MOST_SEEDS)]
    """The houses of the other, in its own order."""
    store: Annotated[int, range(MOST_SEEDS + 1)]
    """The seeds in the store of the seat to move."""
    their_store: Annotated[int, range(MOST_SEEDS + 1)]
    seat: int
    houses: Annotated[int, FIXED]
    """The number of houses of each side."""


# Rules. An action is the number of a house, in the order in which its owner sows. The circuit of a
# seat is its houses, its store, and the other's houses.


@jitable
def movers(state: KalahState) -> Bits:
    return ONE << to_bits(state.seat) if state.mine else EMPTY


@jitable
def legal_count(state: KalahState, seat: int) -> int:
    return occupied_count(state.mine)


@jitable
def nth_legal(state: KalahState, seat: int, n: int) -> int:
    return nth_occupied(state.mine, n)


@jitable
def last_pit(state: KalahState, action: int) -> int:
    """The place on the circuit where the last seed falls."""
    return (action + seeds_in(state.mine, action)) % (2 * state.houses + 1)


@jitable
def sown(state: KalahState, action: int) -> Pits:
    """The circuit after this house was sown, before anything is captured."""
    circuit = with_seeds(state.mine, state.houses, state.store)
    circuit |= state.theirs << 8 * (state.houses + 1)
    return sow(circuit, action, 2 * state.houses + 1)


@jitable
def captures(state: KalahState, circuit: Pits, last: int) -> bool:
    """Return whether the last seed fell into an own house that was empty."""
    return last < state.houses and seeds_in(circuit, last) == 1


@jitable
def play(state: KalahState, action: int) -> KalahState:
    their_store, seat, houses = state.their_store, state.seat, state.houses
    last, circuit = last_pit(state, action), sown(state, action)
    if captures(state, circuit, last):
        circuit = gather(circuit, last, houses)
        circuit = gather(circuit, 2 * houses - last, houses)
    mine, theirs = first_pits(circuit, houses), circuit >> 8 * (houses + 1)
    store = seeds_in(circuit, houses)
    if not mine or not theirs:
        store, their_store = store + total(mine), their_store + total(theirs)
        mine = theirs = NO_SEEDS
    if last == houses:
        return KalahState(mine, theirs, store, their_store, seat, houses)
    return KalahState(theirs, mine, their_store, store, 1 - seat, houses)


@jitable
def returns(state: KalahState, seat: int) -> float:
    return return_of(store_lead(state), seat)


# Rulesets, words and looks


def trace(before: KalahState, action: int) -> tuple[Sequence[int], Sequence[int]]:
    """The start and the end of the move, and the house opposite that it emptied."""
    last = last_pit(before, action)
    circuit = sown(before, action)
    opposite = 2 * before.houses - last
    taken = captures(before, circuit, last) and seeds_in(circuit, opposite) > 0
    return (action, last), (opposite,) if taken else ()


def fault(state: KalahState) -> str:
    if bool(state.mine) != bool(state.theirs):
        return "one side has no seeds in its houses, expected all seeds in the stores"
    return ""


SIZES = (6, 4), (6, 3), (6, 6), (4, 4), (3, 3)
SOURCE = "Irving, Donkers, Uiterwijk: Solving Kalah, 2000"

GAME = sowing_game(
    name="kalah",
    title=say("Kalah"),
    kinds=("sowing",),
    provenance=Provenance(
        place=say("United States"),
        latitude=39.0,
        longitude=-98.0,
        period="1940",
        source=say("Wikipedia: {article}", article="Kalah"),
        near=True,
    ),
    other_names=(OtherName("Mancala", "en"), OtherName("Kalaha", "en"), OtherName("Mankala", "cs")),
    state=KalahState,
    rulesets=tuple(sowing_ruleset(houses, seeds, SOURCE) for houses, seeds in SIZES),
    functions=named(movers, legal_count, nth_legal, play, returns),
    sides=(Sower(say("South"), "brick", "s"), Sower(say("North"), "blue", "n")),
    trace=trace,
    fault=fault,
    actions=lambda ruleset, seats: range(ruleset.parameters[0]),
    hints="ludarium.hints.kalah",
    wording="ludarium.games.wording.kalah",
)
