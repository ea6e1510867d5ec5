"""Games that hide something: their solutions, and what the solver's figures are checked by."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ludarium
from ludarium.errors import LudariumError
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.search.mcts import MctsAgent
from ludarium.solvers.regret.best_response import exploitability, values
from ludarium.solvers.regret.solver import solve
from ludarium.solvers.regret.strategy import Strategy, kept_at, read
from ludarium.solvers.regret.tree import grow

KUHN = ludarium.find("kuhn")
# what a uniformly random strategy is exploited for, as OpenSpiel gives it
UNIFORM = {"kuhn": 0.458333333, "leduc": 2.373611111}
# What the first seat can expect: of Kuhn 1950, and as others find it; that of liar's dice is exact,
# by linear programming on OpenSpiel's tree.
VALUES = {"kuhn": -1 / 18, "leduc": -0.0856, "liarsdice": -7 / 258}


def uniform(game: Game) -> dict[tuple[int, object], np.ndarray]:
    tree = grow(game, game.start(game.ruleset(), 2))
    return {
        key: np.full(count, 1 / count) for key, count in zip(tree.keys, tree.counts, strict=True)
    }


@pytest.fixture(scope="module")
def solved() -> Strategy:
    return solve(KUHN, KUHN.ruleset(), 2, target=1e-4)


def test_the_value_is_that_of_the_paper(solved: Strategy) -> None:
    """Kuhn 1950: the first player loses a chip in eighteen games."""
    assert solved.value == pytest.approx((-1 / 18, 1 / 18), abs=1e-4)
    assert solved.exploitability <= 1e-4


@pytest.mark.parametrize("name", UNIFORM)
def test_the_exploitability_of_random_play_is_that_of_others(name: str) -> None:
    game = ludarium.find(name)
    first = game.start(game.ruleset(), 2)
    assert exploitability(game, first, uniform(game)) == pytest.approx(UNIFORM[name], abs=1e-6)


def test_bluffs_and_calls_are_in_proportion(solved: Strategy) -> None:
    """The first seat bets with a king three times as often as it bluffs with a jack (Kuhn 1950)."""
    bet = {card: solved.mix(ludarium.parse(f"kuhn {card}? -").state, 0)[1] for card in "JQK"}
    assert bet["K"] == pytest.approx(3 * bet["J"], abs=0.02)
    assert bet["Q"] < 0.02
    assert solved.mix(ludarium.parse("kuhn ?Q b").state, 1)[1] == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("name", VALUES)
def test_strategies_that_come_with_the_package(name: str, tmp_path: Path) -> None:
    """What the file says of itself holds, and what is written reads back."""
    game = ludarium.find(name)
    path = kept_at(game, game.ruleset(), 2)
    assert path is not None
    kept = read(path, game)
    first = game.start(game.ruleset(), 2)
    assert exploitability(game, first, kept.mixes) == pytest.approx(kept.exploitability, abs=1e-4)
    assert kept.exploitability < 1e-3
    assert values(game, first, kept.mixes) == pytest.approx(kept.value, abs=1e-4)
    assert kept.value[0] == pytest.approx(VALUES[name], abs=kept.exploitability + 1e-4)
    kept.save(tmp_path / path.name)
    again = read(tmp_path / path.name, game)
    assert again.mixes.keys() == kept.mixes.keys()


def test_tree_search_finds_what_needs_no_bluff() -> None:
    """Moves that are best whatever the others do."""
    for text, move in (("?K b", "call"), ("?J b", "fold"), ("J? pb", "fold"), ("K? pb", "call")):
        position = ludarium.parse(f"kuhn {text}")
        seat = position.mover()
        found = MctsAgent(simulations=2_000, seed=1).search(position, seat).candidates[0]
        assert found.move.text == move


def test_tree_search_knows_no_more_than_its_seat() -> None:
    dealt = ludarium.start("kuhn").play("Q")
    for other in "JK":
        position = dealt.play(other)
        found = MctsAgent(simulations=500, seed=1).search(position, 0)
        assert (
            found.candidates
            == MctsAgent(simulations=500, seed=1).search(dealt.play("K"), 0).candidates
        )


def test_bad_files_and_games(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"ludarium-strategy": 1, "game": "yoxii"}'):
        (tmp_path / "odd.json").write_text(text)
        with pytest.raises(LudariumError, match="not a strategy"):
            read(tmp_path / "odd.json", KUHN)
    yoxii = ludarium.find("yoxii")
    with pytest.raises(LudariumError, match="hides nothing"):
        solve(yoxii, yoxii.ruleset(), 2)
    assert generic.hides(KUHN.start(KUHN.ruleset(), 2))
