"""Sets of pieces that a reader may choose in place of the carved ones; shapes that a set does not
draw are those of the carved set.
"""

from __future__ import annotations

from collections.abc import Callable

from ludarium.draw.chess_pieces import MEN
from ludarium.draw.pen import Pen
from ludarium.draw.pieces import Look, counter, glyph_art, look_art
from ludarium.rules.view import Colour, Glyph, Man, Shape

__all__ = ["PIECE_SETS", "look_sets"]

Art = Callable[[Pen, Colour, Glyph | None], str]

# Straight silhouettes on a flat foot.
FLAT: dict[Man, str] = {
    "pawn": "M-22 36V27H-12L-6 2A15 15 0 1 1 6 2L12 27H22V36Z",
    "rook": "M-27 36V26H-19V-8H-27V-34H-14V-24H-6V-34H6V-24H14V-34H27V-8H19V26H27V36Z",
    "knight": "M-24 36V26H-16L-2 0L-22 8L-30 -2L-12 -28V-40L2 -32C20 -28 26 -10 20 26H26V36Z",
    "bishop": "M-25 36V26H-10L-13 8C-24 -6 -14 -24 0 -40C14 -24 24 -6 13 8L10 26H25V36Z",
    "queen": "M-27 36V26H-20L-32 -26L-16 -10L-11 -36L0 -12L11 -36L16 -10L32 -26L20 26H27V36Z",
    "king": "M-27 36V26H-18L-28 -14L-6 -8V-20H-15V-31H-6V-40H6V-31H15V-20H6V-8L28 -14L18 26H27V36Z",
}


def flat_man(shape: Man) -> Art:
    """Make the function that draws a chess piece as a straight silhouette."""

    def art(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
        return pen(
            "path",
            fill=colour,
            stroke="ebony-rim",
            stroke_width=4.5,
            stroke_linejoin="round",
            d=FLAT[shape],
        )

    return art


def flat_disc(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A disc without relief."""
    face = pen("circle", fill=colour, stroke=f"{colour}-rim", r=38, stroke_width=5)
    return face + glyph_art(pen, glyph, f"{colour}-ink", size=60, weight=2.8)


def disc_man(shape: Man) -> Art:
    """Make the function that draws a chess piece as a sign on a counter."""

    def art(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
        outline = MEN[shape]
        parts = (
            pen("path", d=outline.body),
            *(pen("circle", cx=x, cy=y, r=r + 1) for x, y, r in outline.balls),
        )
        sign = pen("g", *parts, fill=f"{colour}-ink", transform="translate(0 -1) scale(0.66)")
        return counter(pen, colour, Glyph("none", "")) + sign

    return art


PIECE_SETS: dict[str, dict[Shape, Art]] = {
    "carved": {},
    "flat": {
        **{shape: flat_man(shape) for shape in FLAT},
        "counter": flat_disc,
        "stone": flat_disc,
    },
    "discs": {shape: disc_man(shape) for shape in FLAT},
}
"""By name, the first is what pictures show by default."""


def look_sets(pen: Pen, look: Look) -> str:
    """The piece as of all sets, each in a group of its own, of which the first shows until a style
    sheet shows another.
    """
    drawn = {name: arts[look.shape] for name, arts in PIECE_SETS.items() if look.shape in arts}
    if not drawn:
        return look_art(pen, look)
    others = (
        pen("g", art(pen, look.colour, look.glyph), kind=f"set lud-set-{name}", display="none")
        for name, art in drawn.items()
    )
    away = " ".join(f"lud-not-{name}" for name in drawn)
    first = pen("g", look_art(pen, look), kind=f"set {away}")
    return pen("g", first, *others)
