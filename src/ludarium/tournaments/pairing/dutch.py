"""Swiss pairing by FIDE's Dutch system (FIDE Handbook C.04.3), bracket by bracket.

A bracket is a score group and the players who were moved down to it. Each bracket takes the pairing
that is best by these criteria, in descending priority, and leaves the rest a complete pairing: the
fewest downfloaters; downfloaters with the fewest points; the most colour preferences granted, first
all, then the strong ones; the fewest players who repeat a float of the last round, then of the
round before. A minimum-cost matching evaluates all criteria at once.

Among equals, the last of a bracket float down, players moved down meet the first, and the others
are paired in the system's order of transpositions and exchanges.

Two simplifications: the set of downfloaters is chosen before the order of pairs among equally good
sets, and topscorers have no exception from colour preferences in the last round.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.pairing.matching import best_pairs
from ludarium.tournaments.pairing.score_groups import Field

__all__ = ["NOBODY", "dutch_pairs"]

NOBODY = PlayerId(0)
# Costs in descending priority. In a field of 200 each outweighs the sum of all lower ones; the
# matching computes with 128 bits
UNFAIR, REPEAT, MUST, DOWN, APART, SKIP = 1 << 121, 1 << 117, 1 << 110, 1 << 102, 1 << 80, 1 << 72
CLASH, STRONG, DOWN_AGAIN, UP_AGAIN, DOWN_BEFORE, UP_BEFORE = (
    1 << 64,
    1 << 56,
    1 << 48,
    1 << 40,
    1 << 32,
    1 << 24,
)
ORDER = 10**24  # one unit of `aims`; the order of pairs costs less
APART_FOR_EVER = 10**36  # cost of a pair inside one half


def dutch_pairs(field: Field) -> list[tuple[PlayerId, PlayerId]]:
    """All pairs; with an odd number of players, one of them with NOBODY."""
    waiting = [*field.players, *[NOBODY] * (len(field.players) % 2)]
    moved: list[PlayerId] = []
    paired: list[tuple[PlayerId, PlayerId]] = []
    for number in range(max(field.group.values()) + 1):
        group = [player for player in field.players if field.group[player] == number]
        bracket = [*moved, *group]
        if not bracket:
            continue
        pairs = best_pairs(waiting, bracket_price(field, moved, group), UNFAIR)
        here = set(bracket) | ({NOBODY} if len(waiting) - len(bracket) < 2 else set())
        kept = [pair for pair in pairs if pair[0] in here and pair[1] in here]
        equal = [
            player
            for pair in kept
            for player in pair
            if NOBODY not in pair and not set(pair) & set(moved)
        ]
        paired += [pair for pair in kept if NOBODY in pair or set(pair) & set(moved)]
        paired += transposed(sorted(equal, key=field.place.__getitem__), field)
        done = {player for pair in kept for player in pair}
        moved = [player for player in bracket if player not in done]
        waiting = [player for player in waiting if player not in done]
    return paired


def bracket_price(
    field: Field, moved: list[PlayerId], group: list[PlayerId]
) -> Callable[[PlayerId, PlayerId], int]:
    """The cost function of a bracket.

    Pairs outside the bracket cost only what decides whether they are allowed.
    """
    bracket, number = {*moved, *group}, field.group[group[0]]
    points = field.past.points
    lowest = points[group[0]]
    turn = {player: len(moved) - at for at, player in enumerate(moved)}

    def price(one: PlayerId, other: PlayerId) -> int:
        if NOBODY in (one, other):
            player = one or other
            unfair = UNFAIR if field.byes[player] > field.fewest_byes else 0
            return unfair + (moving_down(player) + SKIP if player in bracket else 0)
        clash = field.clash(one, other)
        sure = REPEAT * field.past.met[one][other] + MUST * (clash == 3)
        if one in bracket and other in bracket:
            wish = sure + CLASH * (clash > 0) + STRONG * (clash > 1)
            low, high = (one, other) if points[one] < points[other] else (other, one)
            apart = round(2 * (points[high] - points[low]))
            return wish + (
                APART * apart**2
                + floats(low, "up", UP_AGAIN, UP_BEFORE)
                + turn[high] * field.place[low]
                if apart
                else 0
            )
        if one not in bracket and other not in bracket:
            return sure
        upper, lower = (one, other) if one in bracket else (other, one)
        return sure + moving_down(upper) + SKIP * (field.group[lower] > number + 1)

    def moving_down(player: PlayerId) -> int:
        apart = round(2 * (points[player] - lowest + 1))
        late = field.place[player] if player in group else 0
        return (
            DOWN
            + APART * apart**2
            + floats(player, "down", DOWN_AGAIN, DOWN_BEFORE)
            + 2 * len(field.players)
            - late
        )

    def floats(player: PlayerId, way: str, again: int, before: int) -> int:
        past = field.floats[player][::-1]
        return again * (past[:1] == [way]) + before * (past[1:2] == [way])

    return price


def aims(field: Field, one: PlayerId, other: PlayerId) -> int:
    """The cost of a pair in a score group, apart from its order.

    In descending priority: a repeat, a conflict of absolute colour preferences, any conflict, a
    conflict of strong preferences.
    """
    clash = field.clash(one, other)
    return (
        10**9 * field.past.met[one][other]
        + 10**6 * (clash == 3)
        + 10**3 * (clash > 0)
        + (clash > 1)
    )


def transposed(members: list[PlayerId], field: Field) -> list[tuple[PlayerId, PlayerId]]:
    """The first pairing in the Dutch order among those best for colours.

    As few players as possible are exchanged between the halves, those nearest the border first.
    Then the first player of the upper half meets the highest possible opponent, then the second,
    and so on.

    members: of one score group, by place.
    """
    if not members:
        return []
    half = len(members) // 2
    place = {player: at for at, player in enumerate(members)}

    def exchanging(one: PlayerId, other: PlayerId) -> int:
        low, high = sorted((place[one], place[other]))
        moved = 4 * len(members) ** 2 - high if high < half else low if low >= half else 0
        return ORDER * aims(field, one, other) + moved

    pairs = best_pairs(members, exchanging, APART_FOR_EVER)
    # the first of a pair has the higher place
    upper, lower = (sorted(side, key=place.__getitem__) for side in zip(*pairs, strict=True))
    paired: list[tuple[PlayerId, PlayerId]] = []
    while upper:
        many = len(upper)
        # number of opponents found by one matching
        digits = min(many, int(math.log(ORDER / many, max(2, many))))
        weights = {player: many ** (digits - 1 - at) for at, player in enumerate(upper[:digits])}
        opponents = {player: at for at, player in enumerate(lower)}

        def transposing(
            one: PlayerId,
            other: PlayerId,
            weights: dict[PlayerId, int] = weights,
            opponents: dict[PlayerId, int] = opponents,
        ) -> int:
            if (one in opponents) == (other in opponents):
                return APART_FOR_EVER
            first, second = (other, one) if one in opponents else (one, other)
            return ORDER * aims(field, one, other) + weights.get(first, 0) * opponents[second]

        fixed = [
            pair
            for pair in best_pairs([*upper, *lower], transposing, APART_FOR_EVER)
            if pair[0] in weights
        ]
        paired += fixed
        upper = upper[digits:]
        taken = {second for _, second in fixed}
        lower = [player for player in lower if player not in taken]
    return paired
