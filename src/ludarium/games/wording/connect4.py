"""The rules of Connect Four in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.connect4 import BOARD
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: an upright grid of {columns} columns, with letters from a at the left, and "
        "{rows} rows; red and yellow discs.",
        columns=BOARD.column_count,
        rows=BOARD.row_count,
    )
    yield say("Setup: the grid is empty. Red begins, and they take turns. Nobody may pass.")
    yield say(
        "In a turn a player drops a disc of the own colour into a column that is not full. It "
        "falls to the lowest free cell of the column and stays there."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Who has four or more own discs next to each other in a row, across, upwards or "
        "diagonally, wins at once."
    )
    yield say("When the grid is full without that, it is a draw.")
