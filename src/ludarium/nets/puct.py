"""PUCT: tree search that a net's policy guides and whose values stand for playouts (Silver et al.,
"A general reinforcement learning algorithm that masters chess, shogi, and Go through self-play",
2018), for games of two seats that move in turn and hide nothing.

Chance is drawn anew each time that a simulation comes to it. A position that comes again is what
the rules say, as of the game so far and the line of search.
"""

from __future__ import annotations

import dataclasses
import math
import random
from collections import Counter
from typing import Any

import numpy as np

from ludarium.environments.single_state import observe, step
from ludarium.nets.model import Net
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled, reach
from ludarium.rules.packing import word_count

__all__ = ["Node", "Search", "suits"]

Array = Any
State = Any

# the exploration rate grows with the visits, as in AlphaZero's published pseudocode
BASE, INITIAL = 19652.0, 1.25


def suits(position: Position) -> bool:
    """Return whether the search is made for the position's game."""
    game = position.game
    together = generic.action_bits(position.state) > 0
    even = game.returns_sum is not None and game.returns_sum == sum(game.returns_range)
    return position.seats == 2 and not together and not game.hides and even


@dataclasses.dataclass(eq=False, slots=True)
class Node:
    """A state of the tree, with an entry in each array for each legal action."""

    state: State
    mover: int
    """The seat to move; -1 where the game is over."""
    share: float
    """The expected return of seat 0, as a share of the range of returns: by the net, or of the
    result."""
    actions: Array
    prior: Array
    """By the net."""
    visits: Array
    totals: Array
    """Sum of what the simulations brought the mover, each as a share of the range of returns."""
    children: list[dict[State, Node]]
    """By the state to which the action and chance lead."""
    line: Node | None
    """The node before."""


class Search:
    """A search from one position, whose game `suits`."""

    def __init__(self, net: Net, position: Position, seed: int) -> None:
        self._net, self._game = net, position.game
        self._random = random.Random(seed)
        words = word_count(position.state)
        self._words, self._spare = np.zeros((2, words), np.int64)
        self._legal = np.zeros(net.actions.size, np.int64)
        self._seen = np.zeros(net.observations.size, np.uint8)
        self._planes = net.observations.planes(reach)
        self._observe, self._step = compiled(observe, self._game), compiled(step, self._game)
        self._low, self._high = map(float, self._game.returns_range)
        earlier = list(position.history())[:-1] if self._counts_positions else []
        self._earlier = Counter(generic.repetition_state(one.state) for one in earlier)
        allowed = [move.action for move in position.legal_for(position.mover())]
        self.root = self._node(self._game.plain(position.state), None, allowed)

    @property
    def _counts_positions(self) -> bool:
        return self._game.superko or self._game.repetition is not None

    def run(self, simulations: int) -> None:
        """Run simulations, each of which asks the net once, or comes to the end of a game."""
        for _ in range(simulations):
            self._simulate()

    def value(self, visits: Array, totals: Array) -> float:
        """The mean return of these simulations of the root."""
        return self._low + (self._high - self._low) * float(totals.sum() / max(1, visits.sum()))

    def _simulate(self) -> None:
        node, path, fresh = self.root, [], False
        while node.mover >= 0 and not fresh:
            n = self._select(node)
            path.append((node, n))
            node, fresh = self._follow(node, n)
            if node.mover >= 0 and not len(node.actions):  # it would bring a position back
                before, n = path.pop()
                before.prior[n] = -1.0
                node, fresh = before, False
        for before, n in path:
            before.visits[n] += 1
            before.totals[n] += node.share if before.mover == 0 else 1.0 - node.share

    def _select(self, node: Node) -> int:
        """The action of the highest upper bound: its mean, or that of the node where it was not
        tried, and a bonus by its prior.
        """
        total = int(node.visits.sum())
        own = node.share if node.mover == 0 else 1.0 - node.share
        mean = np.where(node.visits > 0, node.totals / np.maximum(node.visits, 1), own)
        rate = (math.log((total + BASE + 1) / BASE) + INITIAL) / 2  # shares span half as much
        bound = mean + rate * node.prior * math.sqrt(total + 1) / (1 + node.visits)
        return int(np.where(node.prior < 0, -math.inf, bound).argmax())

    def _follow(self, node: Node, n: int) -> tuple[Node, bool]:
        """The node to which an action leads, and whether it is a new one."""
        children = node.children[n]
        if children and not self._game.has_chance:
            return next(iter(children.values())), False
        seed = Bits(self._random.getrandbits(64))
        state = self._game.plain(self._step(node.state, int(node.actions[n]), seed))
        if state in children:
            return children[state], False
        children[state] = self._node(state, node)
        return children[state], True

    def _node(self, state: State, line: Node | None, allowed: list[int] | None = None) -> Node:
        """A new node. allowed: the legal actions, where they are known not to repeat a position.

        One that the rules forbid to come to again has no actions.
        """
        game, choosing = self._game, int(generic.movers(state))
        mover = choosing.bit_length() - 1
        share, repeated = 0.0, line is not None and self._occurred(state, line)
        none = np.zeros(0)
        if mover < 0 or (game.repetition and repeated and repeated + 1 >= game.repetition):
            ended = generic.returns if mover < 0 else generic.repetition_returns
            gained = float(ended(state, 0))
            share = (gained - self._low) / (self._high - self._low)
            return Node(state, -1, share, none, none, none, none, [], line)
        if game.superko and repeated:
            return Node(state, mover, share, none, none, none, none, [], line)
        count = self._observe(
            state,
            mover,
            self._planes,
            2,
            reach(self._words),
            reach(self._spare),
            reach(self._seen),
            reach(self._legal),
        )
        actions = np.array(allowed, np.int64) if allowed else self._legal[:count].copy()
        prior, value = self._net.evaluate(self._seen, self._net.actions.indices[actions])
        own = min(max((value - self._low) / (self._high - self._low), 0.0), 1.0)
        count = len(actions)
        return Node(
            state,
            mover,
            own if mover == 0 else 1.0 - own,
            actions,
            prior,
            np.zeros(count, np.int64),
            np.zeros(count),
            [{} for _ in range(count)],
            line,
        )

    def _occurred(self, state: State, line: Node | None) -> int:
        """The number of times that the position occurred before, in the game and on the line."""
        if not self._counts_positions:
            return 0
        key = generic.repetition_state(state)
        count = self._earlier[key]
        while line is not None:
            count += generic.repetition_state(line.state) == key
            line = line.line
        return count
