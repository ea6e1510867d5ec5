"""The players of a Swiss before a round: their groups of equal points, the colours that are due to
them, how they floated.
"""

from __future__ import annotations

import dataclasses
from typing import Literal

from ludarium.tournaments.history import History, history, score
from ludarium.tournaments.tournament import Tournament

__all__ = ["Colour", "Field", "colour_of"]

Float = Literal["down", "up", ""]


@dataclasses.dataclass(frozen=True, slots=True)
class Colour:
    """The seat that a player should have, 0 or 1, None where it does not matter; strength: 1 by
    turns, 2 to be even, 3 a must.
    """

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


@dataclasses.dataclass
class Field:
    """The players of a round, by points and then by seeding, and where each stands.

    group: the number of the group of equal points; place: in the group, 0 and up; half: half of the
    group's size; floats: for each round, whether the player met somebody with fewer points (a bye
    counts as that), with more, or with as many.
    """

    players: list[int]
    past: History
    group: dict[int, int]
    place: dict[int, int]
    half: dict[int, int]
    colours: dict[int, Colour]
    byes: dict[int, int]
    fewest_byes: int
    floats: dict[int, list[Float]]

    @classmethod
    def of(cls, tournament: Tournament) -> Field:
        past = history(tournament)
        players = sorted(
            tournament.active, key=lambda player: (-past.points[player], tournament.seeding[player])
        )
        groups: dict[float, list[int]] = {}
        for player in players:
            groups.setdefault(past.points[player], []).append(player)
        byes = {player: tournament.byes[player] for player in players}
        colours = {player: colour_of(past.seats[player]) for player in players}
        field = cls(
            players, past, {}, {}, {}, colours, byes, min(byes.values()), floats_of(tournament)
        )
        for number, members in enumerate(groups.values()):
            for place, player in enumerate(members):
                field.group[player], field.place[player], field.half[player] = (
                    number,
                    place,
                    len(members) // 2,
                )
        return field

    def clash(self, one: int, other: int) -> int:
        """How strong the weaker wish is where both are due the same colour, 1 to 3; 0 where they
        are not.
        """
        mine, theirs = self.colours[one], self.colours[other]
        return min(mine.strength, theirs.strength) if mine.seat == theirs.seat else 0

    def seated(self, one: int, other: int) -> tuple[int, int]:
        """The pair, the better placed first, in seat order: the stronger wish is granted; of equal
        ones, that of the better placed.
        """
        mine, theirs = self.colours[one], self.colours[other]
        if mine.seat is None and theirs.seat is None:
            return (one, other) if self.place[one] % 2 == 0 else (other, one)
        if mine == theirs:  # they change what they had when they last had different colours
            for before, other_before in zip(
                reversed(self.past.seats[one]), reversed(self.past.seats[other]), strict=False
            ):
                if before != other_before:
                    return (one, other) if before else (other, one)
        surer = theirs.strength > mine.strength or mine.seat is None
        chosen = theirs if surer else mine
        granted, rest = (other, one) if surer else (one, other)
        return (granted, rest) if chosen.seat == 0 else (rest, granted)


def floats_of(tournament: Tournament) -> dict[int, list[Float]]:
    """For each player, round by round, the float."""
    points = dict.fromkeys(tournament.players, 0.0)
    floats: dict[int, list[Float]] = {player: [] for player in tournament.players}
    for drawn in tournament.rounds:
        matches = [tournament.matches[number] for number in drawn.matches]
        for player in drawn.byes:
            floats[player].append("down")
        for match in matches:
            for one, other in (match.seats, match.seats[::-1]):
                floats[one].append(
                    "down"
                    if points[one] > points[other]
                    else "up"
                    if points[one] < points[other]
                    else ""
                )
        for match in matches:
            for player in match.seats:
                points[player] += score(match, player)
        for player in drawn.byes:
            points[player] += 1
    return floats
