"""Bots in plain Python, for as long as a game is being compiled, are weak and not blind."""

from __future__ import annotations

import random
from typing import Any

import numba
import pytest

import ludarium
from ludarium.errors import AgentError
from ludarium.play.position import Position, parse
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.search.plain import (
    PlainAgent,
    PlainAnalyst,
    analyse_plainly,
    hear_game,
    heard,
    tell,
    tell_game,
)
from ludarium.testing import positions_of_random_games
from playing import ENGINE_GAMES, decided


@pytest.fixture(autouse=True)
def compile_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba.core.config, "DISABLE_JIT", 1)


def wins_at_once(game: Game, state: Any, seat: int) -> list[int]:
    """The actions after which the game is over and won."""
    afters = ((action, generic.play(state, action)) for action in game.legal_actions(state, seat))
    return [
        action
        for action, after in afters
        if not generic.movers(after) and generic.returns(after, seat) > 0
    ]


def loses_at_once(game: Game, state: Any, action: int, seat: int) -> bool:
    """Whether the other seat can win by its next move."""
    after = generic.play(state, action)
    if not generic.movers(after):
        return generic.returns(after, seat) < 0
    other = generic.chooser(after)
    return other != seat and bool(wins_at_once(game, after, other))


def near_the_end(game: Game) -> list[Position]:
    """Positions before the last two moves of random games."""
    found = []
    for number in range(3):
        position = decided(ludarium.start(game), number)
        source = random.Random(number)
        while not position.over:
            position = position.play_joint(
                source.choice(position.legal_for(position.mover())).action
            )
        for back in (position.before, position.before and position.before.before):
            if back is not None:
                found.append(parse(back.text))
    return found


@pytest.mark.parametrize("name", ENGINE_GAMES)
def test_takes_a_win_in_one_and_stops_a_loss_in_one(name: str) -> None:
    game = ludarium.find(name)
    for level, position in enumerate(near_the_end(game), 1):
        state, seat = position.state, position.mover()
        chosen = PlainAgent(level, 1.0, seed=level).choose(position, seat).action
        if wins := wins_at_once(game, state, seat):
            assert chosen in wins
        elif not all(
            loses_at_once(game, state, action, seat) for action in game.legal_actions(state, seat)
        ):
            assert not loses_at_once(game, state, chosen, seat)


def test_another_process_hears_of_the_same_position(game: Game) -> None:
    """Also of what a seat sees, and of what may not come again."""
    positions = list(positions_of_random_games(game, games=1, seed=4))
    for position in random.Random(4).sample(positions, min(10, len(positions))):
        for seat in position.movers[:1]:
            seen = position if position.by_chance else position.seen_by(seat)
            again = heard(tell(seen))
            assert again == seen
            assert again.legal_for(seat) == seen.legal_for(seat)


def test_a_file_that_changed_is_not_another_process_s_game() -> None:
    told = tell_game(ludarium.find("hex"))
    assert hear_game(told) is ludarium.find("hex")
    with pytest.raises(AgentError, match="hex changed meanwhile"):
        hear_game(told._replace(version="mygame_1234"))


def test_a_series_of_analyses_ends() -> None:
    position = ludarium.start("connect4")
    assert PlainAnalyst(1, 0.05).analyse(position, nodes=0).lines[0].move in position.legal
    with pytest.raises(AgentError, match="take too long"):
        PlainAnalyst(1, -1.0).analyse(position, nodes=0)


def test_analyses_are_sorted_and_name_legal_moves(game: Game) -> None:
    position = decided(ludarium.start(game))
    if game.hides or generic.action_bits(position.state):
        with pytest.raises(AgentError):
            analyse_plainly(position, 0.05, 3)
        return
    found = analyse_plainly(position, 0.05, 3)
    moves = [line.move for line in found.lines]
    assert set(moves) <= set(position.legal)
    assert len(set(moves)) == len(moves) > 0
    assert all(-1 <= line.value <= 1 for line in found.lines)
