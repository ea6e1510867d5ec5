"""Boards of twenty-four points in two rows, on which the checkers of two sides stand in columns,
with a bar for those that were hit and a tray for those that are borne off: counts of checkers, and
the text and View of them and of two dice.

Each side numbers the points from the end of its own way: its checkers go from the 24-point down to
the 1-point, in opposite directions, so that the n-point of one is the point 25 - n of the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import Bits, to_int
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import die_piece
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Colour, Label, Piece, SeatView, Site, Tally

__all__ = [
    "BAR",
    "EACH",
    "HOME",
    "LABELS",
    "LAST",
    "MIDDLE",
    "OFF",
    "ONE_CHECKER",
    "PLAYERS",
    "POINTS",
    "SIDES",
    "SITES",
    "THROWS",
    "TRAY_COLUMN",
    "Counts",
    "at",
    "checker_count",
    "checkers",
    "count_at",
    "dice_left",
    "dice_pieces",
    "occupied",
    "pips",
    "place_name",
    "placed",
    "read_dice",
    "read_sides",
    "seat_views",
    "side_text",
    "site_of",
    "turned",
]

HOME, LAST = 6, 24
"""The last point of the home board, and the one furthest back."""
OFF, BAR = 0, 25
"""The numbers of the places that are no points."""


SIDES = 6
"""The number of faces of a die."""
THROWS = tuple((high, low) for high in range(1, SIDES + 1) for low in range(1, high + 1))
"""The throws of two dice."""


class Counts(Bits, width=128):
    """The numbers of checkers of a side, at most 15, in each of 26 places, four bits a place: OFF,
    the points, BAR, by the numbers of that side or of the other one. By the other's, those on the
    bar are in place OFF, and those borne off in place BAR.
    """


ONE_CHECKER = Counts(1)
COUNT = Counts(15)
EACH = Counts(sum(1 << 4 * place for place in range(OFF, BAR + 1)))
"""One checker in each place."""
POINTS = Counts(sum(1 << 4 * point for point in range(1, LAST + 1)))
"""One checker on each point."""

# exchanges neighbouring blocks of 4, 8, 16, 32 and 64 bits
SWAPS = tuple(
    (size, Counts(sum(((1 << size) - 1) << lower for lower in range(0, 128, 2 * size))))
    for size in (4, 8, 16, 32, 64)
)


def placed(places: Mapping[int, int]) -> Counts:
    """A set of counts with so many checkers in each of these places."""
    return Counts(sum(count << 4 * place for place, count in places.items()))


@jitable
def turned(counts: Counts) -> Counts:
    """The same checkers by the other side's numbers: place n becomes place 25 - n."""
    for size, lower in SWAPS:
        counts = ((counts & lower) << size) | ((counts >> size) & lower)
    return counts >> 4 * (31 - BAR)


@jitable
def at(place: int) -> Counts:
    """One checker in this place."""
    return ONE_CHECKER << 4 * place


@jitable
def count_at(counts: Counts, place: int) -> int:
    """The number of checkers in this place."""
    return to_int((counts >> 4 * place) & COUNT)


@jitable
def occupied(counts: Counts) -> Counts:
    """One checker in each place that has any."""
    return (counts | counts >> 1 | counts >> 2 | counts >> 3) & EACH


def checker_count(counts: Counts) -> int:
    """The number of checkers in all places."""
    return sum(count_at(counts, place) for place in range(OFF, BAR + 1))


@jitable
def pips(counts: Counts) -> int:
    """By how many points all checkers must be moved until they are borne off; by the numbers of
    their own side.
    """
    total = 0
    for place in range(OFF + 1, BAR + 1):
        total += place * count_at(counts, place)
    return total


# Text


def place_name(place: int) -> str:
    return {OFF: "off", BAR: "bar"}.get(place, str(place))


def side_text(counts: Counts) -> str:
    """The places of a side's checkers from behind, each with their number, by the side's own
    numbers; all others are borne off.
    """
    places = [(place, count_at(counts, place)) for place in range(BAR, OFF, -1)]
    return ",".join(f"{place_name(place)}:{count}" for place, count in places if count) or "-"


def read_side(cursor: Cursor, most: int) -> Counts:
    """Read what `side_text` wrote of a side with `most` checkers, and over the space that follows.

    Raises PositionError.
    """
    at, word = cursor.at, cursor.word()
    places: dict[int, int] = {}
    for part in [] if word == "-" else word.split(","):
        match = re.fullmatch("(bar|[1-9]|1[0-9]|2[0-4]):([1-9]|1[0-5])", part)
        place = (BAR if match[1] == "bar" else int(match[1])) if match else OFF
        if not match or place >= min(places, default=BAR + 1):
            expected = "places from behind with their numbers of checkers, such as bar:1,6:5, or -"
            raise cursor.fault(expected, at)
        places[place] = int(match[2])
    borne_off = most - sum(places.values())
    if borne_off < 0:
        raise cursor.impossible(f"expected at most {most} checkers a side")
    return placed({**places, OFF: borne_off})


def read_sides(cursor: Cursor, most: int) -> tuple[Counts, Counts]:
    """Read both sides, each by its own numbers, and over the space that follows.

    Raises PositionError.
    """
    first, second = read_side(cursor, most), read_side(cursor, most)
    if occupied(first) & occupied(turned(second)) & POINTS:
        raise cursor.impossible("checkers of both sides on one point")
    return first, second


