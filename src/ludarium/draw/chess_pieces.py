"""Draws chessmen, each as its outline on a foot, in a box of 100 by 100 units around the point
(0, 0), y downwards.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.draw.pen import Pen
from ludarium.rules.view import Colour, Man

__all__ = ["MEN", "drawn_man"]

FOOT = "C20 28 28 28 28 33V38H-28V33C-28 28 -20 28 "
"""From the right end of what stands on the foot to its left end."""


class Outline(NamedTuple):
    """The outline of a chess piece."""

    body: str
    """The outline, as the data of a path."""
    folds: str
    """The lines on it."""
    dots: tuple[tuple[float, float, float], ...] = ()
    """Points and radii of eyes."""
    balls: tuple[tuple[float, float, float], ...] = ()
    """Points and radii of what sits on top."""


MEN: dict[Man, Outline] = {
    "pawn": Outline(
        "M-16 25C-9 17 -7 7 -7 -2H-12C-16 -2 -16 -9 -12 -9H-9A14 14 0 1 1 9 -9H12C16 -9 16 -2 12 "
        "-2H7C7 7 9 17 16 25C18 28 25 28 25 33V38H-25V33C-25 28 -18 28 -16 25Z",
        "M-16 27H16M-8 -5H8",
    ),
    "rook": Outline(
        f"M-19 25L-15 -10H-18C-21 -10 -23 -12 -23 -16V-35H-13V-27H-5V-35H5V-27H13V-35H23V-16C23 "
        f"-12 21 -10 18 -10H15L19 25{FOOT}-19 25Z",
        "M-15 -10H15M-18 26H18",
    ),
    "knight": Outline(
        f"M-18 25C-18 11 -4 7 -2 -5C-8 -1 -14 0 -18 4C-21 8 -27 7 -29 3C-31 -2 -28 -6 -25 -11C-22 "
        f"-18 -18 -25 -11 -29L-10 -40L-1 -33C17 -31 26 -14 24 6C23 16 18 20 19 25{FOOT}-18 25Z",
        "M-18 26H19M5 -24C14 -18 17 -6 15 7",
        dots=((-10, -18, 2.8), (-24, 0, 1.7)),
    ),
    "bishop": Outline(
        f"M-18 25C-10 19 -8 12 -8 6H-13C-17 6 -17 -1 -13 -1H-10C-20 -9 -18 -21 0 -36C18 -21 20 -9 "
        f"10 -1H13C17 -1 17 6 13 6H8C8 12 10 19 18 25{FOOT}-18 25Z",
        "M-17 27H17M-9 2H9M7 -26L-2 -13",
        balls=((0, -38, 4.5),),
    ),
    "queen": Outline(
        f"M-18 25L-12 7H-16C-20 7 -20 0 -16 0H-13L-26 -27L-14 -13L-14 -34L-5 -15L0 -37L5 -15L14 "
        f"-34L14 -13L26 -27L13 0H16C20 0 20 7 16 7H12L18 25{FOOT}-18 25Z",
        "M-17 27H17M-12 3.500H12",
        balls=((-26, -29, 4), (-14, -36, 4), (0, -39, 4), (14, -36, 4), (26, -29, 4)),
    ),
    "king": Outline(
        f"M-18 25L-12 8H-16C-20 8 -20 1 -16 1H-12C-27 -8 -29 -24 -16 -27C-9 -28 -3 -24 0 -16C3 "
        f"-24 9 -28 16 -27C29 -24 27 -8 12 1H16C20 1 20 8 16 8H12L18 25{FOOT}-18 25Z"
        "M-3 -22V-31H-10V-37H-3V-44H3V-37H10V-31H3V-22Q0 -17 -3 -22Z",
        "M-17 27H17M-12 4.500H12M0 -15V0",
    ),
}


def drawn_man(pen: Pen, shape: Man, colour: Colour) -> str:
    """The man as SVG elements."""
    outline = MEN[shape]
    # of both sides, as only a dark line stands out from light and dark cells alike
    line = {"stroke": "ebony-rim", "stroke_width": 4, "stroke_linejoin": "round"}
    fold = "ebony-ink" if colour == "ebony" else "ebony-rim"
    return pen(
        "g",
        *(
            pen("ellipse", fill="shadow", cx=3, cy=37, rx=31, ry=7, opacity=0.3),
            pen("path", fill=colour, d=outline.body, **line),  # type: ignore[arg-type]
            *(
                pen("circle", fill=colour, cx=x, cy=y, r=r, **line)  # type: ignore[arg-type]
                for x, y, r in outline.balls
            ),
            pen(
                "path",
                fill="none",
                stroke=fold,
                stroke_width=2.2,
                stroke_linecap="round",
                d=outline.folds,
            ),
            *(pen("circle", fill=fold, cx=x, cy=y, r=r) for x, y, r in outline.dots),
        ),
        transform="scale(1.1)",
    )
