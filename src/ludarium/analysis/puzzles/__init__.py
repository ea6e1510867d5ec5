"""Puzzles: positions of games in which exactly one move wins, or comes to something in time."""

from ludarium.analysis.puzzles.library import (
    Puzzle,
    PuzzleStep,
    find_puzzle,
    puzzle_of,
    puzzles_of,
    shipped,
)
from ludarium.analysis.puzzles.making import KINDS, check_puzzle, make_puzzle

__all__ = [
    "KINDS",
    "Puzzle",
    "PuzzleStep",
    "check_puzzle",
    "find_puzzle",
    "make_puzzle",
    "puzzle_of",
    "puzzles_of",
    "shipped",
]
