"""Files of other programs on the server: games are read as studies, and written from tables and
studies. python-chess reads what is written.
"""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess.pgn
import pytest

from ludarium.errors import LudariumError
from ludarium.formats import FileGame, Source, read
from ludarium.formats.guessing import format_in
from ludarium.formats.studies import game_of_study
from ludarium.play.record import Record
from ludarium.web.analysis.file_routes import MOST_FAULTS, MOST_GAMES
from tables_help import Site, Visitor, refusal

PGN = """[Event "Club"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 {Open.} 2. g4 (2. e3 Qh4+) Qh4# 0-1
"""
GO = "(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[cc](;B[gc]C[Here.])(;B[cg]))"
DRAUGHTS = "1. 11-15 23-19 2. 8-11 *"
MATCH = " 1 point match\n\n Game 1\n Ann : 0   Bob : 0\n  1) 31: 8/5 6/5    42: 8/4 6/4\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with Site.opened(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def ana(site: Site) -> Visitor:
    return site.program("Ana")


@pytest.mark.parametrize(
    ("text", "format", "game", "moves"),
    [
        (PGN, "pgn", "chess", ["", "f3", "e5", "g4", "Qh4#", "e3", "Qh4+"]),
        (GO, "sgf", "go", ["", "e5", "c7", "g7", "c3"]),
        (DRAUGHTS, "pdn", "draughts", ["", "11-15", "23-19", "8-11"]),
        (MATCH, "mat", "backgammon", ["", "31", "8/5", "6/5", "roll", "42", "8/4", "6/4"]),
    ],
)
def test_the_games_of_a_pasted_text(
    ana: Visitor, text: str, format: str, game: str, moves: list[str]
) -> None:
    found = ana.done("POST", "/api/imports", text=text)
    (imported,) = found["games"]
    assert (found["format"], imported["game"], found["faults"]) == (format, game, [])
    told = [position.get("move", "") for position in imported["positions"]]
    assert sorted(told) == sorted(moves)
    kept = {name: imported[name] for name in ("game", "ruleset", "seats", "position", "positions")}
    assert ana.done("POST", "/api/studies", **kept, title=imported["title"])["id"]


def test_a_file_is_sent_in_base64(ana: Visitor) -> None:
    content = base64.b64encode(PGN.replace("Bob", "José").encode("latin-1")).decode()
    (game,) = ana.done("POST", "/api/imports", base64=content, name="club.PGN")["games"]
    assert (game["players"], game["result"], game["title"]) == (
        ["Ann", "José"],
        "0-1",
        "Club: Ann - José",
    )


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"text": "Hello there"}, "no file of games that is known here: expected one of PGN"),
        ({"text": ""}, "no file of games"),
        ({"base64": "not base64!"}, "no base64"),
        ({"name": "a.pgn"}, "expected text or base64"),
        ({"text": PGN, "base64": ""}, "expected text or base64"),
        ({"text": PGN, "format": "docx"}, "unknown format 'docx'"),
        ({"text": "x" * 1_000_001}, "at most 1000000 characters"),
    ],
)
def test_what_is_no_file_of_games(ana: Visitor, body: dict[str, Any], words: str) -> None:
    answer = ana.ask("POST", "/api/imports", **body)
    assert refusal(answer) == "invalid"
    assert words in answer.json()["error"]


@pytest.mark.parametrize("what", ["title", "players", "result"])
def test_no_half_of_a_sign_comes_back(ana: Visitor, what: str) -> None:
    half = {"title": "x\ud800", "players": ["x\ud800", ""], "result": {"text": "x\ud800"}}
    study = {"game": "chess", "positions": [{}], what: half[what]}
    (game,) = ana.done("POST", "/api/imports", text=json.dumps(study), name="a.json")["games"]
    assert game[what] in ("x", ["x", ""])


def test_reading_stops_where_nobody_waits() -> None:
    class LeftError(Exception):
        pass

    for text, format in ((PGN, "pgn"), (GO, "sgf"), (MATCH, "mat")):
        left = iter([False] * 3)  # the first bytes, their end, and a move

        def check(left: Iterator[bool] = left) -> None:
            if next(left, True):
                raise LeftError

        with pytest.raises(LeftError):
            list(read(Source(text, check=check), format))


