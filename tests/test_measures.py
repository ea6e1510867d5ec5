"""What is measured of games: by hand on a tiny game, by a second count on all of them."""

from __future__ import annotations

import dataclasses
import io
import math
import random
from typing import Any, NamedTuple

import numpy as np
import pytest
from markupsafe import escape
from rich.console import Console

import ludarium
from ludarium.cli import measuring
from ludarium.errors import LudariumError
from ludarium.matches.match import play_match
from ludarium.measures import definitions, estimators, games
from ludarium.measures.definitions import MEASURES
from ludarium.measures.games import PLACES, survey_games
from ludarium.measures.measurement import SKILLS, Measurement, measure
from ludarium.measures.page import lines_of, page
from ludarium.measures.statistics import Estimate, holm, mean, p_value, quantile, ratio, share
from ludarium.play.position import Position, start
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, nth_bit, popcount, to_bits
from ludarium.rules.boards.piece_placement import Side, stones_game
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import in_a_row
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.dispatch import jitable
from ludarium.rules.game import Game, Ruleset, standard
from ludarium.simulate import survey as survey_module
from ludarium.simulate.survey import BINS, COLUMNS, survey
from playing import bare_game, unseen


class Heap(NamedTuple):
    """A heap of coins, and the seat to take one or two; whoever takes the last one wins."""

    coins: int
    seat: int


@jitable
def heap_movers(state: Heap) -> Bits:
    return ONE << to_bits(state.seat) if state.coins else EMPTY


HEAP = dataclasses.replace(
    bare_game(
        "heap",
        Heap(3, 0),
        {
            "movers": heap_movers,
            "legal_count": lambda state, seat: min(2, state.coins),
            "nth_legal": lambda state, seat, n: n + 1,
            "play": lambda state, action: Heap(state.coins - action, 1 - state.seat),
            "returns": lambda state, seat: -1.0 if seat == state.seat else 1.0,
        },
    ),
    touches=unseen,
)
# The games from a heap of three: 1-1-1 with probability 1/4, 1-2 with 1/4, 2-1 with 1/2.
BY_HAND = {
    "moves": 9 / 4,
    "turns": 9 / 4,
    "branching": 15 / 9,  # 5, 4 and 3 choices in these games
    "no_choice": 3 / 9,
    "game_tree": math.log10(4) / 2 + math.log10(2) / 2,
    "first_wins": 1 / 4,
    "second_wins": 3 / 4,
    "draws": 0,
    "decisiveness": 1,
    "balance": 1 / 2,
    "first_advantage": -1 / 2,
}


def test_measures_of_a_tiny_game_are_those_worked_out_by_hand() -> None:
    found = measure(HEAP, games=2000, judged=50, playouts=400, compile=False).rulesets["standard"]
    for name, value in BY_HAND.items():
        assert found[name].low <= value <= found[name].high, name
        assert found[name].high - found[name].low < 0.15, name
    assert found["captures"].value == 0
    assert "coverage" not in found
    # the three games' own, by how often each comes up
    course = {
        "drama": (1 / 6) / 4,
        "killer_move": (1 / 2) / 4 + (1 / 2) / 4 + (1 / 4) / 2,
        "decided_at": (2 / 3) / 4 + 1 / 4 + (1 / 2) / 2,
        "lasts_after": 1 / 4 + 0 + 1 / 2,
    }
    for name, value in course.items():
        slack = 0.01  # of playouts
        assert found[name].low - slack <= value <= found[name].high + slack, name


def test_the_lengths_of_games_of_a_heap_are_known() -> None:
    """Three games in four have two moves, the others three."""
    found = measure(HEAP, games=2000, judged=0, compile=False)
    measured = found.rulesets["standard"]
    for name, moves in {"moves_p10": 2, "moves_median": 2, "moves_p90": 3}.items():
        assert measured[name].value == moves
    lengths = found.lengths["standard"]
    assert lengths == (2,) * 15 + lengths[15:16] + (3,) * 5
    assert found.as_json()["lengths"]["standard"] == list(lengths)
    # the moves of games of three are in the parts 0, 6 and 13 of 20: the last coin is no choice
    course = found.as_json()["branching_in_course"]["standard"]
    assert [course[part] for part in (0, 6, 13)] == [2, 2, 1]
    assert course[-1] is None


