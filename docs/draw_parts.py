"""Draws each part of a View that a game can choose from, with the package's own renderer: surfaces,
kinds of sites, shapes, colours and marks.

`make pictures` writes them into docs/pictures/parts; docs/authors.md shows them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from ludarium.draw.boards import arrow_arts, ground_art, mark_arts, pieces_art
from ludarium.draw.layout import WIDTH, ground_of, plan_of
from ludarium.draw.pen import FONTS, Pen
from ludarium.draw.pits import number_arts
from ludarium.draw.svg import dark_style
from ludarium.rules.view import (
    Arrow,
    Colour,
    Label,
    Man,
    Mark,
    MarkKind,
    Piece,
    SeatView,
    Shape,
    Site,
    SiteKind,
    Surface,
    View,
)

__all__ = ["pictures"]

FOLDER = Path(__file__).parent / "pictures" / "parts"
COLUMNS = "abcdefg"
ROW = tuple(Site(f"{name}1", x, 0, f"{name}1", "cell") for x, name in enumerate(COLUMNS))
SEATS = (SeatView("Ivory", "ivory"), SeatView("Brick", "brick"))


def pictures() -> Iterator[tuple[str, str]]:
    """The name of each picture's file, without its ending, and the picture."""
    for surface in get_args(Surface):
        yield f"surface-{surface}", drawn(board(surface), f"The surface {surface}")
    for kind in get_args(SiteKind):
        yield f"site-{kind}", drawn(some(kind), f"Sites of the kind {kind}")
    for shape in get_args(Shape):
        pieces = [(shape, colour) for colour in get_args(Colour)]
        yield f"shape-{shape}", drawn(row(pieces), f"The shape {shape} in all colours")
    for colour in get_args(Colour):
        pieces = [
            (shape, colour)
            for shape in get_args(Shape)
            if shape not in (*get_args(Man), "wall", "dead")
        ]
        yield f"colour-{colour}", drawn(row(pieces), f"All shapes in the colour {colour}")
    for mark in get_args(MarkKind):
        pieces = [("stone", "ivory"), ("figure", "green")]
        yield f"mark-{mark}", drawn(row(pieces, mark=mark), f"The mark {mark}")
    yield "arrow", drawn(row([("stone", "ivory")], arrow=True), "An arrow")


def row(
    pieces: list[tuple[Shape, Colour]] | None = None,
    kind: SiteKind = "cell",
    mark: MarkKind | None = None,
    arrow: bool = False,
) -> View:
    """Seven sites in a row, with these pieces from the left; a mark on the first three."""
    return View(
        surface="wood" if kind == "point" else "stone" if kind in ("cell", "hexagon") else "table",
        sites=tuple(Site(site.id, site.x, site.y, site.name, kind) for site in ROW),
        pieces=tuple(
            Piece(site.id, site.id, shape, colour, shape, shape[0])
            for site, (shape, colour) in zip(ROW, pieces or (), strict=False)
        ),
        seats=(),
        status="",
        lines=tuple((one.id, other.id) for one, other in zip(ROW, ROW[1:], strict=False))
        if kind == "point"
        else (),
        marks=tuple(Mark(mark, site.id) for site in ROW[:3]) if mark else (),
        arrows=(Arrow("a1", "d1", "brick"),) if arrow else (),
    )


def dice() -> View:
    """A row of cells, with dice on the first three."""
    places = tuple(
        Site(f"die-{site.id}", site.x, site.y, site.name, "die", None) for site in ROW[:3]
    )
    pieces = tuple(Piece(site.id, site.id, "die", "ivory", "die", "d") for site in places)
    return dataclasses.replace(row(), sites=(*ROW, *places), pieces=pieces)


def edges() -> View:
    """The edges around a row of cells, with a wall on some of them."""
    across = [((x - 0.5, y), (x + 0.5, y)) for x in range(len(ROW)) for y in (-0.5, 0.5)]
    upwards = [((x - 0.5, -0.5), (x - 0.5, 0.5)) for x in range(len(ROW) + 1)]
    around = tuple(
        Site(
            f"{ends}",
            (ends[0][0] + ends[1][0]) / 2,
            sum(y for _, y in ends) / 2,
            "",
            "edge",
            ends=ends,
        )
        for ends in across + upwards
    )
    colours: dict[int, Colour] = {0: "ebony", 3: "blue", 15: "brick"}
    walls = tuple(
        Piece(around[at].id, around[at].id, "wall", colour, "wall", "w")
        for at, colour in colours.items()
    )
    return dataclasses.replace(row(), sites=(*ROW, *around), pieces=walls)


