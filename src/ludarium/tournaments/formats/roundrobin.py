"""Round robin by the Berger tables of the FIDE Handbook (C.05, annex 1).

With an odd number of players, the opponent of the highest, empty place rests. A second cycle
reverses the seats. The results of a player who withdraws before half of their games are struck out
for everybody; after half, the remaining opponents win by default.
"""

from __future__ import annotations

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.tournament import Tournament

__all__ = ["berger", "draw", "round_count", "struck_out"]


def berger(places: int, number: int) -> list[tuple[int, int]]:
    """Pairs of places in a round, the first seat first.

    places: an even number, numbered from 1. number: of the round, from 1.

    >>> berger(6, 1), berger(6, 2)
    ([(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)])
    """
    ring = places - 1
    start = (number - 1) * (places // 2) % ring
    pairs = [(start + 1, places) if number % 2 else (places, start + 1)]
    for step in range(1, places // 2):
        pairs.append(((start + step) % ring + 1, (start - step) % ring + 1))
    return pairs


def round_count(players: int, cycles: int) -> int:
    """The number of rounds for a number of players."""
    return (players - 1 + players % 2) * cycles


def pairs_of_round(
    tournament: Tournament, number: int
) -> list[tuple[PlayerId | None, PlayerId | None]]:
    """The scheduled pairs of a round, from 1, in seat order; None is the empty place."""
    players = len(tournament.order)
    a_cycle = round_count(players, 1)
    places = dict(enumerate(tournament.order, 1))
    pairs = [
        (places.get(one), places.get(other))
        for one, other in berger(players + players % 2, (number - 1) % a_cycle + 1)
    ]
    return pairs if number <= a_cycle else [(other, one) for one, other in pairs]


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[PlayerId, ...]]:
    """The matches and byes of the next round."""
    matches, byes = [], []
    for one, other in pairs_of_round(tournament, len(tournament.rounds) + 1):
        here = [
            player
            for player in (one, other)
            if player is not None and not tournament.players[player].gone
        ]
        if len(here) == 2:
            matches.append(DrawnMatch(seats=tuple(here)))
        byes += here if len(here) == 1 else []
    return tuple(matches), tuple(byes)


def struck_out(tournament: Tournament) -> set[PlayerId]:
    """The players who withdrew before half of their games were played."""
    each = (len(tournament.order) - 1) * tournament.options.cycles
    played = dict.fromkeys(tournament.players, 0)
    for match in tournament.matches.values():
        if match.over and match.outcome and match.outcome.how in ("win", "draw"):
            for player in match.seats:
                played[player] += 1
    return {
        number
        for number, player in tournament.players.items()
        if player.gone and 2 * played[number] < each
    }
