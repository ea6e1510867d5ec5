"""Agents, which choose moves: their protocol, and the random agent."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Mapping
from typing import Protocol

from ludarium.play.position import Move, Position

__all__ = ["Agent", "RandomAgent", "Thought", "policy_of", "prepare", "thought_of"]


class Agent(Protocol):
    """An agent: it chooses moves for a seat.

    An agent may also have a method `prepare(position)`, which is called once before a game, outside
    of any time limit. There is no notice of a new game: an agent with a memory must compare the
    position's history.

    One whose choice follows from what its seat sees and from chance may have a method
    `probabilities(position, seat)`: of each legal move, in their order. It raises
    NotImplementedError in games for which there are none.
    """

    name: str
    """The name, in records and reports."""

    def choose(self, position: Position, seat: int) -> Move:
        """The move of a choosing seat; choices that others make at the same time are hidden."""
        ...


def prepare(players: Iterable[Agent | None], position: Position) -> None:
    """Let the agents prepare for a game from this position; None stands for a human player."""
    for player in players:
        if player is not None and hasattr(player, "prepare") and not position.over:
            player.prepare(position)


@dataclasses.dataclass(frozen=True)
class Thought:
    """The report of an agent on its move."""

    value: float
    """Expected return of the seat."""
    label: str
    """The certainty of the value: "proved", "bounded" or "estimated"."""
    work: int
    """Size of the search, in `unit`."""
    unit: str
    """The unit of `work`, such as "nodes" or "playouts"."""
    seconds: float
    """Duration of the search."""
    policy: dict[str, float] = dataclasses.field(default_factory=dict)
    """Share of visits of each move, by its text; empty where the search has no such."""
    pv: tuple[str, ...] = ()
    """The principal variation, as texts of moves."""


def thought_of(player: Agent, move: Move) -> Thought | None:
    """The agent's report of the move that it has just chosen; None where it gives none.

    An agent that gives one has a field `report` with a method `thought(move)`.
    """
    report = getattr(player, "report", None)
    return report.thought(move) if report is not None else None


def policy_of(player: Agent, move: Move) -> Mapping[str, float] | None:
    """The share or probability of each move, by its text, from which the agent has just chosen
    this one; None where it tells none. Moves that are left out have none.

    It is the policy of the agent's thought, or of its field `mixture`, where it draws from such.
    """
    thought = thought_of(player, move)
    return (thought.policy if thought else None) or getattr(player, "mixture", None) or None


class RandomAgent:
    """Chooses uniformly among the legal moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def choose(self, position: Position, seat: int) -> Move:
        return self._random.choice(position.legal_for(position.mover(seat)))

    def probabilities(self, position: Position, seat: int) -> list[float]:
        """The probability of each legal move, in their order."""
        count = len(position.legal_for(position.mover(seat)))
        return [1 / count] * count
