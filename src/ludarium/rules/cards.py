"""What a card table for two looks like: each seat's card before it, and one card in the middle."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from ludarium.phrases import say
from ludarium.rules.view import Colour, Glyph, Piece, Site

__all__ = ["HIDDEN", "NO_CARD", "RANKS", "CardTable", "Rank"]

NO_CARD = 0
"""In a state: a card that is not dealt yet."""
HIDDEN = -1
"""In what a seat sees of a state: a card that is dealt, and not shown to it."""


@dataclasses.dataclass(frozen=True)
class Rank:
    """The cards of one rank."""

    letter: str
    name: str
    colour: Colour
    glyph: Glyph


RANKS = (
    Rank("J", say("jack"), "amber", Glyph("jack", "M9.500 5h6M14 5v10.500a4 4 0 0 1 -8 0.500")),
    Rank(
        "Q",
        say("queen"),
        "blue",
        Glyph("queen", "M12 4.500a6 7.200 0 1 1 -0.010 0zM13 14.500l5 5"),
    ),
    Rank(
        "K", say("king"), "brick", Glyph("king", "M8 4.500v15M17 4.500l-9 8.500M11 10.500l6.500 9")
    ),
)


class CardTable:
    """The table of a game in which each seat has one card, and one more may lie open.

    ranks: what cards there are; card number n, from 1, is of rank (n - 1) % len(ranks).
    """

    def __init__(
        self, seat_names: Sequence[str], ranks: Sequence[Rank], *, open_card: bool
    ) -> None:
        self.ranks = ranks
        places = [
            Site(f"hand-{seat}", 0.0, y, say("card of {seat}", seat=name), "place", seat)
            for seat, (name, y) in enumerate(zip(seat_names, (-1.6, 1.6), strict=True))
        ]
        if open_card:
            places.append(Site("open", 0.0, 0.0, say("open card"), "place"))
        self.sites = tuple(places)
        """The places of cards."""

    def rank(self, card: int) -> Rank:
        return self.ranks[(card - 1) % len(self.ranks)]

    def pieces(self, cards: Sequence[int], opened: int = NO_CARD) -> tuple[Piece, ...]:
        """The cards of the seats, and the open one, as pieces."""
        places = zip((site.id for site in self.sites), (*cards, opened), strict=False)
        return tuple(self._piece(place, card) for place, card in places if card != NO_CARD)

    def _piece(self, place: str, card: int) -> Piece:
        owner = None if place == "open" else int(place[-1])
        if card == HIDDEN:
            return Piece(place, place, "card", "grey", say("face-down card"), "?", None, owner)
        rank = self.rank(card)
        return Piece(place, place, "card", rank.colour, rank.name, rank.letter, rank.glyph, owner)
