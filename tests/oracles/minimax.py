"""Values of positions by trying everything: depth by depth, to the end, or for games that go in
circles until nothing changes.
"""

from __future__ import annotations

from typing import Any

from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import lowest
from ludarium.rules.generic import (
    evaluate,
    is_forcing,
    legal_count,
    movers,
    nth_legal,
    play,
    returns,
)

WIN = 400_000
State = Any


def outcome(state: State, action: int, depth: int, ply: int) -> int:
    """The score of this action for its seat, `depth` plies deep: an estimate, or WIN less the plies
    to the end; losses likewise.

    Runs of moves of one seat and forced moves cost no depth. Where depth is used up, only forcing
    actions are tried, and a seat that need not force anything may stop there. Runs compiled for a
    game.
    """
    seat = lowest(movers(state))
    count = legal_count(state, seat)
    after = play(state, action)
    if not movers(after):
        won = returns(after, seat)
        return WIN - ply - 1 if won > 0 else ply + 1 - WIN if won < 0 else 0
    following = lowest(movers(after))
    left = depth if depth > 0 and (following == seat or count == 1) else depth - 1
    best = -WIN
    stops = False
    for n in range(legal_count(after, following)):
        reply = nth_legal(after, following, n)
        if left > 0 or is_forcing(after, reply):
            best = max(best, outcome(after, reply, left, ply + 1))
        else:
            stops = True
    if stops:
        best = max(best, evaluate(after))
    return best if following == seat else -best


def mover(state: State) -> int:
    return int(generic.movers(state)).bit_length() - 1


def solve(position: Position) -> float:
    """What the seat to move of a two-seat game without circles gets, by trying everything."""
    seat = position.movers[0]
    values = []
    for move in position.legal:
        after = position.play(move)
        values.append(
            after.returns[seat]
            if after.over
            else solve(after) * (1 if after.movers[0] == seat else -1)
        )
    return max(values)


def solve_all(first: list[State]) -> dict[State, float]:
    """What the seat to move gets in each state that can be reached from these; 0 where nobody can
    force an end.
    """
    actions: dict[State, list[tuple[State, bool]]] = {}
    values: dict[State, float] = {}
    waiting = list(first)
    while waiting:
        state = waiting.pop()
        if state in actions:
            continue
        seat = mover(state)
        actions[state] = []
        for n in range(generic.legal_count(state, seat)):
            after = generic.play(state, generic.nth_legal(state, seat, n))._replace(turns=0)
            over = not generic.movers(after)
            actions[state].append((after, over or mover(after) == seat))
            if over:
                values[after] = generic.returns(after, seat)
            else:
                waiting.append(after)
    changed = True
    while changed:
        changed = False
        for state, followers in actions.items():
            if state in values:
                continue
            known = [
                values[after] * (1 if same else -1) for after, same in followers if after in values
            ]
            if 1.0 in known or len(known) == len(followers):
                values[state] = max(known)
                changed = True
    return {state: values.get(state, 0.0) for state in actions}
