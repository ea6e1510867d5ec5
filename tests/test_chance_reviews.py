"""Reviews of games with chance, against values that are counted in other ways."""

from __future__ import annotations

import dataclasses
import itertools
import random
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

import ludarium
from ludarium.agents import agent
from ludarium.analysis.review import GameReview, review
from ludarium.errors import AgentError
from ludarium.matches.games import play_game
from ludarium.play.agent import RandomAgent
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.search.plain import PlainAnalyst
from ludarium.solvers.expectation.solver import Expectations, solve
from oracles.backgammon import Frozen, Oracle, frozen

GAMES = [
    ("backgammon", "money"),
    ("backgammon", "hyper"),
    ("backgammon", "cube"),
    ("backgammon", "match-3"),
    ("ur", "finkel"),
]


def played(game: str, ruleset: str, moves: int = 10_000) -> Record:
    """A game in which one plays at random."""
    record = Record.new(game, ["a", "b"], ruleset=ruleset)
    return play_game(record, [RandomAgent(1), agent("level:2", 2)], moves, random.Random(1))


@pytest.mark.parametrize(("game", "ruleset"), GAMES)
@pytest.mark.parametrize("moves", [50, 10_000])
def test_a_review_adds_up(game: str, ruleset: str, moves: int) -> None:
    record = played(game, ruleset, moves)
    told: list[tuple[int, int]] = []
    found = review(record, nodes=1_000, on_progress=lambda done, of: told.append((done, of)))
    positions, count = list(record.positions()), len(record.moves) + 1
    assert told == sorted(told)
    assert told[-1] == (count, count)
    decisions = [ply for ply, at in enumerate(positions[:-1]) if not at.by_chance]
    assert [move.ply for move in found.moves] == decisions
    assert len(found.curve) == count
    for move in found.moves:
        here = positions[move.ply]
        assert (move.seat, move.move) == (here.to_move, record.moves[move.ply])
        assert -1 <= move.after <= move.before <= 1
        assert move.lost == pytest.approx(move.before - move.after, abs=1e-6)
        assert (move.lost == 0) == (move.verdict == "best")
        assert (move.better is None) == (move.verdict in ("best", "good"))
        assert move.forced == (len(here.legal) == 1)
        assert not move.forced or move.verdict == "best"
        if move.better is not None:
            assert move.better.value == move.before
            at = here
            for step in move.better.pv:
                at = at.play(step)
    if record.reason == "rules":
        value, label = found.curve[-1]
        assert label == "proved"
        assert value == pytest.approx(record.returns[0])
    if moves < 100:
        assert review(record, nodes=1_000) == found, "however fast the machine is"


def of_first(seat: int, value: float) -> float:
    return value if seat == 0 else -value


@pytest.mark.parametrize(("game", "ruleset"), GAMES)
def test_the_curve_changes_by_losses_and_by_luck(game: str, ruleset: str) -> None:
    record = played(game, ruleset)
    found = review(record, nodes=1_000)
    positions = list(record.positions())
    for move in found.moves:
        before, after = (found.curve[move.ply + ply][0] for ply in range(2))
        assert before == pytest.approx(of_first(move.seat, move.before))
        follows = positions[move.ply + 1]
        if follows.by_chance or follows.to_move == move.seat:
            assert after == pytest.approx(of_first(move.seat, move.after))
    assert found.luck(0) == -found.luck(1)
    if ruleset not in ("match-3", "cube"):  # a double is answered with nothing thrown
        lost = [found.mean_lost(seat) * found.turns(seat) for seat in range(2)]
        change = found.curve[-1][0] - found.curve[0][0]
        assert change == pytest.approx(found.luck(0) - lost[0] + lost[1])


def reviewed(position: Position, moves: Sequence[str], nodes: int = 3_000) -> GameReview:
    return review(Record(position, ("a", "b"), moves=list(moves)), nodes=nodes)


def plays(position: Position) -> Iterator[tuple[str, str]]:
    """The ways to play two dice."""
    for first in position.legal:
        after = position.play(first)
        if after.to_move == position.to_move:
            yield from ((first.text, second.text) for second in after.legal)


def test_the_order_of_a_turns_parts_loses_nothing() -> None:
    source, orders = random.Random(1), 0
    positions = list(played("backgammon", "money").positions())
    throws = [at for before, at in itertools.pairwise(positions) if before.by_chance]
    for position in source.sample(throws, 12):
        ways = set(plays(position))
        for first, second in source.sample(sorted(ways), min(6, len(ways))):
            if first == second or (second, first) not in ways:
                continue
            ends = [position.play(one).play(two) for one, two in ((first, second), (second, first))]
            if ends[0] != ends[1]:
                continue
            lost = [
                [move.lost for move in reviewed(position, way).moves]
                for way in ((first, second), (second, first))
            ]
            assert sum(lost[0]) == pytest.approx(sum(lost[1]))
            orders += 1
    assert orders > 10


