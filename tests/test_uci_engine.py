"""Our engine for hosts that speak UCI or UCCI."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.cli.dialects import UCCI, UCI, UGI, Dialect
from ludarium.cli.go_command import read_go
from ludarium.cli.turn_engine import TurnEngine
from ludarium.engines.centipawns import LARGEST, centipawns_of, value_of
from ludarium.errors import AgentError, LudariumError

QUICK = "level:1"


def talk(*lines: str, game: str = "chess", who: str | None = QUICK) -> list[str]:
    said: list[str] = []
    TurnEngine(ludarium.find(game), None, UCI, who, 1, said.append).serve(lines)
    return said


def test_uci_greets_and_plays() -> None:
    said = talk("uci", "isready", "position startpos moves e2e4", "go movetime 10")
    assert said[-3:-1] == ["uciok", "readyok"]
    black = {f"{a}7{a}{row}" for a in "abcdefgh" for row in "65"} | {"b8a6", "b8c6", "g8f6", "g8h6"}
    assert said[-1].removeprefix("bestmove ") in black
    assert {line.split()[2] for line in said if line.startswith("option")} == {
        *("Level", "Threads", "Hash", "MultiPV", "UCI_AnalyseMode")
    }


def test_castling_promotion_and_fen_are_those_of_programs() -> None:
    """The moves of the host are made, and what may follow is told by its cells."""
    king = "position fen 4k3/P7/8/8/8/8/8/4K2R w K - 0 1 moves"
    for move in ("e1g1", "a7a8q", "a7a8n"):
        assert talk(f"{king} {move}", "go")[-1].startswith("bestmove e8")
    assert talk(f"{king} e1h1")[0].startswith("info string error: e1h1 is no legal move here")


def test_an_analysis_tells_what_it_finds() -> None:
    """Mate in one, and in two, counted in moves of the winner; the loser's with a minus."""
    said = talk(
        "setoption name MultiPV value 2",
        "position fen k7/8/1K6/8/8/8/8/7R w - - 0 1",
        "go depth 4",
        who=None,
    )
    assert " multipv 1 score mate 1 " in said[-3]
    assert said[-3].endswith(" pv h1h8")
    assert " multipv 2 score mate 2 " in said[-2]
    assert said[-1] == "bestmove h1h8"
    said = talk("position fen k7/7R/1K6/8/8/8/8/8 b - - 0 1", "go depth 4", who=None)
    assert " score mate -1 " in said[-2]


@pytest.mark.parametrize(
    "over", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"]
)
def test_a_game_that_is_over_has_no_move(over: str) -> None:
    assert talk(f"position fen {over}", "go movetime 10") == ["bestmove (none)"]


def test_what_is_refused_is_told_in_one_line() -> None:
    said = talk("position startpos moves e2e5", "go", "position startpos", "go ponder movetime 1")
    assert said[0].startswith("info string error: e2e5 is no legal move here: expected one such as")
    assert said[1] == "bestmove (none)"  # of another position no answer helps
    assert said[2].startswith("info string error: the last position was refused")
    assert said[3].startswith("info string ponder is not supported")
    assert said[4].startswith("bestmove ") or said[5].startswith("bestmove ")
    assert talk("setoption name Levle value 2", "setoption name Level value 9") == [
        "info string error: unknown option 'levle' (did you mean 'level'?): expected one of hash, "
        "hashsize, level, multipv, threads, uci_variant",
        "info string error: option level is '9': expected a whole number from 0 to 8",
    ]
    without = "info string error: option level without a value: expected a whole number from 0 to 8"
    for given_name, as_in in (("name Level", "name level value 8"), ("Level", "level 8")):
        assert talk(f"setoption {given_name}") == [f"{without}, as in 'setoption {as_in}'"]
    assert talk("setoption name Level value ")[0].startswith(without)
    for value in ("0000000021", "0" * 5000, "²", "-1"):  # no number is read in part
        assert "expected a whole number" in talk(f"setoption name Level value {value}")[0]
    assert talk("setoption name UCI_AnalyseMode value true", "xyzzy", "", "ponderhit") == []


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), max_size=4))
def test_nothing_that_is_written_raises(lines: list[str]) -> None:
    heads = ("position ", "position fen ", "position startpos moves ", "setoption ", "")
    for head in heads:
        said = talk(*(head + line.replace("\n", " ") for line in lines if "go" not in line))
        assert all(line.startswith("info string error: ") for line in said if "uci" not in line)


