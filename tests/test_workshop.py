"""Long work for one reader: shared, kept, bounded, and given up when nobody waits."""

from __future__ import annotations

import asyncio
import functools
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import quote

import pytest

import ludarium
from ludarium.play.record import Record
from ludarium.tables.errors import TableError
from ludarium.tables.threads import UNLIMITED, ClientKey
from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.importing import add_all, read_players
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports import bracket_picture
from ludarium.tournaments.server import report
from ludarium.tournaments.tournament import Tournament
from ludarium.web.background import job_pool
from ludarium.web.background.job_pool import BusyError, Check, JobPool
from ludarium.web.people import hashing
from ludarium.web.rulesets import routes as games
from ludarium.web.tables.drawing import Drawing
from ludarium.web.tournaments import pages
from tables_help import Site


def opened(each: int = 4, most: int = 32, **options: Any) -> JobPool:
    return JobPool("workshop", threading.Lock(), each=each, most=most, **options)


def test_work_is_shared_and_kept() -> None:
    made: list[int] = []

    def work(_: Check) -> str:
        made.append(1)
        time.sleep(0.01)
        return "sheet"

    async def several() -> None:
        shop = opened()
        assert (
            await asyncio.gather(*(shop.do(work, ClientKey("a"), "k") for _ in range(9)))
            == ["sheet"] * 9
        )
        await asyncio.sleep(0)
        assert await shop.do(work, ClientKey("a"), "k") == "sheet"
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
        shop = opened()
        one, other = (asyncio.create_task(shop.do(endless, ClientKey("a"), "k")) for _ in range(2))
        await asyncio.to_thread(begun.wait, 10)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert not stopped.is_set(), "somebody waits"
        other.cancel()
        await asyncio.to_thread(stopped.wait, 10)
        assert await shop.do(lambda _: "anew", ClientKey("a"), "k") == "anew"
        shop.close()

    asyncio.run(leave())


def test_work_gives_way_to_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rests after each millisecond of work, however often it asks, until the event loop has come
    round.
    """
    rests: list[float] = []
    monkeypatch.setattr(job_pool.Job, "_give_way", lambda job: rests.append(time.perf_counter()))

    def busy(check: Check) -> float:
        begin = time.perf_counter()
        while (passed := time.perf_counter() - begin) < 0.02:
            check()
        return passed

    async def work() -> float:
        return await asyncio.to_thread(job_pool.Job(threading.Lock()).do, busy)

    passed = asyncio.run(work())
    assert 1 < len(rests) <= passed / job_pool.RUNNING + 1


def test_work_waits_while_the_event_loop_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_pool, "PATIENCE", 20.0)
    begun, steps = threading.Event(), 0

    def busy(check: Check) -> None:
        nonlocal steps
        while True:
            begun.set()
            time.sleep(2 * job_pool.RUNNING)
            check()
            steps += 1

    async def work() -> None:
        shop = opened()
        job = asyncio.create_task(shop.do(busy, UNLIMITED))
        await asyncio.to_thread(begun.wait, 20)
        before = steps
        time.sleep(0.2)  # in which nothing else comes to the loop's turn
        assert steps <= before + 1
        while steps < before + 3:
            await asyncio.sleep(0.001)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        shop.close()

    asyncio.run(work())


def test_one_piece_of_work_computes_at_a_time() -> None:
    """Both go on nevertheless, by turns."""
    at_work: set[str] = set()
    turns: list[str] = []

    def busy(name: str, check: Check) -> None:
        while len(set(turns)) < 2 or len(turns) < 10:
            assert not at_work
            at_work.add(name)
            time.sleep(2 * job_pool.RUNNING)
            at_work.remove(name)
            turns.append(name)
            check()

    async def work() -> None:
        shop = opened()
        async with asyncio.timeout(20):
            await asyncio.gather(
                *(
                    shop.do(functools.partial(busy, name), ClientKey(name))
                    for name in ("ana", "bor")
                )
            )
        shop.close()

    asyncio.run(work())


def test_work_that_takes_too_long() -> None:
    def endless(check: Check) -> str:
        while True:
            check()

    async def wait() -> None:
        shop = opened(longest=0.05)
        with pytest.raises(BusyError):
            await shop.do(endless, UNLIMITED)
        shop.close()

    asyncio.run(wait())


def test_one_address_does_not_fill_the_workshop() -> None:
    go = threading.Event()

    async def fill() -> None:
        shop = opened(each=4, most=5)
        mine = [
            asyncio.create_task(shop.do(lambda _: go.wait(10), ClientKey("me"))) for _ in range(4)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TableError):
            await shop.do(lambda _: "mine", ClientKey("me"))
        other = asyncio.create_task(shop.do(lambda _: "other", ClientKey("you")))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await shop.do(lambda _: "too many", ClientKey("third"))
        go.set()
        assert await asyncio.gather(*mine, other) == [True] * 4 + ["other"]
        shop.close()

    asyncio.run(fill())


def test_work_that_nobody_waits_for_is_not_begun() -> None:
    """Nor do others wait for all that one address asks for."""
    made: list[str] = []
    begun, go_on = threading.Event(), threading.Event()

    def make(name: str, check: Check) -> str:
        made.append(name)
        begun.set()
        go_on.wait(20)
        return name

    async def ask() -> None:
        shop = opened(each=40, most=100)

        def of(key: str, whose: str) -> asyncio.Task[str]:
            return asyncio.create_task(shop.do(functools.partial(make, key), ClientKey(whose), key))

        first = of("first", "eve")
        await asyncio.to_thread(begun.wait, 20)
        many = [of(f"number {number}", "eve") for number in range(39)]
        waited, again = of("of another", "ana"), of("of another", "ben")
        await asyncio.sleep(0)
        for one in (*many, again):
            one.cancel()
        await asyncio.gather(*many, again, return_exceptions=True)
        go_on.set()
        assert (await first, await waited) == ("first", "of another")
        shop.close()

    asyncio.run(ask())
    assert made == ["first", "of another"]


def test_a_server_that_is_busy_says_so(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site:
        site.context.job_pool._most = 0
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


def test_sheets_are_given_up_when_the_reader_leaves(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endless(*given: Any) -> str:
        try:
            while True:
                begun.set()
                given[-1]()
                time.sleep(0.001)
        finally:
            stopped.set()

    monkeypatch.setattr(pages, "paper", endless)
    ana = site.program("Ana")
    cup = ana.done(
        "POST", "/api/tournaments", name="Cup", format="swiss", game="yoxii", online=False
    )["id"]
    host, port = site.host.split(":")
    with socket.create_connection((host, int(port))) as reader:
        reader.sendall(
            f"GET /tournament/{cup}/print HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()
        )
        assert begun.wait(10)
        assert ana.ask("GET", "/api/games/yoxii/scene").status_code == 200, "others do not wait"
        assert not stopped.is_set()
    assert stopped.wait(10)


def test_what_is_told_of_a_tournament_is_made_in_a_thread(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of ten thousand players it takes 50 ms, in which the event loop could answer nobody."""
    made_by: list[str] = []
    report_json = report.report_json

    def noted(*given: Any) -> dict[str, Any]:
        made_by.append(threading.current_thread().name)
        return report_json(*given)

    monkeypatch.setattr(report, "report_json", noted)
    ana = site.program("Ana")
    options = {"name": "Cup", "format": "single", "game": "yoxii", "online": False}
    cup = ana.done("POST", "/api/tournaments", **options)
    path = f"/api/tournaments/{cup['id']}"
    for name in ("Bor", "Cyd"):
        ana.done("POST", f"{path}/players", name=name)
    begun = ana.done("POST", f"{path}/start")
    assert begun == ana.done("GET", path) == ana.done("GET", path)
    assert len(made_by) == 5, "who asks once more is told what was made before"
    assert all(name.startswith(("tournaments", "workshop")) for name in made_by)


