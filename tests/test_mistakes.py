"""Mistakes that authors make: each is told in one line with file, line, function and cure."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import time
from pathlib import Path

import pytest

from authoring import STARTED, folder, line_of, read, run
from ludarium import catalogue
from ludarium.errors import GameFileError, RulesError, UnknownGameError
from ludarium.play.endings import refuse_faulty
from ludarium.play.position import start
from ludarium.play.trials import refuse_unending
from ludarium.rules.declarations import declaration_fault
from ludarium.rules.game import Game
from ludarium.rules.source_faults import CALLABLES, source_fault
from ludarium.simulate.perft import count_paths
from ludarium.testing import check_game

__all__ = ["folder"]

pytestmark = pytest.mark.usefixtures("folder")

PLAY = "return State(state.stones | bit(action), 1 - state.seat)"
MOVERS = "return EMPTY if has_line(state.stones) else ONE << to_bits(state.seat)"
COUNT = "return popcount(BOARD ^ state.stones)"
RETURNS = "return 1.0 if seat == state.seat else -1.0"
LINES = """    for line in LINES:
        if stones & line == line:
            return True
    return False"""


def changed(*changes: tuple[str, str]) -> str:
    """Write the game of `ludarium new` with these changes; returns its path."""
    text = STARTED
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    Path("mygame.py").write_text(text, encoding="utf-8")
    catalogue._files.clear()
    return "./mygame.py"


def told(path: str) -> str:
    """What the check says of the file, in plain Python."""
    with pytest.raises((RulesError, AssertionError, GameFileError)) as fault:
        check_game(read(path), compile=False)
    said = str(fault.value)
    assert "\n" not in said
    return said


def place(path: str, text: str, function: str) -> str:
    return f"mygame.py, line {line_of(text, path)}, in {function}: "


# Fields of the state

FIELDS = [
    ("stones: Bits", "stones: list[int]", "annotated list[int], .* a set of cells is Bits"),
    ("stones: Bits", "stones: dict[int, int]", r"annotated dict\[int, int\], expected int"),
    ("stones: Bits", "stones: str", "annotated str, .*: write a number, and its text in write_pos"),
    ("seat: int  #", "seat: bool  #", "annotated bool, .*: write int, 0 or 1"),
    ("seat: int  #", "seat: float  #", "annotated float, .*: write an int"),
    ("seat: int  #", "seat: tuple[int, str]  #", "annotated str, .*expected int for a number"),
    ("seat: int  #", "seat: int | None  #", r"annotated int \| None, .*expected int"),
    ("seat: int  #", "seat: Bitz  #", "there is no 'Bitz': import it"),
    ("seat: int  #", "seat = 0  #", "'seat' has no annotation, so it is no field: write seat: int"),
]


@pytest.mark.parametrize(("old", "new", "message"), FIELDS, ids=[new for _, new, _ in FIELDS])
def test_a_field_of_a_type_that_no_rules_take(old: str, new: str, message: str) -> None:
    path = changed((old, new))
    said = told(path)
    assert said.startswith(place(path, new, "State"))
    assert re.search(message.replace("list[int]", r"list\[int\]"), said), said


CLASS = 'class State(NamedTuple):\n    """All that decides'


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (f"@dataclass\n{CLASS.replace('(NamedTuple)', '')}", "the state type State is a dataclass"),
        (CLASS.replace("NamedTuple", ""), "the state type State is no NamedTuple: write class "),
    ],
    ids=["dataclass", "plain"],
)
def test_a_state_that_is_no_named_tuple(new: str, message: str) -> None:
    path = changed(
        (CLASS, new), ("import NamedTuple", "import NamedTuple\nfrom dataclasses import dataclass")
    )
    assert told(path).startswith(place(path, "class State", "State") + message)


def test_a_state_without_annotations() -> None:
    fields = STARTED[STARTED.index("class State(") : STARTED.index("def start")]
    path = changed(
        (fields, 'State = namedtuple("State", "stones seat")\n\n\n'),
        ("import NamedTuple", "import NamedTuple\nfrom collections import namedtuple"),
    )
    said = told(path)
    assert said.startswith(place(path, "State = named", "State"))
    assert "field 'stones' has no annotation: write class State(NamedTuple)" in said


