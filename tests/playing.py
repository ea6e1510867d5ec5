"""Helpers of tests that play games of any kind."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import ludarium
from ludarium.play.position import Position
from ludarium.rules.game import Game, standard
from ludarium.rules.view import View
from ludarium.search.engine import is_playable

__all__ = [
    "DISTINCT",
    "ENGINE_GAMES",
    "ILLEGAL_EN_PASSANT",
    "RELATED",
    "SAMPLE",
    "TREE_GAMES",
    "bare_game",
    "decided",
    "drawn",
    "unseen",
]


Item = TypeVar("Item")
ILLEGAL_EN_PASSANT = (
    *("e4", "c5", "e5", "Qb6", "Nf3", "Qe6", "Ng1", "d5"),
    *("Nf3", "Nc6", "Ng1", "Nb8") * 2,
)
"""A game of chess whose last position comes for the third time. The pawn that d5 passes is pinned,
so its capture en passant, which is illegal, makes no position another one (FIDE Laws 9.2.3).
"""


def unseen(*arguments: Any) -> Any:
    """In place of a function that nobody is to call."""
    raise NotImplementedError


def drawn(whole: Sequence[Item], count: int) -> list[Item]:
    """A sample that the commit draws; the whole where all tests are run."""
    seed = os.environ.get("LUDARIUM_TEST_SAMPLE")
    return [*whole] if seed is None else random.Random(seed).sample(whole, count)


def bare_game(name: str, first: Any, functions: dict[str, Callable[..., Any]]) -> Game:
    """A game of two that is nothing but rules, from this state on: a move's text is its number."""
    return Game(
        name=name,
        title=name.capitalize(),
        seats=(2, 2),
        seat_names=("One", "Two"),
        state=type(first),
        rulesets=(standard("a test"),),
        start=lambda ruleset, seats: first,
        functions=functions,
        action_texts=lambda state, seat, action: (str(action),),
        touches=lambda state, seat, action: (str(action),),
        write_position=unseen,
        read_position=unseen,
        view=lambda state, before, action: View(
            surface="stone", sites=(), pieces=(), seats=(), status="", movers=()
        ),
    )


def decided(position: Position, seed: int = 0) -> Position:
    """The position after chance decided, as long as it is its turn."""
    source = random.Random(seed)
    while position.by_chance:
        position = position.play(position.outcome(source))
    return position


def _is_for_the_engine(game: Game) -> bool:
    return is_playable(ludarium.start(game)) and not game.plays_out


RELATED = {"alquerque", "breakthrough", "kalah", "leduc", "tuknanavuhpi", "ur"}
"""Games that are much like another, left out where much is compiled for each."""


SHARING = [name for name in ludarium.names() if ludarium.find(name).engine]
"""Games that are data on one engine, and so are alike in all but that."""

SAMPLE = ("baghchal", "kharberg")
"""Two of them that have most of what there is: a hand and unequal sides, kings and huffing."""

DISTINCT = [name for name in ludarium.names() if name not in SHARING or name in SAMPLE]
"""All games, and of those that are data on one engine a sample."""

ENGINE_GAMES = [
    name for name in DISTINCT if name not in RELATED and _is_for_the_engine(ludarium.find(name))
]
"""The games that alpha-beta search can play, and plays at the table, but for RELATED."""

TREE_GAMES = [
    name
    for name in DISTINCT
    if name not in RELATED and (name not in ENGINE_GAMES or name == "connect4")
]
"""The games that only tree search can play, and one that both searches can: compiling both for all
takes long.
"""
