"""The rules of the Royal Game of Ur in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import counted, say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of twenty squares, four dice of which each shows 1 or 0 with equal "
        "chances, and {pieces} each for Light and Dark.",
        pieces=counted("{n} piece", "{n} pieces", ruleset.parameters),
    )
    yield say(
        "The road of each player has 14 squares. Light's are A4, A3, A2, A1, then B1 to B8, then "
        "A8 and A7; Dark's are C4, C3, C2, C1, the same B1 to B8, then C8 and C7."
    )
    yield say("Rosettes are on the fourth, the eighth and the fourteenth square of each road.")
    yield say("Setup: all pieces are off the board, before the first square. Light begins.")
    yield say(
        "In a turn a player throws the dice and moves one own piece forward along the own road by "
        "as many squares as their sum. A piece off the board enters on the square of that number."
    )
    yield say(
        "No piece may come to a square with an own piece, nor to the eighth square while an enemy "
        "piece is on it. Pieces pass over all others."
    )
    yield say(
        "A piece that comes to one of the shared squares B1 to B8 with an enemy piece on it "
        "captures that: it is off the board again, before the first square."
    )
    yield say(
        "By a sum that leads exactly one square beyond the fourteenth a piece is borne off, and "
        "out of the game; no larger sum does so."
    )
    yield say("Who can move must. Who throws 0, or can move no piece, passes.")
    yield say(
        "Whose piece comes to a rosette throws and moves again. Else it is the other player's turn."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("Who has borne off all pieces first wins. There is no draw.")
