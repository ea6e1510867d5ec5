"""Draws the board of a View: its surface, sites and labels, which stay; and name plates, marks,
pieces and arrows, which change.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence

from ludarium.draw.columns import column_art, column_mark
from ludarium.draw.hexagons import hexagon, hexagon_mark, hexagon_surface
from ludarium.draw.layout import (
    EDGE,
    NAME,
    Plan,
    corner_radius,
    inner_corners,
    is_column,
    is_pit,
    squares,
)
from ludarium.draw.pen import Pen, fitted, text_width
from ludarium.draw.pieces import REACH, glyph_art, look_art, look_of
from ludarium.draw.pits import number_arts, pit_art, pit_mark, points_of
from ludarium.rules.view import Arrow, Mark, Piece, Site, SiteKind

__all__ = ["arrow_arts", "ground_art", "mark_arts", "pieces_art", "plate_arts", "stacked"]

LABEL_SIZE = 23
LEAST_NAME = 0.72  # how small the font of a long name gets, as a part of that of others


@functools.lru_cache(maxsize=256)
def ground_art(pen: Pen, plan: Plan) -> str:
    """The parts of the picture that stay as they are while pieces move."""
    surface = {"stone": stone_surface, "wood": wood_surface, "table": table_surface}[
        plan.ground.surface
    ]
    sites = "".join(site_art(pen, plan, site) for site in plan.ground.sites) + dots(pen, plan)
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


def pieces_art(pen: Pen, plan: Plan, pieces: Sequence[Piece]) -> str:
    return "".join(placed_piece(pen, plan, *placed) for placed in stacked(pieces, plan))


def arrow_arts(pen: Pen, plan: Plan, arrows: Iterable[Arrow]) -> str:
    return "".join(arrow_art(pen, plan, arrow) for arrow in arrows)


# Surfaces


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


def site_art(pen: Pen, plan: Plan, site: Site) -> str:
    x, y = plan.spots[site.id]
    size = plan.size(site.id) / 100
    if is_pit(site):
        drawn = pit_art(pen, plan, site)
    elif is_column(site):
        drawn = column_art(pen, plan, site)
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


def turned(plan: Plan, site: str) -> str:
    """The rotation of what lies along a site, for the end of a `transform`."""
    turn = plan.turn(site)
    return f" rotate({turn:.4g})" if turn else ""


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
    area = pen("circle", kind="area", fill="none", r=49 * size, pointer_events="all")
    return (
        area
        + pen("circle", fill="engraved-light", cy=1.5, r=8.5 * size)
        + pen("circle", fill="hole", r=8 * size)
    )


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
    }[mark.kind]
    drawn = draw(pen, site, size, paint)
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


def placed_piece(pen: Pen, plan: Plan, piece: Piece, point: tuple[float, float]) -> str:
    x, y = point
    turn = turned(plan, piece.site) if piece.shape == "wall" else ""
    place = f"translate({x:.1f} {y:.1f}){turn} scale({plan.piece_size(piece.site) / 100:.4g})"
    return pen(
        "g",
        look_art(pen, look_of(piece)),
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
    return "".join(
        pen.text(label.x, label.y, label.text, LABEL_SIZE, paint, anchor="middle", kind="label")
        for label in plan.labels
    )
