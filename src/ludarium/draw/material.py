"""Captured pieces and the lead in material, told from Views alone: the pieces that a seat had at
the start and has no more.
"""

from __future__ import annotations

import collections
from typing import NamedTuple

from ludarium.rules.view import Piece, View

__all__ = ["Captured", "captured", "lead"]


class Captured(NamedTuple):
    """Pieces of one kind that are gone."""

    piece: Piece
    """One of them, as it stood at the start."""
    number: int


def captured(start: View, now: View, seat: int) -> tuple[Captured, ...]:
    """List what this seat has taken of the other, the kind with the most worth first; nothing in a
    game that counts for itself, in which pieces are added or change sides, or where not both of two
    seats begin with pieces on the board.

    A piece more of one kind than at the start was promoted: one fewer counts as gone of the kind
    that there were most of.
    """
    owners = {piece.owner for piece in start.pieces}
    if owners != {0, 1} or len(start.seats) != 2 or any(one.tallies for one in now.seats):
        return ()
    begun, left = (collections.Counter(piece.owner for piece in one.pieces) for one in (start, now))
    if any(left[owner] > begun[owner] for owner in left):
        return ()
    first = [piece for piece in start.pieces if piece.owner == 1 - seat]
    looks = {piece.look: piece for piece in first}
    had = collections.Counter(piece.look for piece in first)
    has = collections.Counter(piece.look for piece in now.pieces if piece.owner == 1 - seat)
    gone = {look: max(0, count - has[look]) for look, count in had.items()}
    more = sum(max(0, count - had[look]) for look, count in has.items())
    for look, _ in had.most_common():
        promoted = min(more, gone[look])
        gone[look] -= promoted
        more -= promoted
    found = (Captured(looks[look], count) for look, count in gone.items() if count)
    return tuple(sorted(found, key=lambda one: (-one.piece.worth, one.piece.name)))


def lead(now: View, seat: int) -> int:
    """By how much the pieces of this seat are worth more than those of the other; 0 where they are
    not, or have no worth.
    """
    worth = sum(
        piece.worth if piece.owner == seat else -piece.worth
        for piece in now.pieces
        if piece.owner is not None
    )
    return max(0, worth)
