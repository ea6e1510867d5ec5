"""The layout of a round table, for games in which all seats choose a symbol at once.

The seats sit evenly around the table, the first nearest to the reader. Each has a place for the
card that it chose, and rows of lamps, a row for each symbol, that light up one after the other.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Sequence

from ludarium.phrases import say
from ludarium.rules.view import Arrow, Colour, Glyph, Hand, HandItem, Piece, Site

__all__ = ["RoundTable", "Symbol"]

DISTANCE = {2: 1.7, 3: 2.1, 4: 2.1, 5: 2.4}
"""The distance of a seat's place from the middle of the table, by the number of seats."""


@dataclasses.dataclass(frozen=True)
class Symbol:
    """A choice of a seat."""

    id: str
    name: str
    letter: str
    colour: Colour
    glyph: Glyph


class RoundTable:
    """The table of a game.

    seat_names: of all seats that can be; symbols: by action, from 1; lamps: in each row.
    """

    def __init__(self, seat_names: Sequence[str], symbols: Sequence[Symbol], lamps: int) -> None:
        self.seat_names, self.symbols, self.lamps = seat_names, symbols, lamps
        card = [(one.id, "card", one.colour, one.name, one.letter, one.glyph) for one in symbols]
        self.hand = Hand(None, tuple(HandItem(*fields) for fields in card))  # type: ignore[arg-type]
        """The cards, which every seat has."""
        self.sites = functools.cache(self._sites)

    def _sites(self, seats: int) -> tuple[Site, ...]:
        """The places and lamps of this number of seats."""
        return tuple(site for seat in range(seats) for site in self._seat_sites(seat, seats))

    def _seat_sites(self, seat: int, seats: int) -> tuple[Site, ...]:
        angle = math.tau * seat / seats
        x, y = -math.sin(angle), -math.cos(angle)
        near, name = DISTANCE[seats], self.seat_names[seat]
        place = say("choice of {seat}", seat=name)
        sites = [Site(f"choice-{seat}", near * x, near * y, place, "place", seat)]
        for column, symbol in enumerate(self.symbols):
            for number in range(1, self.lamps + 1):
                # rows from the left hand; first lamps outermost
                along = 1.2 * (column - (len(self.symbols) - 1) / 2)
                out = near + 2.4 + 0.95 * (self.lamps - 1 - number)
                lamp = say(
                    "{symbol} {number} of {seat}", symbol=symbol.name, number=number, seat=name
                )
                at = out * x - along * y, out * y + along * x
                sites.append(Site(f"{symbol.id}-{seat}-{number}", *at, lamp, "lamp", seat))
        return tuple(sites)

    def lit(self, seat: int, counts: Sequence[int]) -> list[Piece]:
        """The lamps of the seat that are on, as pieces, for its count of each symbol."""
        return [
            self._piece(f"{one.id}-{seat}-{number}", "lamp", one, seat)
            for one, count in zip(self.symbols, counts, strict=True)
            for number in range(1, min(count, self.lamps) + 1)
        ]

    def cards(self, choices: Sequence[int]) -> list[Piece]:
        """The cards that the seats chose, by action; none for a seat that did not choose (0)."""
        return [
            self._piece(f"choice-{seat}", "card", self.symbols[action - 1], seat)
            for seat, action in enumerate(choices)
            if action
        ]

    def arrows(
        self, choices: Sequence[int], beats: Callable[[int, int], bool]
    ) -> tuple[Arrow, ...]:
        """An arrow from each choice to each other that it beats."""
        return tuple(
            Arrow(f"choice-{seat}", f"choice-{other}", self.symbols[action - 1].colour)
            for seat, action in enumerate(choices)
            for other, beaten in enumerate(choices)
            if action and beaten and beats(action, beaten)
        )

    @staticmethod
    def _piece(site: str, shape: str, symbol: Symbol, seat: int) -> Piece:
        return Piece(
            site,
            site,
            shape,  # type: ignore[arg-type]
            symbol.colour,
            symbol.name,
            symbol.letter,
            symbol.glyph,
            seat,
        )
