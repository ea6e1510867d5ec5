"""The conformance suite on every game; and that it finds what is wrong with a broken one."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

import ludarium
from ludarium.games import yoxii
from ludarium.rules.game import Game
from ludarium.testing import check_game


def test_conforms(game: Game) -> None:
    check_game(game, games=2)


def broken(functions: dict[str, Callable[..., Any]], **changes: Any) -> Game:
    """Yoxii with some of it replaced, under another state type, so that Yoxii itself stays as it is."""

    class BrokenState(yoxii.YoxiiState):
        __slots__ = ()

    def start(ruleset: Any, seats: int) -> BrokenState:
        return BrokenState(*yoxii.start(ruleset, seats))

    def play(state: BrokenState, action: int) -> BrokenState:
        return BrokenState(*yoxii.play(state, action))

    def symmetric_state(state: BrokenState, symmetry: int) -> BrokenState:
        return BrokenState(*yoxii.symmetric_state(state, symmetry))

    def read_position(text: str, ruleset: Any) -> BrokenState:
        return BrokenState(*yoxii.read_position(text, ruleset))

    own = {**yoxii.GAME.functions, "play": play, "symmetric_state": symmetric_state, **functions}
    settings = {"name": "broken", "state": BrokenState, "start": start, "read_position": read_position, "functions": own}
    return dataclasses.replace(yoxii.GAME, **{**settings, **changes})


def test_the_copy_alone_conforms() -> None:
    check_game(broken({}), games=1, compile=False)


@pytest.mark.parametrize(
    ("functions", "changes", "message"),
    [
        ({"returns": lambda state, seat: 1.0}, {}, "do not add up"),
        ({"symmetric_action": lambda state, symmetry, action: action}, {}, "symmetry [0-9]: "),
        ({"nth_legal": lambda state, seat, n: yoxii.nth_legal(state, seat, 0)}, {}, "has a legal action twice"),
        ({"play_out": lambda state, random: (state, 0)}, {}, "own play_out ends elsewhere"),
        ({}, {"action_texts": lambda state, seat, action: (str(action % 50),)}, "have the same text"),
        ({}, {"touches": lambda state, seat, action: (yoxii.unpack(action)[0],)}, "the beginning of another's"),
        ({}, {"touches": lambda state, seat, action: (str(action),)}, "touches are not in the View"),
        ({}, {"write_position": lambda state: yoxii.write_position(yoxii.start(None, 2))}, "reads back as another state"),  # type: ignore[arg-type]
        ({}, {"returns_range": (0.0, 1.0)}, "out of range"),
    ],
    ids=["sum", "symmetry", "twice", "playout", "text", "touches", "view", "position", "range"],
)
def test_what_is_broken_is_found(functions: dict[str, Any], changes: dict[str, Any], message: str) -> None:
    with pytest.raises(AssertionError, match=message):
        check_game(broken(functions, **changes), games=1, compile=False)
    assert len(ludarium.start("yoxii").legal) == 256


def test_a_state_type_belongs_to_one_game() -> None:
    with pytest.raises(ValueError, match="has the rules of a game already"):
        dataclasses.replace(yoxii.GAME, functions={**yoxii.GAME.functions, "returns": yoxii.legal_count})
    assert len(ludarium.start("yoxii").legal) == 256


def test_a_name_that_nobody_could_type_is_refused() -> None:
    with pytest.raises(ValueError, match="small letters"):
        broken({}, name="Big Game")


def test_an_unknown_generic_function_is_refused() -> None:
    with pytest.raises(ValueError, match="'legal_moves' is not a generic function"):
        broken({"legal_moves": yoxii.legal_count})
