"""Hints for Dots and Boxes: the symmetries of the square, what of a state does not matter, and a
static evaluation by the chains of boxes that are left.
"""

from __future__ import annotations

from ludarium.games.dotsandboxes import DotsState
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, fold, popcount
from ludarium.rules.boards.edges import (
    LEFT,
    RIGHT,
    TOP,
    boxes_at,
    edge_image,
    image_of_boxes,
    image_of_edges,
)
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game

__all__ = ["functions"]


@jitable
def side_of(state: DotsState) -> int:
    """The boxes along a side of the board."""
    boxes = popcount(state.open | state.mine | state.theirs)
    side = 1
    while side * side < boxes:
        side += 1
    return side


@jitable
def symmetry_count(state: DotsState) -> int:
    return 8


@jitable
def symmetric_state(state: DotsState, symmetry: int) -> DotsState:
    side = side_of(state)
    return DotsState(
        image_of_edges(state.free, symmetry, side),
        image_of_boxes(state.open, symmetry, side),
        image_of_boxes(state.mine, symmetry, side),
        image_of_boxes(state.theirs, symmetry, side),
        state.seat,
    )


@jitable
def symmetric_action(state: DotsState, symmetry: int, action: int) -> int:
    return edge_image(action, symmetry, side_of(state))


@jitable
def is_legal(state: DotsState, seat: int, action: int) -> bool:
    return 0 <= action < 60 and bool(state.free & bit(action))


@jitable
def most_plies(state: DotsState) -> int:
    return popcount(state.free)


@jitable
def canonical_state(state: DotsState) -> DotsState:
    # how many boxes each has matters, not which: the lowest are as good as any
    mine, theirs = EMPTY, state.mine | state.theirs
    for _ in range(popcount(state.mine)):
        box = theirs & (EMPTY - theirs)
        mine, theirs = mine | box, theirs ^ box
    return DotsState(state.free, state.open, mine, theirs, state.seat)


@jitable
def fingerprint(state: DotsState) -> Bits:
    return fold((state.free, popcount(state.mine), popcount(state.theirs), state.seat))


# Boxes by the number of their free sides


@jitable
def ready(state: DotsState) -> Bits:
    """The boxes that one more line completes."""
    free = state.free
    below, left, right, above = free, free >> LEFT, free >> RIGHT, free >> TOP
    odd = below ^ left ^ right ^ above
    several = (below & left) | (right & above) | ((below ^ left) & (right ^ above))
    return odd & (several ^ state.open) & state.open


@jitable
def in_chains(state: DotsState) -> Bits:
    """The boxes with two free sides: a line at one of them hands the box over."""
    free = state.free
    below, left, right, above = free, free >> LEFT, free >> RIGHT, free >> TOP
    odd = below ^ left ^ right ^ above
    two = (below & left) ^ (right & above) ^ ((below ^ left) & (right ^ above))
    return two & (odd ^ state.open) & state.open


@jitable
def is_forcing(state: DotsState, action: int) -> bool:
    """Return whether the action completes a box."""
    return bool(boxes_at(bit(action)) & ready(state))


@jitable
def can_force(state: DotsState) -> bool:
    return bool(ready(state))


# Static evaluation. Who has no line left that hands over nothing must open a chain; the other takes
# all but its last boxes, and so never has to open one. After Berlekamp, The Dots-and-Boxes Game
# (2000), and, for the value of long chains and loops, Buzzard and Ciere, Playing simple loony dots
# and boxes endgames optimally (Integers 14, 2014).

BOX, CONTROL, SURE = 45, 80, 70
MOST = 900


@jitable
def chain_from(box: Bits, left: Bits, across: Bits, upwards: Bits) -> Bits:
    """The boxes that hang together with this one; across, upwards: those with a free side to the
    next box to the right, and above.
    """
    chain, before = box, EMPTY
    while chain != before:
        before = chain
        chain |= ((chain & across) << ONE) | ((chain >> ONE) & across)
        chain |= ((chain & upwards) << TOP) | ((chain >> TOP) & upwards)
    return chain & left


@jitable
def opening_value(state: DotsState) -> int:
    """By how many boxes who must open a chain comes out ahead, about."""
    left = state.open
    across = left & (left >> ONE) & (state.free >> RIGHT)
    upwards = left & (left >> TOP) & (state.free >> TOP)
    single, double, long, loops, boxes = 0, 0, 0, 0, 0
    while left:
        chain = chain_from(left & (EMPTY - left), left, across, upwards)
        left ^= chain
        length = popcount(chain)
        if length == 1:
            single += 1
        elif length == 2:
            double += 1
        elif popcount(chain & across) + popcount(chain & upwards) >= length:
            loops += 1
            boxes += length
        else:
            long += 1
            boxes += length
    # short ones are opened in turn, the smallest first
    value = -(single & 1) - (2 - 4 * (single & 1)) * (double & 1)
    if boxes:
        kept = boxes - 4 * long - 8 * loops + (4 if long else 8)
        kept = max(kept, 1)
        value += kept if (single + double) & 1 else -kept
    return value


@jitable
def evaluate(state: DotsState) -> int:
    taken = ready(state)
    chains = in_chains(state) | taken
    spoilt = chains | (chains << LEFT) | (chains << RIGHT) | (chains << TOP)
    safe = popcount((state.free | spoilt) ^ spoilt)
    lead = popcount(state.mine) - popcount(state.theirs) + popcount(taken)
    if safe:
        control = CONTROL if safe & 1 else -CONTROL
        score = BOX * lead + control * popcount(state.open) // (4 + 4 * safe)
    elif taken:
        score = SURE * lead
    else:
        score = SURE * (lead + opening_value(state))
    return min(MOST, max(-MOST, score))


def functions(game: Game, state: type) -> Functions:
    """The hints for Dots and Boxes, by name."""
    return named(
        symmetry_count,
        symmetric_state,
        symmetric_action,
        is_legal,
        most_plies,
        canonical_state,
        fingerprint,
        is_forcing,
        can_force,
        evaluate,
    )
