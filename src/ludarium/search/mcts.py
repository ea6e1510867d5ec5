"""An agent that plays by Monte Carlo tree search (`ludarium.search.uct`), or in games that hide
something by information-set tree search (`ludarium.search.ismcts`).
"""

from __future__ import annotations

import dataclasses
import functools
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ludarium.errors import AgentError
from ludarium.play.agent import Thought
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.game import Game
from ludarium.search.agreeing import agreed_move, prepare_agreeing, searched
from ludarium.search.ismcts import Forest, find, new_forest, search_information_sets
from ludarium.search.uct import EXPAND_AFTER, EXPLORATION, search
from ludarium.search.uct_tree import (
    LIMITS,
    NONE,
    Limits,
    SearchTree,
    copy_subtree,
    follow,
    limits_for,
    new_tree,
)

__all__ = ["Candidate", "MctsAgent", "SearchReport"]

NEGLIGIBLE = 0.02  # share of visits; actions below it are exploration, left out of the mix
SLICE = 0.02  # seconds between readings of the clock
BLOCK = 1024  # usual maximum of the entries that a node takes in each pool
SMALL = Limits(nodes=1, actions=0, children=0, depth=1)


@dataclasses.dataclass(frozen=True)
class Candidate:
    """Statistics of one move at the root."""

    move: Move
    """The move."""
    visits: int
    """Number of simulations that played it."""
    value: float
    """Expected return of the seat, within `Game.returns_range`."""
    proved: bool
    """True if the value is proved."""


@dataclasses.dataclass(frozen=True)
class SearchReport:
    """Result of a tree search."""

    candidates: tuple[Candidate, ...]
    """The legal moves, best first; none where a forced move needed no search."""
    simulations: int
    """Number of simulations run."""
    seconds: float
    """Duration of the search."""
    depth: int
    """Plies from the root to the deepest node that this search reached."""
    proved: bool
    """True if the value of the root is proved."""

    @property
    def mean(self) -> float:
        """Mean return of the seat over all simulations, within `Game.returns_range`."""
        visits = sum(candidate.visits for candidate in self.candidates)
        total = sum(candidate.visits * candidate.value for candidate in self.candidates)
        return total / visits if visits else self.candidates[0].value

    def thought(self, move: Move) -> Thought | None:
        """The result for this move; None where it is not among the candidates."""
        own = next((candidate for candidate in self.candidates if candidate.move == move), None)
        if own is None:
            return None
        visits = max(1, sum(candidate.visits for candidate in self.candidates))
        policy = {
            candidate.move.text: round(candidate.visits / visits, 4)
            for candidate in self.candidates
            if candidate.visits
        }
        return Thought(
            own.value,
            "proved" if own.proved else "estimated",
            self.simulations,
            "playouts",
            self.seconds,
            policy,
        )


