"""The engine protocol, from both sides; UGI; and what becomes of engines that fail."""

from __future__ import annotations

import re
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.cli.dialects import UGI
from ludarium.cli.engine import MessageEngine
from ludarium.cli.turn_engine import TurnEngine
from ludarium.errors import AgentError, EngineError, SeatsError
from ludarium.matches.games import play_game
from ludarium.matches.match import play_match
from ludarium.play.agent import Agent, RandomAgent
from ludarium.play.external import ExternalAgent
from ludarium.play.protocol import described, written
from ludarium.play.record import Record
from ludarium.rules.game import Game

DOCUMENT = Path(__file__).parents[1] / "docs" / "engine-protocol.md"
PYTHON = shlex.quote(sys.executable)
OUR_OWN = f"{PYTHON} -c 'from ludarium.cli import main; main()' engine --agent random"


ENGINE = """
import json, os, sys, time
{before}
for line in sys.stdin:
    message = json.loads(line)
    answer = {{"id": message["id"]}}
    if message["action"] == "choose":
        {choosing}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def documented(tmp_path: Path) -> str:
    """The command of the engine that the document shows."""
    found = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    file = tmp_path / "my_engine.py"
    file.write_text(found[1], encoding="utf-8")
    return f"{PYTHON} {shlex.quote(str(file))}"


def engine_of(tmp_path: Path, choosing: str, before: str = "") -> str:
    """The command of an engine that chooses so; `before` comes ahead of everything."""
    file = tmp_path / "engine.py"
    file.write_text(ENGINE.format(before=before, choosing=choosing))
    return f"{PYTHON} {shlex.quote(str(file))}"


def test_the_engine_in_the_document_plays_every_game(game: Game, documented: str) -> None:
    player = ExternalAgent(documented)
    seats = game.seats[1]
    players: list[Agent] = [player, *(RandomAgent(seat) for seat in range(1, seats))]
    record = play_game(
        Record.new(game, [player.name, *["random"] * (seats - 1)]), players, most_moves=60
    )
    player.close()
    assert record.over
    assert record.reason not in ("time", "forfeit")


def test_our_engine_plays_with_our_host() -> None:
    result = play_match(ludarium.find("yoxii"), [f"engine:30s:{OUR_OWN}", "random"], games=2)
    assert result.games == 2
    assert result.agents[0].name == f"engine:30s:{OUR_OWN}"


def ask(*messages: dict[str, Any] | str, default: str = "random") -> dict[Any, dict[str, Any]]:
    """Our engine's answers to these messages, by id."""
    answers: list[dict[str, Any]] = []
    MessageEngine(default, 1, 1, answers.append).serve(
        [one if isinstance(one, str) else written(one) for one in messages]
    )
    assert len(answers) == len(messages)
    return {answer["id"]: answer for answer in answers}


def test_an_answer_says_what_was_found() -> None:
    answer = ask({"id": 7, "game": "yoxii", "moves": ["d5/3d6"]}, default="mcts:50")[7]
    assert answer["move"] in [move.text for move in ludarium.start("yoxii").play("d5/3d6").legal]
    assert answer["label"] == "estimated"
    assert sum(answer["policy"].values()) == pytest.approx(1, abs=0.01)
    assert -1 <= answer["value"] <= 1


def test_a_position_is_found_by_its_moves_or_its_text(game: Game) -> None:
    position = ludarium.start(game)
    for _ in range(3):
        position = position.play({seat: position.legal_for(seat)[0] for seat in position.movers})
    whole = described(position)
    alone = {name: whole[name] for name in ("game", "ruleset", "seats", "position")}
    seat = position.movers[0]
    for message in (whole, alone):
        move = ask({"id": 1, "seat": seat, **message})[1]["move"]
        assert position.parse_move(move, seat)


@pytest.mark.parametrize(
    ("message", "error"),
    [
        ("{", "not a whole JSON object"),
        ("[]\n", "is not a JSON object"),
        ({"id": 1.5}, "the field 'id' is 1.5, expected a string or a whole number"),
        ({"id": 1, "action": "fly"}, "unknown action 'fly'"),
        ({"id": 1, "action": 1}, "the field 'action' is 1, expected str"),
        ({"id": 1}, "the field 'game' is missing"),
        ({"id": 1, "game": "chaturanga"}, "unknown game 'chaturanga'"),
        ({"id": 1, "game": "yoxii", "moves": ["d5"]}, "move 1: "),
        ({"id": 1, "game": "yoxii", "moves": [1]}, "must hold strings only"),
        ({"id": 1, "game": "yoxii", "seats": 3}, "Yoxii is played with 2 seats, not 3"),
        ({"id": 1, "game": "yoxii", "seat": 1}, "seat 1 does not choose now"),
        ({"id": 1, "game": "yoxii", "seconds": -1}, "expected 0 to 86400"),
        ({"id": 1, "game": "yoxii", "agent": "oracle"}, "unknown agent 'oracle'"),
        ({"id": 1, "game": "yoxii", "agent": "engine:sh"}, "is another program"),
        ({"id": 1, "game": "ahyoheek", "seats": 3}, "choose together"),
        ({"id": 1, "game": "ahyoheek", "start": ludarium.start("yoxii").text}, "not what is named"),
    ],
)
def test_a_wrong_message_is_answered_by_one_line(message: Any, error: str) -> None:
    [answer] = ask(message).values()
    assert error in answer["error"]
    assert "\n" not in answer["error"]


def failing(command: str, seconds: str = "") -> Record:
    """A game of Yoxii in which this engine moves first."""
    player = agent(f"engine:{seconds}{command}")
    return play_game(Record.new("yoxii", ["engine", "random"]), [player, RandomAgent(1)])


