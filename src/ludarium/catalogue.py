"""Finds games by name: those of this package, those of others in the entry-point group
`ludarium.games`, and those of files.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.metadata
import logging
import os
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import ludarium.games.counters
from ludarium.errors import GameFileError, UnknownGameError, choice_of
from ludarium.game_files import GameFile, is_path
from ludarium.rules.game import Game

__all__ = [
    "add",
    "find",
    "found_again",
    "game_of",
    "is_own",
    "known",
    "leave_out",
    "named",
    "names",
    "read_again",
]

ENTRY_POINTS = "ludarium.games"
FILES = "LUDARIUM_GAMES"  # paths of files of games, separated as in PATH

log = logging.getLogger(__name__)

_added: dict[str, Game] = {}
_left_out: set[str] = set()
_files: dict[str, GameFile] = {}
"""The files that games were read from, by path."""


@functools.cache
def _own() -> dict[str, str]:
    """The module of each game of this package, by the game's name."""
    return {
        module.name.rpartition(".")[2].replace("_", "-"): module.name
        for package in (ludarium.games, ludarium.games.counters)
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
        if not module.ispkg
    }


@functools.cache
def _foreign() -> dict[str, importlib.metadata.EntryPoint]:
    return {point.name: point for point in importlib.metadata.entry_points(group=ENTRY_POINTS)}


@functools.cache
def _working() -> tuple[str, ...]:
    """The names of other packages' games that can be read. Each that cannot is named once, in a
    line of the log, which goes to stderr where no program wants it elsewhere.
    """
    working = []
    for name in _foreign():
        try:
            _load(name)
        except UnknownGameError as error:
            log.warning("ludarium: %s; it is left out", error)
        else:
            working.append(name)
    return tuple(working)


@functools.cache
def _read_environment() -> None:
    """Make the games of the files that LUDARIUM_GAMES names known, once in a process."""
    for path in filter(None, os.environ.get(FILES, "").split(os.pathsep)):
        try:
            add(_of_file(path).game)
        except UnknownGameError as error:
            log.warning("ludarium: %s: %s; it is left out", FILES, error)


def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order; those of other packages, and of files in
    LUDARIUM_GAMES, that cannot be read are left out, with a warning.
    """
    _read_environment()
    return tuple(sorted({*_own(), *_working(), *_added} - _left_out))


def is_own(game: Game) -> bool:
    """Return whether the game is one of this package."""
    return game.name in _own() and find(game.name) is game


def add(game: Game) -> Game:
    """Make a game known by its name in this process, before others of that name; returns it."""
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
        game: Game = importlib.import_module(_own()[name]).GAME
        return game
    point = _foreign()[name]
    try:
        loaded = point.load()
    except Exception as error:
        raise UnknownGameError(
            f"the game {name!r} of the package {_package(point)} cannot be read: "
            f"{type(error).__name__}: {' '.join(str(error).split())}"
        ) from error
    if not isinstance(loaded, Game) or loaded.name != name:
        raise UnknownGameError(
            f"the game {name!r} of the package {_package(point)} cannot be read: its entry point "
            f"in {ENTRY_POINTS} gives {loaded!r}, expected a Game of that name"
        )
    return loaded


def _package(point: importlib.metadata.EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


def find(name: str) -> Game:
    """The game of this name, capitals or not. Raises UnknownGameError.

    Names may come from anywhere, such as a request or a record: none makes this read a file.
    """
    _read_environment()
    wanted = name.casefold()
    if wanted in _added:
        return _added[wanted]
    if wanted not in _own() and wanted not in _foreign():
        if is_path(name):
            raise UnknownGameError(
                f"unknown game {name!r}: a file is given as pathlib.Path({name!r})"
            )
        raise UnknownGameError(choice_of("game", name, names()))
    return _load(wanted)


def game_of(game: str | Path | Game) -> Game:
    """The game itself, or that of this name, or of the file at this path, which is run.

    A text is a name, never a path, as texts may come from anywhere. Raises UnknownGameError.
    """
    if isinstance(game, Game):
        return game
    return add(_of_file(str(game)).game) if isinstance(game, Path) else find(game)


def named(text: str) -> str:
    """The name of the game that a person at this computer means: the text, or, where that is the
    path of a file (it ends in .py or has a separator of paths), that of the file's game.

    The file is run, and its game is known by its name from then on in this process, before others
    of that name. Raises GameFileError.
    """
    return add(_of_file(text).game).name if is_path(text) else text


def named_now(text: str) -> str:
    """Find the name like `named`, of a file as it is now: it is read again where it changed. Raises
    GameFileError, unless it could be read before.
    """
    name = named(text)
    if is_path(text):
        with contextlib.suppress(GameFileError):
            read_again(text)
    return name


def _of_file(path: str) -> GameFile:
    if path not in _files:
        file = GameFile(path)
        _files[path] = next((one for one in _files.values() if one.path == file.path), file)
    return _files[path]


def read_again(path: str, prepare: Callable[[Game], None] = lambda game: None) -> Game | None:
    """The new game of a file that `named` read, where the file changed since; None where it is as
    it was.

    prepare: called with the new game before it is known. Raises GameFileError, or what `prepare`
    raises, once for each change; the game that was known stays known.
    """
    file = _of_file(path)
    if not file.changed():
        return None
    before = file.game
    try:
        game = file.read_again()
        if game.name != before.name:
            raise GameFileError(
                f"{path} gives the game {game.name!r} now, and gave {before.name!r}: start again "
                "to take it"
            )
        prepare(game)
    except BaseException:
        file.game = before
        raise
    return add(game)


def leave_out(name: str, reason: str) -> bool:
    """Leave a game of another package out of all lists, as it cannot be played, and warn of it;
    False where the game is none of another package.
    """
    if name not in _foreign() or name in _added:
        return False
    _left_out.add(name)
    log.warning(
        "ludarium: the game %r of the package %s cannot be played: %s; it is left out",
        name,
        _package(_foreign()[name]),
        reason,
    )
    return True


def found_again(name: str) -> str:
    """The text by which another process finds this game with `named`: its name, or its file."""
    return next((str(file.path) for file in _files.values() if file.game.name == name), name)
