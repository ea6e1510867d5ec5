"""Expectimax: search of games of two seats in which chance decides something and nothing is hidden.

The rest of one's own turn is searched to its end, and evaluated statically where chance moves next.
That is the best move for each first action. Of these turns, the best ones are then searched one
throw deeper: over every outcome of chance, with the best reply to each (Michie, "Game-playing and
game-learning automata", 1966). The best of these are searched two throws deep. A reply
that is searched further is chosen before, by its static evaluation, as programs for backgammon do
(Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", 1996): to search all
replies would take some thousand times the states for each throw.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.compiling import compiled
from ludarium.rules.dispatch import for_all_games
from ludarium.rules.generic import (
    CHANCE,
    CHANCE_MOVES,
    chance_total,
    chance_weight,
    chooser,
    expected_return,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
)

__all__ = ["DEEPEST", "FURTHER", "best_move", "expectimax"]

Array = Any
BOUND = 2.0  # beyond all returns
OUTCOMES = 20  # about as many as chance has
FURTHER = 2 * OUTCOMES  # times the states, for one more throw after the first
DEEPEST = 2  # throws; three chose no better moves of backgammon, by GNU Backgammon's evaluation
CANDIDATES = 8  # turns that are searched through more than one throw


@for_all_games(slots=256)
def expectimax(state: Any, seat: int, throws: int, visited: Array) -> float:
    """The seat's expected return by a search through this many moves of chance, and up to the next
    one.

    visited: an array of one number, to which the states that were visited are added.
    """
    visited[0] += 1
    choosing = movers(state)
    if not choosing:
        return returns(state, seat)
    if choosing == CHANCE_MOVES:
        if throws == 0:
            expected = expected_return(state)
            return expected if chooser(state) == seat else -expected
        total = 0.0
        for n in range(legal_count(state, CHANCE)):
            outcome = nth_legal(state, CHANCE, n)
            value = expectimax(play(state, outcome), seat, throws - 1, visited)
            total += chance_weight(state, outcome) * value
        return total / chance_total(state)
    mover = chooser(state)
    best, chosen = -BOUND, nth_legal(state, mover, 0)
    no_throws = min(
        throws, 0
    )  # as a literal it would be another type, for which Numba compiles anew
    for n in range(legal_count(state, mover)):
        action = nth_legal(state, mover, n)
        value = expectimax(play(state, action), seat, no_throws, visited)
        value = value if mover == seat else -value
        if value > best:
            best, chosen = value, action
    if throws > 0:
        return expectimax(play(state, chosen), seat, throws, visited)
    return best if mover == seat else -best


def best_move(position: Position, seat: int, nodes: int) -> Move:
    """The best move found for the only choosing seat, by a search of about so many states.

    The own turn is always searched. Its ends are then searched through one throw and more, the best
    ones first, as long as the next seems to take no more states than are left.
    """
    game, visited = position.game, np.zeros(1, np.int64)
    search = compiled(expectimax, game)

    def value(state: Any, throws: int) -> float:
        return float(search(state, seat, throws, visited))

    def end_of_turn(state: Any) -> Any:
        while generic.movers(state) == 1 << seat:
            after = (generic.play(state, action) for action in game.legal_actions(state, seat))
            state = max(after, key=lambda one: value(one, 0))
        return state

    turns: dict[Any, tuple[float, Move]] = {}
    for move in position.legal_for(seat):
        state = generic.play(position.state, move.action)
        valued = value(state, 0), move
        turns.setdefault(game.plain(end_of_turn(state)), valued)
    ranked = sorted(turns.items(), key=lambda turn: -turn[1][0])
    cost = OUTCOMES * int(visited[0])
    for throws in range(1, DEEPEST + 1):
        deeper = []
        for state, (_, move) in ranked:
            before = int(visited[0])
            if before + cost > nodes:
                break
            deeper.append((state, (value(state, throws), move)))
            cost = int(visited[0]) - before
        if len(deeper) < 2:
            break
        ranked = sorted(deeper, key=lambda turn: -turn[1][0])[:CANDIDATES]
        cost *= FURTHER
    return ranked[0][1][1]
