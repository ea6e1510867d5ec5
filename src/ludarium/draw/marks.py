"""Marks on sites: the last move, what is threatened, captured or won."""

from __future__ import annotations

import functools

from ludarium.draw.columns import column_mark
from ludarium.draw.hexagons import hexagon_mark
from ludarium.draw.layout import (
    Plan,
    is_column,
    is_pit,
)
from ludarium.draw.pen import Pen
from ludarium.draw.pits import pit_mark
from ludarium.rules.view import Mark, Site, SiteKind

__all__ = ["mark_art", "turned"]


def turned(plan: Plan, site: str) -> str:
    """The rotation of what lies along a site, for the end of a `transform`."""
    turn = plan.turn(site)
    return f" rotate({turn:.4g})" if turn else ""


@functools.lru_cache(maxsize=4096)
def mark_art(pen: Pen, plan: Plan, mark: Mark) -> str:
    site = plan.sites[mark.site]
    x, y = plan.spots[mark.site]
    size = plan.size(mark.site) / 100
    paint = "table-mark" if plan.ground.surface == "table" else "mark"
    draw = {
        "last": last_mark,
        "captured": captured_mark,
        "active": active_mark,
        "winning": winning_mark,
        "threatened": threatened_mark,
        "surrounded": surrounded_mark,
    }[mark.kind]
    drawn = draw(pen, site, size, mark.colour or paint)
    if mark.kind in ("last", "winning") and is_pit(site):
        drawn = pit_mark(pen, plan, site, paint)
    elif mark.kind in ("last", "winning") and is_column(site):
        drawn = column_mark(pen, plan, site, paint)
    return pen(
        "g",
        drawn,
        kind=f"mark lud-{mark.kind}",
        transform=f"translate({x:.1f} {y:.1f}){turned(plan, mark.site)}",
    )


def last_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A soft tint with a ring."""
    return tinted(
        pen, site, size, paint, stroke_width=2.5 * size + 1, fill_opacity=0.28, stroke_opacity=0.85
    )


def winning_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A full tint, as wide as the site, so that a row of them is one band."""
    return tinted(pen, site, size, paint, stroke_width=10 * size)


def threatened_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A tint of alarm."""
    return tinted(pen, site, size, "captured", stroke_width=6 * size, fill_opacity=0.35)


def surrounded_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A small square in the colour of the side that surrounds the point."""
    return pen(
        "rect",
        fill=paint,
        stroke="hole",
        x=-14 * size,
        y=-14 * size,
        width=28 * size,
        height=28 * size,
        rx=4 * size,
        stroke_width=2 * size,
    )


# Half the width and the height of a tint, and the radius of its corners, in hundredths of the site.
TINTS: dict[SiteKind, tuple[int, int, int]] = {
    "cell": (44, 44, 15),
    "edge": (47, 14, 14),
    "place": (47, 57, 15),
}


def tinted(pen: Pen, site: Site, size: float, paint: str, **opacity: float) -> str:
    """The shape of the site in this paint."""
    look = {"stroke": paint, **opacity}
    if site.kind == "hexagon":
        return hexagon_mark(pen, size, fill=paint, **look)
    if site.kind in TINTS:
        across, along, corner = (part * size for part in TINTS[site.kind])
        return pen(
            "rect",
            fill=paint,
            x=-across,
            y=-along,
            width=2 * across,
            height=2 * along,
            rx=corner,
            **look,  # type: ignore[arg-type]
        )
    return pen("circle", fill=paint, r=46 * size, **look)  # type: ignore[arg-type]


def captured_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A faded cross where the piece stood."""
    arm = 17 * size
    cross = f"M{-arm:.1f} {-arm:.1f}L{arm:.1f} {arm:.1f}M{-arm:.1f} {arm:.1f}L{arm:.1f} {-arm:.1f}"
    ring = pen(
        "circle",
        fill="none",
        stroke="captured",
        r=36 * size,
        stroke_width=2.5,
        stroke_dasharray="4 5",
        opacity=0.75,
    )
    return ring + pen(
        "path",
        d=cross,
        fill="none",
        stroke="captured",
        stroke_width=7 * size,
        stroke_linecap="round",
        opacity=0.85,
    )


def active_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A broken ring around the piece that is in the middle of its move."""
    return pen(
        "circle",
        fill="none",
        stroke=paint,
        r=52 * size,
        stroke_width=5 * size,
        stroke_dasharray=f"{14 * size:.1f} {8 * size:.1f}",
    )
