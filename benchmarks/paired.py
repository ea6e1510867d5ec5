"""Compares the searches of two checkouts of Ludarium, side by side: simulations a second of tree
search and nodes a second of alpha-beta, from the same positions and seeds.

Each checkout runs in a process of its own, with its own environment (`.venv`). Both are measured in
turns, in processor time, so that a busy machine is unfair to none; each ratio is the median over
the rounds. Both searches of a pair visit the same states where nothing but their speed differs.

    python benchmarks/paired.py OTHER_CHECKOUT [GAME ...]
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, cast

from rich.console import Console
from rich.table import Table

GAMES = (
    "aiyawatstani",
    "ahyoheek",
    "backgammon",
    "baghchal",
    "breakthrough",
    "chess",
    "connect4",
    "dotsandboxes",
    "draughts",
    "go",
    "gomoku",
    "hex",
    "international",
    "kalah",
    "liarsdice",
    "morris",
    "othello",
    "oware",
    "tafl",
    "ur",
    "xiangqi",
    "yoxii",
)
ROUNDS = 7
# what runs in each checkout: only what both have
WORKER = r"""
import json, random, sys, time
import ludarium
from ludarium.rules import generic
from ludarium.search.engine import Engine, is_playable
from ludarium.search.mcts import MctsAgent

PLIES = 6

def position_of(name, number):
    source = random.Random(number)
    position = ludarium.start(name)
    for ply in range(PLIES * number):
        count = generic.joint_count(position.state)
        joint = generic.nth_joint(position.state, source.randrange(count))
        after = position.play_joint(joint)
        if after.over:
            break
        position = after
    while position.by_chance:
        position = position.play(position.outcome(source))
    return position

def simulations(name, number, seconds):
    position = position_of(name, number)
    seat = next(s for s in range(position.seats) if generic.movers(position.state) >> s & 1)
    done, begin, seed = 0, time.process_time(), 0
    while time.process_time() - begin < seconds:
        agent = MctsAgent(simulations=4_000, seed=seed)
        done += agent.search(position, seat).simulations
        seed += 1
    return done / (time.process_time() - begin)

def nodes(name, number, seconds):
    position = position_of(name, number)
    if not is_playable(position) or position.game.plays_out:
        return 0.0
    done, begin, engine = 0, time.process_time(), Engine(memory=16)
    while time.process_time() - begin < seconds:
        done += engine.analyse(position, nodes=40_000).nodes
        engine = Engine(memory=16)
    return done / (time.process_time() - begin)

KINDS = {"simulations": simulations, "nodes": nodes}
for line in sys.stdin:
    kind, name, number, seconds = json.loads(line)
    print(json.dumps(KINDS[kind](name, number, seconds)), flush=True)
"""


class Checkout:
    """A process that measures searches of one checkout."""

    def __init__(self, folder: Path, cache: str) -> None:
        environment = os.environ | {"LUDARIUM_CACHE": cache}
        self._process = subprocess.Popen(
            [folder / ".venv" / "bin" / "python", "-c", WORKER],
            cwd=folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate(self, kind: str, game: str, number: int, seconds: float) -> float:
        """How many a second; 0 where the game is not searched so."""
        request = json.dumps([kind, game, number, seconds])
        print(request, file=cast("IO[str]", self._process.stdin), flush=True)
        answer = cast("IO[str]", self._process.stdout).readline()
        return float(json.loads(answer))


def compare(here: Checkout, there: Checkout, kind: str, game: str, seconds: float) -> list[float]:
    """The ratio of the rates, here to there, in each round; none where there is nothing to
    compare.
    """
    ratios = []
    for number in range(ROUNDS):
        first = (here, there) if number % 2 else (there, here)
        for one in first:  # compiles, and fills caches
            if number == 0 and not one.rate(kind, game, 0, 0.01):
                return []
        rates = {one: one.rate(kind, game, number % 3, seconds) for one in first}
        ratios.append(rates[here] / rates[there])
    return ratios


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, help="the checkout to compare with")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seconds", type=float, default=0.4, help="of each measurement")
    arguments = parser.parse_args()
    table = Table("game", "simulations", "nodes", title="Here, times as many as there")
    found: dict[str, list[float]] = {"simulations": [], "nodes": []}
    with tempfile.TemporaryDirectory() as folder:
        cache = os.environ.get("PAIRED_CACHE", folder)
        here = Checkout(Path(__file__).parents[1], f"{cache}/here")
        there = Checkout(arguments.other.resolve(), f"{cache}/there")
        for game in arguments.games:
            row = [game]
            for kind, ratios in found.items():
                own = compare(here, there, kind, game, arguments.seconds)
                if own:
                    ratios.append(statistics.median(own))
                row.append(f"{ratios[-1]:.2f}" if own else "")
            print(*row, file=sys.stderr, flush=True)
            table.add_row(*row)
    means = [math.exp(statistics.fmean(map(math.log, ratios))) for ratios in found.values()]
    table.add_row("geometric mean", *(f"{mean:.2f}" for mean in means), style="bold")
    Console().print(table)


if __name__ == "__main__":
    main()
