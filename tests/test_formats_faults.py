"""Files that are broken, cut, foreign, illegal or huge: each is told in one line with its place,
and nothing is half done.
"""

from __future__ import annotations

import io
import json
import random
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludarium import formats
from ludarium.cli.commands import app
from ludarium.errors import LudariumError
from ludarium.formats import FileError, FileFault, FileGame, Source
from ludarium.formats.conversion import FORMATS
from ludarium.play.record import Record

GOOD = '[White "Ann"]\n\n1. e4 e5 2. Nf3 *\n\n'
LONG = "9" * 5000  # Python reads no number of so many digits
GO = "(;GM[1]SZ[9];B[aa];W[bb])\n"


def read(text: str | bytes, name: str) -> tuple[list[str], list[str]]:
    """The faults of a text, and the last moves of its games."""
    found = [*formats.read(text, name)]
    sound = [one for one in found if isinstance(one, FileGame)]
    told = [str(one) for one in found if isinstance(one, FileFault)]
    return told, [one.record().moves[-1] for one in sound]


BROKEN = {
    "pgn": {
        "1. e4 e5 2. Ke3 *": "3:13: 'Ke3' is not a legal move here",
        "1. e4 e5 2. Nf3 (2. Nc3 *": "3:17: a variation without its end",
        "1. e4 {never": "3:7: a comment without its end",
        "1. e4 ) e5 *": "3:7: ) without (",
        "(1. e4) *": "3:1: a variation before any move",
        "1. e4 (()) *": "3:8: a variation before any move",
        "1. e4 () *": "3:8: an empty variation",
        "$3 1. e4 *": "3:1: a sign before any move",
        "1. e4 ] *": "3:7: ']'",
        f"1. {'x' * 900} *": "3:4: a word of 900 characters",
        "1. e4 -- 2. d4 *": "3:7: '--' is not a legal move here: null moves are expected in",
        "1. Nb3 *": "3:4: 'Nb3' is not a legal move here",
    },
    "sgf": {
        "(;GM[1]SZ[9];B[aa];W[aa])": "3:19: 'aa' is not a legal move here",
        "(;GM[1]SZ[9];B[zz])": "3:13: 'zz' is no point of a board of 9 by 9",
        "(;GM[1]SZ[9];B[aa": "3:15: a value of B without its end",
        "(;GM[1]SZ[9];B[aa]": "a game within a game: expected ) before",
        "(;GM[1]SZ[9];B)": "B without a value",
        "(;GM[1]SZ[9]((;B[aa]))": "3:14: ( after (",
        "(;GM[1]SZ[9]())": "3:14: ) after (",
        "(;GM[1]SZ[9];B[aa];AB[bb])": "stones placed in the middle of a game",
        "(;GM[1]SZ[9];5[aa])": "expected a property",
        "(;GM[1]SZ[8])": "a board of SZ[8]",
        f"(;GM[1]SZ[{LONG}])": "a board of SZ[99999999999999999999]: expected 9, 13, 19",
        f"(;GM[6]MI[length:5][ws:{LONG}][bs:0])": "a score of MI[ws:999999999][bs:0]: expected",
        "(;GM[6]MI[length:5][ws:²][bs:0])": "a score of MI[ws:²][bs:0]: expected",
        "(;GM[99])": "a game that is not known here",
        "(;GM[4]SZ[15];B[hh];B[hi])": "a move of B, expected one of W",
    },
    "pdn": {
        '[GameType "99"]\n\n1. 11-15 *': "a game that is not known here",
        "1. 11-16 24-19 2. 8-11 22-99 *": "2:24: '22-99' is not a legal move here",
        '[FEN "Q:W1"]\n\n*': "expected W or B",
        '[FEN "B:W1,77:B5"]\n\n*': "there is no cell '77'",
        f'[FEN "B:W1,{LONG}:B5"]\n\n*': "there is no cell '99999999999999999999'",
        f'[FEN "B:W1-{LONG}:B5"]\n\n*': "there is no cell '1-999999999999999999'",
        "1. ²-5 *": "2:4: '²-5' is not a legal move here",
    },
}


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [(name, text, told) for name, cases in BROKEN.items() for text, told in cases.items()],
)
def test_what_is_broken_is_told_with_its_place_and_the_others_are_read(
    name: str, text: str, told: str
) -> None:
    good, head = (GO, "") if name == "sgf" else (GOOD, '[Event "x"]\n')
    if name == "pdn":
        good, head = GOOD.replace("e4 e5 2. Nf3", "11-15 22-18 2. 15x22"), ""
    elif name == "sgf":
        good, head = GO, "\n"
    first = f"{head}\n{text}\n" if not text.startswith("[") else f"{text}\n"
    faults, moves = read(f"{first}\n{good}{good}", name)
    assert len(faults) == 1, faults
    assert told in faults[0]
    assert "\n" not in faults[0]
    assert re.match(r"\d+:\d+: ", faults[0])
    assert moves == [moves[0]] * 2


