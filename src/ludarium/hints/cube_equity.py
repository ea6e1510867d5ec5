"""The value of the right to double, by Rick Janowski's model ("Take-Points in Money Games", 1993),
for single games and matches alike.

Two cases bound what a position is worth. With a *dead* cube nobody doubles any more: its value is
linear in the chance to win. With a *live* one each side doubles at the very point where the other
may take or drop: between these points the value is linear, too. Both are mixed by how much of the
live cube's gain is had in play, EFFICIENCY.

The points where a double is taken or dropped follow from those at twice the stake, back from the
highest stake at which anybody has use for a double.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludarium.rules.dispatch import jitable

__all__ = [
    "EFFICIENCY",
    "MINE",
    "NEITHER",
    "POINTS",
    "THEIRS",
    "Cube",
    "CubeModel",
    "Worth",
    "cube_model",
]

EFFICIENCY = 0.68
"""The part of a live cube's gain that is had: about two thirds (Janowski)."""
POINTS = 0
"""The `kind` of a game that is played for its points alone."""
NEITHER, MINE, THEIRS = range(3)
"""Owners of the cube."""

Worth = Callable[[int, int, int, bool, int], float]
"""worth(mine, theirs, kind, i_win, points): my return where a game ends with so many points for me,
or for the other side; mine, theirs: the points that each lacked for the match before."""


class Cube(NamedTuple):
    """The stakes of a game, from the view of one side, "me"."""

    mine: int
    """The points that I lack for the match."""
    theirs: int
    kind: int
    """POINTS, or another that `worth` knows."""
    doublings: int
    limit: int
    """The most doublings; as many as there are where nobody may double."""
    owner: int
    jacoby: int
    """1 if gammons do not count before the first double."""


class CubeModel(NamedTuple):
    """Functions of the stakes, my chance to win, and the parts of my and of their wins that are
    gammons; all give my expected return.
    """

    equity: Callable[[Cube, float, float, float], float]
    """The one where the dice are thrown next."""
    doubled: Callable[[Cube, float, float, float], float]
    """The one where I double, and the other side takes or drops."""


@jitable
def has_use(cube: Cube, is_me: bool, doublings: int) -> bool:
    """Return whether a side may double, and has not won the match anyway."""
    lacks = cube.mine if is_me else cube.theirs
    return doublings < cube.limit and (cube.kind == POINTS or 1 << doublings < lacks)


def cube_model(worth: Worth) -> CubeModel:
    """The model for games that are worth so much."""

    @jitable
    def gain(cube: Cube, is_me: bool, points: int) -> float:
        """The return of a side that wins so many points."""
        won = worth(cube.mine, cube.theirs, cube.kind, is_me, points)
        return won if is_me else -won

    @jitable
    def average(cube: Cube, is_me: bool, doublings: int, gammons: float) -> float:
        """The average return of a side that wins after so many doublings."""
        single = gain(cube, is_me, 1 << doublings)
        if cube.jacoby and doublings == 0:
            return single
        return (1 - gammons) * single + gammons * gain(cube, is_me, 2 << doublings)

    @jitable
    def cash_points(cube: Cube, my_gammons: float, their_gammons: float) -> tuple[float, float]:
        """The chances to win with which a double of mine and of theirs, if they may, is just taken;
        1 where a double is of no use.
        """
        mine = theirs = 1.0
        for back in range(cube.limit - cube.doublings):
            doublings = cube.limit - 1 - back
            points = mine, theirs
            mine = theirs = 1.0
            if has_use(cube, True, doublings):
                mine = 1.0 - take_point(
                    cube, False, doublings, my_gammons, their_gammons, points[1]
                )
            if has_use(cube, False, doublings):
                theirs = 1.0 - take_point(
                    cube, True, doublings, their_gammons, my_gammons, points[0]
                )
        return mine, theirs

    @jitable
    def take_point(
        cube: Cube,
        is_me: bool,
        doublings: int,
        gammons_lost: float,
        gammons_won: float,
        redoubled: float,
    ) -> float:
        """The least chance to win with which a side takes a double.

        redoubled: that with which it doubles again, and the other just takes.
        """
        worst = -average(cube, not is_me, doublings + 1, gammons_lost)
        best = (
            average(cube, is_me, doublings + 1, gammons_won)
            if redoubled >= 1.0
            else gain(cube, is_me, 2 << doublings)
        )
        dropped = -gain(cube, not is_me, 1 << doublings)
        if best <= worst:
            return 0.0
        return min(1.0, max(0.0, redoubled * (dropped - worst) / (best - worst)))

    @jitable
    def equity(cube: Cube, chance: float, my_gammons: float, their_gammons: float) -> float:
        won = average(cube, True, cube.doublings, my_gammons)
        lost = -average(cube, False, cube.doublings, their_gammons)
        dead = lost + chance * (won - lost)
        cash, their_cash = cash_points(cube, my_gammons, their_gammons)
        # from (low, worst) to (high, best) the live cube's value is linear
        low, worst, high, best = 0.0, lost, 1.0, won
        if cube.owner != THEIRS and cash < 1.0:
            high, best = cash, gain(cube, True, 1 << cube.doublings)
        if cube.owner != MINE and their_cash < 1.0:
            low, worst = 1.0 - their_cash, -gain(cube, False, 1 << cube.doublings)
        if chance < low:
            live = lost + chance * (worst - lost) / low
        elif chance > high:
            live = best + (chance - high) * (won - best) / (1.0 - high)
        elif high > low:
            live = worst + (chance - low) * (best - worst) / (high - low)
        else:
            live = best
        return EFFICIENCY * live + (1.0 - EFFICIENCY) * dead

    @jitable
    def doubled(cube: Cube, chance: float, my_gammons: float, their_gammons: float) -> float:
        mine, theirs, kind, doublings, limit, _, jacoby = cube
        taken = Cube(mine, theirs, kind, doublings + 1, limit, THEIRS, jacoby)
        dropped = gain(cube, True, 1 << doublings)
        return min(dropped, equity(taken, chance, my_gammons, their_gammons))

    return CubeModel(equity, doubled)
