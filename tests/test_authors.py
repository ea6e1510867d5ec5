"""What authors of games meet: `ludarium new` and `check`, games of files, and what a fault says."""

from __future__ import annotations

import importlib.metadata
import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from authoring import STARTED, folder, line_of, read, run, written
from ludarium import catalogue
from ludarium.errors import GameFileError, LudariumError, RulesError, UnknownGameError
from ludarium.play.position import parse, start
from ludarium.simulate.perft import count_paths
from ludarium.testing import check_game
from ludarium.web.background.game_reload import read_again

__all__ = ["folder"]  # which pytest finds here

pytestmark = pytest.mark.usefixtures("folder")


# ludarium new


def test_new_writes_a_game_that_passes_its_own_test(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out, _ = run(capsys, monkeypatch, "new", "ostrich_race", "--into", "sub/folder")
    game = Path("sub/folder/ostrich_race.py")
    assert "ludarium check sub/folder/ostrich_race.py" in out
    assert "ludarium serve --game sub/folder/ostrich_race.py" in out
    assert 60 <= len(game.read_text().splitlines()) <= 120
    assert 'title="Ostrich race"' in game.read_text()
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=game.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("2nd", "a game cannot be called '2nd': expected a small letter"),
        ("My-Game", "a game cannot be called 'My-Game'"),
        ("a/b", "a game cannot be called 'a/b'"),
        ("class", "that is a word of Python"),
        ("random", "there is a module of that name"),
        ("there", "there.py is there already"),
    ],
)
def test_new_refuses_in_one_line(
    name: str, message: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("there.py").write_text("mine")
    _, err = run(capsys, monkeypatch, "new", name, code=2)
    assert message in err
    assert err.count("\n") == 1
    assert os.listdir() == ["there.py"]
    assert Path("there.py").read_text() == "mine"


def test_the_starter_is_in_form() -> None:
    """What `new` writes has lines that fit, and passes our own lint."""
    ruff = shutil.which("ruff", path=Path(sys.executable).parent)
    if ruff is None:
        pytest.skip("ruff is not installed")
    done = subprocess.run(
        [ruff, "format", "--check", "--diff", "--line-length=100", written()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


# ludarium check


def test_an_assert_of_the_author() -> None:
    path = written(PLAY, f"assert action != 3\n    {PLAY}")
    with pytest.raises(RulesError, match=r"in play: AssertionError \(`assert action != 3`\)"):
        check_game(read(path), compile=False)


def test_check_counts_what_it_checks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written()
    out, _ = run(capsys, monkeypatch, "check", path, "--json")
    found = json.loads(out)
    assert found == {"ok": True, "checks": found["checks"]}
    seen: list[tuple[int, int]] = []
    again = check_game(
        read(path), games=1, compile=False, on_progress=lambda *now: seen.append(now)
    )
    assert found["checks"] > again > 100
    assert seen == [(0, 1), (1, 1)]
    assert "is sound" in run(capsys, monkeypatch, "check", path)[0]


def test_check_ends_with_one_line_and_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written('surface="stone"', 'surface="marble"')
    message = (
        f"mygame.py, line {line_of('def view', path)}, in view: the surface is 'marble', expected "
        "one of stone, table, wood"
    )
    _, err = run(capsys, monkeypatch, "check", path, code=2)
    assert err == f"ludarium: {message}\n"
    out, _ = run(capsys, monkeypatch, "check", path, "--json", code=2)
    assert json.loads(out) == {"ok": False, "error": message}
    out, _ = run(capsys, monkeypatch, "check", "nowhere.py", "--json", code=2)
    assert json.loads(out)["error"] == "cannot read nowhere.py: No such file or directory"


PLAY = "return State(state.stones | bit(action), 1 - state.seat)"
COUNT = "return popcount(BOARD ^ state.stones)"


@pytest.mark.parametrize(
    ("old", "new", "function", "message"),
    [
        (PLAY, "return (state.stones | bit(action), 1 - state.seat)", "play", "the plain tuple ("),
        ("return 1.0 if seat == state.seat else -1.0", "return None", "returns", "gives None"),
        (PLAY, PLAY.replace("bit(action)", "bit(action) << to_bits(64)"), "play", "holds 64 bits"),
        (PLAY, PLAY.replace("1 - state.seat", "1 << 63"), "play", "holds 63 bits and a sign"),
        (PLAY, PLAY.replace("1 - state.seat", "1 - state.seat / 1"), "play", "expected an int"),
        ('"stone", "grey", "stone"', '"cube", "grey", "stone"', "view", "'cube', expected one of"),
        ('"stone", "grey", "stone"', '"stone", "pink", "stone"', "view", "'pink', expected one of"),
        ('Mark("last"', 'Mark("first"', "view", "'first', expected one of active"),
        ('SeatView("Red", "brick")', 'SeatView("Red", "rot")', "view", "'rot', expected one of"),
        (COUNT, f"{COUNT} + 1", "legal_count", "legal_count gives 10, which may be too high"),
        (COUNT, f"{COUNT} - 1", "legal_count", "legal_count is perhaps one too low"),
        (COUNT, f"{COUNT} * 0", "legal_count", "legal_count gives 0 for seat 0, which chooses"),
        ("return (CELLS[action],)", 'return ("a1",)', "action_texts", "have the same text: a1"),
        ("draws=False", "draws=False, returns_sum=1", "returns", "do not add up to 1"),
    ],
    ids=lambda value: value[-25:],
)
def test_a_fault_of_rules_is_told_with_its_place(
    old: str, new: str, function: str, message: str
) -> None:
    path = written(old, new)
    with pytest.raises((RulesError, AssertionError)) as told:
        check_game(read(path), compile=False)
    place = f"mygame.py, line {line_of(f'def {function}(', path)}, in {function}: "
    assert str(told.value).startswith(place)
    assert message in str(told.value)
    assert "\n" not in str(told.value)


def test_a_count_that_is_too_low_where_the_game_has_is_legal() -> None:
    legal = "@jitable\ndef is_legal(state: State, seat: int, action: int) -> bool:\n    "
    legal += "return 0 <= action < 9 and not state.stones >> action & 1"
    Path("mygame.py").write_text(
        STARTED.replace(COUNT, "return 1")
        .replace("(BOARD ^ state.stones, n)", "(BOARD ^ state.stones, 0)")
        .replace("@jitable\ndef returns", f"{legal}\n\n\n@jitable\ndef returns")
        .replace("play, returns)", "play, returns, is_legal)")
    )
    with pytest.raises(AssertionError, match=r"is_legal says True of action 1 .* may be too low"):
        check_game(read("./mygame.py"), compile=False)


def test_a_count_that_is_right_is_no_fault_where_more_could_be_played() -> None:
    """A pass that is never legal in these games, but has a text and could be played."""
    Path("mygame.py").write_text(
        STARTED.replace(
            "return nth_bit(BOARD ^ state.stones, n)",
            "return nth_bit(BOARD ^ state.stones, n) if n < legal_count(state, seat) else 9",
        )
        .replace("bit(action), 1", "(bit(action) & BOARD), 1")
        .replace('for column in "abc"]', 'for column in "abc"] + ["pass"]')
        .replace("enumerate(CELLS)", "enumerate(CELLS[:9])")
        .replace("seats=seats,", 'seats=seats, buttons=(Button("pass", "Pass"),),')
        .replace("view import Mark", "view import Button, Mark")
    )
    assert check_game(read("./mygame.py"), compile=False)


def test_an_exception_in_rules_names_line_and_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written("return (CELLS[action],)", "return (CELLS[action + 20],)")
    line = line_of("CELLS[action + 20]", path)
    message = (
        f"mygame.py, line {line}, in action_texts: IndexError: list index out of range "
        "(`return (CELLS[action + 20],)"
    )
    with pytest.raises(RulesError) as told:
        check_game(read(path), compile=False)
    assert str(told.value).startswith(message)
    _, err = run(capsys, monkeypatch, "legal", path, code=2)
    assert err.startswith(f"ludarium: {message}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new", "function", "line", "message"),
    [
        (
            "@jitable\ndef has_line",
            "def has_line",
            "movers",
            "EMPTY if has_line",
            "has_line() cannot be compiled: put @jitable above its def",
        ),
        (
            PLAY,
            PLAY.replace("bit(action)", "(1 << action)"),
            "play",
            "1 << action",
            "1 << action: a number with a sign is mixed with bit sets: write bit(n)",
        ),
        (
            PLAY,
            "return (state.stones | bit(action), 1 - state.seat)",
            "play",
            "def play",
            "play gives a plain tuple, expected a State: return State(...)",
        ),
        (
            PLAY,
            PLAY.replace("state.stones", "state.stone"),
            "play",
            "state.stone |",
            "State has no field 'stone'",
        ),
        (
            COUNT,
            'return len([n for n in (1, "two")])',
            "legal_count",
            '(1, "two")',
            "the list `[n for n in (1, 'two')]`: this part of Python is not compiled: use tuples",
        ),
    ],
    ids=["jitable", "literal", "tuple", "field", "list"],
)
def test_what_does_not_compile_is_told_with_its_place(
    old: str, new: str, function: str, line: str, message: str
) -> None:
    path = written(old, new)
    game = read(path)
    with pytest.raises(RulesError) as told:
        count_paths(game, game.start(game.ruleset(), 2), 2)
    place = f"mygame.py, line {line_of(line, path)}, in {function}: {message}"
    assert str(told.value).startswith(place)
    assert "\n" not in str(told.value)


def test_hints_on_moves_that_do_not_compile_are_told() -> None:
    """Else bots would be the first to find out."""
    forcing = "@jitable\ndef is_forcing(state: State, action: int) -> bool:\n    "
    forcing += 'return action > 99 * len([n for n in (1, "two")])'
    Path("mygame.py").write_text(
        STARTED.replace("@jitable\ndef returns", f"{forcing}\n\n\n@jitable\ndef returns").replace(
            "play, returns)", "play, returns, is_forcing)"
        )
    )
    with pytest.raises(
        RulesError, match=r"mygame\.py, line \d+, in is_forcing: the list .*: this part"
    ):
        check_game(read("./mygame.py"), games=1)


def test_an_exception_of_compiled_rules_is_told_with_its_place() -> None:
    path = written(PLAY, f'if action == 2:\n        raise ValueError("two")\n    {PLAY}')
    game = read(path)
    with pytest.raises(RulesError, match=r"mygame.py, line \d+, in play: ValueError: two"):
        count_paths(game, game.start(game.ruleset(), 2), 2)


def test_functions_that_are_missing_are_named() -> None:
    path = written("movers, legal_count, nth_legal, play, returns", "movers, nth_legal")
    with pytest.raises(GameFileError, match=r"'mygame' lacks legal_count, play, returns: every"):
        read(path)


# Files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n    pass\n", "broken.py, line 1: invalid syntax"),
        ("import nothing_of_that_name\n", "broken.py, line 1: ModuleNotFoundError: No module"),
        ("x = 1\n", "broken.py gives no game: it has no GAME; expected GAME = Game(...)"),
        ("GAME = 3\n", "broken.py gives no game: its GAME is 3"),
        ("raise SystemExit(3)\n", "broken.py, line 1: SystemExit: 3"),
    ],
)
def test_a_file_that_gives_no_game(text: str, message: str) -> None:
    Path("broken.py").write_text(text)
    with pytest.raises(UnknownGameError) as told:
        read("broken.py")
    assert message in str(told.value)
    assert "\n" not in str(told.value)
    assert not [name for name in sys.modules if name.startswith("broken")]


