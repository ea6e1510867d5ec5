"""The states that can come about in a game, one for each set of states that are symmetric to each
other, and what leads where.

Of a state and all its images the least one, as a tuple, stands for all: the canonical one. Only
games are taken whose states form a graph without cycles, other than a joint action that leaves the
state as it is.
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
from ludarium.solve.equilibrium.solution import canonical

__all__ = ["ENDED", "MOST_STATES", "STAYS", "Graph", "explore", "heights"]

STAYS, ENDED = -1, -2  # where a joint action leads, if not to another state in which seats choose
MOST_STATES = 1_000_000

State = Any
Progress = Callable[[int, int], None]  # how much is done, of how much


@dataclasses.dataclass
class Graph:
    """states: canonical, with seats that choose, the first one first, and each before those that it
    leads to by one joint action more.

    For state i, `places[i][n]` says where its n-th joint action leads: STAYS, ENDED, or a place k
    in the next two. `targets[i][k]` is the number of the canonical state that this leads to, and
    `symmetries[i][k]` the symmetry that maps the state itself to the canonical one.
    """

    states: list[State]
    places: list[Any]
    targets: list[Any]
    symmetries: list[Any]


def outcomes(state: State) -> Any:
    """Where each joint action leads, as in `Graph.places`, and the states that these are."""
    count = joint_count(state)
    places = np.empty(count, np.int32)
    found = [state]
    for n in range(count):
        after = play(state, nth_joint(state, n))
        if after == state:
            places[n] = STAYS
        elif not movers(after):
            places[n] = ENDED
        else:
            place = 1
            while place < len(found) and found[place] != after:
                place += 1
            if place == len(found):
                found.append(after)
            places[n] = place - 1
    return places, found


def absences(state: State, absent: int) -> Any:
    """The states in which seats choose that come about where some seats are absent; the first of
    the list is the state itself.
    """
    shift = action_bits(state)
    count = 1
    choosing = movers(state)
    while choosing:
        count *= legal_count(state, lowest(choosing)) + 1
        choosing &= choosing - ONE
    found = [state]
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
        if after != state and movers(after) and after not in found:
            found.append(after)
    return found


def explore(game: Game, first: State, progress: Progress | None = None) -> Graph:
    """All canonical states that can come about from this one, also where seats are absent.

    Raises LudariumError where they are too many.
    """
    from ludarium.rules.compiling import compiled

    run, reduce = compiled(outcomes, game), compiled(canonical, game)
    wander = compiled(absences, game)
    reduced: dict[State, tuple[int, int]] = {}  # number of the canonical state, symmetry
    numbers: dict[State, int] = {}
    graph = Graph([], [], [], [])

    def number(state: State) -> tuple[int, int]:
        if state not in reduced:
            least, symmetry = reduce(state)
            if least not in numbers:
                numbers[least] = len(graph.states)
                graph.states.append(game.plain(least))
            reduced[state] = numbers[least], symmetry
        return reduced[state]

    number(first)
    for done, state in enumerate(graph.states):  # grows while it is walked through
        if len(graph.states) > MOST_STATES:
            raise LudariumError(
                f"{game.title} has more than {MOST_STATES:,} states that differ: too many to "
                "solve all of them"
            )
        places, found = run(state)
        ends = [number(after) for after in found[1:]]
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
    """Of each state the length of the longest way to an end.

    Raises LudariumError where a way comes back.
    """
    before: list[list[int]] = [[] for _ in targets]
    open_ends = np.array([len(set(ends.tolist())) for ends in targets])
    for state, ends in enumerate(targets):
        for end in set(ends.tolist()):
            before[end].append(state)
    height = np.zeros(len(targets), np.int64)
    ready = [state for state, left in enumerate(open_ends) if left == 0]
    for state in ready:  # grows while it is walked through
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
