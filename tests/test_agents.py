"""Agents and matches."""

from __future__ import annotations

import itertools
import math
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.errors import AgentError, GameOverError, MoveError, SeatsError
from ludarium.matches.intervals import elo_difference, elo_of, mean_interval
from ludarium.matches.match import play_match, wilson
from ludarium.play.position import Move, Position
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.rules.bits import Bits
from ludarium.rules.compiling import compiled
from ludarium.search.mcts import Candidate, MctsAgent, _rank
from ludarium.search.uct import search
from ludarium.search.uct_tree import LIMITS, Limits, new_tree
from playing import DISTINCT, RELATED, TREE_GAMES, decided

SEARCHED = ["chess", "draughts", "gomoku", "yoxii"]
"""Games that alpha-beta search plays, each with other hints; test_alphabeta.py has nearly all."""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *itertools.product(("mcts:50", "mcts:0.01s"), TREE_GAMES),
        *itertools.product(("level:1",), [*TREE_GAMES, "yoxii"]),  # each is compiled once more
        *itertools.product(("level:3",), [*TREE_GAMES, *SEARCHED]),
        *itertools.product(("random",), [name for name in DISTINCT if name not in RELATED]),
    ],
)
def test_any_agent_plays_any_game(text: str, name: str) -> None:
    game = ludarium.find(name)
    position = decided(ludarium.start(game, seats=game.seats[1]))
    players = [agent(text, seed) for seed in range(position.seats)]
    for _ in range(4):
        if not position.over:
            moves = {
                seat: players[seat].choose(position.seen_by(seat), seat) for seat in position.movers
            }
            position = decided(position.play(moves))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "chess",
            "unknown agent 'chess': expected one of alphabeta, engine, equilibrium, exploiter, "
            "gnubg, gtp, level, mcts, onnx, openspiel, random, uci",
        ),
        ("mtcs:5", "did you mean 'mcts'"),
        ("mcts:0", "expected a number of simulations"),
        ("mcts:1.5", "expected a number of simulations"),
        ("mcts:-1s", "expected a number of simulations"),
        ("random:3", "takes no setting"),
        ("level:0", "expected level:1 to level:8"),
        ("level:9", "expected level:1 to level:8"),
        ("level", "expected level:1 to level:8"),
        ("mcts:99999999999", "expected a number of simulations"),
        ("mcts:\u0663", "expected a number of simulations"),
    ],
)
def test_unknown_agents_are_refused(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        agent(text)


def solve(position: Position) -> float:
    """The value for the seat to move of a two-seat game, by trying everything."""
    if position.over:
        raise AssertionError("no seat is to move")
    seat = position.movers[0]
    values = []
    for move in position.legal:
        after = position.play(move)
        values.append(
            after.returns[seat]
            if after.over
            else solve(after) * (1 if after.movers[0] == seat else -1)
        )
    return max(values)


def late_position(seed: int) -> Position:
    """A position of Yoxii with at most four free cells, so that trying everything is quick."""
    source = random.Random(seed)
    while True:
        position = ludarium.start("yoxii")
        while not position.over:
            stones = sum(piece.owner is not None for piece in position.view.pieces)
            if stones >= 32:
                return position
            choices = source.sample(position.legal, min(8, len(position.legal)))
            after = [position.play(move) for move in choices]
            position = next((going for going in after if not going.over), after[0])


@pytest.mark.parametrize("number", range(8))
def test_what_the_search_proves_is_true(number: int) -> None:
    position = late_position(number)
    seat = position.movers[0]
    report = MctsAgent(simulations=200_000, seed=1).search(position, seat)
    assert report.proved
    assert report.simulations < 200_000, "it stops when it knows"
    assert report.candidates[0].proved
    assert report.candidates[0].value == solve(position)
    for found in report.candidates[:8]:
        if found.proved:
            after = position.play(found.move)
            assert found.value == (
                after.returns[seat]
                if after.over
                else solve(after) * (1 if after.movers[0] == seat else -1)
            )


def test_search_takes_a_win() -> None:
    position = ludarium.parse(
        "aiyawatstani ...../..../...../..../...../..../.2.../..../.1... 1 - 0 4"
    )
    player = MctsAgent(simulations=5_000, seed=1)
    assert player.choose(position, 0).text == "C1xC5"
    assert player.report is not None
    assert player.report.proved


def test_search_goes_on_with_its_tree() -> None:
    player = MctsAgent(simulations=2_000, seed=1)
    position = ludarium.start("aiyawatstani")
    position = position.play(player.choose(position, 0))
    position = position.play(position.legal[0])
    before = player.search(position, 0)
    assert sum(found.visits for found in before.candidates) > 2_000
    elsewhere = ludarium.start("aiyawatstani").play("E3-E5")
    assert sum(found.visits for found in player.search(elsewhere, 1).candidates) == 2_000


@pytest.mark.parametrize("name", TREE_GAMES)
def test_search_is_the_same_for_the_same_seed(name: str) -> None:
    game = ludarium.find(name)
    position = decided(ludarium.start(game))
    reports = [
        MctsAgent(simulations=500, seed=3).search(position, position.movers[0]) for _ in range(2)
    ]
    assert reports[0].candidates == reports[1].candidates


def test_search_goes_on_when_its_memory_is_full() -> None:
    position = ludarium.start("yoxii")
    tree = new_tree(2, Limits(nodes=300, actions=2_000, children=2_000, depth=3))
    run = compiled(search, position.game)
    assert run(position.state, tree, 0, 0, 0, 5_000, Bits(1), 0.7, -1.0, 1.0, 8) == 5_000
    assert tree.used[0] <= 300
    assert tree.visits[0] == 5_000
    assert tree.used[3] <= 3


@pytest.mark.parametrize("name", TREE_GAMES)
def test_a_small_tree_is_as_good_as_a_large_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the number of simulations is known, the tree is made for these, and nothing of it is
    missing.
    """
    game, found = ludarium.find(name), []
    for sized in (True, False):
        if not sized:
            monkeypatch.setattr(MctsAgent, "_limits", lambda self, position: LIMITS)
        position, player = (
            ludarium.start(game, seats=game.seats[1]),
            MctsAgent(simulations=3_000, seed=1),
        )
        for _ in range(3):
            found.append(player.search(position, position.movers[0]).candidates)
            position = position.play_joint(generic.nth_joint(position.state, 0))
    assert found[:3] == found[3:]


def test_other_threads_go_on_during_a_search() -> None:
    position = ludarium.start("aiyawatstani")
    player = MctsAgent(simulations=100_000, seed=1)
    player.prepare(position)
    thread = threading.Thread(target=player.choose, args=(position, 0))
    thread.start()
    rounds = 0
    while thread.is_alive():
        time.sleep(0.001)
        rounds += 1
    assert rounds > 20


def test_search_keeps_to_its_time() -> None:
    player = MctsAgent(seconds=0.2, seed=1)
    position = ludarium.start("yoxii")
    player.choose(position, 0)  # compiles
    begin = time.perf_counter()
    report = player.search(ludarium.start("yoxii"), 0)
    assert report.seconds >= 0.2
    assert time.perf_counter() - begin < 2, "a busy machine is slower, but not by far"


def test_compiling_does_not_count_as_thinking(tmp_path: Path) -> None:
    code = """
import ludarium
player = ludarium.agent("mcts:0.5s", seed=1)
player.choose(ludarium.start("ahyoheek"), 0)
print(player.report.simulations, player.report.seconds)
"""
    environment = {**os.environ, "LUDARIUM_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    simulations, seconds = done.stdout.split()
    assert int(simulations) > 10_000
    assert float(seconds) < 3


def test_a_proved_best_move_is_played_also_where_there_are_many_outcomes() -> None:
    low, high = (0.0, 1.0)
    found = [
        Candidate(Move(0, str(value), (), number), 1, value, True)
        for number, value in enumerate((0.25, 0.0, 0.5))
    ]
    ranked = sorted(found, key=lambda candidate: _rank(candidate, True, (low, high)), reverse=True)
    assert [candidate.value for candidate in ranked] == [0.5, 0.25, 0.0]


def test_agents_refuse_what_is_not_theirs_to_choose() -> None:
    for player in (agent("random"), agent("mcts:5")):
        with pytest.raises(MoveError, match="seat 1 does not choose now"):
            player.choose(ludarium.start("yoxii"), 1)
        with pytest.raises(GameOverError):
            player.choose(ludarium.parse("ahyoheek 300*/000"), 0)
    with pytest.raises(AgentError, match="expected more than 0"):
        MctsAgent(simulations=0)


class First:
    """An agent of somebody else: always the first move."""

    name = "first"

    def choose(self, position: Position, seat: int) -> Move:
        return position.legal_for(seat)[0]


def test_any_object_that_chooses_can_play_a_match() -> None:
    result = play_match(ludarium.find("yoxii"), [First(), "random"], games=4)
    assert result.agents[0].name == "first"
    assert sum(result.wins_by_seat) + result.draws == 4


def test_search_mixes_its_choices_where_seats_choose_together() -> None:
    """At the start of a game of two every symbol is as good: the mix must not be far from a third
    each.
    """
    position = ludarium.start("ahyoheek")
    report = MctsAgent(simulations=60_000, seed=2).search(position, 0)
    assert {found.move.text for found in report.candidates} == {"P", "B", "E"}
    assert all(0.2 < found.visits / 60_000 < 0.5 for found in report.candidates)
    assert not report.proved
    player = MctsAgent(simulations=300, seed=2)
    assert len({player.choose(ludarium.start("ahyoheek"), 0).text for _ in range(30)}) == 3


@pytest.mark.parametrize("name", ["yoxii", "aiyawatstani", "connect4"])  # compiled above anyway
def test_search_beats_random_play(name: str) -> None:
    result = play_match(ludarium.find(name), ["mcts:200", "random"], games=10, seed=1)
    assert result.agents[0].wins >= 9


def test_a_match_rotates_seats_and_adds_up() -> None:
    seen: list[Record] = []
    result = play_match(
        ludarium.find("ahyoheek"),
        ["random", "mcts:20", "random"],
        games=9,
        seed=4,
        opening=1,
        on_game=seen.append,
    )
    assert sum(result.wins_by_seat) + result.draws == 9
    assert sum(score.wins for score in result.agents) == sum(result.wins_by_seat)
    assert sum(score.score for score in result.agents) == pytest.approx(1)
    assert [record.players.index("mcts:20") for record in seen] == [1, 0, 2] * 3
    assert all(seen[i].moves[0] == seen[i - i % 3].moves[0] for i in range(9)), (
        "the games of a round begin alike"
    )
    again = play_match(
        ludarium.find("ahyoheek"), ["random", "mcts:20", "random"], games=9, seed=4, opening=1
    )
    assert again.wins_by_seat == result.wins_by_seat


def test_a_match_needs_one_agent_a_seat() -> None:
    with pytest.raises(SeatsError, match="Yoxii is played with 2 seats, not 1"):
        play_match(ludarium.find("yoxii"), ["random"])
    with pytest.raises(SeatsError, match="at least 1 game"):
        play_match(ludarium.find("yoxii"), ["random", "random"], games=0)


def test_intervals_and_elo() -> None:
    low, high = wilson(0.5, 100)  # the textbook's example: 50 of 100
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0.0, 10)[0] == 0.0
    shares = [1.0] * 10 + [0.0]
    elo, interval = elo_difference(shares, [1 - share for share in shares])
    assert elo == pytest.approx(400.0)  # ten wins to one are 400 points, by definition
    assert interval is not None
    assert interval[0] < 400 < interval[1]
    assert interval == pytest.approx([elo_of(end) for end in mean_interval(shares)])
    elo, interval = elo_difference([1.0], [0.0])
    assert elo is None, "nobody knows how much stronger"
    assert interval is not None
    assert interval[0] < 0 < interval[1] == math.inf
    assert elo_difference([0.0], [0.0]) == (None, None)
    drawn = elo_difference([0.5], [0.5])[1]
    assert drawn is not None
    assert drawn[0] == pytest.approx(-drawn[1])
    assert drawn[1] > 400, "a single draw tells next to nothing"
    assert elo_difference([0.5, 0.5], [0.5, 0.5])[0] == 0
