"""Iterative deepening: searches a position ply by ply, until it is stopped or all is proved.

Each iteration speeds up the next one: the transposition table holds the best actions, and the score
is sought in a small window around the last one (aspiration). Where the game must end within the
depth, the search is exhaustive: its window only distinguishes win, draw and loss.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from ludarium.errors import AgentError
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.game import Game
from ludarium.rules.generic import (
    BATCH_SIZE,
    fingerprint,
    legal_count,
    most_plies,
    movers,
    symmetric_state,
    symmetry_count,
)
from ludarium.search.alphabeta import alphabeta
from ludarium.search.scores import DECIDED, INFINITE, LOWER, UPPER, outcome_of, proof_of, score_of
from ludarium.search.search_stack import (
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
    MOST_ACTIONS,
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

__all__ = ["MOST_DEPTH", "UNLIMITED", "RootMove", "Worker"]

MOST_DEPTH = 120
ASPIRATION = 24  # half the width of the window around the last score
UNLIMITED = 1 << 60  # nodes
MOST_AT_ONCE = MOST_ACTIONS - BATCH_SIZE - 1  # legal actions of the root, with room for a batch
# plies from a symmetric root down to which symmetric states share one transposition table entry
SYMMETRIC_PLIES = 3


@dataclasses.dataclass(frozen=True)
class RootMove:
    """Result of a search for one action of the root."""

    action: int
    """The action."""
    depth: int
    """Search depth in plies."""
    score: int
    """Score for the seat to move, as in `ludarium.search.scores`."""
    proof: int
    """The proved bounds of the score: the bits LOWER and UPPER of `ludarium.search.scores`."""
    variation: tuple[int, ...]
    """The principal variation; its first action is `action`."""

    @property
    def proved(self) -> bool:
        """True if the game's result after this action is proved."""
        return abs(self.score) > DECIDED or self.proof == LOWER | UPPER


class Worker:
    """The search of one thread. Workers that share a transposition table help each other.

    table: the transposition table, an int64 array of slots (see `ludarium.search.transposition`).
    tablebase: the array of a tablebase, or an empty one.
    """

    def __init__(self, game: Game, table: Any, tablebase: Any) -> None:
        self._game, self._table, self._tablebase = game, table, tablebase
        self._scratch = new_scratch()
        self._scratch[SLOTS] = len(table) // SLOT

    @property
    def nodes(self) -> int:
        """Number of states visited since `begin`."""
        return int(self._scratch[NODES])

    def stop(self) -> None:
        """Stop the current search, if any; from any thread."""
        self._scratch[STOP] = 1

    @property
    def stopped(self) -> bool:
        """True if the search was stopped, or reached its limit of nodes."""
        return bool(self._scratch[STOP])

    def set_noise(self, noise: int, seed: int) -> None:
        """Add random errors of up to `noise` hundredths to the static evaluation.

        The seed, 0 to 2**62, decides which position gets which error.
        """
        self._scratch[[NOISE, NOISE_SEED]] = noise, seed

    def set_contempt(self, contempt: int) -> None:
        """Score draws by repetition as -contempt, in hundredths, for the root's seat to move."""
        self._scratch[CONTEMPT] = contempt

    def limit_nodes(self, nodes: int) -> None:
        """Stop the search after this number of states visited since `begin`."""
        self._scratch[MOST_NODES] = nodes

    def begin(self, state: Any, past: Sequence[int], generation: int) -> None:
        """Prepare a search of the state.

        Clears killers, divides the history by 4, and lifts the limit of nodes. past: keys of the
        game's earlier positions that may be repeated, oldest first. generation: number of the
        search, 0 to GENERATIONS - 1, by which the transposition table replaces old entries.

        Raises AgentError where there are more legal actions than scratch memory has room for.
        """
        seat = int(movers(state)).bit_length() - 1
        if (count := legal_count(state, seat)) > MOST_AT_ONCE:
            raise AgentError(
                f"{self._game.name} has {count:,} legal actions here: alpha-beta search takes at "
                f"most {MOST_AT_ONCE:,}"
            )
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
        self._seat = scratch[ROOT_SEAT] = seat
        self._plies = int(most_plies(state))

    def exhausts(self, depth: int) -> bool:
        """Return whether every line of play ends within this depth."""
        return depth >= self._plies

    def search(self, depth: int, last: RootMove, excluded: Sequence[int] = ()) -> RootMove | None:
        """Search to this depth; None where the search was stopped before it found an action.

        last: the result of the previous iteration, whose action is tried first. excluded: root
        actions to leave out (for several lines).
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
            root_move = self._window(depth, low, high, last)
            if (
                root_move is None
                or self.stopped
                or low < root_move.score < high
                or (low <= -INFINITE and high >= INFINITE)
            ):
                return root_move
            width *= 8
            if root_move.score <= low:
                low = max(-INFINITE, root_move.score - width) if width < 2000 else -INFINITE
            else:
                high = min(INFINITE, root_move.score + width) if width < 2000 else INFINITE

    def _window(self, depth: int, alpha: int, beta: int, last: RootMove) -> RootMove | None:
        scratch = self._scratch
        scratch[BEST_ACTION] = -1
        run = compiled(alphabeta, self._game)
        outcome = int(
            run(
                self._state,
                self._seat,
                reach(self._table),
                reach(scratch),
                reach(self._tablebase),
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
                else RootMove(
                    last.action, depth, score_of(outcome), proof_of(outcome), last.variation
                )
            )
        if self.stopped:
            outcome = outcome_of(
                score_of(int(scratch[BEST_OUTCOME])), proof_of(int(scratch[BEST_OUTCOME])) & LOWER
            )
        length = int(scratch[VARIATION])
        variation = tuple(map(int, scratch[VARIATION + 1 : VARIATION + 1 + length]))
        return RootMove(action, depth, score_of(outcome), proof_of(outcome), variation)


def is_symmetric(state: Any) -> bool:
    """Return whether a symmetry of the game, other than the identity, maps the state to itself."""
    key = fingerprint(state)
    return any(
        fingerprint(symmetric_state(state, symmetry)) == key
        for symmetry in range(1, symmetry_count(state))
    )
