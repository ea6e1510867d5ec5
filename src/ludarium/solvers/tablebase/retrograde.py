"""Retrograde analysis of positions of few counters on a board of lines, in compiled passes.

Positions are solved in order of the number of counters, because captures lead to fewer. Of those
with the same numbers, the first pass finds those that are over or decided by captures. Then, for
n = 0, 1, 2, ..., a pass takes back a step from each position decided in n turns: a predecessor is
won where the mover can step to a lost position, and lost where all its moves lead to won ones.
Positions that are never reached are draws.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, to_bits, to_int
from ludarium.rules.counters.bitboard.state import PASS
from ludarium.rules.dispatch import for_all_games, jitable
from ludarium.rules.generic import (
    is_forcing,
    legal_count,
    movers,
    nth_legal,
    play,
    tablebase_pieces,
    tablebase_run,
    tablebase_state,
)
from ludarium.rules.memory import Memory, peek, poke
from ludarium.solvers.tablebase.indexing import (
    CODES,
    LISTS,
    LOST,
    MOST_TURNS,
    SEATS,
    SYMMETRIES,
    binomial,
    code_at,
    image_of,
    least_image,
    next_set,
    number_of,
    place_of,
    put_code,
)

__all__ = ["begin", "check", "find_classes", "look_back"]

SLOTS = 5
"""The states that are kept at once: a position, one before it, and what follows from that."""


@jitable
def first_set(k: int) -> Bits:
    """The first set of k points in ascending order."""
    return bit(k) - ONE


@jitable
def rank(code: int) -> int:
    """Rank of a code for the seat to move: higher is better, 0 is a draw."""
    if code >= LOST:
        return code - LOST - 1000
    return 1000 - code if code else 0


@jitable
def after_turn(code: int) -> int:
    """The code for a seat whose turn leads to a position of this code for the other seat."""
    if code >= LOST:
        return code - LOST + 1
    return LOST + code + 1 if code else 0


@for_all_games(slots=0)
def find_classes(state: Any, base: Memory, k: int) -> int:
    """Fill the list of sets of k points; returns the largest class's number and 1."""
    points = first_set(k)
    begin = peek(base, LISTS + k)
    classes = 0
    for number in range(binomial(base, k)):
        least, symmetries = points, 1
        for symmetry in range(1, peek(base, SYMMETRIES)):
            image = image_of(base, points, symmetry)
            if image < least:
                least, symmetries = image, 0
            if image == least:
                symmetries |= 1 << symmetry
        if least == points:
            poke(base, begin + number, classes << 8 | symmetries)
            classes += 1
        else:
            poke(
                base,
                begin + number,
                (peek(base, begin + number_of(base, least)) >> 8) << 8 | symmetries,
            )
        points = next_set(points)
    return classes


@jitable
def best_turn(state: Any, base: Memory, stack: Memory, latest: int) -> int:
    """The best rank that the seat to move can reach by a whole turn.

    latest: positions with the same counters that are decided in more turns count as draws. stack:
    scratch memory.
    """
    _, theirs, seat = tablebase_pieces(state)
    if not movers(state):
        return rank(LOST)
    best = -2000
    current = state
    waiting = 0
    while True:
        for n in range(legal_count(current, seat)):
            after = play(current, nth_legal(current, seat, n))
            choosing = movers(after)
            if choosing and lowest(choosing) == seat:  # a run of hops that goes on
                own, other, hopper = tablebase_run(after)
                poke(stack, 3 * waiting, to_int(own))
                poke(stack, 3 * waiting + 1, to_int(other))
                poke(stack, 3 * waiting + 2, to_int(hopper))
                waiting += 1
                continue
            code = LOST
            if choosing:
                own, other, next_seat = tablebase_pieces(after)
                code = code_at(base, place_of(base, own, other, next_seat))
                if own == theirs and turns_in(code) > latest:
                    code = 0
            best = max(best, rank(after_turn(code)))
        if not waiting:
            return best
        waiting -= 1
        current = tablebase_state(
            state,
            to_bits(peek(stack, 3 * waiting)),
            to_bits(peek(stack, 3 * waiting + 1)),
            to_bits(peek(stack, 3 * waiting + 2)),
            seat,
        )


@jitable
def turns_in(code: int) -> int:
    """Number of turns to the win or loss."""
    return code - LOST if code >= LOST else code


@jitable
def code_of(rank: int) -> int:
    """The code of a rank: the inverse of `rank`."""
    if rank < 0:
        return rank + 1000 + LOST
    return 1000 - rank if rank else 0


@jitable
def may_step(state: Any, seat: int) -> bool:
    """Return whether the seat has an action that does not capture."""
    for n in range(legal_count(state, seat)):
        if not is_forcing(state, nth_legal(state, seat, n)):
            return True
    return False