# Parameters

PARAMETERS = [
    ("returns(state: State, seat: int)", "returns(state: State)", "returns", "(state, seat)"),
    ("movers(state: State)", "movers(state: State, seat: int)", "movers", "(state)"),
    (
        "legal_count(state: State, seat: int)",
        "legal_count(state: State)",
        "legal_count",
        "(state, seat)",
    ),
    (
        "nth_legal(state: State, seat: int, n: int)",
        "nth_legal(state: State, n: int)",
        "nth_legal",
        "(state, seat, n)",
    ),
    (
        "play(state: State, action: int)",
        "play(state: State, seat: int, action: int)",
        "play",
        "(state, action)",
    ),
    ("start(ruleset: Ruleset, seats: int)", "start(ruleset: Ruleset)", "start", "(ruleset, seats)"),
    (
        "action_texts(state: State, seat: int, action: int)",
        "action_texts(state: State, action: int)",
        "action_texts",
        "(state, seat, action)",
    ),
    ("write_position(state: State)", "write_position()", "write_position", "(state)"),
    (
        "read_position(text: str, ruleset: Ruleset)",
        "read_position(text: str)",
        "read_position",
        "(text, ruleset)",
    ),
    (
        "view(state: State, before: State | None, action: int | None)",
        "view(state: State)",
        "view",
        "(state, before, action)",
    ),
    (
        "play(state: State, action: int)",
        "play(state: State, action: int, *, fast: bool)",
        "play",
        "(state, action)",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "name", "right"), PARAMETERS, ids=[new for _, new, _, _ in PARAMETERS]
)
def test_a_function_of_other_parameters(old: str, new: str, name: str, right: str) -> None:
    path = changed((old, new))
    said = told(path)
    assert said.startswith(place(path, f"def {name}(", name) + name)
    assert said.endswith(f": write def {name}{right}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("    view=view,\n", "", r"line \d+: Game\(...\) is not whole: give view=..."),
        ("view=view", "view=None", r"expected a function|in GAME"),
        ("seats=(2, 2)", "seats=2", r"line \d+: seats is 2, expected the fewest and the most"),
        ("seats=(2, 2)", "seats=(3, 2)", r"in GAME: seats is \(3, 2\), expected the fewest"),
        ("seats=(2, 2)", "seats=(2, 9)", r"in GAME: seats is \(2, 9\), .*from 1 to 8"),
        ('("Ivory", "Red"),\n    state', '("Ivory",),\n    state', "seat_names has 1: give a name"),
        ('("Ivory", "Red"),\n    state', '"Ivory",\n    state', "seat_names is 'Ivory', expected"),
        ("functions=named(", "functions=tuple(", "TypeError"),
        ('source="its author"),),', 'source="its author")),', "rulesets is .*, expected a tuple"),
        ('title="My game"', "title=None", "in GAME: title is None, expected a text"),
        ('source="its author"', "source=3", "in GAME: source of a ruleset is 3, expected a text"),
    ],
)
def test_what_is_said_of_the_game(old: str, new: str, message: str) -> None:
    path = changed((old, new))
    said = told(path)
    assert re.match(r"mygame\.py, line \d+", said)
    assert re.search(message, said), said


# Python that is not compiled

