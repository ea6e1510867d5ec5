"""Challenges by name: who may take the seat that is kept, and who hears of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from ludarium.web.tables import routes as tables_api
from tables_help import Site, Visitor


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with Site.opened(tmp_path) as site:
        yield site


def with_account(site: Site, name: str) -> Visitor:
    visitor = site.visitor()
    visitor.done("POST", "/api/accounts", name=name, password="a long password")
    return visitor


def test_only_who_is_challenged_may_take_the_seat(site: Site) -> None:
    ana, petr, eva = (with_account(site, name) for name in ("Ana", "Petr", "Eva"))
    table = ana.open("yoxii", "me", None, invite="petr", listed=True)
    assert (ana.table(table)["invited"], ana.table(table)["listed"]) == ("Petr", False)
    assert (ana.table(table)["you"]["invited"], petr.table(table)["you"]["invited"]) == (
        False,
        True,
    )
    assert eva.refused("POST", f"/api/tables/{table}/seats/1", name=None) == "forbidden"
    assert ana.refused("POST", f"/api/tables/{table}/seats/1", name="Bob") == "forbidden"
    assert [one["id"] for one in petr.done("GET", "/api/tables?mine=true")] == [table]
    assert eva.done("GET", "/api/tables?mine=true") == eva.done("GET", "/api/tables") == []
    challenges = [
        [one["challenge"] for one in visitor.done("GET", "/api/me/games")["games"]]
        for visitor in (ana, petr, eva)
    ]
    assert challenges == [[False], [True], []]
    petr.sit(table, 1)
    assert petr.table(table)["status"] == "live"


def test_a_challenge_can_be_declined(site: Site) -> None:
    ana, petr = with_account(site, "Ana"), with_account(site, "Petr")
    table = ana.open("yoxii", "me", None, invite="Petr")
    assert ana.refused("DELETE", f"/api/tables/{table}/challenge") == "forbidden"
    petr.done("DELETE", f"/api/tables/{table}/challenge")
    told = ana.table(table)
    assert (told["status"], told["result"]["text"]) == ("over", "Petr declined the challenge.")
    assert petr.refused("DELETE", f"/api/tables/{table}/challenge") == "not-open"
    assert f"/table/{table}" not in petr.get("/").text, "it never began"


def test_a_challenge_can_be_withdrawn(site: Site) -> None:
    ana, petr = with_account(site, "Ana"), with_account(site, "Petr")
    table = ana.open("yoxii", "me", None, invite="Petr")
    ana.done("DELETE", f"/api/tables/{table}/seats/0")
    for visitor in (ana, petr):
        told = visitor.table(table)
        assert (told["status"], told["result"]["text"]) == ("over", "Ana withdrew the challenge.")
        assert visitor.done("GET", "/api/me/games")["games"] == []
    assert petr.refused("POST", f"/api/tables/{table}/seats/1", name=None) == "not-open"


def test_who_cannot_be_challenged(site: Site) -> None:
    ana, _ = with_account(site, "Ana"), with_account(site, "Petr")
    wrong = {
        "unknown": {"invite": "Nobody"},
        "invalid": {"invite": "Ana"},
    }
    for code, body in wrong.items():
        assert ana.refused("POST", "/api/tables", game="yoxii", **body) == code
    three = {"game": "ahyoheek", "seats": 3, "invite": "Petr"}
    assert ana.refused("POST", "/api/tables", **three) == "invalid"
    guest = site.visitor("Guest")
    assert guest.refused("POST", "/api/tables", game="yoxii", invite="Petr") == "forbidden"
    with mock.patch.object(tables_api, "MOST_CHALLENGES", 1):
        ana.open("yoxii", "me", None, invite="Petr")
        assert ana.refused("POST", "/api/tables", game="yoxii", invite="Petr") == "too-many"


def test_the_lobby_says_where_accounts_play(site: Site) -> None:
    ana, petr = with_account(site, "Ana"), with_account(site, "Petr")
    table = ana.open("yoxii", "me", None)
    petr.sit(table, 1)
    hidden = ana.open("hex", "me", "level:1", watch="players")
    with site.visitor().watching("/lobby") as lobby:
        players = lobby.next()["players"]
    assert players == {"Ana": table, "Petr": table}
    assert hidden not in players.values()


def test_seats_that_were_kept_are_let_go(site: Site) -> None:
    """A challenger who sits down later leaves one seat of several that were kept: the game stands
    among those of both once it is over, and nothing is left of the other seat.
    """
    ana, petr = with_account(site, "Late Ana"), with_account(site, "Late Petr")
    table = ana.done("POST", "/api/tables", game="yoxii", sit=[], invite="Late Petr")["id"]
    petr.sit(table, 1)
    ana.sit(table, 0)
    petr.done("POST", f"/api/tables/{table}/resignations", seat=1)
    for one in (ana, petr):
        over = one.done("GET", "/api/tables?state=over&mine=true")
        assert [found["id"] for found in over] == [table]
        assert one.done("GET", "/api/me/turns") == {"turns": 0, "playing": 0}
