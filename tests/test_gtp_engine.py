"""Our engine for hosts that speak GTP."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.cli.gtp_engine import GtpEngine
from ludarium.errors import AgentError

PASSED = "d3 c3 e6 d2 d1 e1 b2 c1"
"""Moves of Othello after which Black must pass."""
WIPED_OUT = "e6 f4 e3 f6 g5 d6 e7 f5 c5"
"""Moves of Othello after which White has no discs."""


def converse(*lines: str, game: str = "go", ruleset: str | None = None) -> list[str]:
    """The answers, each without the empty line after it."""
    said: list[str] = []
    GtpEngine(ludarium.find(game), ruleset, "random", 1, said.append).serve(lines)
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in said)
    return [answer[:-2] for answer in said]


def test_gtp_has_ids_comments_and_tabs() -> None:
    assert converse(
        "1 protocol_version", "# nothing", "", "7\tname # who", "8 foo", "quit", "name"
    ) == [
        "=1 2",
        "=7 Ludarium",
        "?8 unknown command",
        "=",
    ]
    commands = converse("list_commands")[0].removeprefix("= ").split("\n")
    assert {"play", "genmove", "undo", "final_score", "showboard"} <= set(commands)
    assert converse("known_command play", "known_command loadsgf") == ["= true", "= false"]


def test_size_komi_and_handicap_choose_the_ruleset() -> None:
    told = converse(
        *("boardsize 9", "komi 5.5", "fixed_handicap 2", "genmove b", "undo"),
        *("boardsize 19", "fixed_handicap 9", "boardsize 8", "komi 3.75", "fixed_handicap 1"),
    )
    assert told[2] == "= G7 C3" or set(told[2].split()[1:]) == {"C3", "G7"}
    assert len(told[6].split()) == 10
    assert told[7] == "? unacceptable size: expected 9, 13 or 19"
    assert told[8] == "? unacceptable komi: expected 0, 0.5, 5.5, 6.5, 7 or 7.5"
    assert told[9] == "? board not empty"
    assert converse("fixed_handicap 1") == ["? invalid number of stones: expected 2 to 9"]


def test_any_colour_may_move_and_all_is_undone() -> None:
    told = converse(
        *("boardsize 9", "play b e5", "play b d4", "play w e5", "undo", "undo", "undo"),
        *("set_free_handicap C3 D4 J9", "play b e5", "showboard"),
    )
    assert told[3] == "? illegal move: 'e5'"
    assert told[4:7] == ["=", "=", "? cannot undo"]
    assert told[9].count("b") >= 4
    assert converse("play b e5", "play b e6", game="hex")[1] == (
        "? illegal move: it is the turn of white"
    )


def test_a_game_is_scored_with_its_dead_stones() -> None:
    """Black has all of the board, but for a stone that cannot live."""
    wall = [f"play b {column}{row}" for column in "CDEFG" for row in (3, 5, 7)]
    told = converse(
        *("boardsize 9", "komi 7.5", *wall, "play w A1", "play b pass", "play w pass"),
        *("final_status_list dead", "final_status_list seki", "final_score", "genmove b"),
    )
    assert told[-4:] == ["= A1", "=", "= B+73.5", "= pass"]
    assert converse("final_score", game="hex") == ["? cannot score: the game is not over"]


def test_columns_are_those_of_gtp() -> None:
    """The letter I is none in Go and gomoku, and one in Hex."""
    assert converse("play b j1", "play w i1", game="gomoku") == ["=", "? illegal move: 'i1'"]
    assert converse("play b j1", "play w i1", game="hex") == ["=", "="]
    assert (
        converse("play b c2", "play w swap-pieces", "play b c2", game="hex", ruleset="7-swap")
        == ["="] * 3
    )


def test_discs_that_nobody_can_answer_are_passed_over() -> None:
    """Hosts of Othello do not say passes, and some say them; the score counts free cells."""
    line = [f"play {'bw'[number % 2]} {cell}" for number, cell in enumerate(PASSED.split())]
    told = converse("list_games", "set_game othello", "set_game Go", *line, game="othello")
    assert told[:3] == ["= Othello", "=", "? unsupported game: expected Othello"]
    assert told[3:] == ["="] * 8
    for passed in ([], ["play b pass"]):
        told = converse(*line, *passed, "genmove w", "final_score", game="othello")
        assert told[-2].startswith("= ")
        assert told[-1] == "? cannot score: the game is not over"
    line = [f"play {'bw'[number % 2]} {cell}" for number, cell in enumerate(WIPED_OUT.split())]
    assert converse(*line, "final_score", game="othello")[-1] == "= B+64"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=4))
def test_nothing_that_is_written_raises(lines: list[str]) -> None:
    for head in ("", "play ", "komi ", "set_free_handicap ", "time_left ", "boardsize "):
        converse(*(head + line for line in lines))


def test_games_that_hosts_do_not_know() -> None:
    with pytest.raises(AgentError, match="Chess is no game that hosts of GTP know"):
        converse(game="chess")
    with pytest.raises(AgentError, match="Gomoku, ruleset swap, is none"):
        converse(game="gomoku", ruleset="swap")