def test_commands_take_a_file_for_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written()
    out, _ = run(capsys, monkeypatch, "show", path, "-m", "a1", "--json")
    assert json.loads(out)["position"] == "mygame/standard x........"
    out, _ = run(capsys, monkeypatch, "legal", "mygame.py", "-p", "xxx......")
    assert out == "Red wins.\n"
    out, _ = run(capsys, monkeypatch, "perft", path, "3", "--json")
    assert [entry["count"] for entry in json.loads(out)] == [9, 72, 504]
    out, _ = run(
        capsys, monkeypatch, "match", path, "random", "random", "-n", "2", "--save", "g", "--json"
    )
    assert json.loads(out)["games"] == 2
    catalogue._added.clear()
    _, err = run(capsys, monkeypatch, "replay", "g", code=2)
    assert "unknown game 'mygame'" in err
    out, _ = run(capsys, monkeypatch, "replay", "g", "--game", path)
    assert "2. Mygame, random - random" in out.replace("My game", "Mygame")


def test_a_file_that_changes_is_read_again_and_old_positions_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    path = written()
    old = start(read(path)).play("a1")
    paths = count_paths(old.game, old.state, 2)
    assert catalogue.read_again(path) is None
    written("1 - state.seat", "state.seat")
    with caplog.at_level(logging.WARNING):
        read_again(path, lambda game: None)
    assert "was read again" in caplog.text
    new = start("mygame").play("a1")
    assert new.game is not old.game
    assert (old.play("b1").movers, new.play("b1").movers) == ((0,), (0,))
    assert (old.movers, new.movers) == ((1,), (0,))
    # both compiled, each by its own rules
    assert count_paths(old.game, old.state, 2) == paths
    assert count_paths(new.game, start("mygame").state, 1) == 9


