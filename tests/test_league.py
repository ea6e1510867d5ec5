"""Leagues: one fit for all games, the same result however they are played."""

from __future__ import annotations

import csv
import dataclasses
import itertools
import json
import math
import re
import shlex
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np
import pytest
from scipy.optimize import minimize

import ludarium
from ludarium.errors import LudariumError, SeatsError
from ludarium.matches.alpharank import alpharank
from ludarium.matches.bradley_terry import elo_intervals, fitted_elo
from ludarium.matches.exploitability import is_small
from ludarium.matches.intervals import elo_difference
from ludarium.matches.league import play_league, points_of
from ludarium.matches.page import page, plot
from ludarium.play.record import Record
from ludarium.play.record_files import add_records, read_records
from test_cli import run

AGENTS = ["random", "level:1", "level:3"]
KUHN = [(ludarium.find("kuhn"), None)]


def test_the_fit_of_two_players_is_the_formula() -> None:
    """40 points of 60, without a prior: log(40 / 20), with the error of a logit."""
    ratings, halves = fitted_elo([[0, 40], [20, 0]], prior=0)
    scale = 400 / math.log(10)
    assert ratings[0] - ratings[1] == pytest.approx(scale * math.log(2))
    # both errors are half of that of the difference, as their sum is fixed
    error = scale * math.sqrt(1 / 40 + 1 / 20)
    assert 2 * halves[0] == pytest.approx(1.959964 * error)


def test_the_fit_is_the_most_probable_one() -> None:
    """Against a general optimiser, on random results of six players of whom not all met."""
    random = np.random.default_rng(3)
    points = random.integers(0, 12, (6, 6)).astype(float)
    np.fill_diagonal(points, 0)
    points[0, 5] = points[5, 0] = 0
    met = (points + points.T > 0).astype(float)

    def unlikely(strengths: np.ndarray) -> float:
        total = 0.0
        for own, other in itertools.permutations(range(6), 2):
            won = points[own, other] + 0.5 * met[own, other]
            total += won * math.log1p(math.exp(strengths[other] - strengths[own]))
        return total

    best = minimize(unlikely, np.zeros(6), tol=1e-12).x
    ratings, _ = fitted_elo(points)
    assert ratings == pytest.approx(400 / math.log(10) * (best - best.mean()), abs=0.01)
    assert ratings.sum() == pytest.approx(0)


def test_intervals_of_two_are_half_of_those_of_a_match() -> None:
    """Also with draws; who won all has no end above."""
    shares = [1.0] * 12 + [0.5] * 8 + [0.0] * 4
    _, expected = elo_difference(shares, [1 - share for share in shares])
    assert expected is not None
    intervals = elo_intervals([[0, 16], [8, 0]], [1 / 3, 1 / 3])
    assert intervals[0] == pytest.approx([end / 2 for end in expected], abs=0.01)
    assert intervals[1] == pytest.approx([-end for end in intervals[0][::-1]], abs=0.01)
    (low, high), (least, most) = elo_intervals([[0, 9], [0, 0]], [0.0, 0.0])
    assert (least, high) == (-math.inf, math.inf)
    assert low == pytest.approx(-most)
    assert low > 0


def test_intervals_hold_the_ratings_of_a_league() -> None:
    """Of five of ten games each, in 95 of a hundred leagues at least but for chance."""
    rng = np.random.default_rng(7)
    elo = np.array([-200, -100, 0, 100, 200])
    held = 0
    for _ in range(100):
        points = np.zeros((5, 5))
        for one, other in itertools.combinations(range(5), 2):
            won = rng.binomial(10, 1 / (1 + 10 ** ((elo[other] - elo[one]) / 400)))
            points[one, other], points[other, one] = won, 10 - won
        intervals = elo_intervals(points, [0.0] * 5)
        held += sum(low <= at <= high for (low, high), at in zip(intervals, elo, strict=True))
    assert held >= 465