def test_silence_loses_by_time(tmp_path: Path) -> None:
    record = failing(engine_of(tmp_path, "time.sleep(60)"), "0.2s:")
    assert (record.reason, record.returns, record.moves) == ("time", (-1.0, 1.0), [])


@pytest.mark.parametrize(
    "choosing",
    [
        "answer['move'] = 'a1'",
        "answer['move'] = 3",
        "pass",
        "answer['error'] = 'no idea'",
        "sys.exit(1)",
    ],
)
def test_what_is_no_move_loses(choosing: str, tmp_path: Path) -> None:
    record = failing(engine_of(tmp_path, choosing))
    assert (record.reason, record.returns) == ("forfeit", (-1.0, 1.0))
    assert Record.from_json(record.to_json()).returns == record.returns


def test_an_engine_that_crashed_is_started_again(tmp_path: Path) -> None:
    once = "if not os.path.exists('crashed'): open('crashed', 'w').close(); sys.exit(1)"
    command = engine_of(
        tmp_path,
        f"{once}\n        answer['move'] = message['legal'][0]",
        before=f"os.chdir({str(tmp_path)!r})",
    )
    record = failing(command)
    assert (tmp_path / "crashed").exists()
    assert record.reason == "rules"


def test_what_an_engine_says_beside_its_answers_does_no_harm(tmp_path: Path) -> None:
    noise = (
        "print('thinking...'); print(json.dumps({'id': 'other', 'move': 'x'})); print('[' * "
        "100_000)"
    )
    record = failing(engine_of(tmp_path, f"{noise}; answer['move'] = message['legal'][0]"))
    assert record.reason == "rules"


def test_at_a_table_of_several_the_others_go_on(tmp_path: Path) -> None:
    silent = agent(f"engine:{engine_of(tmp_path, 'sys.exit(1)')}")
    record = play_game(
        Record.new("ahyoheek", ["engine", "a", "b"]), [silent, RandomAgent(1), RandomAgent(2)]
    )
    assert record.reason == "rules"
    assert all(move.startswith("- ") for move in record.moves)
    assert record.returns[0] == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("engine:", "expected a command"),
        ("engine:'", "No closing quotation"),
        ("engine:0s:sh", "more than 0 seconds"),
    ],
)
def test_a_command_that_makes_no_sense(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        agent(text)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(EngineError, match="cannot be started: No such file"):
        agent("engine:/no/such/engine").choose(ludarium.start("yoxii"), 0)


def talk(*lines: str) -> list[str]:
    said: list[str] = []
    TurnEngine(ludarium.find("yoxii"), None, UGI, "random", 1, said.append).serve(lines)
    return said


def test_ugi() -> None:
    position = ludarium.start("yoxii").play("d5/3d6")
    said = talk(
        "ugi",
        "isready",
        "uginewgame",
        "position startpos",
        "query p1turn",
        "position startpos moves d5/3d6",
        "query p1turn",
        "go",
    )
    assert said[2:6] == ["ugiok", "readyok", "response true", "response false"]
    assert said[-1].removeprefix("bestmove ") in [move.text for move in position.legal]
    assert talk(f"position fen {position.text}", "query gameover", "query result", "nonsense") == [
        "response false",
        "response none",
    ]
    assert talk("go p1time 100 p2time", "position startpos moves a1", "query x", "position x") == [
        "info string error: go p1time 100 p2time: expected pairs of a name and a number, such "
        "as movetime 1000",
        *talk("position startpos moves a1"),
        "info string error: query x: expected p1turn, gameover or result",
        "info string error: position x: expected startpos or fen",
    ]
    assert talk("quit", "ugi") == []


def test_ugi_tells_results() -> None:
    record = play_game(Record.new("yoxii", ["a", "b"]), [RandomAgent(1), RandomAgent(2)])
    expected = {1.0: "p1win", 0.0: "draw", -1.0: "p2win"}[record.returns[0]]
    said = talk(
        f"position startpos moves {' '.join(record.moves)}", "query gameover", "query result", "go"
    )
    assert said[:2] == ["response true", f"response {expected}"]
    assert said[2] == "bestmove (none)"


@pytest.mark.parametrize("agent", ["mcts", "alphabeta"])
def test_ugi_stops_thinking(agent: str) -> None:
    said: list[tuple[float, str]] = []
    stopped: list[float] = []

    def lines() -> Iterator[str]:
        yield "isready"
        yield "go infinite"
        time.sleep(0.3)
        yield "isready"  # answered while it thinks
        stopped.append(time.monotonic())
        yield "stop"

    ugi = TurnEngine(
        ludarium.find("yoxii"),
        None,
        UGI,
        agent,
        1,
        lambda line: said.append((time.monotonic(), line)),
    )
    ugi.serve(lines())
    words = [line.split()[0] for _, line in said]
    assert words[:2] == ["readyok", "readyok"]
    assert words[-1] == "bestmove"
    assert said[-1][0] - stopped[0] < 2.0  # where nothing else runs, within 50 ms


def test_ugi_ends_with_its_input() -> None:
    """A host that died keeps no endless search; an answer that was asked for is still given."""
    begin = time.monotonic()
    said: list[str] = []
    TurnEngine(ludarium.find("yoxii"), None, UGI, "mcts", 1, said.append).serve(["go infinite"])
    assert said[-1].startswith("bestmove")
    TurnEngine(ludarium.find("yoxii"), None, UGI, "mcts", 1, said.append).serve(["go movetime 200"])
    assert said[-1].startswith("bestmove")
    assert time.monotonic() - begin < 60


def test_ugi_is_for_two() -> None:
    with pytest.raises(SeatsError, match="UGI is for games of two seats: Ahyoheek has 2 to 5"):
        TurnEngine(ludarium.find("ahyoheek"), None, UGI, "random", 1, print)
