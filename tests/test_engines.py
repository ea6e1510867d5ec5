"""Programs of others as agents: by UCI, GTP and XGID, and what becomes of those that misbehave."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.engines.gtp import GtpAgent
from ludarium.engines.uci import UciAgent
from ludarium.errors import AgentError, EngineError
from ludarium.matches.games import play_game
from ludarium.play.programs import Program

# A program that answers `go` by the moves that it was started with, one after the other.
UCI = """
import sys
moves = iter(sys.argv[1].split())
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("option name UCI_Variant type combo default chess var chess var xiangqi")
        print("uciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        print(line.strip(), file=sys.stderr, flush=True)
    elif word == "go":
        print("info depth 1 score cp 100 nodes 7 pv", move := next(moves, "0000"))
        print("bestmove", move, flush=True)
"""
GTP = """
import sys
moves = iter(sys.argv[1].split())
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove":
        print("=", next(moves, "resign"))
    elif word == "komi" and len(sys.argv) > 2:
        print("? no such komi")
    else:
        print("=")
    print(flush=True)
"""


# A program for Othello, which passes by itself: it refuses what GRhino refuses.
OTHELLO = """
import sys
moves, game = iter(sys.argv[1].split()), ""
for line in sys.stdin:
    word, *rest = line.split()
    if word == "set_game":
        game = rest[0]
    if word == "genmove":
        print("=", next(moves))
    elif word == "play" and (game != "Othello" or rest[1] in ("pass", "d4", "e4", "d5", "e5")):
        print("? syntax error")
    else:
        print("= false")
    print(flush=True)
"""
PASSED = "d3 c3 e6 d2 d1 e1 b2 c1"
"""Moves of Othello after which Black must pass."""


# Answers each hint by the next of its lines; what it is told goes to the error output.
GNUBG = """
import sys
answers = iter(sys.argv[1].split(";"))
for line in sys.stdin:
    if line.startswith("hint"):
        print("The board\\n" + next(answers, ""), flush=True)
    elif line.startswith("show prompt"):
        print("The prompt is set to `(it)'.", flush=True)
    elif line.startswith("set xgid"):
        print(line.strip(), file=sys.stderr, flush=True)
"""


@pytest.fixture
def uci(tmp_path: Path) -> str:
    return program(tmp_path / "uci.py", UCI)


@pytest.fixture
def gtp(tmp_path: Path) -> str:
    return program(tmp_path / "gtp.py", GTP)


def program(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


def test_two_programs_play_chess(uci: str) -> None:
    """The fool's mate, with moves as UCI has them on both sides."""
    players = [f"uci:9n:{uci} 'f2f3 g2g4'", f"uci:1s:{uci} 'e7e5 d8h4'"]
    played = play_game("chess", players)
    assert played.moves == ["f3", "e5", "g4", "Qh4#"]
    assert played.returns == (-1.0, 1.0)


def test_scores_and_lines_are_told_in_our_terms(uci: str) -> None:
    player = UciAgent(f"5d:{uci} g1f3")
    here = ludarium.start("chess")
    move = player.choose(here, 0)
    assert player.report
    thought = player.report.thought(move)
    assert thought
    assert (move.text, thought.pv, thought.work, thought.label) == ("Nf3", ("Nf3",), 7, "estimated")
    assert 0.15 < thought.value < 0.2  # a pawn
    player.close()


def test_castling_and_promotion_are_written_as_programs_do(uci: str) -> None:
    king = ludarium.parse("chess/standard 4k3/P7/8/8/8/8/8/4K2R w K - 0")
    for text, expected in (("e1g1", "O-O"), ("a7a8n", "a8=N"), ("a7a8q", "a8=Q+")):
        player = agent(f"uci:1n:{uci} {text}")
        assert player.choose(king, 0).text == expected


def test_a_variant_is_played_only_by_who_knows_it(uci: str) -> None:
    player = agent(f"uci:1n:{uci} b1c3")
    assert player.choose(ludarium.start("xiangqi"), 0).text == "Hb1-c3"
    with pytest.raises(AgentError, match="does not play Breakthrough"):
        UciAgent(f"1n:{uci} a2a3").prepare(ludarium.start("breakthrough"))
    with pytest.raises(AgentError, match="Yoxii is no game that UCI programs play"):
        UciAgent(f"1n:{uci} a2a3").prepare(ludarium.start("yoxii"))


def test_a_program_plays_go(gtp: str) -> None:
    player = GtpAgent(f"1s:{gtp} 'E5 pass'")
    here = ludarium.start("go", "chinese-9")
    assert player.choose(here, 0).text == "e5"
    here = here.play("e5").play("c3")
    here = here.play(player.choose(here, 0)).play("pass")
    assert "agree" in [move.text for move in here.legal]
    assert player.choose(here, 0) in here.legal  # our playouts agree for it
    player.close()
    with pytest.raises(EngineError, match=r"refused 'komi 7\.5': no such komi"):
        agent(f"gtp:1s:{gtp} E5 bad").choose(ludarium.start("go", "chinese-9"), 0)
    with pytest.raises(AgentError, match="Chess is no game that GTP programs play"):
        agent(f"gtp:1s:{gtp} E5").choose(ludarium.start("chess"), 0)


def test_a_program_plays_othello_without_passes(gtp: str, tmp_path: Path) -> None:
    """It knows what stands on the board at the start, and is not asked where it cannot move."""
    command = program(tmp_path / "othello.py", OTHELLO)
    black, white = (GtpAgent(f"1s:{command} '{moves}'") for moves in ("D3", "A3 H8"))
    here = ludarium.start("othello")
    assert black.plays(here)
    assert not black.plays(ludarium.start("hex"))
    assert black.choose(here, 0).text == "d3"
    for move in PASSED.split():
        here = here.play(move)
    assert black.choose(here, 0).text == "pass"
    assert white.choose(here.play("pass"), 1).text == "a3"
    with pytest.raises(EngineError, match="gave no legal move, but 'h8'"):
        white.choose(here.play("pass"), 1)
    black.close()


def test_a_program_plays_backgammon_turn_by_turn(tmp_path: Path) -> None:
    """It is asked once for a turn, whatever moves this takes, and for what the cube needs."""
    command = program(tmp_path / "gnubg.py", GNUBG)
    best = "    1. Cubeful 2-ply    {}      Eq.: -0.006;"
    told = (
        best.format("24/23 13/9")
        + "Proper cube action: No double, take (23.6%);Proper cube action: Redouble, take;"
        + "Proper cube action: Double, pass;Proper cube action: Double, take;"
    )
    player = agent(f"gnubg:0p:{command} '{told}'")
    here = ludarium.start("backgammon", "cube").play("41")
    for expected in ("24/23", "13/9"):
        move = player.choose(here, 0)
        assert move.text == expected
        here = here.play(move)
    assert [player.choose(here, 1).text for _ in range(2)] == ["roll", "double"]
    here = here.play("double")
    assert [player.choose(here, 0).text for _ in range(2)] == ["drop", "take"]
    with pytest.raises(EngineError, match="gave no advice on the cube, but ''"):
        player.choose(here, 0)
    with pytest.raises(EngineError, match="gave no legal turn, but '24/1'"):
        agent(f"gnubg:0p:{command} '{best.format('24/1')}'").choose(
            ludarium.start("backgammon").play("41"), 0
        )
    with pytest.raises(AgentError, match="Chess is no game that this program plays"):
        agent(f"gnubg:0p:{command} ''").choose(ludarium.start("chess"), 0)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("jacoby 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 1- 0 0 after b choose", "0:0:1:00:0:0:1:0:10"),
        (
            "cube 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 2b 0 0 after w offered",
            "1:-1:-1:00:0:0:0:0:10",
        ),
        ("match-5 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 2b 4 1 after w 41", "1:-1:1:41:4:1:0:5:10"),
    ],
)
def test_positions_are_written_as_xgid(text: str, expected: str) -> None:
    """The first position as its description has it: gnubg, `set xgid`."""
    position = ludarium.parse(f"backgammon/{text}")
    assert position.game.xgid
    board, _, rest = position.game.xgid(position.state).partition(":")
    assert (board, rest) == ("-b----E-C---eE---c-e----B-", expected)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("no-such-program-here", "cannot be started: No such file"),
        (shlex.join([sys.executable, "-c", "import sys; sys.exit('last words')"]), "last words"),
        (shlex.join([sys.executable, "-c", "print('x' * 200000)"]), "a line of more than 100,000"),
    ],
)
def test_a_program_that_fails_loses_and_is_told_why(command: str, words: str) -> None:
    with pytest.raises(EngineError, match=words):
        agent(f"uci:1s:{command}").choose(ludarium.start("chess"), 0)


