"""Brackets of two-player matches: single elimination, and double elimination with a bracket reset.

A bracket is a list of slots in playing order. `W2.3` is the third match of round 2 of the winners'
bracket, `L1.1` the first of the losers' bracket, `F1` the grand final. `F2` is the bracket reset:
it is played if the finalist from the losers' bracket wins `F1`, as both then have one loss.

Where the number of players is not a power of two, the missing seeds give byes, in the losers'
bracket too.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from ludarium.tournaments.ids import PlayerId

__all__ = [
    "Bracket",
    "Result",
    "Slot",
    "SlotStanding",
    "Source",
    "Spot",
    "bracket_of",
    "seed_places",
]


@dataclasses.dataclass(frozen=True, slots=True)
class Source:
    """The origin of a slot's player."""

    what: Literal["seed", "winner", "loser"]
    """A seed, or the winner or loser of another slot."""
    seed: int = 0
    """From 0, the top seed."""
    slot: str = ""
    """Name of the other slot."""


@dataclasses.dataclass(frozen=True, slots=True)
class Slot:
    """A place for a match in a bracket."""

    name: str
    """Such as `W2.3`."""
    part: Literal["W", "L", "F"]
    """Winners' bracket, losers' bracket or finals."""
    round: int
    """From 1 in its part."""
    place: int
    """From 0 at the top of the round."""
    sources: tuple[Source, Source]


Spot = PlayerId | None | Literal["?"]
"""A player, nobody, or not yet known."""
Result = tuple[Sequence[PlayerId], PlayerId | None]
"""The two players in any order, and the winner; None where neither came."""


@dataclasses.dataclass(frozen=True, slots=True)
class SlotStanding:
    """The state of a slot."""

    players: tuple[Spot, Spot]
    """The players in the order of the slot's sources."""
    state: Literal["waiting", "ready", "played", "bye", "empty"]
    """`waiting` for other matches, `ready` to be played, `played`, `bye` (one player advances
    without a match) or `empty` (no player).
    """
    winner: Spot
    loser: Spot


@dataclasses.dataclass(frozen=True)
class Bracket:
    """The slots of a bracket."""

    size: int
    """Number of seed places, a power of two."""
    double: bool
    """True if it is a double elimination."""
    slots: tuple[Slot, ...]
    """Slots in playing order."""

    def standings(
        self,
        order: Sequence[PlayerId],
        results: Mapping[str, Result],
        gone: Collection[PlayerId] = (),
    ) -> dict[str, SlotStanding]:
        """The standing of each slot.

        order: the players by seed, the top seed first. results: of the slots played. gone:
        withdrawn players, who give way in every unplayed match.
        """
        standings: dict[str, SlotStanding] = {}
        for slot in self.slots:
            first, second = (self._spot(source, order, standings) for source in slot.sources)
            if slot.name == "F2" and not self._reset_needed(standings, results):
                unknown: Spot = "?" if standings["F1"].state in ("waiting", "ready") else None
                standings["F2"] = SlotStanding(
                    (unknown, unknown), "waiting" if unknown else "empty", unknown, unknown
                )
            elif slot.name in results:
                standings[slot.name] = played(first, second, results[slot.name])
            else:
                standings[slot.name] = unplayed(first, second, gone)
        return standings

    def champion(self, standings: Mapping[str, SlotStanding]) -> Spot:
        """The winner of the bracket."""
        last = standings[self.slots[-1].name]
        return standings["F1"].winner if self.double and last.state == "empty" else last.winner

    @staticmethod
    def _reset_needed(standings: Mapping[str, SlotStanding], results: Mapping[str, Result]) -> bool:
        final = standings["F1"]
        return "F1" in results and final.winner is not None and final.winner == final.players[1]

    @staticmethod
    def _spot(
        source: Source, order: Sequence[PlayerId], standings: Mapping[str, SlotStanding]
    ) -> Spot:
        if source.what == "seed":
            return order[source.seed] if source.seed < len(order) else None
        standing = standings[source.slot]
        return standing.winner if source.what == "winner" else standing.loser


def played(first: Spot, second: Spot, result: Result) -> SlotStanding:
    """The standing of a slot with a result.

    A player who advanced by a bye and has withdrawn since is found in the result only.
    """
    seats, winner = result
    first = first if first in seats else next(player for player in seats if player != second)
    second = second if second in seats else next(player for player in seats if player != first)
    loser = None if winner is None else next(player for player in seats if player != winner)
    return SlotStanding((first, second), "played", winner, loser)