HELPER = "return bool([1 for line in LINES if stones & line == line])"
REFUSED = [
    (PLAY, f"name = f'{{action}}'\n    {PLAY}", "name = f", "play", "the string `f'{action}'`"),
    (PLAY, f"name = 'a'\n    {PLAY}", "name = 'a'", "play", "the string `'a'`"),
    (PLAY, f"name = str(action)\n    {PLAY}", "name = str", "play", r"str(action): "),
    (
        LINES,
        "    return any(stones & line == line for line in LINES)",
        "any(",
        "has_line",
        "any(... for ...)",
    ),
    (
        LINES,
        "    return sum(1 for line in LINES if stones & line == line) > 0",
        "sum(",
        "has_line",
        "sum(... for ...)",
    ),
    (LINES, f"    {HELPER}", "bool([", "has_line", "the list `["),
    (
        LINES,
        "    return stones in {line for line in LINES}",
        "in {",
        "has_line",
        "the set `{line for",
    ),
    (PLAY, f"cells = []\n    {PLAY}", "cells = []", "play", "the list `[]`"),
    (PLAY, f"seen = {{}}\n    {PLAY}", "seen = {}", "play", "the dict `{}`"),
    (PLAY, "return state._replace(seat=1 - state.seat)", "_replace", "play", "._replace: "),
    (
        PLAY,
        f"try:\n        {PLAY}\n    except ValueError:\n        return state",
        "try:",
        "play",
        "try: ",
    ),
    (PLAY, f"other = lambda: 1\n    {PLAY}", "lambda", "play", "the lambda `lambda: 1`"),
    (
        COUNT,
        "return len(CELLS)",
        "len(CELLS)",
        "legal_count",
        "the list 'CELLS' cannot be used in rules",
    ),
    (PLAY, f"print(action)\n    {PLAY}", "print(", "play", "print(action): take it out"),
    (COUNT, "return (n := popcount(BOARD))", "(n := ", "legal_count", "the assignment `"),
    (
        "@jitable\ndef has_line",
        "def has_line",
        "EMPTY if has_line",
        "movers",
        "has_line() cannot be compiled: put @jitable",
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "line", "function", "message"), REFUSED, ids=[one[-1] for one in REFUSED]
)
def test_what_rules_cannot_use_is_told_before_anything_is_compiled(
    old: str, new: str, line: str, function: str, message: str
) -> None:
    path = changed((old, new))
    game = read(path)
    begin = time.perf_counter()
    with pytest.raises(RulesError) as fault:
        check_game(game)
    assert time.perf_counter() - begin < 3
    said = str(fault.value)
    assert said.startswith(place(path, line, function) + message)
    assert "use" in said or "@jitable" in said or "take it out" in said
    if message.startswith("print"):  # which Numba compiles for ever
        return
    try:  # other commands say the same, if later and where Numba finds fault with it
        count_paths(game, start(game).state, 2)
    except RulesError as again:
        assert str(again) == said


def test_strings_of_exceptions_and_functions_that_are_not_compiled_may_be_there() -> None:
    path = changed(
        (
            PLAY,
            f'"""Doc."""\n    if action > 8:\n        raise ValueError(f"{{action}}")\n    {PLAY}',
        ),
        (
            "def write_position",
            '@jitable\ndef unused() -> str:\n    return "unused"\n\n\ndef write_position',
        ),
    )
    assert source_fault(read(path)) is None


def test_no_game_of_the_package_is_found_fault_with() -> None:
    for name in catalogue.names():
        game = catalogue.find(name)
        assert declaration_fault(game) is None, name
        assert source_fault(game) is None, name


# Names


@pytest.mark.parametrize(
    ("old", "new", "function", "message"),
    [
        (
            "nth_bit(BOARD ^",
            "nth_bit(BOARDD ^",
            "nth_legal",
            "there is no 'BOARDD': define or import it; did you mean 'BOARD'?",
        ),
        ("for line in LINES:", "for line in LINE:", "has_line", "there is no 'LINE'"),
        ("return EMPTY if has_line", "return NONE if has_line", "movers", "there is no 'NONE'"),
        (
            "return (CELLS[action],)",
            "return (CELLSS[action],)",
            "action_texts",
            "there is no 'CELLSS'",
        ),
        ('status=f"{to_move} wins."', 'status=f"{winner} wins."', "view", "there is no 'winner'"),
        (
            '"x" if state.stones >> n & 1',
            '"x" if state.stones >> m & 1',
            "write_position",
            "there is no 'm'",
        ),
        ("1 - state.seat)\n", "other - state.seat)\n", "play", "there is no 'other'"),
    ],
)
def test_a_name_that_is_nowhere_is_told_where_it_stands(
    old: str, new: str, function: str, message: str
) -> None:
    path = changed((old, new))
    said = told(path)
    assert said.startswith(place(path, new.strip(), function) + message)
    assert "legal_count" not in said


def test_a_name_that_is_nowhere_in_the_file_itself() -> None:
    path = changed(("BOARD = Bits(", "BOARD = Bitz("))
    line = line_of("BOARD = Bitz(", path)
    assert (
        told(path)
        == f"mygame.py, line {line}: NameError: name 'Bitz' is not defined: define or import it"
    )


# Numbers, chance, hidden parts


