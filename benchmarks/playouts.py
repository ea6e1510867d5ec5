"""Random playouts per second: Ludarium, against OpenSpiel's C++ and against a loop written by hand
in C.

All are measured in one run, in turns, so that a busy machine is unfair to none; each figure is the
median of the rounds.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import ludarium
from ludarium.simulate.playouts import PlayoutStatistics, run_playouts

ROUNDS = 5
ROLLOUTS = 500  # for each simulation of OpenSpiel's search
YARDSTICK_GAMES = 300  # from which the mean length of a random game is taken
CHECKED = 2000  # playouts of which C must give the same totals
SOURCE = Path(__file__).with_name("aiyawatstani.c")

Rate = Callable[[float], float]  # moves per second, measured for about so many seconds


@dataclasses.dataclass(frozen=True)
class Contender:
    """Something that is measured."""

    name: str
    title: str
    rate: Rate


# The yardstick


def mean_length(game: Any, games: int) -> float:
    """Moves in a random game of OpenSpiel, on average."""
    chance = random.Random(1)
    moves = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    return moves / games


def yardstick() -> Contender:
    """OpenSpiel's C++ rollouts of breakthrough: what its search spends its time on.

    Moves come from the mean length.
    """
    import pyspiel

    game = pyspiel.load_game("breakthrough")
    length = mean_length(game, YARDSTICK_GAMES)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    # exploration, simulations, megabytes, solving, seed, verbose
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)

    def rate(seconds: float) -> float:
        begin = time.perf_counter()
        searches = 0
        while time.perf_counter() - begin < seconds:
            bot.mcts_search(game.new_initial_state())
            searches += 1
        return searches * ROLLOUTS * length / (time.perf_counter() - begin)

    return Contender("openspiel", "OpenSpiel, C++, breakthrough", rate)


# Ludarium


def ours(
    name: str, title: str, game: str, *, seats: int | None = None, threads: int = 1
) -> Contender:
    position = ludarium.start(game, seats=seats)
    run_playouts(position.game, position.state, count=1)  # compiles

    def rate(seconds: float) -> float:
        return run_playouts(
            position.game, position.state, seconds=seconds, threads=threads
        ).moves_per_second

    return Contender(name, title, rate)


# C


def compile_c(folder: str) -> Path:
    program = Path(folder) / "aiyawatstani"
    subprocess.run(["cc", "-O3", "-march=native", "-o", str(program), str(SOURCE)], check=True)
    return program


def run_c(program: Path, playouts: int, seed: int = 0) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(
        subprocess.run([program, str(playouts), str(seed)], check=True, capture_output=True).stdout
    )
    return result


def by_hand(name: str, title: str, program: Path, processes: int = 1) -> Contender:
    first = run_c(program, CHECKED)
    playouts_per_second = first["playouts"] / first["seconds"]

    def rate(seconds: float) -> float:
        playouts = max(1, int(playouts_per_second * seconds))
        with ThreadPoolExecutor(processes) as pool:
            results = list(pool.map(lambda seed: run_c(program, playouts, seed), range(processes)))
        return sum(float(result["moves"]) for result in results) / max(
            float(result["seconds"]) for result in results
        )

    return Contender(name, title, rate)


def check_same_work(program: Path) -> None:
    """Exits unless C and Ludarium play the very same games."""
    position = ludarium.start("aiyawatstani", "ludii-4")
    for seed in (0, 1):
        by_c = run_c(program, CHECKED, seed)
        here = run_playouts(position.game, position.state, count=CHECKED, seed=seed)
        if totals(here) != (by_c["moves"], tuple(by_c["wins"]), by_c["draws"]):
            sys.exit(
                f"benchmarks/aiyawatstani.c plays other games than Ludarium: {by_c}, but {here}"
            )


def totals(played: PlayoutStatistics) -> tuple[int, tuple[int, ...], int]:
    return played.moves, played.wins, played.draws


# All together


def contenders(program: Path) -> list[Contender]:
    return [
        yardstick(),
        ours("aiyawatstani", "Ludarium, aiyawatstani", "aiyawatstani"),
        by_hand("c", "C by hand, aiyawatstani", program),
        ours("aiyawatstani-2", "Ludarium, aiyawatstani, 2 threads", "aiyawatstani", threads=2),
        by_hand("c-2", "C by hand, aiyawatstani, 2 processes", program, processes=2),
        ours("yoxii", "Ludarium, yoxii", "yoxii"),
        ours("ahyoheek", "Ludarium, ahyoheek, 5 seats", "ahyoheek", seats=5),
    ]


def measure(entrants: list[Contender], seconds: float) -> dict[str, float]:
    """The median rate of each, measured in turns."""
    rates: dict[str, list[float]] = {entrant.name: [] for entrant in entrants}
    for _ in range(ROUNDS):
        for entrant in entrants:
            rates[entrant.name].append(entrant.rate(seconds))
    return {name: statistics.median(measured) for name, measured in rates.items()}


def summary(rates: dict[str, float]) -> dict[str, Any]:
    return {
        "moves_per_second": {name: round(rate) for name, rate in rates.items()},
        "times_openspiel": {
            name: round(rate / rates["openspiel"], 2) for name, rate in rates.items()
        },
        "two_threads_to_one": round(rates["aiyawatstani-2"] / rates["aiyawatstani"], 3),
        "two_c_processes_to_one": round(rates["c-2"] / rates["c"], 3),
        "ludarium_to_c": round(rates["aiyawatstani"] / rates["c"], 3),
    }


def show(entrants: list[Contender], found: dict[str, Any]) -> None:
    table = Table("random playouts", title="Moves per second")
    table.add_column("million moves/s", justify="right")
    table.add_column("× OpenSpiel", justify="right")
    for entrant in entrants:
        rate, times = (
            found["moves_per_second"][entrant.name],
            found["times_openspiel"][entrant.name],
        )
        table.add_row(entrant.title, f"{rate / 1e6:.2f}", f"{times:.1f}")
    console = Console()
    console.print(table)
    console.print(f"2 threads : 1 thread        {found['two_threads_to_one']:.2f}")
    console.print(
        f"2 C processes : 1 process   {found['two_c_processes_to_one']:.2f}  (what the second "
        "core was worth)"
    )
    console.print(f"Ludarium : C                {found['ludarium_to_c']:.2f}")


def missing_openspiel() -> str | None:
    """What to do where OpenSpiel is not installed, in one line."""
    if importlib.util.find_spec("pyspiel") is None:
        return (
            "OpenSpiel is missing: pip install open_spiel, in an environment of its own (see "
            "benchmarks/README.md)"
        )
    return None


def missing() -> str | None:
    """What there must be and is not, in one line."""
    if lacking := missing_openspiel():
        return lacking
    if shutil.which("cc") is None:
        return "a C compiler is missing: expected cc on the path"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seconds",
        type=float,
        default=0.5,
        help=f"for each measurement; there are {ROUNDS} rounds (default: 0.5)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    lacking = missing()
    if lacking:
        print(lacking, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        program = compile_c(folder)
        check_same_work(program)
        entrants = contenders(program)
        found = summary(measure(entrants, arguments.seconds))
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        show(entrants, found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
