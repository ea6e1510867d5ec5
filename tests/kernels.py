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
from cuda.bindings import nvjitlink
from numba import cuda, types

import ludarium
from ludarium.environments import game_arrays, stepping
from ludarium.environments.cuda import row_kernel, widen
from ludarium.environments.vector import VectorEnvironment
from ludarium.rules.memory import ByteTable
from ludarium.search.batched import BatchedOptions, SearchResults, search_games
from ludarium.search.uct_tree import LIMITS, SearchTree, shapes_of
from ludarium.simulate.cuda import prepare, tally_kernel

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
    options = numba.typeof(BatchedOptions(1, 1, 1.0, 1.0, 1.0, 1))
    arrays = [
        types.Array(numba.from_dtype(np.dtype(kind)), 1 + len(shape), "C")
        for shape, kind in shapes_of(seats, LIMITS)
    ]
    found = [types.int32[:, ::1], types.float32[:, ::1], NUMBER, types.int32[::1]]
    return options, types.NamedTuple(arrays, SearchTree), types.NamedTuple(found, SearchResults)


TABLE = ByteTable(bytes(range(250)) * 400)  # a device has 64 KiB for constants of a program


def read_table(given: Any, found: Any) -> None:
    place = cuda.grid(1)
    found[place] = TABLE[given[place]]


OTHERS = {
    tally_kernel: (types.int32[::1], types.float64[:, ::1], types.int64[::1], types.float64[::1]),
    widen: (types.int32[::1], NUMBER),
    read_table: (types.int64[::1], types.int64[::1]),
}
"""Kernels that are alike for all games, and the types of their arguments."""


def code_of(envs: VectorEnvironment, algorithm: Any, spared: bool, own: tuple[Any, ...]) -> str:
    """The code of the algorithm as a kernel."""
    signature = types.void(
        numba.typeof(envs.game.typed(envs._start)),
        types.NamedUniTuple(NUMBER, len(game_arrays.Games._fields), game_arrays.Games),
        numba.typeof(reached(envs._settings)),
        types.Tuple(own),
        types.int64[::1],
        *([NUMBER, NUMBER] if spared else []),
    )
    return compiled(row_kernel(algorithm, spared), signature)


def compiled(kernel: Any, signature: Any) -> str:
    """The kernel's code in PTX."""
    code: str = cuda.compile_ptx(kernel, signature, cc=(9, 0))[0]
    return code


def assembled(code: str) -> int:
    """The size of the machine code that CUDA's linker makes of a kernel for the device."""
    text = code.encode()
    linker = nvjitlink.create(1, ["-arch=sm_90"])
    nvjitlink.add_data(linker, nvjitlink.InputType.PTX, text, len(text), "kernel")
    nvjitlink.complete(linker)
    size: int = nvjitlink.get_linked_cubin_size(linker)
    return size


def reached(settings: game_arrays.Settings) -> game_arrays.Settings:
    """The settings with addresses for arrays."""
    planes = settings.planes._replace(rows=1, numbers=1)
    return settings._replace(planes=planes, actions=1, indices=1)


def main(name: str) -> None:
    envs = ludarium.vector(name, 1, compile=False)
    prepare(envs.game)
    with mock.patch.object(numba.cuda.dispatcher, "get_current_device", return_value=DEVICE):
        for algorithm, (spared, own) in own_arguments(envs).items():
            print(algorithm.__name__, assembled(code_of(envs, algorithm, spared, own)))
        for kernel, arguments in OTHERS.items():
            print(kernel.__name__, assembled(compiled(kernel, types.void(*arguments))))


if __name__ == "__main__":
    main(sys.argv[1])
