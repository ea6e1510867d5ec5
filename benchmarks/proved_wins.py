"""Whether the engine wins what is won: it plays on from positions that are proved wins, against
good defence.

The positions are from games that the engine plays against itself, at a fixed depth after a random
opening. Of each game it is the earliest one that a search of so many states proves to be won for
whoever won it; so they are the hardest wins that such a search can see.

    python benchmarks/proved_wins.py yoxii aiyawatstani --positions 50
"""

from __future__ import annotations

import argparse
import random

import ludarium
from ludarium.agents import agent
from ludarium.matches.games import play_game
from ludarium.play.agent import prepare
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.search.engine import Engine


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games_played", nargs="+", metavar="GAME")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=1.0, help="a move, of both sides")
    parser.add_argument("--nodes", type=int, default=2_000_000, help="of each proof")
    parser.add_argument("--depth", type=int, default=4, help="of the searches in the games")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    player, engine, mcts = (
        f"alphabeta:{arguments.seconds}s",
        f"alphabeta:{arguments.seconds}s",
        f"mcts:{arguments.seconds}s",
    )
    print(
        "| game | wins proved | moves to the end, median, most | against | won "
        "|\n|---|---:|---:|---|---:|"
    )
    for name in arguments.games_played:
        won = wins(name, arguments.positions, arguments.nodes, arguments.depth, arguments.seed)
        for defender in (engine, mcts):
            results, lengths = [], []
            for position in won:
                record = continued(position, player, defender)
                results.append(record.returns[position.mover()] == 1)
                lengths.append(len(record.moves))
                if not results[-1]:
                    print(f"not won ({record.reason}): {position.text}", flush=True)
            lengths.sort()
            length = f"{lengths[len(lengths) // 2]}, {lengths[-1]}"
            print(f"| {name} | {len(won)} | {length} | {defender} | {sum(results)} |", flush=True)


def wins(name: str, count: int, nodes: int, depth: int, seed: int) -> list[Position]:
    """So many positions that are won for the seat to move, each of another game."""
    source, engine = random.Random(seed), Engine(memory=64)
    found: list[Position] = []
    while len(found) < count:
        record = Record(
            ludarium.start(name), ("engine", "engine"), repetition=ludarium.find(name).repetition
        )
        for _ in range(source.randint(2, 7)):
            record.play(source.choice(record.position.legal))
        while not record.over and len(record.moves) < 300:
            record.play(engine.analyse(record.position, depth=depth).lines[0].move)
        earliest = None
        if record.over and max(record.returns) == 1:
            winner = record.returns.index(1)
            for position in list(record.backwards())[1:]:
                if position.mover() == winner:
                    line = engine.analyse(position, nodes=nodes).lines[0]
                    if (line.label, line.value) != ("proved", 1):
                        break
                    earliest = position
        if earliest is not None:
            found.append(earliest)
    return found


def continued(position: Position, player: str, defender: str) -> Record:
    """The rest of the game: the player moves first."""
    seat = position.mover()
    names = [player, defender] if seat == 0 else [defender, player]
    agents = [agent(name, seed=1) for name in names]
    prepare(agents, position)
    return play_game(
        Record(position, tuple(names), repetition=position.game.repetition), agents, 1_000
    )


if __name__ == "__main__":
    main()
