"""Move ordering: the transposition table's action, captures, killers, then history or evaluation.

The higher an action's score here, the earlier it is tried. Killers (Akl and Newborn 1977) are the
last two quiet actions that caused a cutoff at the same ply; history (Schaeffer 1983) counts cutoffs
of an action anywhere, weighed by depth. Evaluation is the static evaluation of the successor, with
a bonus for few replies: the fewer replies there are to refute, the smaller a proof is.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.dispatch import jitable, large
from ludarium.rules.generic import FORCING, NO_ONE, is_forcing, put_staged, put_tried
from ludarium.rules.memory import Memory, peek, poke
from ludarium.search.search_stack import HISTORY, KILLERS, MOST_ACTIONS, holds
from ludarium.search.transposition import NO_ACTION

__all__ = ["is_listed_forcing", "list_actions", "pick_next", "stage_actions", "update_history"]

KILLER = 1 << 31
LEAST_FORCING = 3 << 30  # no score of another action is as high, nor one of a forcing action lower
MOST_HISTORY = 1 << 24
MASK = (1 << 15) - 1  # of an action's history index


@jitable
def place_of(action: int, seat: int) -> int:
    """Offset of the action's history counter; actions can share one."""
    return HISTORY + 2 * ((action ^ (action >> 15)) & MASK) + seat


@jitable
def stage_actions(
    node: Any, seat: int, scratch: Memory, move_list: int, ply: int, first: int
) -> int:
    """Write the actions to try before move generation to memory from `move_list`; their number.

    node: the state, as `with_moves` gives it. The actions are `first`, the transposition table's
    action, and the killers where there are no forcing actions, each if it is legal.
    """
    killer, older = peek(scratch, KILLERS + 2 * ply), peek(scratch, KILLERS + 2 * ply + 1)
    known = NO_ONE if first == NO_ACTION else first
    return put_staged(node, seat, scratch, move_list, known, killer, older)


@jitable
def is_listed_forcing(state: Any, scratch: Memory, place: int, staged: bool) -> bool:
    """Return whether the action at this place is forcing; staged: whether it has no score yet."""
    if staged:
        return is_forcing(state, peek(scratch, place))
    return peek(scratch, place + MOST_ACTIONS) > LEAST_FORCING


@jitable
def list_actions(
    node: Any,
    seat: int,
    scratch: Memory,
    move_list: int,
    staged: int,
    ply: int,
    all_legal: bool,
    only_forcing: bool,
) -> int:
    """Generate and score the other actions after the staged ones, in memory from `move_list`.

    node: the state, as `with_moves` gives it. all_legal: list those that are not plausible, too.
    only_forcing: leave out all but forcing actions. Returns the length of the list, staged actions
    included.
    """
    killer, older = peek(scratch, KILLERS + 2 * ply), peek(scratch, KILLERS + 2 * ply + 1)
    listed = move_list + staged
    # whether an action is forcing is noted where its score comes to stand, or later ones do
    count = put_tried(node, seat, scratch, listed, MOST_ACTIONS, all_legal)
    for place in range(listed, listed + count):
        action = peek(scratch, place)
        if staged and holds(scratch, move_list, staged, action):
            continue
        forcing = peek(scratch, place + MOST_ACTIONS) != 0
        if only_forcing and not forcing:
            continue
        score = peek(scratch, place_of(action, seat))
        if forcing:
            score += FORCING
        if action in (killer, older):
            score += KILLER
        poke(scratch, listed, action)
        poke(scratch, listed + MOST_ACTIONS, score)
        listed += 1
    return listed - move_list


@jitable
def pick_next(scratch: Memory, place: int, end: int) -> int:
    """Swap the action with the best score in place..end-1 to `place`, and return it."""
    best = place
    best_score = peek(scratch, place + MOST_ACTIONS)
    for other in range(place + 1, end):
        score = peek(scratch, other + MOST_ACTIONS)
        if score > best_score:
            best, best_score = other, score
    action = peek(scratch, best)
    if best != place:
        poke(scratch, best, peek(scratch, place))
        poke(scratch, best + MOST_ACTIONS, peek(scratch, place + MOST_ACTIONS))
        poke(scratch, place, action)
        poke(scratch, place + MOST_ACTIONS, best_score)
    return action


@large
def update_history(
    scratch: Memory, seat: int, move_list: int, tried: int, action: int, depth: int, ply: int
) -> None:
    """Update killers and history: this quiet action caused a cutoff, those tried before did not."""
    killer = KILLERS + 2 * ply
    if peek(scratch, killer) != action:
        poke(scratch, killer + 1, peek(scratch, killer))
        poke(scratch, killer, action)
    bonus = min(depth * depth, 400)
    for place in range(move_list, move_list + tried):
        other = place_of(peek(scratch, place), seat)
        poke(scratch, other, max(0, peek(scratch, other) - (bonus >> 2)))
    own = place_of(action, seat)
    poke(scratch, own, min(MOST_HISTORY, peek(scratch, own) + bonus))
