"""Random playouts: right on average, the same on any number of threads, and uniform."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, Bits, bounded, lowest, mix, nth_bit, popcount, stream
from ludarium.rules.dispatch import functions_of
from ludarium.rules.game import Game
from ludarium.simulate.perft import count_paths, perft
from ludarium.simulate.playouts import run_playouts


@pytest.mark.parametrize(("ruleset", "published"), [("ludii-1", 455), ("ludii-4", 405)])
def test_aiyawatstani_lasts_as_long_as_in_ludii(ruleset: str, published: int) -> None:
    """Ludii 1.0.8 was measured on the same rulesets: mean lengths as here, player two wins 52 to
    53%, no draws.
    """
    position = ludarium.start("aiyawatstani", ruleset)
    found = run_playouts(position.game, position.state, count=20_000)
    assert abs(found.mean_length - published) < 5
    assert 0.51 < found.wins[1] / found.playouts < 0.54
    assert found.draws == 0


def test_threads_and_plain_python_play_the_same_games(game: Game) -> None:
    state = game.start(game.ruleset(), game.seats[1])
    one, three = (
        run_playouts(game, state, count=301, threads=threads, seed=8) for threads in (1, 3)
    )
    assert (one.moves, one.wins, one.draws) == (three.moves, three.wins, three.draws)
    assert one.mean_returns == pytest.approx(three.mean_returns, abs=1e-12)  # summed otherwise
    assert one.playouts == 301 <= sum(one.wins) + one.draws  # several can win
    other = run_playouts(game, state, count=301, seed=9)
    assert (other.moves, other.wins) != (one.moves, one.wins)
    few = run_playouts(game, state, count=3, seed=8)
    ends = [generic.play_out(state, stream(Bits(8), number)) for number in range(3)]
    assert few.moves == sum(plies for _, plies in ends)
    assert few.mean_returns == pytest.approx(
        [sum(generic.returns(end, seat) for end, _ in ends) / 3 for seat in range(game.seats[1])]
    )


def test_playing_for_a_time_counts_what_was_played(game: Game) -> None:
    state = game.start(game.ruleset(), game.seats[0])
    found = run_playouts(game, state, seconds=0.05, threads=2)
    assert found.playouts == sum(found.wins) + found.draws > 0
    if game.returns_sum is not None:
        assert abs(sum(found.mean_returns) - game.returns_sum) < 1e-9
    assert found.playouts_per_second * found.mean_length == pytest.approx(found.moves_per_second)


def test_every_seat_of_ahyoheek_has_the_same_chance() -> None:
    position = ludarium.start("ahyoheek", seats=5)
    found = run_playouts(position.game, position.state, count=100_000)
    assert all(abs(mean - 0.2) < 0.006 for mean in found.mean_returns)


DRAWN = [
    name for name in ludarium.names() if "nth_candidate" in functions_of(ludarium.find(name).state)
]
"""Games whose random actions are drawn among candidates."""


@pytest.mark.parametrize("name", DRAWN)
def test_actions_drawn_among_candidates_are_uniform(name: str) -> None:
    """In the position of a random game that has most candidates which are not legal."""
    here = ludarium.start(name).state
    most, state, random = 0, here, stream(Bits(8), 0)
    while generic.movers(here):
        seat = lowest(generic.movers(here))
        illegal = generic.candidate_count(here, seat) - generic.legal_count(here, seat)
        most, state = max((most, state), (illegal, here))
        random = mix(random)
        here = generic.random_play(here, random)
    seat = lowest(generic.movers(state))
    count = generic.legal_count(state, seat)
    draws = (mix(Bits(number * GOLDEN & ALL)) for number in range(200 * count))
    counts = Counter(generic.random_legal(state, seat, draw) for draw in draws)
    assert most > 0
    assert set(counts) == {generic.nth_legal(state, seat, n) for n in range(count)}
    check_uniform(counts)


def check_uniform(counts: Counter[int]) -> None:
    """200 of each on average, as far as chance explains."""
    n = len(counts)
    chi_squared = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert chi_squared < n + 6 * (2 * n) ** 0.5  # six standard deviations above its mean


@pytest.mark.parametrize("n", [1, 2, 3, 7, 200])
def test_bounded_numbers_are_uniform(n: int) -> None:
    draws = 200 * n
    counts = Counter(bounded(mix(Bits(number * GOLDEN & ALL)), n) for number in range(draws))
    assert sorted(counts) == list(range(n))
    check_uniform(counts)


def test_splitmix64_gives_the_published_numbers() -> None:
    """The first outputs for seed 1234567, as given with the reference implementation by Vigna."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mix(Bits((1234567 + (n + 1) * GOLDEN) & ALL)) for n in range(5)] == expected


@pytest.mark.parametrize("word", [1, 0b1011, 1 << 63, (1 << 64) - 1, 0x8000000000000401])
def test_bits(word: int) -> None:
    members = [index for index in range(64) if word >> index & 1]
    assert popcount(Bits(word)) == len(members)
    assert lowest(Bits(word)) == members[0]
    assert [nth_bit(Bits(word), n) for n in range(len(members))] == members


# Counted by brute force in the second implementations under tests/oracles, by copying positions;
# those of card games and dice by OpenSpiel, whose trees are the same.
PERFT = json.loads((Path(__file__).parent / "perft.json").read_text())


@pytest.mark.parametrize(
    "counted",
    PERFT,
    ids=lambda counted: f"{counted['game']}-{counted['ruleset']}-{counted['seats']}",
)
def test_perft(counted: dict[str, Any]) -> None:
    position = ludarium.start(counted["game"], counted["ruleset"], counted["seats"])
    counts = counted["counts"]
    assert [
        count_paths(position.game, position.state, depth) for depth in range(1, len(counts) + 1)
    ] == counts
    assert perft(position.state, 2) == counts[1]
    assert perft(position.state, 0) == 1


def test_positions_of_connect_four_that_differ() -> None:
    """By ply, as in OEIS A212693."""
    level = {ludarium.start("connect4")}
    counts = []
    for _ in range(6):
        counts.append(len(level))
        level = {
            position.play_joint(generic.nth_joint(position.state, n))
            for position in level
            for n in range(generic.joint_count(position.state))
        }
    assert counts == [1, 7, 49, 238, 1120, 4263]
