"""Static evaluation of the checkers of backgammon, whatever a game is worth.

It is that of the position before a throw, whatever is thrown: the dice of the seat to move count as
half a throw of an average of 8 pips. Its terms are added up in hundredths of the logarithm of the
odds; all weights are by hand.
"""

from __future__ import annotations

from ludarium.rules.backgammon_board import (
    BAR,
    HOME,
    LAST,
    OFF,
    Counts,
    count_at,
    turned,
)
from ludarium.rules.dispatch import jitable

__all__ = ["STEEP", "THROW", "estimate_of", "gammon_share", "has_contact", "log_odds"]

THROW = 8  # pips
RACE, ENDING = 2, 40  # of a pip in contact; pips that a race is longer than what is left to go
RACING = 1600
SHOTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)  # throws of 36 that hit, by distance
HIT, LATER = 3, 3  # of a throw and a point lost, in 1/36; what is not at stake at once, in quarters
MADE = (0, 5, 8, 14, 20, 24, 20, 18, 9)  # points held, by number
ANCHOR, DEEP_ANCHOR = 22, 10  # points held in the other's home
PRIME = 14  # of each point in a row beyond three
ON_THE_BAR, CLOSED = 12, 7  # of a checker there, and for each closed point that it meets
STACK = 4  # of each checker beyond four on one point
STEEP = 180  # the sum at which a win is three times as likely as a loss


@jitable
def has_contact(mine: Counts, theirs: Counts) -> bool:
    """Return whether any checkers still have to pass each other."""
    furthest, nearest = BAR, OFF
    while furthest > OFF and count_at(mine, furthest) == 0:
        furthest -= 1
    while nearest < BAR and count_at(theirs, nearest) == 0:
        nearest += 1
    return furthest > nearest


@jitable
def shots(theirs: Counts, point: int) -> int:
    """About how many of 36 throws of the other seat hit a blot on this point."""
    total = 0
    for distance in range(1, min(point, len(SHOTS) - 1) + 1):
        if count_at(theirs, point - distance):
            total += SHOTS[distance]
    return min(total, 30)


@jitable
def standing(mine: Counts, theirs: Counts, exposed: int) -> int:
    """The value of where a side's checkers stand, in contact; exposed: how much its blots count, in
    quarters.
    """
    value = run = danger = 0
    for point in range(1, LAST + 1):
        count = count_at(mine, point)
        run = run + 1 if count > 1 else 0
        if run > 3:
            value += PRIME
        if count > 1:
            value -= STACK * max(0, count - 4)
            if point < len(MADE):
                value += MADE[point]
            elif point > LAST - HOME:
                value += ANCHOR if point in (20, 21) else DEEP_ANCHOR
        elif count == 1:
            danger += shots(theirs, point) * (BAR - point + 4)
    waiting = count_at(mine, BAR)
    if waiting:
        closed = 0
        for point in range(LAST - HOME + 1, BAR):
            closed += 1 if count_at(theirs, point) > 1 else 0
        value -= waiting * (ON_THE_BAR + CLOSED * closed)
    return value - HIT * exposed * danger // (4 * 36)


@jitable
def gammon_share(loser: Counts, winner_pips: int, contact: bool) -> int:
    """About how many of 100 won games are gammons."""
    if count_at(loser, OFF):
        return 0
    outside = 0
    for place in range(HOME + 1, BAR + 1):
        outside += (place - HOME) * count_at(loser, place)
    return max(20 if contact else 0, min(100, 25 + 2 * (outside - winner_pips)))


@jitable
def log_odds(mine: Counts, theirs: Counts, my_pips: int, their_pips: int, contact: bool) -> int:
    """The evaluation for the side that throws next; theirs: by the numbers of that side."""
    lead = their_pips - my_pips + THROW // 2
    if not contact:
        return RACING * lead // (my_pips + their_pips + 2 * ENDING) * 2
    value = RACE * lead + standing(mine, theirs, LATER)
    return value - standing(turned(theirs), turned(mine), 4)


@jitable
def estimate_of(expected: int) -> int:
    """The estimate of which `expected`, in thousandths, is the hyperbolic tangent."""
    square = expected * expected
    # the series of its inverse
    more = 200 + square // 15_000 + square * square // 25_000_000_000
    return expected * more // 1000
