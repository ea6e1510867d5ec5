"""The quality criteria of a bracket in FIDE's Dutch system (C.04.3, article 2), as costs.

Vertices are the players who wait for a partner, by points and seeding; the last may be NOBODY,
whose partner has the bye. A bracket is the players moved down (MDPs) and the residents of its score
group. An edge that leaves the bracket makes its upper player a downfloater.
"""

from __future__ import annotations

import dataclasses

import numpy

from ludarium.tournaments.ids import PlayerId, SeatIndex
from ludarium.tournaments.pairing.edges import Edges, Flags, Ints
from ludarium.tournaments.pairing.score_groups import Colour, Field

__all__ = ["Bracket", "Seats", "criteria_of"]


@dataclasses.dataclass
class Seats:
    """The waiting players as arrays."""

    points: Ints
    """Twice the points."""
    due: Ints
    """The seat that is due; -1 without a preference."""
    strength: Ints
    surplus: Ints
    """Absolute difference of the numbers of both seats."""
    repeated: Ints
    """The seat taken in the last two games; -1 if they differ."""
    unplayed: Ints
    """Number of rounds without a game."""
    down: Flags
    """True for a downfloat in the last round."""
    up: Flags
    """True for an upfloat in the last round."""
    down_before: Flags
    """True for a downfloat in the round before the last."""
    up_before: Flags

    @classmethod
    def of(cls, field: Field, players: list[PlayerId]) -> Seats:
        """The arrays of these players, among whom 0 is NOBODY."""
        colours = [field.colours.get(player, Colour(None, 0)) for player in players]

        def numbers(values: list[int]) -> Ints:
            return numpy.array(values, numpy.int64)

        def floated(back: int, way: str) -> Flags:
            floats = [field.floats.get(player, []) for player in players]
            return numpy.array([len(past) >= back and past[-back] == way for past in floats], bool)

        def seat(chosen: SeatIndex | None) -> int:
            return -1 if chosen is None else chosen

        return cls(
            numbers([round(2 * field.past.points.get(player, -1)) for player in players]),
            numbers([seat(colour.seat) for colour in colours]),
            numbers([colour.strength for colour in colours]),
            numbers([colour.surplus for colour in colours]),
            numbers([seat(colour.repeated) for colour in colours]),
            numbers([field.unplayed.get(player, 0) for player in players]),
            *(floated(back, way) for back in (1, 2) for way in ("down", "up")),
        )

    def take(self, chosen: Ints) -> Seats:
        """The arrays of these vertices."""
        return Seats(*(getattr(self, each.name)[chosen] for each in dataclasses.fields(self)))


@dataclasses.dataclass(frozen=True)
class Bracket:
    """A bracket, as numbers of vertices."""

    moved: int
    """Number of MDPs, who come first."""
    end: int
    """Number of MDPs and residents."""
    next_end: int
    """The same, with the next score group."""


def criteria_of(
    seats: Seats, edges: Edges, bracket: Bracket, single_bye: bool
) -> list[tuple[Ints, Flags]]:
    """The criteria C6 to C21 of a bracket, the most important first.

    single_bye: True if the only downfloater has the bye, so that C9 applies.
    """
    one, two = edges.first, edges.second
    vertices = numpy.arange(edges.count)
    here, near = vertices < bracket.end, vertices < bracket.next_end
    inside, leaving = two < bracket.end, (one < bracket.end) & (two >= bracket.end)
    resident = (one >= bracket.moved) & (one < bracket.end)
    mdp = one < bracket.moved
    upfloat = inside & mdp & (two >= bracket.moved)
    scores = sorted(set(seats.points[: bracket.end].tolist()), reverse=True)
    moved_scores = sorted(set(seats.points[: bracket.moved].tolist()), reverse=True)
    chosen: list[tuple[Flags | Ints, Flags]] = []

    def add(values: Flags | Ints, counted: Flags = here) -> None:
        chosen.append((values, counted))

    def by_score(values: Flags, levels: list[int], counted: Flags = here) -> None:
        for score in levels:
            add(values & (seats.points[one] == score), counted)

    add(leaving)  # C6
    by_score(leaving, scores[:-1])  # C7
    if bracket.next_end > bracket.end:  # C8
        far = two >= bracket.next_end
        add(far & (one < bracket.next_end), near)
        by_score(far & (one < bracket.end), scores)
    if single_bye:  # C9
        add(numpy.where(leaving & (seats.points[two] < 0), seats.unplayed[one], 0))
    same = inside & (seats.due[one] == seats.due[two]) & (seats.due[one] >= 0)
    absolute = same & (seats.strength[one] == 3) & (seats.strength[two] == 3)
    wide = (seats.surplus[one] > 1) & (seats.surplus[two] > 1)
    add(absolute & wide)  # C10
    even = seats.surplus[one] == seats.surplus[two]
    denied = numpy.where(seats.surplus[one] > seats.surplus[two], two, one)
    both_repeat = (seats.repeated[one] >= 0) & (seats.repeated[one] == seats.repeated[two])
    third = seats.repeated[denied] == 1 - seats.due[denied]
    add(absolute & numpy.where(even, both_repeat, third))  # C11
    add(same)  # C12
    add(same & ~absolute & (seats.strength[one] > 1) & (seats.strength[two] > 1))  # C13
    floats = ((seats.down, seats.up), (seats.down_before, seats.up_before))
    for down, up in floats:  # C14 to C17
        add(leaving & resident & down[one])
        add(upfloat & up[two])
    for down, up in floats:  # C18 to C21
        by_score(leaving & mdp & down[one], moved_scores)
        by_score(upfloat & up[two], moved_scores)
    return [(values.astype(numpy.int64), counted) for values, counted in chosen]
