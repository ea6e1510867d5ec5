"""What chooses moves: the protocol of agents, and what an agent tells of a move."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable
from typing import Protocol

from ludarium.play.position import Move, Position

__all__ = ["Agent", "RandomAgent", "Thought", "prepare", "thought_of"]


class Agent(Protocol):
    """A player.

    `choose` returns the move of a seat that chooses in this position. It sees no choice that others
    make at the same time. A new game needs no notice: an agent that remembers must look at the
    position's history. An agent may also have a method `prepare(position)`, which is called once
    before a game, outside of any time limit.
    """

    name: str

    def choose(self, position: Position, seat: int) -> Move: ...


def prepare(players: Iterable[Agent | None], position: Position) -> None:
    """Let the agents prepare for a game that begins from this position."""
    for player in players:
        if player is not None and hasattr(player, "prepare") and not position.over:
            player.prepare(position)


@dataclasses.dataclass(frozen=True)
class Thought:
    """What an agent found of its move.

    value: what the seat can expect by it, from the least to the most return; label: "proved",
    "bounded" or "estimated"; work: how much it looked at, of `unit`, in so many seconds; policy:
    the share of each move in its thought, where it has such; pv: the moves it expects.
    """

    value: float
    label: str
    work: int
    unit: str
    seconds: float
    policy: dict[str, float] = dataclasses.field(default_factory=dict)
    pv: tuple[str, ...] = ()


def thought_of(player: Agent, move: Move) -> Thought | None:
    """What the agent found of the move that it has just chosen, where it tells: its `report` then
    has a method `thought(move)`.
    """
    report = getattr(player, "report", None)
    return report.thought(move) if report is not None else None


class RandomAgent:
    """Chooses uniformly among the legal moves."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._random = random.Random(seed)

    def choose(self, position: Position, seat: int) -> Move:
        return self._random.choice(position.legal_for(position.mover(seat)))
