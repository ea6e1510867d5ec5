"""The board of three squares, one in the other, joined at the middles of their sides: its points,
lines and mills.

Points are numbered round each square from its lower left corner, the outer square first, so that
corners are even, and what is next to a point is one further round, or as far into another square.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.bits import ONE, Bits, bit, members
from ludarium.rules.dispatch import jitable
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Label, Site

__all__ = [
    "INDEX",
    "LABELS",
    "LINES",
    "MIDDLES",
    "NAMES",
    "ORIGIN",
    "POINTS",
    "ROWS",
    "SITES",
    "ahead",
    "back",
    "closing",
    "in_mills",
    "inward",
    "next_to",
    "outward",
]

ORIGIN = Provenance(
    place=say("Castile"),
    latitude=39.86,
    longitude=-4.03,
    period="1283",
    source=say("Alfonso X, Libro de los juegos (1283)"),
)
"""The place and time that the earliest known rules of games on such a board are from."""
RINGS = (
    "a1 a4 a7 d7 g7 g4 g1 d1",
    "b2 b4 b6 d6 f6 f4 f2 d2",
    "c3 c4 c5 d5 e5 e4 e3 d3",
)
NAMES = dict(enumerate(" ".join(RINGS).split()))
INDEX = {name: index for index, name in NAMES.items()}
POINTS = Bits((1 << 24) - 1)
MIDDLES = Bits(0xAAAAAA)
OUTER = Bits(0xFF)
AHEAD, ROUND = Bits(0xFEFEFE), Bits(0x010101)
BACK, END = Bits(0x7F7F7F), Bits(0x808080)
SEVEN, EIGHT, SIXTEEN = Bits(7), Bits(8), Bits(16)

ROWS = [[name for name in sorted(INDEX) if name[1] == row] for row in "7654321"]
"""The names of the points of each row, from the top."""


@jitable
def ahead(men: Bits) -> Bits:
    """The points next to these, one further round."""
    return ((men << ONE) & AHEAD) | ((men >> SEVEN) & ROUND)


@jitable
def back(men: Bits) -> Bits:
    return ((men >> ONE) & BACK) | ((men << SEVEN) & END)


@jitable
def inward(men: Bits) -> Bits:
    """The points next to these in the next square."""
    return ((men & MIDDLES) << EIGHT) & POINTS


@jitable
def outward(men: Bits) -> Bits:
    return (men & MIDDLES) >> EIGHT


@jitable
def next_to(men: Bits) -> Bits:
    """The points next to any of these."""
    return ahead(men) | back(men) | inward(men) | outward(men)


@jitable
def in_mills(men: Bits) -> Bits:
    """The men of this set that are in mills."""
    side = men & MIDDLES & ahead(men) & back(men)
    across = men & (men >> EIGHT) & (men >> SIXTEEN) & MIDDLES & OUTER
    return side | ahead(side) | back(side) | across | across << EIGHT | across << SIXTEEN


@jitable
def closing(men: Bits, free: Bits) -> Bits:
    """The free points where one man more would close a mill with these."""
    corners, across = men & (POINTS ^ MIDDLES), men & MIDDLES
    middle = ahead(corners) & back(corners)
    first, last = ahead(ahead(corners) & across), back(back(corners) & across)
    one, two, three = across & OUTER, (across >> EIGHT) & OUTER, (across >> SIXTEEN) & OUTER
    spokes = (one & two) << SIXTEEN | (one & three) << EIGHT | (two & three)
    return (middle | first | last | spokes) & free


# Its View

SITES = tuple(
    Site(name, "abcdefg".index(name[0]) + 1, int(name[1]), name, "point") for name in NAMES.values()
)
LINES = tuple(
    (NAMES[index], NAMES[other])
    for index in NAMES
    for other in members(ahead(bit(index)) | inward(bit(index)))
)
LABELS = (
    *(Label(column, 0, letter) for column, letter in enumerate("abcdefg", 1)),
    *(Label(0, row, str(row)) for row in range(1, 8)),
)
