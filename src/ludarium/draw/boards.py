"""Draws the board of a View: its surface, sites, marks, pieces, arrows and labels."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ludarium.draw.pen import Pen, text_width
from ludarium.draw.pieces import REACH, piece_art
from ludarium.draw.plan import EDGE, NAME_SIZE, Plan, corner_radius, inner_corners
from ludarium.rules.view import Arrow, Mark, Piece, Site

__all__ = ["board_art"]

LABEL_SIZE = 22


def board_art(pen: Pen, plan: Plan) -> str:
    """The whole board; layers from the surface up."""
    view = plan.view
    surface = {"stone": stone_surface, "wood": wood_surface, "table": table_surface}[view.surface]
    sites = {site.id: site for site in view.sites}
    ordered = sorted(view.pieces, key=lambda piece: -sites[piece.site].y)
    layers = {
        "surface": surface(pen, plan),
        "sites": "".join(site_art(pen, plan, site) for site in view.sites),
        "marks": "".join(mark_art(pen, plan, mark, sites[mark.site]) for mark in dict.fromkeys(view.marks)),
        "pieces": "".join(placed_piece(pen, plan, piece, sites[piece.site]) for piece in ordered),
        "arrows": "".join(arrow_art(pen, plan, arrow, sites) for arrow in view.arrows),
        "labels": "".join(label_arts(pen, plan)),
    }
    return "".join(pen("g", art, kind=name) for name, art in layers.items() if art)


# Surfaces


def stone_surface(pen: Pen, plan: Plan) -> str:
    """A slab that follows the outline of the cells: all cells enlarged and bridged, first for the rim, then for the face."""
    places = {(site.x, site.y) for site in plan.view.sites}
    # Left, low, right, high of each cell with its neighbour at the right, and with the one above.
    spans = [(x, y, x + ((x + 1, y) in places), y) for x, y in sorted(places)]
    spans += [(x, y, x, y + ((x, y + 1) in places)) for x, y in sorted(places)]

    def block(span: tuple[float, float, float, float], half: float, down: float) -> str:
        left, top = plan.at(span[0] - half, span[3] + half)
        right, low = plan.at(span[2] + half, span[1] - half)
        return pen("rect", x=left, y=top + down, width=right - left, height=low - top, rx=0.24 * plan.unit)

    def slab(paint: str, half: float, down: float, opacity: float | None = None) -> str:
        return pen("g", "".join(block(span, half, down) for span in spans), fill=paint, opacity=opacity)

    return slab("shadow", 0.63, 9, 0.16) + slab("slab-rim", 0.62, 5) + slab("slab-rim", 0.62, 0) + slab("slab", 0.60, -0.5)


def wood_surface(pen: Pen, plan: Plan) -> str:
    board = plan.board

    def rect(paint: str, grow: float, down: float, opacity: float | None = None) -> str:
        size = {"x": board.left - grow, "y": board.low - grow + down, "width": board.width + 2 * grow, "height": board.height + 2 * grow}
        return pen("rect", fill=paint, rx=18.0 + grow, opacity=opacity, **size)  # type: ignore[arg-type]

    return rect("shadow", 1, 8, 0.18) + rect("wood-rim", 0, 4) + rect("wood", -2, 0) + grain(pen, plan) + engraved_lines(pen, plan)


def grain(pen: Pen, plan: Plan) -> str:
    """Fine waves across the wood, always the same ones."""
    board = plan.board
    waves = []
    y = board.low + 14
    number = 0
    while y < board.high - 12:
        bend = 5 * math.sin(2.1 * number)
        start, end = board.left + 8 + 40 * (1 + math.sin(5.3 * number)), board.right - 8 - 60 * (1 + math.sin(3.7 * number))
        third = (end - start) / 3
        waves.append(f"M{start:.0f} {y:.1f}c{third:.0f} {bend:.1f} {2 * third:.0f} {-bend:.1f} {3 * third:.0f} {bend / 3:.1f}")
        y += 9 + 7 * math.sin(1.7 * number) ** 2
        number += 1
    return pen("path", d="".join(waves), fill="none", stroke="wood-grain", stroke_width=1.2, stroke_linecap="round", opacity=0.4)


def engraved_lines(pen: Pen, plan: Plan) -> str:
    """Each line is a dark groove with light on its lower edge."""
    sites = {site.id: site for site in plan.view.sites}
    paths = []
    for down in (1.8, 0.0):
        ends = ((*plan.site(sites[a]), *plan.site(sites[b])) for a, b in plan.view.lines)
        paths.append("".join(f"M{x:.1f} {y + down:.1f}L{to_x:.1f} {to_y + down:.1f}" for x, y, to_x, to_y in ends))
    light = pen("path", d=paths[0], fill="none", stroke="engraved-light", stroke_width=2.5, stroke_linecap="round")
    return light + pen("path", d=paths[1], fill="none", stroke="engraved", stroke_width=2.5, stroke_linecap="round") if paths[0] else ""


def table_surface(pen: Pen, plan: Plan) -> str:
    """A table with rounded corners and a wooden edge, with the seats' names."""
    if not plan.sides:
        return wood_surface(pen, plan)
    edge = pen("path", d=table_outline(plan, 0.0), fill="table-edge", stroke="table-rim", stroke_width=2)
    face = pen("path", d=table_outline(plan, 0.16), fill="table", stroke="table-rim", stroke_width=2)
    inlay = pen("path", d=table_outline(plan, 0.27), fill="none", stroke="table-line", stroke_width=1.5)
    return edge + face + inlay + "".join(name_arts(pen, plan))


