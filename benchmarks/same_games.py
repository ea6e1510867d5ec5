"""Random playouts of the same games here and in OpenSpiel's C++, side by side on one thread.

Both are measured in turns, in processor time; each figure is the median of the rounds. A move is
one action of a player or of chance. OpenSpiel's are the rollouts of its tree search. Its Go forbids
sacrifices, and ends a game at the first position that comes again, which our playouts do not look
for; both end at 162 moves. Its chess ends at the third time that a position occurs. Its backgammon
moves two checkers by one action, and ours one: there games a second are compared, and each counts
as many moves as ours has on average. The other games are the same move by move.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import statistics
import sys
import time

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
OTHER_MOVES = ("backgammon",)  # which are as many games, but not as many moves
ROUNDS = 5
SAMPLE = 300  # random games from which the mean length is taken


@dataclasses.dataclass(frozen=True)
class Measured:
    """Moves a second of processor time."""

    game: str
    here: float
    openspiel: float

    @property
    def times(self) -> float:
        return self.here / self.openspiel


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


def measure(name: str, seconds: float) -> Measured:
    """Both in turns."""
    here = Here(name)
    there = OpenSpiel(GAMES[name], here.mean_length() if name in OTHER_MOVES else None)
    rates = [(here.rate(seconds), there.rate(seconds)) for _ in range(ROUNDS)]
    return Measured(name, *(statistics.median(column) for column in zip(*rates, strict=True)))


def show(found: list[Measured]) -> None:
    table = Table("game", title="Random playouts, million moves a second")
    for heading in ("Ludarium", "OpenSpiel, C++", "times"):
        table.add_column(heading, justify="right")
    for one in found:
        here, there = one.here / 1e6, one.openspiel / 1e6
        table.add_row(one.game, f"{here:.2f}", f"{there:.3f}", f"{one.times:.1f}")
    Console().print(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="by default all")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each measurement")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if lacking := missing_openspiel():
        print(lacking, file=sys.stderr)
        return 2
    if unknown := set(arguments.games) - set(GAMES):
        expected = ", ".join(GAMES)
        print(f"no such game: {', '.join(unknown)}; expected some of {expected}", file=sys.stderr)
        return 2
    found = [measure(name, arguments.seconds) for name in arguments.games]
    if arguments.json:
        data = [dataclasses.asdict(one) | {"times": one.times} for one in found]
        print(json.dumps(data, indent=2))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
