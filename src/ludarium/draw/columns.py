"""Draws sites on which pieces lie in a column: wedges, the long triangles of a board, and racks,
the hollows beside them.
"""

from __future__ import annotations

import math
from typing import Any

from ludarium.draw.layout import Plan
from ludarium.draw.pen import Pen
from ludarium.rules.view import Site

__all__ = ["column_art", "column_mark", "column_point", "fitting", "overfull", "past_end"]

# as parts of the size of a site: half of its width, and how far it reaches beyond its outermost
# pieces
HALF, BASE = 0.41, 0.46

Point = tuple[float, float]


def way_of(plan: Plan, site: Site) -> tuple[float, Point]:
    """The length of a full column, in picture units, and its direction, as a unit vector."""
    (x, y), (to_x, to_y) = plan.spots[site.id], plan.reaches[site.id]
    length = math.dist((x, y), (to_x, to_y))
    return length, ((to_x - x) / length, (to_y - y) / length)


def fitting(plan: Plan, site: Site) -> int:
    """The number of pieces that fit without lying closer together: about one in a board unit."""
    return 1 + round(way_of(plan, site)[0] / plan.unit)


def column_point(plan: Plan, site: Site, place: int, count: int) -> Point:
    """The point in the picture of the piece of this place, from 0, of so many in the column; more
    than fit lie closer together.
    """
    length, (right, down) = way_of(plan, site)
    step = length / max(1, fitting(plan, site) - 1, count - 1)
    x, y = plan.spots[site.id]
    return x + place * step * right, y + place * step * down


def past_end(plan: Plan, site: Site) -> Point:
    """The point of a number behind a full column."""
    x, y = plan.reaches[site.id]
    _, (right, down) = way_of(plan, site)
    far = 0.68 * plan.size(site.id)
    return x + far * right, y + far * down


def overfull(plan: Plan, site: Site, count: int) -> bool:
    """Return whether so many pieces lie closer together than others."""
    return count > fitting(plan, site)


def column_art(pen: Pen, plan: Plan, site: Site) -> str:
    """A wedge that is inlaid, or a hollow; around the first piece's point."""
    if site.kind == "rack":
        return (
            outline(plan, pen, site, fill="engraved-light", down=2.0)
            + outline(plan, pen, site, fill="engraved")
            + outline(plan, pen, site, fill="pit", smaller=2.5, opacity=0.9)
        )
    paint = "wedge-dark" if site.dark else "wedge"
    return outline(plan, pen, site, fill=paint, stroke="engraved", stroke_width=1.5)


def column_mark(pen: Pen, plan: Plan, site: Site, paint: str) -> str:
    """A tint of the whole site."""
    look = {"stroke_width": 3.5, "fill_opacity": 0.3, "stroke_opacity": 0.85}
    return outline(plan, pen, site, fill=paint, stroke=paint, **look)


def outline(
    plan: Plan, pen: Pen, site: Site, *, down: float = 0.0, smaller: float = 0.0, **look: Any
) -> str:
    """The outline of a site, so much further down and smaller, in picture units."""
    length, (right, along) = way_of(plan, site)
    size = plan.size(site.id)
    back, half = BASE * size - smaller, HALF * size - smaller
    far = length + BASE * size - smaller

    def at(ahead: float, aside: float) -> str:
        return f"{ahead * right - aside * along:.1f} {ahead * along + aside * right + down:.1f}"

    if site.kind == "wedge":
        data = f"M{at(-back, -half)}L{at(far, 0)}L{at(-back, half)}Z"
        return pen("path", d=data, stroke_linejoin="round", **look)
    corners = (at(-back, -half), at(far, -half), at(far, half), at(-back, half))
    return pen("path", d=f"M{'L'.join(corners)}Z", stroke_linejoin="round", **look)
