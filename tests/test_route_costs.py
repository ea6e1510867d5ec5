"""What requests cost: no reader makes the server read or send all that it holds."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from route_costs import Cost, Holdings, Meter, Server, filled, names_in, routes, sockets, writes

MUCH = Holdings(players=64, moves=300, tables=2_000, studies=150)
ROWS = 250  # that a page with several lists may have read
STEPS = 8_000  # of SQLite's machine: enough for lists, too few to look at all tables
SIZE = 400_000  # bytes
WHOLE = ("/api/me/export", "/events", "/throws")  # logs, read a portion at a time

Costs = dict[str, Cost]
"""By method and path."""


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Costs, Costs]:
    """What each request costs once what it is about is in memory: those of somebody who has much
    here, and those of a stranger.
    """

    async def measured(database: Path) -> tuple[Costs, Costs]:
        meter, own, strange = Meter(), {}, {}
        with meter.attached():
            await filled(database, MUCH, meter)
            names = names_in(database)
            async with Server.opened(database, meter) as server:
                server.tokens = names.tokens
                for _ in range(2):  # the second time counts
                    for path in routes(server.app, names.paths):
                        own[path], _ = await server.cost("GET", path, "ana")
                        strange[path], _ = await server.cost("GET", path)
                for path in sockets(names.paths):
                    own[f"WS {path}"] = await server.socket_cost(path, "ana")
                    strange[f"WS {path}"] = await server.socket_cost(path)
                for method, path, body in writes(names.paths):
                    own[f"{method} {path}"], _ = await server.cost(method, path, "ana", body)
        return own, strange

    return asyncio.run(measured(tmp_path_factory.mktemp("costs") / "tables.db"))


def test_all_are_answered(costs: tuple[Costs, Costs]) -> None:
    own, _ = costs
    assert {path: cost.status for path, cost in own.items() if cost.status >= 500} == {}
    assert sum(cost.status < 400 for cost in own.values()) > 0.85 * len(own)


def test_the_rows_and_bytes_that_each_reads_are_bounded(costs: tuple[Costs, Costs]) -> None:
    own, _ = costs
    for path, cost in own.items():
        if not any(part in path for part in WHOLE):
            assert cost.rows <= ROWS, path
            assert cost.size <= SIZE, path


def test_no_stranger_has_all_tables_looked_at(costs: tuple[Costs, Costs]) -> None:
    _, strange = costs
    for path, cost in strange.items():
        if not any(part in path for part in WHOLE):
            assert cost.steps <= STEPS, path
