"""Games of ours pass the suite of OpenSpiel, and its algorithms give what they give on its own."""

from __future__ import annotations

import builtins
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.get_all_states import get_all_states

import ludarium
from ludarium.bridges import openspiel
from ludarium.errors import AgentError, LudariumError, RulesetError, SeatsError
from ludarium.openspiel.games import LIMIT
from ludarium.play.position import start

KINDS = (
    ("connect4", 2, None),
    ("go", 2, None),  # forbids repetition
    ("dotsandboxes", 2, "2"),  # a ruleset whose name is a number
    ("ur", 2, None),  # dice
    ("leduc", 2, None),  # hidden cards
    ("liarsdice", 6, None),  # many seats
    ("ahyoheek", 5, "live"),  # all at once
)
MORE = (
    # random games of these last long, and end by the limit
    ("chess", 2, None, 40),
    ("backgammon", 2, None, 100),
    ("hex", 2, "7", LIMIT),
    ("kalah", 2, None, LIMIT),
    ("yoxii", 2, None, LIMIT),
)
"""Of which the suite plays games, too."""


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    openspiel.register()
    openspiel.register()


@pytest.mark.parametrize(
    ("name", "seats", "ruleset", "limit"),
    [*((*kind, LIMIT) for kind in KINDS), *MORE],
)
def test_games_pass_the_suite_of_openspiel(
    name: str, seats: int, ruleset: str | None, limit: int
) -> None:
    game = openspiel.load_game(name, ruleset, seats, limit)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
    again = pyspiel.load_game(str(game))
    assert (again.first, again.num_players()) == (start(name, ruleset, seats), seats)


@pytest.mark.parametrize(("name", "seats", "ruleset"), KINDS)
def test_playthroughs_are_the_same_for_a_seed(name: str, seats: int, ruleset: str | None) -> None:
    text = str(openspiel.load_game(name, ruleset, seats))
    found = playthrough(text, [], seed=3)
    assert found == playthrough(text, [], seed=3)
    assert f"NumPlayers() = {seats}" in found
    assert "IsTerminal() = True" in found


def test_every_game_is_registered_with_its_kind() -> None:
    kinds = pyspiel.GameType
    assert {f"ludarium_{name}" for name in ludarium.names()} <= set(pyspiel.registered_names())
    for name, _, _ in KINDS:
        game, kind = ludarium.find(name), pyspiel.load_game(f"ludarium_{name}").get_type()
        assert (kind.min_num_players, kind.max_num_players) == game.seats
        assert (kind.information == kinds.Information.IMPERFECT_INFORMATION) == game.hides
        assert (kind.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC) == game.has_chance
        assert (kind.dynamics == kinds.Dynamics.SIMULTANEOUS) == (name == "ahyoheek")
        constant = kinds.Utility.CONSTANT_SUM if game.returns_sum else kinds.Utility.ZERO_SUM
        assert kind.utility == constant


def test_algorithms_find_in_kuhn_poker_what_they_find_in_openspiels_own() -> None:
    values = []
    for name in ("ludarium_kuhn", "kuhn_poker"):
        game = pyspiel.load_game(name)
        solver = pyspiel.CFRSolver(game)
        found = [pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))]
        for _ in range(8):
            solver.evaluate_and_update_policy()
            found.append(pyspiel.exploitability(game, solver.average_policy()))
        values.append(found)
    assert values[0] == pytest.approx(values[1], abs=1e-12)
    assert values[0][0] == pytest.approx(11 / 24)
    assert values[0][-1] < 0.1


def test_leduc_poker_is_as_exploitable_as_openspiels_own() -> None:
    own, other = (pyspiel.load_game(name) for name in ("ludarium_leduc", "leduc_poker"))
    uniform = [pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game)) for game in (own, other)]
    assert uniform[0] == pytest.approx(uniform[1], abs=1e-12)


def test_information_states_tell_what_the_seat_knows_and_no_more() -> None:
    states = get_all_states(pyspiel.load_game("ludarium_kuhn"), include_chance_states=False)
    sets: dict[str, set[str]] = {}
    for state in states.values():
        if not state.is_terminal():
            seat = state.current_player()
            known = state.information_state_string(seat)
            sets.setdefault(known, set()).add(str(state))
            assert state.observation_string(seat) == str(state.position.seen_by(seat))
    assert len(sets) == 12  # six of each seat, and two deals that look alike in each
    assert {len(alike) for alike in sets.values()} == {2}


def test_observations_are_those_of_our_environments() -> None:
    state = openspiel.load_game("leduc").new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    space = state.get_game().observations
    for seat in range(2):
        expected = space.observe(state.position.state, seat) / 255
        assert np.allclose(state.observation_tensor(seat), expected.ravel(), atol=1e-6)


def test_a_copy_and_a_text_keep_the_earlier_positions() -> None:
    game = openspiel.load_game("chess")
    state = game.new_initial_state()
    for n in range(8):  # the knights come and go, until the first position is there a third time
        assert not state.is_terminal()
        text = ("Nf3", "Nf6", "Ng1", "Ng8")[n % 4]
        action = next(one for one in state.legal_actions() if state.action_to_string(one) == text)
        state = (state.clone(), game.deserialize_state(state.serialize()))[n % 2]
        state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert game.deserialize_state(state.serialize()).is_terminal()


def test_a_limit_abandons_games() -> None:
    state = openspiel.load_game("connect4", limit=3).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[-1])
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    with pytest.raises(LudariumError, match="a limit of 0 moves: expected 1 or more"):
        openspiel.load_game("connect4", limit=0)
    with pytest.raises(RulesetError):
        openspiel.load_game("connect4", "nothing")
    with pytest.raises(SeatsError):
        openspiel.load_game("connect4", seats=3)


def test_bots_of_openspiel_are_agents() -> None:
    searcher = ludarium.agent("openspiel:mcts:60", 1)
    won = start("connect4")
    for move in ["a", "b", "a", "b", "a", "b"]:
        won = won.play(move)
    assert searcher.choose(won, 0).text == "a"
    for name in ("connect4", "leduc", "ahyoheek", "ur"):
        found = ludarium.play_match(
            ludarium.find(name), ["openspiel:uniform_random", "random"], games=2
        )
        assert found.games == 2
    first = [ludarium.agent("openspiel:uniform_random", 5).choose(won, 0).text for _ in range(3)]
    assert len(set(first)) == 1


@pytest.mark.parametrize(
    ("name", "game", "expected"),
    [
        ("mcts:10", "leduc", "openspiel:mcts:10 cannot play Leduc poker: expected a game that"),
        ("mcts:10", "ahyoheek", "openspiel:mcts:10 cannot play Ahyoheek: expected a game that"),
        ("mcts:0", "kuhn", "openspiel:mcts:0: expected mcts:N, with N simulations a move"),
        ("", "kuhn", "openspiel:: expected mcts:N"),
        ("fixed_action_preference", "connect4", "openspiel:fixed_action_preference found no move"),
    ],
)
def test_bots_that_cannot_play_are_refused_in_one_line(name: str, game: str, expected: str) -> None:
    with pytest.raises(AgentError) as refused:
        ludarium.play_match(ludarium.find(game), [f"openspiel:{name}", "random"], games=30)
    assert str(refused.value).startswith(expected)
    assert "\n" not in str(refused.value)


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any, **options: Any) -> Any:
        if name == "pyspiel":
            raise ImportError(name)
        return real(name, *more, **options)

    for name in [name for name in sys.modules if name.startswith("ludarium.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(AgentError, match=r"pip install 'ludarium\[openspiel\]'"):
        ludarium.agent("openspiel:uniform_random")
