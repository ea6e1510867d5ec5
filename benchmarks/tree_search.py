"""Simulations a second of tree search by random playouts, here and in OpenSpiel's C++, side by side
on one thread.

Both search the first position of the same game again and again, each time with a new tree, in
turns, in processor time; each figure is the median of the rounds. A simulation is one way down the
tree and one random playout. OpenSpiel's is its MCTSBot with RandomRolloutEvaluator(1), proofs
included; it expands a node at its second visit. Ours does so in one column, and in the other waits
for as many visits as our agents do, which makes smaller trees.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import sys
import time
from collections.abc import Callable

from playouts import missing_openspiel
from rich.console import Console
from rich.table import Table
from same_games import GAMES, ROUNDS

import ludarium
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled
from ludarium.search.uct import EXPAND_AFTER, EXPLORATION, search
from ludarium.search.uct_tree import new_tree

SEARCHED = ("connect4", "breakthrough", "othello", "hex")
MEMORY = 1000  # MB that OpenSpiel's tree may take, which is more than it does
SECOND_VISIT = 1  # visits after which a node expands

Rate = Callable[[float], float]  # simulations a second, measured for about so many seconds


@dataclasses.dataclass(frozen=True)
class Measured:
    """Simulations a second of processor time."""

    game: str
    here: float
    here_expanding_at_once: float
    openspiel: float

    @property
    def times(self) -> float:
        """Of trees that grow alike."""
        return self.here_expanding_at_once / self.openspiel


def timed(run: Callable[[int], int]) -> Rate:
    """The rate of a search; run: searches once, by its number, and gives the simulations made."""
    run(0)  # compiles

    def rate(seconds: float) -> float:
        begin, searches, simulations = time.process_time(), 0, 0
        while time.process_time() - begin < seconds:
            simulations += run(searches)
            searches += 1
        return simulations / (time.process_time() - begin)

    return rate


def here(name: str, count: int, expand_after: int) -> Rate:
    position = ludarium.start(name)
    low, high = map(float, position.game.returns_range)
    run = compiled(search, position.game)

    def once(seed: int) -> int:
        tree = new_tree(position.seats)
        settings = (EXPLORATION, low, high, expand_after)
        return int(run(position.state, tree, 0, 0, 0, count, Bits(seed), *settings))

    return timed(once)


def openspiel(name: str, count: int) -> Rate:
    import pyspiel

    game = pyspiel.load_game(GAMES[name])
    state = game.new_initial_state()

    def once(seed: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        exploration = 2 * EXPLORATION  # its values are from -1 to 1, ours from 0 to 1
        # simulations, megabytes, solving, seed, verbose
        bot = pyspiel.MCTSBot(game, evaluator, exploration, count, MEMORY, True, seed, False)
        bot.mcts_search(state)
        return count

    return timed(once)


def measure(name: str, count: int, seconds: float) -> Measured:
    """All three in turns."""
    contenders = (
        here(name, count, EXPAND_AFTER),
        here(name, count, SECOND_VISIT),
        openspiel(name, count),
    )
    rounds = [[rate(seconds) for rate in contenders] for _ in range(ROUNDS)]
    return Measured(name, *(statistics.median(column) for column in zip(*rounds, strict=True)))


def show(found: list[Measured]) -> None:
    table = Table("game", title="Tree search, thousand simulations a second")
    headings = ("Ludarium", "expanding at the second visit", "OpenSpiel, C++", "times")
    for heading in headings:
        table.add_column(heading, justify="right")
    for one in found:
        rates = one.here, one.here_expanding_at_once, one.openspiel
        table.add_row(one.game, *(f"{rate / 1e3:.1f}" for rate in rates), f"{one.times:.1f}")
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SEARCHED), help="by default all")
    parser.add_argument("--simulations", type=int, default=10_000, help="of each search")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if lacking := missing_openspiel():
        print(lacking, file=sys.stderr)
        return 2
    if unknown := set(arguments.games) - set(SEARCHED):
        expected = ", ".join(SEARCHED)
        print(f"no such game: {', '.join(unknown)}; expected some of {expected}", file=sys.stderr)
        return 2
    found = [measure(name, arguments.simulations, arguments.seconds) for name in arguments.games]
    if arguments.json:
        data = [dataclasses.asdict(one) | {"times": one.times} for one in found]
        print(json.dumps(data, indent=2))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
