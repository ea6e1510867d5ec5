"""Round tables at which each seat hides dice: the text of their hands, and what they look like.

The seats sit evenly around the table, the first nearest to the reader. In the middle lie dice that
show a bid.
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable

from ludarium.phrases import counted, say
from ludarium.rules.bits import Bits, to_int
from ludarium.rules.cursor import Cursor
from ludarium.rules.dice import FACE_NAMES, FACES, HIDDEN, LOST, NOT_THROWN, PIPS, die_piece
from ludarium.rules.view import Button, Colour, Hand, HandItem, Piece, SeatView, Site, Tally

__all__ = [
    "FACE_HAND",
    "SEATS",
    "DiceTable",
    "bid_buttons",
    "bid_parts",
    "bid_text",
    "bid_touches",
    "read_bids",
]

SEATS = tuple(say("Seat {number}", number=number) for number in range(1, 7))
COLOURS: tuple[Colour, ...] = ("ivory", "ebony", "brick", "green", "amber", "blue")
SIGNS = "-123456?."  # by what a die shows
DISTANCE = {2: 1.9, 3: 3.1, 4: 3.1, 5: 3.1, 6: 3.3}  # of a single die from the middle, by seats
GAP = 1.2  # between dice in the middle
NEXT = 1.05  # from one die of a hand to the next

FACE_HAND = Hand(
    None,
    tuple(
        HandItem(f"face-{face}", "die", "ivory", FACE_NAMES[face - 1], str(face), PIPS[face - 1])
        for face in range(1, FACES + 1)
    ),
)
"""The six faces, `face-1` to `face-6`, for bids."""


class DiceTable:
    """The table of a game for up to six seats with `size` dice each, 1 or more."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.sites = functools.cache(self._sites)

    def dice(self, hands: Bits, seats: int) -> list[list[int]]:
        """List the faces of each seat's dice, of hands as `ludarium.rules.dice` packs them."""
        shown = [to_int(hands >> 4 * n & 0xF) for n in range(self.size * seats)]
        return [shown[at : at + self.size] for at in range(0, len(shown), self.size)]

    # Text

    def write(self, hands: Bits, seats: int) -> str:
        """A sign for each die: its face, - where it is not thrown, ? where it is hidden, and a dot
        where it is lost; with / between hands of several.
        """
        texts = ("".join(SIGNS[die] for die in hand) for hand in self.dice(hands, seats))
        return ("/" if self.size > 1 else "").join(texts)

    def read(self, cursor: Cursor) -> list[list[int]]:
        """Read what `write` wrote, and over the space that follows: each seat's dice, of which at
        least two seats have some.

        Raises PositionError.
        """
        at, word = cursor.at, cursor.word()
        texts = word.split("/") if self.size > 1 else list(word)
        signs = set(SIGNS if self.size > 1 else SIGNS[:LOST])
        whole = all(len(text) == self.size and signs.issuperset(text) for text in texts)
        if not whole or not 2 <= len(texts) <= len(SEATS):
            several = f"{self.size} dice for each seat, with / between: 1 to 6, -, ? or ."
            one = "a die for each seat: 1 to 6, - or ?"
            raise cursor.fault(several if self.size > 1 else one, at)
        hands = [[SIGNS.index(sign) for sign in text] for text in texts]
        kept = [die for hand in hands for die in hand if die != LOST]
        if NOT_THROWN in kept and any(kept[kept.index(NOT_THROWN) :]):
            raise cursor.impossible("expected dice to be thrown in turn, and before bids")
        faces = [[die for die in hand if NOT_THROWN < die < LOST] for hand in hands]
        if any(hand != sorted(hand, key=place_of) for hand in hands):
            raise cursor.impossible("expected each seat's dice in order, the lost ones last")
        if any(HIDDEN in hand and min(hand) != HIDDEN for hand in faces):
            raise cursor.impossible("expected all dice of a seat to be hidden, or none")
        if sum(hand[0] != LOST for hand in hands) < 2:
            raise cursor.impossible("expected at least two seats to have dice")
        return hands

    def packed(self, hands: Iterable[Iterable[int]]) -> int:
        """The dice of all seats in one set."""
        shown = (die for hand in hands for die in hand)
        return sum(die << 4 * n for n, die in enumerate(shown))

    # View

    def site(self, seat: int, number: int = 0) -> str:
        """The id of the place of a seat's die, from 0."""
        return f"die-{seat}" if self.size == 1 else f"die-{seat}-{number}"

    def _sites(self, seats: int) -> tuple[Site, ...]:
        """A place for each seat's dice, and room in the middle for as many as all have."""
        middle = heap(self.size * seats)
        places = [site for seat in range(seats) for site in self._seat_sites(seat, seats)]
        bids = (Site(f"bid-{n}", x, y, say("bid"), "die") for n, (x, y) in enumerate(middle, 1))
        return (*places, *bids)

    def _seat_sites(self, seat: int, seats: int) -> list[Site]:
        angle, out = math.tau * seat / seats, DISTANCE[seats]
        if self.size > 1:  # outside of the heap, and apart from the neighbours
            rim = max(math.hypot(*spot) for spot in heap(self.size * seats))
            room = (self.size * NEXT / 2 + 0.5) / math.tan(math.pi / seats) if seats > 2 else 0.0
            out = max(rim + 1.5, room)
        x, y = -math.sin(angle), -math.cos(angle)
        name, sites = say("die of {seat}", seat=SEATS[seat]), []
        for number in range(self.size):
            along = NEXT * (number - (self.size - 1) / 2)  # from the left hand
            at = out * x - along * y, out * y + along * x
            kind = "place" if self.size == 1 else "die"
            sites.append(Site(self.site(seat, number), *at, name, kind, seat))  # type: ignore[arg-type]
        return sites

    def pieces(self, hands: Bits, seats: int) -> list[Piece]:
        """The dice that are thrown and not lost."""
        return [
            die_piece(self.site(seat, number), die, COLOURS[seat], seat, self._name(seat, die))
            for seat, hand in enumerate(self.dice(hands, seats))
            for number, die in enumerate(hand)
            if NOT_THROWN < die < LOST
        ]

    def _name(self, seat: int, die: int) -> str:
        """The name of a die, with its seat where its place does not tell it."""
        face = say("hidden") if die == HIDDEN else FACE_NAMES[die - 1]
        return face if self.size == 1 else say("{seat}: {face}", seat=SEATS[seat], face=face)

    def bid(self, quantity: int, face: int, seat: int) -> list[Piece]:
        """The pieces of a bid: so many dice of this face in the middle, in the seat's colour."""
        name = say("bid: {face}", face=FACE_NAMES[face - 1])
        sites = (f"bid-{n}" for n in range(1, quantity + 1))
        return [die_piece(site, face, COLOURS[seat], None, name) for site in sites]

    def seats(
        self, hands: Bits, seats: int, bids: Iterable[tuple[int, int]]
    ) -> tuple[SeatView, ...]:
        """The seats, each with its last bid; where hands are of several dice, also with how many of
        them it has left.

        bids: each with its seat, in order.
        """
        views = []
        last = dict(bids)
        for seat, hand in enumerate(self.dice(hands, seats)):
            left, note = sum(die != LOST for die in hand), ""
            if seat in last:
                quantity, face = bid_parts(last[seat])
                note = say("bid {quantity} × {face}", quantity=quantity, face=face)
            text = counted("{n} die", "{n} dice", left)
            tallies = (Tally(say("dice"), "", left, text=text),) if self.size > 1 else ()
            note = note if left else say("out of dice")
            views.append(SeatView(SEATS[seat], COLOURS[seat], tallies, note))
        return tuple(views)


