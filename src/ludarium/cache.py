"""Where this package keeps what it computed, and how it writes it there."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

__all__ = ["cache_folder", "write_whole"]


def cache_folder() -> Path:
    """$LUDARIUM_CACHE, or a folder in the user's cache folder."""
    own = os.environ.get("LUDARIUM_CACHE")
    return (
        Path(own)
        if own
        else Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "ludarium"
    )


def write_whole(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file whole or not at all: beside it, to the disk, then in its place. Its folder is
    made, too. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as part:
        try:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
            os.chmod(part.name, mode)
            os.replace(part.name, path)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part.name)
            raise
