"""Shared by all tests."""

from __future__ import annotations

import gc
import os
import random
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

import ludarium
from ludarium.rules.game import Game
from playing import DISTINCT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


NAMES = ludarium.names()
SAMPLE_SEED = os.environ.get("LUDARIUM_TEST_SAMPLE")
"""What draws the sample, as of `make test` the commit; None to run all tests."""
ALWAYS = ("ahyoheek", "aiyawatstani", "yoxii")
DRAWN = 5  # other games
MANY = 10  # games, from which on a test is one of all games


@pytest.fixture(params=DISTINCT)
def game(request: pytest.FixtureRequest) -> Game:
    """Each game in turn; of those that are data on one engine, a sample."""
    return ludarium.find(request.param)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that the tests of a file share."""
    from browsing import served

    with served(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that the tests of a file share; skips them where there is none."""
    from playwright.sync_api import sync_playwright

    from browsing import CHROMIUM

    if CHROMIUM is None:
        pytest.skip("needs Chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield found
        found.close()


def pytest_collection() -> None:
    """Thousands of tests and all that they import stay to the end: looking through them for garbage
    again and again would be a third of collecting, and a tenth of compiling.
    """
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_report_header() -> str | None:
    if SAMPLE_SEED is None:
        return None
    return (
        f"tests of all games: of {', '.join(sorted(sampled_games(SAMPLE_SEED)))} (sample "
        f"{SAMPLE_SEED}; make test-all runs them of all)"
    )


def sampled_games(seed: str) -> set[str]:
    """The games that tests of all games are run of, in a sample: those of the seeds, and a few that
    the seed draws.
    """
    others = sorted(set(DISTINCT) - set(ALWAYS))
    return {*ALWAYS, *random.Random(seed).sample(others, DRAWN)}


def split_sample(
    items: list[pytest.Item], seed: str
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """The tests to run, and those to leave out: of tests of many games, those of games that are
    not in the sample.
    """
    of_games: dict[str, dict[pytest.Item, str]] = defaultdict(dict)
    for item in items:
        if name := game_param(item):
            of_games[item.nodeid.partition("[")[0]][item] = name
    wanted = sampled_games(seed)
    left = {
        item
        for games in of_games.values()
        if len(set(games.values())) >= MANY
        for item, name in games.items()
        if name not in wanted
    }
    return [item for item in items if item not in left], [item for item in items if item in left]


def game_param(item: pytest.Item) -> str | None:
    """The game among the test's parameters, if it is more than data on an engine of many."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    return next((params[key] for key in ("game", "name") if params.get(key) in DISTINCT), None)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take the sample, and deal the tests to the workers. One in a browser gets a second try, which
    pytest tells: on a busy machine, other processes decide when a page has drawn what is asked of
    it.
    """
    if SAMPLE_SEED is not None:
        items[:], left = split_sample(items, SAMPLE_SEED)
        config.hook.pytest_deselected(items=left)
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
            item.add_marker("browser")
    if (workers := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))) > 1:
        items[:] = dealt(items, workers)


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The tests in an order in which those of one game come to one worker, of which each gets an
    equal share at first: what is compiled of its rules for one test is there for the next.

    Every other worker has them at its end, so that one compiles while the other waits for browsers.
    """
    games: dict[str, list[pytest.Item]] = defaultdict(list)
    others: list[pytest.Item] = []
    for item in items:
        name = game_of(item)
        (games[name] if name else others).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for number, name in enumerate(sorted(games)):
        parts[number % workers] += games[name]
    order: list[pytest.Item] = []
    for number, part in enumerate(parts, 1):
        room = max(0, number * len(items) // workers - len(order) - len(part))
        rest, others = others[:room], others[room:]
        order += part + rest if number % 2 else rest + part
    return order


def game_of(item: pytest.Item) -> str | None:
    """The game that the test is marked with, or that is in its id where it needs no server, or the
    engine on which that is data; or that of which its file is.
    """
    if marked := item.get_closest_marker("game"):
        return ludarium.find(marked.args[0]).engine or str(marked.args[0])
    if {"address", "browser", "site"} & set(getattr(item, "fixturenames", ())):
        return None
    callspec = getattr(item, "callspec", None)
    told = f"-{callspec.id}-" if callspec else ""
    found = max((name for name in NAMES if f"-{name}-" in told), key=len, default="")
    if found:
        return ludarium.find(found).engine or found
    of_file = item.path.stem.removeprefix("test_")
    return of_file if of_file in NAMES else None


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # noqa: ANN201
    """In CI nothing may be skipped, other than what needs a GPU: a test that does not run there
    runs nowhere.
    """
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") and "gpu" not in item.keywords:
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
