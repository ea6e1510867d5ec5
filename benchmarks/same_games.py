"""Random playouts of the same games here, in OpenSpiel's C++ and, where it is installed, in Pgx on
the processor, side by side on one core.

All are measured in turns, in processor time; each figure is the median of the rounds. A move is
one action of a player or of chance. OpenSpiel's are the rollouts of its tree search. Its Go forbids
sacrifices, and ends a game at the first position that comes again, which our playouts do not look
for; both end at 162 moves. Its chess ends at the third time that a position occurs. Its backgammon
moves two checkers by one action, and ours one: there games a second are compared, and each counts
as many moves as ours has on average. The other games are the same move by move.

Pgx plays many games at once, in a loop compiled by JAX, without writing observations: as many as
make it fastest, of a few numbers. Its Hex lets the second seat swap, its Go ends with a loss where
a position comes again, and its chess ends at the third time, too. Its backgammon moves one checker
by one action, but throws no dice by one; there games are compared, too.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib.util
import json
import os
import random
import statistics
import sys
import time
from functools import partial

from pgx_loops import fastest, rate_of
from playouts import ROLLOUTS, missing_openspiel
from rich.console import Console
from rich.table import Table

import ludarium
from ludarium.simulate.playouts import run_playouts

GAMES = {
    "connect4": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "chess": "chess",
    "dotsandboxes": "dots_and_boxes(num_rows=5,num_cols=5)",
    "hex": "hex(board_size=11)",
    "go": "go(board_size=9,komi=7.0)",
    "kuhn": "kuhn_poker",
    "leduc": "leduc_poker",
    "liarsdice": "liars_dice",
    "backgammon": "backgammon(scoring_type=full_scoring)",
}
"""Our games, by default rulesets, and what OpenSpiel calls the same."""
IN_PGX = {
    "connect4": ("connect_four", (512, 2048)),
    "othello": ("othello", (128, 512)),
    "chess": ("chess", (1, 16, 64)),
    "hex": ("hex", (128, 512)),
    "go": ("go_9x9", (16, 64, 512)),
    "backgammon": ("backgammon", (16, 64, 256)),
}
"""What Pgx calls them, and how many at once are tried: few where a game is large, as its states no
longer fit into the caches; each number takes JAX up to half a minute to compile."""
OTHER_MOVES = ("backgammon",)  # which are as many games, but not as many moves
ROUNDS = 5
SAMPLE = 300  # random games from which the mean length is taken
WHOLE = 10  # of each of the games at once, at the least, as one that is cut off counts too


@dataclasses.dataclass(frozen=True)
class Measured:
    """Moves a second of processor time."""

    game: str
    here: float
    openspiel: float
    pgx: float | None
    """None where Pgx has not the game, or is not there."""
    batch: int | None
    """Games at once in Pgx."""

    @property
    def times(self) -> float:
        return self.here / self.openspiel

    @property
    def times_pgx(self) -> float | None:
        return self.here / self.pgx if self.pgx else None


class OpenSpiel:
    """Its rollouts of one game, from the first state in which a player chooses.

    length: the moves of a game; by default the mean of random ones.
    """

    def __init__(self, name: str, length: float | None = None) -> None:
        import pyspiel

        game = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        # exploration, simulations, megabytes, solving, seed, verbose
        self.bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
        self.state = game.new_initial_state()
        while self.state.is_chance_node():
            self.state.apply_action(self.state.legal_actions()[0])
        self.length = length or self._mean_length()

    def _mean_length(self) -> float:
        source = random.Random(1)
        moves = 0
        for _ in range(SAMPLE):
            state = self.state.clone()
            while not state.is_terminal():
                state.apply_action(source.choice(state.legal_actions()))
                moves += 1
        return moves / SAMPLE

    def rate(self, seconds: float) -> float:
        begin = time.process_time()
        rollouts = 0
        while time.process_time() - begin < seconds:
            self.bot.mcts_search(self.state)
            rollouts += ROLLOUTS
        return rollouts * self.length / (time.process_time() - begin)


class Here:
    """Our playouts of one game."""

    def __init__(self, name: str) -> None:
        self.position = ludarium.start(name)
        while self.position.by_chance:  # from where OpenSpiel's begin
            self.position = self.position.play(self.position.legal[0])
        self._play(1)  # compiles
        self.count = 1
        while (took := self._play(self.count)[1]) < 0.02:
            self.count *= 2
        self.count = max(1, int(self.count * 0.05 / took))

    def _play(self, count: int, seed: int = 0) -> tuple[int, float]:
        """Moves of this number of playouts, and the processor time that they took."""
        begin = time.process_time()
        played = run_playouts(self.position.game, self.position.state, count=count, seed=seed)
        return played.moves, time.process_time() - begin

    def mean_length(self) -> float:
        """Moves of a random game."""
        return self._play(SAMPLE)[0] / SAMPLE

    def rate(self, seconds: float) -> float:
        moves, took = 0, 0.0
        while took < seconds:
            more, longer = self._play(self.count, seed=moves)
            moves, took = moves + more, took + longer
        return moves / took


class Pgx:
    """Its random games, so many at once that it is fastest; length: the moves of a game, or None to
    count its own actions.
    """

    def __init__(self, name: str, seconds: float, length: float | None = None) -> None:
        pgx_name, batches = IN_PGX[name]
        self.loop = fastest(pgx_name, batches, partial(rate_of, seconds=seconds), observed=False)
        self.in_a_step = 1.0 if length is None else length / self._mean_length()

    def _mean_length(self) -> float:
        """Steps of a random game."""
        before, steps = self.loop.ended(), 0
        while self.loop.ended() - before < max(SAMPLE, WHOLE * self.loop.count):
            steps += self.loop.play_on()
        return steps / (self.loop.ended() - before)

    def rate(self, seconds: float) -> float:
        return rate_of(self.loop.play_on, seconds) * self.in_a_step


def measure(name: str, seconds: float, with_pgx: bool) -> Measured:
    """All in turns."""
    here = Here(name)
    length = here.mean_length() if name in OTHER_MOVES else None
    pgx = Pgx(name, seconds, length) if with_pgx and name in IN_PGX else None
    playing = [one for one in (here, OpenSpiel(GAMES[name], length), pgx) if one]
    rates = [[one.rate(seconds) for one in playing] for _ in range(ROUNDS)]
    own, openspiel, *more = (statistics.median(column) for column in zip(*rates, strict=True))
    if not pgx:
        return Measured(name, own, openspiel, None, None)
    return Measured(name, own, openspiel, more[0], pgx.loop.count)


def show(found: list[Measured]) -> None:
    table = Table("game", title="Random playouts, million moves a second")
    for heading in ("Ludarium", "OpenSpiel, C++", "times", "Pgx", "times", "games at once in Pgx"):
        table.add_column(heading, justify="right")
    for one in found:
        here, there = one.here / 1e6, one.openspiel / 1e6
        row = [one.game, f"{here:.2f}", f"{there:.3f}", f"{one.times:.1f}"]
        if one.pgx and one.times_pgx:
            row += [f"{one.pgx / 1e6:.3f}", f"{one.times_pgx:.1f}", f"{one.batch:,}"]
        table.add_row(*row)
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="by default all")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--no-pgx", action="store_true", help="leave out Pgx, which takes minutes")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if lacking := missing_openspiel():
        print(lacking, file=sys.stderr)
        return 2
    if unknown := set(arguments.games) - set(GAMES):
        expected = ", ".join(GAMES)
        print(f"no such game: {', '.join(unknown)}; expected some of {expected}", file=sys.stderr)
        return 2
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # JAX takes all cores else
    with_pgx = not arguments.no_pgx and importlib.util.find_spec("pgx") is not None
    found = [measure(name, arguments.seconds, with_pgx) for name in arguments.games]
    if arguments.json:
        ratios = [{"times": one.times, "times_pgx": one.times_pgx} for one in found]
        pairs = zip(found, ratios, strict=True)
        print(json.dumps([dataclasses.asdict(one) | more for one, more in pairs], indent=2))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
