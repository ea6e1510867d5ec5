"""The View: what a position looks like, as data.

Games make Views; `ludarium.draw` turns them into pictures, terminal text and words.

Coordinates are in board units, x to the right and y upwards. Ids are what a player touches: the
path of touches of a legal move names sites, hand items and buttons of the View by their ids.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Container, Mapping, Sequence
from typing import Literal

from ludarium.phrases import say

__all__ = [
    "Arrow",
    "Border",
    "Button",
    "Glyph",
    "Hand",
    "HandItem",
    "Label",
    "Mark",
    "Piece",
    "SeatView",
    "Site",
    "Tally",
    "View",
    "extent",
]

Surface = Literal["stone", "wood", "table"]
SiteKind = Literal[
    "cell", "hexagon", "point", "edge", "lamp", "place", "die", "pit", "store", "wedge", "rack"
]
Man = Literal["king", "queen", "rook", "bishop", "knight", "pawn"]
Shape = Literal["counter", "dead", "stone", "figure", "wall", "lamp", "card", "die", "seed", Man]
Point = tuple[float, float]
Colour = Literal["ivory", "ebony", "brick", "green", "amber", "blue", "grey"]
MarkKind = Literal["last", "captured", "active", "winning", "threatened", "surrounded"]


@dataclasses.dataclass(frozen=True, slots=True)
class Glyph:
    """A sign drawn in a box of 24 by 24 units, y downwards, as the data of an SVG path that is
    stroked and not filled.
    """

    name: str
    path: str


@dataclasses.dataclass(frozen=True, slots=True)
class Site:
    """A place where a piece can be."""

    id: str
    x: float
    y: float
    name: str
    """The displayed name, such as `d4`."""
    kind: SiteKind
    owner: int | None = None
    """The seat that it belongs to, where it belongs to one."""
    glyph: Glyph | None = None
    """A sign on the site itself."""
    dark: bool = False
    """True if a cell is one of the dark ones of a chequered board."""
    ends: tuple[Point, Point] | None = None
    """The two points that an edge joins; its own place is halfway between them. None of other
    sites."""
    reach: Point | None = None
    """The end of a full column on a wedge or a rack, on which pieces lie in a column; its own place
    is where the first piece lies."""
    opposite: str = ""
    """The name from the opposite seat, where that differs."""


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a site."""

    id: str
    """Stays the same while the piece moves; see `View.follow`."""
    site: str
    """The id of its site."""
    shape: Shape
    colour: Colour
    name: str
    letter: str
    """The letter in the terminal, one or two columns wide."""
    glyph: Glyph | None = None
    owner: int | None = None
    """The seat that it belongs to, where it belongs to one."""
    worth: int = 0
    """The usual value in material, as 9 of a queen; 0 where the game has no such values."""

    @property
    def look(self) -> tuple[object, ...]:
        """All that tells this piece from others by eye, other than where it is."""
        return (self.shape, self.colour, self.name, self.owner)


@dataclasses.dataclass(frozen=True, slots=True)
class HandItem:
    """Pieces of one kind that are not on the board."""

    id: str
    shape: Shape
    colour: Colour
    name: str
    letter: str
    glyph: Glyph | None = None
    count: int | None = None
    """None where there is no end of them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Hand:
    """The pieces that a seat holds."""

    owner: int | None
    """None where every choosing seat has the same."""
    items: tuple[HandItem, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A site to point out."""

    kind: MarkKind
    site: str
    colour: Colour | None = None
    """The colour of the seat that surrounds a point; None of other marks."""


@dataclasses.dataclass(frozen=True, slots=True)
class Arrow:
    """A thin arrow between two sites."""

    start: str
    end: str
    colour: Colour = "grey"


@dataclasses.dataclass(frozen=True, slots=True)
class Border:
    """An edge of a board of hexagons that shows a seat's colour."""

    colour: Colour
    sites: tuple[str, ...]
    """The ids of the sites along it, two at least, in order."""


@dataclasses.dataclass(frozen=True, slots=True)
class Button:
    """A choice that is not on the board, such as a pass."""

    id: str
    label: str = ""
    """Words on it; empty for one that is not drawn, as its move is left to programs."""
    question: str = ""
    """The question to a person before the move is made, as of a pass that ends the game; empty
    where nothing is asked."""
    shape: Shape | None = None
    """The shape of the piece that is drawn on it, as of one to promote to; None where it has words
    alone."""
    colour: Colour = "grey"
    """The colour of that piece."""


