"""Solved games: known equilibria, an independent check of every state, files that are damaged,
agents that play by a table.
"""

from __future__ import annotations

import functools
import itertools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba.core import config

import ludarium
from ludarium.agents import agent
from ludarium.errors import (
    AgentError,
    GameOverError,
    LudariumError,
    MoveError,
    PositionError,
    TableFileError,
)
from ludarium.matches.match import play_match
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.dispatch import jitable
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import View
from ludarium.solvers.equilibrium import library as solved
from ludarium.solvers.equilibrium.linear import state_value
from ludarium.solvers.equilibrium.players import ExploiterAgent, best_safe_mix
from ludarium.solvers.equilibrium.solution import Solution, canonical
from ludarium.solvers.equilibrium.storage import pack, read_solution, unpack, write_solution
from ludarium.solvers.equilibrium.verify import Checker, verify

AHYOHEEK = ludarium.find("ahyoheek")
SHIPPED = [(ruleset, seats) for ruleset in ("classic", "live") for seats in (2, 3, 4)]


class Once(NamedTuple):
    """A game of one round. kind: whose rules; result: 0 while it goes on, then 1 and what each seat
    chose, two bits each.
    """

    kind: int
    seats: int
    result: int


PAYOFFS = ((0.9, 0.2), (0.4, 0.6))  # what the first seat gets in MATRIX
# each shape beats the next; a matrix game; whoever chooses what nobody else does wins
SHAPES, MATRIX, ODD = 0, 1, 2


@jitable
def seat_count(state: Once) -> int:
    return state.seats


@jitable
def action_bits(state: Once) -> int:
    return 2


@jitable
def movers(state: Once) -> Bits:
    return Bits(0) if state.result else Bits((1 << state.seats) - 1)


@jitable
def legal_count(state: Once, seat: int) -> int:
    return 3 if state.kind == SHAPES else 2


@jitable
def nth_legal(state: Once, seat: int, n: int) -> int:
    return n


def choice(joint: int, seat: int) -> int:
    return joint >> 2 * seat & 3


def winner(state: Once, joint: int) -> int:
    """The seat that wins, or -1."""
    choices = [choice(joint, seat) for seat in range(state.seats)]
    for seat, chosen in enumerate(choices):
        others = choices[:seat] + choices[seat + 1 :]
        if (
            all(other == (chosen + 1) % 3 for other in others)
            if state.kind == SHAPES
            else chosen not in others
        ):
            return seat
    return -1


def play(state: Once, action: int) -> Once:
    stays = state.kind != MATRIX and winner(state, action) < 0
    return state if stays else Once(state.kind, state.seats, 1 << 2 * state.seats | action)


def returns(state: Once, seat: int) -> float:
    if state.kind == MATRIX:
        first = PAYOFFS[choice(state.result, 0)][choice(state.result, 1)]
        return 1 - first if seat else first
    return float(winner(state, state.result) == seat)


def unused(*arguments: object) -> View:
    raise NotImplementedError


ONCE = Game(
    name="once",
    title="Once",
    seats=(2, 3),
    seat_names=("A", "B", "C"),
    state=Once,
    rulesets=tuple(
        Ruleset(name=name, title=name, source="this test", parameters=kind)
        for kind, name in enumerate(("shapes", "matrix", "odd"))
    ),
    start=lambda ruleset, seats: Once(ruleset.parameters, seats, 0),
    functions={
        function.__name__: function
        for function in (seat_count, action_bits, movers, legal_count, nth_legal, play, returns)
    },
    action_texts=lambda state, seat, action: (str(action),),
    touches=lambda state, seat, action: (str(action),),
    write_position=lambda state: f"{state.kind} {state.seats} {state.result}",
    read_position=lambda text, ruleset: Once(*map(int, text.split())),
    view=unused,
    returns_sum=1.0,
    returns_range=(0.0, 1.0),
    rules="A game of one round.",
)