def test_faults_are_told_with_their_places(ana: Visitor) -> None:
    broken = PGN.replace("g4", "Ke7")
    found = ana.done("POST", "/api/imports", text=f"{PGN}\n{broken}\n{PGN}")
    assert len(found["games"]) == 2
    (fault,) = found["faults"]
    assert re.match(r"13:\d+: 'Ke7'", fault)
    many = ana.done("POST", "/api/imports", text=broken * 50)
    assert (many["games"], len(many["faults"])) == ([], MOST_FAULTS)


def test_large_files_cost_no_more_than_their_share(ana: Visitor) -> None:
    found = ana.done("POST", "/api/imports", text=DRAUGHTS + "\n\n" + "1. 11-15 *\n\n" * 500)
    assert (len(found["games"]), found["more"]) == (MOST_GAMES, True)
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 2_000
    found = ana.done("POST", "/api/imports", text=f"1. {shuffle} *")
    assert found["games"] == []
    assert "expected at most 999" in found["faults"][0]


def test_a_game_that_is_too_long_is_not_played() -> None:
    for text, format in ((PGN, "pgn"), (GO, "sgf"), (MATCH, "mat")):
        (fault,) = read(Source(text, most_moves=1), format)
        assert "expected at most 1" in str(fault)
    long = Record.new("chess")
    for move in ("Nf3", "Nf6", "Ng1"):
        long.play(move)
    (fault,) = read(Source(long.to_json(), most_moves=2), "records")
    assert "a game of 3 moves: expected at most 2" in str(fault)


def test_a_study_as_pgn(ana: Visitor) -> None:
    tree: list[dict[str, Any]] = [
        {"comment": "Mate"},
        {"move": "f3"},
        {"move": "e5", "marks": [{"start": "e7", "end": "e5", "colour": "red"}]},
        {"move": "g4"},
        {"move": "Qh4#"},
        {"move": "e3", "after": 2},
    ]
    body = {"game": "chess", "title": "Quick", "positions": tree, "format": "pgn"}
    answer = ana.done("POST", "/api/studies/file", **body)
    assert answer["name"] == "chess.pgn"
    game = chess.pgn.read_game(io.StringIO(answer["content"]))
    assert game
    assert not game.errors
    assert game.comment == "Mate"
    assert [move.uci() for move in game.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert len(game.next().next().variations) == 2  # type: ignore[union-attr]
    (arrow,) = game.next().next().arrows()  # type: ignore[union-attr]
    assert arrow.pgn() == "Re7e5"
    (again,) = ana.done("POST", "/api/imports", text=answer["content"])["games"]
    assert {one.get("move") for one in again["positions"]} == {one.get("move") for one in tree}


def test_formats_are_those_that_the_game_has(ana: Visitor) -> None:
    games = {game["name"]: game["formats"] for game in ana.done("GET", "/api/games")}
    assert (games["chess"], games["go"], games["backgammon"]) == (["pgn"], ["sgf"], ["sgf", "mat"])
    assert games["yoxii"] == []
    body = {"game": "yoxii", "positions": [{}], "format": "pgn"}
    assert ana.refused("POST", "/api/studies/file", **body) == "unknown"


def test_a_finished_game_as_pgn(site: Site, ana: Visitor) -> None:
    table = ana.open("chess", "me", "me")
    assert ana.get(f"/api/tables/{table}/game.pgn").status_code == 200
    for ply, move in enumerate(("f3", "e5", "g4", "Qh4#")):
        ana.move(table, ply % 2, ply, move)
    answer = site.newcomer().get(f"/api/tables/{table}/game.pgn")
    assert f'filename="chess-{table}.pgn"' in answer.headers["content-disposition"]
    game = chess.pgn.read_game(io.StringIO(answer.text))
    assert game
    assert (game.headers["White"], game.headers["Result"]) == ("Ana", "0-1")
    assert game.end().board().is_checkmate()
    assert ana.refused("GET", f"/api/tables/{table}/game.sgf") == "unknown"


def test_formats_are_found_by_how_files_begin() -> None:
    for text, format in ((PGN, "pgn"), (GO, "sgf"), (DRAUGHTS, "pdn"), (MATCH, "mat")):
        assert format_in(text.encode()).name == format
        assert format_in(b"\xef\xbb\xbf" + text.encode()).name == format
    (game,) = read(PGN, "pgn")
    assert isinstance(game, FileGame)
    assert format_in(str(game.study().to_json()).replace("'", '"').encode()).name == "studies"
    assert game_of_study(game.study().to_json()).game.name == "chess"
    with pytest.raises(LudariumError, match="expected one of"):
        format_in(Path(__file__).read_bytes()[:0])
