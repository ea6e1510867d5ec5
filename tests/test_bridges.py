"""Bridges to PettingZoo and Gymnasium pass the suites that these projects ship."""

from __future__ import annotations

import builtins
import importlib
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import ludarium
from ludarium.bridges import gymnasium, pettingzoo
from ludarium.errors import AgentError, LudariumError, MoveError, SeatsError
from ludarium.play.agent import RandomAgent
from ludarium.play.position import start
from ludarium.rules.game import Game

KINDS = ("connect4", "leduc", "ahyoheek", "liarsdice")
"""In turn, with hidden parts, all at once, with chance between moves and many seats."""


@pytest.mark.filterwarnings(
    "ignore:Observation numpy array is all zeros",  # so is an empty board
    # dictionaries with masks, as games in PettingZoo itself have
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
)
@pytest.mark.parametrize("name", KINDS)
def test_turns_pass_the_suite_of_pettingzoo(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    most = ludarium.find(name).seats[1]
    api_test(pettingzoo.env(name, seats=most), num_cycles=200)
    seed_test(lambda: pettingzoo.env(name), num_cycles=50)
    assert "Passed API test" in capsys.readouterr().out


class Legal(spaces.Discrete):
    """The actions of an agent, of which legal ones alone are drawn: the suite asks for no mask."""

    def __init__(self, env: pettingzoo.TogetherEnv, agent: str) -> None:
        super().__init__(env.playing.actions.size)
        self.env, self.agent = env, agent

    def sample(self, *_: Any, **__: Any) -> Any:
        return super().sample(self.env.observe(self.agent)["action_mask"])


def legal_env(name: str) -> pettingzoo.TogetherEnv:
    env = pettingzoo.parallel_env(name)
    env.action_spaces = {agent: Legal(env, agent) for agent in env.possible_agents}
    return env


@pytest.mark.parametrize("name", KINDS)
def test_acting_at_once_passes_the_suite_of_pettingzoo(name: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(name), num_cycles=100)
    parallel_seed_test(lambda: legal_env(name), num_cycles=50)


def test_agents_of_pettingzoo_play_every_game(game: Game) -> None:
    env = pettingzoo.env(game)
    env.reset(seed=4)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for moves, agent in enumerate(env.agent_iter()):
        observation, reward, terminated, _, _ = env.last()
        total[agent] += reward
        space, mask = env.action_space(agent), observation["action_mask"]
        assert env.observation_space(agent).contains(observation)
        if moves == 30 and not terminated:
            break
        env.step(None if terminated else space.sample(mask))
    else:
        assert list(total.values()) == pytest.approx(list(env.playing.record.returns))


def test_who_chooses_at_once_does_not_see_the_others_choices() -> None:
    env = pettingzoo.env("ahyoheek", seats=3)
    env.reset()
    before = env.observe("player_2")
    for choice, agent in ((0, "player_0"), (1, "player_1")):
        assert env.agent_selection == agent
        env.step(choice)
    after = env.observe("player_2")
    assert all(np.array_equal(before[key], after[key]) for key in before)
    env.step(1)
    assert env.agent_selection == "player_0"
    assert [env.observe("player_2")["observation"][n] for n in (0, 4, 7)].count(0) == 2


def test_illegal_actions_in_pettingzoo_are_refused() -> None:
    env, together = pettingzoo.env("connect4"), pettingzoo.parallel_env("connect4")
    env.reset()
    together.reset()
    for wrong in (41, 42, -1, None):
        with pytest.raises(MoveError, match=f"action {wrong} of connect4 is not legal for seat 0"):
            env.step(wrong)
    with pytest.raises(MoveError, match="action None of connect4"):
        together.step({"player_1": 0})
    for odd in ("x", [0], float("inf")):
        with pytest.raises(MoveError, match="is not legal for seat 0"):
            together.step({"player_0": odd})
    with pytest.raises(SeatsError, match="agent 'player_2' of connect4: expected player_0 to pl"):
        together.step({"player_0": 3, "player_2": 0})
    with pytest.raises(SeatsError, match="agent 'nobody'"):
        env.observe("nobody")
    assert not together.playing.record.moves
    together.step({"player_0": 3, "player_1": None})
    assert len(together.playing.record.moves) == 1


def test_seeds_are_ints_of_any_kind() -> None:
    envs: tuple[Any, ...] = (
        pettingzoo.env("leduc"),
        pettingzoo.parallel_env("leduc"),
        gymnasium.make("leduc"),
    )
    for env in envs:
        texts = []
        for seed in (5, np.int64(5)):
            env.reset(seed=seed)
            texts.append(env.playing.record.position.text)
        assert texts[0] == texts[1]
        with pytest.raises(LudariumError, match="a seed of 'x': expected an int"):
            env.reset(seed="x")


@pytest.mark.parametrize("name", KINDS)
def test_one_seat_passes_the_suite_of_gymnasium(name: str) -> None:
    env = gymnasium.make(name, seat=None)
    check_env(env, skip_render_check=True)  # which only tries other modes, of registered ones
    assert env.render() == str(env.playing.record.position.seen_by(env.seat))


def test_one_seat_plays_any_game_to_its_end(game: Game) -> None:
    env = gymnasium.make(game, "random", seat=1)
    _, info = env.reset(seed=2)
    for _ in range(40):
        index = env.action_space.sample(info["action_mask"])
        assert env.action_masks()[index]
        observation, reward, terminated, truncated, info = env.step(index)
        assert env.observation_space.contains(observation)
        assert not truncated
        if terminated:
            assert reward == env.playing.record.returns[1]
            with pytest.raises(LudariumError, match="call reset"):
                env.step(0)
            return
        assert reward == 0


def test_a_game_that_others_end_before_the_seat_chooses_gives_its_return() -> None:
    env = gymnasium.make("liarsdice", seats=3, seat=2)
    rewards = []
    for seed in range(40):
        _, info = env.reset(seed=seed)
        if not info["action_mask"].any():
            _, reward, terminated, _, _ = env.step(env.action_space.sample(info["action_mask"]))
            assert (reward, terminated) == (env.playing.record.returns[2], True)
            rewards.append(reward)
            with pytest.raises(LudariumError, match="call reset"):
                env.step(0)
    assert rewards
    assert min(rewards) > env.playing.game.returns_range[0]  # whoever did not bid has not lost


def test_opponents_are_agents_of_ours() -> None:
    env = gymnasium.make("connect4", "level:2")
    env.reset(seed=1)
    assert env.opponent.name == "level:2"
    _, reward, terminated, _, _ = env.step(41)
    assert (reward, terminated) == (-1.0, True)
    own = RandomAgent(3)
    assert gymnasium.make("connect4", own).opponent is own
    with pytest.raises(AgentError):
        gymnasium.make("connect4", "nobody")
    with pytest.raises(SeatsError, match="seat 2: expected 0 to 1"):
        gymnasium.make("connect4", seat=2)


@pytest.mark.parametrize("autoreset", ["next-step", "same-step"])
def test_many_games_are_a_vector_environment_of_gymnasium(autoreset: str) -> None:
    envs = gymnasium.make_vec("connect4", 3, autoreset=autoreset, compile=False)
    assert isinstance(envs, gym.vector.VectorEnv)
    wrapped = gym.wrappers.vector.RecordEpisodeStatistics(envs)
    observations, info = wrapped.reset(seed=5)
    finished = 0
    for _ in range(60):
        assert envs.observation_space.contains(observations)
        actions = np.array(
            [
                space.sample(mask)
                for space, mask in zip(
                    [envs.single_action_space] * 3, info["action_mask"].astype(np.int8), strict=True
                )
            ]
        )
        observations, rewards, terminated, truncated, info = wrapped.step(
            np.where(info["action_mask"].any(1), actions, 0)
        )
        assert rewards.shape == terminated.shape == truncated.shape == (3,)
        assert set(rewards[terminated].tolist()) <= {1.0, 0.0}  # who moves last has won, if anybody
        finished += int(terminated.sum())
        assert ("episode" in info) == bool(terminated.any())
        if autoreset == "same-step":
            assert np.array_equal(info["_final_obs"], terminated)
    assert finished >= 3
    with pytest.raises(LudariumError, match="several seats of ahyoheek choose at once"):
        gymnasium.make_vec("ahyoheek", 2, compile=False)


def test_the_same_rules_end_games_by_repetition() -> None:
    env, position = pettingzoo.parallel_env("chess"), start("chess")
    env.reset()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        assert env.agents
        (move,) = [move for move in position.legal if move.text == text]
        mover = f"player_{position.movers[0]}"
        env.step({mover: env.playing.actions.index_of(move.action)})
        position = position.play(move)
    assert env.agents == []


@pytest.mark.parametrize(
    ("name", "title"), [("gymnasium", "Gymnasium"), ("pettingzoo", "PettingZoo")]
)
def test_a_missing_extra_names_the_command(
    name: str, title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = builtins.__import__

    def without(module: str, *arguments: Any) -> Any:
        if module.partition(".")[0] in {"gymnasium", "pettingzoo"}:
            raise ImportError(module)
        return found(module, *arguments)

    monkeypatch.delitem(sys.modules, f"ludarium.bridges.{name}")
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(
        ImportError, match=rf"{title} is not installed: pip install 'ludarium\[{name}\]'"
    ):
        importlib.import_module(f"ludarium.bridges.{name}")
