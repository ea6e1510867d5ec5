"""A bracket of matches as a picture: boxes in columns, joined by lines, as SVG of a fixed scale,
which large ones scroll in.

Its letters stay 14 px high, so that it reads the same on a phone, where it scrolls, on a wall, and
on paper.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from html import escape

from ludarium.draw.pen import FONTS, Pen, Theme, clean, fitted, wrapped
from ludarium.draw.svg import dark_style

__all__ = ["Box", "Heading", "PlayerLine", "bracket_svg"]

BOX_WIDTH, LINE_HEIGHT, NUMBER_WIDTH = 188, 24, 38
GAP, MARGIN, HEADING = 32, 12, 34
ROW = 2 * LINE_HEIGHT + 18  # from one row to the next
FONT, SMALL = 14, 12


@dataclasses.dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in a box."""

    name: str
    known: bool = True
    """True if it is a player, and not the match that one will come from."""
    won: bool = False
    """True if the player won this match."""


@dataclasses.dataclass(frozen=True, slots=True)
class Box:
    """A match."""

    name: str
    column: int
    """From 0, at the left."""
    row: float
    """The row of its middle: 0 at the top, 1 more for each match below."""
    number: str
    lines: tuple[PlayerLine, PlayerLine]
    state: str
    """`played`, `playing` or `waiting`."""
    leads_to: str | None = None
    """The name of the box where its winner goes on."""
    note: str = ""
    """Small text above it, such as how it was decided."""


@dataclasses.dataclass(frozen=True, slots=True)
class Heading:
    """The heading above a column, over the boxes from this row down."""

    column: int
    row: float
    text: str


def bracket_svg(
    boxes: Sequence[Box], headings: Sequence[Heading], title: str, theme: Theme = "auto"
) -> str:
    """The picture.

    A box with its lines is a group of the class `lud-match`: data-match is its name, data-state its
    state, data-left and data-top its corner. The picture says how it is laid out: data-column and
    data-row are the distances from one to the next, data-top is where the first row begins,
    data-margin what is around all.
    """
    pen = Pen("dark" if theme == "dark" else "light")
    width = (
        2 * MARGIN + (max((box.column for box in boxes), default=0) + 1) * (BOX_WIDTH + GAP) - GAP
    )
    height = 2 * MARGIN + HEADING + ROW * (max((box.row for box in boxes), default=0.0) + 1)
    by_name = {box.name: box for box in boxes}
    parts = [pen("rect", kind="ground", fill="ground", width=width, height=height, rx=12)]
    for heading in headings:
        y = MARGIN + HEADING + ROW * heading.row - 14
        parts.append(
            pen.text(
                left(heading.column),
                y,
                fitted(heading.text, SMALL, BOX_WIDTH),
                SMALL,
                "muted",
                bold=True,
            )
        )
    parts += [joint(pen, box, by_name[box.leads_to]) for box in boxes if box.leads_to in by_name]
    parts += [drawn(pen, box) for box in boxes]
    body = "".join(parts)
    return pen(
        "svg",
        pen("title", escape(clean(title))),
        pen("desc", escape("; ".join(map(clean, map(told, boxes))))),
        dark_style(body) if theme == "auto" else "",
        body,
        xmlns="http://www.w3.org/2000/svg",
        kind=f"picture lud-{theme} lud-bracket",
        viewBox=f"0 0 {width} {height:g}",
        width=width,
        height=float(height),
        role="img",
        aria_label=title,
        font_family=FONTS,
        data_column=BOX_WIDTH + GAP,
        data_row=ROW,
        data_top=MARGIN + HEADING,
        data_margin=MARGIN,
    )


def left(column: int) -> int:
    return MARGIN + column * (BOX_WIDTH + GAP)


def middle(box: Box) -> float:
    return MARGIN + HEADING + ROW * (box.row + 0.5)