def counted(declared: str) -> list[tuple[str, str]]:
    """A count of moves, declared as of this range."""
    return [
        ("import NamedTuple", "import Annotated, NamedTuple"),
        ("seat: int  # who is to move", f"seat: int\n    count: Annotated[int, {declared}]"),
        ("State(EMPTY, 0)", "State(EMPTY, 0, 0)"),
        ("1 - state.seat)", "1 - state.seat, state.count + 1)"),
        ('text.count("x") % 2)', 'text.count("x") % 2, text.count("x"))'),
    ]


@pytest.mark.parametrize(
    ("declared", "function", "message"),
    [
        ("range(3)", "play", "is 3, expected 0 to 2"),
        ("range(1, 10)", "start", "is 0, expected 1 to 9"),
        ('"fixed"', "play", "is 1, expected 0, as it is said to be fixed"),
    ],
)
def test_a_number_over_its_declared_range(declared: str, function: str, message: str) -> None:
    path = changed(*counted(declared))
    said = told(path)
    assert said.startswith(place(path, f"def {function}(", function) + "field 'count' of the state")
    assert f"{message}: keep to it, or declare more in line {line_of('count: Ann', path)}" in said


def chancy(weight: str) -> list[tuple[str, str]]:
    """The second stone falls by chance, with this weight."""
    function = (
        f"@jitable\ndef chance_weight(state: State, action: int) -> int:\n    return {weight}"
    )
    return [
        (
            MOVERS,
            "by_chance = popcount(state.stones) == 1\n    if has_line(state.stones):\n"
            "        return EMPTY\n"
            "    return CHANCE_MOVES if by_chance else ONE << to_bits(state.seat)",
        ),
        (
            "from ludarium.rules.view",
            "from ludarium.rules.generic import CHANCE_MOVES\nfrom ludarium.rules.view",
        ),
        (
            "() if over else (state.seat,)",
            "() if over or popcount(state.stones) == 1 else (state.seat,)",
        ),
        ("@jitable\ndef returns", f"{function}\n\n\n@jitable\ndef returns"),
        ("play, returns)", "play, returns, chance_weight)"),
    ]


@pytest.mark.parametrize(
    ("weight", "message"),
    [
        ("1.0 / 9", "0.1111"),
        ("action % 2", "are 0, "),
        ("action - 4", "are -"),
        ("1 << 31", "are 2147483648"),
        ("action > 0", "are False, True"),
    ],
)
def test_weights_of_chance(weight: str, message: str) -> None:
    path = changed(*chancy(weight))
    said = told(path)
    assert said.startswith(place(path, "def chance_weight(", "chance_weight"))
    assert message in said
    assert "expected ints from 1" in said
    assert "count the ways to each outcome" in said


def test_chance_without_weights_and_with_good_ones() -> None:
    path = changed(*chancy("1")[:4])
    assert told(path).startswith(
        place(path, "def movers(", "movers") + "chance moves, but the game"
    )
    assert check_game(read(changed(*chancy("1 + action"))), compile=False)


SEEN = "return state if seat == 0 else State(state.stones, state.seat, -1 if state.card else 0)"
DRAWN = (
    "if seat == 0 or state.card == 0:\n        return state\n"
    "    return State(state.stones, state.seat, 1 + bounded(random, 2))"
)


def hidden(seen: str = SEEN, drawn: str = DRAWN) -> list[tuple[str, str]]:
    """Seat 0 has a card, 1 or 2, which its first move decides; seat 1 does not see it."""
    functions = f"""@jitable
def seen_by(state: State, seat: int) -> State:
    {seen}


@jitable
def determinize(state: State, seat: int, random: Bits) -> State:
    {drawn}


@jitable
def returns"""
    return [
        ("ONE, Bits, bit, nth", "ONE, Bits, bit, bounded, nth"),
        ("seat: int  # who is to move", "seat: int\n    card: int"),
        ("State(EMPTY, 0)", "State(EMPTY, 0, 0)"),
        ("1 - state.seat)", "1 - state.seat, state.card or 1 + action % 2)"),
        (
            "for n in range(9))\n\n\ndef read",
            'for n in range(9)) + "?012"[state.card + 1]\n\n\ndef read',
        ),
        (
            'len(text) != 9 or not set(text) <= set("x.")',
            'len(text) != 10 or not set(text) <= set("x.?012")',
        ),
        ('text.count("x") % 2)', 'text.count("x") % 2, "?012".index(text[9]) - 1)'),
        ("@jitable\ndef returns", functions),
        ("play, returns)", "play, returns, seen_by, determinize)"),
    ]


