"""An agent that plays by a neural net, alone or with a search."""

from __future__ import annotations

import dataclasses
import random
import time
from pathlib import Path

import numpy as np

from ludarium.errors import AgentError
from ludarium.nets.model import Net, load
from ludarium.nets.puct import Search, suits
from ludarium.play.agent import Thought
from ludarium.play.position import Move, Position

__all__ = ["NetAgent", "Report"]

DIGITS = 4  # of shares


@dataclasses.dataclass(frozen=True)
class Report:
    """The report of the agent on its last position."""

    policy: dict[str, float]
    """By the net the probability of each move, by its text; by a search, its share of visits."""
    values: dict[str, float]
    """The expected return of each move that was searched; by the net alone, that of the position.
    """
    evaluations: int
    """The number of evaluations by the net."""
    seconds: float

    def thought(self, move: Move) -> Thought:
        """The result for this move."""
        shown = {text: round(share, DIGITS) for text, share in self.policy.items() if share}
        value = self.values.get(move.text, 0.0)
        work, seconds = self.evaluations, self.seconds
        return Thought(value, "estimated", work, "evaluations", seconds, shown)


class NetAgent:
    """Plays by the net of an ONNX file (`ludarium.nets.model` says what such a net is like).

    simulations: how many a search runs for a move (`ludarium.nets.puct`), which then plays the most
    visited one; None: the move of the greatest probability is played.

    Raises AgentError where the file is missing, or is no net.
    """

    def __init__(self, path: Path, simulations: int | None = None, seed: int | None = None) -> None:
        self.name = f"onnx:{path}" + (f":{simulations}" if simulations else "")
        self.report: Report | None = None
        """The report on the last position."""
        self._path, self._simulations = path, simulations
        self._random = random.Random(seed)
        self._nets: dict[tuple[str, str, int], Net] = {}
        load(path)

    def prepare(self, position: Position) -> None:
        """Check that the net fits the game, and compile what the search needs.

        Raises AgentError where it does not fit, or the search is not made for the game.
        """
        net = self._net(position)
        if not self._simulations:
            return
        if not suits(position):
            raise AgentError(
                f"{self.name} cannot search in {position.game.title}: expected a game of two seats "
                f"that move in turn, which hides nothing; onnx:{self._path} plays it without a "
                "search"
            )
        at = position
        source = random.Random(1)
        while at.by_chance:
            at = at.play(at.outcome(source))
        Search(net, at, 1).run(1)

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        begin = time.perf_counter()
        if self._simulations:
            return self._searched(position, begin)
        net = self._net(position)
        observation = net.observations.observe(position.game.plain(position.state), seat)
        indices = np.array([net.actions.index_of(move.action) for move in legal])
        policy, value = net.evaluate(observation, indices)
        texts = [move.text for move in legal]
        self.report = Report(
            dict(zip(texts, policy.tolist(), strict=True)),
            dict.fromkeys(texts, value),
            1,
            time.perf_counter() - begin,
        )
        return legal[int(policy.argmax())]

    def probabilities(self, position: Position, seat: int) -> list[float]:
        """The probability of each legal move, in their order: 1 for the chosen one. Raises
        NotImplementedError where it searches, as it does so by chance.
        """
        if self._simulations:
            raise NotImplementedError
        chosen = self.choose(position, seat)
        return [float(move == chosen) for move in position.legal_for(position.mover(seat))]

    def _searched(self, position: Position, begin: float) -> Move:
        assert self._simulations
        net = self._net(position)
        search = Search(net, position, self._random.getrandbits(62))
        search.run(self._simulations)
        root, mover = search.root, position.mover()
        moves = [position.move(mover, int(action)) for action in root.actions]
        shares = (root.visits / root.visits.sum()).tolist()
        values = {
            move.text: search.value(root.visits[n : n + 1], root.totals[n : n + 1])
            for n, move in enumerate(moves)
            if root.visits[n]
        }
        self.report = Report(
            dict(zip((move.text for move in moves), shares, strict=True)),
            values,
            self._simulations + 1,
            time.perf_counter() - begin,
        )
        return moves[int(root.visits.argmax())]

    def _net(self, position: Position) -> Net:
        key = position.game.name, position.ruleset.name, position.seats
        if key not in self._nets:
            self._nets[key] = Net(self._path, position)
        return self._nets[key]
