"""Makes puzzles of either kind, and checks them."""

from __future__ import annotations

from ludarium.analysis.puzzles.forced import check_forced, make_forced
from ludarium.analysis.puzzles.library import Puzzle
from ludarium.analysis.puzzles.proved import check_proved, make_proved
from ludarium.play.position import start
from ludarium.search.engine import check_playable

__all__ = ["check_puzzle", "make_puzzle"]


def make_puzzle(game: str, seed: int, *, in_time: bool = False) -> Puzzle | None:
    """Play a game, and find a puzzle in it; None where it has none.

    seed: of the game. in_time: whether to look for a win within a number of moves. Raises
    AgentError where the engine cannot play the game.
    """
    check_playable(start(game))
    return make_forced(game, seed) if in_time else make_proved(game, seed)


def check_puzzle(puzzle: Puzzle) -> None:
    """Prove all claims of the puzzle anew. Raises LudariumError where one does not hold."""
    if puzzle.within:
        check_forced(puzzle)
    else:
        check_proved(puzzle)
