"""Where everything on the board comes to lie in the picture. Picture units: the picture is WIDTH wide, y goes downwards."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence

from ludarium.draw.pen import fitted
from ludarium.rules.view import Label, Site, SiteKind, View

__all__ = ["EDGE", "MARGIN", "NAME_SIZE", "WIDTH", "Box", "NamePlate", "Plan", "plan_of"]

WIDTH = 800
MARGIN = 20
LABEL_ROOM = 50  # for labels, between the pieces at the edge and the end of the board
TALLEST = 800  # that a table may be
CARD_SIZE = 1.7  # board units; smaller where places are near each other
EDGE = 0.12  # of a table, beyond its sides; board units
NAME_SIZE = 0.5  # board units: the font of names on a table


@dataclasses.dataclass(frozen=True)
class Box:
    """A box, in board units (y upwards) or picture units (y downwards)."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def around(cls, points: Iterable[tuple[float, float]], room: float = 0.0) -> Box:
        across, along = zip(*points, strict=True)
        return cls(min(across) - room, min(along) - room, max(across) + room, max(along) + room)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.high - self.low


@dataclasses.dataclass(frozen=True)
class NamePlate:
    """A seat's name on the table, around a point in board units, turned by so many degrees clockwise."""

    seat: int
    x: float
    y: float
    turn: float
    text: str


@dataclasses.dataclass(frozen=True)
class Plan:
    """unit: picture units in a board unit; (left, top): the picture's point of the board's (0, 0); sizes: of the box of a piece on each
    kind of site, in picture units; board: the board's box in the picture; labels: with their points in the picture.

    On a table, sides: the direction of each side from (0, 0), as unit vectors in board units; reach: how far off each side is.
    """

    view: View
    unit: float
    left: float
    top: float
    sizes: dict[SiteKind, float]
    board: Box
    labels: tuple[Label, ...] = ()
    sides: tuple[tuple[float, float], ...] = ()
    reach: float = 0.0
    plates: tuple[NamePlate, ...] = ()

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the board is in the picture."""
        return self.left + self.unit * x, self.top - self.unit * y

    def site(self, site: Site) -> tuple[float, float]:
        return self.at(site.x, site.y)


def plan_of(view: View, names: Sequence[str], top: float) -> Plan:
    """The plan of a board whose upper end is at `top`."""
    if view.surface == "table" and any(site.owner is not None for site in view.sites):
        return table_plan(view, names, top)
    return board_plan(view, top)


# Boards


def board_plan(view: View, top: float) -> Plan:
    lattice = lattice_box(view)
    cells = view.surface == "stone"
    near = 1.0 if cells else 0.87 * nearest([(site.x, site.y) for site in view.sites])
    # Cells have half a cell around their middle and a rim; points have their counters' radius. Labels come outside of that.
    edge = 0.62 if cells else 0.41 * near
    unit = (WIDTH - 2 * MARGIN - 2 * LABEL_ROOM) / (lattice.width + 2 * edge)
    room = edge * unit + LABEL_ROOM
    left = MARGIN + room - unit * lattice.left
    base = top + (room if not cells else edge * unit) + unit * lattice.high
    board = Box(MARGIN, top, WIDTH - MARGIN, base - unit * lattice.low + room)
    plan = Plan(view, unit, left, base, dict.fromkeys(("cell", "point", "lamp", "place"), near * unit), board)
    out = edge * unit + LABEL_ROOM * (0.55 if cells else 0.42)
    return dataclasses.replace(plan, labels=tuple(placed_label(plan, label, lattice, out) for label in view.labels))


def lattice_box(view: View) -> Box:
    """Around the sites, in board units, as if none were missing: the labels at the edge tell how far rows and columns go."""
    bare = Box.around([(site.x, site.y) for site in view.sites])
    beside = [label.y for label in view.labels if not bare.left <= label.x <= bare.right]
    below = [label.x for label in view.labels if label.y not in beside and not bare.left <= label.x <= bare.right]
    columns = [label.x for label in view.labels if is_column(label, view.labels)]
    rows = [label.y for label in view.labels if label.y in beside and not is_column(label, view.labels)]
    across = [bare.left, bare.right, *columns, *below]
    along = [bare.low, bare.high, *rows]
    return Box(min(across), min(along), max(across), max(along))


def is_column(label: Label, labels: Sequence[Label]) -> bool:
    """Whether the label stands in a line across with others, as those of columns do."""
    return sum(other.y == label.y for other in labels) > sum(other.x == label.x for other in labels)


def placed_label(plan: Plan, label: Label, lattice: Box, out: float) -> Label:
    """The label in the picture; one outside of the sites comes to lie `out` from the nearest row or column of sites."""
    x = min(max(label.x, lattice.left), lattice.right)
    y = min(max(label.y, lattice.low), lattice.high)
    across, along = plan.at(x, y)
    return Label(across + out * sign(label.x - x), along - out * sign(label.y - y), label.text)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def nearest(points: Sequence[tuple[float, float]]) -> float:
    """The smallest distance of two points; 1 where there are not two."""
    return min((math.dist(one, other) for at, one in enumerate(points) for other in points[:at]), default=1.0)


# Tables


def table_plan(view: View, names: Sequence[str], top: float) -> Plan:
    """A table with a side for each seat, just large enough for the sites and a name along each side."""
    sizes = table_sizes(view)
    ways = side_ways(view)
    sides = table_sides(ways)
    # Lamps are round: how far out they reach does not depend on the direction.
    rims = (max(site.x * x + site.y * y for x, y in sides) + 0.42 * sizes[site.kind] for site in view.sites)
    band = max(rims) + 0.95 * NAME_SIZE
    reach = band + 1.15 * NAME_SIZE
    outline = Box.around(outline_points(sides, reach), EDGE)
    unit = min((WIDTH - 2 * MARGIN) / outline.width, TALLEST / outline.height)
    left = WIDTH / 2 - unit * (outline.left + outline.right) / 2
    base = top + unit * outline.high
    return Plan(
        view,
        unit,
        left,
        base,
        {kind: size * unit for kind, size in sizes.items()},
        Box(left + unit * outline.left, top, left + unit * outline.right, top + unit * outline.height),
        tuple(Label(left + unit * label.x, base - unit * label.y, label.text) for label in view.labels),
        sides,
        reach,
        tuple(name_plate(seat, name, ways[seat], band, len(sides)) for seat, name in enumerate(names)),
    )


def table_sizes(view: View) -> dict[SiteKind, float]:
    """The sizes of the boxes of pieces, in board units."""
    lamps = nearest([(site.x, site.y) for site in view.sites if site.kind == "lamp"])
    places = min(CARD_SIZE, 0.62 * nearest([(site.x, site.y) for site in view.sites if site.kind != "lamp"]))
    return {"lamp": lamps, "place": places, "cell": places, "point": places}


def side_ways(view: View) -> list[tuple[float, float]]:
    """The direction of each seat's side: where its sites are, and at equal angles for seats without sites."""
    ways = []
    for seat in range(len(view.seats)):
        own = [site for site in view.sites if site.owner == seat]
        x, y = sum(site.x for site in own), sum(site.y for site in own)
        angle = math.atan2(y, x) if own and math.hypot(x, y) > 1e-6 else -math.tau * (0.25 + seat / len(view.seats))
        ways.append((math.cos(angle), math.sin(angle)))
    return ways


