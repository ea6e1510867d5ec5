"""Draws one piece, in a box of 100 by 100 units around the point (0, 0), y downwards."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from typing import NamedTuple

from ludarium.draw.chess_pieces import MEN, drawn_man
from ludarium.draw.pen import Pen
from ludarium.rules.view import Colour, Glyph, HandItem, Man, Piece, Shape

__all__ = ["REACH", "Look", "look_art", "look_key", "look_of"]

# How far a piece reaches from its middle, sideways.
REACH: dict[Shape, float] = {
    "counter": 41,
    "dead": 41,
    "stone": 39,
    "figure": 35,
    "wall": 42,
    "lamp": 42,
    "card": 40,
    "die": 40,
    **dict.fromkeys(MEN, 32),
    "seed": 40,
}

# Colours that are easily taken for each other have different grooves as well: rings on the face, as
# radii.
GROOVES: dict[Colour, tuple[float, ...]] = {
    "ivory": (29,),
    "ebony": (29, 7),
    "brick": (34,),
    "grey": (20,),
    "blue": (24,),
}


class Look(NamedTuple):
    """The properties of a piece that its drawing depends on."""

    shape: Shape
    colour: Colour
    glyph: Glyph | None = None


def look_of(piece: Piece | HandItem) -> Look:
    return Look(piece.shape, piece.colour, piece.glyph)


@functools.lru_cache(maxsize=1024)
def look_art(pen: Pen, look: Look) -> str:
    """The piece as an SVG element."""
    return pen("g", ARTS[look.shape](pen, look.colour, look.glyph), kind=f"look lud-{look.shape}")


@functools.lru_cache(maxsize=1024)
def look_key(look: Look) -> str:
    """A short name that no other look has."""
    return hashlib.blake2s(look_art(Pen(), look).encode(), digest_size=5).hexdigest()


def glyph_art(
    pen: Pen, glyph: Glyph | None, paint: str, *, size: float, weight: float, y: float = 0.0
) -> str:
    """The glyph in a box of this size around (0, y); weight: of its strokes, of 24 units a box."""
    if glyph is None:
        return ""
    path = pen(
        "path",
        d=glyph.path,
        fill="none",
        stroke=paint,
        stroke_width=weight,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    scale = size / 24
    return pen(
        "g",
        path,
        kind="glyph",
        transform=f"translate({-size / 2:g} {y - size / 2:g}) scale({scale:.3g})",
    )


def shadow(pen: Pen, x: float, y: float, across: float, down: float) -> str:
    return pen("ellipse", fill="shadow", cx=x, cy=y, rx=across, ry=down, opacity=0.22)


def counter(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A turned wooden counter: its edge below, a face with grooves."""
    edge = pen("circle", fill=f"{colour}-rim", cy=3, r=40)
    face = pen("circle", fill=colour, stroke=f"{colour}-rim", cy=-2, r=37.5, stroke_width=4)
    groove = f"{colour}-rim" if colour != "ebony" else "ebony-ink"
    rings = (
        pen("circle", fill="none", stroke=groove, cy=-2, r=r, stroke_width=2.5, opacity=0.55)
        for r in GROOVES.get(colour, ())
    )
    return "".join(
        (
            shadow(pen, 3, 8, 42, 40),
            edge,
            face,
            *(rings if glyph is None else ()),
            glyph_art(pen, glyph, f"{colour}-ink", size=56, weight=2.4, y=-2),
        )
    )


