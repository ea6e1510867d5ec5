"""The rules of Hex in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.hex import BOARDS
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    state, swap = ruleset.parameters
    yield say(
        "Equipment: a rhombus of {side} by {side} hexagonal cells, with letters for columns from "
        "the left and numbers for rows from the bottom, and red and blue stones.",
        side=BOARDS[state].row_count,
    )
    yield say(
        "A cell has up to six neighbours: the cells before and after it in its row, those before "
        "and after it in its column, and two more, one column to the left in the next row up, and "
        "one column to the right in the next row down. So b2 is next to a2, c2, b1, b3, a3 and c1."
    )
    yield say("Setup: the board is empty. Red begins, and they take turns. Nobody may pass.")
    yield say(
        "In a turn a player places a stone of the own colour on a free cell. Stones never move and "
        "are never removed."
    )
    if swap:
        yield say(
            "With their first turn Blue may swap instead of placing a stone: the red stone is "
            "replaced by a blue one on the cell with column and row exchanged, as b3 for c2. Then "
            "it is Red's turn."
        )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Red wins with a chain of red stones, each next to the one before, from the bottom row to "
        "the top row."
    )
    yield say(
        "Blue wins with such a chain of blue stones from the first column to the last. There is no "
        "draw."
    )
