"""Swiss: in every round everybody meets somebody with about as many points, and nobody twice.

The pairs of a round are those of least total cost, where each of these outweighs all that come after it: a second bye before all have had
one; a repeat; two players who must have the same colour; the squared differences of points; colours that both would like; and last, within
a group of equal points, how far a pair is from the upper half meeting the lower half in order. So the absolute criteria of FIDE's Dutch
system hold (C.04.3), and its aims are followed, but it is not that system: transpositions and floats are not in FIDE's order.

A colour is a must after two in a row of the other, or where there would be three more of one than of the other.
"""

from __future__ import annotations

import dataclasses

from ludarium.events.entries import DrawnMatch
from ludarium.events.history import History, history
from ludarium.events.pairs import best_pairs
from ludarium.events.tournament import Tournament

__all__ = ["Colour", "colour_of", "draw", "round_count"]

FOLD = 1
COLOUR = 10**7
POINTS = 10**10
MUST = 10**16
REPEAT = 10**20
UNFAIR = 10**24
NOBODY = 0


@dataclasses.dataclass(frozen=True, slots=True)
class Colour:
    """The seat that a player should have, 0 or 1, None where it does not matter; strength: 1 by turns, 2 to be even, 3 a must."""

    seat: int | None
    strength: int


def colour_of(seats: list[int]) -> Colour:
    """What is due to a player who sat in these seats, in order."""
    if not seats:
        return Colour(None, 0)
    surplus = seats.count(0) - seats.count(1)
    if abs(surplus) > 1 or seats[-2:] in ([0, 0], [1, 1]):
        return Colour(int(surplus > 0) if abs(surplus) > 1 else 1 - seats[-1], 3)
    return Colour(int(surplus > 0), 2) if surplus else Colour(1 - seats[-1], 1)


def round_count(tournament: Tournament) -> int:
    """How many rounds there are: as the organiser says, or as many as a knock-out of these players would have."""
    return tournament.options.rounds or max(1, (len(tournament.order) - 1).bit_length())


@dataclasses.dataclass
class Field:
    """The players of a round, by points and then by seeding, and where each stands.

    group: the number of the group of equal points; place: in the group, 0 and up; half: half of the group's size.
    """

    players: list[int]
    past: History
    group: dict[int, int]
    place: dict[int, int]
    half: dict[int, int]
    colours: dict[int, Colour]
    byes: dict[int, int]
    fewest_byes: int

    @classmethod
    def of(cls, tournament: Tournament) -> Field:
        past = history(tournament)
        seeding = {player: place for place, player in enumerate(tournament.order)}
        players = sorted(tournament.active, key=lambda player: (-past.points[player], seeding.get(player, player + len(seeding))))
        groups: dict[float, list[int]] = {}
        for player in players:
            groups.setdefault(past.points[player], []).append(player)
        byes = {player: tournament.byes[player] for player in players}
        colours = {player: colour_of(past.seats[player]) for player in players}
        field = cls(players, past, {}, {}, {}, colours, byes, min(byes.values()))
        for number, members in enumerate(groups.values()):
            for place, player in enumerate(members):
                field.group[player], field.place[player], field.half[player] = number, place, len(members) // 2
        return field

    def folded(self) -> list[int]:
        """The players with those next to each other that should meet: of each group, the upper half and the lower half in turns."""

        def key(player: int) -> tuple[int, int, int]:
            place, half = self.place[player], self.half[player]
            return self.group[player], place - half if half <= place < 2 * half else place, place

        return sorted(self.players, key=key)

    def cost(self, one: int, other: int) -> int:
        """The price of this pair."""
        if NOBODY in (one, other):
            return self.bye_cost(one or other)
        mine, theirs = self.colours[one], self.colours[other]
        clash = mine.seat == theirs.seat and mine.seat is not None
        must = MUST if clash and mine.strength == theirs.strength == 3 else 0
        colour = COLOUR * min(mine.strength, theirs.strength) if clash else 0
        apart = round(2 * abs(self.past.points[one] - self.past.points[other]))
        return REPEAT * self.past.met[one][other] + must + POINTS * apart**2 + colour + FOLD * self.fold_cost(one, other)

    def fold_cost(self, one: int, other: int) -> int:
        """How far the pair is from the one that the order of the players would give."""
        if self.group[one] == self.group[other]:
            return abs(abs(self.place[one] - self.place[other]) - self.half[one])
        upper, lower = (one, other) if self.group[one] < self.group[other] else (other, one)
        return 2 * self.half[upper] - self.place[upper] + self.place[lower]

    def bye_cost(self, player: int) -> int:
        """The last of those with the fewest points has the bye, of those who have had the fewest."""
        unfair = UNFAIR if self.byes[player] > self.fewest_byes else 0
        above = round(2 * (self.past.points[player] - self.past.points[self.players[-1]]))
        return unfair + POINTS * above**2 + FOLD * max(0, 2 * self.half[player] - self.place[player])

    def seated(self, one: int, other: int) -> tuple[int, int]:
        """The pair, the better placed first, in seat order: the stronger wish is granted; of equal ones, that of the better placed."""
        mine, theirs = self.colours[one], self.colours[other]
        if mine.seat is None and theirs.seat is None:
            return (one, other) if self.place[one] % 2 == 0 else (other, one)
        surer = theirs.strength > mine.strength or mine.seat is None
        chosen = theirs if surer else mine
        granted, rest = (other, one) if surer else (one, other)
        return (granted, rest) if chosen.seat == 0 else (rest, granted)


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[int, ...]]:
    """The matches and the bye of the next round, the leaders at the first tables."""
    field = Field.of(tournament)
    order = field.folded()
    found = best_pairs([*order, NOBODY] if len(order) % 2 else order, field.cost, REPEAT)
    rank = {player: place for place, player in enumerate(field.players)}
    pairs = sorted((sorted(pair, key=lambda player: rank[player]) for pair in found if NOBODY not in pair), key=lambda pair: rank[pair[0]])
    byes = tuple(one or other for one, other in found if NOBODY in (one, other))
    return tuple(DrawnMatch(seats=field.seated(one, other)) for one, other in pairs), byes
