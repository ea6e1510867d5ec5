"""Vector environments here and in Pgx, side by side on one core; and Connect Four beside PettingZoo
and, where a copy of it is at hand, PufferLib.

A step is one game moved on by one action, drawn at random among the legal ones; both write what the
seat to move observes, a mask of legal actions and the rewards, and begin a game that ended anew.
Pgx runs as its makers mean it to: a loop of steps, compiled as one by JAX. Both play as many games
at once as make them fastest, of a few numbers.

PettingZoo plays one game at a time, in Python. PufferLib's step, in C, is a move of the agent and a
reply of the environment, which searches four plies for it; it is measured as it is, and with a
random reply in place of the search. So moves of both seats are compared there.

All are measured in turns, in processor time, with the process tied to one core; each figure is the
median of the rounds.
"""

from __future__ import annotations

import argparse
import ctypes
import dataclasses
import importlib.util
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pgx_loops import PgxLoop, fastest, rate_of
from rich.console import Console
from rich.table import Table

import ludarium

GAMES = {
    "connect4": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "go": "go_9x9",
    "kuhn": "kuhn_poker",
    "leduc": "leduc_holdem",
}
"""Our games, by rulesets as below, and what Pgx calls the same."""
RULESETS = {"hex": "11-swap"}
COUNT = 4096  # games at once here and in PufferLib
COUNTS = (1024, COUNT, 16384)  # games at once beside Pgx, of which the fastest counts
BATCHES = (512, 2048, 8192)  # likewise in Pgx
ROUNDS = 5
CONNECT_FOUR = "connect4"
DRIVER = Path(__file__).parent / "pufferlib" / "connect4.c"
FLAGS = ("-Ofast", "-march=native", "-w")
"""With which PufferLib's search is five times as fast as with -O2, which its makers use."""
COUNTED = 100  # steps of PufferLib in which moves are counted

PlayOn = Callable[[], int]
"""Plays on, and returns how many steps that were, as they are counted there."""


@dataclasses.dataclass(frozen=True)
class Measured:
    """Steps a second."""

    game: str
    here: float
    pgx: float
    count: int
    """Games at once here."""
    batch: int
    """Games at once in Pgx."""

    @property
    def times(self) -> float:
        return self.here / self.pgx


@dataclasses.dataclass(frozen=True)
class Beside:
    """What something makes of Connect Four."""

    name: str
    steps: float
    """A second."""
    moves: float
    """A second, of both seats."""


@dataclasses.dataclass(frozen=True)
class Contender:
    name: str
    play_on: PlayOn
    moves: float = 1
    """In a step."""


def here(name: str, count: int = COUNT) -> PlayOn:
    """What plays on here. As in Pgx an illegal action would lose, so that none is looked for."""
    envs = ludarium.vector(name, count, RULESETS.get(name), autoreset="same-step", illegal="lose")

    def play_on() -> int:
        envs.step(envs.sample())
        return count

    return play_on


def pgx(name: str, count: int) -> PlayOn:
    """What plays on in Pgx, under our name of the game."""
    return PgxLoop(GAMES[name], count, observed=True).play_on


