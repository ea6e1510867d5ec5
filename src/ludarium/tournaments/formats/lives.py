"""Elimination by lives, at tables of several players.

Every player of a match but the winner takes a loss; `Options.lives` losses eliminate. Each round
draws all remaining players into tables of the preferred size where possible, and of two players
only where unavoidable. Players with equal losses meet; avoiding repeated opponents comes before
that; seats are balanced.

If players are seeded, the top seeds among those with equal losses are kept apart, the top seed of
all at the smallest table and with the weakest opponents. Otherwise groups are random.

As soon as all remaining players fit at one table, it is the final table, played until one player is
left. At tables of two, the best eligible odd player has a bye; nobody has a second bye before all
remaining players have had one.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.history import History, history
from ludarium.tournaments.ids import PlayerId
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

FEW = 2_000  # search nodes for each alternative set of table sizes
# Costs of pairs in ascending priority: a difference in losses, a repeat, an unfair bye. Each
# outweighs the sum of all lower ones
LOSS, AGAIN, UNFAIR = 10**14, 10**20, 10**24


def lots(tournament: Tournament) -> random.Random:
    """Random generator of the next round, seeded by the tournament and the round number."""
    return random.Random(f"{tournament.seed} {len(tournament.rounds) + 1}")


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[PlayerId, ...]]:
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
    players: list[PlayerId],
    past: History,
    rng: random.Random,
    places: Mapping[PlayerId, int] | None = None,
) -> list[list[PlayerId]]:
    """Groups of two or more players, who are given in order of losses.

    places: seeding places, if the players are seeded.
    """
    options, losses = tournament.options, tournament.losses
    sizes = table_sizes([losses[player] for player in players], options.size, options.largest)
    best = Seating(players, sizes, losses, past.met, rng, places=places)
    if len(sizes) > 1 and len(players) <= SMALL and repeats(best.tables, past.met):
        for other in splits(len(players), options.size, options.largest):
            if other.count(2) <= sizes.count(2) and sorted(other) != sorted(sizes):
                seating = Seating(players, other, losses, past.met, rng, FEW, places)
                if not repeats(seating.tables, past.met):
                    return seating.tables
    return best.tables


def pairs(
    tournament: Tournament, players: list[PlayerId], past: History, seeded: bool
) -> tuple[list[list[PlayerId]], list[PlayerId]]:
    """Pairs, and a bye for an odd player.

    players: by losses; if seeded, the top seeds of each loss count first.
    """
    losses, byes = tournament.losses, tournament.byes
    nobody = PlayerId(0)
    fewest = min(byes[player] for player in players)
    strength = dict.fromkeys(players, 0)  # rank among equal losses, the weakest 1, if seeded
    order: list[PlayerId] = []  # best opponents next to each other
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

    def cost(one: PlayerId, other: PlayerId) -> int:
        if nobody in (one, other):
            return 0 if byes[one or other] == fewest else UNFAIR
        return (
            AGAIN * past.met[one][other] ** 2
            + LOSS * abs(losses[one] - losses[other])
            + strength[one] * strength[other]
        )

    matching = best_pairs([*order, nobody] if len(order) % 2 else order, cost, AGAIN)
    return [[one, other] for one, other in matching if other != nobody], [
        one for one, other in matching if other == nobody
    ]