@pytest.mark.parametrize("who", [None, "level:8", "mcts"])
def test_stop_is_answered_at_once(who: str | None) -> None:
    """Also by searches that nothing ends before their own end; of the moves, by a legal one."""
    said: list[tuple[float, str]] = []
    stops: list[float] = []

    def lines() -> Iterator[str]:
        yield "isready"
        for _ in range(3):
            yield "go infinite"
            time.sleep(0.05)
            stops.append(time.monotonic())
            yield "stop"
            assert said[-1][1].startswith("bestmove ")

    def write(line: str) -> None:
        said.append((time.monotonic(), line))

    TurnEngine(ludarium.find("chess"), None, UCI, who, 1, write).serve(lines())
    answers = [at for at, line in said if line.startswith("bestmove ")]
    assert len(answers) == 3
    for stop, answer in zip(stops, answers, strict=True):
        assert answer - stop < 1.0  # where nothing else runs, within 50 ms


def test_each_dialect_has_its_words() -> None:
    said = talk(
        "ucci",
        "setoption level 1",
        "position startpos moves h2e2",
        "go time 200",
        game="xiangqi",
    )
    assert said[-2] == "ucciok"
    move = said[-1].removeprefix("bestmove ")
    assert "0" <= move[1] <= "9"
    assert move[1] in "67895"  # of Black, whose rows are the upper ones, from 0
    assert talk("ugi") == []


@pytest.mark.parametrize("game", ["breakthrough", "xiangqi"])
def test_positions_of_other_programs_are_read(game: str) -> None:
    """The starts that Fairy-Stockfish writes are ours."""
    starts = {
        "breakthrough": "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1",
        "xiangqi": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    }
    said: list[str] = []
    engine = TurnEngine(ludarium.find(game), None, UCI, "random", 1, said.append)
    engine.serve([f"position fen {starts[game]}"])
    assert said == []
    assert engine._told.position == ludarium.start(game)


def test_games_that_hosts_do_not_know() -> None:
    with pytest.raises(AgentError, match="Yoxii is no game that hosts of UCI know"):
        talk(game="yoxii")


def test_scores_and_values_are_each_other() -> None:
    for score in range(-2000, 2001, 50):
        assert centipawns_of(value_of("cp", score)) == score
    assert centipawns_of(1.0) == LARGEST == -centipawns_of(-1.0)
    values = [value_of("cp", score) for score in range(-3000, 3000, 100)]
    assert all(one < next for one, next in pairwise(values))


@pytest.mark.parametrize("dialect", [UCI, UGI, UCCI])
def test_no_move_takes_more_than_its_clock(dialect: Dialect) -> None:
    for left in (0, 1, 50, 1000, 60_000):
        for gained in (0, 100, 10_000):
            for more in ([], ["movestogo", "1"], ["movestogo", "40"]):
                words = [dialect.clocks[0], f"{left}", dialect.increments[0], f"{gained}", *more]
                seconds = read_go(words, dialect, 0).seconds
                assert seconds is not None
                assert 0 <= seconds <= left / 1000


def test_what_go_understands() -> None:
    limits = read_go(["searchmoves", "e2e4", "d2d4", "depth", "3", "nodes", "50"], UCI, 0)
    assert (limits.seconds, limits.depth, limits.nodes) == (None, 3, 50)
    assert limits.refused == ("searchmoves",)
    assert read_go(["infinite"], UCI, 0).endless
    none = read_go(["depth", "0", "nodes", "0"], UCI, 0)
    assert (none.depth, none.nodes) == (1, 1)
    for wrong in ("movetime", "movetime x", "wtime nan", "depth inf"):
        with pytest.raises(LudariumError, match="expected pairs of a name and a number"):
            read_go(wrong.split(), UCI, 0)
