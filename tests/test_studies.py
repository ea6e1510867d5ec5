"""Studies: trees of moves that visitors save, share and copy."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.analysis.study import DrawnMark, StudyError, StudyPosition, checked, to_json
from ludarium.errors import LudariumError
from ludarium.eventlog import clock
from ludarium.play.record import Record
from ludarium.web.analysis import studies
from ludarium.web.http.guards import Bucket
from playing import DISTINCT
from serving import database_of
from tables_help import Site, Visitor, refusal

TREE: list[dict[str, Any]] = [
    {"comment": "Where it begins"},
    {"move": "e5/3f5", "marks": [{"start": "b4", "end": "e6", "colour": "red"}]},
    {"move": "d5/4e5", "comment": "The main line"},
    {"move": "e6/1d6", "after": 1, "marks": [{"start": "e3"}]},
]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    with database_of(request.param, folder) as database, Site.opened(folder, database) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.program("Ana")


def saved(visitor: Visitor, **fields: Any) -> str:
    body = {"game": "yoxii", "positions": TREE, **fields}
    identity: str = visitor.done("POST", "/api/studies", **body)["id"]
    return identity


def test_a_tree_is_checked_move_by_move() -> None:
    first = ludarium.start("chess")
    tree = [
        StudyPosition(comment=" a\x07b\n "),
        StudyPosition("e4"),
        StudyPosition("d4", after=0, marks=(DrawnMark("d4", "d5"),)),
        StudyPosition("d5"),
    ]
    assert to_json(checked(first, tree)) == [
        {"comment": "ab"},
        {"move": "e4"},
        {"move": "d4", "after": 0, "marks": ({"start": "d4", "end": "d5", "colour": "green"},)},
        {"move": "d5"},
    ]


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        ([], "0 positions"),
        ([StudyPosition()] * 1_001, "1001 positions"),
        ([StudyPosition("e4")], "comes after no move"),
        ([StudyPosition(), StudyPosition("e4", after=1)], "is not before it"),
        ([StudyPosition(), StudyPosition("e4", after=-1)], "is not before it"),
        ([StudyPosition(), StudyPosition("e5")], "e5"),
        ([StudyPosition(marks=(DrawnMark("z9"),))], "z9"),
        ([StudyPosition(marks=(DrawnMark("a1", "z9"),))], "z9"),
        ([StudyPosition(marks=(DrawnMark("a1"),) * 33)], "33 marks"),
    ],
)
def test_what_no_study_can_be(tree: list[StudyPosition], words: str) -> None:
    with pytest.raises(LudariumError, match=words):
        checked(ludarium.start("chess"), tree)


def test_a_check_stops_what_nobody_waits_for() -> None:
    def stop() -> None:
        raise StudyError("stopped")

    with pytest.raises(StudyError, match="stopped"):
        checked(ludarium.start("chess"), [StudyPosition(), StudyPosition("e4")], stop)


def test_a_study_is_shared_and_only_its_owner_changes_it(site: Site, ana: Visitor) -> None:
    identity = saved(ana, title="  Openings\tof mine ")
    path = f"/api/studies/{identity}"
    found = ana.done("GET", path)
    assert (found["mine"], found["title"], found["positions"][0]) == (
        True,
        "Openings of mine",
        TREE[0],
    )
    assert found["positions"][3]["after"] == 1
    reader = site.newcomer()
    assert reader.get(path).json() == {**found, "mine": False}
    assert reader.get(f"/study/{identity}").status_code == 200
    petr, changed = site.program("Petr"), {"game": "yoxii", "positions": TREE[:2]}
    assert petr.refused("PUT", path, **changed) == "unknown"
    assert petr.refused("DELETE", path) == "unknown"
    copied = petr.done("POST", "/api/studies", **changed)["id"]
    assert petr.done("GET", f"/api/studies/{copied}")["mine"]
    ana.done("PUT", path, **changed)
    assert len(reader.get(path).json()["positions"]) == 2
    assert identity in [study["id"] for study in ana.done("GET", "/api/studies")]
    assert identity not in [study["id"] for study in petr.done("GET", "/api/studies")]
    assert ana.request("DELETE", path).status_code == 204
    assert reader.refused("GET", path) == "unknown"
    assert reader.get(f"/study/{identity}").status_code == 404
    for odd in ("nowhere", "%00", "a'b", "x" * 65):
        assert reader.get(f"/study/{odd}").status_code == 404, odd


def test_a_study_tells_who_made_its_moves(ana: Visitor) -> None:
    seats = {"game": "yoxii", "positions": TREE}
    assert ana.done("POST", "/api/studies/seats", **seats)["seats"] == [[], [0], [1], [1]]
    board = ludarium.start("backgammon")
    line: list[dict[str, Any]] = [{}]
    while len(line) < 6:
        line.append({"move": str(board.legal[0])})
        board = board.play(board.legal[0])
    told = ana.done("POST", "/api/studies/seats", game="backgammon", positions=line)["seats"]
    assert [] in told[1:]  # a throw, then moves of one seat
    assert max(map(len, told)) == 1
    together = [{}, {"move": "P B"}]
    told = ana.done("POST", "/api/studies/seats", game="ahyoheek", seats=2, positions=together)
    assert told["seats"] == [[], [0, 1]]
    refused = ana.ask("POST", "/api/studies/seats", game="yoxii", positions=[{}, {"move": "z9"}])
    refusal(refused)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "nonesuch"}, "no such game"),
        ({"ruleset": "nonesuch"}, "nonesuch"),
        ({"position": "nonsense"}, "column"),
        ({"positions": [{}, {"move": "a1/1a2"}]}, "a1"),
        ({"positions": [{}, {"move": "e5/3f5", "after": 7}]}, "7"),
        ({"positions": [{"marks": [{"start": "\u202e"}]}]}, "no place"),
        ({"positions": [{"marks": [{"start": "a1", "colour": "puce"}]}]}, "colour"),
        ({"positions": [{"comment": "x" * 1_001}]}, "1000"),
        ({"positions": []}, "1"),
        ({"positions": [{}] * 1_001}, "1000"),
    ],
)
def test_what_cannot_be_saved(ana: Visitor, fields: dict[str, Any], words: str) -> None:
    answer = ana.ask("POST", "/api/studies", **{"game": "yoxii", "positions": TREE, **fields})
    refusal(answer)
    assert words in answer.json()["error"]


def test_every_kind_of_game_can_be_studied(ana: Visitor) -> None:
    for game in DISTINCT:
        first = ludarium.start(game)
        choices = {seat: first.legal_for(seat)[0] for seat in first.movers} or first.legal[0]
        after = first.play(choices)
        assert after.joint is not None
        tree = [{}, {"move": first.joint_text(after.joint)}]
        found = ana.done("GET", f"/api/studies/{saved(ana, game=game, positions=tree)}")
        assert (found["game"], found["positions"]) == (game, tree)


def test_studies_are_bounded(site: Site, ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    petr = site.program("Petr")
    first = saved(petr)
    monkeypatch.setattr(studies, "MOST_STUDIES", 1)
    assert petr.refused("POST", "/api/studies", game="yoxii", positions=TREE) == "not-now"
    petr.done("PUT", f"/api/studies/{first}", game="yoxii", positions=TREE)
    large = [{"comment": "ě" * 900}, *[{"move": "e5/3f5", "comment": "ě" * 900}] * 200]
    assert ana.ask("POST", "/api/studies", game="yoxii", positions=large).status_code == 413


def test_nobody_saves_too_often(tmp_path: Path) -> None:
    with Site.opened(tmp_path, limited=True) as site:
        site.context.saving = Bucket(rate=0.001, burst=1)
        saved(site.program("Ana"))
        petr = site.program("Petr")  # of the same address
        assert petr.refused("POST", "/api/studies", game="yoxii", positions=TREE) == "too-many"


def test_studies_of_guests_are_forgotten(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that nobody opens any more, and never those of accounts."""
    guest, owner = site.program("Guest"), site.visitor()
    owner.done("POST", "/api/accounts", name="Owner", password="correct horse")
    old, read, kept = saved(guest), saved(guest), saved(owner)
    later = clock.server_time() + studies.KEPT - 10
    monkeypatch.setattr(studies, "server_time", lambda: later)
    guest.done("GET", f"/api/studies/{read}")
    monkeypatch.setattr(studies, "server_time", lambda: later + 20)
    for name in ("Somebody", "Somebody else"):  # each forgets some, and other tests left theirs
        saved(site.program(name))
    assert guest.refused("GET", f"/api/studies/{old}") == "unknown"
    for identity in (read, kept):
        assert guest.get(f"/api/studies/{identity}").status_code == 200


def test_studies_of_a_deleted_account_are_deleted(site: Site) -> None:
    owner = site.visitor()
    owner.done("POST", "/api/accounts", name="Leaver", password="correct horse")
    identity = saved(owner)
    owner.done("POST", "/api/account/deletion", password="correct horse")
    end = time.monotonic() + 10
    while owner.get(f"/api/studies/{identity}").status_code == 200:
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_line_as_a_record(ana: Visitor) -> None:
    answer = ana.get("/api/games/yoxii/record.jsonl?moves=e5/3f5,d5/4e5")
    record = Record.from_json(answer.text)
    assert record.moves == ["e5/3f5", "d5/4e5"]
    position = record.position.text.partition(" ")[2]
    later = ana.get("/api/games/yoxii/record.jsonl", params={"position": position})
    assert json.loads(later.text)["start"] == record.position.text
    assert ana.refused("GET", "/api/games/yoxii/record.jsonl?moves=a1") == "invalid"