def table_sides(ways: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The directions of all sides, anticlockwise. One or two sides make no table: it gets more, where nobody sits."""
    more = (
        [] if len(ways) > 2 else [(-y, x) for x, y in ways] if len(ways) == 2 else [(-y, x) for x, y in ways] + [(y, -x) for x, y in ways]
    )
    more += [(-x, -y) for x, y in ways] if len(ways) == 1 else []
    return tuple(sorted((*ways, *more), key=lambda way: math.atan2(way[1], way[0])))


def outline_points(sides: Sequence[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """The outermost points of the table's outline, in board units."""
    radius = corner_radius(sides, reach)
    ways = [(math.cos(angle), math.sin(angle)) for angle in (0, math.pi / 2, math.pi, -math.pi / 2)]
    corners = inner_corners(sides, reach)
    flat = [(x + radius * way_x, y + radius * way_y) for x, y in corners for way_x, way_y in sides]
    return flat + [(x + radius * way_x, y + radius * way_y) for x, y in corners for way_x, way_y in ways if x * way_x + y * way_y > 0]


def corner_radius(sides: Sequence[tuple[float, float]], reach: float) -> float:
    """Of the table's corners; a table of three sides is rounder, since its corners are far out."""
    return reach * (0.5 if len(sides) == 3 else 0.22)


def inner_corners(sides: Sequence[tuple[float, float]], reach: float) -> list[tuple[float, float]]:
    """The middles of the circles that round off the table's corners; corner i is between the sides i and i + 1."""
    inner = reach - corner_radius(sides, reach)
    corners = []
    for (x, y), (next_x, next_y) in zip(sides, (*sides[1:], sides[0]), strict=True):
        across = x * next_y - y * next_x
        corners.append((inner * (next_y - y) / across, inner * (x - next_x) / across))
    return corners


def name_plate(seat: int, name: str, way: tuple[float, float], band: float, sides: int) -> NamePlate:
    """The seat's name along its side of the table, in the way that is easier to read."""
    x, y = way
    turn = math.degrees(math.atan2(x, y))  # clockwise, as SVG turns
    turn = (turn + 90) % 180 - 90
    text = fitted(name, NAME_SIZE, 1.5 * band * math.tan(math.pi / sides))
    return NamePlate(seat, band * x, band * y, turn, text)
