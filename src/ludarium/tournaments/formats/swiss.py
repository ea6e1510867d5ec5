"""Swiss: every round pairs players with similar points, and no pair meets twice.

Fewer than EXACT players are paired by the `dutch` module. Larger fields use a minimum-cost matching
in windows. The costs, in descending priority, each outweighing the sum of the lower ones: a second
bye, or a bye after a win without playing, before all players have had one; a repeated pair; two
players with an absolute preference for the same colour; squared difference of points; any colour
conflict; and within a score group, the distance from the fold pairing (upper half against lower
half, in order).

A colour preference is absolute after two equal colours in a row, or where the surplus of a colour
would reach three.
"""

from __future__ import annotations

import functools

from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.ids import PlayerId
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
    """Rounds as set by the organiser, or by default as in a knock-out of these players."""
    return tournament.options.swiss_rounds(len(tournament.order))


def folded(field: Field) -> list[PlayerId]:
    """The players with best opponents next to each other.

    Each score group interleaves its upper and lower half.
    """

    def key(player: PlayerId) -> tuple[int, int, int]:
        place, half = field.place[player], field.half[player]
        return field.group[player], place - half if half <= place < 2 * half else place, place

    return sorted(field.players, key=key)


def cost(field: Field, one: PlayerId, other: PlayerId) -> int:
    """The cost of a pair."""
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


def fold_cost(field: Field, one: PlayerId, other: PlayerId) -> int:
    """Distance of a pair from the fold pairing."""
    if field.group[one] == field.group[other]:
        return abs(abs(field.place[one] - field.place[other]) - field.half[one])
    upper, lower = (one, other) if field.group[one] < field.group[other] else (other, one)
    return 2 * field.half[upper] - field.place[upper] + field.place[lower]


def bye_cost(field: Field, player: PlayerId) -> int:
    """The cost of a bye.

    Of the players with the fewest byes, the last of those with the fewest points gets it.
    """
    unfair = UNFAIR if field.rested[player] > field.fewest_rested else 0
    above = round(2 * (field.past.points[player] - field.past.points[field.players[-1]]))
    return unfair + POINTS * above**2 + FOLD * max(0, 2 * field.half[player] - field.place[player])


def draw(tournament: Tournament) -> tuple[tuple[DrawnMatch, ...], tuple[PlayerId, ...]]:
    """The matches and the bye of the next round, the leaders at the first boards."""
    field = Field.of(tournament)
    if len(field.players) < EXACT:
        matching = dutch_pairs(field)
    else:
        order = folded(field)
        price = functools.partial(cost, field)
        matching = best_pairs([*order, NOBODY] if len(order) % 2 else order, price, REPEAT)
    rank = {player: place for place, player in enumerate(field.players)}
    pairs = sorted(
        (sorted(pair, key=lambda player: rank[player]) for pair in matching if NOBODY not in pair),
        key=lambda pair: (
            -field.past.points[pair[0]],
            -field.past.points[pair[1]],
            rank[pair[0]],
        ),
    )
    byes = tuple(one or other for one, other in matching if NOBODY in (one, other))
    return tuple(DrawnMatch(seats=field.seated(one, other)) for one, other in pairs), byes