class LimitedHeap(Heap):
    """A heap whose games of three moves, in which the second seat would be next, count as stopped
    by a limit.
    """

    __slots__ = ()


def test_games_that_a_limit_ends_are_counted() -> None:
    game = dataclasses.replace(
        HEAP,
        name="limited-heap",
        state=LimitedHeap,
        start=lambda ruleset, seats: LimitedHeap(3, 0),
        functions={
            **HEAP.functions,
            "play": lambda state, action: LimitedHeap(state.coins - action, 1 - state.seat),
            "ends_by_limit": lambda state: state.coins == 0 and state.seat == 1,
        },
    )
    stopped = measure(game, games=2000, judged=0, compile=False).rulesets["standard"]["stopped"]
    assert stopped.low <= 1 / 4 <= stopped.high


class Guess(NamedTuple):
    """All eight seats choose at once, each among one number more than the seat before it; the
    eighth seat's number is the seat that wins.
    """

    winner: int = -1


GUESS = dataclasses.replace(
    HEAP,
    name="guess",
    title="Guess",
    seats=(8, 8),
    seat_names=("A", "B", "C", "D", "E", "F", "G", "H"),
    state=Guess,
    start=lambda ruleset, seats: Guess(),
    functions={
        "seat_count": lambda state: 8,
        "action_bits": lambda state: 3,
        "movers": lambda state: EMPTY if state.winner >= 0 else Bits(255),
        "legal_count": lambda state, seat: seat + 1,
        "nth_legal": lambda state, seat, n: n,
        "play": lambda state, joint: Guess(joint >> 21),
        "returns": lambda state, seat: 7.0 if seat == state.winner else -1.0,
    },
)


def test_where_all_choose_at_once_the_numbers_are_those_worked_out_by_hand() -> None:
    found = measure(GUESS, games=4000, judged=0, compile=False).rulesets["standard"]
    assert found["moves"].value == found["turns"].value == 1
    assert found["branching"].value == math.factorial(8)
    assert found["game_tree"].value == pytest.approx(math.log10(math.factorial(8)))
    assert found["mobility"].value == pytest.approx((1 + 8) / 2)
    assert found["no_choice"].value == pytest.approx(1 / 8)
    wins = [found[f"{name}_wins"] for name, _ in definitions.ORDINALS]
    assert len(wins) == 8
    for one in wins:
        assert 0.1 < one.low < one.value < one.high < 0.15
    assert sum(one.value for one in wins) == pytest.approx(1)


def test_captures_of_a_game_of_one_capture() -> None:
    """Three points in a row, a counter of each side: the first hops over the second and wins."""
    rules = CounterRules(Setup("12."), Parts(ends=(End("no counters", "next", "loses"),)))
    game = counter_game(
        name="one-capture",
        title="One capture",
        board=DrawnBoard("o-o-o"),
        rulesets=(Ruleset(name="one", title="", source="a test", parameters=rules),),
        rules="",
    )
    found = measure(game, games=10, judged=0, compile=False).rulesets["one"]
    assert found["moves"].value == found["captures"].value == found["capturing"].value == 1
    assert found["coverage"].value == found["first_wins"].value == 1
    # both counters on two of three points, and afterwards one on any of them
    assert 10 ** found["state_space"].value == pytest.approx(3 * 2 + 3)


