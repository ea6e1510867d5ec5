"""How long one waits for Ludarium: for its import, for compiling, and in later processes; and how
much memory a bot's game takes.

Every figure comes from processes of their own. Compiled code goes to a temporary folder that is
empty at first.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from rich.console import Console
from rich.table import Table

import ludarium

# alquerque and tuknanavuhpi run the code of aiyawatstani
GAMES = ("aiyawatstani", "yoxii", "ahyoheek")
STARTS = 5  # of each process whose start is timed; the median counts

PLAYOUTS = """
import ludarium
from ludarium.simulate.playouts import run_playouts
position = ludarium.start({game!r})
run_playouts(position.game, position.state, count=1)
"""

SEARCH = """
import ludarium
position = ludarium.start({game!r})
ludarium.agent("mcts:100", 1).choose(position, position.movers[0])
"""

STEPS = """
import ludarium
envs = ludarium.vector({game!r}, 1024, seed=1)
envs.reset()
envs.step(envs.sample())
"""

BOT_GAME = """
import resource, sys
import ludarium
from ludarium.matches.games import play_game
agents = [ludarium.agent("mcts:1000", seed) for seed in range(2)]
players = tuple(agent.name for agent in agents)
record = play_game(ludarium.Record(ludarium.start({game!r}), players), agents)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(len(record.moves), peak / (1 << 20 if sys.platform == "darwin" else 1 << 10))
"""

TASKS = {"playouts": PLAYOUTS, "mcts move": SEARCH, "vector step": STEPS}


def run(code: str, cache: str) -> tuple[float, str]:
    """The seconds that a new process takes for the code, and what it prints."""
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "LUDARIUM_CACHE": cache},
    )
    return time.perf_counter() - begin, done.stdout


def seconds(code: str, cache: str, times: int = 1) -> float:
    return statistics.median(run(code, cache)[0] for _ in range(times))


def waits(game: str) -> dict[str, dict[str, float]]:
    """For each task: seconds of the first process ever, and of a later one, from its start to its
    end.
    """
    found = {}
    for task, code in TASKS.items():
        with tempfile.TemporaryDirectory() as cache:
            own = code.format(game=game)
            found[task] = {
                "first": round(seconds(own, cache), 2),
                "later": round(seconds(own, cache, 3), 2),
            }
    return found


def bot_game(game: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as cache:
        compiling = run(BOT_GAME.format(game=game), cache)[1].split()
        later = run(BOT_GAME.format(game=game), cache)[1].split()
    return {
        "moves": int(later[0]),
        "megabytes": round(float(later[1])),
        "megabytes when it compiles": round(float(compiling[1])),
    }


def measure(games: tuple[str, ...], bot: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as cache:
        bare = seconds("pass", cache, STARTS)
        with_import = seconds("import ludarium", cache, STARTS)
    return {
        "bare interpreter": round(bare, 3),
        "import": round(with_import - bare, 3),
        "games": {game: waits(game) for game in games},
        "bot game": {"game": bot, **bot_game(bot)},
    }


def show(found: dict[str, Any]) -> None:
    table = Table("what", title="Seconds, each in a new process")
    table.add_column("first ever", justify="right")
    table.add_column("later", justify="right")
    table.add_row("bare interpreter", "", f"{found['bare interpreter']:.3f}")
    table.add_row("import ludarium, beyond that", "", f"{found['import']:.3f}")
    for game, tasks in found["games"].items():
        for task, took in tasks.items():
            table.add_row(f"{game}: {task}", f"{took['first']:.2f}", f"{took['later']:.2f}")
    console = Console()
    console.print(table)
    bot = found["bot game"]
    console.print(
        f"A bot's game of {bot['game']} ({bot['moves']} moves): at most {bot['megabytes']} MB"
    )
    console.print(f"With compiling before it: at most {bot['megabytes when it compiles']} MB")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help=f"games to measure (default: {' '.join(GAMES)})")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    games = tuple(ludarium.find(name).name for name in arguments.games or GAMES)
    found = measure(games, "yoxii")
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        show(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