def test_a_broken_change_leaves_the_rules_as_they_were(caplog: pytest.LogCaptureFixture) -> None:
    path = written()
    game = read(path)

    def refuse(game: object) -> None:
        raise RulesError("mygame.py, line 9: no")

    for change, prepare, said in (
        (("GAME = Game(", "GAME = Game(("), lambda game: None, "was never closed"),
        (('name="mygame"', 'name="other"'), lambda game: None, "gives the game 'other' now"),
        (("loses.", "wins."), refuse, "line 9: no"),
    ):
        caplog.clear()
        written(*change)
        with caplog.at_level(logging.WARNING):
            read_again(path, prepare)
            read_again(path, prepare)  # it is said once
        assert caplog.text.count(said) == 1
        assert catalogue.find("mygame") is game
    written()
    read_again(path, lambda game: None)
    assert catalogue.find("mygame") is not game


def test_modules_beside_the_file_are_read_again_with_it() -> None:
    path = written()
    Path(path).write_text(
        STARTED.replace("CELLS = [", "from mygame_names import TITLE\n\nCELLS = [").replace(
            'title="My game"', "title=TITLE"
        )
    )
    Path("mygame_names.py").write_text('TITLE = "One"\n')
    assert read(path).title == "One"
    Path("mygame_names.py").write_text('TITLE = "The second"\n')
    game = catalogue.read_again(path)
    assert game is not None
    assert game.title == "The second"


