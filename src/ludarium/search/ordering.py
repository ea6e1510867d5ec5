"""Which actions a search tries first: the table's, captures, killers, then by what cut off
elsewhere, or by their looks.

The better an action's score here, the earlier it is tried. Killers (Akl and Newborn 1977) are the
last two quiet actions that cut off at the same ply; history (Schaeffer 1983) counts cutoffs of an
action anywhere, weighed by depth. Looks are how the state after an action is judged, and how few
replies it leaves: a proof has the fewer states the fewer replies it must refute.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import jitable, large
from ludarium.rules.generic import (
    OVER,
    can_force,
    evaluate_after,
    is_forcing,
    is_legal,
    legal_count,
    play,
    put_legal,
    returns,
)
from ludarium.rules.memory import Memory, peek, poke
from ludarium.search.scores import ESTIMATE
from ludarium.search.scratch import HISTORY, KILLERS, MOST_ACTIONS, holds
from ludarium.search.transposition import NO_ACTION

__all__ = ["bring_forward", "list_actions", "rank_by_looks", "reward", "stage_actions"]

FORCING = 1 << 32
KILLER = 1 << 31
MOST_HISTORY = 1 << 24
MASK = (1 << 15) - 1
REPLY = 20  # hundredths that a reply less is worth


@jitable
def place_of(action: int, seat: int) -> int:
    """Where the history of this action is: actions that differ in higher bits share theirs."""
    return HISTORY + 2 * ((action ^ (action >> 15)) & MASK) + seat


@jitable
def stage_actions(state: Any, seat: int, space: Memory, top: int, ply: int, first: int) -> int:
    """Put the actions that are tried before all others are listed into memory from `top`; returns
    how many.

    They are `first`, and the killers where there are no forcing actions, which go before those; as
    far as they are legal.
    """
    staged = top
    if first != NO_ACTION and is_legal(state, seat, first):
        poke(space, staged, first)
        staged += 1
    if not can_force(state):
        for place in range(KILLERS + 2 * ply, KILLERS + 2 * ply + 2):
            killer = peek(space, place)
            if killer not in (first, -1) and is_legal(state, seat, killer):
                poke(space, staged, killer)
                staged += 1
    return staged - top


@jitable
def list_actions(
    state: Any,
    seat: int,
    count: int,
    space: Memory,
    top: int,
    staged: int,
    ply: int,
    only_forcing: bool,
) -> int:
    """Put the seat's actions and their scores into memory from `top`, behind those that were
    staged; returns how many with these.
    """
    killer, older = peek(space, KILLERS + 2 * ply), peek(space, KILLERS + 2 * ply + 1)
    listed = top + staged
    put_legal(state, seat, space, listed)
    for place in range(listed, listed + count):
        action = peek(space, place)
        if staged and holds(space, top, staged, action):
            continue
        forcing = is_forcing(state, action)
        if only_forcing and not forcing:
            continue
        score = peek(space, place_of(action, seat))
        if forcing:
            score += FORCING
        if action in (killer, older):
            score += KILLER
        poke(space, listed, action)
        poke(space, listed + MOST_ACTIONS, score)
        listed += 1
    return listed - top


@large
def rank_by_looks(state: Any, seat: int, space: Memory, place: int, end: int, survey: int) -> None:
    """Let the actions in place..end-1 have scores by their looks; `survey` is where a survey of the
    state is, as in `evaluate_after`.
    """
    for at in range(place, end):
        action = peek(space, at)
        estimate = evaluate_after(state, action, space, survey)
        after = play(state, action)
        score = (
            int(ESTIMATE * returns(after, seat))
            if estimate == OVER
            else -estimate - REPLY * legal_count(after, 1 - seat)
        )
        if is_forcing(state, action):
            score += FORCING
        poke(space, at + MOST_ACTIONS, score)


@jitable
def bring_forward(space: Memory, place: int, end: int) -> int:
    """Swap the action of the best score in place..end-1 to `place`, and return it."""
    best = place
    best_score = peek(space, place + MOST_ACTIONS)
    for other in range(place + 1, end):
        score = peek(space, other + MOST_ACTIONS)
        if score > best_score:
            best, best_score = other, score
    action = peek(space, best)
    if best != place:
        poke(space, best, peek(space, place))
        poke(space, best + MOST_ACTIONS, peek(space, place + MOST_ACTIONS))
        poke(space, place, action)
        poke(space, place + MOST_ACTIONS, best_score)
    return action


@large
def reward(
    space: Memory, seat: int, top: int, tried: int, action: int, depth: int, ply: int
) -> None:
    """Remember that this quiet action cut off, and that those listed before it did not."""
    killer = KILLERS + 2 * ply
    if peek(space, killer) != action:
        poke(space, killer + 1, peek(space, killer))
        poke(space, killer, action)
    bonus = min(depth * depth, 400)
    for place in range(top, top + tried):
        other = place_of(peek(space, place), seat)
        poke(space, other, max(0, peek(space, other) - (bonus >> 2)))
    own = place_of(action, seat)
    poke(space, own, min(MOST_HISTORY, peek(space, own) + bonus))
