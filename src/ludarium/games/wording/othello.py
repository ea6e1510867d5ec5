"""The rules of Othello in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of 8 by 8 cells, with columns a to h from the left and rows 1 to 8 "
        "from the bottom, and discs that are black on one side and white on the other."
    )
    yield say("Setup: black discs are on d5 and e4, white ones on d4 and e5.")
    yield say("Black begins, and they take turns.")
    yield say(
        "In a turn a player places a disc of the own colour on a free cell where it encloses enemy "
        "discs: in at least one of the eight directions a row of one or more of them begins next "
        "to it, and an own disc follows directly behind the row."
    )
    yield say(
        "All enemy discs that the new disc encloses, in all directions, are turned over and are "
        "the player's own. Discs that were turned over enclose none."
    )
    yield say("Who cannot place a disc so passes. Who can may not pass.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("When neither player can place a disc, the game ends.")
    yield say(
        "Who has more discs on the board wins; as many on both sides are a draw. Free cells count "
        "for nobody."
    )
