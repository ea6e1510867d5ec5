"""`ludarium tournament`: a tournament at the desk, as an organiser runs it, and on paper."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from ludarium.cli import main
from ludarium.draw.bracket import Box, Heading, PlayerLine, bracket_svg
from ludarium.draw.pen import text_width
from ludarium.errors import RecordError
from ludarium.tournaments import checks
from ludarium.tournaments.entries import Claimed, log_from_text, log_to_text
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.bracket_picture import bracket_pages, bracket_picture
from ludarium.tournaments.reports.exporting import as_json
from ludarium.tournaments.restoring import log_of_export
from ludarium.tournaments.simulate import ORGANISER, Play, simulate
from ludarium.tournaments.tournament import fold

# fmt: off
NAMES = [
    "Ana", "Bořek", "Cyril", "Dana", "Emil", "Františka", "Gustav", "Hana",
    "Ivan", "Jana", "Karel", "Lenka", "Marek", "Nina", "Otto", "Petra",
    "Quido", "Radka", "Šimon", "Tereza", "Uma", "Vít", "Žofie",
]
# fmt: on
Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `ludarium tournament ...` in an empty folder: what it prints, or with a code other than
    0, what it complains of.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def command(*arguments: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["ludarium", "tournament", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        assert (ended.value.code or 0) == code, told
        if code:
            assert len(told.err.strip().splitlines()) == 1, "bad input is one line"
        return told.out if not code else told.err

    return command


def shown(run: Run, file: str = "cup.event") -> Any:
    return json.loads(run("show", file, "--json"))


def play_on(run: Run, file: str = "cup.event") -> None:
    """Every open match is won by its first player, by name, until the next round must be drawn."""
    event = shown(run, file)
    names = {player["number"]: player["name"] for player in event["players"]}
    for match in event["rounds"][-1]["matches"]:
        if match["result"] is None:
            run(
                "report",
                file,
                str(match["number"]),
                min(names[player] for player in match["seats"]),
            )


def test_a_whole_tournament_of_23_at_the_desk(run: Run) -> None:
    Path("players.csv").write_text("name\n" + "\n".join(NAMES), encoding="utf-8")
    assert "23 players, open" in run(
        "new",
        "cup.event",
        "--game",
        "ahyoheek",
        "--name",
        "Cavern cup",
        "--players",
        "players.csv",
        "--as",
        "Petr",
    )
    assert "round 1" in run("start", "cup.event", "--as", "Petr")
    for _ in range(20):
        play_on(run)
        if shown(run)["state"] == "over":
            break
        run("next", "cup.event")
    event = shown(run)
    assert event["players"][event["champion"] - 1]["name"] == "Ana"
    assert [player["losses"] for player in event["players"]].count(2) == 22
    assert "Winner: Ana" in run("show", "cup.event")
    assert run("standings", "cup.event").splitlines()[1].split()[:3] == [
        "1",
        "Ana",
        str(len(event["rounds"])),
    ]
    log = run("log", "cup.event")
    assert "organiser:Petr" in log
    assert log.count("reported") == sum(len(drawn["matches"]) for drawn in event["rounds"])
    paper = run("print", "cup.event")
    assert all(name in paper for name in NAMES)


def test_corrections(run: Run) -> None:
    run("new", "cup.event", "--game", "yoxii", "--format", "swiss", "--seed", "1")
    run("add", "cup.event", "Ana", "Bor", "Cyr")
    run("add", "cup.event", "Dan", "--rating", "1700")
    run("rename", "cup.event", "Cyr", "Cyril")
    run("start", "cup.event")
    seats = {match["number"]: match["seats"] for match in shown(run)["rounds"][0]["matches"]}
    assert "wins" in run("report", "cup.event", "1", str(seats[1][0]))
    assert "wins" in run("report", "cup.event", "1", str(seats[1][1]))
    assert shown(run)["rounds"][0]["matches"][0]["winner"] == seats[1][1]
    run("undo", "cup.event")
    assert shown(run)["rounds"][0]["matches"][0]["winner"] == seats[1][0]
    assert "[reported" in run("log", "cup.event")
    assert "a draw" in run("report", "cup.event", "2", "draw")
    run("withdraw", "cup.event", str(seats[2][0]))
    run("restore", "cup.event", str(seats[2][0]))
    run("add", "cup.event", "Late")
    run("add", "cup.event", "Skips")
    assert "left out of the next round: Skips" in run("excuse", "cup.event", "Skips")
    run("excuse", "cup.event", "Skips", code=2)
    run("pause", "cup.event")
    run("next", "cup.event", code=2)
    run("resume", "cup.event")
    assert "Skips (½)" in run("next", "cup.event")
    assert shown(run)["rounds"][1]["halves"] == [6]
    run("forfeit", "cup.event", "3", str(shown(run)["rounds"][1]["matches"][0]["seats"][0]))
    play_on(run)
    assert shown(run)["state"] == "over"
    assert run("export", "cup.event", "--as", "csv").startswith("rank,name,rating,bot,state,points")
    assert "001    1" in run("export", "cup.event", "--as", "trf")
    assert run("export", "cup.event", "--as", "json", "--out", "cup.json") == "Wrote cup.json.\n"
    assert (
        json.loads(Path("cup.json").read_text(encoding="utf-8"))["standings"]
        == json.loads(run("standings", "cup.event", "--json"))["standings"]
    )


@pytest.mark.parametrize("kind", ["lives", "double", "single", "swiss", "roundrobin"])
def test_simulations_as_programs_read_them(run: Run, kind: str) -> None:
    arguments = (
        "simulate",
        "--format",
        kind,
        "--game",
        "yoxii",
        "--players",
        "11",
        "--seed",
        "5",
        "--dropouts",
        "0.02",
        "--json",
    )
    text = run(*arguments)
    assert run(*arguments) == text
    data = json.loads(text)
    assert list(data) == ["rounds", "losses", "champion"]
    assert len(data["losses"]) == 11
    assert data["champion"] in data["losses"]
    for drawn in data["rounds"]:
        assert list(drawn) == ["tables", "byes"]
        for table in drawn["tables"]:
            assert list(table) == ["seats", "winner", "result"]
            assert table["winner"] in (*table["seats"], None)


def test_bad_input(run: Run) -> None:
    assert "cannot read cup.event: No such file" in run("show", "cup.event", code=2)
    assert "unknown game 'ches'" in run("new", "cup.event", "--game", "ches", code=2)
    assert not Path("cup.event").exists()
    run("new", "cup.event", "--game", "ahyoheek")
    assert "cup.event is there already" in run("new", "cup.event", "--game", "ahyoheek", code=2)
    assert "0 players: expected 2 or more" in run("start", "cup.event", code=2)
    assert "there is a player Ana already" in run("add", "cup.event", "Bor", "Ana", "Ana", code=2)
    assert shown(run)["players"] == [], "all or none"
    run("add", "cup.event", "Ana", "Bor", "Cyr")
    assert "The tournament has not started" in run("next", "cup.event", code=2)
    assert "there is no match 1: none has been drawn" in run(
        "report", "cup.event", "1", "Ana", code=2
    )
    assert "no round has been drawn" in run("print", "cup.event", "cards", code=2)
    run("start", "cup.event")
    assert "there is no match 7: expected 1 to 1" in run("report", "cup.event", "7", "Ana", code=2)
    assert "there is no player 'An': did you mean Ana?" in run(
        "report", "cup.event", "1", "An", code=2
    )
    assert "there is a bracket in single and double elimination" in run(
        "print", "cup.event", "bracket", code=2
    )
    assert "unknown sheet 'poster'" in run("print", "cup.event", "poster", code=2)
    assert "unknown language 'xx'" in run("print", "cup.event", "--language", "xx", code=2)
    assert "unknown form 'pdf'" in run("export", "cup.event", "--as", "pdf", code=2)
    assert "TRF is for a Swiss" in run("export", "cup.event", "--as", "trf", code=2)
    Path("players.csv").write_bytes("name\nAna\nBo\u0159ek\n".encode("cp1250"))
    assert "players.csv: row 3, byte 3: not UTF-8 text" in run(
        "add", "cup.event", "--players", "players.csv", code=2
    )
    with Path("cup.event").open("a", encoding="utf-8") as file:
        file.write('{"kind": "reported"\n')
    assert "cup.event: line 7: not a whole entry" in run("show", "cup.event", code=2)
    Path("empty.event").write_text("", encoding="utf-8")
    assert "line 1: expected the announcement" in run("show", "empty.event", code=2)


def test_a_change_is_written_as_a_whole(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed at the worst moment, the file is as it was; nothing half-written is left in its
    place.
    """
    run("new", "cup.event", "--game", "ahyoheek")
    before = Path("cup.event").read_bytes()

    class KilledError(Exception):
        pass

    def killed(*arguments: object) -> None:
        raise KilledError

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", killed)
        patched.setattr(sys, "argv", ["ludarium", "tournament", "add", "cup.event", "Ana", "Bor"])
        with pytest.raises(KilledError):
            main()
    assert Path("cup.event").read_bytes() == before
    run("add", "cup.event", "Ana", "Bor")
    assert len(shown(run)["players"]) == 2


