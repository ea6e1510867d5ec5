"""States per second in the engine's ordinary search; beside it, random moves per second of
OpenSpiel's rollouts in C++.

A state counts when a move led to it and it was judged or searched. Each position is searched for
the same number of states with an empty table of 64 MB on one thread; no search is exhaustive. All
are measured in turns, in processor time, so that a busy machine is unfair to none; each figure is
the median of the rounds. Without OpenSpiel its row is left out.

    python benchmarks/engine_speed.py --states 1000000 --rounds 5
"""

from __future__ import annotations

import argparse
import statistics
import time

from playouts import missing_openspiel, yardstick

import ludarium
from ludarium.search.engine import Engine

POSITIONS = {  # the start, then positions of a game of the engine against itself
    "yoxii 3/5/7/3T3/7/5/3 w": "Yoxii, the start",
    "yoxii 3/5/7/3x3/3yT1I/1I3/3 w": "Yoxii, after 4 moves",
    "yoxii 3/5/4X2/3x1x1/3yXTI/1I1x1/3 w": "Yoxii, after 8 moves",
    "yoxii 3/5/4X2/3x1x1/3yXYI/1ITx1/yyY w": "Yoxii, after 12 moves",
    "aiyawatstani 22222/2222/22222/2222/21.12/1111/11111/1111/11111 1 - 0 0": "Aiyawatstani, "
    "the start",
    "aiyawatstani 22222/2222/221.2/22.2/21.22/11.1/11.11/1111/11.11 1 - 0 8": "Aiyawatstani, "
    "after 8 moves",
    "aiyawatstani 22.22/2.22/2.2.2/222./2..22/111./11111/111./1..11 2 - 0 "
    "19": "Aiyawatstani, after 20 moves",
    "aiyawatstani 2.22./.2../22.22/.222/2..22/111./11111/..../11.11 1 - 0 "
    "58": "Aiyawatstani, after 60 moves",
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--states", type=int, default=1_000_000, help="in each search")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="of OpenSpiel in each round")
    arguments = parser.parse_args()
    lacking = missing_openspiel()
    peer = None if lacking else yardstick()
    measured: dict[str, list[float]] = {title: [] for title in POSITIONS.values()}
    depths: dict[str, int] = {}
    peers: list[float] = []
    for _ in range(arguments.rounds):
        for text, title in POSITIONS.items():
            rate, depths[title] = searched(text, arguments.states)
            measured[title].append(rate)
        if peer:
            begin, used = time.perf_counter(), time.process_time()
            rate = peer.rate(arguments.seconds)
            peers.append(rate * (time.perf_counter() - begin) / (time.process_time() - used))
    print("| | depth | million states or moves/s |\n|---|---:|---:|")
    for title, rates in measured.items():
        print(f"| {title} | {depths[title]} | {statistics.median(rates) / 1e6:.1f} |")
    if peer:
        print(f"| {peer.title}, moves of rollouts | | {statistics.median(peers) / 1e6:.1f} |")
    else:
        print(lacking)


def searched(text: str, states: int) -> tuple[float, int]:
    """States per second of processor time in a search of so many states, and the depth that it came
    to.
    """
    position = ludarium.parse(text)
    engine = Engine()
    engine.prepare(position)
    begin = time.thread_time()
    found = engine.analyse(position, nodes=states)
    return found.nodes / (time.thread_time() - begin), found.depth


if __name__ == "__main__":
    main()