class MctsAgent:
    """Plays by Monte Carlo tree search, with either a number of simulations or seconds for a move.

    Where it alone chooses it plays a proved best move, else the most visited one. Where others
    choose as well, or the game hides something, it draws from its distribution of visits, which
    approximates an equilibrium.

    name: by default the setting as text. keep: whether a search reuses the tree of the one before.
    """

    def __init__(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int | None = None,
        name: str | None = None,
        keep: bool = True,
    ) -> None:
        if (simulations is None) == (seconds is None):
            raise AgentError("a search needs a number of simulations or of seconds, and not both")
        if (simulations or seconds or 0) <= 0:
            raise AgentError(f"simulations {simulations}, seconds {seconds}: expected more than 0")
        self.name = name or (
            f"mcts:{simulations}" if simulations is not None else f"mcts:{seconds:.10g}s"
        )
        self._keep = keep
        self.report: SearchReport | None = None
        """Result of the last search."""
        self._simulations, self._seconds = simulations, seconds
        self._random = random.Random(seed)
        self._seed = Bits(0)
        self._root: Position | None = None
        self._tree: SearchTree | None = None
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the search that runs, if it has a time, within SLICE; it chooses by what it found."""
        self._stopped.set()

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, unless that was done before."""
        if position.game.hides:
            self._run_hidden(position, 0, new_forest(2, 0), 0)
            return
        tree, kept = new_tree(position.seats, SMALL), new_tree(position.seats, SMALL)
        self._run(position, tree, 0)
        compiled(follow, position.game)(position.state, tree, 0, 0)
        compiled(copy_subtree, position.game)(position.state, tree, kept, 0)
        prepare_agreeing(position)

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            self.report = SearchReport((), 0, 0.0, 0, False)
            return legal[0]
        self.report = self.search(position, seat)
        return self._pick(position, self.report)

    def search(self, position: Position, seat: int, seconds: float | None = None) -> SearchReport:
        """Search this position for the seat, which must be one that chooses.

        seconds: the time for this search, where the agent's setting is a time.
        """
        position.mover(seat)
        self._stopped.clear()
        self.prepare(position)
        begin = time.perf_counter()
        if agreed := agreed_move(position):
            candidate, self._tree = Candidate(agreed[0], 1, agreed[1], False), None
            return SearchReport((candidate,), 0, time.perf_counter() - begin, 0, False)
        position = searched(position)
        if position.game.hides:
            return self._search_hidden(position, seat, begin)
        tree = self._tree_for(position)
        run = functools.partial(self._run, position, tree)
        simulations = self._search(run, begin, seconds)
        return self._report(position, seat, tree, simulations, time.perf_counter() - begin)

    def variation(self, position: Position, move: Move, most: int) -> tuple[Move, ...]:
        """The principal variation of the last search, which was of this position, from a move of
        the only seat that chooses: the most visited moves, up to where chance decides, `most` at
        most.
        """
        moves = [move]
        tree, at = self._tree, position.play_joint(move.action)
        if tree is None:
            return (move,)
        node = follow(position.state, tree, 0, move.action)
        while node != NONE and len(moves) < most and at.to_move is not None and not at.by_chance:
            children = self._children(tree, node)
            visited = [0 if child == NONE else int(tree.visits[child]) for child in children]
            if not any(visited):
                break
            best = visited.index(max(visited))
            node = children[best]
            moves.append(at.move(at.to_move, generic.nth_legal(at.state, at.to_move, best)))
            at = at.play_joint(moves[-1].action)
        return tuple(moves)

    def _children(self, tree: SearchTree, node: int) -> list[int]:
        """The child of each action of a node; none before the node has expanded."""
        if tree.actions[node] == NONE:
            return []
        first, count = int(tree.children[node]), int(tree.block_sizes[node, 1])
        return [int(child) for child in tree.child_nodes[first : first + count]]

    def _search(
        self, run: Callable[[int, int], int], begin: float, seconds: float | None = None
    ) -> int:
        """Run simulations until they are enough, or the time is over; returns their number."""
        if self._simulations is not None:
            return run(self._simulations, 0)
        seconds = self._seconds if seconds is None else seconds
        assert seconds is not None
        done, size = 0, 16
        while True:
            ran = run(size, done)
            done += ran
            elapsed = time.perf_counter() - begin
            if ran < size or elapsed >= seconds or self._stopped.is_set():
                return done
            size = max(1, int(done / max(elapsed, 1e-6) * min(SLICE, seconds - elapsed)))

    def _run(self, position: Position, tree: SearchTree, count: int, first: int = 0) -> int:
        low, high = map(float, position.game.returns_range)
        if first == 0:
            self._seed = Bits(self._random.getrandbits(64))
        past = keys_before(position)
        ran: int = compiled(search, position.game)(
            position.state,
            tree,
            reach(past),
            len(past),
            first,
            count,
            self._seed,
            EXPLORATION,
            low,
            high,
            EXPAND_AFTER,
        )
        return ran

    def _search_hidden(self, position: Position, seat: int, begin: float) -> SearchReport:
        forest = new_forest()
        run = functools.partial(self._run_hidden, position, seat, forest)
        simulations = self._search(run, begin)
        first = compiled(find, position.game)(position.state, seat, forest)
        low, high = position.game.returns_range
        candidates = []
        for index, move in enumerate(position.legal_for(seat)):
            visits = int(forest.action_visits[first + index]) if first != NONE else 0
            share = float(forest.action_totals[first + index]) / visits if visits else 0.0
            candidates.append(Candidate(move, visits, low + (high - low) * share, False))
        candidates.sort(key=lambda candidate: candidate.visits, reverse=True)
        seconds = time.perf_counter() - begin
        return SearchReport(tuple(candidates), simulations, seconds, 0, False)

    def _run_hidden(
        self, position: Position, seat: int, forest: Forest, count: int, first: int = 0
    ) -> int:
        low, high = map(float, position.game.returns_range)
        if first == 0:
            self._seed = Bits(self._random.getrandbits(64))
        ran: int = compiled(search_information_sets, position.game)(
            position.state, seat, forest, first, count, self._seed, EXPLORATION, low, high
        )
        return ran

    def _report(
        self, position: Position, seat: int, tree: SearchTree, simulations: int, seconds: float
    ) -> SearchReport:
        low, high = position.game.returns_range
        alone = position.to_move is not None
        place = int(tree.actions[0]) + sum(
            generic.legal_count(position.state, other) for other in position.movers if other < seat
        )
        legal = {move.action: move for move in position.legal_for(seat)}
        candidates = []
        for index, action in enumerate(position.game.legal_actions(position.state, seat)):
            if action not in legal:  # forbidden, as it would bring an earlier position back
                continue
            child = int(tree.child_nodes[tree.children[0] + index]) if alone else NONE
            proved = child != NONE and bool(tree.proved[child])
            visits = int(tree.action_visits[place + index])
            share = float(tree.action_totals[place + index]) / visits if visits else 0.0
            candidates.append(
                Candidate(
                    legal[action],
                    visits,
                    float(tree.values[child, seat]) if proved else low + (high - low) * share,
                    proved,
                )
            )
        known = bool(tree.proved[0])
        candidates.sort(
            key=lambda candidate: _rank(candidate, known, (low, high) if alone else None),
            reverse=True,
        )
        return SearchReport(tuple(candidates), simulations, seconds, int(tree.used[3]), known)

    def _pick(self, position: Position, report: SearchReport) -> Move:
        if position.to_move is not None and not position.game.hides:
            return report.candidates[0].move
        visits = [candidate.visits for candidate in report.candidates]
        # of very many moves none may have so large a share
        least = min(NEGLIGIBLE * sum(visits), max(visits))
        weights = [count if count >= least else 0 for count in visits]
        return self._random.choices([candidate.move for candidate in report.candidates], weights)[0]

    def _tree_for(self, position: Position) -> SearchTree:
        """The last tree's subtree of this position, or a new tree."""
        tree = self._kept(position)
        if self._keep:
            self._root, self._tree = position, tree
        return tree

    def _limits(self, position: Position) -> Limits:
        """Room for the tree so far and for what a search can add, where less than the default."""
        if self._simulations is None:
            return LIMITS
        nodes, actions, children = (
            map(int, self._tree.used[:3]) if self._tree is not None else (0, 0, 0)
        )
        block = max(BLOCK, 4 * generic.joint_count(position.state))
        return limits_for(self._simulations, block, EXPAND_AFTER, (nodes, actions, children))

    def _kept(self, position: Position) -> SearchTree:
        """The subtree, copied to a new tree with room to grow; an empty tree where none fits."""
        fresh = new_tree(position.seats, self._limits(position))
        if self._tree is None or self._root is None:
            return fresh
        joints: list[int] = []
        at: Position | None = position
        while at is not None and at is not self._root and at.joint is not None:
            joints.append(at.joint)
            at = at.before
        if at is not self._root:
            return fresh
        node = 0
        for joint in reversed(joints):
            node = compiled(follow, position.game)(at.state, self._tree, node, joint)
            if node == NONE:
                return fresh
            at = at.play_joint(joint)
        compiled(copy_subtree, position.game)(position.state, self._tree, fresh, node)
        return fresh


def keys_before(position: Position) -> Any:
    """`repetition_key` of each position of the game before this one, as signed numbers in an int64
    array; empty where no rule speaks of repetition.
    """
    game, keys = position.game, []
    if game.superko or game.repetition is not None:
        keys = [_key(game, earlier.state) for earlier in position.history()][:-1]
    return np.array(keys, np.uint64).view(np.int64)


@functools.lru_cache(maxsize=1 << 14)
def _key(game: Game, state: Any) -> int:
    """Cached, because each search needs the keys of all positions of the game so far."""
    return generic.repetition_key(game.plain(state))


def _rank(
    candidate: Candidate, known: bool, bounds: tuple[float, float] | None
) -> tuple[float, ...]:
    """Sort key of candidates: by proved value where the root is `known`, else by visits.

    In the latter case proved wins come first, and proved losses last. bounds: the least and the
    largest return, where the seat alone chooses.
    """
    if known and candidate.proved:
        return (1, candidate.value, candidate.visits)
    if known or not candidate.proved or bounds is None or bounds[0] < candidate.value < bounds[1]:
        return (0, candidate.visits)
    return (1, 0, 0) if candidate.value == bounds[1] else (-1, candidate.visits)
