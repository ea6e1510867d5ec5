"""The command, as a user runs it: a program of its own."""

from __future__ import annotations

import importlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import ludarium
from ludarium.cli import main
from ludarium.cli.commands import PARTS, app
from ludarium.cli.join import RefusalError, Server
from ludarium.ludii.description import description

COMMAND = [sys.executable, "-c", "from ludarium.cli import main; main()"]
ENVIRONMENT = {
    **os.environ,
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "TERM": "xterm",
    "CUDA_VISIBLE_DEVICES": "",
}


def run(*arguments: str, code: int = 0, stdin: str = "") -> str:
    """What the command prints; it must exit with this code, and never with a traceback."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        env=ENVIRONMENT,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


def test_a_ruleset_is_written_for_ludii(tmp_path: Path) -> None:
    file = tmp_path / "game.lud"
    run("export", "aiyawatstani", "-r", "ludii-4", "--out", str(file))
    game = ludarium.find("aiyawatstani")
    assert file.read_text(encoding="utf-8") == description(game, game.ruleset("ludii-4"))
    refused = run("export", "yoxii", code=2)
    assert "yoxii cannot be written for Ludii: expected a game of counters on lines" in refused


def test_games_as_json() -> None:
    games = json.loads(run("games", "--json"))
    assert [game["name"] for game in games] == list(ludarium.names())
    assert games[ludarium.names().index("ahyoheek")] == {
        "name": "ahyoheek",
        "title": "Ahyoheek",
        "seats": [2, 5],
        "seat_counts": [2, 3, 4, 5],
        "rulesets": ["classic", "live"],
        "other_names": [],
        "kinds": ["cards", "hidden"],
        "board": "table",
        "chance": False,
        "hides": False,
        "family": None,
        "moves": 11,
        "place": None,
        "when": None,
        "years": None,
        "period": "unknown",
        "region": "unknown",
    }
    assert "2 to 5 seats" in run("games")
    assert [game["name"] for game in json.loads(run("games", "othelo", "--json"))] == ["othello"]
    assert "No game is called so" in run("games", "kaluhara")


def test_perft() -> None:
    assert json.loads(run("perft", "yoxii", "2", "--json")) == [
        {"depth": 1, "count": 256},
        {"depth": 2, "count": 51136},
    ]
    counts = json.loads(run("perft", "aiyawatstani", "5", "--ruleset", "ludii-1", "--json"))
    assert [entry["count"] for entry in counts] == [5, 13, 43, 281, 1986]
    assert "51,136" in run("perft", "yoxii", "2")


def test_bench_playouts() -> None:
    found = json.loads(
        run(
            "bench",
            "playouts",
            "ahyoheek",
            "--seats",
            "5",
            "--seconds",
            "0.1",
            "--threads",
            "2",
            "--json",
        )
    )
    assert found["playouts_per_second"] * found["mean_length"] == pytest.approx(
        found["moves_per_second"]
    )
    assert sum(found["results"]["wins"]) + found["results"]["draws"] == found["playouts"]
    assert len(found["results"]["wins"]) == 5


def test_bench_in_the_cuda_simulator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "NUMBA_ENABLE_CUDASIM", "1")
    monkeypatch.setitem(ENVIRONMENT, "NUMBA_DISABLE_JIT", "1")
    found = json.loads(run("bench", "playouts", "yoxii", "--cuda", "--seconds", "0.01", "--json"))
    assert found["device"] == "cuda"
    assert sum(found["results"]["wins"]) + found["results"]["draws"] == found["playouts"] >= 4
    words = ("--cuda", "--count", "3", "--seconds", "0.01", "--json")
    found = json.loads(run("bench", "vector", "connect4", *words))
    assert (found["device"], found["threads"], found["steps"] % 3) == ("cuda", None, 0)


def test_bench_vector() -> None:
    words = ("--count", "50", "--seconds", "0.1", "--json")
    found = json.loads(run("bench", "vector", "leduc", *words))
    assert found["steps_per_second"] * found["seconds"] == pytest.approx(found["steps"])
    assert found["steps"] % 50 == 0 < found["games"] < found["steps"]
    assert (found["observation_bytes"], found["observation_shape"]) == (22, [22])


def test_match(tmp_path: Path) -> None:
    found = json.loads(
        run(
            "match",
            "yoxii",
            "mcts:100",
            "random",
            "-n",
            "6",
            "--seed",
            "1",
            "--json",
            "--save",
            str(tmp_path / "games.jsonl"),
        )
    )
    first, second = found["agents"]
    assert first["wins"] + first["draws"] + first["losses"] == 6
    assert first["score"] + second["score"] == pytest.approx(1)
    assert first["score_interval"][0] <= first["score"] <= first["score_interval"][1]
    assert sum(found["wins_by_seat"]) + found["draws"] == 6
    assert "elo_difference" in found
    assert len(json.loads(run("replay", str(tmp_path / "games.jsonl"), "--json"))) == 6


def test_show(tmp_path: Path) -> None:
    assert "w3" in run("show", "yoxii", "--moves", "d5/3d6, e5/2e4")
    run(
        "show",
        "ahyoheek",
        "--seats",
        "5",
        "--moves",
        "P E E B B",
        "--svg",
        str(tmp_path / "table.svg"),
        "--theme",
        "dark",
    )
    assert ElementTree.parse(tmp_path / "table.svg").getroot().tag.endswith("svg")
    assert "totem" in run("show", "yoxii", "--words")
    shown = json.loads(run("show", "yoxii", "--position", "3/2Y2/4T2/4i2/7/5/3 w", "--json"))
    assert shown["movers"] == [0]
    assert shown["position"] == "yoxii/standard 3/2Y2/4T2/4i2/7/5/3 w"


def test_legal() -> None:
    assert "C5-E5  D4-E5  E3-E5  F4-E5  G5-E5" in run("legal", "aiyawatstani")
    moves = json.loads(run("legal", "ahyoheek", "--json"))
    assert [(move["seat"], move["move"]) for move in moves] == [
        (0, "P"),
        (0, "B"),
        (0, "E"),
        (1, "P"),
        (1, "B"),
        (1, "E"),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "chaturanga"], "unknown game 'chaturanga'"),
        (["show", "yoxii", "--ruleset", "fast"], "unknown ruleset of yoxii 'fast'"),
        (["show", "yoxii", "--seats", "3"], "Yoxii is played with 2 seats, not 3"),
        (["show", "yoxii", "--moves", "d5/3d9"], "at column 6 expected '4' or '6'"),
        (["show", "yoxii", "--position", "3/5/7/3T3/7/5/3 r"], "one more when Red moves"),
        (["show", "yoxii", "--theme", "pink"], "unknown theme 'pink'"),
        (["show", "yoxii", "--svg", "/nowhere/board.svg"], "cannot write /nowhere/board.svg"),
        (["match", "yoxii", "chess", "random"], "unknown agent 'chess'"),
        (["match", "yoxii", "random"], "Yoxii is played with 2 seats, not 1"),
        (["match", "yoxii", "random", "random", "-n", "0"], "at least 1 game"),
        (
            ["match", "yoxii", "random", "random", "--sprt", "x"],
            "--sprt x: expected two Elo differences, such as 0,50",
        ),
        (["match", "yoxii", "random", "random", "--sprt", "9,0"], "expected the lower one first"),
        (
            ["match", "yoxii", "random", "random", "--resume"],
            "--resume goes on with the games of a file",
        ),
        (
            ["play", "yoxii", "engine:/no/such/engine", "random"],
            "cannot be started: No such file or directory",
        ),
        (["engine", "--agent", "oracle"], "unknown agent 'oracle'"),
        (["engine", "--ugi", "ahyoheek"], "UGI is for games of two seats"),
        (["play", "yoxii", "random", "mcts:x"], "expected a number of simulations"),
        (["play", "yoxii", "random", "random", "random"], "Yoxii is played with 2 seats, not 3"),
        (["replay", "/nowhere.jsonl"], "cannot read /nowhere.jsonl"),
        (["perft", "yoxii", "0"], "greater than or equal to 1"),
        (["perft", "yoxii", "two"], "valid integer"),
        (["bench", "playouts", "yoxii", "--cuda"], "no CUDA device was found"),
        (
            ["show", "ahyoheek", "--seats", "3", "--position", "200/000"],
            "the position has 2 seats, but --seats asks for 3",
        ),
        (["show", "yoxii", "--fast"], "No such option"),
        (
            ["match", "yoxii", "random", "random", "--save", "/nowhere/games.jsonl"],
            "cannot write /nowhere/games.jsonl",
        ),
        (
            ["play", "yoxii", "random", "random", "--save", "/nowhere/game.jsonl"],
            "cannot write /nowhere/game.jsonl",
        ),
        (
            ["measure", "kuhn", "--html", "/nowhere/report.html"],
            "cannot write /nowhere/report.html",
        ),
        (["measure", "kuhn", "-r", "ludii-4"], "unknown ruleset of kuhn 'ludii-4'"),
        (["measure", "kuhn", "--games", "1"], "1 games: expected 2 to 10,000,000"),
        (["dance"], "No such command"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    arguments: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["ludarium", *arguments])
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    # Ctrl-C still ends the tests
    with mock.patch.object(signal, "signal"), pytest.raises(SystemExit) as ended:
        main()
    printed = capsys.readouterr().err
    assert ended.value.code == 2
    assert message in printed
    assert printed.startswith("ludarium:")
    assert printed.count("\n") == 1


def test_a_damaged_file_is_named_and_the_rest_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run("match", "ahyoheek", "random", "random", "-n", "2", "--save", str(path))
    path.write_text(path.read_text()[:-40])
    done = subprocess.run(
        [*COMMAND, "replay", str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout.startswith("1. Ahyoheek, random - random")
    assert "line 2: not a whole JSON object" in done.stderr


def test_version_and_help() -> None:
    assert run("--version") == f"ludarium {ludarium.__version__}\n"
    assert run(code=2) == "", "without a command the help is printed, and no complaint"


def test_every_command_has_help_with_an_example() -> None:
    def help_of(*command: str) -> str:
        return CliRunner().invoke(app, [*command, "--help"], env=ENVIRONMENT).stdout

    commands = re.findall(r"^│ (\w+) ", run("--help"), re.MULTILINE)
    assert {"games", "play", "show", "legal", "perft", "match", "replay", "bench"} <= set(commands)
    for command in [*commands, "bench playouts"]:
        assert "Example" in help_of(*command.split()), command


@pytest.mark.parametrize(
    ("line", "completed"),
    [
        ("ludarium play al", ["alquerque"]),
        ("ludarium show aiyawatstani --ruleset ludii-3", ["ludii-3"]),
        (
            "ludarium play aiyawatstani -r ludii",
            [f"ludii-{number}" for number in (4, 1, 2, 3, 5, 6, 7, 8, 9, 10)],
        ),
        ("ludarium match yoxii ran", ["random"]),
        ("ludarium show --ruleset l", []),
    ],
)
def test_the_tab_key_completes(line: str, completed: list[str]) -> None:
    program = [
        sys.executable,
        "-c",
        "import sys; sys.argv[0] = 'ludarium'; from ludarium.cli import main; main()",
    ]
    words = {
        "_LUDARIUM_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(line.count(" ")),
    }
    done = subprocess.run(
        program,
        env={**ENVIRONMENT, **words},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.split() == completed


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show go > /dev/full", "ludarium: cannot write: No space left on device"),
        ("join 'http://['", "ludarium: 'http://[' is no table: expected an address such as"),
        ("show $(printf '[%.0s' {1..99999})", "ludarium: unknown game '[[["),
    ],
)
def test_odd_places_and_names_are_one_line(line: str, said: str) -> None:
    done = in_shell(line)
    assert (done.returncode, done.stderr.count("\n"), len(done.stderr) < 300) == (2, 1, True)
    assert done.stderr.startswith(said)


def test_a_terminal_that_has_no_codes_for_our_signs() -> None:
    done = in_shell("show go >&- ; LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 ludarium show go")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Black to move" in done.stdout


def in_shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run `ludarium` with the rest of a line as a shell reads it."""
    command = f'ludarium() {{ "{sys.executable}" -m ludarium "$@"; }}; ludarium {line}'
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT,
        check=False,
    )


