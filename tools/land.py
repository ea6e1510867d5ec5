"""Write the outlines of land that maps are drawn on, from Natural Earth's data (public domain).

    npm pack world-atlas && tar xzf world-atlas-*.tgz
    python tools/land.py package/land-110m.json

writes src/ludarium/draw/land.svgpath: the data of one SVG path, in tenths of a degree, x to the
east of Greenwich and y to the south of the equator.
"""

from __future__ import annotations

import json
import sys
from itertools import accumulate
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parents[1] / "src" / "ludarium" / "draw" / "land.svgpath"

HALF_TURN, SOUTH_POLE = 1800, 900  # in tenths of a degree

Point = tuple[int, int]


def main() -> None:
    topology = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    arcs = [arc_points(arc, topology["transform"]) for arc in topology["arcs"]]
    rings = [
        ring_points(ring, arcs)
        for land in topology["objects"]["land"]["geometries"]
        for polygon in land["arcs"]
        for ring in polygon
    ]
    outlines = [outline for ring in rings for outline in unwrapped(ring)]
    TARGET.write_text("".join(map(path, outlines)) + "\n", encoding="ascii")
    print(f"{TARGET.name}: {len(outlines)} outlines, {TARGET.stat().st_size:,} bytes")


def arc_points(arc: Any, transform: Any) -> list[Point]:
    """The points of an arc, whose own are differences of whole numbers (TopoJSON)."""
    (scale_x, scale_y), (from_x, from_y) = transform["scale"], transform["translate"]
    columns, rows = accumulate(x for x, _ in arc), accumulate(y for _, y in arc)
    return [
        (round(10 * (x * scale_x + from_x)), -round(10 * (y * scale_y + from_y)))
        for x, y in zip(columns, rows, strict=True)
    ]


def ring_points(ring: list[int], arcs: list[list[Point]]) -> list[Point]:
    """The points of a closed outline; ~n stands for arc n backwards."""
    points: list[Point] = []
    for number in ring:
        points += arcs[number] if number >= 0 else arcs[~number][::-1]
    return [point for n, point in enumerate(points) if n == 0 or point != points[n - 1]]


def unwrapped(points: list[Point]) -> list[list[Point]]:
    """The outline without jumps from one edge of the map to the other: where it crosses the edge it
    goes on beyond it, and once more the same a whole turn away, of which the map shows the rest.
    """
    turns, found = 0, [points[0]]
    for (before, _), (x, y) in zip(points, points[1:], strict=False):
        turns += (before - x > HALF_TURN) - (x - before > HALF_TURN)
        found.append((x + 2 * HALF_TURN * turns, y))
    last, first = found[-1][0], found[0][0]
    turns += (points[-1][0] - points[0][0] > HALF_TURN) - (points[0][0] - points[-1][0] > HALF_TURN)
    if turns:  # round the pole, which is to the south
        last = first + 2 * HALF_TURN * turns
        return [[*found, (last, found[0][1]), (last, SOUTH_POLE), (first, SOUTH_POLE)]]
    shifts = {0}
    shifts |= {-1} if max(x for x, _ in found) > HALF_TURN else set()
    shifts |= {1} if min(x for x, _ in found) < -HALF_TURN else set()
    return [[(x + 2 * HALF_TURN * shift, y) for x, y in found] for shift in sorted(shifts)]


def path(points: list[Point]) -> str:
    """The data of a closed SVG path, in relative steps."""
    (x, y), *further = points
    steps = []
    for to_x, to_y in further:
        steps.append(f"{to_x - x} {to_y - y}")
        x, y = to_x, to_y
    return f"M{points[0][0]} {points[0][1]}l{' '.join(steps).replace(' -', '-')}z"


if __name__ == "__main__":
    main()
