"""The graph of a game's reachable states, up to symmetry.

A class of symmetric states is represented by its canonical state: the least image, as a tuple. The
graph must be acyclic, except for joint actions that leave the state as it is.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import LudariumError
from ludarium.rules.bits import ONE, lowest
from ludarium.rules.game import Game
from ludarium.rules.generic import (
    action_bits,
    joint_count,
    legal_count,
    movers,
    nth_joint,
    nth_legal,
    play,
)
from ludarium.solvers.equilibrium.solution import canonical

__all__ = ["ENDED", "MOST_STATES", "STAYS", "StateGraph", "explore", "heights"]

STAYS, ENDED = -1, -2  # of a joint action: it leaves the state as it is; it ends the game
MOST_STATES = 1_000_000

State = Any
Progress = Callable[[int, int], None]  # amount done, total


@dataclasses.dataclass
class StateGraph:
    """The reachable states of a game and their successors."""

    states: list[State]
    """The canonical states in which seats choose, breadth first from the start."""
    places: list[Any]
    """By state and joint action: STAYS, ENDED, or the index k of a successor."""
    targets: list[Any]
    """By state and k: number of the successor's canonical state."""
    symmetries: list[Any]
    """By state and k: the symmetry that maps the successor to its canonical state."""


def outcomes(state: State) -> Any:
    """The successor of each joint action, as in `StateGraph.places`; and a list of the state's
    successors.

    The first of the list is the state itself, so that successor k is at k + 1.
    """
    count = joint_count(state)
    places = np.empty(count, np.int32)
    states = [state]
    for n in range(count):
        after = play(state, nth_joint(state, n))
        if after == state:
            places[n] = STAYS
        elif not movers(after):
            places[n] = ENDED
        else:
            place = 1
            while place < len(states) and states[place] != after:
                place += 1
            if place == len(states):
                states.append(after)
            places[n] = place - 1
    return places, states


def absences(state: State, absent: int) -> Any:
    """The further states that are reached where some seats are absent, after the state itself."""
    shift = action_bits(state)
    count = 1
    choosing = movers(state)
    while choosing:
        count *= legal_count(state, lowest(choosing)) + 1
        choosing &= choosing - ONE
    states = [state]
    for n in range(count):
        joint, rest = 0, n
        choosing = movers(state)
        while choosing:
            seat = lowest(choosing)
            legal = legal_count(state, seat)
            which = rest % (legal + 1)
            joint |= (absent if which == legal else nth_legal(state, seat, which)) << (seat * shift)
            rest //= legal + 1
            choosing &= choosing - ONE
        after = play(state, joint)
        if after != state and movers(after) and after not in states:
            states.append(after)
    return states


def explore(game: Game, first: State, progress: Progress | None = None) -> StateGraph:
    """Build the graph of all states that are reachable from `first`, also where seats are absent.

    Raises LudariumError where there are more than MOST_STATES.
    """
    from ludarium.rules.compiling import compiled

    run, reduce = compiled(outcomes, game), compiled(canonical, game)
    wander = compiled(absences, game)
    reduced: dict[State, tuple[int, int]] = {}  # number of the canonical state, symmetry
    numbers: dict[State, int] = {}
    graph = StateGraph([], [], [], [])

    def number(state: State) -> tuple[int, int]:
        if state not in reduced:
            least, symmetry = reduce(state)
            if least not in numbers:
                numbers[least] = len(graph.states)
                graph.states.append(game.plain(least))
            reduced[state] = numbers[least], symmetry
        return reduced[state]

    number(first)
    for done, state in enumerate(graph.states):  # grows in the loop
        if len(graph.states) > MOST_STATES:
            raise LudariumError(
                f"{game.title} has more than {MOST_STATES:,} states that differ: too many to "
                "solve all of them"
            )
        places, reached = run(state)
        ends = [number(after) for after in reached[1:]]
        graph.places.append(places)
        graph.targets.append(np.array([end for end, _ in ends], np.int32))
        graph.symmetries.append(np.array([symmetry for _, symmetry in ends], np.int32))
        if game.absent is not None:
            for after in wander(state, game.absent)[1:]:
                number(after)
        if progress:
            progress(done + 1, len(graph.states))
    return graph


def heights(targets: list[Any]) -> Any:
    """The length of each state's longest path to an end, by its successors' numbers.

    Raises LudariumError where the graph has a cycle.
    """
    before: list[list[int]] = [[] for _ in targets]
    open_ends = np.array([len(set(ends.tolist())) for ends in targets])
    for state, ends in enumerate(targets):
        for end in set(ends.tolist()):
            before[end].append(state)
    height = np.zeros(len(targets), np.int64)
    ready = [state for state, left in enumerate(open_ends) if left == 0]
    for state in ready:  # grows in the loop
        for earlier in before[state]:
            height[earlier] = max(height[earlier], height[state] + 1)
            open_ends[earlier] -= 1
            if open_ends[earlier] == 0:
                ready.append(earlier)
    if len(ready) < len(targets):
        raise LudariumError(
            "a game can come back to a state that it has left: only games without such cycles "
            "can be solved"
        )
    return height