def dice_left(high: int, low: int, left: int) -> list[int]:
    """The dice that a side still has to play: two different ones, or `left` equal ones."""
    return [high] * left if high == low else [high, low]


def read_dice(cursor: Cursor) -> list[int]:
    """Read a space and, up to the end, the dice that are left to play, the higher one first and
    those of a double as often as they are; none where there is a ?. Raises PositionError.
    """
    cursor.take(" ", "a space")
    dice = cursor.text[cursor.at :]
    doubles = (str(die) * left for die in range(1, SIDES + 1) for left in range(1, 5))
    if dice not in ("?", *(f"{high}{low}" for high, low in THROWS if high != low), *doubles):
        raise cursor.fault("the dice that are left, the higher one first, or ?")
    return [] if dice == "?" else list(map(int, dice))


# View: the first side's home board is at the lower right, the second's at the upper right


class CheckerSide(NamedTuple):
    """One of the two sides."""

    name: str
    """The displayed name."""
    colour: Colour
    """The colour of its checkers."""
    checker: str
    """The displayed name of one of its checkers."""
    letter: str
    """One of its checkers in terminals, in which colours may be missing."""
    bar: str
    """The displayed name of the place of its checkers that were hit."""
    tray: str
    """The displayed name of the place of those borne off."""


PLAYERS = (
    CheckerSide(
        say("White"), "ivory", say("White checker"), "o", say("White's bar"), say("off, White")
    ),
    CheckerSide(
        say("Black"), "ebony", say("Black checker"), "x", say("Black's bar"), say("off, Black")
    ),
)
"""The two sides."""

LOW, HIGH, DEEP = 1.0, 12.0, 3.8  # the rows of first checkers; from the first to the fifth one
MIDDLE, BAR_COLUMN, TRAY_COLUMN = (LOW + HIGH) / 2, 7.0, 14.25


def column_of(point: int) -> float:
    """The column of a point, counted from the left: 1 to 6, and beyond the bar 8 to 13."""
    column = 13 - point if point <= LAST // 2 else point - 12
    return column + (column > HOME)


def point_site(point: int) -> Site:
    """A point by the numbers of the first side."""
    low, x = point <= LAST // 2, column_of(point)
    return Site(
        str(point),
        x,
        LOW if low else HIGH,
        say("point {n}", n=str(point)),
        "wedge",
        dark=point % 2 == 0,
        reach=(x, LOW + DEEP if low else HIGH - DEEP),
        opposite=say("point {n}", n=str(BAR - point)),
    )


def beside(seat: int) -> Iterator[Site]:
    """The bar, the tray and the places of four dice of one side."""
    player, way = PLAYERS[seat], (1, -1)[seat]
    edge, bar = (LOW, HIGH)[seat], MIDDLE + 1.25 * way
    for place, x, y, title, deep in (
        (BAR, BAR_COLUMN, bar, player.bar, 2.85),
        (OFF, TRAY_COLUMN, edge, player.tray, DEEP),
    ):
        yield Site(site_of(seat, place), x, y, title, "rack", seat, reach=(x, y + deep * way))
    first = (9.0, 2.0)[seat]  # on the right-hand side of its player
    for n in range(4):
        yield Site(f"die-{seat}-{n}", first + n, MIDDLE, say("die"), "die", seat)


def site_of(seat: int, place: int) -> str:
    """The id of the site of a place, by the seat's numbers."""
    if place in (OFF, BAR):
        return f"{place_name(place)}-{seat}"
    return str(place if seat == 0 else BAR - place)


SITES = (*map(point_site, range(1, LAST + 1)), *beside(0), *beside(1))
LABELS = tuple(
    Label(column_of(point), LOW - 1 if point <= LAST // 2 else HIGH + 1, str(point))
    for point in range(1, LAST + 1)
)
"""The numbers of the points, by those of the first side; as all is turned, also of the second."""


def checkers(sides: tuple[Counts, Counts]) -> Iterator[Piece]:
    """The checkers of both sides, each by its own numbers."""
    for seat, (player, counts) in enumerate(zip(PLAYERS, sides, strict=True)):
        look = player.colour, player.checker, player.letter
        for place in range(BAR, OFF - 1, -1):
            site = site_of(seat, place)
            for n in range(count_at(counts, place)):
                identity = f"checker-{seat}-{place}-{n}"
                yield Piece(identity, site, "counter", *look, None, seat)


def dice_pieces(seat: int, dice: Iterable[int], places: Iterable[int]) -> Iterator[Piece]:
    """A side's dice, each on one of its four places."""
    for die, n in zip(dice, places, strict=True):
        name = say("die: {n}", n=str(die))
        yield die_piece(f"die-{seat}-{n}", die, PLAYERS[seat].colour, seat, name)


def seat_views(sides: tuple[Counts, Counts]) -> tuple[SeatView, ...]:
    """The sides, each by its own numbers."""

    def seat_view(player: CheckerSide, counts: Counts) -> SeatView:
        off = Tally(say("borne off"), "", count_at(counts, OFF), checker_count(counts))
        left = pips(counts)
        to_go = Tally(say("pips"), "", left, text=counted("{n} pip", "{n} pips", left))
        return SeatView(player.name, player.colour, (off, to_go))

    return tuple(map(seat_view, PLAYERS, sides))
