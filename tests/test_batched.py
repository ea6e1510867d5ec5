"""Tree search in many games at once: each tree is that of a search of that game alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.environments.vector import VectorEnvironment
from ludarium.errors import LudariumError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import Bits, stream
from ludarium.rules.packing import load, word_count
from ludarium.search import mcts
from ludarium.search.batched import BatchedSearch, SearchResults
from ludarium.search.mcts import MctsAgent
from ludarium.search.uct_tree import Limits
from test_repetition import small_go

SEED = 5


class Seeded:
    """The random source of an agent that searches as a row of a batch does."""

    def __init__(self, row: int) -> None:
        self.row = row

    def getrandbits(self, bits: int) -> int:
        return stream(stream(Bits(SEED), 0), self.row)


def settled(envs: VectorEnvironment, row: int, position: Position) -> Position:
    """The position after the outcome of chance that the row's game had."""
    if not position.by_chance:
        return position
    outcomes = range(generic.joint_count(position.state))
    after = [position.play_joint(generic.nth_joint(position.state, n)) for n in outcomes]
    words = envs._arrays["words"]
    state = load(position.state, words, row * word_count(position.state))
    return next(one for one in after if one.state == state)


def played(envs: VectorEnvironment, moves: int) -> list[Position]:
    """Random games, this far, as positions."""
    first = ludarium.start(envs.game, envs.ruleset, envs.seats)
    positions = [settled(envs, row, first) for row in range(envs.count)]
    for _ in range(moves):
        chosen = envs.sample()
        going = [row for row, position in enumerate(positions) if not position.over]
        for row in going:
            state = positions[row].state
            joint = sum(
                envs.action_of(index) << slot * generic.action_bits(state)
                for slot, index in enumerate(np.atleast_1d(chosen[row]).tolist())
            )
            positions[row] = positions[row].play_joint(joint)
        envs.step(chosen)
        positions = [settled(envs, row, position) for row, position in enumerate(positions)]
    return positions


def assert_found(
    envs: VectorEnvironment, found: SearchResults, position: Position, row: int
) -> None:
    """Assert that the row has what an agent reports that searches this position alone."""
    for seat in position.movers:
        agent: Any = MctsAgent(simulations=120, keep=False)
        agent._random = Seeded(row)
        report = agent.search(position, seat)
        at = (row, seat) if envs.movers.ndim > 1 else (row,)
        tried = {one.move.action: one for one in report.candidates}
        for index, visits in enumerate(found.visits[at].tolist()):
            one = tried.get(envs.action_of(index))
            assert visits == (one.visits if one else 0)
            value = one.value if one and (one.visits or one.proved) else 0.0
            assert found.values[at][index] == pytest.approx(value, abs=1e-6)
        assert envs.action_of(int(found.best[at])) == report.candidates[0].move.action


@pytest.mark.parametrize(
    ("game", "seats", "moves"),
    [("connect4", 2, 20), ("ahyoheek", 3, 1), ("ur", 2, 9), (small_go(3), 2, 9)],
)
def test_each_tree_is_that_of_a_search_alone(
    game: Any, seats: int, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mcts, "compiled", lambda algorithm, game: algorithm)
    monkeypatch.setattr(mcts, "reach", lambda array: array)
    envs = ludarium.vector(game, 3, None, seats, seed=2, autoreset="disabled", compile=False)
    positions = played(envs, moves)
    found = BatchedSearch(envs, 120, seed=SEED).run()
    for row, position in enumerate(positions):
        if not position.over:
            assert_found(envs, found, position, row)


def wins(position: Position) -> list[int]:
    """The actions that win at once."""
    return [
        move.action
        for move in position.legal
        if (after := position.play(move)).over and after.returns[position.to_move or 0] > 0
    ]


def wins_in_two(position: Position) -> list[int]:
    """The actions after which the other seat can neither win nor keep this one from winning."""
    return [
        move.action
        for move in position.legal
        if not (after := position.play(move)).over
        and not wins(after)
        and all(wins(after.play(reply)) for reply in after.legal)
    ]


