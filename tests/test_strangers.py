"""Text of strangers: terminals and spreadsheets show it, and obey nothing in it."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

from ludarium.cli import console, join
from ludarium.cli.commands import app
from ludarium.cli.console import CleanConsole, CleanStream
from ludarium.draw.terminal import terminal
from ludarium.play.position import start
from ludarium.play.record import Record
from ludarium.printable import printable, printable_line
from ludarium.spreadsheets import csv_text, unguarded
from ludarium.tables import report
from ludarium.tournaments.importing import read_players
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.exporting import as_csv
from ludarium.tournaments.simulate import Play, simulate
from tables_help import Desk

ORDERS = "".join(
    map(
        chr,
        [
            *(number for number in range(32) if chr(number) not in "\n\t"),
            *range(0x7F, 0xA0),
            0x061C,
            *range(0x200E, 0x2010),
            *range(0x2028, 0x202F),
            *range(0x2066, 0x206A),
        ],
    )
)
"""All that a terminal may obey."""
EVIL = "Eve\x1b]0;owned\x07\x9b2J\x1b[31m\rX\u202e\u2066\u2028"
LOUD = st.lists(st.sampled_from([*ORDERS, *"ab[]/\\#=@ \n\t字", "[red]", "\x1b[31m"])).map("".join)


def obeyed(screen: str, own: str = "") -> set[str]:
    """What of a screen a terminal obeys. own: a pattern of what is ours."""
    return set(ORDERS) & set(re.sub(own, "", screen) if own else screen)


@given(LOUD | st.text())
def test_what_is_printable_is_obeyed_by_no_terminal(text: str) -> None:
    shown, line = printable(text), printable_line(text)
    assert obeyed(shown.replace("\r\n", "")) == set()
    assert obeyed(line) | set(line) & set("\n\t") == set()
    assert len(shown) == len(line) == len(text)
    assert (printable(shown), printable_line(line)) == (shown, line)
    assert shown == text or obeyed(text)


@given(LOUD)
def test_a_console_shows_no_orders_but_its_own(text: str) -> None:
    table = Table("name", "points")
    table.add_row(escape(text), "1")
    kinds: list[RenderableType] = [text, Text(text, "red"), f"[red]{escape(text)}[/]", table]
    for kind in kinds:
        screen = io.StringIO()
        to = CleanConsole(file=screen, force_terminal=True, color_system="standard", width=40)
        to.print(kind, markup=kind is not text, highlight=False)
        assert obeyed(screen.getvalue(), r"\x1b\[(0|1|31|1;31)m") == set()


def test_our_own_styles_stay() -> None:
    screen = io.StringIO()
    to = CleanConsole(file=screen, force_terminal=True, color_system="standard", width=40)
    to.print(f"[red]{escape(EVIL)}[/]", highlight=False)
    assert screen.getvalue().startswith("\x1b[31mEve\ufffd]0;owned\ufffd")
    to.show_cursor(False)
    assert screen.getvalue().endswith("\x1b[?25l"), "what the console itself tells the terminal"


def test_tables_count_what_they_show() -> None:
    screen = io.StringIO()
    table = Table("name", "points")
    for name in ("Ana", "Eve\x1b\x1b\x1b\x1b", "Bo\u202e"):
        table.add_row(name, "1")
    CleanConsole(file=screen, width=60).print(table)
    assert len({cell_len(line) for line in screen.getvalue().splitlines()}) == 1


def test_plain_printing_to_a_terminal_is_cleaned() -> None:
    screen = io.StringIO()
    stream: Any = CleanStream(screen)
    print(EVIL, file=stream)
    stream.writelines([EVIL, "\r\n"])
    assert obeyed(screen.getvalue().replace("\r\n", "")) == set()
    assert stream.getvalue() == screen.getvalue(), "the rest is as the stream does it"
    with pytest.raises(TypeError):
        stream.write(b"")


def test_prompts_are_cleaned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda prompt: f"seen {prompt}")
    monkeypatch.setattr("getpass.getpass", lambda prompt: f"not seen {prompt}")
    assert console.typed(EVIL) == f"seen {printable(EVIL)}"
    assert console.typed(EVIL, secret=True) == f"not seen {printable(EVIL)}"


# Commands


def shown(*arguments: str) -> str:
    """What the command prints, which nothing obeys."""
    done = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert obeyed(done.output) == set()
    return done.output


@pytest.fixture
def records(tmp_path: Path) -> str:
    """A file of a game that somebody played whose name is evil, and of no game."""
    record, draw = Record.new("ahyoheek", (EVIL, "Ana", "Bor [/] [red]")), random.Random(1)
    while not record.over:
        position = record.position
        record.play({seat: draw.choice(list(position.legal_for(seat))) for seat in position.movers})
    file = tmp_path / "games.jsonl"
    file.write_text(f"{record.to_json()}\n", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    "command",
    [
        ["replay"],
        ["replay", "--show", "1"],
        ["ratings"],
        ["points", "--scheme", "live"],
        ["points", "--scheme", "live", "--explain"],
    ],
    ids=" ".join,
)
def test_names_of_records(command: Sequence[str], records: str) -> None:
    told = shown(*command, records)
    assert "Eve\ufffd]0;owned\ufffd" in told
    assert "Bor [/] [red]" in told, "names are no markup either"


def test_records_that_do_not_hold(records: str) -> None:
    Path(records).write_text(
        Path(records).read_text("utf-8").replace('"ahyoheek"', json.dumps(EVIL)), "utf-8"
    )
    assert "Eve" in shown("replay", records)


@pytest.fixture
def event(tmp_path: Path) -> str:
    """A file of a tournament whose names are evil, though no command takes such names."""
    file = tmp_path / "cup.event"
    for arguments in (
        ["new", str(file), "--game", "ahyoheek", "--name", "Cup", "--size", "3", "--as", "Petr"],
        ["add", str(file), "Ana", "Bor", "Cyr", "Dan", "--as", "Petr"],
        ["start", str(file), "--as", "Petr"],
    ):
        shown("tournament", *arguments)
    text = file.read_text("utf-8")
    for name in ("Cup", "Ana", "Bor", "Cyr", "Dan", "Petr"):
        text = text.replace(name, json.dumps(f"{name} {EVIL}")[1:-1])
    file.write_text(text, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["standings"],
        ["log"],
        ["report", "1", "1"],
        ["forfeit", "1", "1"],
        ["withdraw", "1"],
    ],
    ids=repr,
)
def test_names_of_tournaments(command: list[str], event: str) -> None:
    name, *rest = command
    assert "Eve" in shown("tournament", name, event, *rest)


@pytest.mark.parametrize("command", [["show"], ["standings"], ["log"], ["report", "1", "1"]])
def test_no_name_makes_a_line_of_its_own(command: list[str], event: str) -> None:
    """Which would be a result, or a player, that there is not."""
    text = Path(event).read_text("utf-8")
    for name in ("Cup", "Ana", "Bor", "Cyr", "Dan", "Petr"):
        text = text.replace(f"{name} ", f"{name}\\nMallory wins ")
    Path(event).write_text(text, "utf-8")
    name, *rest = command
    screen = shown("tournament", name, event, *rest)
    assert "Mallory" in screen
    assert [line for line in screen.splitlines() if line.strip().startswith("Mallory")] == []


def test_names_and_words_of_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk("yoxii", "ana", "petr")
    desk.move("d5/3d6")
    told = report.table_json(desk.table, str, desk.now, [True, True])
    for seat in told["seats"]:
        seat["name"] = f"[/] {EVIL}"
    news = {
        **told,
        "you": {"seats": [0], "codes": {"0": EVIL}},
        "offer": {"seat": 1, "kind": "draw", "version": 1},
        "greeting": {"seat": 1, "greeting": EVIL},
        "rematch": {"table": f"[/] {EVIL}", "seats": []},
    }
    game = join.JoinedGame()
    over = {**news, "status": "over", "result": {"text": f"[/] {EVIL}"}}
    for one in ({**news, "greeting": None}, news, over, f"[/] {EVIL}"):
        join.show_news(game, one, lambda: "")
    server: Any = None  # nothing is sent
    for typed in ("seat code", "legal \x1b", EVIL, "help"):
        join.answer(server, game, typed)
    screen = capsys.readouterr().out
    assert screen.count("[/] Eve\ufffd]0;owned\ufffd") >= 5
    assert obeyed(screen) == set()


def test_names_of_drawings_are_counted_as_they_are_shown() -> None:
    position = start("ahyoheek", seats=3)
    screen = io.StringIO()
    to = CleanConsole(file=screen, width=100)
    to.print(terminal(position.view, names=["Ana", "\x1b" * 30, "Bor"]))
    assert "\ufffd" * 30 in screen.getvalue()


def on_a_terminal(*arguments: str) -> str:
    """What a terminal without colours is sent, by a program of its own."""
    main, side = pty.openpty()
    program = [sys.executable, "-c", "from ludarium.cli import main; main()", *arguments]
    with subprocess.Popen(
        program, stdout=side, stderr=side, stdin=side, env={**os.environ, "TERM": "dumb"}
    ):
        os.close(side)
        screen = b""
        while True:
            try:
                screen += os.read(main, 65536)
            except OSError:  # the program has ended
                os.close(main)
                return re.sub("\r+\n", "\n", screen.decode())  # lines of CSV have one as well


def test_files_stay_exact_and_terminals_are_shown_them_cleaned(event: str) -> None:
    done = CliRunner().invoke(app, ["tournament", "export", event, "--as", "trf", "--out", "-"])
    if done.exit_code:  # only of a Swiss
        done = CliRunner().invoke(app, ["tournament", "export", event, "--as", "csv"])
    assert EVIL in done.output.replace("\r\n", "\n")
    screen = on_a_terminal("tournament", "export", event, "--as", "csv")
    assert f"Ana {printable(EVIL)}" in screen
    assert obeyed(screen) == set()


def test_complaints_on_a_terminal_are_one_line() -> None:
    screen = on_a_terminal("replay", f"no\n{EVIL}.jsonl")
    assert screen.startswith("ludarium: cannot read no\ufffdEve\ufffd]0;owned\ufffd")
    assert screen.count("\n") == 1
    assert obeyed(screen) == set()


# Spreadsheets

FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u00a0=1",
    "\uff1d1",
    "\uff0b1+1",
    "\uff0d1+1",
    "\uff20SUM(A1)",
    "'=1",
    "+420 123",
    "-inf",
]
NUMBERS = ["-1.5", "+3", "-2e-05", "1e+06", "7"]


@pytest.mark.parametrize("text", FORMULAS, ids=repr)
def test_no_text_is_a_formula(text: str) -> None:
    assert cells(csv_text([[text]])) == [[f"'{text}"]]


@pytest.mark.parametrize("text", [*NUMBERS, "Ana", "a=b", "level:3", "", "'Ana'", "o'-o"])
def test_numbers_and_other_text_stay(text: str) -> None:
    assert cells(csv_text([[text]])) == [[text]]


def test_numbers_are_numbers() -> None:
    assert csv_text([(-1.5, -3, 2, None)]) == "-1.5,-3,2,\r\n"


@given(st.text(st.sampled_from("'=+-@ \t\r\n\uff1d1.ea") | st.characters(codec="utf-8")))
def test_what_is_guarded_is_read_back(text: str) -> None:
    ((cell, _),) = cells(csv_text([(text, "")]))
    assert unguarded(cell) == text
    assert cell in (text, f"'{text}")


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_a_player_whose_name_is_a_formula_comes_back() -> None:
    options = Options.checked(format="swiss", game="yoxii")
    event = simulate(options, 4, 1, Play())
    names = ["=1+1", "-1.5", "'=x", "@Ana"]
    for player, name in zip(list(event.players.values()), names, strict=True):
        object.__setattr__(player, "name", name)
    text = as_csv(event)
    assert {row[1] for row in cells(text)[1:]} == {"'=1+1", "-1.5", "''=x", "'@Ana"}
    assert {row.name for row in read_players(text.encode())} == set(names)
