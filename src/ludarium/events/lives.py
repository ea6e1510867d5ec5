"""Elimination by lives, at tables of several: every player but the winner takes a loss, and so many losses are the end.

Each round all who are left are drawn into tables. These are of the organiser's preferred size where they can be, of two players only where
nothing else is possible. Players with equally many losses sit together, new opponents come before that, and everybody sits in every seat
about equally often. From the round on in which all fit at one table, that is the final table, and it is played until one player is left.
With tables of two, an odd player has a bye: nobody has a second before all who are left have had one.
"""

from __future__ import annotations

import random

from ludarium.events.entries import DrawnMatch
from ludarium.events.history import History, history
from ludarium.events.pairs import best_pairs
from ludarium.events.seating import REPEAT, SMALL, Seating, even_seats, repeats, splits, table_sizes
from ludarium.events.tournament import Tournament

__all__ = ["draw", "lots"]

FEW = 2_000  # nodes for each other way to cut the field into tables
UNFAIR = 1_000_000_000  # price of a bye for somebody who has had more of them than others


def lots(tournament: Tournament) -> random.Random:
    """The lots of the next round: of the tournament's seed and the round's number, and nothing else."""
    return random.Random(f"{tournament.seed} {len(tournament.rounds) + 1}")


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[int, ...]]:
    """The matches and byes of the next round."""
    rng, past = lots(tournament), history(tournament)
    players = tournament.living
    rng.shuffle(players)
    players.sort(key=lambda player: tournament.losses[player])
    tables, byes = (pairs if tournament.options.largest == 2 else groups)(tournament, players, past, rng)
    rng.shuffle(tables)
    return tuple(DrawnMatch(seats=even_seats(table, past.seats, rng)) for table in tables), tuple(byes)


def groups(tournament: Tournament, players: list[int], past: History, rng: random.Random) -> tuple[list[list[int]], list[int]]:
    """Tables of two and more, for all players."""
    options, losses = tournament.options, tournament.losses
    sizes = table_sizes([losses[player] for player in players], options.size, options.largest)
    best = Seating(players, sizes, losses, past.met, rng)
    if len(sizes) > 1 and len(players) <= SMALL and repeats(best.tables, past.met):
        for other in splits(len(players), options.size, options.largest):
            if other.count(2) <= sizes.count(2) and sorted(other) != sorted(sizes):
                found = Seating(players, other, losses, past.met, rng, FEW)
                if not repeats(found.tables, past.met):
                    return found.tables, []
    return best.tables, []


def pairs(tournament: Tournament, players: list[int], past: History, rng: random.Random) -> tuple[list[list[int]], list[int]]:
    """Tables of two, and a bye where somebody is left."""
    losses, byes = tournament.losses, tournament.byes
    nobody = 0
    fewest = min(byes[player] for player in players)

    def cost(one: int, other: int) -> int:
        if nobody in (one, other):
            return 0 if byes[one or other] == fewest else UNFAIR
        return REPEAT * past.met[one][other] ** 2 + abs(losses[one] - losses[other])

    found = best_pairs([*players, nobody] if len(players) % 2 else players, cost, REPEAT)
    return [[one, other] for one, other in found if other != nobody], [one for one, other in found if other == nobody]
