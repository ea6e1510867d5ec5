"""Outlines with round corners."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["corner_radius", "inner_corners", "outline_points"]


def outline_points(sides: Sequence[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """The outermost points of the table's outline, in board units."""
    radius = corner_radius(reach)
    ways = [(math.cos(angle), math.sin(angle)) for angle in (0, math.pi / 2, math.pi, -math.pi / 2)]
    corners = inner_corners(sides, reach)
    flat = [(x + radius * way_x, y + radius * way_y) for x, y in corners for way_x, way_y in sides]
    return flat + [
        (x + radius * way_x, y + radius * way_y)
        for x, y in corners
        for way_x, way_y in ways
        if x * way_x + y * way_y > 0
    ]


def corner_radius(reach: float) -> float:
    """The radius of the table's corners."""
    return 0.35 * reach


def inner_corners(sides: Sequence[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """The middles of the circles that round off the table's corners; corner i is between the sides
    i and i + 1.
    """
    inner = reach - corner_radius(reach)
    corners = []
    for (x, y), (next_x, next_y) in zip(sides, (*sides[1:], sides[0]), strict=True):
        across = x * next_y - y * next_x
        corners.append((inner * (next_y - y) / across, inner * (x - next_x) / across))
    return corners
