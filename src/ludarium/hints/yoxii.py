"""Hints for Yoxii: a static evaluation, alone and of all successors together, symmetries, and what
a search asks faster than the rules say.

The evaluation weighs, for every unfilled cell, the lead around it by who could jump from there, and
in how many ways; more where the totem can go now, and where it stands
(`ludarium.hints.yoxii_weights`).
"""

from __future__ import annotations

from typing import Any

from ludarium.games.yoxii import (
    BOARD,
    GRID,
    NAMES,
    STOCK,
    WAYS,
    BothState,
    YoxiiState,
    around,
    cells_by_way,
    free_cells,
    in_hand,
    landing,
    pack,
    play,
    stones_of,
    targets,
    values_in_hand,
    walled_in,
)
from ludarium.hints.yoxii_features import (
    ALL,
    AROUND,
    HANDS,
    HERE,
    JUMPS,
    LEADS,
    MOVE,
    NEXT,
    TARGETS,
    THEIR_TARGETS,
    Jumps,
    all_jumps,
    balance,
    cell_weight,
    hand_weight,
    jumps_from,
    lead_at,
    other_side,
    place_of_jumps,
    place_of_lead,
    row_of_leads,
    weighed,
)
from ludarium.rules.bits import (
    ONE,
    Bits,
    bit,
    fold,
    image,
    lowest,
    popcount,
    to_bits,
    to_int,
)
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.generic import OVER
from ludarium.rules.memory import Memory, peek, poke

__all__ = ["LEVELS", "functions"]

LEVELS = (
    (1.0, 0),
    (0.58, 1_000),
    (0.38, 3_200),
    (0.24, 10_000),
    (0.14, 35_000),
    (0.09, 110_000),
    (0.04, 550_000),
    (0.0, 5_000_000),
)
"""The share of slips of the bots' levels, and the states of their searches.

Each level is 100 points of Elo or more above the one below (`benchmarks/ladder.py`); with the
common settings level 7 would be only 70.
"""


# Symmetries: those of the square

MAPPING, SIZE = GRID.mappings, GRID.size


@jitable
def symmetry_count(state: YoxiiState) -> int:
    return 8


@jitable
def symmetric_state(state: YoxiiState, symmetry: int) -> YoxiiState:
    return YoxiiState(
        image(state.mine, MAPPING, SIZE * symmetry),
        image(state.theirs, MAPPING, SIZE * symmetry),
        image(state.low, MAPPING, SIZE * symmetry),
        image(state.high, MAPPING, SIZE * symmetry),
        image(state.totem, MAPPING, SIZE * symmetry),
        state.seat,
    )


@jitable
def symmetric_state_of_both(state: BothState, symmetry: int) -> BothState:
    mine, theirs, low, high, totem, seat = symmetric_state(state, symmetry)
    return BothState(mine, theirs, low, high, totem, seat)


@jitable
def symmetric_action(state: YoxiiState, symmetry: int, action: int) -> int:
    return pack(
        MAPPING[SIZE * symmetry + (action & 63)],
        action >> 12,
        MAPPING[SIZE * symmetry + ((action >> 6) & 63)],
    )


# Moves and hashes


@jitable
def put_legal(state: YoxiiState, seat: int, memory: Memory, place: int) -> None:
    totems = targets(state)
    values = values_in_hand(state)
    sets = cells_by_way(state, totems)
    for number in range(8):
        cells = sets[number]
        while cells:
            cell = lowest(cells)
            place = put_values(memory, place, values, cell - WAYS[number], cell)
            cells &= cells - ONE
    walled = walled_in(state, totems)
    while walled:
        target = lowest(walled)
        cells = free_cells(state) ^ state.totem ^ bit(target)
        while cells:
            place = put_values(memory, place, values, target, lowest(cells))
            cells &= cells - ONE
        walled &= walled - ONE


