"""Compiles the kernels of a game for a device of compute capability 9.0, which need not be there;
run by `test_cuda.py`.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numba
import numba.cuda.dispatcher
import numpy as np
from numba import cuda, types

import ludarium
from ludarium.environments import stepping
from ludarium.environments.cuda import row_kernel
from ludarium.environments.vector import VectorEnvironment
from ludarium.search.batched import Found, Options, search_games
from ludarium.search.uct import LIMITS, Tree, shapes_of
from ludarium.simulate.cuda import prepare

DEVICE = SimpleNamespace(compute_capability=(9, 0))
NUMBER, REWARDS = types.int64, types.float32[:, ::1]


def own_arguments(envs: VectorEnvironment) -> dict[Any, tuple[bool, tuple[Any, ...]]]:
    """Of each algorithm, whether it takes spare memory, and the types of its own arguments."""
    return {
        stepping.begin_games: (True, (REWARDS, NUMBER, types.boolean)),
        stepping.step_games: (True, (REWARDS, NUMBER)),
        stepping.choose: (False, (NUMBER,)),
        stepping.first_illegal: (False, (NUMBER,)),
        search_games: (False, search_arguments(envs.seats)),
    }


def search_arguments(seats: int) -> tuple[Any, ...]:
    """The types of the options, the trees and the results of a search."""
    options = numba.typeof(Options(1, 1, 1.0, 1.0, 1.0, 1))
    arrays = [
        types.Array(numba.from_dtype(np.dtype(kind)), 1 + len(shape), "C")
        for shape, kind in shapes_of(seats, LIMITS)
    ]
    found = [types.int32[:, ::1], types.float32[:, ::1], NUMBER]
    return options, types.NamedTuple(arrays, Tree), types.NamedTuple(found, Found)


def code_of(envs: VectorEnvironment, algorithm: Any, spared: bool, own: tuple[Any, ...]) -> str:
    """The kernel's code in PTX."""
    signature = types.void(
        numba.typeof(envs.game.typed(envs._start)),
        types.NamedUniTuple(NUMBER, len(stepping.Games._fields), stepping.Games),
        numba.typeof(reached(envs._settings)),
        types.Tuple(own),
        types.int64[::1],
        *([NUMBER, NUMBER] if spared else []),
    )
    code: str = cuda.compile_ptx(row_kernel(algorithm, spared), signature, cc=(9, 0))[0]
    return code


def reached(settings: stepping.Settings) -> stepping.Settings:
    """The settings with addresses for arrays."""
    planes = settings.planes._replace(rows=1, numbers=1)
    return settings._replace(planes=planes, actions=1, indices=1)


def main(name: str) -> None:
    envs = ludarium.vector(name, 1, compile=False)
    prepare(envs.game)
    with mock.patch.object(numba.cuda.dispatcher, "get_current_device", return_value=DEVICE):
        for algorithm, (spared, own) in own_arguments(envs).items():
            lines = code_of(envs, algorithm, spared, own).splitlines()
            print(algorithm.__name__, next(line for line in lines if line.startswith(".target")))


if __name__ == "__main__":
    main(sys.argv[1])