def test_who_always_wins_has_a_finite_rating() -> None:
    ratings, halves = fitted_elo([[0, 50, 50], [0, 0, 25], [0, 25, 0]])
    assert np.isfinite(ratings).all()
    assert ratings[0] - ratings[1] > 600
    assert ratings[1] == pytest.approx(ratings[2])
    assert halves[0] > halves[1]


def test_alpharank_of_two_is_the_formula() -> None:
    """A mutant that scores more by d takes over with (1 - e^-ad) / (1 - e^-mad), the other with the
    same for -d; their ratio is e^-(m-1)ad.
    """
    shares = alpharank([[0, 0.51], [0.49, 0]], alpha=1.0, population=50)
    assert shares[1] / shares[0] == pytest.approx(math.exp(-49 * 0.02))


def test_alpharank_of_agents_in_a_circle() -> None:
    circle = [[0, 0.9, 0.2], [0.1, 0, 0.7], [0.8, 0.3, 0]]
    assert alpharank(circle) == pytest.approx([1 / 3] * 3)
    # as OpenSpiel's alpharank.compute gives it
    expected = [0.31368538, 0.2570158664, 0.4292987537]
    assert alpharank(circle, alpha=1.0) == pytest.approx(expected)


def test_alpharank_finds_who_beats_all_others() -> None:
    random = np.random.default_rng(2)
    scores = random.uniform(0.1, 0.9, (9, 9))
    scores = (scores + 1 - scores.T) / 2
    scores[4], scores[:, 4] = 0.6, 0.4
    shares = alpharank(scores)
    assert shares.sum() == pytest.approx(1)
    assert shares[4] == pytest.approx(1)


def test_a_league_is_the_same_on_any_number_of_processes() -> None:
    one, two = (play_league(KUHN, AGENTS, pairs=3, seed=5, processes=n) for n in (1, 2))
    assert one == two
    assert play_league(KUHN, AGENTS, pairs=3, seed=6, processes=1) != one
    assert all(standing.games == 12 for standing in one.standings)
    assert sum(standing.score for standing in one.standings) == pytest.approx(1.5)
    for own, others in one.cross.items():
        for other, (wins, draws, losses) in others.items():
            assert one.cross[other][own] == (losses, draws, wins)
            assert wins + draws + losses == 6


def test_a_league_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    whole: list[Record] = []
    result = play_league(KUHN, AGENTS, pairs=4, processes=1, on_game=whole.append)
    add_records(tmp_path / "games.jsonl", whole[:9])  # four pairings, and half of one
    played, faults = read_records(tmp_path / "games.jsonl")
    assert not faults
    added: list[Record] = []
    again = play_league(KUHN, AGENTS, pairs=4, processes=1, played=played, on_game=added.append)
    assert again == result
    assert len(added) == len(whole) - 9
    add_records(tmp_path / "games.jsonl", added)
    played, _ = read_records(tmp_path / "games.jsonl")
    with mock.patch("ludarium.matches.league.play_pairing", side_effect=AssertionError):
        assert play_league(KUHN, AGENTS, pairs=4, processes=1, played=played) == result


THREE = [(ludarium.find("ahyoheek"), None)]
FOUR = [*AGENTS, "level:2"]


def test_each_agent_sits_equally_often_at_each_seat_and_before_each_other() -> None:
    games: list[Record] = []
    found = play_league(THREE, FOUR, seats=3, pairs=4, opening=1, processes=1, on_game=games.append)
    assert len(games) == 4 * 4 * 3  # four sets of three agents, four openings, three games
    at = Counter((name, seat) for game in games for seat, name in enumerate(game.players))
    assert set(at.values()) == {12}
    before = Counter(pair for game in games for pair in itertools.pairwise(game.players))
    assert len(before) == 12
    assert len(set(before.values())) == 1
    for _, together in itertools.groupby(games, key=lambda game: game.seed):
        one, two, three = together
        assert len({one.players, two.players, three.players}) == 3
        assert one.moves[0] == two.moves[0] == three.moves[0]
    assert all(standing.games == 36 for standing in found.standings)
    assert sum(standing.score for standing in found.standings) == pytest.approx(4 / 3)
    for own, others in found.cross.items():
        for other, (more, same, less) in others.items():
            assert found.cross[other][own] == (less, same, more)
            assert more + same + less == 24