def test_a_file_without_its_end_gives_what_is_whole() -> None:
    for cut in range(1, len(GO)):
        faults, moves = read(GO + GO[:cut].rstrip("\n"), "sgf")
        assert moves[0] == "b8"
        assert len(faults) + len(moves) == 2


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_noise_is_refused_in_lines(name: str) -> None:
    source = random.Random(3)
    for size in (0, 1, 15, 16, 17, 84, 1024, 5000):
        for data in (source.randbytes(size), bytes(source.choices(b"(){}[];:.,* aB1\n", k=size))):
            try:
                found = list(formats.read(data, name))
            except FileError as error:
                assert "\n" not in str(error)
            else:
                assert all("\n" not in str(one) for one in found)


@pytest.mark.parametrize("name", ["pgn", "sgf", "pdn"])
def test_a_mutilated_file_breaks_no_reader(name: str) -> None:
    """Signs of a sound file are lost, doubled and exchanged."""
    source = random.Random(5)
    text = {"pgn": GOOD, "sgf": GO, "pdn": GOOD.replace("e4 e5 2. Nf3", "11-15 22-18 2. 15x22")}
    for _ in range(200):
        signs = list(text[name] * 2)
        for _ in range(source.randrange(1, 4)):
            at = source.randrange(len(signs))
            signs[at] = source.choice(("", signs[at] * 2, source.choice(signs), "(", "[", "{"))
        for found in formats.read("".join(signs), name):
            if isinstance(found, FileGame):
                formats.written(found, name)
                found.record().to_json()


class Endless(io.RawIOBase):
    """A file of so many bytes that is nowhere."""

    def __init__(self, begin: bytes, more: bytes, size: int) -> None:
        self._begin, self._more, self._left = begin, more * (1 << 12), size

    def read(self, count: int = -1) -> bytes:
        data, self._begin = self._begin or self._more, b""
        data = data[: min(count, self._left)]
        self._left -= len(data)
        return data


HUGE = {
    "pgn": [(b"", b"("), (b"1. e4 {", b"x y\n"), (b"", b"Nf3 Nf6 Ng1 Ng8 "), (b'[A "', b"x")],
    "sgf": [(b"", b"("), (b"(;GM[1]SZ[9]C[", b"x")],
    "studies": [(b"", b"["), (b'{"a": "', b"x"), (b"{", b'"a": {')],
    "records": [(b"", b"["), (b'{"ludarium": ', b"9")],
    "mat": [(b"", b"x")],
}


@pytest.mark.parametrize(
    ("name", "begin", "more"), [(name, *way) for name, ways in HUGE.items() for way in ways]
)
def test_memory_does_not_grow_with_the_file(name: str, begin: bytes, more: bytes) -> None:
    found: Iterator[FileGame | FileFault] = formats.read(
        Source(Endless(begin, more, 1 << 40)),  # type: ignore[arg-type]
        name,
    )
    tracemalloc.start()
    try:
        fault = next(found)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert isinstance(fault, FileFault)
    assert "expected" in str(fault)
    assert most < 200_000_000


def test_depth_of_variations_is_no_matter() -> None:
    deep = 3000
    text = "1. e4 " + "(1. d4 " * deep + ")" * deep + " *"
    (game,) = formats.read(text, "pgn")
    assert isinstance(game, FileGame)
    again = formats.written(game, "pgn")
    assert isinstance(again, str)
    assert again.count("(") == deep
    tree = "(;GM[1]SZ[9]" + "(;B[aa](;W[bb]" * deep + "))" * deep + ")"
    faults, _ = read(tree, "sgf")
    assert "'aa' is not a legal move here" in faults[0]


def test_too_many_games_are_told() -> None:
    found = list(formats.read(GOOD * 5, "pgn", most_games=3))
    assert [isinstance(one, FileGame) for one in found] == [True, True, True, False]
    assert "more than 3 games" in str(found[-1])