def table_outline(plan: Plan, inset: float) -> str:
    """The outline, as the data of a path, this far inside the table's edge (in board units)."""
    radius = corner_radius(plan.sides, plan.reach) - inset + EDGE
    size = radius * plan.unit
    data: list[str] = []
    corners = inner_corners(plan.sides, plan.reach)
    for (x, y), way, after in zip(corners, plan.sides, (*plan.sides[1:], plan.sides[0]), strict=True):
        start, end = plan.at(x + radius * way[0], y + radius * way[1]), plan.at(x + radius * after[0], y + radius * after[1])
        data.append(f"{'L' if data else 'M'}{start[0]:.1f} {start[1]:.1f}A{size:.1f} {size:.1f} 0 0 0 {end[0]:.1f} {end[1]:.1f}")
    return "".join(data) + "Z"


def name_arts(pen: Pen, plan: Plan) -> Iterator[str]:
    """The names along the sides; an underline and heavier letters for those who are to move."""
    size = NAME_SIZE * plan.unit
    for plate in plan.plates:
        moves = plate.seat in plan.view.movers
        x, y = plan.at(plate.x, plate.y)
        name = pen.text(0, 0, plate.text, size, "table-text", anchor="middle", bold=moves)
        half = text_width(plate.text, size) / 2
        below = 0.66 * size if plate.y < 0 or not plate.x + plate.y else -0.66 * size  # on the side of the table's edge
        line = pen("path", d=f"M{-half:.1f} {below:.1f}H{half:.1f}", stroke="table-mark", stroke_width=3, stroke_linecap="round")
        yield pen("g", name, line if moves else "", kind="name", transform=f"translate({x:.1f} {y:.1f}) rotate({plate.turn:.1f})")


# Sites


def site_art(pen: Pen, plan: Plan, site: Site) -> str:
    x, y = plan.site(site)
    size = plan.sizes[site.kind] / 100
    drawn = {"cell": cell, "point": point, "lamp": unlit_lamp, "place": place}[site.kind](pen, size)
    return pen("g", drawn, kind=f"site lud-{site.kind}", data_site=site.id, transform=f"translate({x:.1f} {y:.1f})")


def cell(pen: Pen, size: float) -> str:
    """A shallow hollow: shade under its upper edge, light on its lower one."""
    half = 46 * size

    def hollow(paint: str, down: float, smaller: float) -> str:
        part = half - smaller
        return pen("rect", fill=paint, x=-part, y=down - part, width=2 * part, height=2 * part, rx=16 * size)

    return hollow("cell-light", 1.5, 0) + hollow("cell-shade", 0, 0) + hollow("cell", 0.9, 0.9)


def point(pen: Pen, size: float) -> str:
    """A small hole, in a wide area to touch."""
    area = pen("circle", kind="area", fill="none", r=49 * size, pointer_events="all")
    return area + pen("circle", fill="engraved-light", cy=1.5, r=8.5 * size) + pen("circle", fill="hole", r=8 * size)


def unlit_lamp(pen: Pen, size: float) -> str:
    return pen("circle", fill="table-rim", fill_opacity=0.35, stroke="table-faint", r=38 * size, stroke_width=1.5)


def place(pen: Pen, size: float) -> str:
    shape = {"x": -40 * size, "y": -50 * size, "width": 80 * size, "height": 100 * size, "rx": 10 * size}
    return pen("rect", fill="table-rim", fill_opacity=0.35, stroke="table-faint", stroke_width=1.5, stroke_dasharray="5 6", **shape)  # type: ignore[arg-type]


# Marks, pieces, arrows, labels


