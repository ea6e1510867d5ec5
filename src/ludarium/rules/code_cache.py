"""Machine code on disk: one file for each signature of a function, in a folder whose name tells
what the code is made from.

A file begins with a line that names its form, and the SHA-256 of the rest, so one that is torn or
spoilt is never run: it is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import re
import shutil
import time
from pathlib import Path
from typing import Any

from numba.core import serialize, types
from numba.core.compiler import CompileResult

from ludarium.cache import cache_folder
from ludarium.files import write_whole

__all__ = ["CodeCache", "folder_of"]

FORM = b"ludarium machine code 2\n"
DIGEST = 64  # hexadecimal digits of a SHA-256
SUFFIX = ".code"
DAYS_KEPT = 30  # after which unused folders are deleted
FOLDER_NAME = re.compile(r"[a-z0-9_-]+-[0-9a-f]{16}")  # of folders made by this module

log = logging.getLogger(__name__)


def folder_of(name: str, digest: str) -> Path:
    """The folder of machine code of this form, made from what has this digest."""
    whole = _sha256(FORM + digest.encode()).decode()
    return cache_folder() / f"{name.replace('.', '-').lower()}-{whole[:16]}"


class CodeCache:
    """The index of machine code on disk that Numba asks before it compiles, and fills with what it
    compiled.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def cache_path(self) -> str:
        """The folder."""
        return str(self._folder)

    def holds_any(self) -> bool:
        """Return whether there is machine code for any signature."""
        return next(self._folder.glob(f"*{SUFFIX}"), None) is not None

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function for a signature; None where it is to be compiled."""
        target.refresh()
        path = self._path(signature, target.codegen())
        try:
            content = path.read_bytes()
        except OSError:
            return None
        try:
            if not content.startswith(FORM) or digest_in(content) != _sha256(payload_in(content)):
                raise ValueError("its content does not have the SHA-256 that it says")
            parts = serialize.loads(payload_in(content))
            made = CompileResult._rebuild(target, *parts)
        except ModuleNotFoundError:  # it names a module that has moved since
            return None
        except Exception as error:
            log.warning("ludarium: %s is spoilt and is made anew: %s", path, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(self._folder)  # so that it counts as used
        return made

    def save_overload(self, signature: Any, made: Any) -> None:
        """Keep a compiled function; where that cannot be, say so once.

        A function that calls itself with a literal is compiled twice, and the first refers to the
        second, which would not be there when the first is loaded.
        """
        if any(isinstance(one, types.Literal) for one in made.signature.args):
            raise TypeError(f"{made.fndesc.qualname} calls itself with a literal: give a variable")
        payload = serialize.dumps(made._reduce())
        content = FORM + _sha256(payload) + b"\n" + payload
        path = self._path(signature, made.target_context.codegen())
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content, mode=0o600)
            _delete_unused(self._folder.parent)
        except OSError as error:
            _warn_once(self._folder.parent, error)

    def enable(self) -> None:
        """Do nothing: part of Numba's interface; the cache is always enabled."""

    def disable(self) -> None:
        """Do nothing: part of Numba's interface; the cache is always enabled."""

    def flush(self) -> None:
        """Forget what is kept."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file of this signature and of this kind of processor."""
        key = hashlib.sha256(f"{signature} {codegen.magic_tuple()}".encode()).hexdigest()
        return self._folder / f"{key[:16]}{SUFFIX}"


def _sha256(payload: bytes) -> bytes:
    return hashlib.sha256(payload).hexdigest().encode()


def digest_in(content: bytes) -> bytes:
    """The digest that the file says."""
    return content[len(FORM) : len(FORM) + DIGEST]


def payload_in(content: bytes) -> bytes:
    """The part of a file that its digest covers."""
    return content[len(FORM) + DIGEST + 1 :]


def _delete_unused(parent: Path) -> None:
    """Delete our own folders that were unused for long."""
    for other in parent.iterdir():
        with contextlib.suppress(OSError):  # another process deletes at the same time
            unused = time.time() - other.stat().st_mtime > DAYS_KEPT * 86400
            if unused and FOLDER_NAME.fullmatch(other.name):
                shutil.rmtree(other, ignore_errors=True)


_warned: set[Path] = set()


def _warn_once(folder: Path, error: OSError) -> None:
    if folder not in _warned:
        _warned.add(folder)
        log.warning(
            "ludarium: machine code cannot be kept in %s, so each process compiles it: %s",
            folder,
            error.strerror or error,
        )
