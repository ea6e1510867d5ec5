"""Iterative deepening: searches a position one ply deeper after the other, until time runs out or
everything is proved.

What one depth found makes the next one fast: the table knows the best actions, and the score is
looked for near the last one (aspiration). Where the game must end within the depth, a search is
exhaustive: then it only asks whether the position is won, lost or drawn.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ludarium.rules.compiling import compiled, reach
from ludarium.rules.game import Game
from ludarium.rules.generic import fingerprint, most_plies, movers, symmetric_state, symmetry_count
from ludarium.search.alphabeta import alphabeta
from ludarium.search.scores import DECIDED, INFINITE, LOWER, UPPER, outcome_of, proof_of, score_of
from ludarium.search.scratch import (
    ACTIONS,
    BEST_ACTION,
    BEST_OUTCOME,
    CONTEMPT,
    EXCLUDED,
    FILTER,
    FILTER_SIZE,
    FIRST_ACTION,
    GENERATION,
    HISTORY,
    HISTORY_SIZE,
    KILLERS,
    MOST_NODES,
    MOST_PAST,
    MOST_PLY,
    NODES,
    NOISE,
    NOISE_SEED,
    PAST,
    PATH,
    REDUCE,
    ROOT_SEAT,
    SLOTS,
    STOP,
    SYMMETRIC,
    VARIATION,
    new_scratch,
)
from ludarium.search.transposition import SLOT

__all__ = ["MOST_DEPTH", "UNLIMITED", "Finding", "Worker"]

MOST_DEPTH = 120
ASPIRATION = 24  # half of the window around the last score
UNLIMITED = 1 << 60  # nodes
# plies from a symmetric root down to which symmetric states share one entry of the table
SYMMETRIC_PLIES = 3


@dataclasses.dataclass(frozen=True)
class Finding:
    """What was found of one action of the root: its score for the seat to move, what of it is
    proved, and what it expects to follow.

    depth: of the search that found it, in plies; proof: LOWER and UPPER bits, as in
    `ludarium.search.scores`; variation: actions, the first of them its own.
    """

    action: int
    depth: int
    score: int
    proof: int
    variation: tuple[int, ...]

    @property
    def settled(self) -> bool:
        """Whether the game's result after this action is proved."""
        return abs(self.score) > DECIDED or self.proof == LOWER | UPPER


class Worker:
    """One thread's search. Workers on the same table help each other.

    table: an array of slots, as `ludarium.search.transposition` has them; base: that of a
    tablebase, or an empty one.
    """

    def __init__(self, game: Game, table: Any, base: Any) -> None:
        self._game, self._table, self._base = game, table, base
        self._scratch = new_scratch()
        self._scratch[SLOTS] = len(table) // SLOT

    @property
    def nodes(self) -> int:
        """States visited since `begin`."""
        return int(self._scratch[NODES])

    def stop(self) -> None:
        """End the search that runs, if one does; from any thread."""
        self._scratch[STOP] = 1

    @property
    def stopped(self) -> bool:
        """Whether the search was told to end."""
        return bool(self._scratch[STOP])

    def misjudge(self, noise: int, seed: int) -> None:
        """Let estimates be off by up to so many hundredths; the seed, 0 to 2**62, decides how."""
        self._scratch[[NOISE, NOISE_SEED]] = noise, seed

    def shun_draws(self, contempt: int) -> None:
        """Play on where a draw by repetition is to be had, at odds that are worse by up to so many
        hundredths.
        """
        self._scratch[CONTEMPT] = contempt

    def limit(self, nodes: int) -> None:
        """Let the search stop by itself after visiting so many states since `begin`."""
        self._scratch[MOST_NODES] = nodes

    def begin(self, state: Any, past: Sequence[int], generation: int) -> None:
        """Make ready for a search of the state. past: the keys of positions before it that may come
        back, oldest first.
        """
        scratch = self._scratch
        scratch[MOST_NODES] = UNLIMITED
        scratch[[STOP, NODES]] = 0
        scratch[GENERATION] = generation
        scratch[KILLERS : KILLERS + 2 * MOST_PLY] = -1
        scratch[HISTORY : HISTORY + HISTORY_SIZE] //= 4
        scratch[FILTER : FILTER + FILTER_SIZE] = 0
        kept = past[-MOST_PAST:]
        scratch[PAST] = len(kept)
        for place, key in enumerate(kept):
            scratch[PATH + place] = key
            scratch[FILTER + key % FILTER_SIZE] += 1
        scratch[SYMMETRIC] = SYMMETRIC_PLIES if is_symmetric(state) else -1
        self._state = state
        self._seat = scratch[ROOT_SEAT] = int(movers(state)).bit_length() - 1
        self._plies = int(most_plies(state))

    def exhausts(self, depth: int) -> bool:
        """Whether a search of this depth sees every game to its end."""
        return depth >= self._plies

    def search(self, depth: int, last: Finding, excluded: Sequence[int] = ()) -> Finding | None:
        """Search to this depth; None where the search was stopped before it knew an action.

        last: what was found at the depth before; its action is tried first. excluded: actions that
        are left out.
        """
        scratch = self._scratch
        scratch[EXCLUDED] = len(excluded)
        scratch[EXCLUDED + 1 : EXCLUDED + 1 + len(excluded)] = excluded
        scratch[FIRST_ACTION] = last.action
        exhaustive = self.exhausts(depth)
        scratch[REDUCE] = not exhaustive
        if exhaustive:
            return self._window(depth, -DECIDED, DECIDED, last)
        if depth < 4 or abs(last.score) > DECIDED:
            return self._window(depth, -INFINITE, INFINITE, last)
        width = ASPIRATION
        low, high = last.score - width, last.score + width
        while True:
            found = self._window(depth, low, high, last)
            if (
                found is None
                or self.stopped
                or low < found.score < high
                or (low <= -INFINITE and high >= INFINITE)
            ):
                return found
            width *= 8
            if found.score <= low:
                low = max(-INFINITE, found.score - width) if width < 2000 else -INFINITE
            else:
                high = min(INFINITE, found.score + width) if width < 2000 else INFINITE

    def _window(self, depth: int, alpha: int, beta: int, last: Finding) -> Finding | None:
        scratch = self._scratch
        scratch[BEST_ACTION] = -1
        run = compiled(alphabeta, self._game)
        outcome = int(
            run(
                self._state,
                self._seat,
                reach(self._table),
                reach(scratch),
                reach(self._base),
                depth,
                alpha,
                beta,
                0,
                ACTIONS,
            )
        )
        action = int(scratch[BEST_ACTION])
        if action == -1:  # stopped, or nothing is better than alpha
            return (
                None
                if self.stopped
                else Finding(
                    last.action, depth, score_of(outcome), proof_of(outcome), last.variation
                )
            )
        if self.stopped:
            outcome = outcome_of(
                score_of(int(scratch[BEST_OUTCOME])), proof_of(int(scratch[BEST_OUTCOME])) & LOWER
            )
        length = int(scratch[VARIATION])
        variation = tuple(map(int, scratch[VARIATION + 1 : VARIATION + 1 + length]))
        return Finding(action, depth, score_of(outcome), proof_of(outcome), variation)


def is_symmetric(state: Any) -> bool:
    """Whether one of the game's symmetries, other than the identity, leaves the state as it is."""
    key = fingerprint(state)
    return any(
        fingerprint(symmetric_state(state, symmetry)) == key
        for symmetry in range(1, symmetry_count(state))
    )
