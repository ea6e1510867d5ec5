"""Hints for Gomoku: the moves worth a search, a static evaluation by windows, fives and fours as
forcing moves, symmetries, and fast playouts.

A *window* is five points in a row in which a stone of the other side is none: with five own stones
it wins. Those with exactly one, two, three and four own stones are counted for all points at once,
by adding up shifted sets in binary.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludarium.games.gomoku import (
    BOARD,
    MAY_SWAP,
    NO_SWAP,
    OPENING,
    POINTS,
    SHIFTS,
    STONE,
    SWAP,
    GomokuState,
    free_points,
    has_five,
)
from ludarium.hints.linear_evaluation import dot
from ludarium.rules.bits import (
    ALL,
    GOLDEN,
    Bits,
    bounded,
    lowest,
    mix,
    nth_single,
    popcount,
)
from ludarium.rules.boards.points import Points15
from ludarium.rules.boards.verbs import neighbourhood
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game
from ludarium.rules.generic import random_play
from ludarium.rules.memory import Memory, poke

__all__ = ["LEVELS", "functions"]

# slips and nodes: a slip costs more than in other games, as one open three wins
LEVELS = (
    (1.0, 0),
    (0.4, 1_000),
    (0.2, 3_000),
    (0.12, 10_000),
    (0.07, 30_000),
    (0.04, 100_000),
    (0.02, 300_000),
    (0.0, 1_000_000),
)

SIZE, STRIDE, LAST = BOARD.size, BOARD.stride, BOARD.column_count - 1
MIDDLE = Points15(BOARD.cells_of({"h8"}))
around = neighbourhood(BOARD)


# Symmetries and single moves


@jitable
def symmetry_count(state: GomokuState) -> int:
    return 8


@jitable
def mapped(symmetry: int, index: int) -> int:
    """The image of a point under a symmetry: the board is mirrored, then its axes are exchanged."""
    column, row = index % STRIDE, index // STRIDE
    if symmetry & 1:
        column = LAST - column
    if symmetry & 2:
        row = LAST - row
    if symmetry & 4:
        return row + STRIDE * column
    return column + STRIDE * row


@jitable
def image(symmetry: int, stones: Points15) -> Points15:
    mapped_stones = stones ^ stones
    while stones:
        mapped_stones |= STONE << mapped(symmetry, lowest(stones))
        stones &= stones - STONE
    return mapped_stones


@large
def symmetric_state(state: GomokuState, symmetry: int) -> GomokuState:
    mine, theirs, seat, exact, swap = state
    return GomokuState(image(symmetry, mine), image(symmetry, theirs), seat, exact, swap)


@jitable
def symmetric_action(state: GomokuState, symmetry: int, action: int) -> int:
    return SWAP if action == SWAP else mapped(symmetry, action)


@jitable
def is_legal(state: GomokuState, seat: int, action: int) -> bool:
    if action == SWAP:
        return state.swap == MAY_SWAP
    return 0 <= action < SIZE and bool(free_points(state) & (STONE << action))


@jitable
def most_plies(state: GomokuState) -> int:
    return popcount(free_points(state)) + int(state.swap != NO_SWAP)


# Windows


class Lines(NamedTuple):
    """The threats of one side along one axis or all."""

    fives: Points15
    """Free points where a stone makes a five."""
    fours: Points15
    """Free points where a stone makes a four."""
    straight: Points15
    """Free points where a stone makes a straight four, which two points complete."""
    guards: Points15
    """Points where a stone of the other side keeps it from all straight fours."""
    ones: int
    """Windows with one stone; and so on."""
    twos: int
    open_twos: int
    """Windows that together with the next one have two stones and both ends free."""
    threes: int
    open_threes: int


def lines_along(shift: Bits) -> Callable[[Points15, Points15, int], Lines]:
    """A function of the stones of a side and of the other: what it has along the axis of this
    shift.
    """
    twice, thrice, four_times, five_times = (Bits(times * int(shift)) for times in (2, 3, 4, 5))

    @jitable
    def spread(windows: Points15) -> Points15:
        """The points of these windows, each of which is named by its lowest point."""
        pairs = windows | (windows << shift)
        return pairs | (pairs << twice) | (windows << four_times)

    @large
    def lines(own: Points15, other: Points15, exact: int) -> Lines:
        open_to_us = POINTS ^ other
        free = open_to_us ^ own
        pairs = open_to_us & (open_to_us >> shift)
        windows = pairs & (pairs >> twice) & (open_to_us >> four_times)
        if exact:
            windows ^= windows & ((own << shift) | (own >> five_times))
        # two full adders: the number of stones is ones + 2 * (low ^ high) + 4 * (low & high)
        second, third, fourth, fifth = own >> shift, own >> twice, own >> thrice, own >> four_times
        some = own ^ second
        low = (own & second) | (third & some)
        some ^= third
        more = fourth ^ fifth
        high = (fourth & fifth) | (some & more)
        odd = windows & (some ^ more)
        even = windows ^ odd
        one_pair, two_pairs = low ^ high, low & high
        with_four = even & two_pairs
        with_three, with_two = odd & one_pair, even & one_pair
        with_one = odd ^ (odd & (low | high))
        fives = spread(with_four) & free
        fours = spread(with_three) & free
        # this window and the next one have the same stones, none of them at either end
        open_threes = with_three & (with_three >> shift) & free
        open_twos = with_two & (with_two >> shift) & free
        straight = (open_threes << shift) | (open_threes << twice)
        straight = (straight | (straight << twice)) & free
        guards, left = free, open_threes
        while left:
            one = left ^ (left & (left - STONE))
            guards &= spread(one) | (one << five_times)
            left ^= one
        return Lines(
            fives,
            fours,
            straight,
            guards,
            popcount(with_one),
            popcount(with_two),
            popcount(open_twos),
            popcount(with_three),
            popcount(open_threes),
        )

    return lines


across, upwards, rising, falling = map(lines_along, SHIFTS)


@jitable
def joined(a: Lines, b: Lines) -> Lines:
    return Lines(
        a.fives | b.fives,
        a.fours | b.fours,
        a.straight | b.straight,
        a.guards & b.guards,
        a.ones + b.ones,
        a.twos + b.twos,
        a.open_twos + b.open_twos,
        a.threes + b.threes,
        a.open_threes + b.open_threes,
    )


@large
def lines_of(own: Points15, other: Points15, exact: int) -> Lines:
    flat = joined(across(own, other, exact), upwards(own, other, exact))
    return joined(flat, joined(rising(own, other, exact), falling(own, other, exact)))


# Moves


@jitable
def forced(mine: Lines, theirs: Lines) -> Points15:
    """The points beside which all others lose, and no later; none where that is not so."""
    if mine.fives:
        return mine.fives
    if theirs.fives:
        return theirs.fives
    if mine.straight:
        return mine.straight
    if not theirs.open_threes:
        return mine.fives
    points = theirs.guards | mine.fours
    return points if points else theirs.straight


@large
def forcing(state: GomokuState) -> Points15:
    """The points where a stone makes a five or a four, or keeps the other side from a five."""
    mine, theirs, _, exact, swap = state
    if swap != NO_SWAP:
        return mine ^ mine
    own = lines_of(mine, theirs, exact)
    return own.fives | own.fours | lines_of(theirs, mine, exact).fives


@large
def plausible(state: GomokuState) -> tuple[Points15, Points15]:
    """The points worth a search, those that are forced, or else near stones: first the forcing
    ones, then the others.
    """
    mine, theirs, _, exact, swap = state
    free = free_points(state)
    if swap != NO_SWAP:
        return mine ^ mine, free
    own, other = lines_of(mine, theirs, exact), lines_of(theirs, mine, exact)
    points, first = forced(own, other), own.fives | own.fours | other.fives
    if not points:
        stones = mine | theirs
        near = free & around(around(stones)) if stones else MIDDLE
        points = near if near else free
    first &= points
    return first, points ^ first


@jitable
def put_points(points: Points15, memory: Memory, place: int) -> int:
    """Write the points to memory from `place`; where they end."""
    while points:
        poke(memory, place, lowest(points))
        points &= points - STONE
        place += 1
    return place


@jitable
def put_plausible(state: GomokuState, seat: int, memory: Memory, place: int) -> tuple[int, int]:
    first, others = plausible(state)
    end = put_points(others, memory, put_points(first, memory, place))
    if state.swap == MAY_SWAP:
        poke(memory, end, SWAP)
        end += 1
    return end - place, popcount(first)


@large
def rest_loses(state: GomokuState) -> bool:
    mine, theirs, _, exact, swap = state
    if swap != NO_SWAP:
        return True
    return bool(forced(lines_of(mine, theirs, exact), lines_of(theirs, mine, exact)))


@jitable
def is_forcing(state: GomokuState, action: int) -> bool:
    return action != SWAP and bool(forcing(state) & (STONE << action))


@jitable
def can_force(state: GomokuState) -> bool:
    return bool(forcing(state))


# Static evaluation

AT_ONCE, SOON = 900, 700  # a five, and a straight four, can be made


@jitable
def features_of(mine: Lines, theirs: Lines) -> tuple[int, ...]:
    return (
        1,
        mine.ones,
        mine.twos,
        mine.open_twos,
        mine.threes,
        theirs.ones,
        theirs.twos,
        theirs.open_twos,
        theirs.threes,
        theirs.open_threes,
    )


@large
def features(state: GomokuState) -> tuple[int, ...]:
    """Features of the evaluation, for the seat to move, where neither side can make a five or the
    seat to move a straight four.

    One, for the move itself; then of both sides windows with one stone and two, open twos, windows
    with three; open threes of the other side.
    """
    mine, theirs, _, exact, _ = state
    return features_of(lines_of(mine, theirs, exact), lines_of(theirs, mine, exact))


# fitted, by logistic regression, to the results of 1,000 games of the engine with itself
WEIGHTS = (23, 2, 11, 5, 45, -1, -11, -2, -38, -9)


@large
def evaluate(state: GomokuState) -> int:
    mine, theirs, _, exact, swap = state
    if swap == OPENING:
        return 0
    # fives of the other side are stopped, as long as that is the only move
    sign = 1
    while True:
        own, other = lines_of(mine, theirs, exact), lines_of(theirs, mine, exact)
        if own.fives:
            return sign * AT_ONCE
        fives = other.fives
        if not fives:
            break
        if fives & (fives - STONE):
            return -sign * AT_ONCE
        mine, theirs = theirs, mine | fives
        sign = -sign
    if own.straight:
        return sign * SOON
    total = dot(features_of(own, other), WEIGHTS)
    if swap == MAY_SWAP:
        return abs(total)
    return sign * max(-SOON, min(SOON, total))


# Playouts


@jitable
def play_out(state: GomokuState, random: Bits) -> tuple[GomokuState, int]:
    # as the default; the sides change places in registers
    plies = 0
    while state.swap != NO_SWAP:
        random = (random + GOLDEN) & ALL
        state = random_play(state, mix(random))
        plies += 1
    mine, theirs, seat, exact, _ = state
    free = popcount(free_points(state))
    if has_five(theirs, exact):
        return state, plies
    placed = 0
    while placed < free:
        random = (random + GOLDEN) & ALL
        stone = nth_single(POINTS ^ (mine | theirs), bounded(mix(random), free - placed))
        mine, theirs = theirs, mine | stone
        placed += 1
        if has_five(theirs, exact):
            break
    return GomokuState(mine, theirs, (seat + placed) & 1, exact, NO_SWAP), plies + placed


def functions(game: Game, state: type) -> Functions:
    """The hints for Gomoku, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        is_legal,
        most_plies,
        put_plausible,
        rest_loses,
        is_forcing,
        can_force,
        features,
        evaluate,
        play_out,
    )
