"""The rules of Gomoku in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.gomoku import BOARD, FIRST_STONES
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    _, _, swap = ruleset.parameters
    yield say(
        "Equipment: a board of {side} by {side} points, with letters for columns from the left and "
        "numbers for rows from the bottom, and black and white stones.",
        side=BOARD.row_count,
    )
    if swap:
        yield say(
            "Setup: the board is empty. The player Black begins and places the first {n} stones, "
            "one a move, on any free points: a black, a white and a black one.",
            n=FIRST_STONES,
        )
        yield say(
            "Then White either places a white stone on a free point, or swaps as a move of its "
            "own: all stones on the board change their colours, and it is Black's turn."
        )
        yield say("From then on they take turns. Nobody may pass.")
    else:
        yield say("Setup: the board is empty. Black begins, and they take turns. Nobody may pass.")
    yield say(
        "In a turn a player places a stone of the own colour on a free point. Stones never move "
        "and are never removed."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    _, exact, _ = ruleset.parameters
    if exact:
        yield say(
            "Whose stone makes a row of exactly five own stones next to each other, along a line "
            "or diagonally, wins. Five of a row of six or more do not count."
        )
    else:
        yield say(
            "Whose stone makes a row of five or more own stones next to each other, along a line "
            "or diagonally, wins."
        )
    yield say("When the board is full without that, it is a draw.")
