"""Makes puzzles of all kinds, and checks them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ludarium.analysis.puzzles.forced import check_forced, make_forced
from ludarium.analysis.puzzles.library import Puzzle
from ludarium.analysis.puzzles.proved import check_proved, make_proved

__all__ = ["KINDS", "check_puzzle", "make_puzzle"]

KINDS: dict[str, Callable[[str, int], Puzzle | None]] = {
    "proved": make_proved,
    "win": make_forced,
    "gain": partial(make_forced, lead=True),
}
"""The functions that make puzzles: of one winning move, of a win in time, of a gain of pieces in
time."""


def make_puzzle(game: str, seed: int, kind: str = "proved") -> Puzzle | None:
    """Play a game, and find a puzzle of a kind (of KINDS) in it; None where it has none.

    seed: of the game. Raises AgentError where such puzzles cannot be made of the game.
    """
    return KINDS[kind](game, seed)


def check_puzzle(puzzle: Puzzle) -> None:
    """Prove all claims of the puzzle anew. Raises LudariumError where one does not hold."""
    if puzzle.within:
        check_forced(puzzle)
    else:
        check_proved(puzzle)
