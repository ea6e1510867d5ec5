"""Long work for one reader: shared, kept, bounded, and given up when nobody waits."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest

from ludarium.tables.errors import TableError
from ludarium.web.services import workshop
from ludarium.web.services.workshop import BusyError, Check, Workshop
from tables_help import Site


def test_work_is_shared_and_kept() -> None:
    made: list[int] = []

    def work(_: Check) -> str:
        made.append(1)
        time.sleep(0.01)
        return "sheet"

    async def several() -> None:
        shop = Workshop()
        assert await asyncio.gather(*(shop.do(work, "a", "k") for _ in range(9))) == ["sheet"] * 9
        await asyncio.sleep(0)
        assert await shop.do(work, "a", "k") == "sheet"
        shop.close()

    asyncio.run(several())
    assert made == [1]


def test_work_stops_when_nobody_waits() -> None:
    stopped = threading.Event()
    begun = threading.Event()

    def endless(check: Check) -> str:
        try:
            while True:
                begun.set()
                check()
                time.sleep(0.001)
        finally:
            stopped.set()

    async def leave() -> None:
        shop = Workshop()
        one, other = (asyncio.create_task(shop.do(endless, "a", "k")) for _ in range(2))
        await asyncio.to_thread(begun.wait, 10)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert not stopped.is_set(), "somebody waits"
        other.cancel()
        await asyncio.to_thread(stopped.wait, 10)
        assert await shop.do(lambda _: "anew", "a", "k") == "anew"
        shop.close()

    asyncio.run(leave())


def test_work_that_takes_too_long() -> None:
    def endless(check: Check) -> str:
        while True:
            check()

    async def wait() -> None:
        shop = Workshop(longest=0.05)
        with pytest.raises(BusyError):
            await shop.do(endless)
        shop.close()

    asyncio.run(wait())


def test_one_address_does_not_fill_the_workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "MOST_WAITING", workshop.MOST_EACH + 1)
    go = threading.Event()

    async def fill() -> None:
        shop = Workshop()
        mine = [
            asyncio.create_task(shop.do(lambda _: go.wait(10), "me"))
            for _ in range(workshop.MOST_EACH)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TableError):
            await shop.do(lambda _: "mine", "me")
        other = asyncio.create_task(shop.do(lambda _: "other", "you"))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await shop.do(lambda _: "too many", "third")
        go.set()
        assert await asyncio.gather(*mine, other) == [True] * workshop.MOST_EACH + ["other"]
        shop.close()

    asyncio.run(fill())


def test_a_server_that_is_busy_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "MOST_WAITING", 0)
    with Site.opened(tmp_path) as site:
        ana = site.program("Ana")
        cup = ana.done(
            "POST", "/api/tournaments", name="Cup", format="swiss", game="yoxii", online=False
        )["id"]
        answer = ana.ask("GET", f"/api/tournaments/{cup}/standings.csv")
        assert (answer.status_code, answer.json()["code"]) == (503, "not-now")
        assert answer.headers["retry-after"] == "5"
        page = ana.ask("GET", f"/tournament/{cup}/print")
        assert page.status_code == 503
        assert "This takes too long now" in page.text