def pettingzoo() -> Contender:
    """One game after another, as its documentation plays them; a step is a move."""
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.env()

    def play_on() -> int:
        env.reset()
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(random.choice(observation["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return Contender("PettingZoo", play_on)


def pufferlib(source: Path, folder: str, name: str, *options: str) -> Contender:
    """Our driver, compiled with the header in the folder `source` to a library in `folder`."""
    library = Path(folder) / f"connect4{len(options)}.so"
    includes = (f"-I{source}", f"-I{DRIVER.parent}")
    command = ("cc", *FLAGS, "-shared", "-fPIC", *options, *includes, str(DRIVER), "-lm")
    subprocess.run([*command, "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    loaded.moves_in.restype = ctypes.c_int64
    loaded.begin(COUNT)
    loaded.play_on(COUNTED)  # so that games are no longer in step
    moves = loaded.moves_in(COUNTED) / (COUNT * COUNTED)

    def play_on() -> int:
        loaded.play_on(1)
        return COUNT

    return Contender(name, play_on, moves)


def pufferlib_header(folder: Path) -> Path | None:
    """The folder of the header of its Connect Four, under that of its sources."""
    return next((path.parent for path in folder.rglob("connect4/connect4.h")), None)


def in_turns(players: Sequence[PlayOn], seconds: float) -> list[float]:
    """The median rate of each."""
    rates = [[rate_of(play_on, seconds) for play_on in players] for _ in range(ROUNDS)]
    return [statistics.median(column) for column in zip(*rates, strict=True)]


def measure(name: str, seconds: float) -> Measured:
    """Both in turns, after each compiled."""
    measured = partial(rate_of, seconds=seconds)
    ours = {count: here(name, count) for count in COUNTS}
    for play_on in ours.values():
        play_on()  # compiles
    count = max(COUNTS, key=lambda count: measured(ours[count]))
    best = fastest(GAMES[name], BATCHES, measured, observed=True)
    own, theirs = in_turns((ours[count], best.play_on), seconds)
    return Measured(name, own, theirs, count, best.count)


def measure_beside(source: Path | None, seconds: float) -> list[Beside]:
    """Connect Four here and in whatever else there is. source: the folder of PufferLib's header."""
    with tempfile.TemporaryDirectory() as folder:
        contenders = [Contender("Ludarium", here(CONNECT_FOUR))]
        if importlib.util.find_spec("pettingzoo") and importlib.util.find_spec("pygame"):
            contenders.append(pettingzoo())
        if source:
            shipped, changed = "PufferLib", "PufferLib, random reply"
            contenders.append(pufferlib(source, folder, shipped))
            contenders.append(pufferlib(source, folder, changed, "-DRANDOM_REPLY"))
        for one in contenders:
            one.play_on()
        rates = in_turns([one.play_on for one in contenders], seconds)
        pairs = zip(contenders, rates, strict=True)
        return [Beside(one.name, steps, steps * one.moves) for one, steps in pairs]


def show(found: list[Measured]) -> None:
    table = Table("game", title="Million steps a second on one core")
    for heading in ("Ludarium", "Pgx", "times", "games at once here", "in Pgx"):
        table.add_column(heading, justify="right")
    for one in found:
        rates = f"{one.here / 1e6:.2f}", f"{one.pgx / 1e6:.2f}", f"{one.times:.1f}"
        table.add_row(one.game, *rates, f"{one.count:,}", f"{one.batch:,}")
    Console().print(table)


def show_beside(found: list[Beside]) -> None:
    table = Table("Connect Four", title="Million a second on one core")
    for heading in ("steps", "moves", "times fewer moves than here"):
        table.add_column(heading, justify="right")
    for one in found:
        times = found[0].moves / one.moves
        table.add_row(one.name, f"{one.steps / 1e6:.3f}", f"{one.moves / 1e6:.3f}", f"{times:.2f}")
    Console().print(table)


def lacking(games: Sequence[str], folder: Path | None) -> str | None:
    """What there must be and is not, in one line."""
    if importlib.util.find_spec("pgx") is None:
        return "Pgx is not installed: pip install pgx"
    if unknown := set(games) - set(GAMES):
        return f"no such game: {', '.join(unknown)}; expected some of {', '.join(GAMES)}"
    if folder and not pufferlib_header(folder):
        return f"no connect4/connect4.h under {folder}: expected the sources of PufferLib 3"
    if folder and shutil.which("cc") is None:
        return "a C compiler is missing: expected cc on the path"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="by default all")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--pufferlib", type=Path, help="a folder with the sources of PufferLib 3")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    arguments = parser.parse_args()
    if fault := lacking(arguments.games, arguments.pufferlib):
        print(fault, file=sys.stderr)
        return 2
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = [measure(name, arguments.seconds) for name in arguments.games]
    beside: list[Beside] = []
    if CONNECT_FOUR in arguments.games:
        source = arguments.pufferlib and pufferlib_header(arguments.pufferlib)
        beside = measure_beside(source, arguments.seconds)
    if arguments.json:
        games = [dataclasses.asdict(one) | {"times": one.times} for one in found]
        data = {"games": games, "connect_four": [dataclasses.asdict(one) for one in beside]}
        print(json.dumps(data, indent=2))
        return 0
    show(found)
    if beside:
        show_beside(beside)
    return 0


if __name__ == "__main__":
    sys.exit(main())