def joint(pen: Pen, box: Box, after: Box) -> str:
    """The line from a box to the one where its winner goes on."""
    start, end = left(box.column) + BOX_WIDTH, left(after.column)
    bend = end - GAP / 2
    path = f"M{start} {middle(box):g}H{bend:g}V{middle(after):g}H{end}"
    return pen(
        "path",
        kind="joint",
        fill="none",
        stroke="muted",
        stroke_width=1.5 if box.state == "played" else 1,
        d=path,
    )


def drawn(pen: Pen, box: Box) -> str:
    x, top = left(box.column), middle(box) - LINE_HEIGHT
    frame = "accent" if box.state == "playing" else "muted"
    parts = [
        pen("rect", fill="bar", x=x, y=top, width=BOX_WIDTH, height=2 * LINE_HEIGHT, rx=5),
        pen.text(x + NUMBER_WIDTH / 2, middle(box), box.number, 11, "muted", anchor="middle"),
    ]
    for place, line in enumerate(box.lines):
        y = top + (place + 0.5) * LINE_HEIGHT
        if line.won:
            edge, wide = x + NUMBER_WIDTH, BOX_WIDTH - NUMBER_WIDTH
            parts.append(
                pen(
                    "rect",
                    fill="accent-bar",
                    x=edge,
                    y=y - LINE_HEIGHT / 2,
                    width=wide,
                    height=LINE_HEIGHT,
                )
            )
            parts.append(
                pen.text(x + BOX_WIDTH - 8, y, "✓", SMALL, "text", anchor="end", bold=True)
            )
        most, fill = (FONT, "text") if line.known else (SMALL, "muted")
        room = BOX_WIDTH - NUMBER_WIDTH - (28 if line.won else 12)
        size, rows = name_rows(line.name, most, room)
        for at, row in enumerate(rows):
            down = y + (at - (len(rows) - 1) / 2) * 1.15 * size
            parts.append(pen.text(x + NUMBER_WIDTH + 6, down, row, size, fill, bold=line.won))
    parts += [
        pen(
            "path",
            stroke="muted",
            fill="none",
            stroke_width=0.5,
            d=f"M{x + NUMBER_WIDTH} {top + LINE_HEIGHT:g}h{BOX_WIDTH - NUMBER_WIDTH}",
        ),
        pen(
            "rect",
            fill="none",
            stroke=frame,
            stroke_width=2 if box.state == "playing" else 1,
            x=x,
            y=top,
            width=BOX_WIDTH,
            height=2 * LINE_HEIGHT,
            rx=5,
        ),
    ]
    if box.note:
        parts.append(
            pen.text(
                x + BOX_WIDTH,
                top + 2 * LINE_HEIGHT + 7,
                fitted(box.note, 10, BOX_WIDTH),
                10,
                "muted",
                anchor="end",
            )
        )
    return pen(
        "g",
        *parts,
        kind="match",
        data_match=box.name,
        data_state=box.state,
        data_left=x,
        data_top=top,
    )


def name_rows(name: str, size: float, room: float) -> tuple[float, Sequence[str]]:
    """The font size of a name and its rows, so that all of it can be read: a long one is smaller, a
    very long one in several rows.
    """
    for smaller in (size, 12, 11):
        if (shown := fitted(name, smaller, room)) == fitted(name, smaller, math.inf):
            return smaller, [shown]
    for smaller, most in ((10, 2), (9, 2), (8, 2), (7, 3)):
        rows = wrapped(name.replace("-", "-\u200b "), smaller, room)  # hyphens end rows, too
        if len(rows) <= most and not any(row.endswith("…") for row in rows):
            return smaller, [row.replace("-\u200b ", "-").replace("\u200b", "") for row in rows]
    return 11, [fitted(name, 11, room)]


def told(box: Box) -> str:
    """The match in words."""
    names = " - ".join(f"{line.name}{' ✓' if line.won else ''}" for line in box.lines)
    return f"{box.number}: {names}".strip(": ")
