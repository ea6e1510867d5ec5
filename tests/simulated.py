"""What `test_cuda.py` runs in CUDA's simulator, and on a device where there is one: each function
in a process of its own.
"""

from __future__ import annotations

import dataclasses
import sys
from typing import Any

import numpy as np
import pytest
from numba import cuda

import ludarium
from ludarium.bridges import gymnasium
from ludarium.environments.cuda import DeviceArray
from ludarium.environments.vector import VectorEnvironment
from ludarium.errors import LudariumError, RulesError
from ludarium.search.batched import BatchedSearch
from ludarium.simulate.cuda import run_device_playouts
from ludarium.simulate.playouts import run_playouts

SHOWN = (
    "observations",
    "mask",
    "movers",
    "rewards",
    "terminated",
    "truncated",
    "lengths",
    "episodes",
)
KINDS = {"connect4": 2, "go": 2, "ahyoheek": 3, "backgammon": 2, "leduc": 2, "hex": 2}
"""In turn, with a rule on repetition, at once, with chance, with hidden cards, with wide sets."""


def assert_alike(one: VectorEnvironment, other: VectorEnvironment) -> None:
    for name in SHOWN:
        ours, theirs = np.asarray(getattr(one, name)), np.asarray(getattr(other, name))
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape), name
        assert np.array_equal(ours, theirs), name


def both(name: str, count: int, **options: Any) -> tuple[VectorEnvironment, VectorEnvironment]:
    """The same games on the processor and on the device."""
    seats = KINDS.get(name)
    return (
        ludarium.vector(name, count, None, seats, compile=False, **options),
        ludarium.vector(name, count, None, seats, device="cuda", **options),
    )


def steps() -> None:
    for name in KINDS:
        for mode in ("next-step", "same-step", "disabled"):
            ours, theirs = both(name, 3, seed=4, autoreset=mode, limit=3)
            assert_alike(ours, theirs)
            for _ in range(6):
                chosen, sampled = ours.sample(), theirs.sample()
                assert np.array_equal(chosen, sampled)
                _, _, _, _, info = ours.step(chosen)
                _, _, _, _, same = theirs.step(sampled)
                assert_alike(ours, theirs)
                assert info.keys() == same.keys()
                assert all(np.array_equal(info[key], same[key]) for key in info)


def refusal(envs: VectorEnvironment, actions: Any) -> str:
    """How the environment refuses the actions, by which nothing moves."""
    before = np.asarray(envs.observations).copy()
    try:
        envs.step(actions)
    except LudariumError as error:
        assert np.array_equal(envs.observations, before)
        return str(error)
    raise AssertionError(actions)


def illegal_actions() -> None:
    ours, theirs = both("connect4", 3, seed=1)
    told = [refusal(envs, [0, 41, 99]) for envs in (ours, theirs)]
    assert told[0] == told[1]
    assert "action 41 of game 1" in told[0]
    for envs in (ours, theirs):  # goes on after that
        envs.step([0, 1, 2])
    assert_alike(ours, theirs)
    ours, theirs = both("ahyoheek", 3, seed=1, illegal="lose")
    for envs in (ours, theirs):
        envs.step([[0, 1, 2], [0, 3, 2], [-1, 0, 0]])
    assert_alike(ours, theirs)
    assert np.asarray(theirs.terminated).tolist() == [False, True, True]


def given_actions() -> None:
    ours, theirs = both("connect4", 3, seed=1)
    for dtype in (np.int32, np.uint8, np.int64):
        chosen = ours.sample()
        ours.step(chosen)
        theirs.step(DeviceArray(cuda.to_device(chosen.astype(dtype))))
        assert_alike(ours, theirs)
    wrong = ([0, 1], [0.5, 1, 2], [[0], [1, 2]], theirs.rewards, theirs.mask, theirs.terminated)
    for actions in wrong:
        assert "expected ints and (3,)" in refusal(theirs, actions)


def resets() -> None:
    ours, theirs = both("kuhn", 4, seed=3)
    kept = None
    for number in range(8):
        chosen = ours.sample()
        for envs in (ours, theirs):
            envs.step(chosen)
            if number == 2:
                envs.reset(options={"reset_mask": np.array([True, False, True, False])})
            if number == 4:
                envs.reset()
        assert_alike(ours, theirs)
        if number == 5:
            kept = ours.save(), theirs.save()
    assert kept is not None
    for order in (kept, kept[::-1]):  # also what the other saved
        for envs, saved in zip((ours, theirs), order, strict=True):
            envs.reset(seed=9)
            envs.restore(saved)
        assert_alike(ours, theirs)
        assert np.array_equal(ours.sample(), theirs.sample())


def arrays() -> None:
    envs = both("connect4", 3)[1]
    seen = envs.observations
    assert isinstance(seen, DeviceArray)
    assert (seen.shape, str(seen.dtype), seen.ndim, len(seen)) == ((3, 3, 6, 7), "uint8", 4, 3)
    shared = np.from_dlpack(seen)
    interface = seen.__cuda_array_interface__
    assert interface["data"][0] == shared.__array_interface__["data"][0]
    assert (interface["shape"], interface["typestr"], interface["version"]) == (
        seen.shape,
        "|u1",
        3,
    )
    assert np.from_dlpack(envs.mask).dtype == np.bool_
    before = np.asarray(seen).copy()
    envs.step(envs.sample())
    assert np.array_equal(shared, seen)
    assert not np.array_equal(before, shared)


def searches() -> None:
    for name in ("connect4", "ahyoheek", "ur", "go"):
        ours, theirs = both(name, 3, seed=1)
        pair = [BatchedSearch(envs, 20, seed=3, expand_after=2) for envs in (ours, theirs)]
        for _ in range(2):
            found, same = (search.run() for search in pair)
            for one, other in zip(found, same, strict=True):
                assert (one.dtype, one.shape) == (other.dtype, other.shape)
                assert np.array_equal(one, other)
            ours.step(found.best)
            theirs.step(same.best)
            assert_alike(ours, theirs)


def playouts() -> None:
    """Counted on the device, the playouts of the first streams are those of the processor."""
    for name, seats in (("connect4", 2), ("ahyoheek", 3)):
        position = ludarium.start(name, seats=seats)
        found = run_device_playouts(position.game, position.state, seconds=0, seed=6)
        same = run_playouts(position.game, position.state, count=found.playouts, seed=6)
        assert dataclasses.replace(found, seconds=1) == dataclasses.replace(same, seconds=1)


def faults() -> None:
    for wrong in ({"threads": 2}, {"compile": False}):
        with pytest.raises(LudariumError, match="options of the device 'cpu' alone"):
            ludarium.vector("connect4", 3, device="cuda", **wrong)
    with pytest.raises(LudariumError, match="arrays of 'cuda': expected the device 'cpu'"):
        gymnasium.make_vec("connect4", 3, device="cuda")
    few = dataclasses.replace(ludarium.find("connect4"), actions=lambda rules, seats: range(3))
    with pytest.raises(RulesError, match="a legal action of game 0 of connect4 is not among the 3"):
        ludarium.vector(few, 3, device="cuda")


if __name__ == "__main__":
    globals()[sys.argv[1]]()
