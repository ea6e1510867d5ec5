"""Chases of xiangqi: which pieces a move threatens to capture, so that who does so with every move
of a cycle breaks the rules.

A chase is a new attack on a piece that could not be taken back, or on one of more worth: chariots
by horses and cannons, and chariots, cannons and horses by advisors and elephants. Generals and
soldiers may chase, and a general (that is check) and soldiers that have not crossed the river may
be chased. Two pieces of a kind that attack each other do not chase, unless the other cannot take.

Source: rules of the Asian Xiangqi Federation of 2003, in the simplified form that Fairy-Stockfish
has them (`chased` there): the worth of pieces is that of their kind, and an attack counts by the
position after the move alone, not by what a threat would gain later.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ludarium.rules.bits import Bits, lowest, union_of_four
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.xiangqi_board import (
    EMPTY_POINTS,
    HALVES,
    PALACES,
    POINTS,
    beyond,
    horse_moves,
    moved,
    one,
    slide_e,
    slide_n,
    slide_s,
    slide_w,
    slides,
    step_e,
    step_n,
    step_ne,
    step_nw,
    step_s,
    step_se,
    step_sw,
    step_w,
)
from ludarium.rules.xiangqi_movegen import is_safe, soldiers

__all__ = ["Men", "chased", "followed", "men_after", "men_of"]

State = Any


class Men(NamedTuple):
    """The pieces on the board: the fields that functions of `xiangqi_movegen` ask for."""

    mine: Bits
    theirs: Bits
    generals: Bits
    advisors: Bits
    elephants: Bits
    horses: Bits
    chariots: Bits
    cannons: Bits
    seat: int


@jitable
def men_of(state: State) -> Men:
    return Men(
        state.mine,
        state.theirs,
        state.generals,
        state.advisors,
        state.elephants,
        state.horses,
        state.chariots,
        state.cannons,
        state.seat,
    )


@jitable
def men_after(men: Men, source: Bits, target: Bits) -> Men:
    """The pieces after a move, of the other seat to move."""
    return Men(
        men.theirs & (POINTS ^ target),
        (men.mine ^ source) | target,
        moved(men.generals, source, target),
        moved(men.advisors, source, target),
        moved(men.elephants, source, target),
        moved(men.horses, source, target),
        moved(men.chariots, source, target),
        moved(men.cannons, source, target),
        1 - men.seat,
    )


@jitable
def turned(men: Men) -> Men:
    """The same pieces with the other seat to move."""
    return Men(men.theirs, men.mine, *men[2:8], 1 - men.seat)


@jitable
def attacks(men: Men, piece: Bits) -> Bits:
    """The points that a piece of the seat to move attacks, whether or not the move is legal."""
    free = POINTS ^ (men.mine | men.theirs)
    if piece & men.chariots:
        return union_of_four(slides(piece, free)) & men.theirs
    if piece & men.cannons:
        return union_of_four(beyond(slides(piece, free), free)) & men.theirs
    if piece & men.horses:
        a, b, c, d, e, f, g, h = horse_moves(piece, free)
        return (a | b | c | d | e | f | g | h) & men.theirs
    ne, nw, se, sw = step_ne(piece), step_nw(piece), step_se(piece), step_sw(piece)
    palace = PALACES[0] if men.seat == 0 else PALACES[1]
    half = HALVES[0] if men.seat == 0 else HALVES[1]
    if piece & men.advisors:
        return (ne | nw | se | sw) & palace & men.theirs
    if piece & men.elephants:
        far = step_ne(ne & free) | step_nw(nw & free) | step_se(se & free) | step_sw(sw & free)
        return far & half & men.theirs
    sides = step_e(piece) | step_w(piece)
    if piece & men.generals:
        return (sides | step_n(piece) | step_s(piece)) & palace & men.theirs
    front = step_n(piece) if men.seat == 0 else step_s(piece)
    if piece & half:
        return front & men.theirs
    return (front | sides) & men.theirs


@large
def attackers(men: Men, target: Bits) -> Bits:
    """The pieces of the seat to move that attack this point."""
    found, left = EMPTY_POINTS, men.mine
    while left:
        piece = one(lowest(left))
        left ^= piece
        if attacks(men, piece) & target:
            found |= piece
    return found


@jitable
def takers(men: Men, target: Bits) -> Bits:
    """The pieces of the seat to move that may capture on this point."""
    found, left = EMPTY_POINTS, attackers(men, target)
    while left:
        piece = one(lowest(left))
        left ^= piece
        if is_safe(men, piece, target):
            found |= piece
    return found


@jitable
def is_protected(men: Men, attacker: Bits, target: Bits) -> bool:
    """Return whether the other seat may take back, once the attacker has captured there."""
    return bool(takers(men_after(men, attacker, target), target))


@jitable
def lost_its_guard(before: Men, after: Men, attacker: Bits, target: Bits) -> bool:
    """Return whether a guard of the target has been pinned, so that nothing may take back now."""
    then, now = men_after(before, attacker, target), men_after(after, attacker, target)
    if takers(now, target):
        return False
    return bool(takers(then, target) & attackers(now, target))


@jitable
def onward(source: Bits, target: Bits) -> Bits:
    """The points in the way from `source` to `target` along a line, and on from there."""
    if slide_e(source, POINTS) & target:
        return slide_e(source, POINTS)
    if slide_w(source, POINTS) & target:
        return slide_w(source, POINTS)
    return slide_n(source, POINTS) if slide_n(source, POINTS) & target else slide_s(source, POINTS)


@jitable
def outweighed(men: Men, attacker: Bits) -> Bits:
    """The pieces of more worth than the attacker, which it chases even where they are guarded."""
    if attacker & (men.advisors | men.elephants):
        return men.chariots | men.cannons | men.horses
    return men.chariots if attacker & (men.horses | men.cannons) else EMPTY_POINTS


@jitable
def same_kind(men: Men, piece: Bits) -> Bits:
    """The pieces of the kind of an advisor, elephant, horse, chariot or cannon, of both seats."""
    if piece & men.chariots:
        return men.chariots
    if piece & men.cannons:
        return men.cannons
    if piece & men.horses:
        return men.horses
    return men.advisors if piece & men.advisors else men.elephants


@large
def chased_by(before: Men, after: Men, attacker: Bits, source: Bits, target: Bits) -> Bits:
    """The points of the pieces that one piece chases after the move; see `chased`."""
    attacking = turned(after)
    half = HALVES[0] if after.seat == 0 else HALVES[1]
    spared = after.generals | (soldiers(after) & half)
    now = attacks(attacking, attacker) & (POINTS ^ spared)
    told, was = now, EMPTY_POINTS
    if attacker == target:
        if attacker & (after.chariots | after.cannons):
            told = now & (POINTS ^ onward(source, target))
    else:
        was = attacks(before, attacker)
        told = now & (POINTS ^ was)
    found, left = EMPTY_POINTS, now
    while left:
        point = one(lowest(left))
        left ^= point
        unguarded = bool(point & was) and lost_its_guard(before, after, attacker, point)
        if not point & told and not unguarded:
            continue
        if point & outweighed(after, attacker):
            found |= point
            continue
        mutual = bool(point & same_kind(after, attacker) and attacks(after, point) & attacker)
        if mutual and is_safe(after, point, attacker):
            continue
        if not is_protected(attacking, attacker, point):
            found |= point
    return found


@jitable
def chased(before: Men, source: Bits, target: Bits) -> Bits:
    """The points of the other seat's pieces that the move of the seat to move chases.

    An attack counts where the move makes it: by the piece that moved, but along the line in which a
    chariot or cannon moved; by another, whose way the move opened; or where it was there before and
    the move pinned what guarded the piece.
    """
    after = men_after(before, source, target)
    found, left = EMPTY_POINTS, after.theirs
    left &= after.advisors | after.elephants | after.horses | after.chariots | after.cannons
    while left:
        attacker = one(lowest(left))
        left ^= attacker
        found |= chased_by(before, after, attacker, source, target)
    return found


@jitable
def followed(points: Bits, source: Bits, target: Bits) -> Bits:
    """The points of the same pieces after one of them, or another, has moved."""
    return (points & (POINTS ^ source)) | target if points & source else points & (POINTS ^ target)
