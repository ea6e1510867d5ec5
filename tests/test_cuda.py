"""CUDA: all runs in its simulator as on the processor, and compiles for devices; and on a device,
where there is one.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numba
import numpy as np
import pytest

import ludarium
from ludarium.errors import LudariumError
from ludarium.rules.compiled_memory import fill_by_words
from ludarium.rules.game import Game
from ludarium.rules.memory import ByteTable
from ludarium.simulate.playouts import run_playouts
from test_compiling import has_cuda_compiler

needs_numba_cuda = pytest.mark.skipif(
    not importlib.util.find_spec("numba_cuda"), reason="needs numba-cuda"
)
BENCHMARK = str(Path(__file__).parents[1] / "benchmarks" / "gpu.py")
SCRIPT = str(Path(__file__).with_name("simulated.py"))
SIMULATED = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}


def run_script(*arguments: str, **environment: str) -> str:
    """What a Python script prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@functools.cache
def has_device() -> bool:
    from ludarium.simulate.cuda import check_device

    try:
        check_device()
    except LudariumError:
        return False
    return True


CHECKS = ("steps", "illegal_actions", "given_actions", "resets", "searches", "playouts", "faults")


@needs_numba_cuda
@pytest.mark.parametrize("check", [*CHECKS, "arrays"])
def test_all_runs_in_the_simulator(check: str) -> None:
    run_script(SCRIPT, check, **SIMULATED)


@pytest.mark.gpu
@needs_numba_cuda
@pytest.mark.parametrize("check", CHECKS)
def test_all_runs_on_a_device(check: str) -> None:
    if not has_device():
        pytest.skip("needs a CUDA device")
    run_script(SCRIPT, check)


@pytest.mark.gpu
@needs_numba_cuda
@pytest.mark.filterwarnings("ignore:Grid size")
def test_playouts_on_a_device_are_those_of_the_processor(game: Game) -> None:
    if not has_device():
        pytest.skip("needs a CUDA device")
    from ludarium.simulate.cuda import device_playouts

    position = ludarium.start(game)
    plies, gains = device_playouts(game, position.state, count=4096, seed=6)
    same = run_playouts(game, position.state, count=4096, seed=6)
    assert plies.sum() == same.moves
    assert gains.mean(axis=0).tolist() == pytest.approx(same.mean_returns)
    wins = [((gains[:, seat] > np.delete(gains, seat, 1).max(1)).sum()) for seat in (0, 1)]
    assert wins == list(same.wins[:2])


def test_memory_is_filled_by_words() -> None:
    """As on a device, by machine code of the processor."""
    fill = numba.njit(fill_by_words)
    for index, count, value in product(range(8), (0, 1, 5, 8, 13, 16, 23, 40), (0, 1, 255)):
        found = np.arange(64, dtype=np.uint8)
        expected = found.copy()
        fill(found.ctypes.data, index, count, value)
        expected[index : index + count] = value
        assert np.array_equal(found, expected)


def test_a_byte_table_is_one_array_of_the_program() -> None:
    """However many functions read it."""
    table = ByteTable(b"a table of bytes \xff")

    later = numba.njit(lambda index: table[index + 1])
    both = numba.njit(lambda index: table[index] + 256 * later(index))
    assert [both(n) for n in range(17)] == [table[n] + 256 * table[n + 1] for n in range(17)]
    code = both.inspect_llvm(both.signatures[0])
    assert code.count("a table of bytes") == 1


@pytest.mark.gpu
@pytest.mark.skipif(
    not has_cuda_compiler(),
    reason="needs CUDA's compiler libraries (pip install 'numba-cuda[cu13]')",
)
def test_the_kernels_compile_for_devices() -> None:
    lines = run_script(str(Path(__file__).with_name("kernels.py")), "ahyoheek").splitlines()
    sizes = [int(line.split()[1]) for line in lines]
    assert len(sizes) == 8
    assert min(sizes) > 1000


@needs_numba_cuda
def test_the_benchmark_runs_in_the_simulator() -> None:
    sizes = ("--counts", "2", "--trees", "2", "--simulations", "4", "--seconds", "0.01", "--json")
    found = json.loads(run_script(BENCHMARK, *sizes, **SIMULATED))
    games = ["yoxii", "aiyawatstani", "connect4"]
    assert [(one["game"], one["steps"], one["searches"]) for one in found["compared"]] == [
        (game, True, 1.0) for game in games
    ]
    assert [(one["what"], one["game"]) for one in found["measured"]] == [
        (what, game) for what in ("playouts", "steps", "search") for game in games
    ]
    assert all(one["rate"] > 0 for one in found["measured"])
    assert [line.partition(":")[0] for line in found["left_out"]] == ["Pgx"]


@needs_numba_cuda
def test_the_benchmark_needs_a_device() -> None:
    done = subprocess.run(
        [sys.executable, BENCHMARK],
        env=os.environ | {"CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("no CUDA device was found: ")
    assert done.stderr.count("\n") == 1


@needs_numba_cuda
def test_a_device_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(LudariumError, match="no CUDA device was found"):
        ludarium.vector("connect4", 2, device="cuda")
    with pytest.raises(LudariumError, match="unknown device 'gpu'"):
        ludarium.vector("connect4", 2, device="gpu")  # type: ignore[arg-type]


def test_a_missing_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where Numba has a `numba.cuda` of its own."""
    from ludarium.cli.benching import playouts
    from ludarium.simulate.cuda import check_device

    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name == "numba_cuda" else found(name)
    )
    asked: tuple[Callable[[], object], ...] = (
        lambda: ludarium.vector("connect4", 2, device="cuda"),
        lambda: playouts("connect4", cuda=True),
        check_device,
    )
    for ask in asked:
        with pytest.raises(
            LudariumError, match=r"^numba-cuda is not installed: pip install 'ludarium\[cuda\]'$"
        ):
            ask()