def mark_art(pen: Pen, plan: Plan, mark: Mark, site: Site) -> str:
    x, y = plan.site(site)
    size = plan.sizes[site.kind] / 100
    paint = "table-mark" if plan.view.surface == "table" else "mark"
    draw = {"last": last_mark, "captured": captured_mark, "active": active_mark}[mark.kind]
    return pen("g", draw(pen, site, size, paint), kind=f"mark lud-{mark.kind}", transform=f"translate({x:.1f} {y:.1f})")


def last_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A soft tint with a ring."""
    look = {"stroke": paint, "stroke_width": 2.5 * size + 1, "fill_opacity": 0.28, "stroke_opacity": 0.85}
    if site.kind == "cell":
        return pen("rect", fill=paint, x=-44 * size, y=-44 * size, width=88 * size, height=88 * size, rx=15 * size, **look)  # type: ignore[arg-type]
    if site.kind == "place":
        return pen("rect", fill=paint, x=-47 * size, y=-57 * size, width=94 * size, height=114 * size, rx=15 * size, **look)  # type: ignore[arg-type]
    return pen("circle", fill=paint, r=46 * size, **look)  # type: ignore[arg-type]


def captured_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A faded cross where the piece stood."""
    arm = 17 * size
    cross = f"M{-arm:.1f} {-arm:.1f}L{arm:.1f} {arm:.1f}M{-arm:.1f} {arm:.1f}L{arm:.1f} {-arm:.1f}"
    ring = pen("circle", fill="none", stroke="captured", r=36 * size, stroke_width=2.5, stroke_dasharray="4 5", opacity=0.75)
    return ring + pen("path", d=cross, fill="none", stroke="captured", stroke_width=7 * size, stroke_linecap="round", opacity=0.85)


def active_mark(pen: Pen, site: Site, size: float, paint: str) -> str:
    """A broken ring around the piece that is in the middle of its move."""
    return pen("circle", fill="none", stroke=paint, r=52 * size, stroke_width=5 * size, stroke_dasharray=f"{14 * size:.1f} {8 * size:.1f}")


def placed_piece(pen: Pen, plan: Plan, piece: Piece, site: Site) -> str:
    x, y = plan.site(site)
    scale = plan.sizes[site.kind] / 100
    art = pen("g", piece_art(pen, piece.shape, piece.colour, piece.glyph), transform=f"scale({scale:.4g})")
    return pen("g", art, kind=f"piece lud-{piece.shape}", data_piece=piece.id, data_at=piece.site, transform=f"translate({x:.1f} {y:.1f})")


def arrow_art(pen: Pen, plan: Plan, arrow: Arrow, sites: dict[str, Site]) -> str:
    """A thin line with a head, from the rim of one site's piece to the rim of the other's."""
    start, end = sites[arrow.start], sites[arrow.end]
    (x, y), (to_x, to_y) = plan.site(start), plan.site(end)
    length = math.dist((x, y), (to_x, to_y)) or 1.0
    along, across = (to_x - x) / length, (to_y - y) / length
    leave, reach = clearance(plan, start, along, across), length - clearance(plan, end, along, across)
    paint = f"{arrow.colour}-{'lamp' if plan.view.surface == 'table' else 'rim'}"
    head = 15.0
    neck_x, neck_y = x + (reach - head) * along, y + (reach - head) * across
    line = pen(
        "path", d=f"M{x + leave * along:.1f} {y + leave * across:.1f}L{neck_x:.1f} {neck_y:.1f}", fill="none", stroke=paint, stroke_width=3
    )
    wing_x, wing_y = -across * head * 0.45, along * head * 0.45
    tip = f"{x + reach * along:.1f} {y + reach * across:.1f}"
    points = f"M{tip}L{neck_x + wing_x:.1f} {neck_y + wing_y:.1f}L{neck_x - wing_x:.1f} {neck_y - wing_y:.1f}Z"
    return pen("g", line, pen("path", d=points, fill=paint), kind="arrow", stroke_linecap="round")


def clearance(plan: Plan, site: Site, along: float, across: float) -> float:
    """How far from the middle of a site, in this direction, the rim of what stands there is, with some air."""
    scale = plan.sizes[site.kind] / 100
    if site.kind != "place":
        return 46 * scale + 4
    half_width, half_height = (REACH["card"] + 7) * scale, 57 * scale
    sideways = half_width / abs(along) if along else math.inf
    upwards = half_height / abs(across) if across else math.inf
    return min(sideways, upwards) + 6


def label_arts(pen: Pen, plan: Plan) -> Iterator[str]:
    paint = "muted" if plan.view.surface == "stone" else "table-text" if plan.sides else "wood-text"
    for label in plan.labels:
        yield pen.text(label.x, label.y, label.text, LABEL_SIZE, paint, anchor="middle", kind="label")