@dataclasses.dataclass(frozen=True, slots=True)
class Label:
    """Words on the board, such as the letter of a column."""

    x: float
    y: float
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Tally:
    """Something that a seat counts."""

    name: str
    letter: str
    """A sign for it; "=" of the sum of a seat's other tallies, which comes last."""
    count: int
    goal: int | None = None
    """The count that is to be reached; None where there is no goal."""
    text: str = ""
    """The whole of it in words, where name and count do not say it."""


@dataclasses.dataclass(frozen=True, slots=True)
class SeatView:
    """The displayed state of one seat."""

    name: str
    colour: Colour
    tallies: tuple[Tally, ...] = ()
    note: str = ""
    """A word or two on its state, such as "drops out"."""


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """The appearance of a position."""

    surface: Surface
    sites: tuple[Site, ...]
    """Everywhere that a piece can be."""
    pieces: tuple[Piece, ...]
    seats: tuple[SeatView, ...]
    status: str
    """One sentence on what is going on."""
    movers: tuple[int, ...] = ()
    """The seats that choose now."""
    lines: tuple[tuple[str, str], ...] = ()
    """Pairs of ids of sites that the board joins by a line."""
    borders: tuple[Border, ...] = ()
    hands: tuple[Hand, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    buttons: tuple[Button, ...] = ()
    labels: tuple[Label, ...] = ()
    task: str = ""
    """The instruction to the choosing seats."""
    upright: bool = False
    """True if everybody looks at it from the same side, as at a grid in which things fall."""

    @property
    def touchable(self) -> frozenset[str]:
        """The ids that a path of touches may name."""
        items = (item.id for hand in self.hands for item in hand.items)
        return frozenset(
            (*(site.id for site in self.sites), *items, *(button.id for button in self.buttons))
        )

    @property
    def drawn_buttons(self) -> tuple[Button, ...]:
        """The buttons that have words."""
        return tuple(button for button in self.buttons if button.label)

    def question(self, touches: Sequence[str]) -> str:
        """The question before the move of this path of touches; empty where there is none."""
        last = touches[-1] if touches else ""
        return next((button.question for button in self.buttons if button.id == last), "")

    def seen_from(self, seat: int) -> View:
        """Return this View turned so that the seat is nearest to the reader.

        The seats of a table sit evenly around it, clockwise, the first nearest; those of a board
        for two sit opposite each other. Labels on an edge stay on their edge. Other boards, and
        those that are upright, have one way to be looked at.
        """
        seats = len(self.seats)
        if self.upright or not seats or seat % seats == 0:
            return self
        if self.surface == "table":
            turned = turned_table(self.sites, self.labels, math.tau * (seat % seats) / seats)
        elif seats == 2:
            turned = turned_board(self.sites, self.labels)
        else:
            return self
        return dataclasses.replace(self, sites=turned[0], labels=turned[1])

    def hiding(self, chosen: Container[int | None]) -> View:
        """Return this View for a round in which choices go on: without what was played before, and
        with a card face down for each of these seats.
        """
        places = {site.id: site.owner for site in self.sites if site.kind == "place"}
        cards = (
            Piece(f"card:{site}", site, "card", "grey", say("face-down card"), "?", None, owner)
            for site, owner in places.items()
            if owner in chosen
        )
        return dataclasses.replace(
            self,
            pieces=(*(piece for piece in self.pieces if piece.site not in places), *cards),
            marks=tuple(mark for mark in self.marks if mark.site not in places),
            arrows=tuple(
                arrow
                for arrow in self.arrows
                if arrow.start not in places and arrow.end not in places
            ),
        )

    def follow(self, before: View) -> View:
        """Return this View with the identities of its pieces taken over from the View before the
        move.

        A piece that stands where an equal one stood keeps its id; of several, the first ones. Of
        the rest, one that left a site and an equal one that came to another are the same piece: of
        several, the one from the nearest site. What came from nowhere gets an id that was not used
        before.
        """
        where = {site.id: (site.x, site.y) for site in (*before.sites, *self.sites)}
        used = {piece.id for piece in before.pieces}
        pieces = []
        for piece, known in zip(
            self.pieces, identities(self.pieces, before.pieces, where), strict=True
        ):
            identity = known or piece.id
            while known is None and identity in used:
                identity += "'"
            used.add(identity)
            pieces.append(
                piece if piece.id == identity else dataclasses.replace(piece, id=identity)
            )
        return dataclasses.replace(self, pieces=tuple(pieces))


def identities(
    pieces: Sequence[Piece],
    before: Sequence[Piece],
    where: Mapping[str, tuple[float, float]],
) -> list[str | None]:
    """The id that each piece had before; None of one that came from nowhere.

    where: the coordinates of the sites of all of them.
    """
    left: dict[tuple[object, ...], dict[str, list[Piece]]] = {}
    for piece in reversed(before):
        left.setdefault(piece.look, {}).setdefault(piece.site, []).append(piece)
    known: list[str | None] = []
    for piece in pieces:
        equal = left.get(piece.look, {}).get(piece.site)
        known.append(equal.pop().id if equal else None)
    for n, piece in enumerate(pieces):
        if known[n] is not None:
            continue
        sites = [site for site, equal in left.get(piece.look, {}).items() if equal]
        if sites:
            goal = where[piece.site]
            nearest = min(sites, key=lambda site: math.dist(where[site], goal))
            known[n] = left[piece.look][nearest].pop().id
    return known


@functools.lru_cache(maxsize=256)
def turned_table(
    sites: tuple[Site, ...], labels: tuple[Label, ...], angle: float
) -> tuple[tuple[Site, ...], tuple[Label, ...]]:
    """The sites and labels turned around (0, 0), anticlockwise."""
    cos, sin = math.cos(angle), math.sin(angle)

    def turned(x: float, y: float) -> Point:
        return round(x * cos - y * sin, 9), round(x * sin + y * cos, 9)

    return placed(sites, labels, turned)


@functools.lru_cache(maxsize=256)
def turned_board(
    sites: tuple[Site, ...], labels: tuple[Label, ...]
) -> tuple[tuple[Site, ...], tuple[Label, ...]]:
    """The sites and labels after half a turn, as the seat opposite calls them."""
    left, low, right, high = extent(sites, labels)

    def turned(x: float, y: float) -> Point:
        beside, beyond = not left <= x <= right, not low <= y <= high
        return (x if beside else left + right - x), (y if beyond else low + high - y)

    renamed = tuple(
        dataclasses.replace(site, name=site.opposite, opposite=site.name) if site.opposite else site
        for site in sites
    )
    return placed(renamed, labels, turned)


def placed(
    sites: tuple[Site, ...],
    labels: tuple[Label, ...],
    place: Callable[[float, float], Point],
) -> tuple[tuple[Site, ...], tuple[Label, ...]]:
    """The sites and labels, each where `place` puts it."""

    def ends(site: Site) -> tuple[Point, Point] | None:
        return (place(*site.ends[0]), place(*site.ends[1])) if site.ends else None

    def reach(site: Site) -> Point | None:
        return place(*site.reach) if site.reach else None

    where = [place(site.x, site.y) for site in sites], [place(label.x, label.y) for label in labels]
    return (
        tuple(
            dataclasses.replace(site, x=x, y=y, ends=ends(site), reach=reach(site))
            for site, (x, y) in zip(sites, where[0], strict=True)
        ),
        tuple(
            dataclasses.replace(label, x=x, y=y)
            for label, (x, y) in zip(labels, where[1], strict=True)
        ),
    )


def extent(sites: Sequence[Site], labels: Sequence[Label]) -> tuple[float, float, float, float]:
    """Left, low, right and high end of the sites as if none were missing: the labels at the edge
    tell how far rows and columns go.
    """
    points = [point for site in sites for point in site.ends or ((site.x, site.y),)]
    across, along = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
    left, right = min(across), max(across)
    beside = {label.y for label in labels if not left <= label.x <= right}
    for label in labels:
        if is_column(label, labels):
            across.append(label.x)
        elif label.y in beside:
            along.append(label.y)
    return min(across), min(along), max(across), max(along)


def is_column(label: Label, labels: Sequence[Label]) -> bool:
    """Return whether the label stands in a line across with others, as those of columns do."""
    return sum(other.y == label.y for other in labels) > sum(other.x == label.x for other in labels)
