"""The tree of all ways in which a game can go, as arrays, for regret minimisation."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.generic import CHANCE

__all__ = ["MOST_NODES", "GameTree", "grow"]

MOST_NODES = 2_000_000
NONE = -1

State = Any
Array = Any
Progress = Callable[[int, int], None]  # amount done, total


@dataclasses.dataclass(frozen=True, eq=False)
class GameTree:
    """Nodes are numbered breadth first, so that those of a depth, and the children of a node, lie
    side by side. A slot is an action at an information set.
    """

    seats: int
    levels: tuple[slice, ...]
    """The nodes of each depth."""
    parents: Array
    """By node: its parent; of the root itself."""
    movers: Array
    """By node: the seat that chooses, CHANCE, or NONE where the game is over."""
    slots: Array
    """By node: the slot of the action that led there; NONE where chance or nothing did."""
    chances: Array
    """By node: the probability by which chance led there; 1 where it did not."""
    results: Array
    """By node and seat: the return, where the game is over."""
    owners: Array
    """By slot: the seat that chooses."""
    sets: Array
    """By slot: the number of its information set."""
    firsts: Array
    """By information set: its first slot."""
    samples: Array
    """By information set: one of its nodes. All have the same history of the seat's own actions."""
    keys: tuple[tuple[int, State], ...]
    """By information set: the seat, and what it sees."""

    @property
    def counts(self) -> Array:
        """By information set: its number of slots."""
        return np.diff(np.append(self.firsts, len(self.owners)))


def grow(game: Game, first: State, progress: Progress | None = None) -> GameTree:
    """List all nodes below this state.

    Raises LudariumError where there are more than MOST_NODES, or several seats choose at once.
    """
    seats = generic.seat_count(first)
    states: list[State] = [first]
    parents, slots, chances = [0], [NONE], [1.0]
    movers: list[int] = []
    levels: list[slice] = []
    results: list[list[float]] = []
    numbers: dict[tuple[int, State], int] = {}
    firsts: list[int] = []
    samples: list[int] = []
    owners: list[int] = []
    sets: list[int] = []
    while len(movers) < len(states):
        levels.append(slice(len(movers), len(states)))
        for node in range(len(movers), len(states)):
            state = states[node]
            states[node] = None  # its memory is needed for its children
            choosing = int(generic.movers(state))
            mover = choosing.bit_length() - 1
            movers.append(mover)
            over = mover == NONE
            results.append([generic.returns(state, s) if over else 0.0 for s in range(seats)])
            if over:
                continue
            if choosing != 1 << mover:
                raise LudariumError(f"{game.title}: several seats choose at once")
            actions = game.legal_actions(state, mover)
            first_slot, shares = NONE, [1.0] * len(actions)
            if mover == CHANCE:
                weights = [weight for _, weight in game.outcomes(state)]
                shares = [weight / sum(weights) for weight in weights]
            else:
                key = mover, generic.seen_by(state, mover)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    firsts.append(len(owners))
                    samples.append(node)
                    owners += [mover] * len(actions)
                    sets += [numbers[key]] * len(actions)
                first_slot = firsts[numbers[key]]
            for n, action in enumerate(actions):
                states.append(generic.play(state, action))
                parents.append(node)
                slots.append(NONE if mover == CHANCE else first_slot + n)
                chances.append(shares[n])
            if len(states) > MOST_NODES:
                raise LudariumError(
                    f"{game.title} has more than {MOST_NODES:,} ways to go: too many for this"
                )
        if progress:
            progress(len(movers), len(states))
    return GameTree(
        seats=seats,
        levels=tuple(levels),
        parents=np.array(parents),
        movers=np.array(movers),
        slots=np.array(slots),
        chances=np.array(chances),
        results=np.array(results),
        owners=np.array(owners),
        sets=np.array(sets),
        firsts=np.array(firsts),
        samples=np.array(samples),
        keys=tuple(numbers),
    )
