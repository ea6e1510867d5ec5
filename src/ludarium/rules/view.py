"""What a position looks like, as data. Games make Views; `ludarium.draw` turns them into pictures, terminal text and words.

Coordinates are in board units, x to the right and y upwards. Ids are what a player touches: the path of touches of a legal move
names sites, hand items and buttons of the View by their ids.
"""

from __future__ import annotations

import dataclasses
from typing import Literal

__all__ = ["Arrow", "Button", "Glyph", "Hand", "HandItem", "Label", "Mark", "Piece", "SeatView", "Site", "Tally", "View"]

Surface = Literal["stone", "wood", "table"]
SiteKind = Literal["cell", "point", "lamp", "place"]
Shape = Literal["counter", "stone", "figure", "lamp", "card"]
Colour = Literal["ivory", "ebony", "brick", "green", "amber", "blue", "grey"]
MarkKind = Literal["last", "captured", "active"]


@dataclasses.dataclass(frozen=True, slots=True)
class Glyph:
    """A sign drawn in a box of 24 by 24 units, y downwards, as the data of an SVG path that is stroked and not filled."""

    name: str
    path: str


@dataclasses.dataclass(frozen=True, slots=True)
class Site:
    """A place where a piece can be. `owner` is the seat that it belongs to, where it belongs to one."""

    id: str
    x: float
    y: float
    name: str
    kind: SiteKind
    owner: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a site. `id` stays the same while the piece moves (see `View.follow`); `letter` is for terminals, 1 or 2 wide."""

    id: str
    site: str
    shape: Shape
    colour: Colour
    name: str
    letter: str
    glyph: Glyph | None = None
    owner: int | None = None

    @property
    def look(self) -> tuple[object, ...]:
        """All that tells this piece from others by eye, other than where it is."""
        return (self.shape, self.colour, self.name, self.owner)


@dataclasses.dataclass(frozen=True, slots=True)
class HandItem:
    """Pieces of one kind that are not on the board; `count` is None where there is no end of them."""

    id: str
    shape: Shape
    colour: Colour
    name: str
    letter: str
    glyph: Glyph | None = None
    count: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Hand:
    """What a seat holds; `owner` None: every choosing seat has the same."""

    owner: int | None
    items: tuple[HandItem, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Mark:
    """A site to point out."""

    kind: MarkKind
    site: str


@dataclasses.dataclass(frozen=True, slots=True)
class Arrow:
    """A thin arrow between two sites."""

    start: str
    end: str
    colour: Colour = "grey"


@dataclasses.dataclass(frozen=True, slots=True)
class Button:
    """A choice that is not on the board, such as a pass."""

    id: str
    label: str


@dataclasses.dataclass(frozen=True, slots=True)
class Label:
    """Words on the board, such as the letter of a column."""

    x: float
    y: float
    text: str


@dataclasses.dataclass(frozen=True, slots=True)
class Tally:
    """Something that a seat counts: `count` of `goal` (None: no goal)."""

    name: str
    letter: str
    count: int
    goal: int | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class SeatView:
    """What the table shows of one seat. `note` is a word or two on its state, such as "drops out"."""

    name: str
    colour: Colour
    tallies: tuple[Tally, ...] = ()
    note: str = ""


@dataclasses.dataclass(frozen=True, slots=True)
class View:
    """A position as it looks.

    sites: everywhere that a piece can be; lines: pairs of site ids that the board joins by a line.
    movers: the seats that choose now; status: one sentence on what is going on.
    """

    surface: Surface
    sites: tuple[Site, ...]
    pieces: tuple[Piece, ...]
    seats: tuple[SeatView, ...]
    status: str
    movers: tuple[int, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    hands: tuple[Hand, ...] = ()
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    buttons: tuple[Button, ...] = ()
    labels: tuple[Label, ...] = ()

    @property
    def touchable(self) -> frozenset[str]:
        """The ids that a path of touches may name."""
        items = (item.id for hand in self.hands for item in hand.items)
        return frozenset((*(site.id for site in self.sites), *items, *(button.id for button in self.buttons)))

    def follow(self, before: View) -> View:
        """This View with the identities of its pieces taken over from the View before the move.

        A piece that stands where an equal one stood keeps its id. Of the rest, one that left a site and an equal one that
        came to another are the same piece. What came from nowhere gets an id that was not used before.
        """
        stood = {(piece.site, piece.look): piece.id for piece in before.pieces}
        stays = {(piece.site, piece.look) for piece in self.pieces}
        left: dict[tuple[object, ...], list[str]] = {}
        for piece in before.pieces:
            if (piece.site, piece.look) not in stays:
                left.setdefault(piece.look, []).append(piece.id)
        used = {piece.id for piece in before.pieces}
        pieces = []
        for piece in self.pieces:
            identity = stood.get((piece.site, piece.look))
            if identity is None and left.get(piece.look):
                identity = left[piece.look].pop()
            if identity is None:
                identity = piece.id
                while identity in used:
                    identity += "'"
                used.add(identity)
            pieces.append(dataclasses.replace(piece, id=identity))
        return dataclasses.replace(self, pieces=tuple(pieces))
