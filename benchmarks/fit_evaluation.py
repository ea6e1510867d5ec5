"""Fits the weights of a game's evaluation to the results of games that the engine plays against
itself, and prints them.

A position's result is the game's, or what the engine proved of it. The weights are those under
which these results are likeliest, where the logarithm of the odds of winning is the features'
weighted sum (logistic regression; a draw is half a win and half a loss). One game in ten is kept
out of the fit, and the mean loss is that of its positions. Searches are of a fixed depth on one
thread each, so the same arguments give the same weights, on however many processes.

Where equals draw, as in games of counters on lines, their games say nothing. With --noise each side
misjudges positions by up to so many hundredths, by lot, so that games are won and lost.

    python benchmarks/fit_evaluation.py yoxii --games 10000 --depth 5 --opening 14
    python benchmarks/fit_evaluation.py aiyawatstani --games 80 --depth 2 --opening 12 --noise 400
"""

from __future__ import annotations

import argparse
import functools
import multiprocessing
import random
from typing import Any

import numpy as np

import ludarium
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.listing import prepare_listing
from ludarium.search.alphabeta_agent import CONTEMPT
from ludarium.search.engine import Engine

PHASES = 32  # free cells at which the early weights hold alone, in games that fill up
EXHAUSTED = 16  # where a game can last no longer than so many plies, it is searched to its end
# that a weight is not far from 0 counts as much as so many positions, so that features that say
# little get small ones
PRIOR = 30
SWEEPS = 15  # at most
SETTLED = 0.001  # the largest change of a weight after which no sweep follows
PART = 10_000  # positions that are looked at together
BATCH = 100  # games of one engine
KEPT_OUT = 10  # one batch in so many is not fitted


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--ruleset")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument(
        "--opening", type=int, default=6, help="random moves at most at the start of a game"
    )
    parser.add_argument(
        "--noise",
        type=int,
        default=0,
        help="hundredths, at most, by which a side misjudges positions",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    arguments = parser.parse_args()
    first = ludarium.start(arguments.game, arguments.ruleset)
    make = functools.partial(batch, first, arguments)
    with multiprocessing.get_context("spawn").Pool(arguments.processes) as pool:
        made = list(pool.imap(make, range(-(-arguments.games // BATCH))))
    rows, results = (np.concatenate([found[part] for found in made]) for part in (0, 1))
    out = np.concatenate(
        [
            np.full(len(found[1]), number % KEPT_OUT == KEPT_OUT - 1)
            for number, found in enumerate(made)
        ]
    )
    weights = fitted(rows[~out], results[~out])
    judged = (
        f", mean loss {loss(weights, rows[out], results[out]):.4f} (without features "
        f"{np.log(2):.4f})"
        if out.any()
        else ""
    )
    print(f"{BATCH * len(made)} games, {len(rows)} positions{judged}")
    names = ["late", "early"] if bounded(first) else ["weights"]
    for name, part in zip(names, np.split(100 * fitted(rows, results), len(names)), strict=True):
        print(f"{name}: {', '.join(f'{weight:.0f}' for weight in part)}")


def batch(first: Position, arguments: argparse.Namespace, number: int) -> tuple[Any, Any]:
    """The features of the positions of some games, a row each, and their results from 0 to 1."""
    source = random.Random(f"{arguments.seed} {number}")
    sound = Engine(memory=16)
    prepare_listing(first.game)  # in plain Python the rules of some games take longer than searches
    rows: list[list[float]] = []
    results: list[float] = []
    for _ in range(BATCH):
        engines = players(arguments.noise, source, sound)
        for position, result in game_played(
            engines, first, arguments.depth, source.randint(0, arguments.opening), source
        ):
            rows.append(row_of(position))
            results.append((1 + result) / 2)
    return np.array(rows, np.float32), np.array(results, np.float32)


def players(noise: int, source: random.Random, sound: Engine) -> list[Engine]:
    """An engine for each seat, each as blind as the lot says; without noise both are the sound
    one.
    """
    if not noise:
        return [sound, sound]
    return [
        Engine(
            memory=4, noise=source.randint(0, noise), seed=source.getrandbits(60), contempt=CONTEMPT
        )
        for _ in range(2)
    ]


def game_played(
    engines: list[Engine], first: Position, depth: int, opening: int, source: random.Random
) -> list[tuple[Position, float]]:
    """The positions of a game that can be judged by their looks, each with its result for the seat
    to move.
    """
    at = first
    seen: list[tuple[Position, float | None]] = []
    met: dict[Any, int] = {}
    for ply in range(400):
        key = generic.repetition_state(at.state)
        met[key] = met.get(key, 0) + 1
        if at.over or met[key] == 3:
            break
        if ply < opening:
            at = at.play_joint(
                generic.nth_joint(at.state, source.randrange(generic.joint_count(at.state)))
            )
            continue
        whole = generic.most_plies(at.state) <= EXHAUSTED
        (line,) = engines[at.mover()].analyse(at, depth=EXHAUSTED if whole else depth).lines
        if not generic.can_force(at.state):
            seen.append((at, line.value if line.label == "proved" else None))
        at = at.play(line.move)
    if at.over:
        returns = at.returns
    else:
        returns = tuple(generic.repetition_returns(at.state, seat) for seat in (0, 1))
    return [
        (position, returns[position.mover()] if proved is None else proved)
        for position, proved in seen
    ]


def bounded(position: Position) -> bool:
    return generic.most_plies(position.state) < generic.UNBOUNDED


def row_of(position: Position) -> list[float]:
    """The features; where the game fills up, by how far it has, then by how far it has not."""
    features = list(map(float, generic.features(position.state)))
    if not bounded(position):
        return features
    early = generic.most_plies(position.state) / PHASES
    return [feature * (1 - early) for feature in features] + [
        feature * early for feature in features
    ]


def fitted(rows: Any, results: Any) -> Any:
    """The likeliest weights, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    parts = list(
        zip(
            *(np.array_split(array, 1 + len(rows) // PART) for array in (rows, results)),
            strict=True,
        )
    )
    for _ in range(SWEEPS):
        slope, curve = -PRIOR * weights, np.diag(np.full(len(weights), float(PRIOR)))
        for some, wanted in parts:
            likely = 1 / (1 + np.exp(-some @ weights.astype(np.float32)))
            slope += some.T @ (wanted - likely)
            curve += (some * (likely * (1 - likely))[:, None]).T @ some
        step = np.linalg.solve(curve, slope)
        weights += step
        if abs(step).max() < SETTLED:
            break
    return weights


def loss(weights: Any, rows: Any, results: Any) -> float:
    """The mean of what the results are unlikely by, in natural logarithms."""
    odds = rows @ weights
    return float((np.logaddexp(0, odds) - results * odds).mean())


if __name__ == "__main__":
    main()