def safe(position: Position) -> list[int]:
    """The actions after which the other seat cannot win at once."""
    return [move.action for move in position.legal if not wins(position.play(move))]


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Games of Connect Four that were played at random for 14 moves."""
    return played(connect_four(compile=False), 14)


def connect_four(**options: Any) -> VectorEnvironment:
    return ludarium.vector("connect4", 64, seed=4, autoreset="disabled", **options)


def after_moves(**options: Any) -> VectorEnvironment:
    """The games of `positions`."""
    envs = connect_four(**options)
    for _ in range(14):
        envs.step(envs.sample())
    return envs


def test_forced_wins_and_losses_are_found(positions: list[Position]) -> None:
    envs = after_moves()
    found = BatchedSearch(envs, 2_000).run()
    at_once = in_two = blocked = 0
    for row, position in enumerate(positions):
        assert found.simulations[row] == found.visits[row].sum()
        if position.over:
            assert not found.simulations[row]
            continue
        best, value = envs.action_of(int(found.best[row])), found.values[row].max()
        if winning := wins(position):
            at_once += 1
            assert (best in winning, value) == (True, 1.0)
        elif winning := wins_in_two(position):
            in_two += 1
            assert value == found.values[row, found.best[row]] == 1.0
        elif len(keeping := safe(position)) == 1 < len(position.legal):
            blocked += 1
            assert best == keeping[0]
    assert min(at_once, in_two, blocked) >= 3


def test_compiled_code_and_threads_find_the_same(positions: list[Position]) -> None:
    found = [
        BatchedSearch(after_moves(**options), 60, seed=3).run()
        for options in ({"compile": False}, {"threads": 3})
    ]
    for plain, other in zip(*found, strict=True):
        assert np.array_equal(plain, other)
        assert plain.dtype == other.dtype


def test_it_beats_random_play() -> None:
    envs = connect_four()
    search, gained = BatchedSearch(envs, 50), np.zeros(64)
    own = np.arange(64) % 2  # the seat that searches
    while (envs.movers >= 0).any():
        chosen = np.where(envs.movers == own, search.run().best, envs.sample())
        rewards = envs.step(chosen)[1]
        gained += rewards[np.arange(64), own]
    assert gained.mean() > 0.9


def test_searches_of_a_seed_are_the_same_and_differ_from_each_other() -> None:
    envs = connect_four()
    one, other = BatchedSearch(envs, 100, seed=1), BatchedSearch(envs, 100, seed=1)
    first = one.run().visits.copy()
    assert np.array_equal(first, other.run().visits)
    assert not np.array_equal(first, one.run().visits)
    assert (first.sum(axis=1) == 100).all()


def test_a_small_tree_goes_on_when_it_is_full() -> None:
    limits = Limits(nodes=20, actions=70, children=70, depth=4)
    found = BatchedSearch(connect_four(), 500, limits=limits).run()
    assert (found.visits.sum(axis=1) == 500).all()
    assert (found.simulations == 500).all()


def test_a_move_that_repetition_forbids_is_not_chosen() -> None:
    envs = ludarium.vector(small_go(3), 8, seed=2, compile=False, autoreset="disabled")
    search = BatchedSearch(envs, 30)
    for _ in range(12):
        found = search.run()
        assert not found.visits[~envs.mask].any()
        envs.step(found.best)  # raises where it is illegal


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("kuhn", {}, "kuhn hides something"),
        ("connect4", {"simulations": 0}, "a number of simulations of 0: expected 1 to"),
        ("connect4", {"expand_after": 0}, "a number of visits of 0"),
        ("connect4", {"limits": Limits(nodes=1 << 50)}, "do not fit into memory"),
    ],
)
def test_what_cannot_be_searched_is_refused(name: str, options: Any, said: str) -> None:
    envs = ludarium.vector(name, 2, compile=False)
    with pytest.raises(LudariumError, match=said):
        BatchedSearch(envs, **{"simulations": 10} | options)
