"""The rules of Dots and Boxes in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    side = ruleset.parameters
    yield say(
        "Equipment: a square of {dots} by {dots} dots, between which there are {side} by {side} "
        "boxes. Columns of dots have letters from the left, rows have numbers from the bottom.",
        dots=side + 1,
        side=side,
    )
    yield say("Setup: no line is drawn. Red begins. Nobody may pass.")
    yield say(
        "In a turn a player draws a line that is not drawn yet, between two dots that are next to "
        "each other in a row or a column. Whoever drew a line, it counts for both."
    )
    yield say(
        "Who draws the last of the four sides of a box, or of two boxes at once, owns these boxes "
        "and draws another line. Else it is the other's turn."
    )
    yield say("Nobody has to complete a box.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("When all lines are drawn, the game ends.")
    yield say("Who owns more boxes wins; as many on both sides are a draw.")
