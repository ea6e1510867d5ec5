"""Elimination by lives, at tables of several: every player but the winner takes a loss, and so many
losses are the end.

Each round all who are left are drawn into tables. These are of the organiser's preferred size where
they can be, of two players only where nothing else is possible. Players with equally many losses
sit together, new opponents come before that, and everybody sits in every seat about equally often.
Where the organiser seeds players, the best of those with equally many losses sit apart, the best of
all at the smallest table and with the weakest; else who sits with whom is decided by lot. From the
round on in which all fit at one table, that is the final table, and it is played until one player
is left. With tables of two, an odd player has a bye, the best of those who may: nobody has a second
before all who are left have had one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.history import History, history
from ludarium.tournaments.pairing.matching import best_pairs
from ludarium.tournaments.pairing.seating import (
    SMALL,
    Seating,
    even_seats,
    repeats,
    splits,
    table_sizes,
)
from ludarium.tournaments.tournament import Tournament

__all__ = ["draw", "lots"]

FEW = 2_000  # nodes for each other way to cut the field into tables
# Prices at tables of two, each more than all that come before it can add up to: of players of
# different losses, a repeat, an unfair bye
LOSS, AGAIN, UNFAIR = 10**14, 10**20, 10**24


def lots(tournament: Tournament) -> random.Random:
    """The lots of the next round: of the tournament's seed and the round's number, and nothing
    else.
    """
    return random.Random(f"{tournament.seed} {len(tournament.rounds) + 1}")


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[int, ...]]:
    """The matches and byes of the next round."""
    rng, past = lots(tournament), history(tournament)
    players = tournament.living
    rng.shuffle(players)
    places = tournament.seeding if tournament.options.seeding != "random" else None
    players.sort(key=lambda player: (tournament.losses[player], places[player] if places else 0))
    if tournament.options.largest == 2:
        tables, byes = pairs(tournament, players, past, seeded=bool(places))
    else:
        tables, byes = groups(tournament, players, past, rng, places), []
    rng.shuffle(tables)
    return tuple(DrawnMatch(seats=even_seats(table, past.seats, rng)) for table in tables), tuple(
        byes
    )


def groups(
    tournament: Tournament,
    players: list[int],
    past: History,
    rng: random.Random,
    places: Mapping[int, int] | None = None,
) -> list[list[int]]:
    """Tables of two and more, for all players, who come by losses. places: in the seeding, where
    there is one.
    """
    options, losses = tournament.options, tournament.losses
    sizes = table_sizes([losses[player] for player in players], options.size, options.largest)
    best = Seating(players, sizes, losses, past.met, rng, places=places)
    if len(sizes) > 1 and len(players) <= SMALL and repeats(best.tables, past.met):
        for other in splits(len(players), options.size, options.largest):
            if other.count(2) <= sizes.count(2) and sorted(other) != sorted(sizes):
                found = Seating(players, other, losses, past.met, rng, FEW, places)
                if not repeats(found.tables, past.met):
                    return found.tables
    return best.tables


def pairs(
    tournament: Tournament, players: list[int], past: History, seeded: bool
) -> tuple[list[list[int]], list[int]]:
    """Tables of two, and a bye where somebody is left. players: by losses, and where they are
    seeded, the best of each number first.
    """
    losses, byes = tournament.losses, tournament.byes
    nobody = 0
    fewest = min(byes[player] for player in players)
    strength = dict.fromkeys(players, 0)  # of seeded players, among those with equally many losses
    order: list[int] = []  # with those next to each other who should meet
    for level in (
        list(group) for _, group in itertools.groupby(players, key=lambda player: losses[player])
    ):
        order += [
            level[place]
            for place in sorted(
                range(len(level)), key=lambda place: min(place, len(level) - 1 - place)
            )
        ]
        if seeded:
            strength.update({player: place for place, player in enumerate(reversed(level), 1)})

    def cost(one: int, other: int) -> int:
        if nobody in (one, other):
            return 0 if byes[one or other] == fewest else UNFAIR
        return (
            AGAIN * past.met[one][other] ** 2
            + LOSS * abs(losses[one] - losses[other])
            + strength[one] * strength[other]
        )

    found = best_pairs([*order, nobody] if len(order) % 2 else order, cost, AGAIN)
    return [[one, other] for one, other in found if other != nobody], [
        one for one, other in found if other == nobody
    ]