@pytest.mark.parametrize("kind", ["single", "double"])
def test_sheets_of_a_bracket_take_linear_time(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    rows_of = bracket_picture.rows_of

    def counted(slots: Any, *given: Any) -> dict[str, float]:
        looked_at.extend(slot.name for slot in getattr(slots, "slots", slots))
        return rows_of(slots, *given)

    monkeypatch.setattr(bracket_picture, "rows_of", counted)
    event = bracket_of_players(200, kind)
    for _ in bracket_picture.bracket_pages(event):
        pass
    assert set(looked_at) == set(event.bracket)
    assert len(looked_at) < 1.2 * len(event.bracket)


def test_the_losers_of_two() -> None:
    assert "Grand final" in bracket_picture.bracket_picture(
        bracket_of_players(2, "double"), "losers"
    )


def bracket_of_players(count: int, kind: str) -> Tournament:
    petr = Actor("organiser", "Petr")
    event = Tournament("t").after(
        requests.create(petr, 0.0, "T", Options.checked(format=kind, game="yoxii", online=False))
    )
    data = "name\n" + "".join(f"P{number}\n" for number in range(count))
    for entry in add_all(event, petr, 1.0, read_players(data.encode())):
        event = event.after(entry)
    return event.after(requests.start(event, petr, 2.0))


def test_passwords_of_one_address_wait_for_those_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "MOST_EACH", 3)
    done: list[str] = []

    async def hash_all() -> None:
        passwords = hashing.Hashing()
        own = [
            asyncio.create_task(
                passwords.do(done.append, f"guess {number}", client=ClientKey("me"))
            )
            for number in range(4)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TableError) as refused:
            await passwords.do(done.append, "one too many", client=ClientKey("me"))
        assert refused.value.code == "too-many"
        await passwords.do(done.append, "password", client=ClientKey("you"))
        await asyncio.gather(*own)
        passwords.close()

    asyncio.run(hash_all())
    assert done == ["guess 0", "password", "guess 1", "guess 2", "guess 3"]


def test_long_lines_and_given_positions_are_work_for_the_workshop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A position that somebody thought up may take long, as in international draughts, where each
    run of captures is tried.
    """
    monkeypatch.setattr(games, "SHORT", 1)
    given = ludarium.start("connect4").play("d").text.partition(" ")[2]
    with (
        Site.opened(tmp_path) as site,
        mock.patch.object(Drawing, "draw", side_effect=AssertionError("drawn before others")),
    ):
        ana, path = site.visitor("Ana"), "/api/games/connect4"
        assert ana.done("GET", f"{path}/scene?moves=d1,d2")["ply"] == 2
        assert ana.refused("GET", f"{path}/scene?moves=d1,d9") == "illegal"
        assert ana.done("GET", f"{path}/scene?position={quote(given)}")["ply"] == 0
        record = ana.get(f"{path}/record.jsonl?moves=d1,d2")
        assert Record.from_json(record.text).moves == ["d", "d"]
        refused = ana.ask("GET", f"{path}/record.jsonl?moves=d1,d9")
        assert refused.status_code == 422
        assert refused.json()["error"].startswith("move 2: ")
