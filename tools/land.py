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
    TARGET.write_text("".join(map(path, rings)) + "\n", encoding="ascii")
    print(f"{TARGET.name}: {len(rings)} outlines, {TARGET.stat().st_size:,} bytes")


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