@for_all_games(slots=SLOTS)
def begin(state: Any, base: Memory, stack: Memory, own: int, other: int) -> int:
    """First pass: store the positions that are over, or decided by captures.

    own, other: numbers of counters of the mover and of the other. Returns the most turns of any.
    """
    most = 0
    mine = first_set(own)
    place = peek(base, CODES + 8 * own + other)
    for first in range(binomial(base, own)):
        symmetries = peek(base, peek(base, LISTS + own) + first) & 255
        if symmetries & 1:
            for seat in range(peek(base, SEATS)):
                theirs = first_set(other)
                for number in range(binomial(base, other)):
                    if not mine & theirs and (
                        symmetries == 1 or least_image(base, theirs, symmetries) == number
                    ):
                        code = first_code(
                            tablebase_state(state, mine, theirs, EMPTY, seat), base, stack, seat
                        )
                        put_code(base, place + number, code)
                        most = max(most, turns_in(code))
                    theirs = next_set(theirs)
                place += binomial(base, other)
        mine = next_set(mine)
    return most


@jitable
def first_code(state: Any, base: Memory, stack: Memory, seat: int) -> int:
    """The position's code where captures alone decide it; else 0."""
    best = best_turn(state, base, stack, -1)
    if best > 0 or not movers(state):
        return code_of(best)
    return 0 if may_step(state, seat) else code_of(best)


@for_all_games(slots=SLOTS)
def look_back(state: Any, base: Memory, stack: Memory, own: int, other: int, turns: int) -> int:
    """Later pass: decide the predecessors of positions that are decided in `turns` turns.

    own, other: numbers of counters, as in `begin`. Returns the most turns of these predecessors.
    """
    most = 0
    mine = first_set(own)
    place = peek(base, CODES + 8 * own + other)
    for first in range(binomial(base, own)):
        if peek(base, peek(base, LISTS + own) + first) & 1:
            for seat in range(peek(base, SEATS)):
                theirs = first_set(other)
                for number in range(binomial(base, other)):
                    code = code_at(base, place + number)
                    if code and turns_in(code) == turns:
                        most = max(most, decide(state, base, stack, mine, theirs, seat, code))
                    theirs = next_set(theirs)
                place += binomial(base, other)
        mine = next_set(mine)
    return most


@jitable
def decide(
    state: Any, base: Memory, stack: Memory, mine: Bits, theirs: Bits, seat: int, code: int
) -> int:
    """Decide the predecessors of one position with this code; the most turns of these."""
    other = 1 - seat
    most = 0
    # a step back is a step, where nobody could be captured
    alone = tablebase_state(state, theirs, EMPTY, EMPTY, other)
    for n in range(legal_count(alone, other)):
        _, stepped, _ = tablebase_pieces(play(alone, nth_legal(alone, other, n)))
        if not stepped & mine:
            before = tablebase_state(alone, stepped, mine, EMPTY, other)
            if may_step(before, other):
                most = max(most, decide_one(before, base, stack, code))
    waited = tablebase_state(state, theirs, mine, EMPTY, other)
    if movers(waited) and nth_legal(waited, other, 0) == PASS:
        most = max(most, decide_one(waited, base, stack, code))
    return most


@jitable
def decide_one(before: Any, base: Memory, stack: Memory, code: int) -> int:
    """Decide a predecessor of a position with this code, if that suffices; its turns, or 0."""
    mine, theirs, seat = tablebase_pieces(before)
    place = place_of(base, mine, theirs, seat)
    known = code_at(base, place)
    turns = turns_in(code)
    if code >= LOST:
        if known == 0 or turns + 1 < known < LOST:
            put_code(base, place, turns + 1)
            return turns + 1
    elif known == 0:
        best = best_turn(before, base, stack, turns)
        if best < 0:
            put_code(base, place, code_of(best))
            return turns_in(code_of(best))
    return 0


@for_all_games(slots=SLOTS)
def check(state: Any, base: Memory, stack: Memory, own: int, other: int, counts: Memory) -> int:
    """The number of positions whose code does not follow from their successors'; 0 when sound.

    own, other: numbers of counters, as in `begin`. counts: memory of four numbers, which are
    updated: won, lost and drawn positions, and the most turns.
    """
    wrong = 0
    mine = first_set(own)
    for _ in range(binomial(base, own)):
        theirs = first_set(other)
        for _ in range(binomial(base, other)):
            if not mine & theirs:
                for seat in range(peek(base, SEATS)):
                    place = place_of(base, mine, theirs, seat)
                    code = code_at(base, place)
                    if code != code_of(
                        best_turn(
                            tablebase_state(state, mine, theirs, EMPTY, seat),
                            base,
                            stack,
                            MOST_TURNS,
                        )
                    ):
                        wrong += 1
                    kind = 2 if code == 0 else 1 if code >= LOST else 0
                    poke(counts, kind, peek(counts, kind) + 1)
                    poke(counts, 3, max(peek(counts, 3), turns_in(code)))
            theirs = next_set(theirs)
        mine = next_set(mine)
    return wrong
