"""The actions of a game as a dense index, as learning programs number them."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from ludarium.errors import RulesError
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, Bits, members, mix, stream
from ludarium.rules.game import Game

__all__ = ["ActionSpace", "action_space"]

State = Any

NONE = -1
"""The index of an int that is no action."""
GREATEST = 1 << 20
"""No action of a space is as great: each int up to the greatest takes eight bytes."""
TRIED = 2000  # moves of random games in which to look for the greatest action


class ActionSpace:
    """Every action that a seat can have in a game, numbered from 0.

    Raises RulesError where there is none, an action comes twice, or is not in 0..GREATEST-1.
    """

    def __init__(self, game: Game, actions: Iterable[int]) -> None:
        self.game = game
        self.actions = sorted_actions = _array(actions)
        """The action of each index: an int64 array."""
        if not len(sorted_actions) or sorted_actions.min() < 0 or sorted_actions.max() >= GREATEST:
            raise RulesError(
                f"the actions of {game.name} that learning programs are to number: expected one or "
                f"more ints, each from 0 to {GREATEST - 1}; give them all as Game.actions"
            )
        self.indices = np.full(int(sorted_actions.max()) + 1, NONE, np.int64)
        """The index of each int up to the greatest action, or NONE: an int64 array."""
        self.indices[sorted_actions] = np.arange(len(sorted_actions))
        if np.count_nonzero(self.indices != NONE) != len(sorted_actions):
            raise RulesError(f"Game.actions of {game.name} gives an action twice")

    def __repr__(self) -> str:
        return f"<ActionSpace of {self.game.name}: {self.size} actions>"

    @property
    def size(self) -> int:
        """The number of actions."""
        return len(self.actions)

    def index_of(self, action: int) -> int:
        """The index of an action, 0 to size-1. Raises RulesError where it is not in the space."""
        index = int(self.indices[action]) if 0 <= action < len(self.indices) else NONE
        if index == NONE:
            raise RulesError(
                f"the action {action} of {self.game.name} is not among the {self.size} that "
                "learning programs know: give all that a seat can ever have as Game.actions"
            )
        return index

    def action_of(self, index: int) -> int:
        """The action of an index. Raises IndexError where it is not in 0..size-1."""
        if not 0 <= index < self.size:
            raise IndexError(f"index {index} of an action: expected 0 to {self.size - 1}")
        return int(self.actions[index])


def _array(actions: Iterable[int]) -> Any:
    """The actions as an int64 array; an empty one where they are no ints."""
    try:
        return np.fromiter(actions, np.int64)
    except (OverflowError, TypeError, ValueError):
        return np.zeros(0, np.int64)


@functools.cache
def action_space(game: Game, ruleset: str, seats: int) -> ActionSpace:
    """The actions of a game with the ruleset of this name and this number of seats.

    They are those of `Game.actions`, in its order. Where a game does not give them, they are all
    ints of no more bits than the greatest action of some random games has. Raises RulesError.
    """
    rules = game.ruleset(ruleset)
    if game.actions is not None:
        return ActionSpace(game, game.actions(rules, seats))
    first = game.plain(game.start(rules, seats))
    bits = min(_greatest(game, first).bit_length(), GREATEST.bit_length())
    return ActionSpace(game, range(1 << bits))


def _greatest(game: Game, first: State) -> int:
    """The greatest legal action in TRIED moves of random games from the state, 1 at least."""
    greatest = 1
    number = plies = 0
    state = first
    for _ in range(TRIED):
        choosing = generic.movers(state)
        if not choosing:
            state, plies, number = first, 0, number + 1
            choosing = generic.movers(state)
        if choosing != generic.CHANCE_MOVES:
            for seat in members(choosing):
                greatest = max(greatest, *game.legal_actions(state, seat))
        plies += 1
        random = Bits((stream(Bits(0), number) + plies * GOLDEN) & ALL)
        state = generic.random_play(state, mix(random))
    return greatest
