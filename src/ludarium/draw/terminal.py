"""A View as terminal text: colours where there are some, letters and brackets that say the same
without.
"""

from __future__ import annotations

import collections
import dataclasses
import math
from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from ludarium.draw.layout import holds_many, is_column
from ludarium.draw.terminal_seats import BRACKETS, STYLES, hand_line, seat_lines, seat_table
from ludarium.draw.words import player_names, renamed
from ludarium.phrases import Translator, say
from ludarium.printable import printable_line
from ludarium.rules.translation import translated
from ludarium.rules.view import MarkKind, Piece, Site, View

__all__ = ["terminal"]

LEGEND: dict[MarkKind, str] = {
    "last": say("last move"),
    "active": say("goes on"),
    "captured": say("captured here"),
    "winning": say("won"),
    "threatened": say("in danger"),
    "surrounded": say("surrounded"),
}
SURROUNDED = "▫▪"
"""The signs of a point that the second or the first seat surrounds."""
HIGHEST, WIDEST = 17, 76  # of a board of points at twice the usual scale; larger ones are not
CELL = 4  # characters inside a cell
EDGE = 6  # characters from dot to dot, so that the middle of an edge is one
PIT = 5  # characters from pit to pit
COLUMN = 4  # characters from column to column
HEXAGONS_DOWN = 2 / math.sqrt(3)  # lines in a unit, so that each row of hexagons is a line
# Bits: up 1, down 2, left 4, right 8.
JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"


class StyledSign(NamedTuple):
    """One character of a drawing."""

    sign: str
    style: str = ""


Canvas = dict[tuple[int, int], StyledSign]  # by (row, column), rows downwards


def terminal(
    view: View, names: Sequence[str] | None = None, translate: Translator = str
) -> RenderableType:
    """The position for a Rich console, with texts translated by `translate`."""
    if names is not None:
        names = list(map(printable_line, names))  # before their width is counted
    status = translate(renamed(view.status, view, names))
    view = translated(view, translate)
    players = player_names(view, names)
    view, dice = without_dice(view) if view.surface != "table" else (view, [])
    board = board_text(view) if on_lattice(view) else None
    above = list(range(len(view.seats)))[:0:-1] if board else []
    below = [0] if board and view.seats else []
    parts: list[RenderableType] = [
        line for seat in above for line in seat_lines(view, seat, players[seat], translate)
    ]
    parts.append(board or seat_table(view, players, translate))
    parts += [line for seat in below for line in seat_lines(view, seat, players[seat], translate)]
    if dice:
        parts.append(Text(translate(say("Dice: {dice}", dice=" ".join(dice)))))
    parts += [
        hand_line(hand, translate(say("Everyone's choice")))
        for hand in view.hands
        if hand.owner is None or not board
    ]
    if view.drawn_buttons:
        parts.append(
            Text(
                translate(
                    say(
                        "Or: {buttons}",
                        buttons=", ".join(button.label for button in view.drawn_buttons),
                    )
                )
            )
        )
    kinds = {mark.kind for mark in view.marks}
    if board and kinds:
        parts.append(
            Text(
                "   ".join(legend(kind, translate) for kind in LEGEND if kind in kinds), style="dim"
            )
        )
    parts.append(Text(status, style="bold"))
    return Group(*parts)


def without_dice(view: View) -> tuple[View, list[str]]:
    """The View without dice and their places, and the letters of the dice."""
    places = {site.id for site in view.sites if site.kind == "die"}
    dice = [piece.letter for piece in view.pieces if piece.site in places]
    sites = tuple(site for site in view.sites if site.id not in places)
    pieces = tuple(piece for piece in view.pieces if piece.site not in places)
    return dataclasses.replace(view, sites=sites, pieces=pieces), dice


def legend(kind: MarkKind, translate: Translator) -> str:
    """The brackets of a mark, and what it means."""
    signs = SURROUNDED if kind == "surrounded" else BRACKETS[kind]
    return f"{' '.join(signs)} {translate(LEGEND[kind])}"


def on_lattice(view: View) -> bool:
    """Return whether all sites are hexagons, or cells or points with whole coordinates, or edges
    around such cells.
    """
    if view.sites and all(site.kind == "hexagon" for site in view.sites):
        return True
    if has_heaps(view):
        return True
    return bool(view.sites) and all(
        site.kind in ("cell", "point", "edge") and all(map(is_whole, places_of(site)))
        for site in view.sites
    )


