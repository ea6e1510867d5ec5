"""The colours of pictures, light and dark, by what they paint; and how well one is read on
another.
"""

from __future__ import annotations

from typing import Literal

__all__ = ["PAINTS", "TEXT_ON", "Tone", "contrast"]

Tone = Literal["light", "dark"]

# Pieces have three paints each: the face, the rim, and the ink on the face. Lamps and arrows on a
# dark table are brighter.
PIECES = {
    "ivory": "#fcf6e6",
    "ivory-rim": "#3f311a",
    "ivory-ink": "#3a2e1d",
    "ebony": "#1d1815",
    "ebony-rim": "#080605",
    "ebony-ink": "#e9dfcd",
    "brick": "#96351f",
    "brick-rim": "#2a0803",
    "brick-ink": "#fff4e8",
    "green": "#39774a",
    "green-rim": "#0a2412",
    "green-ink": "#f3f8ef",
    "amber": "#e3a437",
    "amber-rim": "#140c00",
    "amber-ink": "#2a1b00",
    "blue": "#2a64a8",
    "blue-rim": "#0a1f3b",
    "blue-ink": "#ffffff",
    "grey": "#8d8981",
    "grey-rim": "#23211e",
    "grey-ink": "#141312",
    "ivory-lamp": "#f6ead0",
    "ebony-lamp": "#7d726a",
    "brick-lamp": "#e77a63",
    "green-lamp": "#67c586",
    "amber-lamp": "#f2b84b",
    "blue-lamp": "#74aef0",
    "grey-lamp": "#b9b6af",
    "lamp-ink": "#12161b",
    "card": "#f7f1e3",
}

TABLE = {
    "table": "#262b33",
    "table-rim": "#11141a",
    "table-edge": "#4a4234",
    "table-line": "#39404b",
    "table-faint": "#6b7482",
    "table-text": "#ece9e2",
    "table-mark": "#5ed3c6",
}

LIGHT = {
    "ground": "#f7f5f0",
    "text": "#26231f",
    "muted": "#5f5a52",
    "bar": "#eeeae1",
    "accent": "#17695f",
    "accent-text": "#ffffff",
    "accent-bar": "#dcebe4",
    "shadow": "#2a2117",
    "slab": "#d8d2c5",
    "slab-rim": "#a59d8c",
    "cell": "#948d7c",
    "cell-dark": "#6f6758",
    "cell-shade": "#766f60",
    "cell-light": "#e6e1d6",
    "wood": "#b5824a",
    "wood-rim": "#6f4522",
    "wood-grain": "#8f5f2f",
    "wood-text": "#2f1a07",
    "engraved": "#553314",
    "engraved-light": "#d3a973",
    "hole": "#3a220d",
    "pit": "#8a5a30",
    "pit-light": "#a8743f",
    "mark": "#064a42",
    "captured": "#8a1f11",
    **TABLE,
    **PIECES,
    "wedge": "#bb7a55",
    "wedge-dark": "#8b5c33",
}

DARK = {
    **LIGHT,
    "ground": "#1b1a18",
    "text": "#ece7dd",
    "muted": "#b5aea2",
    "bar": "#262422",
    "accent": "#7fd6c6",
    "accent-text": "#0c2a26",
    "accent-bar": "#1f3531",
    "shadow": "#000000",
    "slab": "#6b655a",
    "slab-rim": "#3f3b34",
    "cell": "#8d8676",
    "cell-dark": "#686155",
    "cell-shade": "#58534a",
    "cell-light": "#a59f92",
    "wood": "#96683c",
    "wood-rim": "#432a14",
    "wood-grain": "#6f4a26",
    "wood-text": "#fffaf0",
    "engraved": "#3b230f",
    "engraved-light": "#9a6d43",
    "hole": "#2a1709",
    "pit": "#4d3018",
    "pit-light": "#644123",
    "mark": "#8ff0df",
    "captured": "#ffb3a3",
    "ivory": "#f7eedb",
    "ebony": "#15110f",
    "ebony-rim": "#050404",
    "table": "#20242b",
    "table-rim": "#08090c",
    "wedge": "#a8674a",
    "wedge-dark": "#82593a",
    "ivory-rim": "#241b0d",
}

PAINTS: dict[Tone, dict[str, str]] = {"light": LIGHT, "dark": DARK}

# Each paint of text, with the paints that it is written on.
TEXT_ON = {
    "text": ("ground", "bar", "accent-bar"),
    "muted": ("ground", "bar", "accent-bar"),
    "accent-text": ("accent",),
    "wood-text": ("wood",),
    "table-text": ("table",),
}


def luminance(colour: str) -> float:
    """The relative luminance of `#rrggbb`, 0 to 1, as the web's accessibility guidelines define
    it.
    """
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
