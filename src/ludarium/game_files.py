"""Games from files: the `GAME` of a Python file that is in no package, read again when the file
changes.

Each version of a file is a module of its own, so the rules that were read before stay whole: games
that go on by them go on. Only the newest is found by `import` of the file's own name, which modules
beside the file may use.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib.util
import os
import re
import sys
import threading
import traceback
from pathlib import Path
from types import ModuleType

from ludarium.errors import GameFileError, RulesError
from ludarium.rules import dispatch
from ludarium.rules.declarations import declaration_fault
from ludarium.rules.game import Game

__all__ = ["GameFile", "is_path"]

_lock = threading.RLock()


def is_path(text: str) -> bool:
    """Return whether the text is meant as a file, not as the name of a game: it ends in .py or has
    a separator of paths.
    """
    return text.endswith(".py") or any(sign in text for sign in {"/", os.sep})


class GameFile:
    """A file that gives a game."""

    def __init__(self, path: str | Path) -> None:
        """Read the file. Raises GameFileError."""
        self.path = Path(path).expanduser().absolute()
        """The file."""
        self.game: Game
        """The game that the file gives, as last read without a fault."""
        self._beside: list[str] = []  # names of the modules that it imports from its folder
        self._stamp: tuple[object, ...] = ()
        self._read()

    def changed(self) -> bool:
        """Return whether the file, or a module beside it that it imports, changed since it was
        read.
        """
        return self._stamp != self._now()

    def read_again(self) -> Game:
        """Read the file again, and the modules beside it; returns the new game.

        Raises GameFileError; then `game` stays what it was.
        """
        self._read()
        return self.game

    def pass_over(self) -> None:
        """Do not read the file as it is now: `changed` waits for the next change."""
        self._stamp = self._now()

    def _now(self) -> tuple[object, ...]:
        files = [self.path]
        for name in self._beside:
            file = getattr(sys.modules.get(name), "__file__", None)
            files += [Path(file)] if file else []
        stamps = []
        for file in files:
            try:
                status = file.stat()
                stamps.append((str(file), status.st_mtime_ns, status.st_size, status.st_ino))
            except OSError:
                stamps.append((str(file), 0, 0, 0))
        return tuple(stamps)

    def _read(self) -> None:
        with _lock:
            self._stamp = self._now()  # before reading: a change meanwhile is seen
            try:
                source = self.path.read_bytes()
            except OSError as error:
                raise GameFileError(
                    f"cannot read {_shown(self.path)}: {error.strerror or error}"
                ) from None
            own, aside = self.path.stem, {}
            for name in (*self._beside, own):
                if name in sys.modules and self._is_beside(sys.modules[name]):
                    aside[name] = sys.modules.pop(name)
            before = set(sys.modules)
            try:
                self.game = self._loaded(source, own)
            except BaseException:
                sys.modules.update(aside)  # what is running goes on
                raise
            self._beside = sorted(
                name
                for name in set(sys.modules) - before
                if name != own
                and sys.modules[name].__name__ != self.game.state.__module__
                and self._is_beside(sys.modules[name])
            )
            self._stamp = (*self._stamp[:1], *self._now()[1:])

    def _is_beside(self, module: ModuleType) -> bool:
        """Return whether the module's file is in this one's folder, and in no library there."""
        file = getattr(module, "__file__", None)
        if not file or not Path(file).is_absolute():
            return False
        return self.path.parent in Path(file).parents and "site-packages" not in Path(file).parts

    def _loaded(self, source: bytes, own: str) -> Game:
        name = self._module_name(source)
        spec = importlib.util.spec_from_file_location(name, self.path)
        assert spec is not None, "a file of Python has a loader"
        module = importlib.util.module_from_spec(spec)
        folder = str(self.path.parent)
        if folder not in sys.path:
            sys.path.append(folder)  # last: no file there hides a module of Python
        sys.modules[name] = module
        if own not in sys.modules:
            sys.modules[own] = module
        try:
            exec(compile(source, str(self.path), "exec"), module.__dict__)
            game = getattr(module, "GAME", None)
            if not isinstance(game, Game):
                given = f"its GAME is {game!r}" if game is not None else "it has no GAME"
                raise GameFileError(
                    f"{_shown(self.path)} gives no game: {given}; expected GAME = Game(...) at "
                    "its end"
                )
            for state in game.implementations:
                dispatch.complete(state)  # hints are of the same version as the rules
            if fault := declaration_fault(game):
                raise fault
        except BaseException as error:
            del sys.modules[name]
            if sys.modules.get(own) is module:
                del sys.modules[own]
            if isinstance(error, GameFileError) or not isinstance(error, (Exception, SystemExit)):
                raise
            raise GameFileError(self._told(error)) from error
        return game

    def _module_name(self, source: bytes) -> str:
        """A name that tells versions apart, and is the same in each process for the same text, as
        machine code on disk refers to state types by module.
        """
        digest = hashlib.sha256(source).hexdigest()[:8]
        name = stem = f"{self.path.stem}_{digest}"
        number = 1
        while name in sys.modules:
            number += 1
            name = f"{stem}_{number}"
        return name

    def _told(self, error: BaseException) -> str:
        """Tell what is wrong with the file, with the line."""
        path = _shown(self.path)
        if isinstance(error, RulesError):
            return str(error)  # with its place
        if isinstance(error, SyntaxError) and error.filename:
            return f"{_shown(Path(error.filename))}, line {error.lineno}: {error.msg}"
        lines = [
            frame
            for frame in traceback.extract_tb(error.__traceback__)
            if self.path.parent in Path(frame.filename).parents
        ]
        where = f"{_shown(Path(lines[-1].filename))}, line {lines[-1].lineno}" if lines else path
        kind = "" if type(error) is ValueError else f"{type(error).__name__}: "
        told = " ".join(str(error).split())
        if missing := re.fullmatch(r"(\w+)\.__init__\(\) missing .*? arguments?: (.*)", told):
            given = ", ".join(f"{name}=..." for name in re.findall(r"'(\w+)'", missing[2]))
            return f"{where}: {missing[1]}(...) is not whole: give {given}"
        if unknown := re.search(r"unexpected keyword argument '(\w+)'", told):
            near = difflib.get_close_matches(unknown[1], Game.__dataclass_fields__, 1, 0.5)
            told += f"; did you mean {near[0]!r}?" if near else ""
        cure = ": define or import it" if isinstance(error, NameError) else ""
        return f"{where}: {kind}{told}{cure}"


def _shown(path: Path) -> str:
    near = os.path.relpath(path)
    return str(path) if near.startswith("..") else near
