"""Score groups, colour preferences and floats of the players before a Swiss round."""

from __future__ import annotations

import dataclasses
from typing import Literal

from ludarium.tournaments.history import History, history, score
from ludarium.tournaments.ids import PlayerId, SeatIndex
from ludarium.tournaments.tournament import Tournament

__all__ = ["Colour", "Field", "colour_of"]

Float = Literal["down", "up", ""]


@dataclasses.dataclass(frozen=True, slots=True)
class Colour:
    """A colour preference."""

    seat: SeatIndex | None
    """0 or 1; None without a preference."""
    strength: int
    """1: mild, to alternate; 2: strong, to balance; 3: absolute."""


def colour_of(seats: list[SeatIndex]) -> Colour:
    """The colour preference of a player with these seats so far, in order."""
    if not seats:
        return Colour(None, 0)
    surplus = seats.count(SeatIndex(0)) - seats.count(SeatIndex(1))
    if abs(surplus) > 1 or seats[-2:] in ([0, 0], [1, 1]):
        return Colour(SeatIndex(int(surplus > 0) if abs(surplus) > 1 else 1 - seats[-1]), 3)
    if surplus:
        return Colour(SeatIndex(int(surplus > 0)), 2)
    return Colour(SeatIndex(1 - seats[-1]), 1)


@dataclasses.dataclass
class Field:
    """The players of a Swiss round."""

    players: list[PlayerId]
    """By points, then by seeding."""
    past: History
    group: dict[PlayerId, int]
    """Index of the player's score group, from 0 with the most points."""
    place: dict[PlayerId, int]
    """Place in the score group, from 0."""
    half: dict[PlayerId, int]
    """Half the size of the player's score group, rounded down."""
    colours: dict[PlayerId, Colour]
    """Colour preference."""
    byes: dict[PlayerId, int]
    """Number of byes so far."""
    fewest_byes: int
    """The minimum of `byes`."""
    floats: dict[PlayerId, list[Float]]
    """Each round: `down` against fewer points or with a bye, `up` against more, else empty."""

    @classmethod
    def of(cls, tournament: Tournament) -> Field:
        """The field of the next round."""
        past = history(tournament)
        players = sorted(
            tournament.active, key=lambda player: (-past.points[player], tournament.seeding[player])
        )
        groups: dict[float, list[PlayerId]] = {}
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

    def clash(self, one: PlayerId, other: PlayerId) -> int:
        """Strength, 1 to 3, of the weaker of two equal colour preferences; 0 without a conflict."""
        mine, theirs = self.colours[one], self.colours[other]
        return min(mine.strength, theirs.strength) if mine.seat == theirs.seat else 0

    def seated(self, one: PlayerId, other: PlayerId) -> tuple[PlayerId, PlayerId]:
        """The pair in seat order. `one` is the higher ranked player.

        The stronger colour preference is granted; among equal ones, that of the higher ranked
        player.
        """
        mine, theirs = self.colours[one], self.colours[other]
        if mine.seat is None and theirs.seat is None:
            return (one, other) if self.place[one] % 2 == 0 else (other, one)
        if mine == theirs:  # alternate from the last round with different colours
            for before, other_before in zip(
                reversed(self.past.seats[one]), reversed(self.past.seats[other]), strict=False
            ):
                if before != other_before:
                    return (one, other) if before else (other, one)
        surer = theirs.strength > mine.strength or mine.seat is None
        chosen = theirs if surer else mine
        granted, rest = (other, one) if surer else (one, other)
        return (granted, rest) if chosen.seat == 0 else (rest, granted)


def floats_of(tournament: Tournament) -> dict[PlayerId, list[Float]]:
    """The float of each player in each round."""
    points = dict.fromkeys(tournament.players, 0.0)
    floats: dict[PlayerId, list[Float]] = {player: [] for player in tournament.players}
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