@jitable
def put_values(memory: Memory, place: int, values: Bits, target: int, cell: int) -> int:
    """Put the actions that place a stone of any of these values, less 1, on this cell; returns the
    place after them.
    """
    while values:
        poke(memory, place, pack(target, lowest(values) + 1, cell))
        place += 1
        values &= values - ONE
    return place


@jitable
def is_legal(state: YoxiiState, seat: int, action: int) -> bool:
    if action < 0 or action >> 12 not in (1, 2, 3, 4):
        return False
    target, stone = bit(action & 63), bit((action >> 6) & 63)
    free = (free_cells(state) | state.totem) & (BOARD ^ (BOARD & target))
    near = around(target) & free
    return bool(
        targets(state) & target
        and stone & (near if near else free)
        and in_hand(state, action >> 12)
    )


@jitable
def fingerprint(state: YoxiiState) -> Bits:
    """Leaves out the values of stones that the totem can never stand next to again, and stones in
    hand beyond those that can be placed.
    """
    free = free_cells(state)
    near = around(free | state.totem)
    low, high = state.low & near, state.high & near
    turns = popcount(free)
    mine, theirs = (turns + 1) >> 1, turns >> 1
    hands = 0
    for value in range(1, 5):
        stones = stones_of(state, value)
        hands = hands * 64 + 8 * min(mine, STOCK[value - 1] - popcount(state.mine & stones))
        hands += min(theirs, STOCK[value - 1] - popcount(state.theirs & stones))
    return fold((state.mine, state.theirs, low, high, state.totem, to_bits(hands * 2 + state.seat)))


@jitable
def most_plies(state: YoxiiState) -> int:
    return popcount(free_cells(state))  # each turn fills one, and the last cell is the totem's


# Static evaluation


@jitable
def evaluate(state: YoxiiState) -> int:
    free, near = free_cells(state), targets(state)
    unfilled = free | state.totem
    jumps = all_jumps(state.mine, state.theirs, unfilled)
    weights = MOVE + AROUND * balance(state, around(state.totem)) + hand_weight(state)
    weights += TARGETS * popcount(near) + THEIR_TARGETS * popcount(targets(other_side(state)))
    cells = unfilled
    while cells:
        cell = lowest(cells)
        lead, open_around = lead_at(state, cell, unfilled)
        jumped = jumps_from(jumps, cell)
        weights += cell_weight(ALL, lead, jumped, open_around)
        if bit(cell) & (near | state.totem):
            weights += cell_weight(NEXT if bit(cell) & near else HERE, lead, jumped, open_around)
        cells &= cells - ONE
    return weighed(weights, popcount(free))


def features(state: YoxiiState) -> tuple[int, ...]:
    """The features that `evaluate` weighs, in the order of the weights in LATE and EARLY."""
    free, near = free_cells(state), targets(state)
    unfilled = free | state.totem
    jumps = all_jumps(state.mine, state.theirs, unfilled)
    hands = [in_hand(state, value) - in_hand(other_side(state), value) for value in range(1, 5)]
    leads, ways = [0] * len(LEADS), [0] * len(JUMPS)
    for kind, cells in ((ALL, unfilled), (NEXT, near), (HERE, state.totem)):
        for index in NAMES:
            if bit(index) & cells:
                lead, open_around = lead_at(state, index, unfilled)
                leads[
                    place_of_lead(row_of_leads(kind, jumps_from(jumps, index), open_around), lead)
                ] += 1
                ways[place_of_jumps(kind, jumps_from(jumps, index), open_around)] += 1
    reach = popcount(near), popcount(targets(other_side(state)))
    return (1, balance(state, around(state.totem)), *reach, *hands, *leads, *ways)


# Batch evaluation of all successors. A stone changes what is weighed at the cells around
# it, and at those from where there are jumps over it or no longer to it, whichever way the totem
# went. Numbers in memory, from the place of the prepare_batch:

