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
from ludarium.errors import GameFileError, RulesError, UnknownGameError, choice_of
from ludarium.finding import Found, find_games
from ludarium.game_files import GameFile, is_path
from ludarium.rules.declarations import declaration_fault
from ludarium.rules.game import Game

__all__ = [
    "add",
    "faults",
    "find",
    "found_again",
    "game_of",
    "is_own",
    "known",
    "leave_out",
    "named",
    "names",
    "read_again",
    "search",
    "withhold",
]

ENTRY_POINTS = "ludarium.games"
FILES = "LUDARIUM_GAMES"  # paths of files of games, separated as in PATH

log = logging.getLogger(__name__)

_added: dict[str, Game] = {}
_faults: dict[str, str] = {}
"""The fault of each game that is left out, by its name or its file."""
_withheld: set[str] = set()
"""The names of the games among them that nobody finds."""
_tried: dict[str, tuple[int, ...]] = {}
"""The files that could not be read, as they were then."""
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
            _faults[name] = str(error)
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
            _faults[path] = str(error)
            log.warning("ludarium: %s: %s; it is left out", FILES, error)


def names() -> tuple[str, ...]:
    """The names of all games, in alphabetical order; those of other packages, and of files in
    LUDARIUM_GAMES, that cannot be read are left out, with a warning.
    """
    _read_environment()
    return tuple(sorted({*_own(), *_working(), *_added} - set(_faults)))


def faults() -> dict[str, str]:
    """The faults of the games that are left out, by their names, or their files."""
    names()
    return dict(_faults)


def is_own(game: Game) -> bool:
    """Return whether the game is one of this package."""
    return game.name in _own() and find(game.name) is game


def add(game: Game) -> Game:
    """Make a game known by its name in this process, before others of that name; returns it."""
    _added[game.name] = game
    _faults.pop(game.name, None)
    _withheld.discard(game.name)
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
    except (Exception, SystemExit) as error:
        raise UnknownGameError(
            f"the game {name!r} of the package {_package(point)} cannot be read: "
            f"{type(error).__name__}: {' '.join(str(error).split())}"
        ) from error
    if not isinstance(loaded, Game) or loaded.name != name:
        raise UnknownGameError(
            f"the game {name!r} of the package {_package(point)} cannot be read: its entry point "
            f"in {ENTRY_POINTS} gives {loaded!r}, expected a Game of that name"
        )
    try:
        fault = declaration_fault(loaded)
    except (Exception, SystemExit) as error:  # of its hints, which are imported now
        fault = RulesError(f"{type(error).__name__}: {' '.join(str(error).split())}")
    if fault:
        raise UnknownGameError(
            f"the game {name!r} of the package {_package(point)} cannot be played: {fault}"
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
    if wanted in _withheld:
        raise UnknownGameError(f"the game {wanted!r} cannot be played: {_faults.get(wanted, '')}")
    if wanted not in _own() and wanted not in _foreign():
        if is_path(name):
            raise UnknownGameError(
                f"unknown game {name!r}: a file is given as pathlib.Path({name!r})"
            )
        found = search(name) if any(map(str.isalnum, name)) else Found(())
        error = UnknownGameError(choice_of("game", name, names(), found.games))
        error.near = () if found.near else found.games
        raise error
    return _load(wanted)


def _known_game(name: str) -> Game:
    return _added.get(name) or _load(name)


def search(text: str) -> Found:
    """The games that people call so; see `find_games`."""
    return find_games(text, map(_known_game, names()))


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


def read_again(
    path: str,
    prepare: Callable[[Game], None] = lambda game: None,
    before_reading: Callable[[str], None] = lambda path: None,
) -> Game | None:
    """The new game of a file that `named` read, where the file changed since; None where it is as
    it was.

    prepare: called with the new game before it is known. before_reading: called with the path of a
    file that changed. Raises GameFileError, or what these raise, once for each change; the game
    that was known stays known.
    """
    if path not in _files:  # it could not be read so far
        if _tried.get(path) == (stamp := _stamp(path)):
            return None
        _tried[path] = stamp
        before_reading(path)
        file = _of_file(path)
        _withheld.add(file.game.name)
        prepare(file.game)
        _faults.pop(path, None)
        return add(file.game)
    file = _of_file(path)
    if not file.changed():
        return None
    before = file.game
    try:
        before_reading(path)
    except BaseException:
        file.pass_over()
        raise
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
    _note_fault(name, reason)
    return True


def withhold(name: str, reason: str) -> None:
    """Leave a game that is at fault out of all lists, and let nobody find it, until it is added
    again; warns of it.

    name: that of the game, or the path of its file, where that cannot be read.
    """
    _withheld.add(name)
    _added.pop(name, None)
    if is_path(name):
        _tried[name] = _stamp(name)
    _note_fault(name, reason)


def _note_fault(name: str, reason: str) -> None:
    _faults[name] = reason
    of = f" of the package {_package(_foreign()[name])}" if name in _foreign() else ""
    log.warning("ludarium: the game %r%s cannot be played: %s; it is left out", name, of, reason)


def _stamp(path: str) -> tuple[int, ...]:
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_mtime_ns, status.st_size, status.st_ino


def found_again(name: str) -> str:
    """The text by which another process finds this game with `named`: its name, or its file."""
    return next((str(file.path) for file in _files.values() if file.game.name == name), name)
