"""Files that are written whole or not at all: beside, to the disk, then renamed.

Where a process is killed meanwhile, or the disk is full, there is the old file, none, or the whole
new one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

__all__ = [
    "check_writable",
    "drop_unfinished",
    "stream_written",
    "write_whole",
    "written_whole",
]

SHORT = 100  # bytes of a file's name in that of its part, which may be no longer than names may be

_unfinished: set[Path] = set()
"""The files that this process is writing."""


def write_whole(
    path: Path, content: bytes | str, mode: int | None = None, *, new: bool = False
) -> None:
    """Write a file whole or not at all; text as UTF-8.

    mode, new: as for `written_whole`. What keeps nothing, as a pipe or /dev/stdout, is written to.
    Raises OSError.
    """
    data = content.encode() if isinstance(content, str) else content
    if not new and _kept(path) is None:
        path.write_bytes(data)
        return
    with written_whole(path, mode, new=new) as part:
        part.write_bytes(data)


@contextlib.contextmanager
def written_whole(path: Path, mode: int | None = None, *, new: bool = False) -> Iterator[Path]:
    """A file beside this one that is empty, to be written within the context. At its end the file
    is on the disk, and takes the place of `path`; where the context fails, it is deleted.

    A link stays, and what it leads to is replaced. mode: the permissions; None: those of the file
    before, or those that the user's new files have. new: never replace a file. Raises OSError,
    FileExistsError where it must be new and is there, or keeps nothing, as a pipe.
    """
    target = _kept(path)
    if target is None or (new and target.exists()):
        raise _error(errno.EEXIST, path)
    if mode is None and target.exists():
        mode = stat.S_IMODE(target.stat().st_mode)
    part, handle = _begun(target, mode)
    try:
        try:
            yield part
            if mode is not None:
                with contextlib.suppress(PermissionError):  # a file system that has none
                    os.fchmod(handle, mode)
            os.fsync(handle)
        finally:
            os.close(handle)
        if new:
            _name_new(part, target)
        else:
            os.replace(part, target)
    finally:
        _dropped(part)
    _sync(target.parent)


@contextlib.contextmanager
def stream_written(path: Path, mode: int | None = None) -> Iterator[BinaryIO]:
    """A file that is open to be written, whole or not at all, as by `written_whole`; what keeps
    nothing, as a pipe or /dev/stdout, is written to. Raises OSError.
    """
    if _kept(path) is None:
        with path.open("wb") as stream:
            yield stream
        return
    with written_whole(path, mode) as part, part.open("r+b") as stream:
        yield stream


def check_writable(path: Path, *, added_to: bool = False) -> None:
    """Raise OSError where this file cannot be written. It stays as it is, or absent.

    added_to: whether it is to be added to where it stands, not replaced.
    """
    target = _kept(path)
    if target is None or (added_to and target.exists()):
        if path.is_dir():
            raise _error(errno.EISDIR, path)
        if not os.access(path, os.W_OK):
            raise _error(errno.EACCES, path)
        return
    part, handle = _begun(target, None)
    os.close(handle)
    _dropped(part)


def drop_unfinished() -> None:
    """Delete what other threads are writing, before the process ends without waiting for them."""
    for part in tuple(_unfinished):
        _dropped(part)


def _kept(path: Path) -> Path | None:
    """The file that this name leads to, which may be absent; None where what is written is not
    kept there, as in a pipe, a device, or /dev/stdout.
    """
    with contextlib.suppress(FileNotFoundError):
        path.stat()  # says what is wrong with the name
    while True:
        folder = path.parent.resolve()
        if folder.is_relative_to("/proc") or folder == Path("/dev/fd"):
            return None  # what the process has open, which a new file would not be
        path = folder / path.name
        if not path.is_symlink():
            return path if path.is_file() or not path.exists() else None
        path = folder / path.readlink()


def _begun(target: Path, mode: int | None) -> tuple[Path, int]:
    """A new file beside this one, and a handle on it."""
    if target.exists() and not os.access(target, os.W_OK):
        raise _error(errno.EACCES, target)
    name = os.fsencode(target.name)[:SHORT].decode(errors="ignore")
    part = target.with_name(f".{name}.{os.urandom(8).hex()}.part")
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    # those who may not read it later cannot meanwhile; we must be able to write it
    handle = os.open(part, flags, 0o666 if mode is None else mode | 0o600)
    _unfinished.add(part)
    return part, handle


def _dropped(part: Path) -> None:
    """Delete it, if it is still there by this name."""
    with contextlib.suppress(OSError):
        part.unlink()
    _unfinished.discard(part)


def _name_new(part: Path, target: Path) -> None:
    try:
        os.link(part, target)  # unlike a renaming, it fails where there is such a file
    except OSError:
        if os.path.lexists(target):
            raise _error(errno.EEXIST, target) from None
        os.replace(part, target)  # on a file system without hard links


def _sync(folder: Path) -> None:
    """Wait until the names in the folder are on the disk, where that can be: some file systems
    cannot, and not every folder can be opened. The file is whole in any case.
    """
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _error(number: int, path: Path) -> OSError:
    return OSError(number, os.strerror(number), str(path))
