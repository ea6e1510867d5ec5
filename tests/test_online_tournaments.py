"""Tournaments on a server: who may do what, bad input, and games that are played at live tables by
themselves.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.server.automation import winner_of
from ludarium.web.http.pages import rendered
from ludarium.web.people.leaderboard import players_of
from tables_help import Site, Visitor, Watch, refusal

PATIENCE = 30.0  # seconds that bots may take to end their games on a busy machine


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


def announce(organiser: Visitor, **options: Any) -> str:
    """A tournament at the desk, whose path in the API this gives, if nothing else is said."""
    chosen = {
        "name": "Spring cup",
        "format": "lives",
        "game": "ahyoheek",
        "online": False,
        "automatic": False,
        **options,
    }
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


@pytest.mark.parametrize(
    ("kind", "game"), [("lives", "ahyoheek"), ("double", "ahyoheek"), ("roundrobin", "kuhn")]
)
def test_bots_play_a_tournament_to_its_champion(site: Site, kind: str, game: str) -> None:
    petr = site.visitor("Petr")
    cup = announce(petr, format=kind, game=game, online=True, automatic=True)
    petr.done("POST", f"{cup}/players", bot="level:1", count=6)
    petr.done("POST", f"{cup}/start")
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    log = petr.done("GET", f"{cup}/log")["log"]
    reports = [
        (entry["entry"]["match"], entry["entry"]["game"])
        for entry in log
        if entry["entry"]["kind"] == "reported"
    ]
    assert len(reports) == len(set(reports))
    assert all(
        entry["by"].startswith("table:") for entry in log if entry["entry"]["kind"] == "reported"
    )
    assert over["champion"] in range(1, 7)
    if game == "kuhn":
        rows = petr.done("GET", f"{cup}/standings")["standings"]
        gained = [row["gained"] for row in rows]
        assert sum(gained) == 0
        assert any(gained)


def test_bots_fill_in_at_short_tables(site: Site) -> None:
    """Six who like tables of four sit at two of three, each with a bot, until one of themselves has
    won there.
    """
    petr = site.visitor("Petr")
    cup = announce(petr, online=True, automatic=True, size=4, fill="level:2")
    petr.done("POST", f"{cup}/players", bot="level:1", count=6)
    petr.done("POST", f"{cup}/start")
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    log = [entry["entry"] for entry in petr.done("GET", f"{cup}/log")["log"]]
    opened = [entry for entry in log if entry["kind"] == "opened"]
    assert [entry["fillers"] for entry in opened[:2]] == [1, 1]
    reports = {
        (entry["match"], entry["game"]): entry["winner"]
        for entry in log
        if entry["kind"] == "reported"
    }
    for entry in opened:
        seats = petr.done("GET", f"/api/tables/{entry['table']}")["seats"]
        assert [seat["agent"] == "level:2" for seat in seats].count(True) == entry["fillers"]
        winner = reports[entry["match"], entry["game"]]
        assert entry["fillers"] == 0 or entry["game"] == 1
        assert (winner is None) == ((entry["match"], entry["game"] + 1) in reports), (
            "who only fills in does not win: it is played again"
        )
    assert opened[-1]["fillers"] == 0, "nobody fills in at the final table"
    assert over["champion"] in range(1, 7)


@pytest.mark.parametrize(
    ("returns", "winner"),
    [([1, 0, 0, 0], 7), ([0, 0, 1, 0], None), ([0, 0, 0, 1], None), ([1, 1, 0, 0], None)],
)
def test_who_only_fills_in_wins_nothing(returns: list[int], winner: int | None) -> None:
    """Two players, 7 and 9, and two who fill in."""
    table = mock.Mock(record=mock.Mock(returns=returns))
    assert winner_of(table, (PlayerId(7), PlayerId(9))) == winner


def online_cup(organiser: Visitor, *people: Visitor, **options: Any) -> str:
    """A running tournament of Yoxii in which these people play online."""
    cup = announce(
        organiser,
        **{
            "game": "yoxii",
            "format": "single",
            "online": True,
            "automatic": True,
            "seeding": "entry",
            **options,
        },
    )
    for person in people:
        person.done("POST", f"{cup}/join")
    organiser.done("POST", f"{cup}/start")
    return cup


@contextmanager
def here(*people: Visitor) -> Iterator[list[Watch]]:
    """While this lasts, they have a page of the site open; gives what it hears of calls."""
    with ExitStack() as stack:
        yield [stack.enter_context(person.watching("/calls")) for person in people]


def table_of(person: Visitor, cup: str) -> str:
    """The live table that the person is called to, once it is open."""
    found = wait_for(
        person, cup, lambda told: told["you"]["match"] and told["you"]["match"]["live"]
    )
    table: str = found["you"]["match"]["live"]
    return table


def test_a_table_opens_when_all_of_its_players_are_here_and_its_result_comes_back(
    site: Site,
) -> None:
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    cup = online_cup(petr, ana, bor)
    with here(ana) as (calls,):
        (call,) = calls.next()["calls"]
        assert (call["live"], call["against"], call["table"]) == (None, ["Bor"], 1)
        with here(bor):
            table = table_of(ana, cup)
            assert calls.next()["calls"][0]["live"] == table
    told = ana.table(table)
    assert (told["status"], told["tournament"], told["takebacks"]) == (
        "live",
        cup.rpartition("/")[2],
        False,
    )
    assert petr.refused("POST", f"/api/tables/{table}/seats/0", name="Petr") == "not-open"
    assert petr.refused("POST", f"/api/tables/{table}/resignations", seat=0) == "not-your-seat"
    loser, winner = (ana, bor) if told["you"]["seats"] == [0] else (bor, ana)
    # the table reports, and nobody else
    assert loser.refused("POST", f"{cup}/matches/1/results", winner=1) == "not-now"
    loser.done("POST", f"/api/tables/{table}/resignations", seat=0)
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    assert over["champion"] == winner.done("GET", cup)["you"]["player"]
    assert loser.refused("POST", f"/api/tables/{table}/rematches", seat=0) == "not-now"


def test_a_drawn_game_is_played_again_with_seats_changed(site: Site) -> None:
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    cup = online_cup(petr, ana, bor, replays=1)
    with here(ana, bor):
        tables = [table_of(ana, cup)]
        for _ in range(2):
            first = ana.table(tables[-1])["you"]["seats"][0]
            ana.done("POST", f"/api/tables/{tables[-1]}/offers", seat=first, kind="draw")
            bor.done("POST", f"/api/tables/{tables[-1]}/answers", seat=1 - first, accept=True)
            if len(tables) == 1:
                found = wait_for(
                    ana, cup, lambda told: told["you"]["match"]["live"] not in (None, tables[0])
                )
                tables.append(found["you"]["match"]["live"])
                assert ana.table(tables[1])["you"]["seats"] == [1 - first]
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    ana_was_second = ana.table(tables[1])["you"]["seats"] == [1]
    assert over["champion"] == (1 if ana_was_second else 2)
    (match,) = petr.done("GET", f"{cup}/rounds/1")["matches"]
    assert (match["games"], match["result"]) == ([None, None], "later-seat")


def test_who_does_not_come_forfeits(site: Site) -> None:
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    with mock.patch("ludarium.tournaments.tournament.MINUTE", 0.5):
        cup = online_cup(petr, ana, bor, no_show=1)
        with here(ana):
            over = wait_for(petr, cup, lambda found: found["state"] == "over")
    assert over["champion"] == 1
    kinds = [
        (entry["entry"]["kind"], entry["by"]) for entry in petr.done("GET", f"{cup}/log")["log"]
    ]
    assert ("forfeited", "clock") in kinds


def test_who_comes_but_never_moves_forfeits_too(site: Site) -> None:
    """Having been told until when there is time, and what happened then."""
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    with mock.patch("ludarium.tournaments.tournament.MINUTE", 0.5), here(ana, bor) as watches:
        cup = online_cup(petr, ana, bor, no_show=1)
        over = wait_for(petr, cup, lambda found: found["state"] == "over")
        late = watches[2 - over["champion"]]
        while not (told := late.next())["missed"]:
            limits = [call["until"] - told["now"] for call in told["calls"] if call["until"]]
        assert 0 < limits[0] <= 0.5
        assert "in time, so you forfeited it" in told["missed"][0]["words"]
        page = (ana, bor)[2 - over["champion"]].get(cup.replace("/api/tournaments", "/tournament"))
        assert told["missed"][0]["words"] in page.text
    (match,) = petr.done("GET", f"{cup}/rounds/1")["matches"]
    assert match["result"] == "forfeit"
    assert match["absent"] == [match["seats"][0]] or over["champion"] not in match["absent"]
    (opened,) = [
        entry["entry"]
        for entry in petr.done("GET", f"{cup}/log")["log"]
        if entry["entry"]["kind"] == "opened"
    ]
    # the other need not wait there
    wait_for(petr, f"/api/tables/{opened['table']}", lambda table: table["status"] == "over")


def test_nobody_forfeits_in_a_pause(site: Site) -> None:
    """Nor is told so. A call says whether the table waits for a move, and whether it had one."""
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    cup = online_cup(petr, ana, bor, no_show=60)
    with here(ana, bor) as watches:
        table = table_of(ana, cup)
        first = ana.table(table)["you"]["seats"][0]  # of a game in which the seats take turns
        told = [called(watch, lambda call: call["live"]) for watch in watches][first]
        assert (told["waits"], told["moved"], told["until"] is None) == (True, False, False)
        petr.done("POST", f"{cup}/pause")
        assert called(watches[first], lambda call: call["until"] is None)["waits"]
        page = cup.replace("/api/tournaments", "/tournament")
        assert "Being played: watch" in petr.get(page).text
        petr.done("POST", f"{cup}/resume")
        mover = (ana, bor)[first]
        assert called(watches[first], lambda call: call["until"])
        move = mover.done("GET", f"/api/tables/{table}/legal")["legal"]["0"][0]["move"]
        mover.done("POST", f"/api/tables/{table}/moves", ply=0, seat=0, move=move)
        told = called(watches[first], lambda call: call["moved"])
        assert (told["waits"], told["until"]) == (False, None)


def called(watch: Watch, until: Callable[[Any], Any]) -> Any:
    """The call that a watch hears, once it is as wanted."""
    while True:
        calls = watch.next()["calls"]
        if calls and until(calls[0]):
            return calls[0]


def test_desk_and_live_tables_in_one_tournament(site: Site) -> None:
    petr = site.visitor("Petr")
    cup = announce(
        petr, online=True, automatic=True, size=2, largest=2, seeding="entry", format="single"
    )
    petr.done("POST", f"{cup}/players", bot="level:1", count=2)
    for name in ("Ana", "Bor"):
        petr.done("POST", f"{cup}/players", name=name)
    petr.done("POST", f"{cup}/start")
    while (found := petr.done("GET", cup))["state"] != "over":
        for match in found["matches"]:
            people = [seat for seat in match["seats"] if seat > 2]
            if people:
                assert match["live"] is None
                petr.done("POST", f"{cup}/matches/{match['number']}/results", winner=people[0])
        time.sleep(0.02)
    by = {
        entry["by"].partition(":")[0]
        for entry in petr.done("GET", f"{cup}/log")["log"]
        if entry["entry"]["kind"] == "reported"
    }
    assert "organiser" in by
    assert found["champion"] in (3, 4)


def test_undo_pauses_what_goes_on_by_itself(site: Site) -> None:
    petr = site.visitor("Petr")
    cup = announce(petr, online=True, automatic=True, format="lives")
    petr.done("POST", f"{cup}/players", bot="level:1", count=4)
    petr.done("POST", f"{cup}/start")
    over = wait_for(petr, cup, lambda found: found["state"] == "over")
    undone = petr.done("POST", f"{cup}/undo")
    assert undone["state"] == "paused"
    (match,) = undone["matches"]
    petr.done("POST", f"{cup}/matches/{match['number']}/results", winner=match["seats"][0])
    if petr.done("GET", cup)["state"] == "paused":
        petr.done("POST", f"{cup}/resume")
    again = wait_for(petr, cup, lambda found: found["state"] == "over")
    assert {over["champion"], again["champion"]} <= {1, 2, 3, 4}
    later = [
        entry
        for entry in petr.done("GET", f"{cup}/log")["log"]
        if entry["number"] > undone["version"]
    ]
    reports = [
        entry["by"]
        for entry in later
        if entry["entry"].get("match") == match["number"] and entry["entry"]["kind"] == "reported"
    ]
    assert reports == ["organiser:Petr"]  # the table does not report again what was taken back


def test_a_running_tournament_goes_on_at_another_place(site: Site) -> None:
    """From its export: paused, at new tables, and by new codes."""
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    cup = online_cup(petr, ana, bor, no_show=1)
    with here(ana, bor):
        table = table_of(ana, cup)
        export = petr.get(f"{cup}/export.json").content
        eve = site.visitor("Eve")
        copied = eve.post("/api/tournaments/import", content=export)
        assert copied.status_code == 201, copied.text
        copy = f"/api/tournaments/{copied.json()['id']}"
        assert copy != cup
        you = copied.json()["you"]
        assert (copied.json()["state"], you["organiser"]) == ("paused", True)
        page = copy.removeprefix("/api").replace("tournaments", "tournament")
        assert "Paused" in eve.get(page).text
        assert "Being played" not in eve.get(page).text
        assert "Being played" not in eve.get(f"{page}/screen").text.partition("wall-boards")[0]
        assert "Is one of them you?" in ana.get(page).text
        assert "Is one of them you?" not in eve.get(page).text
        assert petr.done("GET", copy)["you"]["organiser"] is False
        assert petr.refused("POST", f"{copy}/resume") == "forbidden"
        for person, number in ((ana, "1"), (bor, "2")):
            person.done("POST", f"{copy}/players/{number}/claim", code=you["codes"][number])
            assert "The tournament is paused. Your game is called" in person.get(page).text
        eve.done("POST", f"{copy}/resume")
        other = table_of(ana, copy)
        assert other != table
        ana.done(
            "POST", f"/api/tables/{other}/resignations", seat=ana.table(other)["you"]["seats"][0]
        )
        over = wait_for(eve, copy, lambda found: found["state"] == "over")
        assert over["champion"] == 2
        assert ana.table(table)["status"] == "live", "the game that was copied goes on as it was"
    for _ in range(2):  # also where results are of tables of other servers
        again = eve.post("/api/tournaments/import", content=eve.get(f"{copy}/export.json").content)
        assert again.status_code == 201, again.text
        assert (again.json()["state"], again.json()["champion"]) == ("over", 2)
        copy = f"/api/tournaments/{again.json()['id']}"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda told: b"[" * 70_000, "no JSON"),
        (lambda told: b"\xff", "no JSON"),
        (lambda told: {**told, "ludarium_tournament": 0}, "version 1"),
        (lambda told: {**told, "champion": 2}, "champion"),
        (lambda told: {**told, "log": told["log"][1:]}, "entry 1 of the log: a log begins"),
        (lambda told: {**told, "log": told["log"] + told["log"]}, "entry 7 of the log"),
        (lambda told: announced_again(told), "entry 7 of the log: a log begins"),
        (lambda told: changed(told, 0, at=9e9), "order of time"),
        (lambda told: changed(told, 1, at=1), "order of time"),
        (lambda told: changed(told, 0, by="organiser:" + "x" * 200), "too long"),
        (lambda told: changed(told, 0, options={"lives": 99}), "expected 1 to 9"),
        (lambda told: changed(told, 0, options={"lives": 2.5}), "lives is '2.5'"),
        (lambda told: changed(told, 0, options={"join": "x"}), "join is 'x'"),
        (lambda told: changed(told, 0, options={"game": "eve"}), "eve"),
        (lambda told: changed(told, 0, seed=None), "no number"),
        (lambda told: changed(told, 1, by="eve"), "nobody who could"),
        (lambda told: changed(told, 1, agent="engine:./eve"), "level:1 to level:8"),
        (lambda told: changed(told, 1, name="x" * 99), "expected 1 to 60 letters"),
        (lambda told: changed(told, 1, name="Bor"), "entry 3 of the log: there is a player Bor"),
        (lambda told: changed(told, 1, rating="1"), "entry 2"),
        (lambda told: changed(told, 3, order=[1, 1]), "none that follows"),
        (lambda told: changed(told, 4, byes=[1, 2]), "none that follows"),
        (lambda told: changed(told, 4, matches=[{"seats": [], "slot": ""}]), "none that follows"),
        (lambda told: changed(told, 5, winner=3), "no player 3"),
        (lambda told: changed(told, 5, by="table:eve"), "not played at this table"),
        (lambda told: changed(told, 5, kind="undone", entry=7), "cannot be undone"),
        (lambda told: changed(told, 5, kind="paused", match=[]), "entry 6"),
        (lambda told: {**told, "ludarium_tournament": 2}, "of version 2, from a newer Ludarium"),
        (lambda told: changed(told, 0, options={"weather": 1}), "entry 1 of the log has 'weather'"),
        (lambda told: changed(told, 1, weather=1), "entry 2 of the log has 'weather'"),
        (lambda told: changed(told, 5, kind="swapped"), "'swapped', which this Ludarium does not"),
    ],
)
def test_nothing_of_a_bad_export_is_imported(
    organiser: Visitor, change: Callable[[Any], Any], words: str
) -> None:
    """Nor what another program made up: each entry must follow from a request."""
    cup = with_players(organiser, "Ana", "Bor", format="single", seeding="entry")
    organiser.done("POST", f"{cup}/start")
    organiser.done("POST", f"{cup}/matches/1/results", winner=1)
    given = change(json.loads(organiser.get(f"{cup}/export.json").content))
    content = given if isinstance(given, bytes) else json.dumps(given)
    answer = organiser.post("/api/tournaments/import", content=content)
    assert refusal(answer) == "invalid"
    assert words in answer.json()["error"]


def announced_again(told: dict[str, Any]) -> dict[str, Any]:
    """An export that becomes another tournament in its last entry."""
    at = told["log"][-1]["at"]
    again = changed(told, 0, at=at, name="Another", options={"format": "swiss"})["log"][0]
    return {**told, "log": [*told["log"], again]}


def changed(told: dict[str, Any], number: int, **fields: Any) -> dict[str, Any]:
    """An export one of whose entries is another."""
    log = [dict(one) for one in told["log"]]
    if "options" in fields:
        fields["options"] = log[number]["options"] | fields["options"]
    common = {name: log[number][name] for name in ("at", "by")}
    kept = common if "kind" in fields else log[number]
    log[number] = kept | fields
    return {**told, "log": log}


def test_nobody_acts_for_players_who_were_here_by_a_code_elsewhere(site: Site) -> None:
    """Not even a visitor without any identity."""
    petr, phone = site.visitor("Petr"), site.visitor("Petr's phone")
    cup = with_players(petr, "Ana")
    you = petr.done("GET", cup)["you"]
    phone.done("POST", f"{cup}/organisers", code=you["organiser_code"])
    phone.done("POST", f"{cup}/players/1/claim", code=you["codes"]["1"])
    export = petr.get(f"{cup}/export.json").content
    copy = petr.post("/api/tournaments/import", content=export).json()["id"]
    for visitor in (phone, site.visitor("")):
        told = visitor.done("GET", f"/api/tournaments/{copy}")["you"]
        assert (told["organiser"], told["player"], told["codes"]) == (False, None, {})
    live = site.context.tournaments._live[copy].tournament
    assert "" not in {*live.organisers, *live.holders}


# Who may do what

DECISIONS = [
    ("POST", "/players", {"name": "Eve"}),
    ("PUT", "/players/1", {"name": "Eve"}),
    ("DELETE", "/players/2", {}),
    ("POST", "/players/1/return", {}),
    ("POST", "/players/1/excuse", {}),
    ("POST", "/start", {}),
    ("POST", "/rounds", {}),
    ("POST", "/pause", {}),
    ("POST", "/resume", {}),
    ("POST", "/finish", {}),
    ("POST", "/undo", {"entry": None}),
    ("POST", "/matches/1/forfeits", {"players": [1]}),
]


@pytest.fixture(scope="module")
def organiser(site: Site) -> Visitor:
    return site.visitor("Petr")


@pytest.fixture(scope="module")
def player(site: Site) -> Visitor:
    return site.visitor("Ana")


@pytest.fixture(scope="module")
def running(organiser: Visitor, player: Visitor) -> str:
    """A tournament of Ana and three others at the desk, in its first round, at two tables."""
    cup = with_players(organiser, "Bor", "Cyr", "Dana", size=2, largest=2)
    player.done("POST", f"{cup}/join")
    organiser.done("POST", f"{cup}/start")
    return cup


@pytest.mark.parametrize(("method", "path", "body"), DECISIONS)
def test_only_organisers_decide(
    site: Site, running: str, player: Visitor, method: str, path: str, body: dict[str, Any]
) -> None:
    before = player.done("GET", running)["version"]
    for visitor in (player, site.visitor("Eve"), site.program("Eve")):
        answer = visitor.request(method, f"{running}{path}", json=body)
        assert refusal(answer) == "forbidden", answer.text
    assert player.done("GET", running)["version"] == before


def test_players_report_their_own_table_only(site: Site, running: str, player: Visitor) -> None:
    found = player.done("GET", running)
    (other,) = [
        match for match in found["matches"] if match["number"] != found["you"]["match"]["number"]
    ]
    for visitor in (player, site.visitor("Eve"), site.program("Eve")):
        assert (
            visitor.refused(
                "POST", f"{running}/matches/{other['number']}/results", winner=other["seats"][0]
            )
            == "forbidden"
        )
    assert player.done("GET", running)["version"] == found["version"]


def test_writes_come_from_our_own_pages(running: str, organiser: Visitor) -> None:
    answer = organiser.post(
        f"{running}/pause", json={}, headers={"origin": "http://elsewhere.example"}
    )
    assert refusal(answer) == "forbidden"


def test_contradicting_reports_wait_for_the_organiser(site: Site) -> None:
    petr, ana, bor = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Bor")
    cup = announce(petr, game="ahyoheek", size=2, largest=2)
    for person in (ana, bor):
        person.done("POST", f"{cup}/join")
    petr.done("POST", f"{cup}/start")
    ana.done("POST", f"{cup}/matches/1/results", winner=1)
    disputed = bor.done("POST", f"{cup}/matches/1/results", winner=2)
    (match,) = disputed["matches"]
    assert (match["disputed"], match["claimed"], match["over"]) == (True, 2, False)
    assert petr.refused("POST", f"{cup}/rounds") == "not-now"
    petr.done("POST", f"{cup}/matches/1/results", winner=2)
    petr.done("POST", f"{cup}/rounds")
    log = [(entry["entry"]["kind"], entry["by"]) for entry in petr.done("GET", f"{cup}/log")["log"]]
    assert log[-4:] == [
        ("reported", "player:1"),
        ("disputed", "player:2"),
        ("reported", "organiser:Petr"),
        ("drawn", "organiser:Petr"),
    ]


def test_codes_make_organisers_and_players_on_other_devices(site: Site) -> None:
    petr, phone, eve = site.visitor("Petr"), site.visitor("Petr's phone"), site.visitor("Eve")
    cup = with_players(petr, "Ana", "Bor")
    you = petr.done("GET", cup)["you"]
    assert eve.refused("POST", f"{cup}/organisers", code="AAAA-AAAA") == "forbidden"
    assert eve.refused("POST", f"{cup}/organisers", code=you["codes"]["1"]) == "forbidden"
    assert phone.done(
        "POST", f"{cup}/organisers", code=you["organiser_code"].lower().replace("-", " ")
    )["you"]["organiser"]
    phone.done("POST", f"{cup}/start")
    assert eve.refused("POST", f"{cup}/players/1/claim", code=you["codes"]["2"]) == "forbidden"
    assert eve.done("POST", f"{cup}/players/1/claim", code=you["codes"]["1"])["you"]["player"] == 1
    assert list(eve.done("GET", cup)["you"]["codes"]) == ["1"]
    assert eve.done("DELETE", f"{cup}/players/1")["players"][0]["withdrawn"]
    assert you["organiser_code"] not in site.visitor("Cyr").get(cup).text


def test_a_player_of_a_swiss_is_left_out_of_a_round(site: Site) -> None:
    petr = site.visitor("Petr")
    cup = with_players(petr, "Ana", "Bor", "Cyr", format="swiss", game="yoxii")
    assert (
        "/players/3/excuse"
        in petr.get(cup.removeprefix("/api").replace("tournaments", "tournament")).text
    )
    assert petr.done("POST", f"{cup}/players/3/excuse")["players"][2]["excused"]
    assert petr.refused("POST", f"{cup}/players/3/excuse") == "not-now"
    assert not petr.done("POST", f"{cup}/start")["players"][2]["excused"]
    told = petr.done("GET", f"{cup}/rounds/1")
    assert (told["byes"], told["halves"]) == ([], [3])
    page = petr.get(cup.removeprefix("/api").replace("tournaments", "tournament")).text
    assert "Cyr (½)" in page


def test_holders_and_codes_stay_on_the_server(site: Site) -> None:
    petr, ana = site.visitor("Petr"), site.visitor("Ana")
    cup = announce(petr)
    ana.done("POST", f"{cup}/join")
    tournament_server = site.context.tournaments
    tournament = tournament_server._live[cup.rpartition("/")[2]].tournament
    secrets = [*tournament.organisers, *tournament.holders]
    assert len(secrets) == 2
    for path in ("", "/log", "/standings", "/export.json", "/standings.csv"):
        assert not any(secret in petr.get(f"{cup}{path}").text for secret in secrets)


# Bad input

SOUND = {"name": "Cup", "format": "lives", "game": "ahyoheek"}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": " "}, "expected 1 to 60 letters"),
        ({"format": "league"}, "format"),
        ({"game": "chaturanga"}, "chaturanga"),
        ({"size": 6}, "expected 2 to 5"),
        ({"lives": 0}, "lives is 0: expected 1 to 9"),
        ({"clock": {"kind": "fischer", "minutes": 5, "increment": 0}}, "no clock"),
        ({"clock": {"kind": "countdown"}}, "seconds"),
        ({"no_show": 0}, "no_show is 0"),
        ({"stakes": 5}, "stakes"),
    ],
)
def test_a_tournament_that_makes_no_sense(
    organiser: Visitor, change: dict[str, Any], words: str
) -> None:
    answer = organiser.post("/api/tournaments", json={**SOUND, **change})
    assert refusal(answer) == "invalid"
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("data", "query", "words"),
    [
        (b"", "", "empty"),
        (b"player of the year,rating\nAna,1\n", "", "no column 'name'"),
        (b"name,rating\nAna,1500\nBor,high\n", "", "row 3, column 'rating'"),
        (b"name\nAna\nBor\nana\n", "", "row 4, column 'name'"),
        (b"name\nPetr\n", "", "row 2"),
        (b"name\nJi\xf8\xed\n", "", "row 2, byte 3"),
        (b"name\nAna\n", "?encoding=klingon", "no encoding"),
        (b"name,bot\nAna,\nDeep,engine:./deep\n", "", "row 3, column 'bot'"),
        (b"name,bot\nDeep,level:9\n", "", "row 2, column 'bot'"),
        (b'name\n"Ana\n', "", "row 2"),
        (b"name;rating\nAna;1;2\n", "", "row 2"),
    ],
)
def test_nothing_of_a_bad_file_is_imported(
    organiser: Visitor, data: bytes, query: str, words: str
) -> None:
    cup = with_players(organiser, "Petr")
    answer = organiser.post(
        f"{cup}/players.csv{query}", content=data, headers={"content-type": "text/csv"}
    )
    assert answer.status_code in (409, 422), answer.text
    assert refusal(answer)
    assert words in answer.json()["error"]
    assert [player["name"] for player in organiser.done("GET", cup)["players"]] == ["Petr"]


def test_players_come_from_a_table_in_any_usual_encoding(organiser: Visitor) -> None:
    cup = announce(organiser, format="swiss", game="yoxii")
    files = [
        ("jméno;elo\nJiří;1500\n".encode("utf-16"), ""),
        ("name,bot\nŠárka,level:2\n".encode("cp1250"), "?encoding=windows-1250"),
    ]
    for data, query in files:
        answer = organiser.post(
            f"{cup}/players.csv{query}", content=data, headers={"content-type": "text/csv"}
        )
        assert answer.is_success, answer.text
    assert [
        (player["name"], player["bot"]) for player in organiser.done("GET", cup)["players"]
    ] == [("Jiří", None), ("Šárka", "level:2")]
    organiser.done("POST", f"{cup}/start")
    assert organiser.get(f"{cup}/tournament.trf").text.startswith("012 Spring cup\n")
    assert "Jiří" in organiser.get(f"{cup}/standings.csv").text


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("POST", "/matches/9/results", {"winner": 1}, "unknown"),
        ("POST", "/matches/1/results", {"winner": 99}, "unknown"),
        ("POST", "/matches/1/results", {"winner": None}, "invalid"),
        ("POST", "/matches/1/results", {"winner": 1.5}, "invalid"),
        ("POST", "/matches/1/forfeits", {"players": []}, "invalid"),
        ("POST", "/matches/1/forfeits", {"players": [99]}, "invalid"),
        ("POST", "/players", {"name": "ana"}, "taken"),
        ("POST", "/players", {"name": "x" * 61}, "invalid"),
        ("POST", "/players", {}, "invalid"),
        ("POST", "/players", {"bot": "engine:sh"}, "invalid"),
        ("POST", "/players", {"bot": "level:1", "count": 10**6}, "invalid"),
        ("PUT", "/players/99", {"name": "Eve"}, "unknown"),
        ("DELETE", "/players/99", {}, "unknown"),
        ("POST", "/start", {}, "not-now"),
        ("POST", "/rounds", {}, "not-now"),
        ("POST", "/undo", {"entry": 1}, "invalid"),
        ("POST", "/undo", {"entry": 999}, "invalid"),
        ("POST", "/undo", {"entry": 2}, "built-on"),
        ("GET", "/rounds/9", {}, "unknown"),
        ("GET", "/bracket.svg", {}, "invalid"),
        ("GET", "/tournament.trf", {}, "invalid"),
    ],
)
def test_what_makes_no_sense_is_refused(
    running: str, organiser: Visitor, method: str, path: str, body: dict[str, Any], code: str
) -> None:
    before = organiser.done("GET", running)["version"]
    answer = (
        organiser.get(f"{running}{path}")
        if method == "GET"
        else organiser.request(method, f"{running}{path}", json=body)
    )
    assert refusal(answer) == code, answer.text
    assert organiser.done("GET", running)["version"] == before


def test_a_result_of_a_match_that_is_over(organiser: Visitor) -> None:
    cup = with_players(organiser, "Ana", "Bor", format="single", game="yoxii")
    organiser.done("POST", f"{cup}/start")
    organiser.done("POST", f"{cup}/matches/1/results", winner=1)
    assert organiser.refused("POST", f"{cup}/matches/1/results", winner=2, game=2) == "not-now"
    assert organiser.refused("POST", f"{cup}/matches/1/forfeits", players=[1]) == "not-now"
    # a correction
    assert organiser.done("POST", f"{cup}/matches/1/results", winner=2)["champion"] == 2
    assert organiser.refused("POST", f"{cup}/join", name="Eve") == "over"


def test_there_is_no_such_tournament(organiser: Visitor) -> None:
    for path in ("", "/standings", "/log", "/export.json"):
        assert organiser.refused("GET", f"/api/tournaments/nowhere{path}") == "unknown"
    assert organiser.refused("POST", "/api/tournaments/nowhere/join", name="Ana") == "unknown"
    assert organiser.get("/tournament/nowhere").status_code == 404


def test_nobody_enters_twice(site: Site) -> None:
    petr, ana = site.visitor("Petr"), site.visitor("Ana")
    cup = announce(petr)
    ana.done("POST", f"{cup}/join")
    assert ana.refused("POST", f"{cup}/join", name="Ana the second") == "taken"
    closed = announce(petr, join=False)
    assert ana.refused("POST", f"{closed}/join") == "forbidden"


# Many players, many watchers


def test_a_field_of_thousands(site: Site) -> None:
    """A table larger than other requests may be; standings and tables by the page."""
    petr, watcher = site.visitor("Petr"), site.visitor("Ana")
    cup = announce(petr, name="Thousands")
    rows = "name,club\n" + "".join(
        f"Player {number},{'Chess club of the old town ' * 2}\n" for number in range(1, 1501)
    )
    assert len(rows) > 64 * 1024
    assert petr.post(f"{cup}/players.csv", content=rows.encode()).status_code == 200
    assert petr.post(f"{cup}/players", content=b" " * 70_000).status_code == 413
    petr.done("POST", f"{cup}/start")
    address = cup.replace("/api/tournaments", "/tournament")
    pages = [watcher.get(f"{address}?page={number}").text for number in (1, 2, 5, 6)]
    assert [text.count('<th scope="row">') for text in pages] == [300, 300, 300, 0]
    assert "1201–1500" in pages[0]
    assert pages[0].count('class="card-match"') == 150
    table = watcher.get(f"{address}?table=370").text
    assert table.count('class="card-match"') == len(petr.done("GET", cup)["matches"]) - 369


def test_long_sections_of_a_page_are_made_once_for_all(site: Site) -> None:
    """Each once a change and language, and holds nothing of who asked first; organisers have their
    own, with codes and buttons.
    """
    petr, ana, eva = site.visitor("Petr"), site.visitor("Ana"), site.visitor("Eva")
    cup = with_players(petr, "Bor", "Cyr")
    own_number = ana.done("POST", f"{cup}/join")["you"]["player"]
    address = cup.replace("/api/tournaments", "/tournament")
    petr.done("POST", f"{cup}/start")
    codes = petr.done("GET", cup)["you"]["codes"]
    assert all(code in petr.get(address).text for code in codes.values())
    first = eva.get(address).text
    assert not any(code in first for code in codes.values())
    assert "Correct the result" not in first
    assert first.count('aria-current="true"') == 1, "the language alone"
    with mock.patch(
        "ludarium.web.tournaments.sections.rendered", side_effect=AssertionError("made again")
    ):
        assert eva.get(address).text == first
        own = ana.get(address).text
        assert own.count('aria-current="true"') == 2
        assert f'data-player="{own_number}" aria-current="true"' in own
        assert codes[str(own_number)] in own, "one's own code, to go on from another device"
        assert sum(code in own for code in codes.values()) == 1
    petr.done("POST", f"{cup}/pause")
    assert eva.get(address).text != first


def test_a_large_tournament_leaves_time_for_others(site: Site) -> None:
    """Its pages are made in a thread, not in the event loop."""
    petr, ana = site.visitor("Petr"), site.visitor("Ana")
    cup = with_players(petr, "Bor", "Cyr")
    address = cup.replace("/api/tournaments", "/tournament")
    threads: set[str] = set()

    def noted(template: str, *arguments: Any, **values: Any) -> str:
        threads.add(threading.current_thread().name)
        return rendered(template, *arguments, **values)

    with mock.patch("ludarium.web.tournaments.sections.rendered", noted):
        for path in (address, f"{address}/screen"):
            assert ana.get(path).status_code == 200
    assert all(name.startswith("sections") for name in threads), threads
    assert threads


def test_several_players_enter_at_once_or_none(site: Site) -> None:
    petr = site.visitor("Petr")
    cup = with_players(petr, "Ana")
    for names, code in ((["Bor", "", "ana"], "taken"), (["", " "], "invalid"), ([], "invalid")):
        assert petr.refused("POST", f"{cup}/players", names=names) == code
    assert "row 3" in petr.ask("POST", f"{cup}/players", names=["Bor", "", "ana"]).json()["error"]
    found = petr.done("POST", f"{cup}/players", names=["Bor", "", " Cyr "])
    assert [one["name"] for one in found["players"]] == ["Ana", "Bor", "Cyr"]
    assert site.visitor().refused("POST", f"{cup}/players", names=["Eva"]) == "forbidden"


def test_the_wall_tells_how_to_enter_until_the_start(site: Site) -> None:
    petr = site.visitor("Petr")
    cup = with_players(petr, "Ana", "Bor")
    page = cup.replace("/api/tournaments", "/tournament")
    there = site.newcomer(host="hall.local:8000")
    told = there.get(f"{page}/screen").text
    assert "Enter with your phone:" in told
    assert f"<strong>hall.local:8000{page}</strong>" in told
    assert 'class="qr-code"' in told
    assert "qr-code" not in site.visitor().get(f"{page}/screen").text, "an address for nobody else"
    petr.done("POST", f"{cup}/start")
    assert "qr-code" not in there.get(f"{page}/screen").text


# Ranking-points


def test_a_name_brings_nobody_the_points_of_another() -> None:
    """Guests have points within a tournament, accounts for good."""
    seats = [
        {"name": "Petr", "account": None, "agent": None},
        {"name": "Ana", "account": "Ana", "agent": None},
    ]
    one, other = (
        {"tournament": name, "ply": 9, "result": {"reason": ""}, "seats": seats}
        for name in ("first", "second")
    )
    assert players_of(one)[0] != players_of(other)[0]
    assert (
        players_of(one)[1]
        == players_of(other)[1]
        != players_of({**one, "seats": [{**seats[0], "name": "Ana"}, seats[0]]})[0]
    )


def test_points_of_this_place(tmp_path: Path) -> None:
    with (
        mock.patch("ludarium.web.people.finished_games.SETTLED", 0.0),
        Site.opened(tmp_path) as site,
    ):
        petr = site.visitor("Petr")
        cup = announce(petr, online=True, automatic=True)
        petr.done("POST", f"{cup}/players", bot="level:1", count=5)
        petr.done("POST", f"{cup}/start")
        wait_for(petr, cup, lambda found: found["state"] == "over")
        rounds = [
            petr.done("GET", f"{cup}/rounds/{number}")
            for number in range(1, petr.done("GET", cup)["round"] + 1)
        ]
        matches = [match for drawn in rounds for match in drawn["matches"]]
        archive, live = (
            petr.done("GET", f"/api/points?scheme={scheme}") for scheme in ("archive", "live")
        )
    in_archive, at_table = Counter[str](), Counter[str]()
    for match in matches:
        for player in match["seats"]:
            others = len(match["seats"]) - 1
            won = player == match["winner"]
            # all are of rank 0 or 1, which both count 1
            in_archive[f"Bot {player}"] += others if won else 0
            at_table[f"Bot {player}"] += others if won else -1
    assert {row["name"]: row["points"] for row in archive["board"]} == dict(in_archive)
    assert {row["name"]: row["points"] - 100 for row in live["board"]} == dict(at_table)
    assert len(archive["changes"]) == len(matches)
    reasons = [change["reason"] for change in archive["changes"][0]["changes"]]
    assert any(f"+{len(reasons) - 1}: the other" in reason for reason in reasons)


def test_no_two_matches_are_at_the_same_table(organiser: Visitor) -> None:
    """In a bracket the next matches begin while others are played. Those that are over list their
    players in the order of their seats still.
    """
    cup = with_players(
        organiser, *(f"Player {number}" for number in range(8)), format="double", game="yoxii"
    )
    organiser.done("POST", f"{cup}/start")
    for number in (1, 2):
        match = organiser.done("GET", f"{cup}/rounds/1")["matches"][number - 1]
        organiser.done("POST", f"{cup}/matches/{number}/results", winner=match["seats"][0])
    open_ones = organiser.done("POST", f"{cup}/rounds")["matches"]
    assert sorted(match["table"] for match in open_ones) == [1, 2, 3, 4]
    address = cup.replace("/api/tournaments", "/tournament")
    rounds = organiser.get(address).text.partition('id="rounds"')[2]
    pairings = organiser.get(f"{address}/print?sheets=pairings&round=1").text
    for match in organiser.done("GET", f"{cup}/rounds/1")["matches"]:
        one, other = (f"Player {number - 1}" for number in match["seats"])
        for sheet in (rounds, pairings):
            assert re.search(f"{one}</span>[,·&; ]*<span[^>]*>{other}</span>", sheet)
