"""Turns of several moves are read as one text."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.cli import table
from ludarium.errors import MoveError
from ludarium.play.position import Move, Position
from ludarium.play.record import Record
from ludarium.play.record_files import read_records
from ludarium.play.turns import read_turn
from ludarium.testing import positions_of_random_games
from tables_help import Site

PDN_FILE = Path(__file__).parent / "pdn_games.jsonl"
DRAUGHTS = [("draughts", "standard"), ("international", "international")]
DRAUGHTS += [("international", "brazilian"), ("international", "russian")]


def turns(position: Position, played: tuple[Move, ...] = ()) -> Iterator[tuple[Move, ...]]:
    """Every whole turn of the seat to move."""
    for move in position.legal:
        after = position.play(move)
        if after.movers == (move.seat,):
            yield from turns(after, (*played, move))
        else:
            yield (*played, move)


def after(position: Position, moves: tuple[Move, ...]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def turn_begins(position: Position) -> bool:
    return not position.over and (
        position.before is None or position.before.movers != position.movers
    )


def random_positions(game: str, ruleset: str, games: int, seed: int) -> list[Position]:
    """Positions of random games in which a turn begins and somebody chooses."""
    return [
        position
        for position in positions_of_random_games(ludarium.find(game), games=games, seed=seed)
        if position.ruleset.name == ruleset and turn_begins(position) and not position.by_chance
    ]


@pytest.mark.parametrize(("game", "ruleset"), DRAUGHTS)
def test_captures_are_read_by_all_their_cells_and_by_their_ends(game: str, ruleset: str) -> None:
    several = 0
    for position in random_positions(game, ruleset, 12, 5):
        whole = list(turns(position))
        for turn in (turn for turn in whole if len(turn) > 1):
            for sign in "x:":
                assert read_turn(position, sign.join(path(turn))) == turn
            text = "x".join((path(turn)[0], path(turn)[-1]))
            alike = {after(position, other) for other in whole if ends(other) == ends(turn)}
            if len(alike) == 1:
                assert after(position, read_turn(position, text)) in alike
            elif text not in {move.text for move in position.legal}:
                with pytest.raises(MoveError, match=" or "):
                    read_turn(position, text)
            several += 1
    assert several > 5


NAMES = {
    "standard": "international/international",
    "brazilian": "international/brazilian",
    "russian": "international/russian",
    "english": "draughts/standard",
}
PDN_GAMES = [json.loads(line) for line in PDN_FILE.read_text().splitlines()]


def cell(number: str, ruleset: str) -> str:
    """The name of a cell. pydraughts numbers small boards, too, row by row from a1."""
    if ruleset not in ("brazilian", "russian") or not number.isdigit():
        return number
    row, place = divmod(int(number) - 1, 4)
    return "abcdefgh"[2 * place + row % 2] + str(row + 1)


def pieces_of_fen(fen: str, ruleset: str) -> set[tuple[str, str]]:
    """The signs of the pieces in ours, and their cells."""
    pieces = set()
    for side in fen.split(":")[1:]:
        sign = side[0]
        for word in filter(None, side[1:].split(",")):
            king, number = word.startswith("K"), word.removeprefix("K")
            pieces.add((sign if king else sign.lower(), cell(number, ruleset)))
    return pieces


def pieces_on(position: Position) -> set[tuple[str, str]]:
    """The signs of the pieces, and their cells."""
    rows = position.text.split()[1].split("/")
    names = {
        place: board_of(position).names[index] for index, place in board_of(position).places.items()
    }
    pieces = set()
    for row, signs in enumerate(reversed(rows)):
        column = 0
        for sign in re.findall(r"\d+|\D", signs):
            if not sign.isdigit():
                pieces.add((sign, names[column, row]))
            column += int(sign) if sign.isdigit() else 1
    return pieces


def board_of(position: Position) -> Any:
    game = position.game
    return game.board_under(position.state) if game.board_under else game.board


@pytest.mark.parametrize("game", PDN_GAMES, ids=lambda game: game["variant"])
def test_games_that_pydraughts_wrote_are_read(game: dict[str, Any]) -> None:
    """Games that pydraughts 0.6.7 played at random and wrote with captures by their ends, and the
    position that it came to.
    """
    name, ruleset = NAMES[game["variant"]].split("/")
    position = ludarium.start(name, ruleset)
    for text in game["moves"]:
        cells = [cell(number, ruleset) for number in re.findall(r"\d+", text)]
        position = after(position, read_turn(position, re.sub(r"\d", "", text).join(cells)))
    assert pieces_on(position) == pieces_of_fen(game["fen"], ruleset)


def path(turn: tuple[Move, ...]) -> list[str]:
    return [turn[0].touches[0], *(move.touches[1] for move in turn)]


def ends(turn: tuple[Move, ...]) -> tuple[str, str]:
    return turn[0].touches[0], turn[-1].touches[1]


def backgammon_texts(turn: tuple[Move, ...], source: random.Random) -> Iterator[str]:
    """The texts of a turn: its moves in any order, alike ones counted, and joined where one checker
    goes on.
    """
    texts = [move.text for move in turn]
    for order in itertools.islice(itertools.permutations(texts), 6):
        yield " ".join(order)
    yield ", ".join(reversed(texts)).replace("*", "").replace("bar", "25").replace("off", "0")
    counted = {
        text.rstrip("*"): [other.rstrip("*") for other in texts].count(text.rstrip("*"))
        for text in texts
    }
    yield " ".join(f"{text}({count})" if count > 1 else text for text, count in counted.items())
    if len(texts) == 2 and texts[1].startswith(texts[0].rstrip("*").partition("/")[2] + "/"):
        yield texts[0] + "/" + texts[1].partition("/")[2]


def test_turns_of_backgammon_are_read_in_any_order() -> None:
    source, read = random.Random(4), 0
    positions = random_positions("backgammon", "money", 2, 6)
    for position in source.sample(positions, 25):
        whole = list(itertools.islice(turns(position), 2000))
        for turn in source.sample(whole, min(4, len(whole))):
            for text in backgammon_texts(turn, source):
                try:
                    moves = read_turn(position, text)
                except MoveError as error:
                    assert " or " in str(error), (position.text, text)  # what is hit differs
                    continue
                assert after(position, moves) == after(position, turn), (position.text, text)
                read += 1
    assert read > 100


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("8/5 6/5", {"8/5", "6/5"}),
        ("6/5 8/5", {"8/5", "6/5"}),
        ("24/20", {"24/23", "23/20"}),
        ("24/23/20", {"24/23", "23/20"}),
        ("8/5", {"8/5"}),
    ],
)
def test_turns_of_31(text: str, moves: set[str]) -> None:
    position = ludarium.start("backgammon").play("31")
    assert {move.text for move in read_turn(position, text)} == moves


def test_texts_of_more_than_a_turn_are_refused_at_once() -> None:
    position = ludarium.parse("backgammon 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 w 2222")
    with pytest.raises(MoveError, match="is not a legal move here"):
        read_turn(position, "13/1(4) 24/1(4) 8/1(4) 6/1(4) " * 6)
    moves = read_turn(position, "13/9(2)")
    assert [move.text for move in moves] == ["13/11", "13/11", "11/9", "11/9"]


def test_of_several_checkers_the_first_one_hits() -> None:
    position = ludarium.parse("backgammon 24:2,8:2,6:4 24:1,6:4 w 5555")
    hitting = ludarium.parse("backgammon 24:2,13:3,6:2 17:1,6:4 w 5555")
    assert [str(move) for move in read_turn(position, "6/1*(2) 8/3(2)")].count("6/1*") == 1
    assert [str(move) for move in read_turn(hitting, "13/8*(3)")] == ["13/8*", "13/8", "13/8"]


def test_checkers_enter_and_are_borne_off_by_numbers_too() -> None:
    entering = ludarium.parse("backgammon bar:2,6:3 24:2,6:3 w 22")
    assert [str(move) for move in read_turn(entering, "25/23(2)")] == ["bar/23", "bar/23"]
    off = ludarium.parse("backgammon 6:2,3:1 24:2,6:3 w 61")
    assert [str(move) for move in read_turn(off, "6/0")] == ["6/off"]


def test_a_record_plays_a_whole_turn_or_nothing() -> None:
    first = ludarium.parse("international 10/10/10/10/3b6/10/5b4/6w3/10/10 w - 0")
    record = Record(first, ("Ann", "Bob"))
    for text in ("39x17x8", "39x11", "17x28x39", ""):
        with pytest.raises(MoveError, match="is not a legal move"):
            record.play_turn(text)
        assert record.moves == []
    record.play_turn("39x17", 2.5)
    assert (record.moves, record.seconds) == (["39x28", "28x17"], [2.5, 0.0])
    assert record.over
    with pytest.raises(MoveError, match="the game is over"):
        record.play_turn("39x17")


def test_a_whole_turn_is_typed_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed = iter(["39x16", "39x17"])
    monkeypatch.setattr(table, "ask", lambda prompt, secret=False: next(typed))
    first = ludarium.parse("international 10/10/10/10/3b6/10/5b4/6w3/10/10 w - 0")
    table.play_at_terminal(first, ["human", "random"], 1, tmp_path / "games")
    (record,), _ = read_records(tmp_path / "games")
    assert record.moves == ["39x28", "28x17"]
    assert "'39x16' is not a legal move here" in capsys.readouterr().out


def test_a_whole_turn_is_one_request_of_the_api(tmp_path: Path) -> None:
    with Site.opened(tmp_path) as site:
        host = site.visitor("Host")
        address = host.open("backgammon", "me", "me")
        told = host.table(address)
        position = ludarium.start("backgammon").play(told["moves"][0]["text"])
        first = position.legal[0]
        then = position.play(first).legal[0]
        made = host.done(
            "POST",
            f"/api/tables/{address}/moves",
            ply=told["ply"],
            seat=first.seat,
            move=f"{then.text}, {first.text}",
        )
        assert made["ply"] == told["ply"] + 3  # with the next throw
        assert made["version"] == told["version"] + 2