def test_a_mistake_costs_the_part_that_made_it() -> None:
    """White bears off both checkers, or loses."""
    position = ludarium.parse("backgammon/single 4:1,1:1 1:1 w 41")
    for order in (["4/off", "1/off"], ["1/off", "4/off"]):
        assert [move.lost for move in reviewed(position, order).moves] == [0, 0]
    wrong, forced = reviewed(position, ["4/3", "3/off"]).moves
    assert (wrong.lost, wrong.verdict) == (2, "blunder")
    assert wrong.better is not None
    assert wrong.better.move.text in ("4/off", "1/off")
    assert (forced.lost, forced.verdict, forced.before) == (0, "best", -1)


def test_a_provisional_review_is_by_static_evaluations() -> None:
    record = played("backgammon", "money", 40)
    provisional = review(record, nodes=0, engine=PlainAnalyst(len(record.moves) + 1, 100.0))
    decided = [(move.before, move.after, move.verdict) for move in provisional.moves]
    static = review(record, nodes=0).moves
    assert decided == [(move.before, move.after, move.verdict) for move in static]


def test_a_provisional_review_that_takes_too_long_is_refused() -> None:
    for game, ruleset in (("backgammon", "money"), ("ur", "finkel")):
        record = played(game, ruleset, 40)
        with pytest.raises(AgentError, match="too long"):
            review(record, nodes=0, engine=PlainAnalyst(len(record.moves) + 1, -1.0))


# Values by other means

DICE = [(one, two) for one in range(1, 7) for two in range(1, 7)]


@cache
def ends_of(own: Frozen, dice: tuple[int, int]) -> frozenset[Frozen]:
    """What a side can come to in a race, by this throw."""
    game = Oracle("single", 2)
    game.sides, game.seat = [dict(own), {1: 1}], 0
    game.play({8: f"{max(dice)}{min(dice)}"})
    found: set[Frozen] = set()
    waiting = [(frozen(game.sides[0]), tuple(game.dice))]
    while waiting:
        side, left = waiting.pop()
        if not side or not left:
            found.add(side)
            continue
        for text in at(side, left).legal(0):
            after = at(side, left)
            after.play({0: text})
            same = after.seat == 0
            waiting.append((frozen(after.sides[0]), tuple(after.dice) if same else ()))
    return frozenset(found)


def at(side: Frozen, left: tuple[int, ...]) -> Oracle:
    game = Oracle("single", 2)
    game.sides, game.seat, game.dice = [dict(side), {1: 1}], 0, list(left)
    return game


@cache
def value(mine: Frozen, theirs: Frozen) -> float:
    """The expected return of the side that throws next in a race, -1 to 1."""
    return sum(
        max(-value(theirs, end) if end else 1.0 for end in ends_of(mine, dice)) for dice in DICE
    ) / len(DICE)


def white_of(position: Position) -> Frozen:
    """White's checkers."""
    listed = position.text.split()[1].split(",")
    pairs = [one.split(":") for one in listed if ":" in one]
    return tuple(sorted((int(place), int(count)) for place, count in pairs))


RACES = [
    ({5: 1, 2: 1}, {6: 1, 1: 1}),
    ({6: 1, 4: 1, 1: 1}, {5: 1, 1: 1}),
    ({4: 2, 2: 1}, {3: 2}),
    ({5: 2}, {6: 1, 2: 1}),
]


@pytest.mark.parametrize(("mine", "theirs"), RACES)
def test_losses_in_a_race_are_in_proportion_to_those_that_are_counted(
    mine: dict[int, int], theirs: dict[int, int]
) -> None:
    """By every way to play some throws. Evaluations where the search ends are less extreme than
    what comes, so it tells less than is lost.
    """
    own, other = frozen(mine), frozen(theirs)
    sides = (
        ",".join(f"{place}:{count}" for place, count in sorted(side, reverse=True))
        for side in (own, other)
    )
    first, checked = ludarium.parse(f"backgammon/single {' '.join(sides)} w ?"), 0
    for dice in ((2, 1), (3, 1), (4, 2), (3, 2)):
        position = first.play("{}{}".format(*dice))
        best = max(-value(other, end) if end else 1.0 for end in ends_of(own, dice))
        for way in plays(position):
            found = reviewed(position, way, 1_000_000)
            end = white_of(position.play(way[0]).play(way[1]))
            lost = best - (-value(other, end) if end else 1.0)
            told = sum(move.lost for move in found.moves)
            assert 0.6 * lost - 1e-9 <= told <= 0.8 * lost + 0.005
            checked += lost > 0.1
    assert checked


@cache
def solved() -> Expectations:
    """The Royal Game of Ur with two pieces a side."""
    game = ludarium.find("ur")
    return solve(game, dataclasses.replace(game.ruleset(), parameters=2))


def test_losses_by_tree_search_are_near_those_of_the_solution() -> None:
    exact = solved()
    start = Position(exact.game, exact.ruleset, exact.game.start(exact.ruleset, 2))
    errors = []
    for seed in range(3):
        record = Record(start, ("a", "b"))
        agents = RandomAgent(seed), RandomAgent(seed + 10)
        play_game(record, agents, chance=random.Random(seed))
        positions = list(record.positions())
        for move in review(record, nodes=20_000).moves:
            before, after = (
                exact.value(positions[move.ply + n].state, move.seat) for n in range(2)
            )
            errors.append(abs(move.lost - (before - after)))
    assert sum(errors) / len(errors) < 0.03