@pytest.fixture
def plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Solving in plain Python, which is faster than compiling where there is one state; and a cache
    of its own.
    """
    monkeypatch.setattr(config, "DISABLE_JIT", 1)
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path))


@pytest.mark.usefixtures("plainly")
@pytest.mark.parametrize(
    ("ruleset", "seats", "mixes", "values"),
    [
        ("shapes", 2, [(1 / 3, 1 / 3, 1 / 3)] * 2, (1 / 2, 1 / 2)),
        # by the textbook's formula for two by two
        ("matrix", 2, [(2 / 9, 7 / 9), (4 / 9, 5 / 9)], (0.46 / 0.9, 0.44 / 0.9)),
        ("odd", 3, None, None),
    ],
)
def test_games_of_one_round(
    ruleset: str,
    seats: int,
    mixes: list[tuple[float, ...]] | None,
    values: tuple[float, ...] | None,
) -> None:
    table = ludarium.equilibrium(ONCE, ruleset=ruleset, seats=seats, build=True)
    position = ludarium.start(ONCE, ruleset, seats)
    assert table.epsilon < 1e-8
    assert sum(table.values(position)) == pytest.approx(1)
    if mixes is not None and values is not None:
        assert table.values(position) == pytest.approx(values, abs=1e-9)
        assert [tuple(table.mix(position, seat).values()) for seat in range(seats)] == [
            pytest.approx(mix, abs=1e-9) for mix in mixes
        ]
    assert ludarium.equilibrium(ONCE, ruleset=ruleset, seats=seats).epsilon == table.epsilon, (
        "it is kept"
    )


@pytest.mark.usefixtures("plainly")
def test_two_seats_may_stay_for_ever_but_three_may_not() -> None:
    assert ludarium.equilibrium(ONCE, ruleset="shapes", seats=2, build=True).gamma == 1
    assert ludarium.equilibrium(ONCE, ruleset="odd", seats=3, build=True).gamma == 0.99
    assert ludarium.equilibrium(ONCE, ruleset="odd", seats=3, gamma=0.5, build=True).gamma == 0.5


@pytest.mark.usefixtures("plainly")
def test_what_cannot_be_had_says_so() -> None:
    with pytest.raises(
        TableFileError,
        match=r"there is no table of once/odd with 3 seats and gamma 0\.99 yet; "
        r"to make it: ludarium solve once",
    ):
        ludarium.equilibrium(ONCE, ruleset="odd", seats=3)
    with pytest.raises(LudariumError, match="gamma 2: expected a probability, 0 to 1"):
        ludarium.equilibrium(ONCE, seats=3, gamma=2)
    with pytest.raises(LudariumError, match="in Yoxii one seat chooses at a time"):
        ludarium.equilibrium("yoxii", build=True)


@pytest.mark.parametrize(("ruleset", "seats"), SHIPPED)
def test_every_table_says_that_it_holds(ruleset: str, seats: int) -> None:
    table = ludarium.equilibrium("ahyoheek", ruleset=ruleset, seats=seats)
    assert table.epsilon < 1e-6
    assert len(table.states) == {2: 130, 3: 1_231, 4: 9_163, 5: 56_686}[seats]
    first = ludarium.start("ahyoheek", ruleset, seats)
    assert table.values(first) == pytest.approx([1 / seats] * seats, abs=1e-9)
    assert table.mix(first, 0) == pytest.approx({"P": 1 / 3, "B": 1 / 3, "E": 1 / 3}, abs=1e-9)


@functools.cache
def checker_of(ruleset: str, seats: int) -> Checker:
    """Every state worked out anew."""
    return Checker(ludarium.equilibrium("ahyoheek", ruleset=ruleset, seats=seats))


@pytest.mark.parametrize(
    ("ruleset", "seats"), [("classic", 2), ("classic", 3), ("live", 2), ("live", 3)]
)
def test_no_seat_gains_by_any_other_way_to_play(ruleset: str, seats: int) -> None:
    """In any state; the command `ludarium solve ahyoheek --seats N --verify` checks it for more
    seats.
    """
    table = ludarium.equilibrium("ahyoheek", ruleset=ruleset, seats=seats)
    found = checker_of(ruleset, seats).certificate()
    assert found.epsilon == pytest.approx(table.epsilon, abs=1e-12)
    assert found.epsilon < 1e-7
    assert found.value_error < 1e-8
    assert found.mix_error < 1e-12


def test_the_checker_sees_a_wrong_mix_and_a_wrong_value() -> None:
    table = ludarium.equilibrium("ahyoheek", seats=2)
    row = table.locate(ludarium.parse("ahyoheek 220/210").state).row
    mixes, values = table.mix_rows.copy(), table.value_rows.copy()
    mixes[row, 0] = (0.5, 0.5, 0)
    values[row, 0] += 0.01
    found = verify(Solution(table.game, table.ruleset, 2, 1.0, 0.0, table.states, values, mixes))
    assert found.epsilon > 1e-3
    assert found.value_error > 1e-3
    with pytest.raises(PositionError, match="comes to it"):
        verify(Solution(table.game, table.ruleset, 2, 1.0, 0.0, table.states[:-1], values, mixes))


@pytest.mark.parametrize("ruleset", ["classic", "live"])
def test_linear_programmes_find_the_same_values(ruleset: str) -> None:
    """Of every tenth state; `ludarium solve ahyoheek --seats 2 --verify` compares them all."""
    table = ludarium.equilibrium("ahyoheek", ruleset=ruleset, seats=2)
    checker = checker_of(ruleset, 2)
    for row in range(0, len(table.states), 10):
        assert state_value(checker, checker.expected, row) == pytest.approx(
            table.value_rows[row, 0], abs=1e-9
        )


def random_positions(
    seats: int, count: int, ruleset: str = "classic", seed: int = 1
) -> list[Position]:
    """Positions of random games in which seats choose."""
    source = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        position = ludarium.start("ahyoheek", ruleset, seats)
        while not position.over:
            if source.random() < 0.3:
                found.append(position)
            position = position.play_joint(
                generic.nth_joint(
                    position.state, source.randrange(generic.joint_count(position.state))
                )
            )
    return found[:count]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_symmetric_positions_have_symmetric_equilibria(seats: int) -> None:
    table = ludarium.equilibrium("ahyoheek", seats=seats)
    source = random.Random(seats)
    for position in random_positions(seats, 12):
        state, symmetry = position.state, source.randrange(generic.symmetry_count(position.state))
        image = Position(AHYOHEEK, position.ruleset, generic.symmetric_state(state, symmetry))
        for seat in range(seats):
            there = generic.symmetric_seat(state, symmetry, seat)
            assert table.values(image)[there] == pytest.approx(table.values(position)[seat])
            if seat in position.movers:
                actions = [
                    generic.symmetric_action(state, symmetry, action) for action in (1, 2, 3)
                ]
                expected = [
                    table.probabilities(image.state, there)[action - 1] for action in actions
                ]
                assert table.probabilities(state, seat) == pytest.approx(expected)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_seats_play_alike(seats: int) -> None:
    table = ludarium.equilibrium("ahyoheek", seats=seats)
    for position in random_positions(seats, 30, seed=7):
        words = AHYOHEEK.write_position(position.state).split("/")
        for one, other in itertools.combinations(position.movers, 2):
            if words[one] == words[other]:
                assert table.values(position)[one] == pytest.approx(table.values(position)[other])
                assert table.mix(position, one) == pytest.approx(table.mix(position, other))


def test_sudden_death_is_even_and_finished_games_are_known() -> None:
    table = ludarium.equilibrium("ahyoheek", seats=3)
    assert table.values(ludarium.parse("ahyoheek 310*/301*/222")) == pytest.approx((0.5, 0.5, 0))
    over = ludarium.parse("ahyoheek 300*/000/000")
    assert table.values(over) == (1, 0, 0)
    with pytest.raises(GameOverError):
        table.mix(over, 0)
    with pytest.raises(MoveError, match="seat 2 does not choose now"):
        table.mix(ludarium.parse("ahyoheek 310*/301*/222"), 2)
    with pytest.raises(PositionError, match="this table is of ahyoheek/classic with 3 seats"):
        table.values(ludarium.start("ahyoheek", seats=2))


def test_states_are_canonical_and_none_is_missing() -> None:
    """27 ways to hold fewer than three of each symbol, for each of three seats in ascending order;
    and two in sudden death.
    """
    table = ludarium.equilibrium("ahyoheek", seats=3)
    hands = [
        pens | books << 4 | beetles << 8
        for pens in range(3)
        for books in range(3)
        for beetles in range(3)
    ]
    first = ludarium.start("ahyoheek", seats=3).state
    rows = {
        table.locate(first._replace(markers=a | b << 12 | c << 24)).row
        for a, b, c in itertools.combinations_with_replacement(hands, 3)
    }
    assert len(rows) == 1_230
    assert all(canonical(state) == (state, 0) for state in table.states[::50])


def test_damaged_files_are_found_and_named(tmp_path: Path) -> None:
    table = ludarium.equilibrium("ahyoheek", seats=2)
    path = tmp_path / "two.table"
    size = write_solution(table, path)
    assert size == path.stat().st_size == len(pack(table))
    again = read_solution(path, AHYOHEEK)
    assert again.states == table.states
    assert np.array_equal(again.mix_rows, table.mix_rows)
    assert np.array_equal(again.value_rows, table.value_rows)
    content = path.read_bytes()
    for broken in (
        content[:-1],
        content[:200],
        content[:-5] + b"x" + content[-4:],
        content.replace(b"classic", b"klassic"),
        b"",
        b"\n\n\n",
    ):
        with pytest.raises(TableFileError, match="a file"):
            unpack(broken, "a file", AHYOHEEK)
    with pytest.raises(TableFileError, match="is a table of ahyoheek: expected one of yoxii"):
        unpack(content, "a file", ludarium.find("yoxii"))
    with pytest.raises(TableFileError, match="cannot read"):
        read_solution(tmp_path / "none", AHYOHEEK)


@pytest.mark.usefixtures("plainly")
def test_a_damaged_table_is_made_anew_on_request() -> None:
    ludarium.equilibrium(ONCE, ruleset="matrix", seats=2, build=True)
    path = solved.kept_at(ONCE, ONCE.ruleset("matrix"), 2, 1.0)
    assert path is not None
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(
        TableFileError,
        match=r"is damaged: .* to make it anew: "
        r"ludarium solve once --seats 2 --ruleset matrix --again",
    ):
        ludarium.equilibrium(ONCE, ruleset="matrix", seats=2)
    assert ludarium.equilibrium(ONCE, ruleset="matrix", seats=2, build=True).epsilon < 1e-8
    assert ludarium.equilibrium(ONCE, ruleset="matrix", seats=2).epsilon < 1e-8
    assert len(list(path.parent.iterdir())) == 1, "nothing is left beside it"


def test_uniform_random_play_never_gains_and_loses_where_the_equilibrium_is_not_all_mixed() -> None:
    """Exactly: what a seat gets by always choosing with equal probabilities, while the others keep
    to the table.

    With two seats every choice belongs to every mix, so the equilibrium punishes nothing; with
    three it punishes much.
    """
    for seats in (2, 3):
        table, checker = ludarium.equilibrium("ahyoheek", seats=seats), checker_of("classic", seats)
        lost = (checker.expected - checker.random)[: len(table.states)]
        assert lost.min() > -1e-7
        if seats == 2:
            assert table.mix_rows.min() > 0.01
            assert lost.max() < 1e-7
        else:
            first = table.locate(ludarium.start("ahyoheek", seats=seats).state).row
            assert lost[first].min() > 0.1
            assert lost.max() > 0.5


def test_agents_by_the_table_play_all_tables() -> None:
    for seats in (2, 3, 4):
        position = ludarium.start("ahyoheek", "live" if seats == 3 else "classic", seats)
        players = [
            agent(name, 1)
            for name in ("equilibrium", "exploiter", "exploiter:0.2", "equilibrium", "equilibrium")[
                :seats
            ]
        ]
        for _ in range(3):
            if not position.over:
                position = position.play(
                    {seat: players[seat].choose(position, seat) for seat in position.movers}
                )
    with pytest.raises(TableFileError, match="there is no table of yoxii/standard"):
        agent("equilibrium").choose(ludarium.start("yoxii"), 0)


@pytest.mark.parametrize(
    "text",
    ["equilibrium:1", "exploiter:2", "exploiter:-1", "exploiter:x", "exploiter:1.5", "exploiter:."],
)
def test_settings_that_make_no_sense(text: str) -> None:
    with pytest.raises(AgentError, match=r"takes no setting|expected the most that it may risk"):
        agent(text)


class Always:
    """Always the same choice."""

    name = "always"

    def __init__(self, text: str) -> None:
        self.text = text

    def choose(self, position: Position, seat: int) -> ludarium.Move:
        return position.parse_move(self.text, seat)


def test_the_exploiter_wins_more_than_the_equilibrium_does_against_a_fixed_choice() -> None:
    results = [
        play_match(AHYOHEEK, [name, Always("P")], games=100, seed=3).agents[0].score
        for name in ("equilibrium", "exploiter:0.2")
    ]
    assert 0.35 < results[0] < 0.65, "with two seats the equilibrium does not punish it"
    assert results[1] > 0.8


def test_the_exploiter_risks_no_more_than_it_says() -> None:
    """Against every reply, in every round of many games: what was lost so far and what the round
    can lose come to its risk at most.
    """
    table = ludarium.equilibrium("ahyoheek", seats=2)
    player, source = ExploiterAgent(0.1, seed=1), random.Random(5)
    for number in range(12):
        position, least = ludarium.start("ahyoheek"), 0.0
        while not position.over:
            value, mix = table.values(position)[0], player.mix(position, 0)
            outcomes = []
            for reply in ("P", "B", "E"):
                after = [
                    table.values(position.play(f"{own} {reply}"))[0] for own in ("P", "B", "E")
                ]
                outcomes.append(float(np.array(mix) @ np.array(after)) - value)
            assert least + min(outcomes) >= -0.1 - 1e-6
            met = (
                min(range(3), key=lambda place: outcomes[place])
                if number % 2
                else source.randrange(3)
            )
            least += outcomes[met]
            own = source.choices(("P", "B", "E"), mix)[0]
            position = position.play(f"{own} {('P', 'B', 'E')[met]}")


def test_a_safe_mix_is_the_best_within_its_bounds() -> None:
    gains = np.array([[1.0, 0.0], [0.0, 1.0]])
    usual, hoped = np.array([0.5, 0.5]), np.array([1.0, 0.0])
    assert best_safe_mix(hoped, gains, np.array([0.5, 0.5]), usual) == pytest.approx([0.5, 0.5])
    assert best_safe_mix(hoped, gains, np.array([0.3, 0.3]), usual) == pytest.approx([0.7, 0.3])
    assert best_safe_mix(hoped, gains, np.array([-1.0, -1.0]), usual) == pytest.approx([1, 0])
    many = 40  # choices, too many to look at every corner
    usual = np.full(many, 1 / many)
    found = best_safe_mix(np.arange(many), np.eye(many), usual * 0.5, usual)
    assert found.min() >= 0.5 / many - 1e-9
    assert found[-1] > 0.4


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from ludarium.cli import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_command_reads_a_table() -> None:
    done = run("solve", "ahyoheek", "--seats", "3", "--json")
    told = json.loads(done.stdout)
    assert told["states"] == 1_231
    assert told["epsilon"] < 1e-6
    assert not told["solved"]
    assert "epsilon" in run("solve", "ahyoheek").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ahyoheek", "--seats", "6"), "Ahyoheek is played with 2 to 5 seats, not 6"),
        (("ahyoheek", "--gamma", "1.5"), "gamma 1.5: expected a probability, 0 to 1"),
        (("ahyoheek", "--gamma", "nan"), "gamma nan: expected a probability, 0 to 1"),
        (("ahyohek",), "did you mean 'ahyoheek'"),
        (("ahyoheek", "--ruleset", "x"), "unknown ruleset of ahyoheek 'x'"),
        (("yoxii",), "in Yoxii one seat chooses at a time"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    done = run("solve", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1
