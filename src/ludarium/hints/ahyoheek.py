"""Hints for Ahyoheek: seats can be exchanged in any way and the symbols rotated together; in
sudden death markers no longer matter.
"""

from __future__ import annotations

from typing import Any

from ludarium.games.ahyoheek import (
    ABSENT,
    BEETLE,
    PEN,
    SET,
    AhyoheekState,
    holding_sets,
    marker_count,
)
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, to_bits
from ludarium.rules.dispatch import Functions, jitable, named

__all__ = ["functions"]

THREE_PENS = Bits(SET)
ORDERS = (1, 1, 2, 6, 24, 120)  # of that many seats


@jitable
def symmetry_count(state: AhyoheekState) -> int:
    return 3 * ORDERS[state.seats]


@jitable
def symmetric_seat(state: AhyoheekState, symmetry: int, seat: int) -> int:
    """The seat's place in an order of the seats, which is read off the symmetry's number digit by
    digit (Lehmer's code).
    """
    code = symmetry // 3
    taken = EMPTY
    place = 0
    for which in range(seat + 1):
        left = state.seats - which
        skip = code % left
        code //= left
        place = 0
        while (taken >> to_bits(place)) & ONE:
            place += 1
        for _ in range(skip):
            place += 1
            while (taken >> to_bits(place)) & ONE:
                place += 1
        taken |= bit(place)
    return place


@jitable
def symmetric_action(state: AhyoheekState, symmetry: int, action: int) -> int:
    return ABSENT if action == ABSENT else 1 + (action - 1 + symmetry % 3) % 3


@jitable
def symmetric_state(state: AhyoheekState, symmetry: int) -> AhyoheekState:
    markers = EMPTY
    active = EMPTY
    for seat in range(state.seats):
        place = symmetric_seat(state, symmetry, seat)
        active |= ((state.active >> to_bits(seat)) & ONE) << to_bits(place)
        for symbol in range(PEN, BEETLE + 1):
            image = symmetric_action(state, symmetry, symbol)
            markers |= to_bits(marker_count(state.markers, seat, symbol)) << to_bits(
                12 * place + 4 * (image - 1)
            )
    return AhyoheekState(markers, active, state.seats, state.gain_points)


@jitable
def canonical_state(state: AhyoheekState) -> AhyoheekState:
    """The same state with three pens for all who are still in, once in sudden death, where markers
    no longer matter.
    """
    if not holding_sets(state.markers):
        return state
    markers = EMPTY
    for seat in range(state.seats):
        if (state.active >> to_bits(seat)) & ONE:
            markers |= THREE_PENS << to_bits(12 * seat)
    return AhyoheekState(markers, state.active, state.seats, state.gain_points)


def functions(game: Any, state: type) -> Functions:
    """The hints, by name."""
    return named(symmetry_count, symmetric_seat, symmetric_action, symmetric_state, canonical_state)