def unplayed(first: Spot, second: Spot, gone: Collection[PlayerId]) -> SlotStanding:
    """The standing of a slot without a result."""
    here = [player for player in (first, second) if player is not None and player not in gone]
    if not here:
        return SlotStanding((first, second), "empty", None, None)
    if "?" in here:
        return SlotStanding((first, second), "waiting", "?", "?" if len(here) == 2 else None)
    if len(here) == 1:
        return SlotStanding((first, second), "bye", here[0], None)
    return SlotStanding((first, second), "ready", "?", "?")


@functools.lru_cache(maxsize=64)
def bracket_of(players: int, double: bool) -> Bracket:
    """The bracket for a number of players, at least 2."""
    rounds = max(1, (players - 1).bit_length())
    size = 1 << rounds
    slots = winners_bracket(size, rounds)
    if double:
        slots += losers_bracket(size, rounds)
        last = Source("winner", slot=slots[-1].name) if rounds > 1 else Source("loser", slot="W1.1")
        finalists = (Source("winner", slot=f"W{rounds}.1"), last)
        slots.append(Slot("F1", "F", 1, 0, finalists))
        slots.append(Slot("F2", "F", 2, 0, finalists))
    return Bracket(size, double, tuple(slots))


def seed_places(size: int) -> list[int]:
    """Seeds of the first round from top to bottom, such that top seeds meet as late as possible.

    Seed 0 meets seed size - 1, and so on. size: a power of two.

    >>> seed_places(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    places = [0]
    while len(places) < size:
        doubled = 2 * len(places)
        places = [seed for place in places for seed in (place, doubled - 1 - place)]
    return places


def winners_bracket(size: int, rounds: int) -> list[Slot]:
    """The slots of the winners' bracket, in playing order."""
    places = seed_places(size)
    slots = []
    for number in range(1, rounds + 1):
        for place in range(size >> number):
            if number == 1:
                sources = (Source("seed", places[2 * place]), Source("seed", places[2 * place + 1]))
            else:
                sources = winners_of(f"W{number - 1}.", place)
            slots.append(Slot(f"W{number}.{place + 1}", "W", number, place, sources))
    return slots


def losers_bracket(size: int, rounds: int) -> list[Slot]:
    """The slots of the losers' bracket, in playing order.

    In odd rounds its winners meet each other; in even rounds they meet the new losers of the
    winners' bracket. Losers drop in at crossed places, so that rematches come as late as possible:
    place p of the losers' bracket gets the loser of place p ^ shift of the winners' bracket.

    `known` lists the shifts by which the players who can reach a place came there, the most recent
    first. Two shifts bring former opponents together after as many halvings as their XOR has bits.
    """
    slots: list[Slot] = []
    known = [0]
    for number in range(1, 2 * rounds - 1):
        level = (number + 1) // 2
        count = size >> (level + 1)
        if number == 1:
            fresh = [
                (Source("loser", slot=f"W1.{2 * p + 1}"), Source("loser", slot=f"W1.{2 * p + 2}"))
                for p in range(count)
            ]
        elif number % 2:
            fresh = [winners_of(f"L{number - 1}.", place) for place in range(count)]
            known = list(dict.fromkeys(shift >> 1 for shift in known))
        else:
            new = max(range(count), key=lambda shift: lateness(shift, known))
            known = [new, *(shift for shift in known if shift != new)]
            fresh = [
                (
                    Source("loser", slot=f"W{level + 1}.{(place ^ new) + 1}"),
                    Source("winner", slot=f"L{number - 1}.{place + 1}"),
                )
                for place in range(count)
            ]
        slots += [
            Slot(f"L{number}.{place + 1}", "L", number, place, sources)
            for place, sources in enumerate(fresh)
        ]
    return slots


def lateness(shift: int, known: Sequence[int]) -> tuple[int, list[int]]:
    """Return a measure of how late rematches come with this shift; larger is later.

    The number of halvings before the first rematch, then those for each known shift, the most
    recent first.
    """
    bits = [(shift ^ other).bit_length() for other in known]
    return min(bits), bits


def winners_of(prefix: str, place: int) -> tuple[Source, Source]:
    """The winners of the two slots that lead to this place."""
    return Source("winner", slot=f"{prefix}{2 * place + 1}"), Source(
        "winner", slot=f"{prefix}{2 * place + 2}"
    )