ALL_CELLS = 0  # the weights of all cells that are not filled, of the move and of the hands
FREE = 1  # free cells after the move
KNOWN_TARGETS, KNOWN_CELLS = 2, 3
JUMPING = 4  # the jumps of all cells, before the stone is placed
BATCH_CELLS = 8  # from here on PER_CELL numbers for each cell:
LEAD, OPEN = 0, 1  # for the seat to move afterwards, before the stone is placed
NEAR, NEARBY = 2, 3  # the targets of that seat and of the other, with the totem on this cell
GAIN = 4  # what a stone of each value on this cell changes
JUMPING_OVER = 8  # the jumps of all cells, with a stone on this one
PER_CELL = 12


@jitable
def prepare_batch(state: YoxiiState, memory: Memory, place: int) -> bool:
    after = other_side(state)
    unfilled = free_cells(state) | state.totem
    jumps = all_jumps(after.mine, after.theirs, unfilled)
    weights = MOVE + hand_weight(after)
    cells = unfilled
    while cells:
        cell = lowest(cells)
        here = place + BATCH_CELLS + PER_CELL * cell
        lead, open_around = lead_at(after, cell, unfilled)
        poke(memory, here + LEAD, lead)
        poke(memory, here + OPEN, open_around)
        weights += cell_weight(ALL, lead, jumps_from(jumps, cell), open_around)
        cells &= cells - ONE
    poke(memory, place + ALL_CELLS, weights)
    poke(memory, place + FREE, popcount(unfilled) - 2)
    poke(memory, place + KNOWN_TARGETS, 0)
    poke(memory, place + KNOWN_CELLS, 0)
    poke_jumps(memory, place + JUMPING, jumps)
    return True


@jitable
def poke_jumps(memory: Memory, place: int, jumps: Jumps) -> None:
    one, two, their_one, their_two = jumps
    poke(memory, place, to_int(one))
    poke(memory, place + 1, to_int(two))
    poke(memory, place + 2, to_int(their_one))
    poke(memory, place + 3, to_int(their_two))


@jitable
def peek_jumps(memory: Memory, place: int) -> Jumps:
    numbers = (
        peek(memory, place),
        peek(memory, place + 1),
        peek(memory, place + 2),
        peek(memory, place + 3),
    )
    return to_bits(numbers[0]), to_bits(numbers[1]), to_bits(numbers[2]), to_bits(numbers[3])


@jitable
def where_other(jumps: Jumps, others: Jumps) -> Bits:
    """The cells at which the two differ."""
    return (
        (jumps[0] ^ others[0])
        | (jumps[1] ^ others[1])
        | (jumps[2] ^ others[2])
        | (jumps[3] ^ others[3])
    )


@large
def batch_stone(state: YoxiiState, stone: int, memory: Memory, place: int) -> None:
    """Write what a stone of each value on this cell changes to memory."""
    cells = place + BATCH_CELLS
    here = cells + PER_CELL * stone
    unfilled = (free_cells(state) | state.totem) & (BOARD ^ bit(stone))
    near = around(bit(stone)) & unfilled
    before, jumps = (
        peek_jumps(memory, place + JUMPING),
        all_jumps(state.theirs, state.mine | bit(stone), unfilled),
    )
    poke_jumps(memory, here + JUMPING_OVER, jumps)
    weights = -cell_weight(
        ALL, peek(memory, here + LEAD), jumps_from(before, stone), peek(memory, here + OPEN)
    )
    one, two, three, four = (
        HANDS[0] - AROUND,
        HANDS[1] - 2 * AROUND,
        HANDS[2] - 3 * AROUND,
        HANDS[3] - 4 * AROUND,
    )
    left = near | (unfilled & where_other(jumps, before))
    while left:
        cell = lowest(left)
        at = cells + PER_CELL * cell
        lead, open_around = peek(memory, at + LEAD), peek(memory, at + OPEN)
        jumped, jumping = jumps_from(before, cell), jumps_from(jumps, cell)
        if near & bit(cell):
            row = row_of_leads(ALL, jumping, open_around - 1)
            weights += JUMPS[place_of_jumps(ALL, jumping, open_around - 1)] - cell_weight(
                ALL, lead, jumped, open_around
            )
            one += LEADS[place_of_lead(row, lead - 1)]
            two += LEADS[place_of_lead(row, lead - 2)]
            three += LEADS[place_of_lead(row, lead - 3)]
            four += LEADS[place_of_lead(row, lead - 4)]
        else:
            weights += cell_weight(ALL, lead, jumping, open_around) - cell_weight(
                ALL, lead, jumped, open_around
            )
        left &= left - ONE
    poke(memory, here + GAIN, weights + one)
    poke(memory, here + GAIN + 1, weights + two)
    poke(memory, here + GAIN + 2, weights + three)
    poke(memory, here + GAIN + 3, weights + four)