def test_what_is_no_move_loses(uci: str, gtp: str) -> None:
    with pytest.raises(EngineError, match="gave no legal move, but 'e2e5'"):
        agent(f"uci:1s:{uci} e2e5").choose(ludarium.start("chess"), 0)
    with pytest.raises(EngineError, match="resigned"):
        agent(f"gtp:1s:{gtp} ''").choose(ludarium.start("go"), 0)


def is_running(process: int) -> bool:
    """Zombies do not count: nobody may be there to wait for them."""
    try:
        return "zombie" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_no_process_is_left() -> None:
    """Nor those that the program has started."""
    script = (
        "import subprocess, sys\n"
        "print(subprocess.Popen([sys.executable, '-c', 'input()']).pid, flush=True)\n"
        "input()"
    )
    running = Program([sys.executable, "-c", script])
    child = int(running.line(time.monotonic() + 20))
    running.close()
    until = time.monotonic() + 20  # a signal is sent at once, a process ends a little later
    while is_running(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(child)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("uci:1x:foo", "expected a limit such as 2s"),
        ("uci:0s:foo", "expected a limit such as 2s"),
        ("uci:1.5n:foo", "expected a limit such as 2s"),
        ("uci:1s:", "expected a command"),
        ("uci:1s:'", "No closing quotation"),
        ("gtp:8d:foo", "expected a limit such as 2s"),
        ("gnubg:2s:foo", "expected how many plies"),
    ],
)
def test_what_names_no_program(text: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        agent(text)
