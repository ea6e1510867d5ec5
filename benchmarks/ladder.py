"""Plays each level against the one below it, and prints how many points (Elo) it is stronger, with
95% intervals.

Games come in pairs that begin with the same random moves, with seats swapped. With more seats than
two, one of a level plays against others of the level below, and in turn from each seat; then the
share of games that the one wins counts, and not Elo.

    python benchmarks/ladder.py yoxii ahyoheek --games 100 --records played
    python benchmarks/ladder.py ahyoheek --seats 5 --games 100

With --records, games are kept in a folder, one file a pair of levels as these are now, and what was
interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from pathlib import Path

from kept_matches import played_on

import ludarium
from ludarium.agents import LEVELS
from ludarium.matches.match import MatchResult, play_match
from ludarium.play.position import start
from ludarium.rules.game import Game
from ludarium.search.levels import levels_of


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=40, help="of each pair of levels")
    parser.add_argument(
        "--levels", type=int, nargs=2, default=(1, LEVELS), metavar=("LEAST", "MOST")
    )
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--opening",
        type=int,
        default=4,
        help="random moves at the start of a game of two seats that move in turn",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, help="folder in which games are kept")
    parser.add_argument(
        "--seconds",
        type=float,
        help="begin no game after so long; then the table has what there is",
    )
    arguments = parser.parse_args()
    least, most = arguments.levels
    deadline = time.monotonic() + arguments.seconds if arguments.seconds else float("inf")
    print(HEADER_OF_TWO if arguments.seats == 2 else HEADER)
    for name in arguments.names:
        game = ludarium.find(name)
        opening = 0 if start(game).to_move is None else arguments.opening
        for level in range(least + 1, most + 1):
            result = measure(
                game,
                level,
                arguments.seats,
                arguments.games,
                opening,
                arguments.seed,
                arguments.records,
                deadline,
            )
            if result is not None:
                print(
                    (row_of_two if arguments.seats == 2 else row)(game, level, result), flush=True
                )


HEADER_OF_TWO = (
    "| game | levels | games | won | drawn | lost | Elo | 95% interval "
    "|\n|---|---|---:|---:|---:|---:|---:|---|"
)
HEADER = (
    "| game | seats | levels | games | won by the one above | 95% interval | fair share "
    "|\n|---|---:|---|---:|---:|---|---:|"
)


def row_of_two(game: Game, level: int, result: MatchResult) -> str:
    score = result.agents[0]
    low, high = result.elo_interval or (0.0, 0.0)
    shown = (
        "all won |"
        if result.elo_difference is None
        else f"{result.elo_difference:.0f} | {low:.0f} to {high:.0f}"
    )
    return (
        f"| {game.title} | {level}, {level - 1} | {result.games} | {score.wins} | "
        f"{score.draws} | {score.losses} | {shown} |"
    )


def row(game: Game, level: int, result: MatchResult) -> str:
    score, seats = result.agents[0], len(result.agents)
    low, high = score.score_interval or (0.0, 1.0)
    found = f"{score.score:.3f} | {low:.3f} to {high:.3f} | {1 / seats:.3f}"
    return f"| {game.title} | {seats} | {level}, {level - 1} | {result.games} | {found} |"


def measure(
    game: Game,
    level: int,
    seats: int,
    games: int,
    opening: int,
    seed: int,
    folder: Path | None,
    deadline: float,
) -> MatchResult | None:
    """What one of this level did against the level below, of the games that were played before and
    those that there is time for.
    """
    names = [f"level:{level}"] + [f"level:{level - 1}"] * (seats - 1)
    file = (
        folder / f"{game.name}-{seats}-{level}-{fingerprint(game, level, opening, seed)}.jsonl"
        if folder
        else None
    )
    played = played_on(game, names, games, deadline, file, seed=seed, opening=opening)
    return (
        play_match(
            game,
            names,
            games=len(played),
            seed=seed,
            opening=opening,
            played=played,
        )
        if played
        else None
    )


def fingerprint(game: Game, level: int, opening: int, seed: int) -> str:
    """A few digits that differ where what is measured differs."""
    return hashlib.sha256(
        repr((*levels_of(game)[level - 2 : level], opening, seed)).encode()
    ).hexdigest()[:8]


if __name__ == "__main__":
    main()