@large
def batch_target(state: YoxiiState, totem: Bits, memory: Memory, here: int) -> None:
    """Write the targets of both seats, with the totem on this cell, to memory."""
    moved = YoxiiState(state.mine, state.theirs, state.low, state.high, totem, state.seat)
    poke(memory, here + NEAR, to_int(targets(other_side(moved))))
    poke(memory, here + NEARBY, to_int(targets(moved)))


@jitable
def evaluate_successor(state: YoxiiState, action: int, memory: Memory, place: int) -> int:
    target, cell, value = action & 63, (action >> 6) & 63, action >> 12
    totem, stone = bit(target), bit(cell)
    if not stone & around(totem):  # the totem is walled in
        after = play(state, action)
        return evaluate(after) if targets(after) else OVER
    cells = place + BATCH_CELLS
    here, there = cells + PER_CELL * target, cells + PER_CELL * cell
    if not to_bits(peek(memory, place + KNOWN_TARGETS)) & totem:
        batch_target(state, totem, memory, here)
        poke(memory, place + KNOWN_TARGETS, peek(memory, place + KNOWN_TARGETS) | to_int(totem))
    free = BOARD ^ (state.mine | state.theirs | totem | stone)
    near = to_bits(peek(memory, here + NEAR)) & free
    if not near:
        return OVER
    if not to_bits(peek(memory, place + KNOWN_CELLS)) & stone:
        batch_stone(state, cell, memory, place)
        poke(memory, place + KNOWN_CELLS, peek(memory, place + KNOWN_CELLS) | to_int(stone))
    nearby = (to_bits(peek(memory, here + NEARBY)) & free) | landing(
        target, cell - target, state.mine, free
    )
    jumps = peek_jumps(memory, there + JUMPING_OVER)
    lead, open_around = peek(memory, here + LEAD), peek(memory, here + OPEN) - 1
    weights = peek(memory, place + ALL_CELLS) + peek(memory, there + GAIN + value - 1)
    weights += AROUND * lead + TARGETS * popcount(near) + THEIR_TARGETS * popcount(nearby)
    weights += cell_weight(HERE, lead - value, jumps_from(jumps, target), open_around)
    beside = around(stone)
    while near:
        reached = lowest(near)
        at = cells + PER_CELL * reached
        lead, open_around = peek(memory, at + LEAD), peek(memory, at + OPEN)
        if beside & bit(reached):
            lead -= value
            open_around -= 1
        weights += cell_weight(NEXT, lead, jumps_from(jumps, reached), open_around)
        near &= near - ONE
    return weighed(weights, peek(memory, place + FREE))


def functions(game: Any, state: type) -> Functions:
    """The hints, by name."""
    if state is BothState:
        # All else counts on turns that alternate.
        of_both = named(symmetry_count, symmetric_action, put_legal, is_legal, most_plies, evaluate)
        return {**of_both, "symmetric_state": symmetric_state_of_both}
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        put_legal,
        is_legal,
        fingerprint,
        most_plies,
        features,
        evaluate,
        prepare_batch,
        evaluate_successor,
    )