def test_the_course_of_each_game_of_a_heap() -> None:
    """Both seats' shares in the games 1-1-1 and 2-1: exact, from the probabilities above."""
    long = np.array([[1 / 4, 3 / 4], [1 / 2, 1 / 2], [1, 0], [1, 0]])
    short = np.array([[1 / 4, 3 / 4], [0, 1], [0, 1]])
    assert estimators.drama(long, 0) == pytest.approx(1 / 6)
    assert estimators.killer_move(long, 0) == pytest.approx(1 / 2)
    assert estimators.decided_at(long, 0) == pytest.approx(2 / 3)
    assert estimators.lasts_after(long, 0) == 1
    assert estimators.lead_changes(long) == 1
    quarter = -(math.log2(1 / 4) / 4 + math.log2(3 / 4) * 3 / 4)
    assert estimators.uncertainty(long) == pytest.approx((quarter + 1 + 0) / 3)
    assert estimators.permanence(long) == 1
    assert estimators.drama(short, 1) == 0
    assert estimators.decided_at(short, 1) == pytest.approx(1 / 2)
    assert estimators.lead_changes(short) == 0
    # what the first move gains, the second takes back by half
    swing = np.array([[0.5, 0.5], [0.9, 0.1], [0.7, 0.3], [1, 0]])
    assert estimators.permanence(swing) == pytest.approx(1 - (0.2 + 0.2) / (0.4 + 0.2))


class Noughts(NamedTuple):
    mine: Bits
    theirs: Bits
    seat: int


SQUARES = SquareBoard(3, 3)
three_in_a_row = in_a_row(SQUARES, 3)


@jitable
def noughts_movers(state: Noughts) -> Bits:
    full = popcount(state.mine | state.theirs) == 9
    return EMPTY if full or three_in_a_row(state.theirs) else ONE << to_bits(state.seat)


@jitable
def free(state: Noughts) -> Bits:
    return Bits(SQUARES.cells ^ (state.mine | state.theirs))


def noughts_game() -> Game:
    board = SQUARES
    return stones_game(
        name="noughts",
        title="Noughts and crosses",
        state=Noughts,
        board=board,
        sides_of=(Side("Cross", "ivory", "x"), Side("Nought", "ebony", "o")),
        names=("cross", "nought"),
        rulesets=(standard("a test"),),
        start=lambda ruleset, seats: Noughts(EMPTY, EMPTY, 0),
        functions={
            "movers": noughts_movers,
            "legal_count": lambda state, seat: popcount(free(state)),
            "nth_legal": lambda state, seat, n: nth_bit(free(state), n),
            "play": lambda state, action: Noughts(
                state.theirs, state.mine | bit(action), 1 - state.seat
            ),
            "returns": lambda state, seat: (
                0.0 if not three_in_a_row(state.theirs) else (-1.0 if seat == state.seat else 1.0)
            ),
        },
        action_texts=lambda state, seat, action: (board.names[action],),
        touches=lambda state, seat, action: (board.names[action],),
        result=lambda state: "over",
        task="put a sign",
    )


def test_noughts_and_crosses_has_its_known_numbers() -> None:
    """6,046 arrangements with as many crosses, or one more; random play is won by the first in
    58.5% of games, by the second in 28.8% (737 and 363 of 1,260), and drawn in 12.7%.
    """
    found = measure(noughts_game(), games=3000, judged=0, compile=False).rulesets["standard"]
    assert 10 ** found["state_space"].value == pytest.approx(6046)
    for name, value in {"first_wins": 737, "second_wins": 363, "draws": 160}.items():
        assert found[name].low <= value / 1260 <= found[name].high, name
    assert found["captures"].value == 0
    assert found["coverage"].value == pytest.approx(found["moves"].value / 9)


def count_by_hand(first: Position, most: int, source: random.Random) -> tuple[list[int], Any]:
    """Play a random game by Positions and Views, and count its moves, turns, decisions, choices,
    decisions without choice, captures and capturing moves; with the joint actions.
    """
    here: Position = first
    joints: list[int | None] = []
    moves = turns = decisions = choices = forced = captures = capturing = 0
    last: tuple[int, ...] = ()
    while not here.over and len(joints) < most:
        if here.by_chance:
            after = here.play(here.outcome(source))
        else:
            legal = {seat: here.legal_for(seat) for seat in here.movers}
            after = here.play({seat: source.choice(some) for seat, some in legal.items()})
            moves += 1
            turns += here.movers != last or len(here.movers) > 1
            last = here.movers
            decisions += len(legal)
            choices += sum(map(len, legal.values()))
            forced += sum(len(some) == 1 for some in legal.values())
            lost = sum(
                max(0, owned(here, seat) - owned(after, seat))
                for seat in range(here.seats)
                if seat not in here.movers
            )
            captures += lost
            capturing += lost > 0
        joints.append(after.joint)
        here = after
    return [moves, turns, decisions, choices, forced, captures, capturing], np.array(joints)