def test_bots_play_to_the_end_where_nobody_can_type(tmp_path: Path) -> None:
    printed = run(
        "play",
        "ahyoheek",
        "random",
        "random",
        "random",
        "--seed",
        "5",
        "--save",
        str(tmp_path / "game.jsonl"),
    )
    assert re.search(r"Seat \d \(random\) wins, by rules, after \d+ moves", printed)
    assert "1. Ahyoheek" in run("replay", str(tmp_path / "game.jsonl"))
    assert "start" in run("replay", str(tmp_path / "game.jsonl"), "--show", "1")


def test_typed_moves_come_through_a_pipe_and_the_end_of_input_stops() -> None:
    printed = run(
        "play", "alquerque", "human", "human", stdin="help\nlegal d\nz9\nD3-C3\nundo\nB2-C3\n"
    )
    assert "take back to your last choice" in printed
    assert "D2-C3  D3-C3" in printed
    assert "'z9' is not a legal move here: at column 1 expected" in printed
    assert printed.rstrip().endswith("Stopped.")


class Terminal:
    """A real terminal that a program runs in; what it prints is read, and keys are typed."""

    def __init__(self, *arguments: str) -> None:
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            os.execvpe(COMMAND[0], [*COMMAND, *arguments], {**ENVIRONMENT, "LINES": "40"})
        self.seen = ""

    def read_until(self, pattern: str, seconds: float = 60) -> str:
        deadline = time.monotonic() + seconds
        while not re.search(pattern, self.seen):
            ready, _, _ = select.select(
                [self.screen], [], [], max(0.0, deadline - time.monotonic())
            )
            assert ready, f"waited for {pattern!r}, saw {self.seen[-2000:]!r}"
            try:
                self.seen += os.read(self.screen, 65536).decode(errors="replace")
            except OSError:  # the program has ended
                assert re.search(pattern, self.seen), (
                    f"ended before {pattern!r}: {self.seen[-2000:]!r}"
                )
        before, self.seen = self.seen, ""
        return before

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupt(self) -> str:
        """Press Ctrl-C until the program stops: one in the instant after a key can be lost in the
        line editor.
        """
        for _ in range(20):
            self.type("\x03")
            try:
                return self.read_until("stopped", seconds=1)
            except AssertionError:
                continue
        raise AssertionError(f"Ctrl-C does not stop it: {self.seen[-2000:]!r}")

    def wait(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.screen)
        return os.waitstatus_to_exitcode(status)


