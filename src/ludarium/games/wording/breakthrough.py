"""The rules of Breakthrough in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.breakthrough import MOST
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of 8 by 8 cells, with columns a to h from White's left and rows 1 to 8 "
        "from White's side, and {pieces} pieces each for White and Black.",
        pieces=MOST,
    )
    yield say("Setup: White has pieces on all cells of rows 1 and 2, Black of rows 7 and 8.")
    yield say("White begins, and they take turns. Nobody may pass.")
    yield say("A piece moves one cell forward, straight or diagonally, to a free cell.")
    yield say(
        "Or it moves one cell diagonally forward to the cell of an enemy piece, and captures that. "
        "It does not capture straight ahead. Nobody has to capture."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("Who brings a piece to the row farthest from the own side wins at once.")
    yield say("Who captures the last enemy piece wins. There is no draw.")
