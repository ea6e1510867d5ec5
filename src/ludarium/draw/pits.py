"""Draws pits: hollows in the wood of a board, the heaps of seeds in them, and their numbers; and
says where pieces lie, here and in columns."""

from __future__ import annotations

import collections
import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from ludarium.draw.columns import column_point, overfull, past_end
from ludarium.draw.layout import Plan, holds_many, is_column, is_pit
from ludarium.draw.pen import Pen
from ludarium.rules.view import Piece, Site

__all__ = ["number_arts", "pit_art", "pit_mark", "points_of"]

RADIUS = 0.46  # of a pit, as a part of its size; half of the width of a store
SPACING = 1.06  # of the seeds that lie on the ground, as a part of their diameter
UNEVEN = 0.07  # how far a seed lies from its point in an even heap, as a part of its diameter
NUMBER = 0.36  # the font of a number, and its distance from the rim, as parts of a pit's size
AWAY = 0.27
TURN = 2.4  # from the heap of one pit to that of the next, in radians

Point = tuple[float, float]


# Hollows


def pit_art(pen: Pen, plan: Plan, site: Site) -> str:
    """A hollow: shade under its upper rim, light on its lower one."""

    def layer(paint: str, down: float, smaller: float, opacity: float | None = None) -> str:
        return outline(pen, plan, site, smaller, down, fill=paint, opacity=opacity)

    return (
        layer("engraved-light", 2.5, 0)
        + layer("engraved", 0, 0)
        + layer("pit", 5, 4)
        + layer("pit-light", 13, 14, 0.5)
    )


def pit_mark(pen: Pen, plan: Plan, site: Site, paint: str) -> str:
    """A ring around the pit, and a soft tint."""
    width = 6.0
    return outline(
        pen,
        plan,
        site,
        -width / 2,
        fill=paint,
        fill_opacity=0.22,
        stroke=paint,
        stroke_width=width * plan.size(site.id) / 100,
    )


def outline(
    pen: Pen, plan: Plan, site: Site, smaller: float, down: float = 0.0, **look: Any
) -> str:
    """The outline of a pit, so much smaller and further down, in hundredths of its size."""
    size = plan.size(site.id) / 100
    half = 100 * RADIUS - smaller
    high = 50 * height_of(plan, site) - smaller
    return pen(
        "rect",
        x=-half * size,
        y=(down - high) * size,
        width=2 * half * size,
        height=2 * high * size,
        rx=half * size,
        **look,
    )


def height_of(plan: Plan, site: Site) -> float:
    """The height of a pit, as a part of its size: a store is as long as the rows of houses beside
    it are apart.
    """
    rows = [plan.spots[one.id][1] for one in plan.ground.sites if one.kind == "pit"]
    if site.kind == "pit" or not rows:
        return 2 * RADIUS
    return (max(rows) - min(rows)) / plan.size(site.id) + 2 * RADIUS


# Seeds


def points_of(pieces: Sequence[Piece], plan: Plan) -> list[Point]:
    """The point of each piece in the picture: on its site, in the heap of its pit, or in the column
    of its site.
    """
    counts = collections.Counter(piece.site for piece in pieces)
    lying: collections.Counter[str] = collections.Counter()
    points = []
    for piece in pieces:
        x, y = plan.spots[piece.site]
        if is_pit(plan.sites[piece.site]):
            right, down = heap_of(plan, piece.site)[lying[piece.site] % MOST]
            x, y = x + right, y + down
        elif is_column(plan.sites[piece.site]):
            site = plan.sites[piece.site]
            x, y = column_point(plan, site, lying[piece.site], counts[piece.site])
        lying[piece.site] += 1
        points.append((x, y))
    return points


