"""Score groups, colour preferences and floats of the players before a Swiss round."""

from __future__ import annotations

import dataclasses
import math
from typing import Literal

from ludarium.tournaments.history import History, history, is_played, score
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
    surplus: int = 0
    """Difference of the numbers of games in both seats."""
    repeated: SeatIndex | None = None
    """The seat of the last two games; None if they differ."""

    @property
    def rank(self) -> tuple[int, int]:
        """The stronger the preference, the higher."""
        return self.strength, self.surplus if self.strength == 3 else 0


def colour_of(seats: list[SeatIndex]) -> Colour:
    """The colour preference of a player with these seats so far, in order."""
    if not seats:
        return Colour(None, 0)
    more = seats.count(SeatIndex(0)) - seats.count(SeatIndex(1))
    surplus = abs(more)
    repeated = seats[-1] if len(seats) > 1 and seats[-2] == seats[-1] else None
    fewer, other = SeatIndex(int(more > 0)), SeatIndex(1 - seats[-1])
    if surplus > 1:
        return Colour(fewer, 3, surplus, repeated)
    if repeated is not None:
        return Colour(other, 3, surplus, repeated)
    return Colour(fewer, 2, surplus) if surplus else Colour(other, 1)


@dataclasses.dataclass
class Field:
    """The players of a Swiss round."""

    players: list[PlayerId]
    """By points, then by seeding."""
    past: History
    number: dict[PlayerId, int]
    """Pairing number: seeding place, from 1, among all who have been or will be paired."""
    group: dict[PlayerId, int]
    """Index of the player's score group, from 0 with the most points."""
    place: dict[PlayerId, int]
    """Place in the score group, from 0."""
    half: dict[PlayerId, int]
    """Half the size of the player's score group, rounded down."""
    colours: dict[PlayerId, Colour]
    """Colour preference."""
    rested: dict[PlayerId, int]
    """Number of byes and of matches won without a game so far (C2)."""
    fewest_rested: int
    """The minimum of `rested`."""
    floats: dict[PlayerId, list[Float]]
    """Each round: `down` against fewer points or for points without a game, `up` against more, else
    empty.
    """
    unplayed: dict[PlayerId, int]
    """Number of rounds without a game (C9)."""
    top_score: float = math.inf
    """Players with more points are topscorers: half of the points that can be had before the last
    round, and no limit before.
    """

    @classmethod
    def of(cls, tournament: Tournament) -> Field:
        """The field of the next round."""
        past = history(tournament)
        players = sorted(
            set(tournament.active) - set(tournament.excused),
            key=lambda player: (-past.points[player], tournament.seeding[player]),
        )
        groups: dict[float, list[PlayerId]] = {}
        for player in players:
            groups.setdefault(past.points[player], []).append(player)
        colours = {player: colour_of(past.seats[player]) for player in players}
        rested = {player: past.rested[player] for player in players}
        drawn = len(tournament.rounds)
        last = drawn + 1 >= tournament.options.swiss_rounds(len(tournament.order))
        field = cls(
            players,
            past,
            numbers_of(tournament, players),
            {},
            {},
            {},
            colours,
            rested,
            min(rested.values(), default=0),
            floats_of(tournament),
            {player: drawn - len(past.seats[player]) for player in players},
            drawn / 2 if last else math.inf,
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

        The stronger colour preference is granted, of two absolute ones that with the larger
        surplus; among equal ones, that of the higher ranked player. Without any, an odd pairing
        number has the first seat.
        """
        mine, theirs = self.colours[one], self.colours[other]
        if mine.seat is None and theirs.seat is None:
            return (one, other) if self.number[one] % 2 else (other, one)
        if (mine.seat, mine.rank) == (
            theirs.seat,
            theirs.rank,
        ):  # alternate from the last round with different colours
            for before, other_before in zip(
                reversed(self.past.seats[one]), reversed(self.past.seats[other]), strict=False
            ):
                if before != other_before:
                    return (one, other) if before else (other, one)
        surer = theirs.rank > mine.rank
        chosen = theirs if surer else mine
        granted, rest = (other, one) if surer else (one, other)
        return (granted, rest) if chosen.seat == 0 else (rest, granted)


def numbers_of(tournament: Tournament, players: list[PlayerId]) -> dict[PlayerId, int]:
    """The pairing numbers of all who have been paired, or had a bye, and of these players."""
    drawn = {player for match in tournament.matches.values() for player in match.seats}
    everybody = sorted({*drawn, *tournament.byes, *players}, key=tournament.seeding.__getitem__)
    return {player: number for number, player in enumerate(everybody, 1)}


def floats_of(tournament: Tournament) -> dict[PlayerId, list[Float]]:
    """The float of each player in each round.

    Points without a game are a downfloat; a round without a game and points is none.
    """
    points = dict.fromkeys(tournament.players, 0.0)
    floats: dict[PlayerId, list[Float]] = {player: [] for player in tournament.players}
    for number, drawn in enumerate(tournament.rounds):
        matches = [tournament.matches[match] for match in drawn.matches]
        gained = {player: score(match, player) for match in matches for player in match.seats}
        gained |= dict.fromkeys(drawn.byes, 1.0) | dict.fromkeys(drawn.halves, 0.5)
        for match in matches:
            for one, other in (match.seats, match.seats[::-1]):
                if is_played(match):
                    apart = points[one] - points[other]
                    floats[one].append("down" if apart > 0 else "up" if apart < 0 else "")
                else:
                    floats[one].append("down" if gained[one] else "")
        for player, past in floats.items():
            if len(past) == number:
                past.append("down" if gained.get(player) else "")
            points[player] += gained.get(player, 0.0)
    return floats
