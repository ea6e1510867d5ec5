"""Whole turns in games of two seats with chance, for reviews of what was played.

A turn is what a seat decides between two moves of chance, or of the other seat: in dice games a
throw, which may be played die by die. All its ways are listed as a graph of states, in which parts
that can be played in either order meet again. Its ends are evaluated statically; the best of them,
and the one that was played, then through one move of chance and more, all equally far. What a part
of the turn lost is the difference of the best ends before and after it. So the parts together lose
what the turn lost, and their order loses nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.compiling import compiled
from ludarium.search.engine import LONGEST_LINE, Label, Line
from ludarium.search.expectimax import CANDIDATES, DEEPEST, FURTHER, expectimax

__all__ = ["Compared", "compare_turn", "turn_moves"]

State = Any
Graph = Mapping[State, Mapping[int, State]]
"""The states of a turn in which its seat goes on, with what each action leads to."""

MOST_STATES = 3_000  # listed of a turn; the rest of a longer one is left to the search
FIRST = 10_000  # states through the first move of chance, before it is known
CHEAPER = 10  # states that cost about as much as one of the engine's search


class Compared(NamedTuple):
    """A move that was played beside the best one, both by the same search."""

    best: Line
    """The best move, and those by which the seat ends its turn best."""
    played: Line
    """The same of the move that was played; of the value of `best` where it loses nothing."""


class Way(NamedTuple):
    """The way from a state to the best end of the turn."""

    end: State
    """The end."""
    action: int
    """The first action."""


class Ends(NamedTuple):
    """Ends of a turn that were searched equally far."""

    values: Mapping[State, float]
    """The expected return of the seat at each."""
    throws: int
    """The moves of chance that were searched through."""


def turn_moves(turn: Sequence[Position]) -> tuple[Move, ...]:
    """The moves between these positions of one seat's turn, the last of which is that after it."""
    seat, moves = turn[0].mover(), []
    for here, after in zip(turn, turn[1:], strict=False):
        assert after.joint is not None
        moves.append(here.move(seat, after.joint))
    return tuple(moves)


def compare_turn(
    turn: Sequence[Position], nodes: int, stopped: Callable[[], bool] = lambda: False
) -> tuple[Compared, ...]:
    """Compare each move of a turn that was played with the best one.

    turn: the positions of the turn, and that after it. nodes: the states of a search by the engine
    that would cost about as much; static evaluations are made in any case. stopped: asked before
    each end is searched, and ends the search.
    """
    first, states = turn[0], [one.game.plain(one.state) for one in turn]
    graph = list_turn(first, states)
    ends = search_ends(first, graph, states[-1], CHEAPER * nodes, stopped)
    ways = best_ways(graph, ends.values)

    def line_by(at: Position, state: State, action: int) -> Line:
        """The line of an action, and on to the best end that it leaves."""
        after = graph[state][action]
        end = ways[after].end if after in graph else after
        moves = [at.move(at.mover(), action)]
        while after in graph and len(moves) < LONGEST_LINE:
            at = at.play(moves[-1])
            moves.append(at.move(at.mover(), ways[after].action))
            after = graph[after][ways[after].action]
        label = label_of(graph, graph[state][action], end, ends)
        return Line(moves[0], ends.values[end], label, 1 + ends.throws, tuple(moves))

    return tuple(
        Compared(line_by(here, state, ways[state].action), line_by(here, state, move.action))
        for here, state, move in zip(turn, states, turn_moves(turn), strict=False)
    )


def label_of(graph: Graph, after: State, end: State, ends: Ends) -> Label:
    """The certainty of the value after an action: proved where the game is over at the best end,
    and that is a win, or there is no other.
    """
    if generic.movers(end):
        return "estimated"
    return "proved" if after not in graph or ends.values[end] >= 1 else "estimated"


def list_turn(position: Position, first: Sequence[State]) -> Graph:
    """The graph of the turn that begins at the position: of these states first, then of others in
    breadth, as long as there are not too many.
    """
    game, seat = position.game, position.mover()
    graph: dict[State, Mapping[int, State]] = {}
    waiting = list(dict.fromkeys(first))
    known = set(waiting)
    for number, state in enumerate(waiting):  # grows in the loop
        if number >= len(first) and len(known) > MOST_STATES:
            break
        if generic.movers(state) != 1 << seat:
            continue
        actions = game.legal_actions(state, seat)
        graph[state] = {action: game.plain(generic.play(state, action)) for action in actions}
        new = [after for after in dict.fromkeys(graph[state].values()) if after not in known]
        known.update(new)
        waiting += new
    return graph


def search_ends(
    position: Position, graph: Graph, last: State, nodes: int, stopped: Callable[[], bool]
) -> Ends:
    """Search the ends of a turn: all statically, or some deeper.

    last: the state to which the played moves led. Its best end is always among them.
    """
    seat, visited = position.mover(), np.zeros(1, np.int64)
    search = compiled(expectimax, position.game)
    afters = (after for way in graph.values() for after in way.values())
    leaves = dict.fromkeys(state for state in (last, *afters) if state not in graph)
    ends = Ends({leaf: float(search(leaf, seat, 0, visited)) for leaf in leaves}, 0)
    played = best_ways(graph, ends.values)[last].end if last in graph else last
    cost = FIRST
    for throws in range(1, DEEPEST + 1):
        ranked = best_first(ends.values)[:CANDIDATES]
        chosen = list(dict.fromkeys((played, *ranked)))
        deeper: dict[State, float] = {}
        for leaf in chosen:
            before = int(visited[0])
            needed = cost * (2 if leaf is played and len(chosen) > 1 else 1)
            if stopped() or before + needed > nodes:
                break
            deeper[leaf] = float(search(leaf, seat, throws, visited))
            cost = int(visited[0]) - before
        if len(deeper) < min(2, len(chosen)):
            break
        ends = Ends(deeper, throws)
        if len(chosen) == 1:
            break  # a forced turn, of which only the value is told
        cost *= FURTHER
    return ends


def best_first(values: Mapping[State, float]) -> list[State]:
    """The ends by their values, and then by themselves, whatever led to them first."""
    return sorted(values, key=lambda end: (-values[end], end))


def best_ways(graph: Graph, values: Mapping[State, float]) -> dict[State, Way]:
    """The shortest way from each state of the turn to the best of these ends that it leads to;
    without the states that lead to none.
    """
    before: defaultdict[State, list[tuple[State, int]]] = defaultdict(list)
    for state, afters in graph.items():
        for action, after in afters.items():
            before[after].append((state, action))
    ways: dict[State, Way] = {}
    for end in best_first(values):
        waiting = [end]
        for after in waiting:  # grows in the loop
            for state, action in before[after]:
                if state not in ways:
                    ways[state] = Way(end, action)
                    waiting.append(state)
    return ways