def test_play_asks_for_the_game() -> None:
    terminal = Terminal("play")
    assert "3  Alquerque" in terminal.read_until("Number or name: ")
    terminal.type("chaturanga\n")
    assert "unknown game 'chaturanga'" in terminal.read_until("Number or name: ")
    terminal.type("3\n")
    terminal.read_until("Light> ")
    terminal.type("quit\n")
    terminal.read_until("Stopped")
    assert terminal.wait() == 0


def test_a_person_plays_a_whole_game_in_a_terminal() -> None:
    terminal = Terminal("play", "ahyoheek", "human", "mcts:0.02s")
    rounds = 0
    while "by rules, after" not in terminal.read_until(r"Seat 1> |by rules, after.*\n"):
        terminal.type(["pen", "book", "beetle"][rounds % 3] + "\n")
        rounds += 1
        assert rounds < 200
    assert terminal.wait() == 0
    assert rounds >= 3


def test_ctrl_c_ends_cleanly_while_a_bot_thinks() -> None:
    terminal = Terminal("play", "yoxii", "mcts:60s", "mcts:60s")
    terminal.read_until("thinking")
    assert "Traceback" not in terminal.interrupt()
    assert terminal.wait() == 130


def test_ctrl_c_ends_cleanly_while_a_person_thinks_and_the_game_is_kept(tmp_path: Path) -> None:
    terminal = Terminal("play", "yoxii", "human", "random", "--save", str(tmp_path / "game.jsonl"))
    terminal.read_until("White> ")
    terminal.type("d5/3d6\n")
    terminal.read_until("White> ")
    terminal.type("resi")
    terminal.read_until("resi")
    assert "Traceback" not in terminal.interrupt()
    assert terminal.wait() == 130
    kept = json.loads((tmp_path / "game.jsonl").read_text())
    assert kept["moves"][0] == "d5/3d6"
    assert len(kept["moves"]) == 2


