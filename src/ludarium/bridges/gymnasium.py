"""Games as environments of Gymnasium: one seat against an agent of ours, or many games at once.

    from ludarium.bridges import gymnasium

    env = gymnasium.make("connect4", opponent="level:3")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(
        env.action_space.sample(info["action_mask"])
    )

Observations are those of `ludarium.environments.observations`, actions the indices of
`ludarium.environments.actions`, and `info["action_mask"]` says which of them are legal.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.agents import agent
from ludarium.bridges.playing import Playing
from ludarium.environments.vector import VectorEnvironment, check_int
from ludarium.errors import LudariumError, SeatsError
from ludarium.play.agent import Agent
from ludarium.rules.game import Game

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError("Gymnasium is not installed: pip install 'ludarium[gymnasium]'") from None

__all__ = ["SeatEnv", "SelfPlayEnv", "make", "make_vec"]

Array = Any
Step = tuple[Array, float, bool, bool, dict[str, Any]]
MOST_SEED = 2**31 - 1


def make(
    game: str | Path | Game,
    opponent: str | Agent = "random",
    ruleset: str | None = None,
    seats: int | None = None,
    seat: int | None = 0,
) -> SeatEnv:
    """A game as one seat plays it against an agent, which plays all other seats.

    opponent: an agent, or its name as of `ludarium.agent`, such as "level:3" or "mcts:100"; one
    that is named begins anew with a seed at each reset with a seed. seat: which seat is played;
    None draws another one for each game.

    Raises the errors of `ludarium.start` and `ludarium.agent`, and SeatsError where there is no
    such seat.
    """
    return SeatEnv(game, opponent, ruleset, seats, seat)


def make_vec(game: str | Path | Game, num_envs: int, **options: Any) -> SelfPlayEnv:
    """Many games at once, in each of which the seat to move observes and acts: self-play.

    options: those of `ludarium.vector`, such as ruleset, seed, threads, autoreset and illegal; but
    the device can be "cpu" alone.

    Raises LudariumError where several seats of the game choose at once, or for another device.
    """
    return SelfPlayEnv(VectorEnvironment(game, num_envs, **options))


class SeatEnv(gymnasium.Env[Array, Any]):
    """One seat's game; made by `make`.

    A reward is the seat's return at the end of the game, and 0 before. An illegal action loses: the
    game ends with the least that a seat can get. Where others end a game before the seat has to
    choose, its mask has no 1, and the first step ends it, whatever its action, with the return.
    """

    def __init__(
        self,
        game: str | Path | Game,
        opponent: str | Agent,
        ruleset: str | None,
        seats: int | None,
        seat: int | None,
    ) -> None:
        self.playing = Playing(game, ruleset, seats)
        if seat is not None and not 0 <= seat < self.playing.seats:
            raise SeatsError(f"seat {seat}: expected 0 to {self.playing.seats - 1}, or None")
        self.metadata = {"render_modes": ["ansi"], "render_fps": 1}
        self.render_mode = "ansi"
        self.observation_space = spaces.Box(0, 255, self.playing.observations.shape, np.uint8)
        self.action_space = spaces.Discrete(self.playing.actions.size)
        self._named: Callable[[int | None], Agent] | None = None
        if isinstance(opponent, str):
            name = opponent
            self._named = lambda seed: agent(name, seed)
            self.opponent: Agent = self._named(None)
        else:
            self.opponent = opponent
        self._seat, self.seat = seat, seat or 0
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a game. seed: of chance, of the seat that is drawn, and of a named opponent.

        Raises LudariumError where it is no int.
        """
        if seed is not None:
            check_int("seed", seed)
            seed = int(seed)  # of NumPy, too, which Gymnasium refuses
        super().reset(seed=seed)
        draw = self.np_random.integers
        if self._named is not None and seed is not None:
            self.opponent = self._named(int(draw(MOST_SEED)))
        self.seat = int(draw(self.playing.seats)) if self._seat is None else self._seat
        self.playing.begin(int(draw(MOST_SEED)))
        self._over = False
        self._answer({})
        return self._seen()

    def _seen(self) -> tuple[Array, dict[str, Any]]:
        info = {"action_mask": self.playing.mask(self.seat), "seat": self.seat}
        return self.playing.observe(self.seat), info

    def _answer(self, chosen: dict[int, int]) -> None:
        """Let the opponent choose for its seats until the own seat has to, or the game is over.

        chosen: what the own seat chose, with which the others' first choices are played.
        """
        while not self.playing.over and (chosen or self.seat not in self.playing.movers):
            position, actions = self.playing.record.position, self.playing.actions
            for seat in self.playing.movers:
                if seat != self.seat:
                    move = self.opponent.choose(position.seen_by(seat), seat)
                    chosen[seat] = actions.index_of(move.action)
            self.playing.play(chosen)
            chosen = {}

    def step(self, action: int) -> Step:
        """Play the action of this index, and let the opponent answer.

        Raises LudariumError where the game is over, or the action is not in `action_space`; then
        nothing is played.
        """
        if self._over:
            raise LudariumError("the game is over: call reset")
        if not self.playing.is_index(action):
            raise LudariumError(
                f"action {action!r} of {self.playing.game.name}: expected an int of 0 to "
                f"{self.playing.actions.size - 1}"
            )
        # over: others ended it before this seat had to choose
        if self.playing.over or self.playing.is_legal(self.seat, action):
            self._answer({self.seat: int(action)})
            self._over = self.playing.over
            reward = self.playing.returns[self.seat]
        else:
            self._over, reward = True, float(self.playing.game.returns_range[0])
        observation, info = self._seen()
        return observation, reward, self._over, False, info

    def action_masks(self) -> Array:
        """bool, by index of an action: whether it is legal, for libraries that ask so."""
        return self.playing.mask(self.seat).astype(np.bool_)

    def render(self) -> str:
        """The position as text for a terminal, as the seat sees it."""
        return str(self.playing.record.position.seen_by(self.seat))


