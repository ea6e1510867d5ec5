"""What each search chooses from a fixed seed in a few positions of each machine code.

`golden_searches.json` was written while every search was compiled for each game by itself. So it
holds how searches call a game to what they chose when they called its rules directly.
`python tests/golden_searches.py > tests/golden_searches.json` writes it anew, after a change that
is meant to choose otherwise.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import ludarium
from ludarium.agents import agent
from ludarium.analysis.puzzles.forced import Goal, TooLongError, visited
from ludarium.environments.vector import VectorEnvironment
from ludarium.play.agent import thought_of
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.search.batched import BatchedSearch
from ludarium.search.engine import Engine, is_duel, is_playable
from ludarium.solvers.tablebase.library import base_for, has_tablebase
from playing import DISTINCT, decided

__all__ = ["chosen", "chosen_in_batch", "positions", "tablebase_of"]

POSITIONS = 5  # of each game
PLIES = 7  # random moves between two of them
SIMULATIONS, NODES = 300, 2_000
MOST = 50_000  # states of an exhaustive search


def positions(name: str) -> Iterator[Position]:
    """The first position, and some of random games, of its rulesets in turn."""
    game = ludarium.find(name)
    least, most = game.seats
    for number in range(POSITIONS):
        ruleset = game.rulesets[number % len(game.rulesets)]
        seats = least + number % (most - least + 1)
        source = random.Random(f"{name} {number}")
        position = decided(ludarium.start(name, ruleset=ruleset.name, seats=seats), number)
        for _ in range(PLIES * number):
            after = position.play_joint(random_joint(position, source))
            after = decided(after, source.randrange(1000))
            if after.over:
                break
            position = after
        yield position


def random_joint(position: Position, source: random.Random) -> int:
    count = generic.joint_count(position.state)
    return int(generic.nth_joint(position.state, source.randrange(count)))


def rounded(value: float) -> float:
    return round(value, 9)


def chosen(position: Position) -> dict[str, Any]:
    """What each search that can play the position finds there."""
    seat = next(
        seat for seat in range(position.seats) if generic.movers(position.state) >> seat & 1
    )
    found: dict[str, Any] = {"position": position.text, "ruleset": position.ruleset.name}
    for name in (f"mcts:{SIMULATIONS}", "level:1", "level:2"):
        player = agent(name, 11)
        move = player.choose(position, seat)
        thought = thought_of(player, move)
        found[name] = [move.text, *((rounded(thought.value), thought.work) if thought else ())]
    if is_playable(position):
        analysis = Engine(memory=4).analyse(position, nodes=NODES, lines=2)
        found[f"alphabeta:{NODES}n"] = [
            *([line.move.text, rounded(line.value), line.label] for line in analysis.lines),
            analysis.nodes,
            analysis.depth,
        ]
    if is_duel(position) and not position.game.has_chance:
        try:
            goal = Goal(seat)
            found["exhaustive"] = [visited(position, goal, turns) for turns in (1, 2)]
        except TooLongError:
            found["exhaustive"] = "too long"
    return found


def chosen_in_batch(name: str) -> list[list[float]]:
    """What a batched search finds in random games."""
    envs = VectorEnvironment(ludarium.find(name), count=3, seed=3)
    envs.reset()
    for _ in range(4):
        envs.step(envs.sample())
    found = BatchedSearch(envs, 60, seed=2).run()
    return [
        [float(found.visits.sum()), rounded(float(found.values.sum(dtype=float)))],
        [float(one) for one in found.best.ravel()],
    ]


def tablebase_of(name: str) -> str:
    """The digest of the tablebase of few pieces."""
    game = ludarium.find(name)
    return hashlib.sha256(base_for(game, game.ruleset()).tobytes()).hexdigest()


def main() -> None:
    golden: dict[str, Any] = {}
    for name in DISTINCT:
        game = ludarium.find(name)
        told: dict[str, Any] = {"positions": [chosen(position) for position in positions(name)]}
        if not game.hides:
            told["batched"] = chosen_in_batch(name)
        if has_tablebase(game, game.ruleset()):
            told["tablebase"] = tablebase_of(name)
        golden[name] = told
        print(name, file=sys.stderr, flush=True)
    print(json.dumps(golden, indent=1))


if __name__ == "__main__":
    main()