def test_a_league_of_three_seats_is_the_same_in_processes_and_in_parts() -> None:
    games: list[Record] = []
    options: dict[str, Any] = {"seats": 3, "pairs": 2, "opening": 2}
    one = play_league(THREE, FOUR, processes=1, on_game=games.append, **options)
    assert one == play_league(THREE, FOUR, processes=2, **options)
    assert one == play_league(THREE, FOUR, processes=1, played=games[:8], **options)


@pytest.mark.parametrize(("seats", "spread"), [(3, 0.0), (3, 0.7), (4, 0.7)])
def test_points_of_several_seats_rate_as_luce_does(seats: int, spread: float) -> None:
    """Against the most probable strengths of the model in which an agent of a table gets the point
    with a chance in proportion to its strength, and their errors by Fisher's information.
    """
    names = "abcde"
    random = np.random.default_rng(7)
    chances = np.exp(spread * np.linspace(-1, 1, 5))
    games: list[tuple[list[int], int]] = []
    for group in map(list, list(itertools.combinations(range(5), seats)) * 200):
        own = chances[group]
        games.append((group, int(random.choice(seats, p=own / own.sum()))))

    def unlikely(strengths: np.ndarray) -> float:
        total = 0.0
        for group, winner in games:
            total += math.log(np.exp(strengths[group]).sum()) - strengths[group[winner]]
        return total

    best = minimize(unlikely, np.zeros(5), tol=1e-10).x
    information = np.zeros((5, 5))
    for group, _ in games:
        share = np.exp(best[group]) / np.exp(best[group]).sum()
        information[np.ix_(group, group)] += np.diag(share) - np.outer(share, share)
    errors = np.sqrt(np.diag(np.linalg.inv(information + 1) - 1 / 25))
    records = [
        SimpleNamespace(
            players=[names[one] for one in group],
            returns=[float(seat == winner) for seat in range(seats)],
        )
        for group, winner in games
    ]
    ratings, halves = fitted_elo(points_of(records, names))  # type: ignore[arg-type]
    scale = 400 / math.log(10)
    assert ratings == pytest.approx(scale * (best - best.mean()), abs=3)
    assert halves == pytest.approx(1.959964 * scale * errors, rel=0.15 if spread else 0.02)


def test_both_games_of_a_pairing_have_the_same_opening_and_swapped_seats() -> None:
    games: list[Record] = []
    leduc = [(ludarium.find("leduc"), None)]
    two = ["random", "level:1"]
    play_league(leduc, two, pairs=1, opening=3, processes=1, on_game=games.append)
    one, other = games
    assert one.moves[:3] == other.moves[:3]
    assert one.players == other.players[::-1]


def test_the_plot_puts_each_rating_where_the_scale_says() -> None:
    found = play_league(KUHN, FOUR, pairs=5, processes=1)
    marks, rows = plot(found.standings)
    low, high = marks[0], marks[-1]
    assert (low.at, high.at) == (0, 100)
    assert 2 <= len(marks) <= 9

    def elo(at: float) -> float:
        return low.elo + at / 100 * (high.elo - low.elo)

    assert [row.one for row in rows] == list(found.standings)
    for row in rows:
        ends = elo(row.left), elo(row.left + row.width)
        shown = [min(max(end, low.elo), high.elo) for end in row.one.elo_interval]
        assert (elo(row.at), *ends) == pytest.approx((row.one.elo, *shown), abs=0.1)
        assert low.elo <= ends[0] < ends[1] <= high.elo
    for mark in marks:
        assert elo(mark.at) == pytest.approx(mark.elo, abs=0.1)
    assert any(mark.elo == 0 for mark in marks)


