"""Boards and pieces on paper: sheets of A4 as SVG in millimetres, to print and cut out.

A program that prints SVG, or makes PDF of it, keeps their sizes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludarium.draw.layout import WIDTH as BOARD_WIDTH
from ludarium.draw.layout import ground_of, plan_of
from ludarium.draw.pen import FONTS, Pen
from ludarium.draw.pieces import Look, look_art, look_of
from ludarium.draw.scene import board_svg
from ludarium.rules.view import View

__all__ = ["HEIGHT", "WIDTH", "Loose", "board_sheet", "laid_out", "loose_pieces", "piece_sheets"]

WIDTH, HEIGHT = 210, 297  # millimetres of A4
MARGIN = 10
LARGEST = 26.0  # millimetres of a piece: larger ones waste paper
CARD = 40.0
TALL = ("figure",)
CUT = 1.5  # between a piece and the line along which it is cut out
PEN = Pen()


class Loose(NamedTuple):
    """Pieces of one kind that lie on the table or begin on the board."""

    look: Look
    number: int
    size: float
    """Millimetres across."""


def board_sheet(view: View, title: str) -> str:
    """A sheet with the board of this View alone, as large as it goes.

    title: what is written above it.
    """
    plan = plan_of(ground_of(view))
    scale = board_scale(view)
    width, height = scale * BOARD_WIDTH, scale * plan.height
    place = f'x="{(WIDTH - width) / 2:g}" y="{2 * MARGIN}" width="{width:g}" height="{height:g}"'
    picture = board_svg(plan).replace("<svg ", f"<svg {place} ", 1)
    return sheet(title, picture)


def board_scale(view: View) -> float:
    """Millimetres in a picture unit, so that the board fills a sheet."""
    plan = plan_of(ground_of(view))
    return min((WIDTH - 2 * MARGIN) / BOARD_WIDTH, (HEIGHT - 4 * MARGIN) / plan.height)


def loose_pieces(view: View) -> list[Loose]:
    """The pieces of a game that begins with this View: those on the board, and those in hand.

    Where every seat has the same in hand, one of each kind a seat is a card; and what seats collect
    to a goal is as many markers of the kind whose letter it has.
    """
    plan, scale = plan_of(ground_of(view)), board_scale(view)
    found: Counter[tuple[Look, float]] = Counter()
    for piece in view.pieces:
        found[look_of(piece), min(LARGEST, scale * plan.piece_size(piece.site))] += 1
    sizes = [min(LARGEST, scale * plan.piece_size(site.id)) for site in view.sites]
    usual = max(sizes, default=LARGEST)
    goals = {tally.letter: tally.goal for seat in view.seats[:1] for tally in seat.tallies}
    for hand in view.hands:
        for item in hand.items:
            if item.count is not None:
                found[look_of(item), usual] += item.count
            elif hand.owner is None:
                found[look_of(item), CARD] += len(view.seats)
                marker = look_of(item)._replace(shape="stone")
                found[marker, LARGEST] += len(view.seats) * (goals.get(item.letter) or 0)
    return [Loose(look, count, size) for (look, size), count in found.items() if count]


def piece_sheets(pieces: Iterable[Loose], title: str) -> list[str]:
    """Sheets with all of these pieces, row by row, each in a line to cut along."""
    return [sheet(title, "".join(cut_out(*placed) for placed in laid)) for laid in laid_out(pieces)]


def laid_out(pieces: Iterable[Loose]) -> list[list[tuple[Loose, float, float]]]:
    """The pieces of each sheet, with the middle of each, row by row."""
    sheets: list[list[tuple[Loose, float, float]]] = []
    x, y, row = float(MARGIN), float(HEIGHT), 0.0
    for loose in singly(pieces):
        box = box_of(loose)
        if x + box > WIDTH - MARGIN or (row and box < row):
            x, y, row = float(MARGIN), y + row, 0.0
        if y + box > HEIGHT - MARGIN:
            sheets.append([])
            x, y, row = float(MARGIN), 2.0 * MARGIN, 0.0
        sheets[-1].append((loose, x + box / 2, y + box / 2))
        x, row = x + box, max(row, box)
    return sheets


def singly(pieces: Iterable[Loose]) -> Iterator[Loose]:
    """Each piece by itself, the largest first, so that rows are of one size."""
    for loose in sorted(pieces, key=lambda one: -box_of(one)):
        for _ in range(loose.number):
            yield loose._replace(number=1)


def box_of(loose: Loose) -> float:
    """The side of the square that a piece takes; tall ones stand out of their size."""
    return loose.size * (1.3 if loose.look.shape in TALL else 1.0) + 2 * CUT


def cut_out(loose: Loose, x: float, y: float) -> str:
    """One piece around this point, with the line to cut along."""
    radius = box_of(loose) / 2 - 0.1
    line = PEN(
        "rect",
        x=round(x - radius, 2),
        y=round(y - radius, 2),
        width=round(2 * radius, 2),
        height=round(2 * radius, 2),
        rx=2 if loose.look.shape in (*TALL, "card") else round(radius, 2),
        fill="none",
        stroke="grey",
        stroke_width=0.2,
        stroke_dasharray="1 1",
    )
    transform = f"translate({x:g} {y:g}) scale({loose.size / 100:g})"
    return line + PEN("g", look_art(PEN, loose.look), transform=transform)


def sheet(title: str, drawn: str) -> str:
    return PEN(
        "svg",
        PEN.text(MARGIN, 1.3 * MARGIN, title, 4, "ivory-ink"),
        drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{WIDTH}mm",
        height=f"{HEIGHT}mm",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=FONTS,
    )
