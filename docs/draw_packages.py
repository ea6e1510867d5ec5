"""Draws which packages import which, from the imports in the code: arrows point down, from who
imports to who is imported.

An arrow that follows from others is left out, so that the drawing can be read. Imports within
functions count; those for type checkers only do not. `python docs/draw_packages.py` writes the SVG.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from html import escape
from pathlib import Path

__all__ = ["drawing", "imports"]

PACKAGE = Path(__file__).parents[1] / "src" / "ludarium"
FACADE = PACKAGE.name  # the package's own names, which `import ludarium` gives

Graph = dict[str, set[str]]
Node = tuple[str, ...]  # a package, or (importer, imported, layer): where a long arrow passes by

ROW, BOX, LETTER, GAP, MARGIN = 74, 34, 8.6, 22, 8  # in pixels
SWEEPS = 12


# What imports what


def imports(package: Path = PACKAGE) -> Graph:
    """For each folder and module in the package, which of the others it imports."""
    found: Graph = {}
    for file in sorted(package.rglob("*.py")):
        inside = file.relative_to(package).with_suffix("").parts
        own = FACADE if inside[0] == "__init__" else inside[0]
        others = found.setdefault(own, set())
        for name in imported(ast.parse(file.read_text(encoding="utf-8"))):
            parts = name.split(".")
            if parts[0] == package.name:
                others.add(parts[1] if len(parts) > 1 and is_part(package, parts[1]) else FACADE)
        others.discard(own)
    return {name: others for name, others in found.items() if others or others_import(found, name)}


def others_import(graph: Graph, name: str) -> bool:
    return any(name in others for others in graph.values())


def is_part(package: Path, name: str) -> bool:
    return (package / name).is_dir() or (package / f"{name}.py").exists()


def imported(node: ast.AST) -> Iterator[str]:
    """Names that are imported when code runs."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
            continue
        if isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        elif isinstance(child, ast.ImportFrom) and child.module and not child.level:
            yield from (f"{child.module}.{alias.name}" for alias in child.names)
        else:
            yield from imported(child)


def reachable(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - seen:
            seen.add(other)
            waiting.append(other)
    return seen


# Where it is drawn


def layers_of(graph: Graph) -> dict[str, int]:
    """0 for what imports nothing; else one above the highest that it imports. Packages that import
    one another, which should not be, share a layer.
    """
    below = {name: reachable(graph, name) | {name} for name in graph}
    layers: dict[str, int] = {}
    for name in sorted(graph, key=lambda name: (len(below[name]), name)):
        circle = {other for other in below[name] if name in below[other]}
        beneath = set().union(*(graph[other] for other in circle)) - circle
        layers[name] = 1 + max((layers[other] for other in beneath), default=-1)
    return layers


def needed(graph: Graph) -> set[tuple[str, str]]:
    """The arrows that do not follow from others."""
    below = {name: reachable(graph, name) for name in graph}
    return {
        (one, other)
        for one, others in graph.items()
        for other in others
        if one in below[other]
        or not any(
            other in below[third]
            for third in others - {other}
            if third not in below[other] and one not in below[third]
        )
    }


def paths(graph: Graph, layers: dict[str, int]) -> list[list[Node]]:
    """Each arrow as the nodes that it passes, one a layer."""
    return [
        [
            (one,),
            *((one, other, str(layer)) for layer in range(layers[one] - 1, layers[other], -1)),
            (other,),
        ]
        for one, other in sorted(needed(graph))
    ]


def rows_of(ways: list[list[Node]], layers: dict[str, int]) -> list[list[Node]]:
    """The nodes of each layer from left to right: each near the mean of those that it is joined
    to, by a few sweeps down and up.
    """
    neighbours: dict[Node, set[Node]] = {(name,): set() for name in layers}
    for way in ways:
        for one, other in zip(way, way[1:], strict=False):
            neighbours.setdefault(one, set()).add(other)
            neighbours.setdefault(other, set()).add(one)
    rows: list[list[Node]] = [[] for _ in range(max(layers.values()) + 1)]
    for node in sorted(neighbours):
        rows[layers[node[0]] if len(node) == 1 else int(node[2])].append(node)
    place = {node: centred(row, number) for row in rows for number, node in enumerate(row)}
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 else rows[::-1]:
            wish = {
                node: sum(place[other] for other in neighbours[node]) / len(neighbours[node])
                if neighbours[node]
                else place[node]
                for node in row
            }
            row.sort(key=lambda node: (wish[node], node))
            place.update({node: centred(row, number) for number, node in enumerate(row)})
    return rows


def centred(row: list[Node], number: int) -> float:
    return (number + 0.5) / len(row)


def width(node: Node) -> float:
    return len(node[0]) * LETTER + 22 if len(node) == 1 else 6.0


# The drawing


def drawing() -> str:
    """An SVG that takes its colours from the page it is in, and brings its own for others."""
    graph = imports()
    layers = layers_of(graph)
    ways = paths(graph, layers)
    rows = rows_of(ways, layers)
    whole = max(sum(map(width, row)) + GAP * (len(row) - 1) for row in rows) + 2 * MARGIN
    height = ROW * (len(rows) - 1) + BOX + 2 * MARGIN
    at: dict[Node, tuple[float, float]] = {}
    for layer, row in enumerate(rows):
        free = whole - 2 * MARGIN - sum(map(width, row))
        left = MARGIN + free / (len(row) + 1)
        for node in row:
            at[node] = (left + width(node) / 2, MARGIN + ROW * (len(rows) - 1 - layer))
            left += width(node) + free / (len(row) + 1)
    told = "; ".join(f"{name}: {', '.join(sorted(graph[name])) or 'nothing'}" for name in graph)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole:.0f} {height:.0f}" '
            f'width="{whole:.0f}" role="img" '
            f'aria-label="What each package imports. {escape(told)}">',
            f"<style>{STYLE}</style>",
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            'markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>',
            *(arrow(way, at) for way in ways),
            *(box(node, *at[node], (PACKAGE / node[0]).is_dir()) for node in at if len(node) == 1),
            "</svg>",
        )
    )