def owned(position: Position, seat: int) -> int:
    """The seat's pieces on places of the board."""
    places = {site.id for site in position.view.sites if site.kind in PLACES}
    return sum(piece.owner == seat and piece.site in places for piece in position.view.pieces)


def test_a_survey_counts_what_can_be_counted_in_views(game: Game) -> None:
    first = start(game)
    counts, joints = count_by_hand(first, 60, random.Random(4))
    row, curve, material = np.zeros(COLUMNS), np.zeros((2, BINS)), np.zeros((9, 9), np.uint8)
    survey(first.state, joints, len(joints), row, curve, material)
    columns = ("MOVES", "TURNS", "DECISIONS", "CHOICES", "FORCED", "CAPTURES", "CAPTURING")
    found = {name: int(row[getattr(survey_module, name)]) for name in columns}
    expected = dict(zip(columns, counts, strict=True))
    if not row[survey_module.PLACES]:
        expected |= {"CAPTURES": 0, "CAPTURING": 0}  # a game without pieces of seats on places
    assert found == expected
    assert curve[1].sum() == row[survey_module.MOVES]


def test_threads_and_plain_python_measure_the_same() -> None:
    game = ludarium.find("kuhn")
    one, three = (measure(game, games=200, threads=threads, seed=3) for threads in (1, 3))
    assert one.as_json() == three.as_json()
    assert one.curves == three.curves
    plain = measure(game, games=30, judged=5, playouts=20, seed=3, compile=False)
    assert plain.as_json() == measure(game, games=30, judged=5, playouts=20, seed=3).as_json()
    other = measure(game, games=200, seed=4)
    assert other.rulesets != one.rulesets


def test_agents_are_measured_and_the_same_seed_gives_the_same_games() -> None:
    game = ludarium.find("kuhn")
    options: dict[str, Any] = {"agent": "level:3", "games": 20, "judged": 2, "opening": 0}
    found = measure(game, **options)
    assert found.as_json() == measure(game, threads=2, **options).as_json()
    assert found.agent == "level:3"
    assert found.rulesets["standard"]["moves"].value < 4


def test_skill_is_the_elo_between_two_levels() -> None:
    """In Kuhn poker, where the score of the better one is known to be a little above a half."""
    game = ludarium.find("kuhn")
    options: dict[str, Any] = {"games": 2, "judged": 1, "playouts": 1}
    found = measure(game, skill=200, **options).rulesets["standard"]["skill"]
    match = play_match(game, SKILLS, games=200, opening=4)
    assert match.elo_difference is not None
    assert found.value == pytest.approx(match.elo_difference, abs=3)  # but for the prior
    assert found.low < found.value < found.high
    assert "skill" not in measure(game, **options).rulesets["standard"]


def test_a_ruleset_that_never_ends_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "MOST_MOVES", 100)
    with pytest.raises(LudariumError, match=r"aiyawatstani/ludii-4 was not over after 100 moves"):
        survey_games(start("aiyawatstani"), games=2, compile=False)


@pytest.mark.parametrize("wrong", [{"games": 1}, {"playouts": 0}, {"threads": 0}, {"judged": -1}])
def test_impossible_numbers_are_refused_in_one_line(wrong: dict[str, Any]) -> None:
    with pytest.raises(LudariumError, match="expected"):
        measure(HEAP, compile=False, **wrong)


def test_skill_of_more_than_two_seats_is_refused_in_one_line() -> None:
    with pytest.raises(LudariumError, match="two seats: Ahyoheek has 3 here"):
        measure(ludarium.find("ahyoheek"), seats=3, skill=10, games=2)


