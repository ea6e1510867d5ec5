"""The View of a position, whose pieces keep their identities as they move from one to the next."""

from __future__ import annotations

import dataclasses
import itertools
import sys
from collections.abc import Iterable
from typing import Any

from ludarium.rules import diagnosis
from ludarium.rules.game import Game
from ludarium.rules.view import View

__all__ = ["Appearance"]


class Appearance:
    """The View of a state, made on first use and kept.

    The identities of its pieces are always kept, so that pieces keep them in later positions.
    """

    __slots__ = ("_before", "_game", "_identities", "_joint", "_state", "_view", "keeps")

    def __init__(
        self, game: Game, state: Any, before: Appearance | None, joint: int | None
    ) -> None:
        """before: the appearance of the position before; joint: the joint action from it."""
        self._game, self._state, self._before, self._joint = game, state, before, joint
        self._view: View | None = None
        self._identities: tuple[str, ...] | None = None
        self.keeps = True
        """True if a View is kept; one that is there stays until that of the next position has
        followed it."""

    @property
    def followed(self) -> bool:
        """True if `view` need not ask earlier positions which piece is which."""
        return any(one is None or one._identities is not None for one in (self, self._before))

    @property
    def view(self) -> View:
        """The View, with the last move marked. Raises RulesError where the game gives none."""
        chain = [self]  # a loop, because a game can be longer than Python's recursion limit
        while chain[-1]._identities is None and chain[-1]._before is not None:
            chain.append(chain[-1]._before)
        view = chain[-1]._follow(None)
        for before, after in itertools.pairwise(reversed(chain)):
            view = after._follow(view)
            if not before.keeps:
                before._view = None
        return view

    def forget(self) -> None:
        """Drop the View; pieces keep their identities."""
        self._view = None

    def _follow(self, followed: View | None) -> View:
        """The View; identities that are not known yet are taken over from `followed`."""
        view = self._view
        if view is not None:
            return view
        before = self._before._state if self._before is not None else None
        view = self._game.view(self._state, before, self._joint)
        if fault := diagnosis.view_fault(self._game, view):
            raise fault
        if self._identities is not None:
            view = _identified(view, self._identities)
        elif followed is not None:
            view = view.follow(followed)
        self._identities = tuple(sys.intern(piece.id) for piece in view.pieces)
        if self.keeps:
            self._view = view
        return view


def _identified(view: View, identities: Iterable[str]) -> View:
    """The View with these identities of its pieces."""
    pairs = zip(view.pieces, identities, strict=True)
    pieces = tuple(
        piece if piece.id == identity else dataclasses.replace(piece, id=identity)
        for piece, identity in pairs
    )
    return dataclasses.replace(view, pieces=pieces)