STYLE = """
svg[role=img] { display: block; max-width: 100%; height: auto; margin: auto; }
.arrow { fill: none; stroke: var(--color-foreground-muted, #777); stroke-width: 1.3; }
#tip path { fill: var(--color-foreground-muted, #777); }
.box { fill: var(--color-background-secondary, #f4f2ee);
  stroke: var(--color-foreground-secondary, #555); }
.module { stroke-dasharray: 4 3; }
.label { fill: var(--color-foreground-primary, #222); text-anchor: middle;
  font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
"""


def arrow(way: list[Node], at: dict[Node, tuple[float, float]]) -> str:
    """A smooth line from the lower edge of a box to the upper edge of another."""
    points = [at[node] for node in way]
    if points[0][1] == points[-1][1]:  # of packages that import one another
        (x, y), (end, _) = points[0], points[-1]
        side = 1 if end > x else -1
        x, end = x + side * width(way[0]) / 2, end - side * width(way[-1]) / 2
        return (
            f'<path class="arrow" marker-end="url(#tip)" d="M{x:.0f} {y + BOX / 2:.0f}H{end:.0f}"/>'
        )
    x, y = points[0]
    y += BOX
    line = f"M{x:.0f} {y:.0f}"
    for number, (end, top) in enumerate(points[1:], 1):
        last = number == len(points) - 1
        middle = (y + top) / 2
        line += (
            f"C{x:.0f} {middle:.0f} {end:.0f} {middle:.0f} {end:.0f} {top - 2 if last else top:.0f}"
        )
        if not last:
            line += f"V{top + BOX:.0f}"
        x, y = end, top + BOX
    return f'<path class="arrow" marker-end="url(#tip)" d="{line}"/>'


def box(node: Node, x: float, y: float, is_folder: bool) -> str:
    wide = width(node)
    kind = "box" if is_folder or node[0] == FACADE else "box module"
    return (
        f'<rect class="{kind}" x="{x - wide / 2:.0f}" y="{y:.0f}" width="{wide:.0f}" '
        f'height="{BOX}" rx="7"/><text class="label" x="{x:.0f}" y="{y + BOX / 2 + 5:.0f}">'
        f"{escape(node[0])}</text>"
    )


if __name__ == "__main__":
    print(drawing())
