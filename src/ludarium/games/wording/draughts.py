"""The rules of English draughts in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.draughts import MOST, QUIET
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "ends_of_draughts", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of 8 by 8 cells, of which only the 32 dark ones are used, and {men} "
        "men each for Black and White. The corner at the left of each player is dark.",
        men=MOST,
    )
    yield say(
        "The dark cells have numbers from 1 to 32, row by row from Black's side, each row from "
        "Black's right to left."
    )
    yield say("Setup: Black has men on the cells 1 to 12, White on 21 to 32.")
    yield say("Black begins, and they take turns. Nobody may pass.")
    yield say("A man steps one cell diagonally forward to a free cell.")
    yield say(
        "Or it jumps diagonally forward over an enemy piece on the next cell to the free cell "
        "directly behind it, and captures that piece, which is removed at once."
    )
    yield say("A king steps and jumps as a man does, forward and backward.")
    yield say("Who can jump must, with any piece and in any way that there is.")
    yield say(
        "After a jump the same piece must jump on, while it can; then the turn ends. Each of these "
        "jumps is a move of its own."
    )
    yield say(
        "A man that comes to the row farthest from its side becomes a king, and the turn ends, "
        "even if it could jump on."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield from ends_of_draughts(QUIET)


def ends_of_draughts(quiet: int) -> Iterator[str]:
    """The ends of draughts of any kind. quiet: the moves of both sides without a capture or a move
    of a man that make a draw.
    """
    yield say("Who is to move and cannot, or has no piece left, loses.")
    yield say("It is a draw when a position occurs for the third time, with the same side to move.")
    yield say(
        "It is a draw after {moves} moves of each side in a row with no capture and no move of a "
        "man, unless who is to move then cannot.",
        moves=quiet // 2,
    )
