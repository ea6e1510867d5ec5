"""Arena: for a fixed time, free players are paired again and again.

Opponents have similar points, and no pair plays twice in a row. A win is one point. Players rank by
points, then by fewer games. A game in progress when time is up still counts.
"""

from __future__ import annotations

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.formats.lives import lots
from ludarium.tournaments.history import history
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.pairing.matching import best_pairs
from ludarium.tournaments.pairing.seating import even_seats, table_sizes
from ludarium.tournaments.tournament import Tournament

__all__ = ["draw", "waiting"]

NOBODY = PlayerId(0)
AGAIN = 10**9


def waiting(tournament: Tournament) -> list[PlayerId]:
    """The active players without an open match, by number."""
    return [player for player in tournament.active if tournament.match_of(player) is None]


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[PlayerId, ...]]:
    """Matches for the free players.

    A player may have to wait for company or for new opponents, which is no bye.
    """
    rng, past = lots(tournament), history(tournament)
    free = waiting(tournament)
    rng.shuffle(free)
    free.sort(key=lambda player: -past.points[player])
    last = {player: match.number for match in tournament.matches.values() for player in match.seats}
    if tournament.options.size > 2:
        few, together = (
            len(free) < tournament.options.size,
            len({last.get(player, -player) for player in free}) == 1,
        )
        if len(free) < 2 or (tournament.playing and (few or together)):
            return (), ()  # wait: others finish soon
        sizes = table_sizes([0] * len(free), tournament.options.size, tournament.options.largest)
        rest = iter(free)
        return tuple(
            DrawnMatch(seats=even_seats([next(rest) for _ in range(seats)], past.seats, rng))
            for seats in sizes
        ), ()
    games = {player: len(past.seats[player]) for player in free}

    def cost(one: PlayerId, other: PlayerId) -> int:
        if NOBODY in (one, other):
            return 10 * games[one or other]  # those with the fewest games play
        again = AGAIN if one in last and last[one] == last.get(other) else 0
        return again + round(2 * abs(past.points[one] - past.points[other])) ** 2

    matching = best_pairs([*free, NOBODY] if len(free) % 2 else free, cost, AGAIN)
    apart = [
        pair
        for pair in matching
        if NOBODY not in pair and (cost(*pair) < AGAIN or len(tournament.active) < 4)
    ]
    return tuple(DrawnMatch(seats=even_seats(pair, past.seats, rng)) for pair in apart), ()