def places_of(site: Site) -> tuple[float, ...]:
    """The numbers that tell where the site is, which a lattice has whole; edges lie between its
    places.
    """
    return tuple(at + 0.5 for end in site.ends for at in end) if site.ends else (site.x, site.y)


def is_whole(number: float) -> bool:
    return number == int(number)


def has_heaps(view: View) -> bool:
    """Return whether many pieces can lie on one site."""
    return any(map(holds_many, view.sites))


# Boards


def board_text(view: View) -> Text:
    """The board, with the labels that the View gives, drawn character by character."""
    canvas: Canvas = {}
    if any(map(is_column, view.sites)):
        write_labels(canvas, view, COLUMN, 1)
        draw_columns(canvas, view)
        return text_of(canvas)
    if has_heaps(view):
        heights = sorted({site.y for site in view.sites})
        lines = (len(heights) - 1) / max(heights[-1] - heights[0], 1)  # in a unit
        write_labels(canvas, view, PIT, lines)
        draw_sites(canvas, view, PIT, lines)
        return text_of(canvas)
    if any(site.kind == "hexagon" for site in view.sites):
        write_labels(canvas, view, 4, HEXAGONS_DOWN)
        draw_sites(canvas, view, 4, HEXAGONS_DOWN)
        return text_of(canvas)
    kinds = {site.kind for site in view.sites}
    rows = max(site.y for site in view.sites) - min(site.y for site in view.sites)
    if "edge" in kinds:
        across, down = EDGE, 2
        draw_dots(canvas, view)
    elif "cell" in kinds:
        across, down = CELL + 1, 2
        draw_cells(canvas, view)
    else:
        columns = max(site.x for site in view.sites) - min(site.x for site in view.sites)
        across, down = scale_of_points(columns, rows)
        draw_lines(canvas, view, across, down)
    write_labels(canvas, view, across, down)
    draw_sites(canvas, view, across, down)
    return text_of(canvas)


def scale_of_points(columns: float, rows: float) -> tuple[int, int]:
    """Characters and lines in a unit: two of each are the least that show a diagonal."""
    if 4 * rows < HIGHEST and 8 * columns < WIDEST:
        return 8, 4
    return (4 if 4 * columns < WIDEST else 2), 2


def write_labels(canvas: Canvas, view: View, across: int, down: float) -> None:
    """The labels; those beside and below a board of points come as near to it as they can."""
    points = all(site.kind == "point" for site in view.sites)
    left, low = (
        min((label.x for label in view.labels), default=0),
        min((label.y for label in view.labels), default=0),
    )
    for label in view.labels:
        row, column = spot_of(label.x, label.y, across, down)
        if points and label.x == left:
            column += across - 4
        elif points and label.y == low:
            row -= round(down) - 1
        write(canvas, (row, column), label.text, "dim")


def spot_of(x: float, y: float, across: int, down: float) -> tuple[int, int]:
    return -round(y * down), round(x * across)


def write(canvas: Canvas, at: tuple[int, int], text: str, style: str) -> None:
    """Write around the middle of a site."""
    row, column = at[0], at[1] - (cell_len(text) - 1) // 2
    for sign in text:
        canvas[row, column] = StyledSign(sign, style)
        column += max(cell_len(sign), 1)


def draw_cells(canvas: Canvas, view: View) -> None:
    """The frames of the cells; where two lines meet, the junction has an arm for each."""
    arms: dict[tuple[int, int], int] = {}
    width = CELL + 1
    for site in view.sites:
        row, middle = spot_of(site.x, site.y, width, 2)
        left, right = middle - width // 2, middle - width // 2 + width
        for column in range(left, right):
            for edge in (row - 1, row + 1):
                arms[edge, column] = arms.get((edge, column), 0) | 8
                arms[edge, column + 1] = arms.get((edge, column + 1), 0) | 4
        for column in (left, right):
            for at, arm in ((row - 1, 2), (row, 3), (row + 1, 1)):
                arms[at, column] = arms.get((at, column), 0) | arm
    for spot, bits in arms.items():
        canvas[spot] = StyledSign(JUNCTIONS[bits], "dim")


def draw_dots(canvas: Canvas, view: View) -> None:
    """A cross wherever edges end."""
    for x, y in {end for site in view.sites for end in site.ends or ()}:
        canvas[spot_of(x, y, EDGE, 2)] = StyledSign("+", "dim")


