"""Guests who sign in: all that they have is their account's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ludarium.database.accounts import Accounts
from ludarium.database.attempts import Attempt
from ludarium.database.store import Store
from ludarium.tables.identities import Identities
from serving import database_of
from tables_help import Site, Visitor

PASSWORD = "correct horse"
GAMES = 60
"""More than a page of a list has."""
KINDS = ["sqlite", "postgresql"]


def account(site: Site, name: str) -> Visitor:
    visitor = site.visitor()
    visitor.done("POST", "/api/accounts", name=name, password=PASSWORD)
    return visitor


def eventually(check: Any) -> None:
    for _ in range(1_000):
        if check():
            return
        time.sleep(0.01)
    pytest.fail("it never happened")


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_a_guest_has(kind: str, tmp_path: Path) -> None:
    with database_of(kind, tmp_path) as database, Site.opened(tmp_path, database) as site:
        account(site, "Milena")
        milena, petr = site.visitor("Guest"), site.visitor("Petr")
        games = [milena.open("yoxii", "me", "me") for _ in range(GAMES)]
        over = milena.open("yoxii", "me")
        hosted = milena.open("yoxii", None, watch="players")  # without a seat
        petr.sit(over, 1)
        petr.done("POST", f"/api/tables/{over}/resignations", seat=1)
        tree = [{"comment": "Where it begins"}, {"move": "d5/3d6"}]
        study = milena.done("POST", "/api/studies", game="yoxii", positions=tree)["id"]
        cup, other = (
            one.done("POST", "/api/tournaments", name="Cup", format="swiss", game="yoxii")["id"]
            for one in (milena, petr)
        )
        milena.done("POST", f"/api/tournaments/{other}/join", name="Milena")
        token = milena.cookies["ludarium"]

        milena.done("POST", "/api/session", name="Milena", password=PASSWORD)
        for table in (games[0], games[-1]):
            milena.move(table, 0, 0, "d5/3d6")
        assert milena.done("GET", "/api/me/turns")["playing"] == GAMES
        milena.done("POST", f"/api/tables/{hosted}/seats/0", agent="level:1")
        milena.done("POST", f"/api/tables/{hosted}/seats/1", agent="level:1")
        assert milena.table(hosted)["you"]["host"]
        assert milena.done("GET", f"/api/studies/{study}")["mine"]
        assert [one["id"] for one in milena.done("GET", "/api/studies")] == [study]
        milena.done("POST", f"/api/tournaments/{cup}/players", name="Eva")
        assert milena.done("GET", f"/api/tournaments/{other}")["you"]["player"] == 1
        milena.done("DELETE", f"/api/tournaments/{other}/players/1")
        eventually(lambda: milena.table(over)["you"]["seats"] == [0])

        before = site.newcomer(origin=site.address, cookie=f"ludarium={token}")
        assert before.table(games[0])["you"]["seats"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_joined_identity_never_stands_again(kind: str, tmp_path: Path) -> None:
    """Neither after it signed in, nor after the account was deleted that it became, or joined."""
    with database_of(kind, tmp_path) as database, Site.opened(tmp_path, database) as site:

        def copy(of: Visitor) -> Visitor:
            cookie = f"ludarium={of.cookies['ludarium']}"
            return site.newcomer(origin=site.address, cookie=cookie)

        founder = site.visitor("Founder")
        held = founder.open("yoxii", "me", "me")
        founder_then = copy(founder)
        founder.done("POST", "/api/accounts", name="Milena", password=PASSWORD)
        guest = site.visitor("Guest")
        seen = guest.open("yoxii", "me", "me")
        guest_then = copy(guest)
        guest.done("POST", "/api/session", name="Milena", password=PASSWORD)

        def strangers() -> bool:
            return not (
                founder_then.table(held)["you"]["seats"] or guest_then.table(seen)["you"]["seats"]
            )

        assert strangers()
        founder.done("POST", "/api/account/deletion", password=PASSWORD)
        assert strangers()
        eventually(lambda: founder.refused("GET", "/api/people/Milena") == "unknown")
        site.context.visitors.forget(None)
        assert strangers()


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_in_logs_goes_over_at_once_or_not_at_all(kind: str, tmp_path: Path) -> None:
    """Whichever of its statements fails, a sign-in changed nothing."""

    async def has(store: Store, holder: str) -> list[int]:
        return [
            len(await store.studies.of(holder, 9)),
            len(await store.subscriptions.of(holder, 0.0)),
            len(await store.attempts.of(holder)),
        ]

    async def check(database: str) -> None:
        async with Store.opened(database) as store:
            await store.accounts.add("milena", "Milena", "milena", "hash", "code", 1.0)
            await store.studies.add("study", "guest", {}, {}, 1.0)
            device = dict.fromkeys(("endpoint", "p256dh", "auth", "session"), "x")
            await store.subscriptions.add(
                {**device, "id": "1", "holder": "guest", "language": "cs", "created": 1.0}, 9
            )
            await store.attempts.add(Attempt(1.0, "guest", "puzzle", solved=True))
            read = await store.accounts.find("milena")
            assert read
            statements = list(store.accounts._moving("guest", "milena", "session"))
            for last in range(len(statements)):

                def failing(*_: Any, last: int = last) -> Iterator[Any]:
                    yield from statements[:last]
                    raise OSError("the disk is full")

                with (
                    mock.patch.object(Accounts, "_moving", failing),
                    pytest.raises(OSError, match="full"),
                ):
                    await store.accounts.sign_in(read, "session", 2.0, guest="guest")
                assert await has(store, "guest") == [1, 1, 1]
                assert await store.accounts.has_session("guest", "", 0.0) is None
                assert await store.accounts.has_session("milena", "session", 0.0) is False
            assert await store.accounts.sign_in(read, "session", 2.0, guest="guest")
            assert await has(store, "guest") == [0, 0, 0]
            assert await has(store, "milena") == [1, 1, 1]
            assert await store.accounts.has_session("guest", "", 0.0) is False

    with database_of(kind, tmp_path) as database:
        asyncio.run(check(database))


def test_a_server_killed_while_seats_go_over(tmp_path: Path) -> None:
    """The next one goes on."""
    with Site.opened(tmp_path) as site:
        account(site, "Milena")
        guest = site.visitor("Guest")
        table = guest.open("yoxii", "me", "me")
        cup = guest.done("POST", "/api/tournaments", name="Cup", format="swiss", game="yoxii")["id"]

        async def killed(*_: Any) -> None:
            await asyncio.Event().wait()

        with (
            mock.patch.object(Identities, "hand_over", killed),
            mock.patch("ludarium.web.people.account_routes.PATIENCE", 0.0),
        ):
            guest.done("POST", "/api/session", name="Milena", password=PASSWORD)
        cookie = f"ludarium={guest.cookies['ludarium']}"
    with Site.opened(tmp_path) as site:
        milena = site.newcomer(origin=site.address, cookie=cookie)
        eventually(lambda: milena.table(table)["you"]["seats"] == [0, 1])
        eventually(lambda: milena.done("GET", f"/api/tournaments/{cup}")["you"]["organiser"])

    async def left() -> list[tuple[str, str]]:
        async with Store.opened(str(tmp_path / "tables.db")) as store:
            return await store.accounts.joining()

    assert asyncio.run(left()) == []