# Bids: how many dice of one face there are. Bid number (quantity - 1) * 6 + face - 1 is higher than
# all before it: of more dice, or of as many with a higher face.


def bid_parts(bid: int) -> tuple[int, int]:
    """The quantity and the face of a bid."""
    return bid // FACES + 1, bid % FACES + 1


def bid_text(bid: int) -> str:
    """Such as `2-5` for two fives."""
    quantity, face = bid_parts(bid)
    return f"{quantity}-{face}"


def bid_touches(bid: int) -> tuple[str, str]:
    """The touches of a bid: a button of `bid_buttons`, then a die of FACE_HAND."""
    quantity, face = bid_parts(bid)
    return f"quantity-{quantity}", f"face-{face}"


def bid_buttons(least: int, dice: int) -> tuple[Button, ...]:
    """The quantities that can be bid on so many dice, where bid number `least` is the lowest."""
    quantities = range(least // FACES + 1, dice + 1)
    return tuple(Button(f"quantity-{n}", say("{number}\u00a0×", number=n)) for n in quantities)


def read_bids(cursor: Cursor, dice: int) -> list[int]:
    """Read bids on so many dice, with commas between them, each higher than the last, or -.

    Raises PositionError.
    """
    bids: list[int] = []
    if cursor.next == "-":
        cursor.take("-", "bids or -")
        return bids
    while not bids or cursor.next == ",":
        if bids:
            cursor.take(",", "a comma")
        match = re.match("([1-9][0-9]?)-([1-6])", cursor.text[cursor.at :])
        if not match or int(match[1]) > dice:
            raise cursor.fault(f"a bid on up to {dice} dice, such as 1-6")
        cursor.at += match.end()
        bids.append((int(match[1]) - 1) * FACES + int(match[2]) - 1)
    if bids != sorted(set(bids)):
        raise cursor.impossible("expected each bid to be higher than the one before it")
    return bids


def place_of(die: int) -> tuple[bool, bool, int]:
    """The sort key of a hand's dice."""
    return die == LOST, die == NOT_THROWN, die


@functools.cache
def heap(count: int) -> tuple[tuple[float, float], ...]:
    """Places for so many dice, close together: one, and rings around it."""
    if count == 2:
        return (-GAP / 2, 0.0), (GAP / 2, 0.0)
    spots, ring = [(0.0, 0.0)], 1
    while len(spots) < count:
        for n in range(min(6 * ring, count - len(spots))):
            angle = math.tau * (0.75 + n / (6 * ring))
            spots.append((GAP * ring * math.sin(angle), GAP * ring * math.cos(angle)))
        ring += 1
    return tuple(spots)
