"""Perft: how many ways there are to play a number of plies; the standard check of a move
generator.
"""

from __future__ import annotations

from typing import Any

from ludarium.errors import LudariumError
from ludarium.rules.game import Game
from ludarium.rules.generic import joint_count, nth_joint, play

__all__ = ["count_paths", "perft"]


def perft(state: Any, depth: int) -> int:
    """The number of sequences of `depth` joint actions from this state; each hop and each pass is
    one of its own.

    Games that end earlier do not count.
    """
    if depth == 0:
        return 1
    path = [state] * depth
    done = [0] * depth
    level = 0
    count = 0
    while level >= 0:
        here = path[level]
        options = joint_count(here)
        if level == depth - 1:
            count += options
            level -= 1
        elif done[level] == options:
            level -= 1
        else:
            path[level + 1] = play(here, nth_joint(here, done[level]))
            done[level] += 1
            level += 1
            done[level] = 0
    return count


def count_paths(game: Game, state: Any, depth: int) -> int:
    """`perft` of this state, compiled. Raises LudariumError for a negative depth."""
    from ludarium.rules.compiling import compiled

    if depth < 0:
        raise LudariumError(f"a depth of {depth}: expected 0 or more")
    return int(compiled(perft, game)(state, depth))