def pits(*stores: Site) -> View:
    """A row of pits with more and more seeds; with stores, two rows between them."""
    columns = list(enumerate(COLUMNS[: 3 if stores else 7], 1))
    rows = (0.0, 1.32) if stores else (0.0,)
    sites = (*(Site(f"{name}{y}", x, y, name, "pit") for y in rows for x, name in columns), *stores)
    pieces = tuple(
        Piece(f"{site.id}-{n}", site.id, "seed", "ivory", "seed", "o")
        for count, site in enumerate(sites)
        for n in range(count)
    )
    return View("wood", sites, pieces, (), "")


def some(kind: SiteKind) -> View:
    """Sites of this kind, with what is usual on them."""
    if kind == "die":
        return dice()
    if kind == "edge":
        return edges()
    if kind == "pit":
        return pits()
    if kind == "store":
        return pits(*(Site(f"store-{x}", x, 0.66, "store", "store") for x in (0, 4)))
    if kind in ("wedge", "rack"):
        return columns(kind)
    return row(kind=kind)


def columns(kind: SiteKind) -> View:
    """Sites of this kind with more and more pieces."""
    sites = tuple(
        Site(name, x, 0, name, kind, dark=kind == "wedge" and x % 2 > 0, reach=(x, 2))
        for x, name in enumerate(COLUMNS)
    )
    pieces = tuple(
        Piece(f"{site.id}-{n}", site.id, "counter", "ivory", "counter", "o")
        for count, site in enumerate(sites[:5])
        for n in range(count)
    )
    return View("wood", sites, pieces, (), "")


def board(surface: Surface) -> View:
    """A small board, or a table of three, with some pieces."""
    if surface == "table":
        places = tuple(
            Site(f"{seat}", x, y, f"place of seat {seat}", "place", seat)
            for seat, (x, y) in enumerate(((0, -1), (-0.87, 0.5), (0.87, 0.5)))
        )
        pieces = tuple(
            Piece(site.id, site.id, "card", colour, "card", "c", None, site.owner)
            for site, colour in zip(places, get_args(Colour), strict=False)
        )
        seats = tuple(SeatView(f"Seat {seat}", "grey") for seat in range(1, 4))
        return View(surface, places, pieces, seats, "")
    sites = tuple(
        Site(f"{name}{y}", x, y, f"{name}{y}", "point" if surface == "wood" else "cell")
        for y in (1, 2, 3)
        for x, name in enumerate(COLUMNS)
    )
    lines = tuple(
        (one.id, other.id)
        for one in sites
        for other in sites
        if (other.x - one.x, other.y - one.y) in ((1, 0), (0, 1))
    )
    shape: Shape = "counter" if surface == "wood" else "stone"
    return View(
        surface,
        sites,
        (
            Piece("1", "b2", shape, "ivory", shape, "x"),
            Piece("2", "e2", shape, "ebony", shape, "o"),
        ),
        SEATS,
        "",
        lines=lines if surface == "wood" else (),
        labels=tuple(Label(x, 0, name) for x, name in enumerate(COLUMNS)),
    )


def drawn(view: View, title: str) -> str:
    """The board of the View alone, as a picture that follows the reader's light or dark."""
    pen, plan = Pen("light"), plan_of(ground_of(view))
    art = "".join(
        (
            ground_art(pen, plan),
            number_arts(pen, plan, view.pieces),
            mark_arts(pen, plan, view.marks),
            pieces_art(pen, plan, view.pieces),
            arrow_arts(pen, plan, view.arrows),
        )
    )
    return pen(
        "svg",
        pen("title", title),
        dark_style(art),
        art,
        xmlns="http://www.w3.org/2000/svg",
        kind="picture lud-auto",
        viewBox=f"0 0 {WIDTH} {plan.board.high:g}",
        role="img",
        font_family=FONTS,
    )


def main() -> None:
    """Write the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures():
        (FOLDER / f"{name}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
