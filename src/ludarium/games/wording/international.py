"""The rules of draughts with flying kings in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.international import BOARDS, FREE_CHOICE, LARGE, LIMITS, start
from ludarium.games.wording.draughts import ends_of_draughts
from ludarium.phrases import say
from ludarium.rules.bits import popcount
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    board, men = BOARDS[ruleset.parameters], popcount(start(ruleset, 2).mine)
    side = board.row_count
    yield say(
        "Equipment: a board of {side} by {side} cells, of which only the dark ones are used, and "
        "{men} men each for White and Black. The corner at the left of each player is dark.",
        side=side,
        men=men,
    )
    if board is LARGE:
        yield say(
            "The dark cells have numbers from 1 to {last}, row by row from Black's side, each row "
            "from White's left to right.",
            last=side * side // 2,
        )
    else:
        yield say("Columns have letters from White's left, rows have numbers from White's side.")
    yield say(
        "Setup: each player has men on all dark cells of the {rows} rows nearest to them.",
        rows=2 * men // side,
    )
    yield say("White begins, and they take turns. Nobody may pass.")
    yield say(
        "A man steps one cell diagonally forward to a free cell. A king goes any number of free "
        "cells along a diagonal, forward or backward."
    )
    yield say(
        "A man captures an enemy piece on the next cell along a diagonal, forward or backward, by "
        "jumping over it to the free cell directly behind it."
    )
    yield say(
        "A king captures the first piece along a diagonal, if that is an enemy and the cell "
        "directly behind it is free. It lands there or on a free cell further on, as far as "
        "nothing is in between."
    )
    yield say(
        "Who can capture must. After a capture the same piece must capture on, in any direction, "
        "while it can; then the turn ends. Each of these captures is a move of its own."
    )
    yield say(
        "Captured pieces stay on the board until the turn ends: they are in the way, and cannot be "
        "captured again. The cell that the capturing piece came from is free."
    )
    if ruleset.parameters in FREE_CHOICE:
        yield say(
            "Any capture may be chosen. But if a king can capture on from some of the cells where "
            "it may land behind a piece, it must land on one of these."
        )
        yield say(
            "A man that comes to the row farthest from its side becomes a king at once. If it came "
            "there by a capture and can capture on as a king, it must do so in the same turn."
        )
    else:
        yield say(
            "A turn must capture as many pieces as any turn could, kings counting no more than "
            "men. Where several can capture so many, the player chooses."
        )
        yield say(
            "A man that ends a turn in the row farthest from its side becomes a king. A man that "
            "captures on from there does so as a man, and does not become one."
        )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield from ends_of_draughts(LIMITS[ruleset.parameters])