def test_hidden_parts_that_are_kept_are_sound() -> None:
    assert check_game(read(changed(*hidden())), compile=False)


@pytest.mark.parametrize(
    ("changes", "function", "message"),
    [
        (
            hidden(drawn="return state"),
            "determinize",
            "what is drawn for seat 1 depends on what it does not see: draw by",
        ),
        (
            hidden(drawn="return State(state.stones, state.seat, 1 + bounded(random, 2))"),
            "determinize",
            "does not look the same to it (field 'card'",
        ),
        (
            hidden(drawn=DRAWN.replace("state.stones, ", "state.stones ^ Bits(1), ")),
            "determinize",
            "does not look the same to it (field 'stones'",
        ),
        (
            [*hidden(), (COUNT, f"{COUNT} - (state.card == 2)")],
            "legal_count",
            "legal_count tells seat 1 what it does not see",
        ),
        (
            [
                *hidden(),
                ("return (CELLS[action],)", "return (CELLS[action] + str(state.card),)"),
                ("touches=action_texts", "touches=lambda state, seat, action: (CELLS[action],)"),
            ],
            "action_texts",
            "action_texts tells seat 1",
        ),
        (
            [
                *hidden(),
                (MOVERS, MOVERS.replace("(state.stones)", "(state.stones) or state.card == 2")),
            ],
            "movers",
            "movers tells seat 1 what it does not see",
        ),
        (
            hidden(seen=SEEN.replace("seat == 0", "seat != 1")),
            "seen_by",
            "a spectator sees something that seat 1 does not: blank",
        ),
        (
            hidden(seen="return State(state.stones, state.seat, state.card - 1)"),
            "seen_by",
            "hides something again",
        ),
        (
            [*hidden()[:-1], ("play, returns)", "play, returns, seen_by)")],
            "seen_by",
            "seen_by is given without determinize: add determinize",
        ),
        (
            [*hidden()[:-1], ("play, returns)", "play, returns, determinize)")],
            "determinize",
            "determinize is given without seen_by: add seen_by",
        ),
    ],
)
def test_hidden_parts_that_leak_or_are_not_kept(
    changes: list[tuple[str, str]], function: str, message: str
) -> None:
    path = changed(*changes)
    said = told(path)
    assert said.startswith(place(path, f"def {function}(", function))
    assert message in said


# Seats

THREE = [
    ("seats=(2, 2)", "seats=(2, 3)"),
    ('("Ivory", "Red"),\n    state', '("Ivory", "Red", "Green"),\n    state'),
]


def test_seats_that_the_rules_cannot_hold() -> None:
    path = changed(THREE[0])
    assert told(path).startswith(
        place(path, "seats=(2, 3)", "GAME") + "up to 3 seats are declared, but seat_names has 2"
    )
    path = changed(*THREE)
    said = told(path)
    assert said.startswith(
        place(path, "def start(", "start") + "a game of 3 seats has 2: give seat_count"
    )
    count = "@jitable\ndef seat_count(state: State) -> int:\n    return 3"
    path = changed(
        *THREE,
        ("seats=(2, 3)", "seats=(3, 3)"),
        ('SeatView("Red", "brick"))', 'SeatView("Red", "brick"), SeatView("Green", "green"))'),
        ("@jitable\ndef returns", f"{count}\n\n\n@jitable\ndef returns"),
        ("play, returns)", "play, returns, seat_count)"),
        ("draws=False", "returns_sum=None"),
    )
    assert told(path).startswith(
        place(path, "def movers(", "movers") + "with 3 seats, seat 2 never chooses in"
    )


