"""Measurements that come with the package: JSON as `ludarium measure --json` prints it, in
`shipped`, a file for each game and agent.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

__all__ = ["shipped"]

SHIPPED = Path(__file__).with_name("shipped")


@functools.cache
def shipped(game: str) -> tuple[dict[str, Any], ...]:
    """The measurements of the game of this name: of random play first, then of agents; none where
    none comes with the package.
    """
    files = sorted(SHIPPED.glob(f"{game}.*.json"))
    measurements = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return tuple(sorted(measurements, key=lambda one: one["agent"] != "random"))
