"""Properties of single games, as numbers: how long they were, how many choices there were, what was
captured, and how the outlook of each seat changed.

Games are surveyed from their joint actions, so that random games and games of agents are measured
by the same code. `survey` and `outlook` are compiled; in plain Python they give the same numbers.
"""

from __future__ import annotations

import math
from typing import Any

from ludarium.rules.bits import (
    ALL,
    EMPTY,
    GOLDEN,
    ONE,
    Bits,
    lowest,
    mix,
    popcount,
    stream,
    to_bits,
)
from ludarium.rules.dispatch import jitable
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    action_bits,
    draw_outcome,
    ends_by_limit,
    has_chance,
    legal_count,
    movers,
    nth_legal,
    pieces_of,
    play,
    play_out,
    random_legal,
    returns,
    seat_count,
)

__all__ = [
    "BINS",
    "CAPTURES",
    "CAPTURING",
    "CHOICES",
    "COLUMNS",
    "DECISIONS",
    "FORCED",
    "JOINT",
    "LOG_JOINT",
    "LOG_MOVES",
    "MOVES",
    "PLACES",
    "RETURNS",
    "STOPPED",
    "TOO_LONG",
    "TURNS",
    "outlook",
    "play_randomly",
    "survey",
]

Array = Any

TOO_LONG = -1
"""The length of a game that was not over after as many joint actions as there was room for."""

BINS = 20
"""Into how many equal parts of its moves a game is divided, for curves."""

# The columns of a game's row of numbers.
MOVES = 0  # joint actions of seats, without those of chance
TURNS = 1  # runs of moves by the same seat
DECISIONS = 2  # choices of single seats
CHOICES = 3  # sum of their legal actions
FORCED = 4  # decisions with one legal action
JOINT = 5  # sum of the legal joint actions
LOG_JOINT = 6  # sum of their decimal logarithms
LOG_MOVES = 7  # the same with the outcomes of chance among them
CAPTURES = 8  # pieces that seats lost by the moves of others
CAPTURING = 9  # moves by which others lost pieces
PLACES = 10  # places on which there was a piece at some time
STOPPED = 11  # 1 where a limit ended the game
RETURNS = 12  # the first seat's return; the other seats' follow
COLUMNS = RETURNS + 8


def play_randomly(state: Any, random: Bits, actions: Array) -> int:
    """Play the game that `play_out` plays, and write its joint actions to the int64 array.

    Returns their number, or TOO_LONG.
    """
    shift = action_bits(state)
    length = 0
    choosing = movers(state)
    while choosing:
        if length == len(actions):
            return TOO_LONG
        random = (random + GOLDEN) & ALL
        draw = mix(random)
        joint = 0
        if has_chance(state) and choosing == CHANCE_MOVES:
            joint = nth_legal(state, CHANCE, draw_outcome(state, draw))
        else:
            while choosing:
                seat = lowest(choosing)
                choosing &= choosing - ONE
                joint |= random_legal(state, seat, draw) << (seat * shift)
                draw = mix(draw)
        actions[length] = joint
        length += 1
        state = play(state, joint)
        choosing = movers(state)
    return length


def survey(
    state: Any, actions: Array, length: int, row: Array, curve: Array, material: Array
) -> None:
    """Replay a game of `length` joint actions, and write what it was like.

    row: float64 array of COLUMNS zeros. curve: float64 array of 2 by BINS zeros: the sum of the
    legal joint actions in each part of the game, and the number of moves there. material: uint8
    array of two dimensions, in which each pair of numbers of pieces that seats 0 and 1 had becomes
    1; pairs for which it has no room are left out.
    """
    seats = seat_count(state)
    last = EMPTY
    visited = pieces_of(state, 0)
    for at in range(length):
        for seat in range(seats):
            visited |= pieces_of(state, seat)
        note_material(state, material)
        choosing = movers(state)
        if has_chance(state) and choosing == CHANCE_MOVES:
            row[LOG_MOVES] += math.log10(legal_count(state, CHANCE))
            state = play(state, int(actions[at]))
        else:
            joint = 1
            for seat in range(seats):
                if (choosing >> to_bits(seat)) & ONE:
                    count = legal_count(state, seat)
                    joint *= count
                    row[DECISIONS] += 1
                    row[CHOICES] += count
                    if count == 1:
                        row[FORCED] += 1
            row[MOVES] += 1
            row[JOINT] += joint
            row[LOG_JOINT] += math.log10(joint)
            row[LOG_MOVES] += math.log10(joint)
            curve[0, at * BINS // length] += joint
            curve[1, at * BINS // length] += 1
            if choosing != last or popcount(choosing) > 1:
                row[TURNS] += 1
            last = choosing
            after = play(state, int(actions[at]))
            lost = 0
            for seat in range(seats):
                if not (choosing >> to_bits(seat)) & ONE:
                    fewer = popcount(pieces_of(state, seat)) - popcount(pieces_of(after, seat))
                    lost += max(fewer, 0)
            row[CAPTURES] += lost
            if lost > 0:
                row[CAPTURING] += 1
            state = after
    note_material(state, material)
    for seat in range(seats):
        visited |= pieces_of(state, seat)
        row[RETURNS + seat] = returns(state, seat)
    row[PLACES] = popcount(visited)
    if ends_by_limit(state):
        row[STOPPED] = 1


@jitable
def note_material(state: Any, material: Array) -> None:
    first, second = popcount(pieces_of(state, 0)), popcount(pieces_of(state, 1))
    if first < material.shape[0] and second < material.shape[1]:
        material[first, second] = 1


def outlook(
    state: Any, actions: Array, length: int, playouts: int, seed: Bits, shares: Array
) -> int:
    """Replay a game of `length` joint actions, and write each seat's share of the point that is
    played for, by random playouts from each position in which seats choose.

    A playout's point is shared equally by the seats with the best return. shares: float64 array of
    more rows than the game has moves, and a column for each seat. The last row is the result of the
    game. Returns how many rows were written.
    """
    seats = seat_count(state)
    number, place = 0, 0
    for at in range(length):
        choosing = movers(state)
        if not (has_chance(state) and choosing == CHANCE_MOVES):
            for seat in range(seats):
                shares[place, seat] = 0
            for _ in range(playouts):
                end, _plies = play_out(state, stream(seed, number))
                number += 1
                add_shares(end, shares, place, 1.0 / playouts)
            place += 1
        state = play(state, int(actions[at]))
    for seat in range(seats):
        shares[place, seat] = 0
    add_shares(state, shares, place, 1.0)
    return place + 1


@jitable
def add_shares(end: Any, shares: Array, place: int, point: float) -> None:
    """Add the point of a game that is over, shared by its best seats, to a row of `shares`."""
    best, winners = -math.inf, 0
    for seat in range(seat_count(end)):
        gained = returns(end, seat)
        if gained > best:
            best, winners = gained, 0
        if gained == best:
            winners += 1
    for seat in range(seat_count(end)):
        if returns(end, seat) == best:
            shares[place, seat] += point / winners
