"""How long the engine takes to solve endings of Yoxii, by the number of free cells, in seconds of
processor time.

The positions are from games that the engine plays against itself, at a fixed depth after a few
random moves; each is solved with an empty table, on one thread.

    python benchmarks/yoxii_endings.py --cells 14 16 18 --positions 40
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import ludarium
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.search.engine import Engine


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cells", type=int, nargs="+", default=(12, 14, 16, 18, 20))
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--depth", type=int, default=4, help="of the searches in the games")
    parser.add_argument(
        "--limit",
        type=float,
        default=300,
        help="seconds after which a position counts as not solved",
    )
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    found = endings(set(arguments.cells), arguments.positions, arguments.depth, arguments.seed)
    print(
        "| free cells | positions | solved | median s | 90% s | most s | million states/s "
        "|\n|---:|---:|---:|---:|---:|---:|---:|"
    )
    for cells in arguments.cells:
        times, nodes, solved = [], 0, 0
        for position in found[cells]:
            engine = Engine(memory=128)
            engine.prepare(position)
            begin = time.thread_time()
            analysis = engine.analyse(position, seconds=arguments.limit, depth=cells)
            times.append(time.thread_time() - begin)
            nodes += analysis.nodes
            solved += analysis.proved
        times.sort()
        figures = (
            f"{statistics.median(times):.3f} | {times[int(0.9 * len(times))]:.2f} | "
            f"{times[-1]:.2f} | {nodes / sum(times) / 1e6:.1f}"
        )
        print(f"| {cells} | {len(times)} | {solved} | {figures} |", flush=True)


def endings(cells: set[int], count: int, depth: int, seed: int) -> dict[int, list[Position]]:
    """For each of these numbers of free cells, so many positions, each of another game."""
    source, engine = random.Random(seed), Engine(memory=32)
    found: dict[int, list[Position]] = {number: [] for number in cells}
    while any(len(positions) < count for positions in found.values()):
        position = ludarium.start("yoxii")
        for _ in range(source.randint(2, 7)):
            position = position.play_joint(
                generic.nth_joint(
                    position.state, source.randrange(generic.joint_count(position.state))
                )
            )
        while not position.over and generic.most_plies(position.state) >= min(cells):
            free = generic.most_plies(position.state)
            if free in cells and len(found[free]) < count:
                found[free].append(position)
            position = position.play(engine.analyse(position, depth=depth).lines[0].move)
    return found


if __name__ == "__main__":
    main()
