"""Actions of any kind of object are taken or refused in each bridge as its ecosystem does, and what
is refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludarium
from ludarium.bridges import gymnasium, openspiel, pettingzoo
from ludarium.errors import LudariumError, MoveError

NO_INTS = (2.0, 2.7, "1", None, np.float64(1), np.bool_(1), [1], np.array([1]), float("nan"), "x")
OUT_OF_RANGE = (-1, 7 * 6, 2**70, np.int64(-1), np.uint64(2**63))
INTS = (1, True, np.int8(1), np.int64(1), np.uint8(1), np.array(1))


def inside(env: Any) -> Any:
    """All that an environment knows and tells."""
    record = env.playing.record
    told = [getattr(env, name, None) for name in ("rewards", "_cumulative_rewards", "terminations")]
    return list(record.moves), record.reason, [told and str(told)], getattr(env, "_chosen", None)


def legal_index(env: Any, column: int) -> Any:
    """The index of dropping into this column of Connect Four."""
    move = env.playing.record.position.parse_move("abcdefg"[column])
    return env.playing.actions.index_of(move.action)


@pytest.mark.parametrize("wrong", [*NO_INTS, *OUT_OF_RANGE], ids=repr)
def test_gymnasium_refuses_what_is_not_in_the_action_space(wrong: Any) -> None:
    env = gymnasium.make("connect4", "random")
    env.reset(seed=1)
    assert not (isinstance(wrong, int) and env.action_space.contains(wrong))
    before = inside(env)
    with pytest.raises(LudariumError, match="expected an int of 0 to 41"):
        env.step(wrong)
    assert inside(env) == before
    _, reward, terminated, _, _ = env.step(int(legal_index(env, 0)))
    assert (reward, terminated) == (0, False)


@pytest.mark.parametrize("wrong", [*NO_INTS, *OUT_OF_RANGE, 41], ids=repr)
def test_pettingzoo_refuses_what_is_no_legal_index(wrong: Any) -> None:
    env, together = pettingzoo.env("connect4"), pettingzoo.parallel_env("connect4")
    env.reset(seed=1)
    together.reset(seed=1)
    env.step(legal_index(env, 0))
    for one, step in (
        (env, lambda: env.step(wrong)),
        (together, lambda: together.step({"player_0": wrong})),
    ):
        before = inside(one)
        with pytest.raises(MoveError, match="is not legal for seat"):
            step()
        assert inside(one) == before


@pytest.mark.parametrize("index", INTS, ids=repr)
def test_ints_of_any_kind_are_indices(index: Any) -> None:
    env, turns = gymnasium.make("connect4", "random"), pettingzoo.env("connect4")
    env.reset(seed=1)
    turns.reset(seed=1)
    assert env.action_space.contains(index)
    assert env.playing.is_legal(0, index)
    env.step(index)
    turns.step(index)
    assert turns.playing.record.moves[0] == env.playing.record.moves[0]


def test_a_reward_stays_where_a_step_is_refused() -> None:
    """Also of the seat that is dead, after the end."""
    env = pettingzoo.env("connect4")
    env.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        env.step(legal_index(env, column))
    before = inside(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    assert inside(env) == before
    env.step(None)
    env.step(None)
    with pytest.raises(LudariumError, match="call reset"):
        env.step(None)


def test_no_action_follows_the_end() -> None:
    together = pettingzoo.parallel_env("connect4")
    together.reset(seed=1)
    for column in (0, 1, 0, 1, 0, 1, 0):
        index = legal_index(together, column)
        together.step({f"player_{together.playing.movers[0]}": index})
    before = inside(together)
    with pytest.raises(MoveError, match="the game is over"):
        together.step({"player_0": 0})
    assert inside(together) == before


def refused(apply: Callable[[Any], Any], given: Any) -> bool:
    try:
        apply(given)
    except (TypeError, ValueError, IndexError, LudariumError, pyspiel.SpielError):
        return True
    return False


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.integers(-3, 60), st.sampled_from([*NO_INTS, *OUT_OF_RANGE])), st.data())
def test_openspiel_refuses_what_is_not_legal(wrong: Any, data: st.DataObject) -> None:
    """As in its own tic-tac-toe: an error, and the same state as before."""
    openspiel.register()
    for name in ("ludarium_connect4", "ludarium_ur", "ludarium_ahyoheek"):
        state = pyspiel.load_game(name).new_initial_state()
        for _ in range(data.draw(st.integers(0, 4))):
            if state.is_simultaneous_node():
                state.apply_actions([state.legal_actions(seat)[0] for seat in range(2)])
            else:
                state.apply_action(state.legal_actions()[0])
        simultaneous = state.is_simultaneous_node()
        legal = state.legal_actions(0) if simultaneous else state.legal_actions()
        if type(wrong) is int and wrong in legal:
            continue
        before = str(state), state.history()
        apply = state.apply_actions if simultaneous else state.apply_action
        given = [wrong, legal[0]] if simultaneous else wrong
        if refused(apply, given):
            assert (str(state), state.history()) == before
        else:  # pybind takes what has an index
            assert int(wrong) in legal


@pytest.mark.parametrize(
    "wrong",
    [
        [2.0] * 3,
        ["1"] * 3,
        [None] * 3,
        [True] * 3,
        [1, 1],
        [1, -1, 1],
        [1, 1, 42],
        [2**70, 1, 1],
        1,
    ],
    ids=repr,
)
def test_many_games_move_together_or_not_at_all(wrong: Any) -> None:
    envs = ludarium.vector("connect4", 3)
    envs.reset(seed=1)
    before = envs.observations.copy(), envs.lengths.copy()
    with pytest.raises(LudariumError):
        envs.step(wrong)
    assert np.array_equal(envs.observations, before[0])
    assert np.array_equal(envs.lengths, before[1])