@functools.lru_cache(maxsize=4096)
def heap_of(plan: Plan, site: str) -> tuple[Point, ...]:
    """The points of the seeds of this pit, from its middle, in the order in which they came."""
    size, seed = plan.size(site), 0.8 * plan.piece_size(site)
    across = (RADIUS - 0.05) * size / seed - 0.5
    along = across + (height_of(plan, plan.sites[site]) / 2 - RADIUS) * size / seed
    turn = TURN * list(plan.sites).index(site)
    return tuple((x * seed, y * seed) for x, y in heap(round(across, 3), round(along, 3), turn))


BALANCE = 0.4  # how much it counts that a heap lies around the middle of its pit
MOST = 255  # seeds of a heap that have points of their own


@functools.lru_cache(maxsize=256)
def heap(across: float, along: float, turn: float) -> tuple[Point, ...]:
    """The points of MOST seeds in a hollow with round ends, in units of their diameter.

    across, along: how far from the middle a seed can lie, sideways and up or down. turn: that of
    the whole heap, in radians. Seeds lie close around the middle; where the ground is full, more
    lie between and on those.
    """
    points: list[Point] = []
    layer = 0
    while len(points) < MOST:
        points += ground(across, along, turn + layer, layer)
        layer += 1
    return tuple(points[:MOST])


def ground(across: float, along: float, turn: float, layer: int) -> list[Point]:
    """One layer of a heap: a grid of triangles, from the middle of one of its sides outwards."""
    points = []
    reach = math.ceil(along / SPACING) + 2
    cos, sin = math.cos(turn), math.sin(turn)
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            x = SPACING * (column + 0.5 + row / 2)
            y = SPACING * row * math.sqrt(3) / 2
            # always the same for the same seed
            angle = 7.3 * column + 4.1 * row + layer
            x, y = x + UNEVEN * math.cos(angle), y + UNEVEN * math.sin(angle)
            x, y = x * cos - y * sin, x * sin + y * cos
            beyond = max(0.0, abs(y) - (along - across))
            if math.hypot(x, beyond) <= across:
                points.append((x, y))
    return balanced(points, (across / along) ** 0.6)


def balanced(points: list[Point], flat: float) -> list[Point]:
    """The points from the middle outwards, so that the first ones always lie around the middle.

    flat: by how much less a distance counts up or down than sideways.
    """
    left, taken = list(points), list[Point]()
    right = down = 0.0
    while left:
        # near the middle, and opposite to where most of the others lie
        best = min(
            left,
            key=lambda at: (
                math.hypot(at[0], flat * at[1])
                + BALANCE * math.hypot(right + at[0], flat * (down + at[1]))
            ),
        )
        left.remove(best)
        taken.append(best)
        right, down = right + best[0], down + best[1]
    return taken


# Numbers


def number_arts(pen: Pen, plan: Plan, pieces: Iterable[Piece]) -> str:
    """The number of pieces in each pit that has any, beyond its rim: below it, or above it where
    the pit is in the upper half of the board; and behind each column in which they lie close
    together.
    """
    many = (piece.site for piece in pieces if holds_many(plan.sites[piece.site]))
    return "".join(
        number_art(pen, plan, site, count)
        for site, count in collections.Counter(many).items()
        if is_pit(plan.sites[site]) or overfull(plan, plan.sites[site], count)
    )


@functools.lru_cache(maxsize=4096)
def number_art(pen: Pen, plan: Plan, site: str, count: int) -> str:
    x, y = plan.spots[site]
    size = plan.size(site)
    if is_column(plan.sites[site]):
        x, y = past_end(plan, plan.sites[site])
    else:
        away = (height_of(plan, plan.sites[site]) / 2 + AWAY) * size
        above = y < (plan.board.low + plan.board.high) / 2 - 1
        y += -away if above else away
    # digits are taller than the small letters whose middle is at 0
    down = 0.05 * NUMBER * size
    text = pen.text(0, down, str(count), NUMBER * size, "wood-text", anchor="middle", bold=True)
    return pen(
        "g",
        text,
        kind="number",
        transform=f"translate({x:.1f} {y:.1f})",
    )
