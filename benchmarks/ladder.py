"""Plays each level against the one below it, and prints how many points (Elo) it is stronger, with 95% intervals.

Games come in pairs that begin with the same random moves, with seats swapped.

    python benchmarks/ladder.py yoxii aiyawatstani --games 40
"""

from __future__ import annotations

import argparse

import ludarium
from ludarium.play.agents import LEVELS
from ludarium.play.match import play_match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_played", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=40, help="of each pair of levels")
    parser.add_argument("--levels", type=int, nargs=2, default=(1, LEVELS), metavar=("LEAST", "MOST"))
    parser.add_argument("--opening", type=int, default=4, help="random moves at the start of a game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    least, most = arguments.levels
    print("| game | levels | won | drawn | lost | Elo | 95% interval |\n|---|---|---:|---:|---:|---:|---|")
    for name in arguments.games_played:
        for level in range(least + 1, most + 1):
            agents = [f"level:{level}", f"level:{level - 1}"]
            result = play_match(ludarium.find(name), agents, games=arguments.games, opening=arguments.opening, seed=arguments.seed)
            score, points = result.agents[0], result.elo_difference
            low, high = result.elo_interval or (0.0, 0.0)
            shown = f"{points:.0f} | {low:.0f} to {high:.0f}" if points is not None else "all won |"
            print(f"| {name} | {level}, {level - 1} | {score.wins} | {score.draws} | {score.losses} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
