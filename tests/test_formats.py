"""The world's files of games: what is read and written again is the same, and what is broken is
told with its place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from ludarium import catalogue, formats
from ludarium.formats import FileFault, FileGame
from ludarium.formats.conversion import FORMATS, Format
from ludarium.formats.records import game_of
from ludarium.play.record import Record
from ludarium.rules.game import Game, Ruleset

EVERY_GAME = [catalogue.find(name) for name in catalogue.names()]
LONGEST = 50  # moves of a random game


def one(text: str | bytes, name: str) -> FileGame:
    """The only game of a text, which is sound."""
    (game,) = formats.read(text, name)
    assert isinstance(game, FileGame), str(game)
    return game


def faults(text: str | bytes, name: str) -> list[FileFault]:
    """What is wrong with the games of a text."""
    return [found for found in formats.read(text, name) if isinstance(found, FileFault)]


def random_record(game: Game, ruleset: Ruleset, seed: int) -> Record:
    """A random game, perhaps without its end."""
    source = random.Random(seed)
    record = Record.new(game, ruleset=ruleset.name)
    while not record.over and len(record.moves) < LONGEST:
        position = record.position
        if position.by_chance:
            record.play(position.outcome(source))
        else:
            record.play({seat: source.choice(position.legal_for(seat)) for seat in position.movers})
    return record


@pytest.mark.parametrize(
    ("ruleset", "moves", "told"),
    [
        ("match-5", [], "Wins 5 points"),
        ("match-5", ["31", "8/5", "6/5", "double", "drop", "21"], "Wins 5 points"),
        ("cube", ["31", "8/5", "6/5", "double", "take", "62"], "Wins 6 points"),
        ("money", ["31"], "Wins 3 points"),
    ],
)
def test_a_resignation_in_a_file_of_matches_is_the_same_again(
    ruleset: str, moves: list[str], told: str
) -> None:
    record = Record.new("backgammon", ("Ana", "Petr"), ruleset=ruleset, moves=moves)
    record.lose([1], "resignation")
    text = str(formats.written(game_of(record), "mat"))
    assert text.rstrip().endswith(told)
    again = one(text, "mat").record()
    assert (again.reason, again.returns) == (record.reason, record.returns)


def whole_file(game: FileGame, chosen: Format) -> bytes:
    """A file of this one game."""
    parts = [chosen.begin, formats.written(game, chosen), chosen.end]
    data = b"".join(part.encode() if isinstance(part, str) else part for part in parts)
    return data[:4] + (1).to_bytes(4, "little") + data[8:] if chosen.binary else data


def ways() -> Iterator[tuple[str, Game]]:
    """Each format with each game that it says; of formats that say all, each with one."""
    for name, chosen in FORMATS.items():
        yield from ((name, game) for game in chosen.games or EVERY_GAME[::3])


@pytest.mark.parametrize(
    ("name", "game"), [pytest.param(*way, id=f"{way[0]}-{way[1].name}") for way in ways()]
)
def test_a_game_is_the_same_after_a_file(name: str, game: Game) -> None:
    """The rules are the judge: what comes back is played anew."""
    for number, ruleset in enumerate(game.rulesets):
        record = random_record(game, ruleset, number)
        text = whole_file(game_of(record), FORMATS[name])
        back = one(text, name)
        again = back.record()
        assert again.moves == record.moves
        assert (again.first, again.reason, again.returns) == (
            record.first,
            record.reason,
            record.returns,
        )
        assert whole_file(back, FORMATS[name]) == text


STUDIED = """\
[Event "A \\"study\\" of \\\\"]
[Site "https://example.org/x"]
[Date "2026.01.02"]
[Round "?"]
[White "Nováková, Ann"]
[Black "Bob"]
[Result "1-0"]
[ECO "C60"]

{ Before } 1. e4 { [%eval 0.25] [%clk 0:03:00] [%csl Ge4,Rd5] [%cal Bg1f3] good } 1... e5 $1
({ first } 1... c5 { sharp } 2. Nf3 (2. c3 d5) 2... d6) (1... e6 2. d4) 2. Nf3 $14 $6 Nc6 3. Bb5
{ Spanish } 1-0

"""


def test_pgn_keeps_all_that_it_says() -> None:
    game = one(STUDIED, "pgn")
    text = formats.written(game, "pgn")
    assert isinstance(text, str)
    assert text.split() == STUDIED.split()
    assert one(formats.written(game, "studies"), "studies").nodes == game.nodes
    assert not formats.lost_in(game, "studies")
    lost = "headers 5, variations 3, comments 5, marks 3, signs 3, clocks 1, evaluations 1"
    told = formats.lost_in(game, "records")
    assert {f"{what} {count}" for what, count in told.items()} == {*lost.split(", ")}
