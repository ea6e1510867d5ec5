"""Draws boards of hexagonal cells, which stand on a corner."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ludarium.draw.layout import Plan
from ludarium.draw.pen import Pen
from ludarium.rules.view import Border

__all__ = ["hexagon", "hexagon_mark", "hexagon_surface"]

CORNERS = [
    (math.sin(math.tau * corner / 6) / math.sqrt(3), math.cos(math.tau * corner / 6) / math.sqrt(3))
    for corner in range(6)
]  # of a hexagon whose neighbours are at distance 1
STRIP = 0.26  # how far a border reaches beyond the cells, as a part of their distance


def outline(x: float, y: float, size: float) -> str:
    """The data of a path: a hexagon around a point; size: the distance of opposite sides."""
    points = "L".join(
        f"{x + size * across:.1f} {y + size * along:.1f}" for across, along in CORNERS
    )
    return f"M{points}Z"


def outlines(places: Iterable[tuple[float, float]], size: float, down: float = 0.0) -> str:
    return "".join(outline(x, y + down, size) for x, y in places)


def hexagon_surface(pen: Pen, plan: Plan) -> str:
    """A slab that follows the outline of the cells, with the coloured borders on it."""
    places, near = list(plan.spots.values()), plan.sizes["hexagon"]

    def slab(paint: str, size: float, down: float, opacity: float | None = None) -> str:
        return pen("path", d=outlines(places, size * near, down), fill=paint, opacity=opacity)

    return (
        slab("shadow", 1.84, 9, 0.16)
        + slab("slab-rim", 1.82, 5)
        + slab("slab-rim", 1.82, 0)
        + slab("slab", 1.78, -0.5)
        + "".join(border_art(pen, plan, border) for border in plan.ground.borders)
    )


def border_art(pen: Pen, plan: Plan, border: Border) -> str:
    """Hexagons pushed outwards, of which the cells leave a strip visible."""
    places = [plan.spots[site] for site in border.sites]
    (x, y), (to_x, to_y) = places[0], places[-1]
    length, near = math.dist(places[0], places[-1]) or 1.0, plan.sizes["hexagon"]
    out_x, out_y = (y - to_y) / length, (to_x - x) / length
    middle_x = sum(spot[0] for spot in plan.spots.values()) / len(plan.spots)
    middle_y = sum(spot[1] for spot in plan.spots.values()) / len(plan.spots)
    inwards = (middle_x - x) * out_x + (middle_y - y) * out_y > 0
    far = (-STRIP if inwards else STRIP) * near
    return pen(
        "path",
        d=outlines([(x + far * out_x, y + far * out_y) for x, y in places], 1.02 * near),
        fill=border.colour,
        kind="border",
    )


def hexagon(pen: Pen, size: float) -> str:
    """A shallow hollow, as that of square cells."""

    def hollow(paint: str, down: float, width: float) -> str:
        return pen("path", fill=paint, d=outline(0, down, width * size))

    return (
        hollow("slab", 0, 101)
        + hollow("cell-light", 1.2, 94)
        + hollow("cell-shade", 0, 94)
        + hollow("cell", 0.9, 92)
    )


def hexagon_mark(pen: Pen, size: float, **look: object) -> str:
    return pen("path", d=outline(0, 0, 89 * size), **look)  # type: ignore[arg-type]