def draw_lines(canvas: Canvas, view: View, across: int, down: int) -> None:
    sites = {site.id: site for site in view.sites}
    for one, other in view.lines:
        start, end = sorted(
            spot_of(sites[name].x, sites[name].y, across, down) for name in (one, other)
        )
        (row, column), (to_row, to_column) = start, end
        sign = line_sign(to_row - row, to_column - column)
        steps = max(to_row - row, abs(to_column - column) if to_row == row else 0)
        for step in range(1, steps):
            at = (
                row + round((to_row - row) * step / steps),
                column + round((to_column - column) * step / steps),
            )
            before = canvas[at].sign if at in canvas else sign
            canvas[at] = StyledSign(
                sign if before == sign else "╳" if {before, sign} == {"╱", "╲"} else "┼", "dim"
            )


def line_sign(down: int, right: int) -> str:
    if down == 0:
        return "─"
    if right == 0:
        return "│"
    return "╲" if right > 0 else "╱"


def draw_columns(canvas: Canvas, view: View) -> None:
    """The pieces of each site one below another; where there are more than fit, in place of the
    last one a number.
    """
    kinds = {mark.site: mark.kind for mark in view.marks}
    lying: dict[str, list[Piece]] = {}
    for piece in view.pieces:
        lying.setdefault(piece.site, []).append(piece)
    for site in view.sites:
        pieces, kind = lying.get(site.id, []), kinds.get(site.id)
        end = site.reach or (site.x, site.y)
        way, fits = (1 if end[1] > site.y else -1), 1 + round(abs(end[1] - site.y))
        for place in range(max(1, min(fits, len(pieces)))):
            lies = pieces[place] if pieces else None
            more = place + 1 == fits < len(pieces)
            sign = f"{len(pieces)}" if more else lies.letter if lies else "·"
            at = spot_of(site.x, round(site.y) + way * place, COLUMN, 1)
            draw_site(canvas, site, lies, sign, None if place else kind, at)


def draw_sites(canvas: Canvas, view: View, across: int, down: float) -> None:
    pieces = {piece.site: piece for piece in view.pieces}
    if has_heaps(view):  # a number in each
        counts = collections.Counter(piece.site for piece in view.pieces)
        pieces = {
            name: dataclasses.replace(piece, letter=f"{counts[name]}")
            for name, piece in pieces.items()
        }
    # a site has room for one pair of brackets: what is more than the last move goes first
    marks = sorted(view.marks, key=lambda mark: mark.kind != "last")
    kinds = {mark.site: mark.kind for mark in marks}
    colours = {mark.site: mark.colour for mark in marks}
    dot = "" if any(site.kind == "edge" for site in view.sites) else "·"
    for site in view.sites:
        piece, kind = pieces.get(site.id), kinds.get(site.id)
        sign = sign_on(site, piece, kind) if piece else dot
        if kind == "surrounded":
            sign = sign if piece else SURROUNDED[colours[site.id] == view.seats[0].colour]
            kind = None
        draw_site(canvas, site, piece, sign, kind, spot_of(site.x, site.y, across, down))


def sign_on(site: Site, piece: Piece, kind: MarkKind | None) -> str:
    """The piece's letter; along an edge a line, with room for the brackets of its mark."""
    if not site.ends:
        return piece.letter
    (_, y), (_, to_y) = site.ends
    return "|" if y != to_y else "-" * (EDGE - (3 if kind else 1))


def draw_site(
    canvas: Canvas,
    site: Site,
    piece: Piece | None,
    sign: str,
    kind: MarkKind | None,
    at: tuple[int, int],
) -> None:
    """The sign of what is on the site, in the brackets of its mark."""
    opened, closed = BRACKETS[kind] if kind else ("", "")
    if site.kind == "cell" and cell_len(sign) == 1:
        sign += " "  # all cells have their letters in the same column
    style = STYLES[piece.colour] if piece else ""
    write(canvas, at, sign, style)
    row, column = at
    start = column - (cell_len(sign) - 1) // 2
    for beside, bracket in ((start - 1, opened), (start + cell_len(sign), closed)):
        if bracket:
            canvas[row, beside] = StyledSign(bracket, "bold")


def text_of(canvas: Canvas) -> Text:
    """The canvas as lines of text, indented by one."""
    rows, columns = [row for row, _ in canvas], [column for _, column in canvas]
    text = Text(no_wrap=True)
    for row in range(min(rows), max(rows) + 1):
        column = min(columns) - 1
        last = max((c for r, c in canvas if r == row), default=column)
        while column <= last:
            spot = canvas.get((row, column), StyledSign(" "))
            text.append(spot.sign, spot.style)
            column += max(cell_len(spot.sign), 1)
        text.append("\n" if row < max(rows) else "")
    return text


# Seats
