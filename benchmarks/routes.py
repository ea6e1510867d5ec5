"""What each request costs a server that holds much: processor time of its event loop, in which
nobody else is answered, rows and steps of the database, and bytes.

python benchmarks/routes.py [FOLDER]

FOLDER keeps the database, which takes two minutes to fill.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from route_costs import Cost, Holdings, Meter, Server, filled, names_in, routes, sockets, writes

# the longest game has 2,499 moves
MUCH = Holdings(players=10_000, moves=2_490, tables=200_000, studies=1_000)
GOAL = 0.020  # seconds of the event loop at once
WARMING = 3.0  # seconds in which a server that started loads what all need
AGAIN = 3  # times that what is read is asked for again

Found = tuple[str, Cost, Cost]
"""What was asked, what it cost at first, and the least that it cost later."""


async def measured(folder: Path) -> list[Found]:
    """What each request costs."""
    database, meter = folder / "tables.db", Meter()
    with meter.attached():
        if not database.exists():
            await filled(database, MUCH, meter)
        names, found = names_in(database), []
        async with Server.opened(database, meter) as server:
            server.tokens = names.tokens
            await asyncio.sleep(WARMING)
            for path in routes(server.app, names.paths):
                costs = [(await server.cost("GET", path, "ana"))[0] for _ in range(1 + AGAIN)]
                found.append((path, costs[0], min(costs[1:], key=lambda cost: cost.longest)))
            for path in sockets(names.paths):
                costs = [await server.socket_cost(path, "ana") for _ in range(2)]
                found.append((f"WS {path}", costs[0], costs[1]))
            for method, path, body in writes(names.paths):
                cost, _ = await server.cost(method, path, "ana", body)
                found.append((f"{method} {path}", cost, cost))
        return found


def main() -> int:
    with tempfile.TemporaryDirectory() as made:
        found = asyncio.run(measured(Path(sys.argv[1] if sys.argv[1:] else made)))
    found.sort(key=lambda one: -max(one[1].longest, one[2].longest))
    table = Table(
        "path", "status", "kB", "first ms", "in all", "again ms", "in all", "rows", "steps"
    )
    for path, first, again in found:
        table.add_row(
            path,
            str(first.status),
            f"{first.size / 1000:.0f}",
            *(f"{1000 * one:.1f}" for one in (first.longest, first.whole)),
            *(f"{1000 * one:.1f}" for one in (again.longest, again.whole)),
            f"{first.rows:,}",
            f"{first.steps:,}",
        )
    Console(width=160).print(table)
    return int(any(cost.longest > GOAL for _, *costs in found for cost in costs))


if __name__ == "__main__":
    sys.exit(main())
