"""Games as environments of PettingZoo, for any number of agents.

    from ludarium.bridges import pettingzoo

    env = pettingzoo.env("connect4")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))

The agents are `player_0`, `player_1` and so on, by seat. An observation is a dictionary of what the
seat sees, `observation`, and which actions are legal for it, `action_mask`. A reward is the return
at the end of the game, and 0 before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ludarium.bridges.playing import Playing
from ludarium.errors import LudariumError, SeatsError
from ludarium.rules.game import Game

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise ImportError("PettingZoo is not installed: pip install 'ludarium[pettingzoo]'") from None

__all__ = ["TogetherEnv", "TurnEnv", "env", "parallel_env"]

Array = Any
Observation = dict[str, Array]


def env(game: str | Path | Game, ruleset: str | None = None, seats: int | None = None) -> TurnEnv:
    """A game whose agents act in turn. Where several seats choose at once, each chooses without
    knowing what the others chose, and the game moves on when all have.

    Raises the errors of `ludarium.start`.
    """
    return TurnEnv(game, ruleset, seats)


def parallel_env(
    game: str | Path | Game, ruleset: str | None = None, seats: int | None = None
) -> TogetherEnv:
    """A game whose agents act at once. The actions of seats that do not choose, of which the mask
    has no 1, are not looked at.

    Raises the errors of `ludarium.start`.
    """
    return TogetherEnv(game, ruleset, seats)


class _Seats:
    """The common part of both kinds of environments."""

    def __init__(self, game: str | Path | Game, ruleset: str | None, seats: int | None) -> None:
        self.playing = Playing(game, ruleset, seats)
        name = self.playing.game.name
        self.metadata = {
            "name": f"ludarium_{name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(self.playing.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        shape, actions = self.playing.observations.shape, self.playing.actions.size
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """Raises SeatsError where there is no such agent."""
        seat = self._seat(agent)
        return {"observation": self.playing.observe(seat), "action_mask": self.playing.mask(seat)}

    def _seat(self, agent: str) -> int:
        if agent not in self.seat_of:
            raise SeatsError(
                f"agent {agent!r} of {self.playing.game.name}: expected player_0 to "
                f"{self.possible_agents[-1]}"
            )
        return self.seat_of[agent]

    def render(self) -> str:
        """The position as text for a terminal, as those see it who only look on."""
        return str(self.playing.record.position.seen_by())

    def close(self) -> None:
        """Nothing is to be closed."""


class TurnEnv(_Seats, AECEnv[str, Observation, int]):
    """An environment whose agents act in turn; made by `env`."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. seed: of chance."""
        self.playing.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._chosen: dict[int, int] = {}
        self._select()

    def _select(self) -> None:
        """Select the next seat that has to choose; where the game is over, the first."""
        waiting = [seat for seat in self.playing.movers if seat not in self._chosen]
        self.agent_selection = self.possible_agents[waiting[0]] if waiting else self.agents[0]

    def step(self, action: int | None) -> None:
        """Take the selected agent's action, its index; None where its game is over.

        Raises MoveError where it is not legal, and LudariumError where all games are over; then
        nothing is played.
        """
        if not self.agents:
            raise LudariumError("the game is over: call reset")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.seat_of[agent]
        self.playing.require(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._chosen[seat] = int(action)  # type: ignore[arg-type]  # which was required
        if len(self._chosen) == len(self.playing.movers):
            self.playing.play(self._chosen)
            self._chosen = {}
            if self.playing.over:
                self.rewards = dict(zip(self.possible_agents, self.playing.returns, strict=True))
                self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()


class TogetherEnv(_Seats, ParallelEnv[str, Observation, int]):
    """An environment whose agents act at once; made by `parallel_env`."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. seed: of chance."""
        self.playing.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[Any, ...]:
        """Take all agents' actions, their indices; those of seats that do not choose are not looked
        at. Raises MoveError where one that counts is missing or not legal, and SeatsError where
        there is no such agent.
        """
        self.playing.play({self._seat(agent): action for agent, action in actions.items()})
        agents, over = self.agents, self.playing.over
        rewards = dict(zip(self.possible_agents, self.playing.returns, strict=True))
        result: tuple[Any, ...] = (
            self._observations(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )
        if over:
            self.agents = []
        return result
