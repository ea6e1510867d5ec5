"""Everything that runs on a CUDA device, measured in one go: random playouts, steps of vector
environments with observations and masks, and tree search in many games at once; and steps of Pgx
on the same device, where it is installed with JAX for CUDA.

First the device and the processor play the same games, and what they say of them is compared. Each
measurement first runs once, which compiles; that is timed apart. None begins after `--minutes`, and
whatever is left out is named, with the reason.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from typing import Any, Literal

import environments
import numpy as np
from rich.console import Console
from rich.table import Table

import ludarium
from ludarium.errors import LudariumError
from ludarium.search.batched import BatchedSearch
from ludarium.simulate.extra import require_numba_cuda

GAMES = ("yoxii", "aiyawatstani", "connect4")
COUNTS = (1 << 14, 1 << 17, 1 << 19)  # games at once in a vector environment
TREES = (1 << 12, 1 << 15)
SIMULATIONS = 100
MOVES = 30  # of the games that are compared
PGX = "steps of Pgx"
PACKAGES = ("ludarium", "numba", "numba-cuda", "jax", "pgx")


@dataclasses.dataclass(frozen=True)
class Measured:
    """One rate."""

    what: str
    game: str
    count: int | None
    """How many games at once; None where the program chooses."""
    unit: str
    rate: float
    """Of units a second."""
    first: float
    """Seconds until the first call was over, which compiles."""


@dataclasses.dataclass(frozen=True)
class Compared:
    """The device beside the processor."""

    game: str
    steps: bool
    """Whether all arrays were equal at each step."""
    searches: float
    """The share of searches that found the same action best: logarithms may differ in the last
    bit."""


Plan = tuple[str, Callable[[], Measured | Compared]]
"""What is to be done, in words, and what does it."""


def playouts(game: str, seconds: float) -> Measured:
    from ludarium.simulate.cuda import run_device_playouts

    position, begin = ludarium.start(game), time.perf_counter()
    found = run_device_playouts(position.game, position.state, seconds=seconds)
    first = time.perf_counter() - begin - found.seconds
    return Measured("playouts", game, None, "moves", found.moves_per_second, first)


def repeated(what: str, game: str, count: int, unit: str, play_on: Any, seconds: float) -> Measured:
    """play_on: works once, to its end, and returns how many units that were."""
    begin = time.perf_counter()
    play_on()
    first, done = time.perf_counter() - begin, 0
    begin = time.perf_counter()
    while not done or time.perf_counter() - begin < seconds:
        done += play_on()
    return Measured(what, game, count, unit, done / (time.perf_counter() - begin), first)


def steps(game: str, count: int, seconds: float) -> Measured:
    envs = ludarium.vector(game, count, autoreset="same-step", illegal="lose", device="cuda")

    def play_on() -> int:
        envs.step(envs.sample())
        return count

    return repeated("steps", game, count, "steps", play_on, seconds)


def searches(game: str, count: int, simulations: int, seconds: float) -> Measured:
    envs = ludarium.vector(game, count, autoreset="same-step", device="cuda")
    search = BatchedSearch(envs, simulations)

    def play_on() -> int:
        found = search.run()
        done = int(np.asarray(found.simulations).sum())
        envs.step(found.best)
        return done

    return repeated("search", game, count, "simulations", play_on, seconds)


def pgx_steps(game: str, count: int, seconds: float) -> Measured:
    play_on = environments.pgx(game, count)
    return repeated(PGX, game, count, "steps", play_on, seconds)


def compared(game: str, count: int, simulations: int) -> Compared:
    devices: tuple[Literal["cpu", "cuda"], ...] = ("cpu", "cuda")
    ours, theirs = (ludarium.vector(game, count, device=device) for device in devices)
    alike = True
    for _ in range(MOVES):
        ours.step(ours.sample())
        theirs.step(theirs.sample())
        for name in ("observations", "mask", "movers", "rewards", "terminated", "lengths"):
            alike &= np.array_equal(getattr(ours, name), getattr(theirs, name))
    best = [np.asarray(BatchedSearch(envs, simulations).run().best) for envs in (ours, theirs)]
    return Compared(game, bool(alike), float(np.mean(best[0] == best[1])))


def plans(arguments: argparse.Namespace) -> Iterator[Plan]:
    """All that is to be done, the most telling first."""
    games, seconds, simulations = arguments.games, arguments.seconds, arguments.simulations
    for game in games:
        check = partial(compared, game, min(arguments.trees), simulations)
        yield f"comparison of {game}", check
    for game in games:
        yield f"playouts of {game}", partial(playouts, game, seconds)
    for count, game in product(arguments.counts, games):
        yield f"steps of {game}, {count:,} at once", partial(steps, game, count, seconds)
    for count, game in product(arguments.trees, games):
        search = partial(searches, game, count, simulations, seconds)
        yield f"search of {game}, {count:,} at once", search
    known = [game for game in games if game in environments.GAMES]
    for count, game in product(arguments.counts, known if has_pgx() else ()):
        yield f"steps of Pgx, {game}, {count:,} at once", partial(pgx_steps, game, count, seconds)


def has_pgx() -> bool:
    """Whether Pgx is here, and JAX runs on the device."""
    if not importlib.util.find_spec("pgx"):
        return False
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the device is shared
    import jax

    return bool(jax.default_backend() == "gpu")


def run(arguments: argparse.Namespace) -> tuple[list[Measured | Compared], list[str]]:
    """What was found, and what was left out, and why."""
    deadline = time.monotonic() + 60 * arguments.minutes
    found, left_out = [], []
    for what, measure in plans(arguments):
        if time.monotonic() > deadline:
            left_out.append(f"{what}: no time was left")
            continue
        print(f"{what} ...", end=" ", file=sys.stderr, flush=True)
        try:
            found.append(measure())
        except Exception as error:  # such as memory: the others are measured all the same
            left_out.append(f"{what}: {type(error).__name__}: {error}")
            print("left out", file=sys.stderr)
            if not answers():
                left_out.append("all after it: the device has faulted")
                return found, left_out
        else:
            print(in_words(found[-1]), file=sys.stderr)
    if not any(isinstance(one, Measured) and one.what == PGX for one in found):
        left_out.append("Pgx: not installed with JAX for CUDA, or none of its games was asked for")
    return found, left_out


def answers() -> bool:
    """Whether the device still works: after a fault it does nothing more for this process."""
    from numba import cuda

    try:
        cuda.synchronize()
    except Exception:
        return False
    return True


def in_words(one: Measured | Compared) -> str:
    if isinstance(one, Measured):
        return f"{one.rate / 1e6:,.2f} million {one.unit}/s"
    steps = "the same steps" if one.steps else "OTHER STEPS"
    return f"{steps} as the processor, and {one.searches:.1%} of searches alike"


def versions() -> dict[str, str]:
    """Of the packages that are here."""
    told = {"python": sys.version.split()[0]}
    for name in PACKAGES:
        try:
            told[name] = version(name)
        except PackageNotFoundError:
            continue
    return told


def device_name() -> str:
    from numba import config, cuda

    if config.ENABLE_CUDASIM:
        return "the CUDA simulator, whose speed says nothing"
    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def show(report: dict[str, Any]) -> None:
    console = Console()
    table = Table("what", "game", title=f"Million a second on {report['device']}")
    for heading in ("games at once", "million/s", "of", "first call, s"):
        table.add_column(heading, justify="right")
    for one in report["measured"]:
        count = f"{one['count']:,}" if one["count"] else ""
        rate = f"{one['rate'] / 1e6:,.2f}"
        table.add_row(one["what"], one["game"], count, rate, one["unit"], f"{one['first']:.1f}")
    console.print(table)
    for one in report["compared"]:
        console.print(f"{one['game']}: {in_words(Compared(**one))}")
    for reason in report["left_out"]:
        console.print(f"Left out: {reason}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, help="by default the first three")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--minutes", type=float, default=6.5, help="after which none begins")
    parser.add_argument("--counts", type=int, nargs="+", default=COUNTS, help="games at once")
    parser.add_argument("--trees", type=int, nargs="+", default=TREES, help="games in a search")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="of each tree")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return parser.parse_args()


def main() -> int:
    arguments, begin = parsed(), time.monotonic()
    try:
        require_numba_cuda()
        from ludarium.simulate.cuda import check_device

        check_device()
        arguments.games = [ludarium.find(game).name for game in arguments.games]
    except LudariumError as error:
        print(error, file=sys.stderr)
        return 2
    found, left_out = run(arguments)
    report = {
        "device": device_name(),
        "versions": versions(),
        "seconds": time.monotonic() - begin,
        "simulations": arguments.simulations,
        "compared": [dataclasses.asdict(one) for one in found if isinstance(one, Compared)],
        "measured": [dataclasses.asdict(one) for one in found if isinstance(one, Measured)],
        "left_out": left_out,
    }
    if arguments.json:
        print(json.dumps(report, indent=2))
    else:
        show(report)
    return 0


if __name__ == "__main__":
    sys.exit(main())
