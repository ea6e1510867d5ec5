"""Surfaces that boards lie on: stone, wood, and a table."""

from __future__ import annotations

import math
from collections.abc import Iterable

from ludarium.draw.hexagons import hexagon_surface
from ludarium.draw.layout import EDGE, Plan, squares
from ludarium.draw.outlines import corner_radius, inner_corners
from ludarium.draw.pen import Pen

__all__ = ["stone_surface", "table_surface", "wood_surface"]


def stone_surface(pen: Pen, plan: Plan) -> str:
    """A slab that follows the outline of the cells: enlarged rows and columns of cells, first for
    the rim, then for the face.
    """
    if any(site.kind == "hexagon" for site in plan.ground.sites):
        return hexagon_surface(pen, plan)
    points = [(site.x, site.y) for site in squares(plan.ground) if site.kind != "edge"]
    spans = [(start, y, end, y) for y, start, end in runs((y, x) for x, y in points)]
    spans += [(x, start, x, end) for x, start, end in runs(points)]

    def block(span: tuple[float, float, float, float], half: float, down: float) -> str:
        left, top = plan.at(span[0] - half, span[3] + half)
        right, low = plan.at(span[2] + half, span[1] - half)
        return pen(
            "rect", x=left, y=top + down, width=right - left, height=low - top, rx=0.24 * plan.unit
        )

    def slab(paint: str, half: float, down: float, opacity: float | None = None) -> str:
        return pen(
            "g", "".join(block(span, half, down) for span in spans), fill=paint, opacity=opacity
        )

    return (
        slab("shadow", 0.63, 9, 0.16)
        + slab("slab-rim", 0.62, 5)
        + slab("slab-rim", 0.62, 0)
        + slab("slab", 0.60, -0.5)
    )


def runs(points: Iterable[tuple[float, float]]) -> list[tuple[float, float, float]]:
    """Unbroken runs of points with the same first number and successive second ones: that number,
    and the run's start and end.
    """
    runs_so_far: list[tuple[float, float, float]] = []
    for line, at in sorted(points):
        if runs_so_far and runs_so_far[-1][0] == line and runs_so_far[-1][2] == at - 1:
            runs_so_far[-1] = (line, runs_so_far[-1][1], at)
        else:
            runs_so_far.append((line, at, at))
    return runs_so_far


def wood_surface(pen: Pen, plan: Plan) -> str:
    board = plan.board

    def rect(paint: str, grow: float, down: float, opacity: float | None = None) -> str:
        size = {
            "x": board.left - grow,
            "y": board.low - grow + down,
            "width": board.width + 2 * grow,
            "height": board.height + 2 * grow,
        }
        return pen("rect", fill=paint, rx=18.0 + grow, opacity=opacity, **size)  # type: ignore[arg-type]

    return (
        rect("shadow", 1, 8, 0.18)
        + rect("wood-rim", 0, 4)
        + rect("wood", -2, 0)
        + grain(pen, plan)
        + engraved_lines(pen, plan)
    )


def grain(pen: Pen, plan: Plan) -> str:
    """Fine waves across the wood, always the same ones."""
    board = plan.board
    waves = []
    y = board.low + 14
    number = 0
    while y < board.high - 12:
        bend = 5 * math.sin(2.1 * number)
        start, end = (
            board.left + 8 + 40 * (1 + math.sin(5.3 * number)),
            board.right - 8 - 60 * (1 + math.sin(3.7 * number)),
        )
        third = (end - start) / 3
        waves.append(
            f"M{start:.0f} {y:.1f}c{third:.0f} {bend:.1f} {2 * third:.0f} {-bend:.1f} "
            f"{3 * third:.0f} {bend / 3:.1f}"
        )
        y += 9 + 7 * math.sin(1.7 * number) ** 2
        number += 1
    return pen(
        "path",
        d="".join(waves),
        fill="none",
        stroke="wood-grain",
        stroke_width=1.2,
        stroke_linecap="round",
        opacity=0.4,
    )


def engraved_lines(pen: Pen, plan: Plan) -> str:
    """Lines engraved in stone: each is a dark groove with light on its lower edge."""
    paths = []
    for down in (1.8, 0.0):
        ends = ((*plan.spots[a], *plan.spots[b]) for a, b in plan.ground.lines)
        paths.append(
            "".join(
                f"M{x:.1f} {y + down:.1f}L{to_x:.1f} {to_y + down:.1f}" for x, y, to_x, to_y in ends
            )
        )
    light = pen(
        "path",
        d=paths[0],
        fill="none",
        stroke="engraved-light",
        stroke_width=2.5,
        stroke_linecap="round",
    )
    return (
        light
        + pen(
            "path",
            d=paths[1],
            fill="none",
            stroke="engraved",
            stroke_width=2.5,
            stroke_linecap="round",
        )
        if paths[0]
        else ""
    )


def table_surface(pen: Pen, plan: Plan) -> str:
    """A table with rounded corners and a wooden edge."""
    if not plan.sides:
        return wood_surface(pen, plan)
    edge = pen(
        "path", d=table_outline(plan, 0.0), fill="table-edge", stroke="table-rim", stroke_width=2
    )
    face = pen(
        "path", d=table_outline(plan, 0.16), fill="table", stroke="table-rim", stroke_width=2
    )
    inlay = pen(
        "path", d=table_outline(plan, 0.27), fill="none", stroke="table-line", stroke_width=2.5
    )
    return edge + face + inlay + table_seams(pen, plan)


def table_seams(pen: Pen, plan: Plan) -> str:
    """Engraved lines that part the seats' sides, around an empty middle."""
    data = []
    for x, y in inner_corners(plan.sides, plan.reach):
        start, end = plan.at(0.3 * x, 0.3 * y), plan.at(1.12 * x, 1.12 * y)
        data.append(f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}")
    return pen(
        "path", d="".join(data), stroke="table-line", stroke_width=2.5, stroke_linecap="round"
    )


def table_outline(plan: Plan, inset: float) -> str:
    """The outline, as the data of a path, this far inside the table's edge (as a part of the size
    of a lamp).
    """
    radius = corner_radius(plan.reach) + (EDGE - inset) * plan.sizes["lamp"] / plan.unit
    size = radius * plan.unit
    data: list[str] = []
    corners = inner_corners(plan.sides, plan.reach)
    for (x, y), way, after in zip(
        corners, plan.sides, (*plan.sides[1:], plan.sides[0]), strict=True
    ):
        start, end = (
            plan.at(x + radius * way[0], y + radius * way[1]),
            plan.at(x + radius * after[0], y + radius * after[1]),
        )
        data.append(
            f"{'L' if data else 'M'}{start[0]:.1f} {start[1]:.1f}A{size:.1f} {size:.1f} 0 0 0 "
            f"{end[0]:.1f} {end[1]:.1f}"
        )
    return "".join(data) + "Z"