def test_a_study_is_refused_or_cut_in_words() -> None:
    long = f'[Event "x"]\n\n1. e4 {{{"word " * 500}}} *'
    (game,) = formats.read(long, "pgn")
    assert isinstance(game, FileGame)
    assert game.study().cut == ("1 comment shortened",)
    (many,) = formats.read("1. e4 " + "(1. d4) " * 1000 + "*", "pgn")
    assert isinstance(many, FileGame)
    with pytest.raises(FileError, match="1002 positions: expected at most 1000"):
        many.study()


# The command


def run(*words: str | Path, fails: bool = False) -> str:
    result = CliRunner().invoke(app, ["convert", *map(str, words)])
    if fails and isinstance(result.exception, LudariumError):
        return str(result.exception)
    assert (result.exit_code != 0) == fails, result.output
    return result.output


def test_convert_writes_all_files_as_one(tmp_path: Path) -> None:
    one, two, out = (tmp_path / name for name in ("a.pgn", "b.pgn", "c.jsonl"))
    one.write_text(GOOD * 2)
    two.write_text(GOOD)
    assert "Wrote 3 games" in run(one, two, out)
    assert out.read_text().count("\n") == 3
    back, tree = tmp_path / "d.pgn", tmp_path / "e.json"
    run(out, back)
    assert back.read_text().count("1. e4 e5 2. Nf3 *") == 3
    run(back, tree)
    run(tree, back)
    assert back.read_text().count('[White "Ann"]') == 3


def test_convert_leaves_the_file_as_it_was_where_a_game_is_broken(tmp_path: Path) -> None:
    bad, out = tmp_path / "a.pgn", tmp_path / "c.jsonl"
    bad.write_text(GOOD + '[Event "x"]\n\n1. e5 *\n\n' + GOOD)
    out.write_text("before")
    assert "a.pgn:7:4: 'e5' is not a legal move here" in run(bad, out, fails=True)
    assert out.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "c.jsonl"]
    told = run(bad, out, "--keep-going", fails=True)
    assert "1 game not converted" in told
    assert out.read_text().count("\n") == 2


def test_convert_tells_what_is_lost(tmp_path: Path) -> None:
    given, out = tmp_path / "a.pgn", tmp_path / "c.jsonl"
    given.write_text("1. e4 {good} e5 (1... c5) 2. Nf3 $1 *")
    assert "cannot say: 1 comments, 1 signs, 1 variations (1 game)" in run(given, out)
    study, again = tmp_path / "a.json", tmp_path / "b.pgn"
    study.write_text('{"game": "chess", "positions": [{}, {"move": "e4", "comment": "{a} }"}]}')
    assert "PGN cannot say: 2 } in comments (1 game)" in run(study, again)
    assert "{ {a) ) }" in again.read_text()
    assert "cannot say" not in run(again, tmp_path / "c.pgn")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("a.pgn",), "expected one or more files to read, then one to write"),
        (("a.pgn", "b.xyz"), "the suffix '.xyz' tells no format"),
        (("a.pgn", "b"), "no suffix tells no format"),
        (("none.pgn", "b.pgn"), "cannot read none.pgn"),
        (("a.pgn", "none/b.pgn"), "cannot write none/b.pgn"),
        (("a.pgn", "b.pgn", "--from", "png"), "did you mean 'pgn'?"),
        (("a.pgn", "-", "--to", "x"), "expected one of json, jsonl, mat, pdn, pgn, records, sgf"),
        (("a.pgn", "-", "--to", "wthor"), "WTHOR is no text"),
        (("a.pgn", "b.sgf"), "Chess is no game of the format sgf"),
        (("a.pgn", "b.pgn", "--encoding", "klingon"), "unknown encoding 'klingon'"),
        (("empty.pgn", "b.pgn"), "no game"),
    ],
)
def test_convert_refuses_in_one_line(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.pgn").write_text(GOOD)
    Path("empty.pgn").write_text("")
    assert told in run(*words, fails=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pgn", "empty.pgn"]


@pytest.mark.parametrize(
    "fields",
    [
        {"positions": [{"clock": [1]}]},
        {"positions": [{"elapsed": "x"}]},
        {"positions": [{"nags": [1e999]}]},
        {"positions": [{"nags": [[1]]}]},
        {"positions": [{}], "result": {"returns": [[1], 2]}},
        {"positions": [{}], "result": {"returns": [float("nan"), 0]}},
    ],
)
def test_a_study_has_numbers_where_they_belong(fields: dict[str, object]) -> None:
    told, sound = read(json.dumps({"game": "chess", **fields}), "studies")
    assert not sound
    assert "expected a number" in told[0]


def test_a_number_in_a_study_is_none_of_thousands_of_digits() -> None:
    told, _ = read('{"game": "chess", "positions": [{}], "seats": ' + LONG + "}", "studies")
    assert told == ["1:1: a number of 5,000 digits: expected at most 20"]


def test_an_encoding_that_cannot_read_the_text_is_told() -> None:
    for name in ("idna", "undefined"):
        with pytest.raises(FileError, match=f"no text in {name}"):
            read(f"(;GM[1]CA[{name}]SZ[9];B[ee])", "sgf")


def test_the_input_is_read_as_a_file_is() -> None:
    (game,) = formats.read("(;GM[1]SZ[9]PB[Zoë];B[ee])", "sgf")
    assert isinstance(game, FileGame)
    latin = str(formats.written(game, "sgf")).replace("[UTF-8]", "[Latin-1]").encode("latin-1")
    words = ["convert", "--from", "sgf", "--to", "sgf", "-", "-"]
    assert "PB[Zoë]" in CliRunner().invoke(app, words, input=latin).output


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[1]SZ[9]CR[!!:\U0010ffff\U0010ffff];B[ee])",
        "(;GM[1]SZ[9]CR" + "[aa:ZZ]" * 1000 + ";B[ee])",
        "(;GM[1]SZ[9]" + ";CR[aa:ZZ]" * 1000 + ";B[ee])",
        "(;GM[1]SZ[9]AB" + "[aa:ii]" * 50_000 + ";B[ee])",
    ],
    ids=["signs", "values", "nodes", "stones"],
)
def test_a_short_text_does_not_draw_without_end(text: str) -> None:
    tracemalloc.start()
    (found,) = formats.read(text, "sgf")
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
    assert isinstance(found, FileFault) or found.notes == ["mark beside the board"]


