"""A map of the places that something is known from, on outlines of land, as SVG.

The outlines are Natural Earth's (public domain), in `land.svgpath`, which `tools/land.py` writes.
The map is plain: degrees east and north are of the same length everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

__all__ = ["Spot", "world_map"]

LAND = Path(__file__).with_name("land.svgpath")
LEAST_WIDTH, LEAST_HEIGHT = 60.0, 36.0  # degrees that are shown at least
ROUND = 18.0  # degrees around the places
SIZE = 700  # of the picture's width, to which marks and letters are scaled


class Spot(NamedTuple):
    """A place on a map."""

    name: str
    latitude: float
    """Degrees to the north."""
    longitude: float
    """Degrees to the east."""
    main: bool = False
    """True if the map is about it: lines lead to it from the others."""
    href: str = ""
    """The target of its link; with one, its name is shown when one points at it, and not written.
    """
    size: float = 1.0
    """The size of its mark, relative to the ordinary size."""


@functools.cache
def _land() -> str:
    return LAND.read_text(encoding="ascii").strip()


def world_map(spots: Sequence[Spot], label: str) -> str:
    """The part of the world around these places, at least one; label: what a screen reader says.

    Its classes `map-land`, `map-line`, `map-spot`, `map-main` and `map-name` are for a page's
    style.
    """
    left, top, width, height = _window(spots)
    scale = width / SIZE
    main = next((spot for spot in spots if spot.main), None)
    # a picture of its own, so that nothing is seen of what is a whole turn away
    parts = [
        '<svg x="-180" y="-90" width="360" height="180" viewBox="-1800 -900 3600 1800">'
        f'<path class="map-land" d="{_land()}"/></svg>'
    ]
    for spot in spots:
        if main is not None and spot is not main:
            parts.append(
                f'<path class="map-line" d="M{_at(spot)}L{_at(main)}" '
                f'stroke-width="{1.5 * scale:.3g}"/>'
            )
    lowest = -90.0
    for spot in sorted(spots, key=lambda spot: -spot.latitude):
        kind = "map-spot map-main" if spot is main else "map-spot"
        x, y = spot.longitude, -spot.latitude
        radius = 6 * scale * spot.size
        mark = f'<circle class="{kind}" cx="{x:.7g}" cy="{y:.7g}" r="{radius:.3g}"/>'
        if spot.href:
            name = f"<title>{escape(spot.name)}</title>"
            parts.append(f'<a href="{escape(spot.href)}">{name}{mark}</a>')
            continue
        parts.append(mark)
        right = x > left + width * 0.7
        # names of places that are close to each other stand one below the other
        lowest = max(y + 6 * scale, lowest + 22 * scale)
        parts.append(
            f'<text class="map-name" x="{x + (-11 if right else 11) * scale:.4g}" '
            f'y="{lowest:.4g}" font-size="{20 * scale:.3g}" '
            f'text-anchor="{"end" if right else "start"}">{escape(spot.name)}</text>'
        )
    role = "group" if any(spot.href for spot in spots) else "img"
    return (
        f'<svg class="map" viewBox="{left:.7g} {top:.7g} {width:.7g} {height:.7g}" role="{role}" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _at(spot: Spot) -> str:
    return f"{spot.longitude:g} {-spot.latitude:g}"


def _window(spots: Sequence[Spot]) -> tuple[float, float, float, float]:
    """The visible part of the map: left, top, width and height, in degrees east and south."""
    xs, ys = [spot.longitude for spot in spots], [-spot.latitude for spot in spots]
    width = min(360.0, max(max(xs) - min(xs) + 2 * ROUND, LEAST_WIDTH))
    height = min(180.0, max(max(ys) - min(ys) + 2 * ROUND, width * LEAST_HEIGHT / LEAST_WIDTH))
    width = max(width, min(360.0, height * LEAST_WIDTH / LEAST_HEIGHT))
    left = (max(xs) + min(xs) - width) / 2
    top = (max(ys) + min(ys) - height) / 2
    return (
        min(max(left, -180.0), 180.0 - width),
        min(max(top, -90.0), 90.0 - height),
        width,
        height,
    )