class SelfPlayEnv(VectorEnv[Array, Array, Array]):
    """Many games at once; made by `make_vec`.

    The reward of a step is that of the seat that acted in it. `info` has the rewards of all seats
    as `rewards`, the seats to move as `movers`, and which actions are legal as `action_mask`.
    """

    def __init__(self, envs: VectorEnvironment) -> None:
        if envs.movers.ndim > 1:
            raise LudariumError(
                f"several seats of {envs.game.name} choose at once: expected a game in which one "
                "does; ludarium.vector and the bridge to PettingZoo take both"
            )
        if envs.device != "cpu":
            raise LudariumError(
                f"arrays of {envs.device!r}: expected the device 'cpu', as Gymnasium's arrays are "
                "NumPy's; ludarium.vector takes both"
            )
        self.envs, self.num_envs = envs, envs.count
        self.metadata = {"autoreset_mode": AutoresetMode(envs.metadata["autoreset_mode"])}
        self.single_observation_space = spaces.Box(0, 255, envs.observation_space.shape, np.uint8)
        self.single_action_space = spaces.Discrete(envs.actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Reset like `VectorEnvironment.reset`."""
        observations, info = self.envs.reset(seed=seed, options=options)
        return observations.copy(), self._info(info)

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Step like `VectorEnvironment.step`, with the rewards of the seats that acted."""
        acted = np.maximum(self.envs.movers, 0)[:, None]
        observations, rewards, terminated, truncated, info = self.envs.step(actions)
        own = np.take_along_axis(rewards, acted, 1)[:, 0]
        return (
            observations.copy(),
            own.astype(np.float64),
            terminated.copy(),
            truncated.copy(),
            {**self._info(info), "rewards": rewards.copy()},
        )

    def _info(self, info: dict[str, Any]) -> dict[str, Any]:
        copied = {"action_mask": info["mask"].copy(), "movers": info["movers"].copy()}
        if "final_obs" in info:
            copied["final_obs"] = info["final_obs"].copy()
            copied["_final_obs"] = self.envs.terminated | self.envs.truncated
        return copied
