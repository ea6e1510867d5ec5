"""Match equity of backgammon: what each score of a match is worth, by a model of our own.

The chance to win a match from a score is that of one game between equals, given the chances at the
scores that it leads to: each side wins half of the games, GAMMONS of
them as gammons, and the
cube is worth what `ludarium.hints.cube_equity` says. So the table follows from the end of a match
backwards. Published tables agree with it within a few hundredths.
"""

from __future__ import annotations

from ludarium.hints.cube_equity import NEITHER, POINTS, Cube, Worth, cube_model
from ludarium.rules.backgammon_doubling import LIMIT, LONGEST_MATCH, MOST_POINTS
from ludarium.rules.dispatch import jitable
from ludarium.rules.memory import Table

__all__ = ["AFTER", "BEFORE", "UNDOUBLED", "match_return", "worth"]

GAMMONS = 0.24
BEFORE, AFTER, UNDOUBLED = 1, 2, 3
"""Kinds of scores: with Crawford's game to come; with it played, or never; without a cube."""
SIZE = LONGEST_MATCH + 1
SCALE = 1_000_000

Known = dict[tuple[int, int], float]
"""The expected return of a side by the points that it lacks, and that the other does."""


def worth_by(known: Known) -> Worth:
    """The worth of a game whose next scores are known."""

    def worth(mine: int, theirs: int, kind: int, i_win: bool, points: int) -> float:
        mine, theirs = (mine - points, theirs) if i_win else (mine, theirs - points)
        return 1.0 if mine <= 0 else -1.0 if theirs <= 0 else known[mine, theirs]

    return worth


def game_value(known: Known, mine: int, theirs: int, limit: int) -> float:
    """The expected return of a side before a game, where both may double at once."""
    model = cube_model(worth_by(known))
    value = model.equity(Cube(mine, theirs, BEFORE, 0, limit, NEITHER, 0), 0.5, GAMMONS, GAMMONS)
    if limit and mine > 1:
        cube = Cube(mine, theirs, BEFORE, 0, limit, NEITHER, 0)
        value = max(value, model.doubled(cube, 0.5, GAMMONS, GAMMONS))
    if limit and theirs > 1:
        cube = Cube(theirs, mine, BEFORE, 0, limit, NEITHER, 0)
        value = min(value, -model.doubled(cube, 0.5, GAMMONS, GAMMONS))
    return value


def match_values(limit: int, after: Known | None = None) -> Known:
    """The expected returns at all scores; after: those after Crawford's game, if there is one."""
    known: Known = {}
    for mine in range(1, SIZE):
        for theirs in range(1, mine + 1):
            crawford = after is not None and theirs == 1
            source = after if after is not None and theirs == 1 else known
            value = 0.0
            if mine != theirs:
                value = game_value(source, mine, theirs, 0 if crawford else limit)
            known[mine, theirs], known[theirs, mine] = value, -value
    return known


def tabled() -> Table[int]:
    """The expected returns of the kinds BEFORE, AFTER and UNDOUBLED, in parts of SCALE."""
    after = match_values(LIMIT)
    kinds = match_values(LIMIT, after), after, match_values(0)
    return Table(
        round(SCALE * known.get((mine, theirs), 0.0))
        for known in kinds
        for mine in range(SIZE)
        for theirs in range(SIZE)
    )


RETURNS = tabled()


@jitable
def match_return(kind: int, mine: int, theirs: int) -> float:
    """The expected return of a side that lacks so many points; theirs: what the other lacks."""
    if mine <= 0:
        return 1.0
    if theirs <= 0:
        return -1.0
    return RETURNS[((kind - 1) * SIZE + mine) * SIZE + theirs] / SCALE


@jitable
def worth(mine: int, theirs: int, kind: int, i_win: bool, points: int) -> float:
    """My return of a game; see `ludarium.hints.cube_equity.Worth`."""
    if kind == POINTS:
        return points / MOST_POINTS if i_win else -points / MOST_POINTS
    if i_win:
        return match_return(kind, mine - points, theirs)
    return match_return(kind, mine, theirs - points)