def test_every_number_of_seats_that_is_declared_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also one between the fewest and the most."""
    seen: list[int] = []
    game = catalogue.find("ahyoheek")
    monkeypatch.setattr(
        "ludarium.testing.suite._check_random_game",
        lambda first, *more: [seen.append(first.seats)],  # type: ignore[func-returns-value]
    )
    check_game(game, games=1, compile=False)
    assert set(seen) == {2, 3, 4, 5}


# Games that are over at the start, or never


OVER = (MOVERS, "return EMPTY")
ENDLESS = [
    (MOVERS, "return ONE << to_bits(state.seat)"),
    (PLAY, "return State(bit(action), 1 - state.seat)"),
    ("for n in range(9))\n\n\ndef read", "for n in range(9)) + str(state.seat)\n\n\ndef read"),
    ('len(text) != 9 or not set(text) <= set("x.")', "len(text) != 10"),
    ('text.count("x") % 2)', "int(text[9]))"),
]
COMMANDS = [
    ["check"],
    ["measure", "--games", "20"],
    ["analyse", "--seconds", "1"],
    ["bench", "playouts", "--seconds", "1"],
    ["bench", "vector", "--seconds", "1"],
    ["play"],
    ["match", "random", "mcts:100", "-n", "2"],
    ["dataset", "random", "random", "-n", "2", "--out", "rows.parquet"],
    ["league", "random", "mcts:100", "-g"],
    ["puzzles", "make", "--games", "1"],
    ["solve"],
    ["perft", "3"],
]
BEFORE = ("analyse", "perft")  # which say of a position that it is over, wherever it comes from


@pytest.mark.parametrize("command", COMMANDS, ids=[" ".join(words[:2]) for words in COMMANDS])
def test_a_game_that_is_over_at_the_start_or_never_ends_is_one_line(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def complained(path: str) -> str:
        at = 2 if command[0] in ("bench", "puzzles") else len(command) if "-g" in command else 1
        out, err = run(capsys, monkeypatch, *command[:at], path, *command[at:], code=2)
        assert (out.count("\n"), err.count("\n")) == (0, 1), out + err
        return err

    path = changed(OVER)
    wanted = place(path, "def movers(", "movers") + "the game is over at the start: movers gives EM"
    wanted = "the game is over: Ivory wins." if command[0] in BEFORE else wanted
    assert complained(path).startswith(f"ludarium: {wanted}")
    if command[0] == "perft":
        return  # which looks a few moves ahead
    path = changed(*ENDLESS)
    begin = time.perf_counter()
    said = complained(path)
    assert time.perf_counter() - begin < 10
    assert said.startswith(
        f"ludarium: {place(path, 'def movers(', 'movers')}a random game is not over"
    )
    assert "after 100,000 moves: movers gives no EMPTY; end it by the rules" in said


def test_playouts_of_a_game_without_an_end_are_broken_off() -> None:
    """So bots, whose time is asked for between playouts, answer in time."""
    from ludarium.agents import agent

    game = read(changed(*ENDLESS))
    first = start(game)
    bot = agent("mcts:0.2s")
    bot.choose(first, 0)  # compiles
    begin = time.perf_counter()
    bot.choose(first, 0)
    assert time.perf_counter() - begin < 2


def test_check_never_ends_with_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> int:
        raise KeyError("within the checks")

    monkeypatch.setattr("ludarium.testing.check_game", fail)
    _, err = run(capsys, monkeypatch, "check", changed(), code=2)
    assert err == "ludarium: mygame: the checks ended with KeyError: 'within the checks'\n"


def test_a_game_that_is_withheld_is_not_found_until_it_is_sound(
    caplog: pytest.LogCaptureFixture,
) -> None:
    from ludarium.cli.serving import sound_games

    path = changed(OVER)
    assert sound_games([path]) == set()
    assert "in movers: the game is over at the start" in caplog.text
    assert "mygame" not in catalogue.names()
    assert "over at the start" in catalogue.faults()["mygame"]
    with pytest.raises(UnknownGameError, match=r"the game 'mygame' cannot be played: .*over at"):
        catalogue.find("mygame")
    assert catalogue.read_again(path, refuse_faulty) is None
    Path(path).write_text(STARTED)
    game = catalogue.read_again(path, refuse_faulty)
    assert game is not None
    assert catalogue.find("mygame") is game
    assert catalogue.faults() == {}
    Path("other.py").write_text("GAME = Game(")
    assert sound_games([path, "other.py"]) == {"mygame"}
    assert catalogue.read_again("other.py", refuse_faulty) is None
    Path("other.py").write_text(STARTED.replace('name="mygame"', 'name="other"'))
    assert catalogue.read_again("other.py", refuse_faulty) is catalogue.find("other")
    assert catalogue.faults() == {}


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"stone", "grey", "stone"', '"cube", "grey", "stone"', "in view: the shape of piece"),
        ("return (CELLS[action],)", "return (CELLS[action + 3],)", "in action_texts: IndexError"),
        (
            "    status=",
            "    status=str(1 // (9 - len(stones))) and ",
            "in view: ZeroDivisionError",
        ),
        (COUNT, "return popcount(BOARD ^ state.stones) - 7", "seat 0 chooses, and has no legal"),
    ],
)
def test_a_game_at_fault_after_some_moves_is_withheld(
    old: str, new: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Else the page of all games would meet the fault, and fail."""
    from ludarium.cli.serving import sound_games

    over = (MOVERS, MOVERS.replace("has_line(state.stones)", "state.stones == BOARD"))
    path = changed((old, new), over) if "9 - " in new else changed((old, new))
    assert sound_games([path]) == set()
    assert fault in caplog.text
    assert fault in catalogue.faults()["mygame"]