def test_rectangles_of_points_have_any_two_corners() -> None:
    (game,) = formats.read("(;GM[1]SZ[19]CR[bc:aa])", "sgf")
    assert isinstance(game, FileGame)
    assert game.nodes[0].remark
    starts = {mark.start for mark in game.nodes[0].remark.marks}
    assert starts == {"a19", "b19", "a18", "b18", "a17", "b17"}


def test_a_study_leaves_out_what_comes_after_the_end() -> None:
    """It could not be read again."""
    (game,) = formats.read(
        "(;GM[1]SZ[9]RU[Tromp-Taylor];B[ee];W[];B[](;W[aa];B[bb])(;W[cc]))", "sgf"
    )
    assert isinstance(game, FileGame)
    assert any(node.beyond for node in game.nodes)
    (again,) = formats.read(str(formats.written(game, "studies")), "studies")
    assert isinstance(again, FileGame)
    assert again.record().moves == game.record().moves


def test_comments_on_one_move_are_bounded() -> None:
    (fault,) = formats.read("1. e4 " + "{many words}" * 20_000, "pgn")
    assert "more than 100,000 characters of comments" in str(fault)


def test_a_long_name_moves_the_column_of_a_match() -> None:
    record = Record.new("backgammon", ["A" * 50, "Bob"], ruleset="match-3")
    for move in ("31", "8/5", "6/5", "roll", "42"):
        record.play(move)
    first = formats.game_of(record)
    (again,) = formats.read(str(formats.written(first, "mat")), "mat")
    assert isinstance(again, formats.FileGame)
    assert again.players == first.players


def test_points_of_a_game_that_its_moves_end_count_once() -> None:
    text = """ 3 point match

 Game 1
 Ana : 0                         Bob : 1
  1) 65: 24/18 18/13             62: 24/18 13/11
  2) 31: 8/5 6/5                 Doubles => 2
  3)  Drops
                                 Wins 1 point
"""
    for match in ("3 point", "5 point"):
        (game,) = formats.read(text.replace("3 point", match), "mat")
        assert isinstance(game, FileGame)
        assert (game.notes, game.result.returns, game.record().over) == ([], None, False)


def test_a_match_of_a_length_that_no_ruleset_has_is_told() -> None:
    text = " {} point match\n\n Game 1\n Ana : 0      Bob : 0\n  1) 65: 24/18 18/13\n"
    for length, notes in ((2, 1), (7, 0), (0, 0)):
        (game,) = formats.read(text.format(length), "mat")
        assert isinstance(game, FileGame)
        assert len(game.notes) == notes