def test_a_game_without_a_strong_player_is_one_line() -> None:
    with pytest.raises(LudariumError, match="Kuhn poker is not one"):
        measure(ludarium.find("kuhn"), agent="alphabeta:1s", games=2, compile=False)


def test_estimates() -> None:
    found = mean([1, 2, 3, 4])
    assert found
    assert found.value == 2.5
    assert found.error == pytest.approx(np.std([1, 2, 3, 4], ddof=1) / 2)
    half = share([1] * 50 + [0] * 50)
    assert half
    assert half.low == pytest.approx(0.4038, abs=1e-4)  # Wilson's interval of 50 of 100
    for none_or_all in (0, 1):
        found = share([none_or_all] * 1000)
        assert found
        assert 0 <= found.low <= found.value <= found.high <= 1
    part = ratio([1, 2], [10, 20])
    assert part
    assert part.value == pytest.approx(0.1)
    assert part.error == pytest.approx(0)
    middle = quantile(range(101), 0.5)
    assert middle
    assert (middle.value, middle.low, middle.high) == (50, 40, 61)
    assert ratio([], []) is mean([]) is share([]) is quantile([], 0.5) is None


def test_comparisons() -> None:
    one, other = Estimate(0.5, 0, 1, 0.03), Estimate(0.5 + 1.959964 * 0.05, 0, 1, 0.04)
    assert p_value(one, other) == pytest.approx(0.05)
    # Holm's own way: the least of four times 4, the next times 3, and so on, never falling
    assert holm([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.06, 0.04, 0.06, 0.06])


@pytest.fixture(scope="module")
def compared() -> Measurement:
    return measure(
        ludarium.find("aiyawatstani"),
        ["parts:next-cannot-move-loses", "parts:compulsory+next-cannot-move-loses"],
        games=12,
        judged=1,
        playouts=1,
        compile=False,
    )


def test_differences_are_told(compared: Measurement) -> None:
    """Who must capture has fewer choices."""
    told = {one.measure for one in compared.differences}
    assert {"branching", "no_choice"} <= told
    assert "stopped" not in told


def test_the_page_stands_alone_and_tells_every_measure(compared: Measurement) -> None:
    html = page(compared)
    assert "http://" not in html.replace("http://www.w3.org/", "")
    assert "https://" not in html
    assert "<script" not in html
    for one in MEASURES:
        if one.name in compared.rulesets["parts:next-cannot-move-loses"]:
            assert escape(one.meaning) in html
    assert html.count('<svg class="plot"') == 2  # lengths, and the branching factor
    assert html.count("<polyline") == 2 * len(compared.rulesets)
    assert html.count("<figure>") == 1  # both begin from the same board
    assert "compulsory, next-cannot-move-loses" in html


def test_ten_rulesets_are_ten_different_lines(compared: Measurement) -> None:
    ten = [f"ludii-{number}" for number in range(1, 11)]
    lines = lines_of({name: [] for name in ten}, dict.fromkeys(ten, ""))
    style = page(compared)
    assert len({line.number for line in lines}) == 10
    for line in lines:
        assert f".line-{line.number}" in style


def test_ten_rulesets_are_told_in_the_width_of_a_terminal(
    compared: Measurement, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = io.StringIO()
    monkeypatch.setattr(measuring, "output", Console(file=told, width=80))
    (one, *_) = compared.rulesets.values()
    ten = {f"ludii-{number}": one for number in range(1, 11)}
    measuring.print_result(dataclasses.replace(compared, rulesets=ten))
    lines = told.getvalue().splitlines()
    assert "…" not in told.getvalue()
    assert sum(line.startswith("Game tree, as a power of ten") for line in lines) == 2
    assert [line.split() for line in lines if line.startswith("measure")] == [
        ["measure", *list(ten)[:5]],
        ["measure", *list(ten)[5:]],
    ]


def test_the_numbers_as_csv(compared: Measurement) -> None:
    lines = compared.as_csv().splitlines()
    assert lines[0] == "game,ruleset,measure,value,low,high"
    assert len(lines) == 1 + sum(map(len, compared.rulesets.values()))
