"""Swiss: in every round everybody meets somebody with about as many points, and nobody twice.

Up to EXACT players are paired by `dutch`. In larger fields the pairs are those of least total cost,
in windows, where each of these outweighs all that come after it: a second bye before all have had
one; a repeat; two players who must have the same colour; the squared differences of points; colours
that both would like; and last, within a group of equal points, how far a pair is from the upper
half meeting the lower half in order.

A colour is a must after two in a row of the other, or where there would be three more of one than
of the other.
"""

from __future__ import annotations

import functools

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.pairing.dutch import NOBODY, dutch_pairs
from ludarium.tournaments.pairing.matching import EXACT, best_pairs
from ludarium.tournaments.pairing.score_groups import Field
from ludarium.tournaments.tournament import Tournament

__all__ = ["draw", "round_count"]

FOLD = 1
COLOUR = 10**7
POINTS = 10**10
MUST = 10**16
REPEAT = 10**20
UNFAIR = 10**24


def round_count(tournament: Tournament) -> int:
    """How many rounds there are: as the organiser says, or as many as a knock-out of these players
    would have.
    """
    return tournament.options.rounds or max(1, (len(tournament.order) - 1).bit_length())


def folded(field: Field) -> list[int]:
    """The players with those next to each other that should meet: of each group, the upper half and
    the lower half in turns.
    """

    def key(player: int) -> tuple[int, int, int]:
        place, half = field.place[player], field.half[player]
        return field.group[player], place - half if half <= place < 2 * half else place, place

    return sorted(field.players, key=key)


def cost(field: Field, one: int, other: int) -> int:
    """The price of this pair."""
    if NOBODY in (one, other):
        return bye_cost(field, one or other)
    clash = field.clash(one, other)
    apart = round(2 * abs(field.past.points[one] - field.past.points[other]))
    colour = MUST * (clash == 3) + COLOUR * clash
    return (
        REPEAT * field.past.met[one][other]
        + POINTS * apart**2
        + colour
        + FOLD * fold_cost(field, one, other)
    )


def fold_cost(field: Field, one: int, other: int) -> int:
    """How far the pair is from the one that the order of the players would give."""
    if field.group[one] == field.group[other]:
        return abs(abs(field.place[one] - field.place[other]) - field.half[one])
    upper, lower = (one, other) if field.group[one] < field.group[other] else (other, one)
    return 2 * field.half[upper] - field.place[upper] + field.place[lower]


def bye_cost(field: Field, player: int) -> int:
    """The last of those with the fewest points has the bye, of those who have had the fewest."""
    unfair = UNFAIR if field.byes[player] > field.fewest_byes else 0
    above = round(2 * (field.past.points[player] - field.past.points[field.players[-1]]))
    return unfair + POINTS * above**2 + FOLD * max(0, 2 * field.half[player] - field.place[player])


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[int, ...]]:
    """The matches and the bye of the next round, the leaders at the first tables."""
    field = Field.of(tournament)
    if len(field.players) < EXACT:
        found = dutch_pairs(field)
    else:
        order = folded(field)
        price = functools.partial(cost, field)
        found = best_pairs([*order, NOBODY] if len(order) % 2 else order, price, REPEAT)
    rank = {player: place for place, player in enumerate(field.players)}
    pairs = sorted(
        (sorted(pair, key=lambda player: rank[player]) for pair in found if NOBODY not in pair),
        key=lambda pair: rank[pair[0]],
    )
    byes = tuple(one or other for one, other in found if NOBODY in (one, other))
    return tuple(DrawnMatch(seats=field.seated(one, other)) for one, other in pairs), byes