def test_the_report_stands_alone_and_its_command_plays_the_league_again() -> None:
    found = play_league(KUHN, ["level:2", *AGENTS], processes=1)
    text = page(found)
    assert "{{" not in text
    assert not re.findall(r"(?:src|href)=|@import|url\(", text)
    for one in found.standings:
        assert one.name in text
        assert f"{one.score:.1%}" in text
    told = re.search(r"<code>ludarium league (.*?)</code>", text)
    assert told
    again = json.loads(run("league", *shlex.split(told[1]), "--processes", "1", "--json"))
    assert again == json.loads(json.dumps(dataclasses.asdict(found)))


def test_a_league_tells_what_agents_can_be_exploited_for() -> None:
    """Where it is known exactly: of random play in Kuhn poker and Leduc as OpenSpiel finds it."""
    agents = ["random", "equilibrium", "level:3", "level:8", "mcts:10"]
    games = [(ludarium.find(name), None) for name in ("kuhn", "leduc", "connect4")]
    found = play_league(games[:2], agents, pairs=1, processes=1).exploitability
    for name, at_random in (("kuhn/standard", 0.458333), ("leduc/standard", 2.373611)):
        assert list(found[name]) == agents[:4]
        assert found[name]["random"] == pytest.approx(at_random, abs=1e-6)
        assert 0 <= found[name]["equilibrium"] <= found[name]["level:8"] < 2e-3
        assert found[name]["level:8"] < found[name]["level:3"] < at_random
    large = ludarium.start("connect4")
    assert not is_small(large.game, large.state)


def test_wrong_leagues_are_refused() -> None:
    for agents in (["random"], ["random", "random"]):
        with pytest.raises(LudariumError, match="two seats or more"):
            play_league(KUHN, agents)
    with pytest.raises(LudariumError, match="0 pairs"):
        play_league(KUHN, AGENTS, pairs=0)
    with pytest.raises(LudariumError, match="2 agents at 3 seats: a league has as many agents"):
        play_league(THREE, AGENTS[:2], seats=3)
    with pytest.raises(SeatsError):
        play_league(KUHN, AGENTS, seats=3)


def test_the_command(tmp_path: Path) -> None:
    table = tmp_path / "cross.csv"
    options = ["league", "random", "level:3", "-g", "kuhn/standard", "-n", "2", "--processes", "1"]
    report = tmp_path / "league.html"
    found = json.loads(run(*options, "--json", "--csv", str(table), "--html", str(report)))
    assert "League of 2 agents" in report.read_text(encoding="utf-8")
    assert {one["name"] for one in found["standings"]} == {"random", "level:3"}
    assert found["games"] == ["kuhn/standard"]
    lines = list(csv.DictReader(table.read_text().splitlines()))
    assert [(line["agent"], line["against"]) for line in lines[2:]] == [
        ("random", "level:3"),
        ("level:3", "random"),
    ]
    for line, one in zip(lines, found["standings"], strict=False):
        assert (line["agent"], line["against"]) == (one["name"], "")
        assert float(line["elo"]) == one["elo"]
        ends = [float(line["elo_low"]), float(line["elo_high"])]
        assert [end if math.isfinite(end) else None for end in ends] == one["elo_interval"]
    told = run(*options)
    assert "Elo (95%)" in told
    assert "What a best response gains at kuhn/standard: random 0.4583, level:3 0." in told
    assert "random 0.4583" in report.read_text(encoding="utf-8")
    three = ["league", *AGENTS, "-g", "ahyoheek", "--seats", "3", "-n", "1", "--processes", "1"]
    assert "3 games of each 3 at ahyoheek/classic" in run(*three)
    assert "unknown game 'nothing'" in run("league", "random", "level:1", "-g", "nothing", code=2)
