"""Games in which each seat has one card, and some may lie open: dealing and hiding, the text of
cards, and what a table for two looks like.

In a state a card is an int: its number in the deck, from 1, or NO_CARD, or HIDDEN.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from ludarium.phrases import say
from ludarium.rules.bits import Bits, bounded
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Colour, Glyph, Piece, Site

__all__ = [
    "HIDDEN",
    "NO_CARD",
    "RANKS",
    "CardTable",
    "Deck",
    "Rank",
    "draw_card",
    "nth_card",
    "redrawn_card",
    "seen_card",
]

NO_CARD = 0
"""A card, in a state, that is not dealt yet."""
HIDDEN = -1
"""A card, in what a seat sees of a state, that is dealt and not shown to it."""


@jitable
def nth_card(n: int, one: int, other: int) -> int:
    """The n-th card, from 0, of a deck without these two, each of which may be NO_CARD."""
    low, high = min(one, other), max(one, other)
    card = n + 1
    if NO_CARD < low <= card:
        card += 1
    if NO_CARD < high <= card:
        card += 1
    return card


@jitable
def draw_card(random: Bits, size: int, one: int, other: int) -> int:
    """A random card of a deck of `size` without these two, each of which may be NO_CARD.

    What `determinize` puts in place of a hidden card: the two are those that the seat sees.
    """
    left = size - (one > NO_CARD) - (other > NO_CARD)
    return nth_card(bounded(random, left), one, other)


@jitable
def seen_card(card: int, own: bool) -> int:
    """The card as a seat sees it: HIDDEN where it is dealt, and not the seat's own."""
    return card if own or card == NO_CARD else HIDDEN


@jitable
def redrawn_card(card: int, own: bool, drawn: int) -> int:
    """The card, or `drawn` in its place where it is dealt, and not the seat's own."""
    return card if own or card == NO_CARD else drawn


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


@dataclasses.dataclass(frozen=True)
class Deck:
    """All cards of a game: card number n, from 1, is of rank (n - 1) % len(ranks), and the ranks
    come once for each suit.
    """

    ranks: Sequence[Rank]
    suits: str = ""
    """The letter of each suit; empty where there is one card of each rank."""

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * max(1, len(self.suits))

    def rank(self, card: int) -> Rank:
        """The rank of a card, 1 to `size`."""
        return self.ranks[(card - 1) % len(self.ranks)]

    def text(self, card: int) -> str:
        """The text of a card: such as `Q`, or `Qh` where there are suits; - for NO_CARD and ? for
        HIDDEN.
        """
        if card in {NO_CARD, HIDDEN}:
            return "?" if card == HIDDEN else "-"
        suit = (card - 1) // len(self.ranks)
        return self.rank(card).letter + self.suits[suit : suit + 1]

    def write(self, cards: Sequence[int]) -> str:
        """The texts of some cards, with spaces between them where there are suits."""
        return (" " if self.suits else "").join(map(self.text, cards))

    def read(self, cursor: Cursor, count: int) -> list[int]:
        """Read `count` cards that `write` wrote, and over the space that follows.

        Raises PositionError.
        """
        cards = {self.text(card): card for card in range(HIDDEN, self.size + 1)}
        numbers = []
        for _ in range(count):
            at = cursor.at
            sign = cursor.word() if self.suits else cursor.next
            if sign not in cards:
                raise cursor.fault(
                    f"a card, such as {self.text(1)} or {self.text(self.size)}, or ? or -", at
                )
            cursor.at += 0 if self.suits else 1
            numbers.append(cards[sign])
        if not self.suits:
            cursor.take(" ", "a space")
        return numbers


class CardTable:
    """The table of a game for two in which each seat has one card, and one more may lie open."""

    def __init__(self, seat_names: Sequence[str], deck: Deck, *, open_card: bool) -> None:
        self.deck = deck
        places = [
            Site(f"hand-{seat}", 0.0, y, say("card of {seat}", seat=name), "place", seat)
            for seat, (name, y) in enumerate(zip(seat_names, (-1.6, 1.6), strict=True))
        ]
        if open_card:
            places.append(Site("open", 0.0, 0.0, say("open card"), "place"))
        self.sites = tuple(places)
        """The places of cards."""

    def pieces(self, cards: Sequence[int]) -> tuple[Piece, ...]:
        """The cards of the seats, and then the open one if there is one, as pieces."""
        places = zip((site.id for site in self.sites), cards, strict=True)
        return tuple(self._piece(place, card) for place, card in places if card != NO_CARD)

    def _piece(self, place: str, card: int) -> Piece:
        owner = None if place == "open" else int(place[-1])
        if card == HIDDEN:
            return Piece(place, place, "card", "grey", say("face-down card"), "?", None, owner)
        rank = self.deck.rank(card)
        return Piece(place, place, "card", rank.colour, rank.name, rank.letter, rank.glyph, owner)
