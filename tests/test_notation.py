"""Moves are read from their parts where a game says how, and that changes nothing but the time."""

from __future__ import annotations

import random

import pytest

import ludarium
from ludarium.errors import MoveError
from ludarium.play.legal_moves import LegalMoves
from ludarium.play.position import Position
from ludarium.rules.game import Game
from ludarium.testing import positions_of_random_games
from playing import DISTINCT

DEFAULT = Game.__dataclass_fields__["named_by"].default
NAMING = [name for name in DISTINCT if ludarium.find(name).named_by is not DEFAULT]
NONSENSE = ("", "x", "-", "a1", "a9-a1", "Ka1", "O-O", "z9/4z9", "e8=Q", "\U0001d7d9")


def found(position: Position, text: str) -> object:
    """What the text is read as in the position, without what is known of it already."""
    try:
        return Position(position.game, position.ruleset, position.state).parse_move(text)
    except MoveError as error:
        return str(error)


def looked_for(position: Position, text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """The same by looking through all legal moves."""
    with monkeypatch.context() as patch:
        patch.setattr(LegalMoves, "_named", lambda self, text, seat: self.actions_for(seat))
        return found(position, text)


@pytest.fixture(params=NAMING)
def naming(request: pytest.FixtureRequest) -> Game:
    """A game that reads a move's parts."""
    return ludarium.find(request.param)


def test_parts_name_the_move(naming: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every move of some positions, those of others, which are illegal here, and nonsense."""
    positions = list(positions_of_random_games(naming, games=3, seed=8))
    chosen = random.Random(8).sample(positions, min(8, len(positions)))
    others = {move.text for position in chosen for move in position.legal[:40]}
    wrong = random.Random(8).sample(sorted(others), min(20, len(others)))
    for position in chosen:
        for move in position.legal:
            assert found(position, move.text) == move
        for text in (
            *wrong,
            "",
            "x",
            "-",
            "a1",
            "a9-a1",
            "Ka1",
            "O-O",
            "z9/4z9",
            "e8=Q",
            "\U0001d7d9",
        ):
            assert found(position, text) == looked_for(position, text, monkeypatch)


def test_the_actions_that_parts_name_are_the_moves(naming: Game) -> None:
    for position in positions_of_random_games(naming, games=1, seed=9):
        for move in position.legal[:20]:
            named = list(naming.named_by(position.state, move.seat, move.text))
            assert move.action in named or not named