def test_ctrl_c_in_a_match_keeps_the_games_that_were_played(tmp_path: Path) -> None:
    terminal = Terminal(
        "match",
        "ahyoheek",
        "mcts:2000",
        "random",
        "-n",
        "1000",
        "--save",
        str(tmp_path / "games.jsonl"),
    )
    terminal.read_until(r" [1-9]\d*/1000")
    assert "Traceback" not in terminal.interrupt()
    assert terminal.wait() == 130
    assert "1. Ahyoheek" in run("replay", str(tmp_path / "games.jsonl"))


def test_odd_numbers_and_names(tmp_path: Path) -> None:
    assert (
        json.loads(
            run("bench", "playouts", "ahyoheek", "--seconds", "0.01", "--seed", "-1", "--json")
        )["playouts"]
        > 0
    )
    record = ludarium.Record.new("yoxii", ("[/red]", "[bold]"))
    record.play("d5/3d6")
    ludarium.add_records(tmp_path / "[odd].jsonl", [record])
    assert "[/red] - [bold]: 1 moves" in run("replay", str(tmp_path / "[odd].jsonl"))
    assert (
        "Wrote [red]board.svg"
        in subprocess.run(
            [*COMMAND, "show", "yoxii", "--svg", "[red]board.svg"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            env=ENVIRONMENT,
            check=True,
        ).stdout
    )
    assert "T" in run("show", "yoxii", "--position", "YOXII 3/5/7/3T3/7/5/3 w")


def test_resigning_and_hints() -> None:
    terminal = Terminal("play", "yoxii", "human", "random")
    terminal.read_until("White> ")
    terminal.type("hint\n")
    assert "playouts" in terminal.read_until("(?s)playouts.*White> ")
    terminal.type("resign\n")
    assert "You give up this game" in terminal.read_until("Type it again(?s:.*)White> ")
    terminal.type("resign\n")
    assert "Red (random) wins" in terminal.read_until("by resignation")
    assert terminal.wait() == 0


# Joining a table


@pytest.mark.parametrize(("status", "forgets"), [(403, True), (503, False), (429, False)])
def test_a_token_is_given_up_only_where_it_is_refused(status: int, forgets: bool) -> None:
    answers = {"me": RefusalError("no", status), "identities": {"token": "new"}}

    def answer(_: Server, __: str, path: str, *___: object) -> object:
        if isinstance(found := answers[path], Exception):
            raise found
        return found

    with mock.patch.object(Server, "_ask", answer):
        tokens = {"http://localhost:8000": "old"}
        if forgets:
            assert Server("http://localhost:8000/table/k3v9q2ma", tokens).token == "new"
        else:
            with pytest.raises(RefusalError, match="no"):
                Server("http://localhost:8000/table/k3v9q2ma", tokens)


def test_the_table_of_commands_is_true() -> None:
    """Each module has just the commands that it is imported for."""
    for part in PARTS:
        module = importlib.import_module(f"ludarium.cli.{part.module}")
        commands = module.app.registered_commands
        assert part.commands == tuple(one.name or one.callback.__name__ for one in commands)


@pytest.mark.parametrize("words", [["engine", "--uci", "chess"], ["engine", "--gtp", "go"]])
def test_an_engine_greets_before_it_loads_what_searches_need(words: list[str]) -> None:
    script = (
        "import sys; from ludarium.cli import main\n"
        "try: main()\n"
        "finally: print(sorted({'numba', 'numpy', 'sqlalchemy', 'asyncio'} & set(sys.modules)))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, *words],
        input="uci\nname\nquit\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "uciok" in ended.stdout or "= Ludarium" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "[]"
