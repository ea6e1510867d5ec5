"""The folder where this package keeps what it computed."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["cache_folder"]


def cache_folder() -> Path:
    """$LUDARIUM_CACHE, or a folder in the user's cache folder."""
    own = os.environ.get("LUDARIUM_CACHE")
    return (
        Path(own)
        if own
        else Path(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) / "ludarium"
    )
