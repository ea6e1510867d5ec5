"""Draws the board of a View: its surface, sites and labels, which stay; and name plates, marks,
pieces and arrows, which change.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence

from ludarium.draw.columns import column_art
from ludarium.draw.hexagons import hexagon
from ludarium.draw.layout import (
    NAME,
    Plan,
    is_column,
    is_pit,
)
from ludarium.draw.marks import mark_art, turned
from ludarium.draw.pen import Pen, fitted, text_width
from ludarium.draw.pieces import REACH, Look, glyph_art, look_art, look_of
from ludarium.draw.pits import number_arts, pit_art, points_of
from ludarium.draw.surfaces import stone_surface, table_surface, wood_surface
from ludarium.rules.view import Arrow, Mark, Piece, Site

__all__ = ["arrow_arts", "ground_art", "mark_arts", "pieces_art", "plate_arts", "stacked"]

LABEL_SIZE = 23
INSIDE_SIZE = 22
LEAST_NAME = 0.72  # how small the font of a long name gets, as a part of that of others


@functools.lru_cache(maxsize=256)
def ground_art(pen: Pen, plan: Plan) -> str:
    """The parts of the picture that stay as they are while pieces move."""
    surface = {"stone": stone_surface, "wood": wood_surface, "table": table_surface}[
        plan.ground.surface
    ]
    starred = any(site.kind == "point" and site.glyph for site in plan.ground.sites)
    sites = "".join(site_art(pen, plan, site, starred) for site in plan.ground.sites)
    sites += dots(pen, plan)
    labels = label_arts(pen, plan)
    return (
        pen("g", surface(pen, plan), kind="surface")
        + pen("g", sites, kind="sites")
        + (pen("g", labels, kind="labels") if labels else "")
    )


def stacked(pieces: Sequence[Piece], plan: Plan) -> list[tuple[Piece, tuple[float, float]]]:
    """The pieces with their points in the picture, in the order in which they are drawn: those at
    the back first, as a tall one rises over the site behind it. Of a column, the last one is drawn
    last.
    """

    def depth(placed: tuple[Piece, tuple[float, float]]) -> float:
        piece, (_, y) = placed
        return plan.spots[piece.site][1] if is_column(plan.sites[piece.site]) else y

    return sorted(zip(pieces, points_of(pieces, plan), strict=True), key=depth)


def plate_arts(
    pen: Pen, plan: Plan, names: Sequence[str], movers: Sequence[int], pieces: Iterable[Piece]
) -> str:
    """The names along the sides of a table, and the numbers of pieces in pits."""
    plates = (
        plate_art(pen, plan, seat, names[seat], seat in movers) for seat in range(len(plan.ways))
    )
    return "".join(plates) + number_arts(pen, plan, pieces)


def mark_arts(pen: Pen, plan: Plan, marks: Iterable[Mark]) -> str:
    return "".join(mark_art(pen, plan, mark) for mark in dict.fromkeys(marks))


def pieces_art(
    pen: Pen, plan: Plan, pieces: Sequence[Piece], art: Callable[[Pen, Look], str] = look_art
) -> str:
    """art: draws one of them."""
    return "".join(placed_piece(pen, plan, *placed, art) for placed in stacked(pieces, plan))


def arrow_arts(pen: Pen, plan: Plan, arrows: Iterable[Arrow]) -> str:
    return "".join(arrow_art(pen, plan, arrow) for arrow in arrows)


# Surfaces


@functools.lru_cache(maxsize=1024)
def plate_art(pen: Pen, plan: Plan, seat: int, name: str, moves: bool) -> str:
    """A seat's name along its side, in the way that is easier to read, as large as there is room;
    underlined where it is to move.
    """
    way_x, way_y = plan.ways[seat]
    x, y = plan.at(plan.band * way_x, plan.band * way_y)
    turn = (math.degrees(math.atan2(way_x, way_y)) + 90) % 180 - 90  # clockwise, as SVG turns
    room = 1.65 * plan.band * plan.unit * math.tan(math.pi / len(plan.sides))
    largest = NAME * plan.sizes["lamp"]
    size = max(LEAST_NAME, min(1.0, room / max(text_width(name, largest), 1.0))) * largest
    shown = fitted(name, size, room + 0.01)
    text = pen.text(0, 0, shown, size, "table-text", anchor="middle", bold=moves)
    half = text_width(shown, size) / 2
    # on the side of the table's edge
    below = 0.66 * size if way_y < 0 or not way_x + way_y else -0.66 * size
    line = pen(
        "path",
        d=f"M{-half:.1f} {below:.1f}H{half:.1f}",
        stroke="table-mark",
        stroke_width=3,
        stroke_linecap="round",
    )
    return pen(
        "g",
        text,
        line if moves else "",
        kind="plate",
        transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.1f})",
    )


# Sites


def site_art(pen: Pen, plan: Plan, site: Site, starred: bool = False) -> str:
    """A site; starred: whether some points are marked, so that the others are plain crossings."""
    x, y = plan.spots[site.id]
    size = plan.size(site.id) / 100
    if is_pit(site):
        drawn = pit_art(pen, plan, site)
    elif is_column(site):
        drawn = column_art(pen, plan, site)
    elif starred and site.kind == "point" and not site.glyph:
        drawn = point_area(pen, size)
    else:
        drawn = cell(pen, size, "cell-dark") if site.dark else SITES[site.kind](pen, size)
    ink = "hole" if site.kind == "point" else "slab-rim"
    sign = glyph_art(pen, site.glyph, ink, size=78 * size, weight=2)
    return pen(
        "g",
        drawn + sign,
        kind=f"site lud-{site.kind}",
        data_site=site.id,
        transform=f"translate({x:.1f} {y:.1f}){turned(plan, site.id)}",
    )


def cell(pen: Pen, size: float, floor: str = "cell") -> str:
    """A shallow hollow: shade under its upper edge, light on its lower one."""
    half = 46 * size

    def hollow(paint: str, down: float, smaller: float) -> str:
        part = half - smaller
        return pen(
            "rect",
            fill=paint,
            x=-part,
            y=down - part,
            width=2 * part,
            height=2 * part,
            rx=16 * size,
        )

    return hollow("cell-light", 1.5, 0) + hollow("cell-shade", 0, 0) + hollow(floor, 0.9, 0.9)


def point(pen: Pen, size: float) -> str:
    """A small hole, in a wide area to touch."""
    return (
        point_area(pen, size)
        + pen("circle", fill="engraved-light", cy=1.5, r=8.5 * size)
        + pen("circle", fill="hole", r=8 * size)
    )


def point_area(pen: Pen, size: float) -> str:
    return pen("circle", kind="area", fill="none", r=49 * size, pointer_events="all")


def groove(pen: Pen, size: float) -> str:
    """A faint line along an edge, across; it is turned to where the edge leads."""
    line = f"M{-46 * size:.1f} 0H{46 * size:.1f}"
    return pen("path", d=line, stroke="slab-rim", stroke_width=5 * size, opacity=0.55)


def dots(pen: Pen, plan: Plan) -> str:
    """A peg wherever edges end."""
    ends = dict.fromkeys(end for site in plan.ground.sites for end in site.ends or ())
    spots = (plan.at(x, y) for x, y in ends)
    return "".join(
        pen("circle", kind="dot", fill="ebony-rim", cx=x, cy=y, r=0.075 * plan.unit)
        for x, y in spots
    )


def unlit_lamp(pen: Pen, size: float) -> str:
    return pen(
        "circle",
        fill="table-rim",
        fill_opacity=0.35,
        stroke="table-faint",
        r=42 * size,
        stroke_width=1.5,
    )


def place(pen: Pen, size: float) -> str:
    shape = {
        "x": -40 * size,
        "y": -50 * size,
        "width": 80 * size,
        "height": 100 * size,
        "rx": 10 * size,
    }
    return pen(
        "rect",
        fill="table-rim",
        fill_opacity=0.35,
        stroke="table-faint",
        stroke_width=1.5,
        stroke_dasharray="5 6",
        **shape,  # type: ignore[arg-type]
    )


def nothing(pen: Pen, size: float) -> str:
    """Draw nothing, as where dice lie."""
    return ""


SITES = {
    "cell": cell,
    "hexagon": hexagon,
    "point": point,
    "edge": groove,
    "lamp": unlit_lamp,
    "place": place,
    "die": nothing,
}


# Marks, pieces, arrows, labels


def placed_piece(
    pen: Pen,
    plan: Plan,
    piece: Piece,
    point: tuple[float, float],
    art: Callable[[Pen, Look], str],
) -> str:
    x, y = point
    turn = turned(plan, piece.site) if piece.shape == "wall" else ""
    place = f"translate({x:.1f} {y:.1f}){turn} scale({plan.piece_size(piece.site) / 100:.4g})"
    return pen(
        "g",
        art(pen, look_of(piece)),
        kind="piece",
        data_piece=piece.id,
        data_at=piece.site,
        transform=place,
    )


@functools.lru_cache(maxsize=4096)
def arrow_art(pen: Pen, plan: Plan, arrow: Arrow) -> str:
    """A thin line with a head, from the rim of one site's piece to the rim of the other's."""
    (x, y), (to_x, to_y) = plan.spots[arrow.start], plan.spots[arrow.end]
    length = math.dist((x, y), (to_x, to_y)) or 1.0
    along, across = (to_x - x) / length, (to_y - y) / length
    leave, reach = (
        clearance(plan, arrow.start, along, across),
        length - clearance(plan, arrow.end, along, across),
    )
    paint = f"{arrow.colour}-{'lamp' if plan.ground.surface == 'table' else 'rim'}"
    head = 15.0
    neck_x, neck_y = x + (reach - head) * along, y + (reach - head) * across
    line = pen(
        "path",
        d=f"M{x + leave * along:.1f} {y + leave * across:.1f}L{neck_x:.1f} {neck_y:.1f}",
        fill="none",
        stroke=paint,
        stroke_width=3,
    )
    wing_x, wing_y = -across * head * 0.45, along * head * 0.45
    tip = f"{x + reach * along:.1f} {y + reach * across:.1f}"
    points = (
        f"M{tip}L{neck_x + wing_x:.1f} {neck_y + wing_y:.1f}L{neck_x - wing_x:.1f} "
        f"{neck_y - wing_y:.1f}Z"
    )
    return pen("g", line, pen("path", d=points, fill=paint), kind="arrow", stroke_linecap="round")


def clearance(plan: Plan, site: str, along: float, across: float) -> float:
    """The distance from the middle of a site, in this direction, to the rim of what stands there,
    with a margin.
    """
    scale = plan.size(site) / 100
    if plan.sites[site].kind != "place":
        return 46 * scale + 4
    half_width, half_height = (REACH["card"] + 7) * scale, 57 * scale
    sideways = half_width / abs(along) if along else math.inf
    upwards = half_height / abs(across) if across else math.inf
    return min(sideways, upwards) + 6


def label_arts(pen: Pen, plan: Plan) -> str:
    paint = (
        "muted" if plan.ground.surface == "stone" else "table-text" if plan.sides else "wood-text"
    )
    outside = "".join(
        pen.text(label.x, label.y, label.text, LABEL_SIZE, paint, anchor="middle", kind="label")
        for label in plan.labels
    )
    inside = inside_labels(pen, plan)
    if not inside:
        return outside
    return pen("g", outside, kind="outside") + pen("g", inside, kind="inside", display="none")


def inside_labels(pen: Pen, plan: Plan) -> str:
    """The labels of rows and columns in the corners of the cells beside them, which a style sheet
    shows in place of those outside; "" where sites are no cells.
    """
    cells = [site for site in plan.ground.sites if site.kind == "cell"]
    if not cells or len(cells) < len(plan.ground.sites):
        return ""
    drawn = []
    for source in plan.ground.labels:
        line = [one for one in cells if one.x == source.x or one.y == source.y]
        if not line:
            continue
        cell = min(line, key=lambda one: math.dist((one.x, one.y), (source.x, source.y)))
        x, y = plan.spots[cell.id]
        corner = 0.36 * plan.size(cell.id)
        across, along = (corner, corner) if cell.x == source.x else (-corner, -corner)
        paint = "ivory" if cell.dark else "ebony"
        drawn.append(
            pen.text(
                x + across, y + along, source.text, INSIDE_SIZE, paint, anchor="middle", bold=True
            )
        )
    return "".join(drawn)
