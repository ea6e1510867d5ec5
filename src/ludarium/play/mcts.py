"""An agent that searches with UCT; see `ludarium.play.uct` for how."""

from __future__ import annotations

import dataclasses
import random
import time
from typing import Any

from ludarium.play.position import Move, Position
from ludarium.play.uct import NONE, Tree, copy_subtree, follow, new_tree, search
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled

__all__ = ["Candidate", "MctsAgent", "SearchReport"]

EXPLORATION = 0.4  # of 0.25, 0.4 and 0.7 none was better in Yoxii (4,000 playouts), and this one was best in Aiyawatstani (600)
EXPAND_AFTER = 8  # visits
NEGLIGIBLE = 0.02  # share of visits below which an action is left out of a mix: it was only tried
SLICE = 0.02  # seconds between looks at the clock


@dataclasses.dataclass(frozen=True)
class Candidate:
    """What a search found of one move. value: what the seat can expect, from its least to its most return; proved: it is certain."""

    move: Move
    visits: int
    value: float
    proved: bool


@dataclasses.dataclass(frozen=True)
class SearchReport:
    """What a search found; candidates in order, best first. depth: plies from the root to the deepest node."""

    candidates: tuple[Candidate, ...]
    simulations: int
    seconds: float
    depth: int
    proved: bool


class MctsAgent:
    """Searches for a number of simulations or of seconds a move, and goes on with its tree as the game goes on.

    Where it alone chooses it plays a proved best move, else the most visited one; where others choose as well it draws from the mix of its
    visits, which approximates an equilibrium. `report` is what the last search found.
    """

    def __init__(self, *, simulations: int | None = None, seconds: float | None = None, seed: int | None = None) -> None:
        if (simulations is None) == (seconds is None):
            raise ValueError("give simulations or seconds")
        self.name = f"mcts:{simulations}" if simulations is not None else f"mcts:{seconds:g}s"
        self.report: SearchReport | None = None
        self._simulations, self._seconds = simulations, seconds
        self._random = random.Random(seed)
        self._root: Position | None = None
        self._tree: Tree | None = None

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(seat)
        if len(legal) == 1:
            self.report = SearchReport((), 0, 0.0, 0, False)
            return legal[0]
        self.report = self.search(position, seat)
        return self._pick(position, self.report)

    def search(self, position: Position, seat: int) -> SearchReport:
        """Search this position and report on the moves of the seat."""
        tree = self._tree_for(position)
        begin = time.perf_counter()
        simulations = self._run(position, tree, begin)
        return self._report(position, seat, tree, simulations, time.perf_counter() - begin)

    def _run(self, position: Position, tree: Tree, begin: float) -> int:
        game = position.game
        run = compiled(search, game)
        low, high = map(float, game.returns_range)
        seed = Bits(self._random.getrandbits(64))
        done, size = 0, self._simulations if self._simulations is not None else 16
        while True:
            ran: int = run(position.state, tree, done, size, seed, EXPLORATION, low, high, EXPAND_AFTER)
            done += ran
            elapsed = time.perf_counter() - begin
            if ran < size or self._seconds is None or elapsed >= self._seconds:
                return done
            rate = done / max(elapsed, 1e-6)
            size = max(1, int(rate * min(SLICE, self._seconds - elapsed)))

    def _report(self, position: Position, seat: int, tree: Tree, simulations: int, seconds: float) -> SearchReport:
        low, high = position.game.returns_range
        alone = position.to_move is not None
        place = int(tree.actions[0]) + sum(generic.legal_count(position.state, other) for other in position.movers if other < seat)
        candidates = []
        for index, move in enumerate(position.legal_for(seat)):
            child = int(tree.child_nodes[tree.children[0] + index]) if alone else NONE
            proved = child != NONE and bool(tree.proved[child])
            visits = int(tree.action_visits[place + index])
            share = float(tree.action_totals[place + index]) / visits if visits else 0.0
            candidates.append(Candidate(move, visits, float(tree.values[child, seat]) if proved else low + (high - low) * share, proved))
        certain_win = high if alone else None
        candidates.sort(key=lambda found: _rank(found, low, certain_win), reverse=True)
        return SearchReport(tuple(candidates), simulations, seconds, int(tree.used[3]), bool(tree.proved[0]))

    def _pick(self, position: Position, report: SearchReport) -> Move:
        if position.to_move is not None:
            return report.candidates[0].move
        most = sum(candidate.visits for candidate in report.candidates)
        weights = [candidate.visits if candidate.visits >= NEGLIGIBLE * most else 0 for candidate in report.candidates]
        return self._random.choices([candidate.move for candidate in report.candidates], weights)[0]

    def _tree_for(self, position: Position) -> Tree:
        """The part of the last tree that hangs below this position, or a new tree."""
        tree = self._kept(position)
        self._root, self._tree = position, tree
        return tree

    def _kept(self, position: Position) -> Tree:
        fresh = new_tree(position.seats)
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


def _rank(found: Candidate, low: float, certain_win: float | None) -> tuple[Any, ...]:
    """The order of candidates: a proved win, then by visits what is not a proved loss, then proved losses.

    Between proved values and estimates the value decides only where it is certain that nothing is better or worse.
    """
    if found.proved and found.value == certain_win:
        return (2, found.visits)
    if found.proved and found.value == low:
        return (0, found.visits)
    return (1, found.visits)