def dead(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A faded counter, with its sign in full."""
    face = pen("circle", fill=colour, stroke=f"{colour}-rim", r=38, stroke_width=2.5, opacity=0.5)
    return face + glyph_art(pen, glyph, "captured", size=52, weight=4)


def stone(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A thick smooth stone with its sign cut into it."""
    edge = pen("circle", fill=f"{colour}-rim", cy=4, r=39)
    face = pen("circle", fill=colour, stroke=f"{colour}-rim", cy=-2, r=37.5, stroke_width=4)
    ring = (
        pen("circle", fill="none", stroke=f"{colour}-ink", cy=-2, r=33, stroke_width=2, opacity=0.6)
        if colour not in ("ivory",)
        else ""
    )
    return "".join(
        (
            shadow(pen, 3, 9, 40, 38),
            edge,
            face,
            ring,
            glyph_art(pen, glyph, f"{colour}-ink", size=74, weight=3, y=-2),
        )
    )


def totem(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A carved pole that stands on its cell and rises over the edge of it."""
    rim, ink = f"{colour}-rim", f"{colour}-ink"
    foot = pen("path", fill=rim, d="M-29 30a29 10 0 0 0 58 0v-6h-58z") + pen(
        "ellipse", fill=colour, stroke=rim, cy=23, rx=29, ry=10, stroke_width=2
    )
    body = pen(
        "path",
        fill=colour,
        stroke=rim,
        stroke_width=2.5,
        d="M-19 24C-21 8 -17 0 -18 -10H18C17 0 21 8 19 24A19 7 0 0 1 -19 24z",
    )
    wings = pen("path", fill=rim, d="M-18 -8L-31 -14V-1L-18 4zM18 -8L31 -14V-1L18 4z")
    head = pen(
        "path",
        fill=colour,
        stroke=rim,
        stroke_width=2.5,
        d="M-21 -8V-42C-21 -68 21 -68 21 -42V-8C10 -3 -10 -3 -21 -8z",
    )
    shade = pen(
        "path",
        fill=rim,
        d="M9 -59C19 -55 21 -50 21 -42V-8L10 -5.5V-40C10 -48 11 -54 9 -59zM19 24C15 28 11 "
        "29.500 8 30V-2L18 -6C17 2 21 8 19 24z",
        opacity=0.4,
    )
    eyes = "".join(
        pen("circle", fill=ink, cx=x, cy=-37, r=5) + pen("circle", fill=rim, cx=x, cy=-36, r=2.2)
        for x in (-9, 9)
    )
    brow = pen(
        "path",
        fill="none",
        stroke=rim,
        stroke_width=3,
        stroke_linecap="round",
        d="M-16 -46L-3 -43M16 -46L3 -43",
    )
    beak = pen("path", fill=ink, d="M-5 -29H5L0 -19z")
    bands = pen(
        "path",
        fill="none",
        stroke=ink,
        stroke_width=3,
        stroke_linecap="round",
        d="M-14 3C-6 7 6 7 14 3M-14 13C-6 17 6 17 14 13",
    )
    sign = glyph_art(pen, glyph, ink, size=26, weight=3, y=10)
    carved = pen(
        "g",
        foot,
        body,
        wings,
        head,
        shade,
        brow,
        eyes,
        beak,
        sign or bands,
        transform="translate(0 -3) scale(1.12)",
    )
    return shadow(pen, 5, 29, 40, 16) + carved


def wall(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A bar that lies along its site, across; its grooves go the short way."""

    def bar(paint: str, half: float, reach: float) -> str:
        size = {"x": -reach, "y": -half, "width": 2 * reach, "height": 2 * half, "rx": half}
        return pen("rect", fill=paint, **size)  # type: ignore[arg-type]

    # ebony is told from all others by being dark
    rings = GROOVES.get(colour, ()) if colour != "ebony" else ()
    data = "".join(f"M{way * r} -6V6" for r in rings for way in (1, -1))
    grooves = pen("path", d=data, stroke=f"{colour}-rim", stroke_width=3, opacity=0.55)
    sign = glyph_art(pen, glyph, f"{colour}-ink", size=16, weight=3)
    face = bar(f"{colour}-rim", 9, 42) + bar(colour, 6.5, 39.5)
    return face + (grooves if data and glyph is None else "") + sign


def lamp(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A lamp that is lit."""
    glow = pen("circle", fill=f"{colour}-lamp", r=53, opacity=0.22)
    light = pen("circle", fill=f"{colour}-lamp", stroke="table-rim", r=45, stroke_width=2)
    return glow + light + glyph_art(pen, glyph, "lamp-ink", size=68, weight=2.3)


def card(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A card: face up where it has a glyph, else face down."""
    below = pen("rect", fill="shadow", x=-38, y=-45, width=80, height=100, rx=10, opacity=0.35)
    paper = pen(
        "rect",
        fill="card",
        stroke=f"{colour}-rim",
        x=-40,
        y=-50,
        width=80,
        height=100,
        rx=10,
        stroke_width=3,
    )
    if glyph is None:
        return below + paper + card_back(pen, colour)
    band = pen("rect", fill=colour, x=-31, y=30, width=62, height=8, rx=4)
    return below + paper + band + glyph_art(pen, glyph, f"{colour}-rim", size=66, weight=2.1, y=-8)


def card_back(pen: Pen, colour: Colour) -> str:
    """A panel of crossing lines with a lozenge in the middle."""
    panel = pen("rect", fill=f"{colour}-rim", x=-32, y=-42, width=64, height=84, rx=5)
    lines = []
    # those that fall and those that rise, each cut off at the panel's sides
    for start in range(-84, 85, 14):
        left, right = max(-30, start - 40), min(30, start + 40)
        lines += [
            f"M{way * left} {left - start}L{way * right} {right - start}"
            for way in (1, -1)
            if left < right
        ]
    net = pen("path", d="".join(lines), fill="none", stroke="card", stroke_width=1.5, opacity=0.3)
    lozenge = pen(
        "path", d="M0 -19L14 0L0 19L-14 0Z", fill=f"{colour}-rim", stroke="card", stroke_width=2.5
    )
    return panel + net + lozenge


def die(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A die with rounded corners, its upper face towards the reader."""
    # a dark table does not show a dark rim
    rim = "ebony-ink" if colour == "ebony" else f"{colour}-rim"
    body = pen("rect", fill=rim, x=-42, y=-38, width=84, height=84, rx=18)
    face = pen(
        "rect",
        fill=colour,
        stroke=rim,
        x=-42,
        y=-44,
        width=84,
        height=84,
        rx=18,
        stroke_width=4,
    )
    sign = glyph_art(pen, glyph, f"{colour}-ink", size=72, weight=3.4, y=-2)
    return shadow(pen, 4, 10, 44, 42) + body + face + sign


def man(shape: Man) -> Callable[[Pen, Colour, Glyph | None], str]:
    """Make the function that draws a chess piece of this shape."""
    return lambda pen, colour, glyph: drawn_man(pen, shape, colour)


def seed(pen: Pen, colour: Colour, glyph: Glyph | None) -> str:
    """A round seed, with shade along its lower side; simple, as there are many of them."""
    body = pen("circle", fill=colour, stroke=f"{colour}-rim", r=37, stroke_width=6)
    shade = pen(
        "path",
        fill="none",
        stroke=f"{colour}-rim",
        stroke_width=5,
        stroke_linecap="round",
        d="M-22 14A27 27 0 0 0 22 14",
        opacity=0.3,
    )
    return shadow(pen, 5, 12, 40, 36) + body + shade


ARTS: dict[Shape, Callable[[Pen, Colour, Glyph | None], str]] = {
    "counter": counter,
    "dead": dead,
    "stone": stone,
    "figure": totem,
    "wall": wall,
    "lamp": lamp,
    "card": card,
    "die": die,
    **{shape: man(shape) for shape in MEN},
    "seed": seed,
}
