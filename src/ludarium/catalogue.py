"""Finds games by name: those of this package, and those of others in the entry-point group
`ludarium.games`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.metadata
import pkgutil
from collections.abc import Iterator
from contextlib import contextmanager

import ludarium.games
from ludarium.errors import UnknownGameError, choice_of
from ludarium.rules.game import Game

__all__ = ["add", "find", "known", "names"]

ENTRY_POINTS = "ludarium.games"

_added: dict[str, Game] = {}


@functools.cache
def _own() -> tuple[str, ...]:
    return tuple(module.name for module in pkgutil.iter_modules(ludarium.games.__path__))


@functools.cache
def _foreign() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINTS)}


def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order."""
    return tuple(sorted({*_own(), *_foreign(), *_added}))


def add(game: Game) -> Game:
    """Make a game known by its name in this process; returns it."""
    _added[game.name] = game
    return game


@contextmanager
def known(game: Game) -> Iterator[None]:
    """Make a game known by its name for a while."""
    before = dict(_added)
    try:
        add(game)
        yield
    finally:
        _added.clear()
        _added.update(before)


@functools.cache
def _load(name: str) -> Game:
    if name in _own():
        game: Game = importlib.import_module(f"ludarium.games.{name}").GAME
        return game
    loaded = _foreign()[name].load()
    if not isinstance(loaded, Game) or loaded.name != name:
        raise UnknownGameError(
            f"the entry point {name!r} of {ENTRY_POINTS} gives {loaded!r}, expected a Game of "
            "that name"
        )
    return loaded


def find(name: str) -> Game:
    """The game of this name, capitals or not. Raises UnknownGameError."""
    wanted = name.casefold()
    if wanted in _added:
        return _added[wanted]
    if wanted not in names():
        raise UnknownGameError(choice_of("game", name, names()))
    return _load(wanted)
