"""Tournaments on a server: who may do what, bad input, and games that are played at live tables by themselves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tables_help import Site, Visitor

PATIENCE = 30.0  # seconds that bots may take to end their games on a busy machine


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


def announce(organiser: Visitor, **options: Any) -> str:
    """A tournament at the desk, whose path in the API this gives, if nothing else is said."""
    chosen = {"name": "Spring cup", "format": "lives", "game": "ahyoheek", "online": False, "automatic": False, **options}
    return f"/api/tournaments/{organiser.done('POST', '/api/tournaments', **chosen)['id']}"


def with_players(organiser: Visitor, *names: str, **options: Any) -> str:
    cup = announce(organiser, **options)
    for name in names:
        organiser.done("POST", f"{cup}/players", name=name)
    return cup


def wait_for(visitor: Visitor, path: str, holds: Callable[[Any], object]) -> Any:
    """What is at this path, as soon as this holds of it."""
    latest = time.monotonic() + PATIENCE
    while not holds(found := visitor.done("GET", path)):
        assert time.monotonic() < latest, found
        time.sleep(0.02)
    return found


# Games by themselves


@pytest.mark.parametrize(("kind", "game"), [("lives", "ahyoheek"), ("double", "ahyoheek"), ("roundrobin", "ahyoheek")])
def test_bots_play_a_tournament_to_its_champion(site: Site, kind: str, game: str) -> None:
    petr = site.visitor("Petr")
    cup = announce(petr, format=kind, game=game, online=True, automatic=True)
    petr.done("POST", f"{cup}/players", bot="level:1", count=6)
    petr.done("POST", f"{cup}/start")
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    log = petr.done("GET", f"{cup}/log")["log"]
    reports = [(entry["entry"]["match"], entry["entry"]["game"]) for entry in log if entry["entry"]["kind"] == "reported"]
    assert len(reports) == len(set(reports))
    assert all(entry["by"].startswith("table:") for entry in log if entry["entry"]["kind"] == "reported")
    assert over["champion"] in range(1, 7)