@pytest.mark.parametrize(
    "loop", ["while True:\n    pass\n\nGAME = Game(", "_ = __import__('os')._exit(3)\nGAME = Game("]
)
def test_a_game_that_never_answers_is_withheld(
    loop: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ludarium.cli.serving.refuse_unending", functools.partial(refuse_unending, patience=3.0)
    )
    from ludarium.cli.serving import sound_games

    path = changed(("GAME = Game(", loop))
    assert sound_games([path]) == set()
    assert "a loop that does not end" in caplog.text or "ended the process" in caplog.text
    Path(path).write_text(STARTED)
    assert catalogue.read_again(path, refuse_faulty, refuse_unending) is not None


def test_a_game_that_does_not_compile_keeps_no_other_from_being_prepared(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = changed(("@jitable\ndef has_line", "def has_line"))
    read(path)
    monkeypatch.setattr(
        "ludarium.cli.preparing.one_of_each_engine", lambda named: ["mygame", "kuhn"]
    )
    out, _ = run(capsys, monkeypatch, "prepare", "--json")
    assert list(json.loads(out)["games"]) == ["kuhn"]
    assert "has_line() cannot be compiled: put @jitable above its def" in caplog.text
    read(path)
    _, err = run(capsys, monkeypatch, "prepare", path, code=2)
    assert "has_line() cannot be compiled: put @jitable above its def" in err


@pytest.mark.parametrize(
    ("old", "new", "function", "message"),
    [
        (PLAY, PLAY.replace("1 - state.seat", "1 - state.seats"), "play", "it has stones, seat"),
        (PLAY, PLAY.replace("state.seat)", "state.seat, 3)"), "play", "give each field of the st"),
        ("return State(EMPTY, 0)", "return State(EMPTY)", "start", "give each field of the state"),
        (
            PLAY,
            f"for n in range(0):\n        m = n\n    {PLAY.replace('1 - ', 'm - ')}",
            "play",
            "give it a value on every way before",
        ),
    ],
)
def test_frequent_exceptions_have_a_cure(old: str, new: str, function: str, message: str) -> None:
    path = changed((old, new))
    said = told(path)
    assert said.startswith(place(path, new.splitlines()[-1].strip(), function))
    assert message in said


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("state=State", "state=None", "in GAME: state is None, expected a class of NamedTuple"),
        ("draws=False", "drawn=False", "'drawn'; did you mean 'draws'?"),
        ("play, returns)", "play, returns, seenby)", "'seenby' is not a generic function; did you"),
    ],
)
def test_words_that_are_nearly_right(old: str, new: str, message: str) -> None:
    seenby = "@jitable\ndef seenby(state: State, seat: int) -> State:\n    return state\n\n\n"
    path = changed((old, new), ("@jitable\ndef returns", f"{seenby}@jitable\ndef returns"))
    assert message in told(path)


def test_every_function_that_a_game_gives_is_checked() -> None:
    functions = {
        field.name for field in dataclasses.fields(Game) if str(field.type).startswith("Callable")
    }
    assert set(CALLABLES) == functions