MOVED = """
import os, pathlib, sys
from ludarium import catalogue
from ludarium.simulate.perft import count_paths
game = catalogue.find(catalogue.named("./mygame.py"))
if len(sys.argv) > 1:  # the file becomes another one that is older than this process
    os.replace("other.py", "mygame.py")
print(count_paths(game, game.start(game.ruleset(), 2), 5))
"""


def test_machine_code_is_of_the_text_that_was_read() -> None:
    """Even where another file, older than the process, is moved there before it is compiled."""
    written()
    Path("other.py").write_text(STARTED.replace("0o7, 0o70", "0o777, 0o70"))
    os.utime("other.py", (1_700_000_000, 1_700_000_000))

    def count(*words: str) -> int:
        return int(
            subprocess.run(
                [sys.executable, "-c", MOVED, *words], capture_output=True, text=True, check=True
            ).stdout
        )

    before, after = count("move"), count()
    assert before != after
    assert count() == after
    assert list(Path("cache").glob("mygame-*")), "machine code of files is kept"


def test_files_that_the_environment_names_are_known(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    written()
    monkeypatch.setenv("LUDARIUM_GAMES", os.pathsep.join(("mygame.py", "nowhere.py")))
    catalogue._read_environment.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            assert "mygame" in catalogue.names()
        assert start("mygame").game.title == "My game"
        assert "LUDARIUM_GAMES: cannot read nowhere.py: No such file" in caplog.text
    finally:
        catalogue._read_environment.cache_clear()


def test_no_name_makes_a_file_run() -> None:
    """Names come from requests, records and positions, which strangers write."""
    Path("evil.py").write_text("raise SystemExit('it was run')\n")
    for name in ("evil.py", "./evil.py", str(Path("evil.py").absolute())):
        with pytest.raises(UnknownGameError, match="unknown game"):
            catalogue.find(name)
    with pytest.raises(UnknownGameError, match=r"unknown game 'evil\.py'"):
        parse("evil.py/standard .........")
    with pytest.raises(UnknownGameError, match="unknown game"):
        start("./evil.py")


# Packages


def test_a_broken_package_is_named_once_and_left_out(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("sound_package.py").write_text(STARTED.replace('name="mygame"', 'name="sound"'))
    Path("broken_package.py").write_text("import nothing_of_that_name\n")
    Path("leaving_package.py").write_text("raise SystemExit(3)\n")
    Path("arity_package.py").write_text(
        STARTED.replace('name="mygame"', 'name="arity"').replace(
            "def returns(state: State, seat: int)", "def returns(state: State)"
        )
    )
    monkeypatch.syspath_prepend(".")
    points = {
        name: importlib.metadata.EntryPoint(name, value, catalogue.ENTRY_POINTS)
        for name, value in (
            ("broken", "broken_package:GAME"),
            ("sound", "sound_package:GAME"),
            ("absent", "sound_package:NOTHING"),
            ("leaving", "leaving_package:GAME"),
            ("arity", "arity_package:GAME"),
            ("misnamed", "sound_package:GAME"),
        )
    }
    monkeypatch.setattr(catalogue, "_foreign", lambda: points)
    catalogue._working.cache_clear()
    try:
        with caplog.at_level(logging.WARNING):
            names = catalogue.names()
            assert catalogue.names() == names
        assert "sound" in names
        left_out = ["broken", "absent", "leaving", "arity", "misnamed"]
        assert not set(left_out) & set(names)
        said = [record.getMessage() for record in caplog.records]
        assert [line.split("'")[1] for line in said] == left_out
        assert list(catalogue.faults()) == left_out
        out, _ = run(capsys, monkeypatch, "games")
        assert (
            "arity  left out: the game 'arity' of the package arity_package:GAME cannot be" in out
        )
        assert "in returns: returns(state) is called with 2 arguments" in out
        assert "sound  2 seats" in out
        assert "No module named 'nothing_of_that_name'" in said[0]
        assert not any("\n" in line for line in said)
        assert catalogue.find("sound").title == "My game"
        with pytest.raises(LudariumError, match=r"'broken' of the package .* cannot be read"):
            catalogue.find("broken")
    finally:
        catalogue._working.cache_clear()
        catalogue._load.cache_clear()
