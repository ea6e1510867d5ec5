"""What is said of positions and games: values with how sure they are, reviews, habits."""

from __future__ import annotations

import json
import random

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.analysis.choices import analyse_choices, review_choices
from ludarium.analysis.review import review
from ludarium.errors import AgentError, MoveError
from ludarium.matches.games import play_game
from ludarium.play.agent import RandomAgent
from ludarium.play.record import Record
from ludarium.search.engine_choice import choose_engine
from playing import ENGINE_GAMES
from test_cli import run


@pytest.mark.parametrize("seats", [2, 3])
def test_choices_of_the_mix_lose_nothing(seats: int) -> None:
    """By the definition of an equilibrium; and the mix is worth what the table says."""
    table = ludarium.equilibrium("ahyoheek", seats=seats)
    source = random.Random(1)
    for _ in range(40):
        position = ludarium.start("ahyoheek", seats=seats)
        for _ in range(source.randrange(12)):
            after = position.play(
                {seat: source.choice(position.legal_for(seat)) for seat in position.movers}
            )
            position = position if after.over else after
        for seat in position.movers:
            found = analyse_choices(position, seat)
            assert sum(choice.probability for choice in found.choices) == pytest.approx(1)
            assert all(choice.lost == 0 for choice in found.choices if choice.probability > 1e-6)
            assert sum(
                choice.probability * choice.value for choice in found.choices
            ) == pytest.approx(found.value, abs=1e-6)
            assert found.value == pytest.approx(2 * table.values(position)[seat] - 1)
            assert found.label == ("proved" if seats == 2 else "bounded")


class Always:
    """Chooses the same again and again."""

    name = "always"

    def choose(self, position: ludarium.Position, seat: int) -> ludarium.Move:
        return position.legal_for(seat)[0]


def test_a_habit_is_noticed() -> None:
    chosen: list[int] = []
    for seed in range(5):
        record = play_game(
            Record.new("ahyoheek", ["always", "equilibrium"]),
            [Always(), agent("equilibrium", seed)],
        )
        reviews, (stubborn, mixing) = review_choices(record)
        assert stubborn.rounds == mixing.rounds == len(record.moves)
        assert stubborn.guessed >= stubborn.rounds - 1
        chosen.append(mixing.guessed)
        assert len(reviews) == 2 * len(record.moves)
        assert mixing.deviation < 3.5
    assert chosen


def test_a_seat_that_sat_out_is_not_judged() -> None:
    record = Record.new("ahyoheek", ["a", "b", "c"])
    record.play("P - B")
    reviews, habits = review_choices(record)
    assert [review.chosen is None for review in reviews] == [False, True, False]
    assert [habit.rounds for habit in habits] == [1, 0, 1]


def test_there_is_no_mix_where_one_moves_at_a_time() -> None:
    with pytest.raises(MoveError, match="in Yoxii one seat moves at a time"):
        analyse_choices(ludarium.start("yoxii"), 0)


@pytest.mark.parametrize("name", ENGINE_GAMES)
def test_a_review_adds_up(name: str) -> None:
    record = play_game(
        Record.new(name, ["a", "b"]), [RandomAgent(1), RandomAgent(2)], most_moves=40
    )
    progress: list[tuple[int, int]] = []
    found = review(record, nodes=10_000, on_progress=lambda done, of: progress.append((done, of)))
    count = len(record.moves)
    assert progress == [(done, count + 1) for done in range(1, count + 2)]
    assert len(found.moves) == count == len(found.curve) - 1
    for move, text in zip(found.moves, record.moves, strict=True):
        assert move.move == text
        assert -1 <= move.after <= move.before <= 1
        assert move.lost == pytest.approx(move.before - move.after)
        assert (move.better is None) == (move.lost < 0.1 or move.verdict == "best")
    if record.reason == "rules":
        assert found.curve[-1] == (record.returns[0], "proved")
    assert review(record, nodes=10_000) == found, "however fast the machine is"


def test_a_win_that_is_thrown_away_is_a_blunder_with_the_better_line() -> None:
    """Among the ends of random games there are some; the better line then leads to a position that
    is lost for the other.
    """
    blunders = 0
    for seed in range(6):
        record = play_game(
            Record.new("yoxii", ["a", "b"]), [RandomAgent(seed), RandomAgent(seed + 100)]
        )
        last = list(record.positions())[-9]
        end = Record(last, record.players, moves=record.moves[-8:])
        for move in review(end, nodes=1_000_000).moves:
            if (move.before, move.before_label, move.after_label) == (
                1.0,
                "proved",
                "proved",
            ) and move.after < 1:
                assert move.verdict == "blunder"
                assert move.better is not None
                assert move.better.move.text != move.move
                blunders += 1
    assert blunders


def test_the_command() -> None:
    found = json.loads(
        run("analyse", "yoxii", "--moves", "d5/3d6", "--seconds", "0.1", "--lines", "2", "--json")
    )
    assert found.keys() == {"lines", "depth", "nodes", "unit", "nodes_per_second"}
    assert len(found["lines"]) == 2
    for line in found["lines"]:
        assert line.keys() == {"move", "value", "label", "pv"}
        assert line["pv"][0] == line["move"]
        assert line["label"] in ("proved", "bounded", "estimated")
        assert -1 <= line["value"] <= 1
    found = json.loads(
        run("analyse", "ahyoheek", "--seats", "3", "--seat", "2", "--lines", "3", "--json")
    )
    assert [line["label"] for line in found["lines"]] == ["bounded"] * 3
    assert sum(line["probability"] for line in found["lines"]) == pytest.approx(1)
    assert "share in the mix" in run("analyse", "ahyoheek")
    assert "nodes" in run("analyse", "aiyawatstani", "--seconds", "0")


BLACK_LEADS = "go/9 4bw3/4bw3/4bw3/4bw3/4bw3/4bw3/4bw3/4bw3/4bw3 b - 1 19"  # White passed


def test_tree_search_analyses_games_without_evaluation() -> None:
    position = ludarium.parse(BLACK_LEADS)
    found = choose_engine(position).analyse(position, seconds=0.2, lines=3)
    assert found.unit == "playouts"
    assert found.nodes > 0
    best = found.lines[0]
    assert (best.move.text, best.value, best.label, best.pv) == (
        "pass",
        1.0,
        "proved",
        (best.move,),
    )
    for line in found.lines:
        at = position
        for move in line.pv:
            at = at.play(move)


def test_tree_search_analyses_games_with_chance() -> None:
    """Up to where chance decides; a throw itself is nobody's move."""
    position = ludarium.start("ur")
    with pytest.raises(AgentError, match="chance decides"):
        choose_engine(position).analyse(position, seconds=0)
    position = position.play("2")
    line = choose_engine(position).analyse(position, seconds=0).lines[0]
    assert line.pv == (line.move,)
    assert -1 <= line.value <= 1


def test_what_is_hidden_is_not_analysed() -> None:
    with pytest.raises(AgentError, match="Kuhn poker"):
        choose_engine(ludarium.start("kuhn"))


def test_a_review_by_tree_search() -> None:
    first = ludarium.parse(BLACK_LEADS)
    found = review(Record(first, ("a", "b"), moves=["a9"]), nodes=10_000)
    (move,) = found.moves
    assert (move.before, move.before_label) == (1.0, "proved")
    assert move.better is not None
    assert move.better.move.text == "pass"
    with pytest.raises(AgentError, match="of two seats"):
        review(Record.new("ahyoheek", ("a", "b", "c")))
    with pytest.raises(AgentError, match="nothing is hidden"):
        review(Record.new("kuhn", ("a", "b")))
