"""The layout of a board's picture.

Picture units: the picture is WIDTH wide, y goes downwards.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, get_args

from ludarium.draw.outlines import outline_points
from ludarium.rules.view import Border, Label, Site, SiteKind, Surface, View, extent

__all__ = [
    "EDGE",
    "NAME",
    "WIDTH",
    "BoundingBox",
    "Plan",
    "StaticParts",
    "ground_of",
    "holds_many",
    "is_column",
    "is_pit",
    "plan_of",
    "squares",
]

WIDTH = 776
RIM = 8  # around the board, for its edge and its shadow
# between the pieces at the edge and the end of the board
LABEL_ROOM: dict[Surface, float] = {"stone": 34, "wood": 46, "table": 46}
HEADROOM = 18  # above a board of cells, for tall pieces in the last row
TALLEST = 800  # that a table may be
# Of a table, as parts of the size of its lamps.
CARD = 1.85
CARD_DISTANCE = 3.3  # that two cards at least have, for the arrows between them
GAP = 0.1  # between a card and the lamps behind it
NAME = 0.68  # the font of a name
EDGE = 0.12  # beyond the table's sides


class StaticParts(NamedTuple):
    """The parts of a View that stay as they are while pieces move."""

    surface: Surface
    sites: tuple[Site, ...]
    lines: tuple[tuple[str, str], ...]
    labels: tuple[Label, ...]
    seats: int
    borders: tuple[Border, ...] = ()


def ground_of(view: View) -> StaticParts:
    return StaticParts(
        view.surface, view.sites, view.lines, view.labels, len(view.seats), view.borders
    )


@dataclasses.dataclass(frozen=True)
class BoundingBox:
    """A box, in board units (y upwards) or picture units (y downwards)."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def around(cls, points: Iterable[tuple[float, float]], room: float = 0.0) -> BoundingBox:
        across, along = zip(*points, strict=True)
        return cls(min(across) - room, min(along) - room, max(across) + room, max(along) + room)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.high - self.low