def test_the_old_name_still_works(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["ludarium", "event", "new", "old.event", "--game", "yoxii"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert Path("old.event").is_file()
    monkeypatch.setattr(sys, "argv", ["ludarium", "--help"])
    with pytest.raises(SystemExit):
        main()
    listed = capsys.readouterr().out
    assert "tournament" in listed
    assert " event " not in listed


# Paper


def test_sheets(run: Run) -> None:
    run(
        "new",
        "cup.event",
        "--game",
        "yoxii",
        "--format",
        "double",
        "--name",
        "Cup of <b>Tea</b>",
        "--seeding",
        "entry",
    )
    run("add", "cup.event", *NAMES[:8], "<script>alert(1)</script>")
    run("start", "cup.event")
    run("report", "cup.event", "1", "draw")
    sheets = run("print", "cup.event")
    assert "<script>" not in sheets
    assert "&lt;script&gt;" in sheets
    assert "Cup of &lt;b&gt;Tea&lt;/b&gt;" in sheets
    assert sheets.count('class="card"') == 4, (
        "of nine players, two play in the first round, and six of those with a bye in the second"
    )
    assert "http" not in sheets.replace('xmlns="http://www.w3.org/2000/svg"', ""), (
        "it needs no network"
    )
    assert "Lístky" not in sheets
    czech = run("print", "cup.event", "--language", "cs")
    assert "lístky ke stolům" in czech
    assert 'lang="cs"' in czech
    assert run("print", "cup.event", "bracket", "--out", "cup.svg") == "Wrote cup.svg.\n"
    root = ElementTree.parse("cup.svg").getroot()
    assert root.get("width") is not None
    assert "only a bracket is drawn as SVG" in run(
        "print", "cup.event", "cards", "--out", "cards.svg", code=2
    )


def test_a_bracket_shows_every_match_once() -> None:
    event = simulate(Options.checked(format="double", game="yoxii"), 23, 4, Play(dropouts=0.03))
    picture = ElementTree.fromstring(bracket_picture(event))
    drawn = [group.attrib["data-match"] for group in picture.iter() if group.get("data-match")]
    assert sorted(drawn) == sorted(match.slot for match in event.matches.values())
    pages = [ElementTree.fromstring(page) for page in bracket_pages(event)]
    on_pages = {
        group.get("data-match")
        for page in pages
        for group in page.iter()
        if group.get("data-match")
    }
    assert on_pages == set(drawn)


@pytest.mark.parametrize(
    ("kind", "players"),
    [("single", 5), ("single", 40), ("double", 3), ("double", 23), ("double", 100)],
)
def test_boxes_of_a_bracket_never_overlap(kind: str, players: int) -> None:
    event = simulate(Options.checked(format=kind, game="yoxii"), players, 1, Play(dropouts=0.05))
    half_way = fold(
        "half",
        log_from_text("".join(f"{line}\n" for line in log_lines(event)[: len(event.log) // 2])),
    )
    for page in (
        *bracket_pages(event),
        *bracket_pages(half_way),
        bracket_picture(event),
        bracket_picture(half_way),
    ):
        root = ElementTree.fromstring(page)
        wide, high = float(root.attrib["width"]), float(root.attrib["height"])
        places = []
        for group in root.iter("{http://www.w3.org/2000/svg}g"):
            if group.get("data-match"):
                frame = group[0].attrib
                places.append(
                    (
                        float(frame["x"]),
                        float(frame["y"]),
                        float(frame["width"]),
                        float(frame["height"]),
                    )
                )
        assert len(set(places)) == len(places)
        for x, y, width, height in places:
            assert x >= 0 <= y
            assert x + width <= wide
            assert y + height <= high
            assert not any(x == other[0] and 0 < abs(y - other[1]) < height for other in places)


def test_a_running_tournament_comes_back_from_its_export(tmp_path: Path) -> None:
    """Exactly, wherever it had come to; what was changed by hand is refused."""
    event = simulate(Options.checked(format="swiss", game="yoxii"), 9, 1, Play(undo=0.2))
    for length in (1, 5, len(event.log) // 2, len(event.log)):
        lines = "".join(f"{line}\n" for line in log_lines(event)[:length])
        exported = json.loads(json.dumps(as_json(fold("cup", log_from_text(lines)))))
        log = log_of_export(json.dumps(exported))
        assert json.loads(json.dumps(as_json(fold("cup", log)))) == exported
        assert (log_to_text(log), log_of_export(json.dumps(exported))) == (lines, log)
    claimed = [
        *log_from_text(lines),
        Claimed(at=9e9, by="", player=None, holder="secret"),
    ]
    text = json.dumps(as_json(fold("cup", claimed)))
    assert "secret" not in text
    assert json.dumps(as_json(fold("cup", log_of_export(text)))) == text
    first = exported["log"][0]
    for changed, words in (
        ({"champion": exported["champion"] + 1}, "champion"),
        ({"log": exported["log"][:-3]}, "told of"),
        ({"log": [first, {**first, "kind": "drawn"}]}, "entry 2"),
        ({"log": [first, 7]}, "entry 2"),
        ({"log": [{**first, "options": {}}]}, "hold together"),
        ({"log": []}, "no log"),
        ({"ludarium_tournament": 2}, "version 1"),
    ):
        with pytest.raises(RecordError, match=words):
            log_of_export(json.dumps({**exported, **changed}))
    for text in ("", "[" * 100_000, "7"):
        with pytest.raises(RecordError):
            log_of_export(text)


def test_a_long_name_fits_its_box() -> None:
    """All of it, smaller or in several rows."""
    for name in (
        "Anastasia Featherstonehaugh-Cholmondeley of Wittenham",
        "Wilhelmina Alexandrovna Konstantinopolskaya the Second Elder",
        "Jean-Luc van den Berg der Ältere",
    ):
        lines = (PlayerLine(name, won=True), PlayerLine(name))
        root = ElementTree.fromstring(
            bracket_svg(
                [Box("W1.1", 0, 0.0, "1", lines, "played")], [Heading(0, 0, "Final")], "Cup"
            )
        )
        texts = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
        assert "…" not in "".join(texts)
        for text in root.iter("{http://www.w3.org/2000/svg}text"):
            assert text_width(text.text or "", float(text.attrib["font-size"])) <= 144
        assert "".join(texts).replace(" ", "").count(name.replace(" ", "")) == 2


def log_lines(event: Any) -> list[str]:
    from ludarium.tournaments.entries import log_to_text

    return log_to_text(event.log).splitlines()


def test_sheets_fit_a_phone_and_paper(browser: Browser, run: Run, tmp_path: Path) -> None:
    """At 390 px nothing but the bracket's own frame scrolls sideways, its letters are 14 px high;
    and it prints as PDF.
    """
    event = simulate(Options.checked(format="double", game="yoxii"), 16, 1, Play())
    (tmp_path / "cup.event").write_text("\n".join(log_lines(event)) + "\n", encoding="utf-8")
    run("print", "cup.event", "--out", "cup.html")
    page = browser.new_page()
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((tmp_path / "cup.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    frame = page.locator(".picture-frame").first
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    name = page.locator(".picture-frame svg text[font-size='14']").first
    box = name.bounding_box()
    assert box
    assert box["height"] >= 14
    assert page.pdf(prefer_css_page_size=True).startswith(b"%PDF")
    page.close()


def test_organisers_of_simulations_are_named() -> None:
    event = simulate(Options.checked(format="single", game="yoxii"), 2, 1, Play())
    assert {entry.by for entry in event.log} == {str(ORGANISER)}
    assert checks.named(event, "P1") == 1