@dataclasses.dataclass(frozen=True, eq=False)
class Plan:
    """The layout of a View in the picture."""

    ground: StaticParts
    unit: float
    """Picture units in a board unit."""
    left: float
    """The picture's x of the board's (0, 0)."""
    top: float
    """The picture's y of the board's (0, 0)."""
    sizes: Mapping[SiteKind, float]
    """The size of each kind of site, in picture units; a piece fills it, but in a pit."""
    board: BoundingBox
    """The board in the picture."""
    sites: Mapping[str, Site]
    """By their ids."""
    spots: Mapping[str, tuple[float, float]]
    """The sites' points in the picture."""
    labels: tuple[Label, ...] = ()
    """The labels, with their points in the picture."""
    sides: tuple[tuple[float, float], ...] = ()
    """The direction of each side of a table from (0, 0): unit vectors in board units."""
    reach: float = 0.0
    """The distance of each side of a table."""
    ways: tuple[tuple[float, float], ...] = ()
    """The direction of each seat's side of a table."""
    band: float = 0.0
    """The distance of the seats' names on a table."""
    reaches: Mapping[str, tuple[float, float]] = dataclasses.field(default_factory=dict)
    """The ends of full columns in the picture, by the ids of their sites."""

    @property
    def height(self) -> float:
        """The height of the picture."""
        return math.ceil(self.board.high + RIM + 4)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The point in the picture of a point of the board."""
        return self.left + self.unit * x, self.top - self.unit * y

    def size(self, site: str) -> float:
        """The size of this site; of an edge its length."""
        ends = self.sites[site].ends
        return self.unit * math.dist(*ends) if ends else self.sizes[self.sites[site].kind]

    def turn(self, site: str) -> float:
        """The rotation of an edge from one that goes across, in degrees clockwise, above -90 and up
        to 90; 0 of other sites.
        """
        ends = self.sites[site].ends
        if not ends:
            return 0.0
        (x, y), (to_x, to_y) = ends
        angle = round(-math.degrees(math.atan2(to_y - y, to_x - x)), 6)
        return 90 - (90 - angle) % 180

    def piece_size(self, site: str) -> float:
        """The size of the box of a piece on this site."""
        return self.size(site) * (SEED if is_pit(self.sites[site]) else 1.0)


@functools.lru_cache(maxsize=256)
def plan_of(ground: StaticParts) -> Plan:
    if ground.surface == "table" and any(site.owner is not None for site in ground.sites):
        return table_plan(ground)
    if any(site.kind == "hexagon" for site in ground.sites):
        return hexagon_plan(ground)
    if any(map(is_pit, ground.sites)):
        return pit_plan(ground)
    if any(map(is_column, ground.sites)):
        return column_plan(ground)
    return board_plan(ground)


def is_pit(site: Site) -> bool:
    """Return whether pieces lie in a heap on this site."""
    return site.kind in ("pit", "store")


def is_column(site: Site) -> bool:
    """Return whether pieces lie in a column on this site."""
    return site.kind in ("wedge", "rack")


def holds_many(site: Site) -> bool:
    """Return whether many pieces can lie on this site."""
    return is_pit(site) or is_column(site)


# Boards


def board_plan(ground: StaticParts) -> Plan:
    lattice = BoundingBox(*extent(squares(ground), ground.labels))
    cells = ground.surface == "stone"
    edged = any(site.kind == "edge" for site in ground.sites)
    near = 1.0 if cells else 0.87 * nearest([(x.x, x.y) for x in ground.sites if x.kind != "edge"])
    # Cells have half a cell around their middle and a rim, where edges do not enclose them; points
    # have their counters' radius. Labels come outside of that.
    edge = 0.62 - 0.5 * edged if cells else 0.41 * near
    rim, room = 0 if cells else RIM, LABEL_ROOM[ground.surface]
    unit = (WIDTH - 2 * rim - 2 * room) / (lattice.width + 2 * edge)
    left = rim + room + edge * unit - unit * lattice.left
    top = rim + edge * unit + (HEADROOM if cells else room) + unit * lattice.high
    board = BoundingBox(rim, rim, WIDTH - rim, top - unit * lattice.low + edge * unit + room)
    spots = {site.id: (left + unit * site.x, top - unit * site.y) for site in ground.sites}
    sizes = {**dict.fromkeys(KINDS, near * unit), "die": DIE * unit}
    sizes["cell"] *= BETWEEN_EDGES if edged else 1
    plan = Plan(
        ground, unit, left, top, sizes, board, {site.id: site for site in ground.sites}, spots
    )
    out = edge * unit + room * (0.55 if cells else 0.42)
    return dataclasses.replace(
        plan, labels=tuple(placed_label(plan, label, lattice, out) for label in ground.labels)
    )


def hexagon_plan(ground: StaticParts) -> Plan:
    """A board of hexagons; its labels are where the View says."""
    near = nearest([(site.x, site.y) for site in ground.sites])
    box = BoundingBox.around(((site.x, site.y) for site in ground.sites), HEXAGON_ROOM * near)
    words = BoundingBox.around(
        [(label.x, label.y) for label in ground.labels] or [(0, 0)], 0.35 * near
    )
    outer = BoundingBox.around(
        [(box.left, box.low), (box.right, box.high), (words.left, words.low)]
    )
    unit = (WIDTH - 2 * RIM) / outer.width
    left, top = RIM - unit * outer.left, RIM + HEADROOM + unit * outer.high
    sizes = {**dict.fromkeys(KINDS, near * unit), "die": DIE * unit}
    return framed_plan(ground, unit, left, top, sizes, low=top - unit * outer.low + RIM)


def pit_plan(ground: StaticParts) -> Plan:
    """A board of pits, with room for their numbers above and below; its labels are where the View
    says.
    """
    near = nearest([(site.x, site.y) for site in ground.sites])
    box = BoundingBox.around(((site.x, site.y) for site in ground.sites), PIT_ROOM * near)
    unit = (WIDTH - 2 * RIM) / box.width
    numbers = NUMBER_ROOM * near * unit
    left, top = RIM - unit * box.left, RIM + numbers + unit * box.high
    sizes = dict.fromkeys(KINDS, near * unit)
    return framed_plan(ground, unit, left, top, sizes, low=top - unit * box.low + numbers)


def column_plan(ground: StaticParts) -> Plan:
    """A board of columns; its labels are where the View says."""
    ends = {site.id: site.reach for site in ground.sites if site.reach}
    points = [(site.x, site.y) for site in ground.sites]
    for site in ground.sites:
        if site.reach:  # with room for the number of its pieces
            far = 1 + NUMBER_BEYOND / math.dist((site.x, site.y), site.reach)
            to_x, to_y = site.reach
            points.append((site.x + far * (to_x - site.x), site.y + far * (to_y - site.y)))
    box = BoundingBox.around(points, COLUMN_ROOM)
    words = BoundingBox.around([(label.x, label.y) for label in ground.labels] or points, 0.3)
    outer = BoundingBox.around(
        [(box.left, min(box.low, words.low)), (box.right, max(box.high, words.high))]
    )
    unit = (WIDTH - 2 * RIM) / outer.width
    left, top = RIM - unit * outer.left, RIM + unit * outer.high
    sizes = {**dict.fromkeys(KINDS, COLUMN * unit), "die": COLUMN_DIE * unit}
    plan = framed_plan(ground, unit, left, top, sizes, low=top - unit * outer.low)
    reaches = {site: plan.at(*end) for site, end in ends.items()}
    return dataclasses.replace(plan, reaches=reaches)


def framed_plan(
    ground: StaticParts,
    unit: float,
    left: float,
    top: float,
    sizes: dict[SiteKind, float],
    low: float,
) -> Plan:
    """A board as wide as the picture, with all sites and labels where the View says; low: its lower
    end.
    """
    return Plan(
        ground,
        unit,
        left,
        top,
        sizes,
        BoundingBox(RIM, RIM, WIDTH - RIM, low),
        {site.id: site for site in ground.sites},
        {site.id: (left + unit * site.x, top - unit * site.y) for site in ground.sites},
        tuple(
            Label(left + unit * label.x, top - unit * label.y, label.text)
            for label in ground.labels
        ),
    )


def squares(ground: StaticParts) -> tuple[Site, ...]:
    """The sites of the board itself: cells, points and edges, without the places of dice."""
    return tuple(site for site in ground.sites if site.kind != "die")


HEXAGON_ROOM = 1.05  # around the middles of hexagons, as a part of their distance
KINDS: tuple[SiteKind, ...] = get_args(SiteKind)
BETWEEN_EDGES = 0.8  # the size of a cell between edges, as a part of that of others
PIT_ROOM = 0.62  # around the middles of pits, as a part of their distance
NUMBER_ROOM = 0.38  # beyond that, for numbers
COLUMN = 1.12  # the size of a site with a column, of a unit from one to the next
COLUMN_DIE = 0.84
NUMBER_BEYOND = 0.35
COLUMN_ROOM = 0.72  # around the outermost pieces
SEED = 0.27  # the size of the box of a seed, as a part of that of a pit
DIE = 0.4  # the size of a die, as a part of that of a cell


def placed_label(plan: Plan, label: Label, lattice: BoundingBox, out: float) -> Label:
    """The label in the picture; one outside of the sites comes to lie `out` from the nearest row or
    column of sites.
    """
    x = min(max(label.x, lattice.left), lattice.right)
    y = min(max(label.y, lattice.low), lattice.high)
    across, along = plan.at(x, y)
    return Label(across + out * sign(label.x - x), along - out * sign(label.y - y), label.text)


def sign(number: float) -> int:
    return (number > 0) - (number < 0)


def nearest(points: Sequence[tuple[float, float]], default: float = 1.0) -> float:
    """The smallest distance of two points, where there are two."""
    return min(
        (math.dist(one, other) for at, one in enumerate(points) for other in points[:at]),
        default=default,
    )


# Tables


def table_plan(ground: StaticParts) -> Plan:
    """A table with a side for each seat, just large enough for the sites and a name along each
    side.
    """
    ways = side_ways(ground)
    sides = table_sides(ways)
    lamp = nearest([(site.x, site.y) for site in ground.sites if site.kind == "lamp"])
    sizes = {**dict.fromkeys(KINDS, CARD * lamp), "lamp": lamp, "die": lamp}
    places = table_places(ground, ways, lamp)
    # Lamps are round: how far out they reach does not depend on the direction.
    rims = (
        max(x * side[0] + y * side[1] for side in sides) + 0.47 * sizes[site.kind]
        for site, (x, y) in places
    )
    band = max(rims) + 0.86 * NAME * lamp
    reach = band + 1.05 * NAME * lamp
    edge = EDGE * lamp
    outline = BoundingBox.around(outline_points(sides, reach), edge)
    unit = min((WIDTH - 4) / outline.width, TALLEST / outline.height)
    left = WIDTH / 2 - unit * (outline.left + outline.right) / 2
    top = 2 + unit * outline.high
    return Plan(
        ground,
        unit,
        left,
        top,
        {kind: size * unit for kind, size in sizes.items()},
        BoundingBox(
            left + unit * outline.left, 2, left + unit * outline.right, 2 + unit * outline.height
        ),
        {site.id: site for site in ground.sites},
        {site.id: (left + unit * x, top - unit * y) for site, (x, y) in places},
        tuple(
            Label(left + unit * label.x, top - unit * label.y, label.text)
            for label in ground.labels
        ),
        sides,
        reach,
        tuple(ways),
        band,
    )


def table_places(
    ground: StaticParts, ways: Sequence[tuple[float, float]], lamp: float
) -> list[tuple[Site, tuple[float, float]]]:
    """List each site with its place in board units: cards apart enough for arrows between them,
    lamps right behind them, and dice where they are.
    """
    cards = [site for site in ground.sites if site.kind not in {"lamp", "die"}]
    spread = max(
        1.0, CARD_DISTANCE * lamp / nearest([(site.x, site.y) for site in cards], math.inf)
    )
    gaps = []
    for seat, (x, y) in enumerate(ways):
        half = CARD * lamp * (0.4 * abs(x) + 0.5 * abs(y))
        ends = [spread * (site.x * x + site.y * y) + half for site in cards if site.owner == seat]
        starts = [
            site.x * x + site.y * y - 0.5 * lamp
            for site in ground.sites
            if site.owner == seat and site.kind == "lamp"
        ]
        gaps += [min(starts) - max(ends)] if starts and ends else []
    closer = min(gaps) - GAP * lamp if gaps else 0.0

    def place(site: Site) -> tuple[float, float]:
        if site.kind == "die":
            return site.x, site.y
        if site.kind != "lamp":
            return spread * site.x, spread * site.y
        x, y = ways[site.owner] if site.owner is not None else (0.0, 0.0)
        return site.x - closer * x, site.y - closer * y

    return [(site, place(site)) for site in ground.sites]


def side_ways(ground: StaticParts) -> list[tuple[float, float]]:
    """The direction of each seat's side: where its sites are, and at equal angles for seats without
    sites.
    """
    ways = []
    for seat in range(ground.seats):
        own = [site for site in ground.sites if site.owner == seat]
        x, y = sum(site.x for site in own), sum(site.y for site in own)
        angle = (
            math.atan2(y, x)
            if own and math.hypot(x, y) > 1e-6
            else -math.tau * (0.25 + seat / ground.seats)
        )
        ways.append((math.cos(angle), math.sin(angle)))
    return ways


def table_sides(ways: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """The directions of all sides, anticlockwise.

    Where fewer than four sit, there are more sides, so that corners are not far out.
    """
    more: list[tuple[float, float]] = []
    if len(ways) in (1, 3):
        more += [(-x, -y) for x, y in ways]
    if len(ways) in (1, 2):
        more += [(-y, x) for x, y in (*ways, *more)]
    return tuple(sorted((*ways, *more), key=lambda way: math.atan2(way[1], way[0])))
