"""The rules of chess in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.chess import FIFTY
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of 8 by 8 cells, with columns a to h from White's left and rows 1 to 8 "
        "from White's side, and 16 pieces each for White and Black."
    )
    yield say(
        "Setup: White's king is on e1, the queen on d1, rooks on a1 and h1, bishops on c1 and f1, "
        "knights on b1 and g1, and pawns on all cells of row 2. Black's pieces are on the same "
        "columns, the pawns on row 7 and all others on row 8."
    )
    yield say("White begins, and they take turns. Nobody may pass.")
    yield say(
        "A piece moves to a free cell, or captures an enemy piece by moving to its cell; what is "
        "captured is removed."
    )
    yield say(
        "A piece attacks the cells where it could capture if an enemy stood there, even if that "
        "would leave its own king in check. A king that is attacked is in check, and no move may "
        "leave the own king in check."
    )
    yield say("The king goes one cell in any of the eight directions.")
    yield say(
        "The rook goes any number of cells along a row or a column, the bishop along a diagonal, "
        "the queen along any of these. They do not jump over pieces."
    )
    yield say(
        "The knight goes two cells along a row or a column and one to the side, over whatever is "
        "between."
    )
    yield say(
        "A pawn goes one cell forward to a free cell, and from the row where it began also two, if "
        "both are free. It captures one cell diagonally forward, and not otherwise."
    )
    yield say(
        "A pawn that comes to the farthest row becomes a queen, a rook, a bishop or a knight with "
        "the same move. Each choice is a different move."
    )
    yield say(
        "Right after a pawn went two cells, an enemy pawn that stands beside it may go diagonally "
        "forward to the cell that was passed over, and captures it (en passant)."
    )
    yield say(
        "To castle, the king goes two cells along its row towards a rook, and the rook to the cell "
        "that the king crossed. Neither of them may have moved before, all cells between them must "
        "be free, and the king may not be in check, cross an attacked cell, or come to one."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Who is to move and has no legal move loses if in check (checkmate); if not, it is a draw "
        "(stalemate)."
    )
    yield say(
        "It is a draw when a position occurs for the third time: the same pieces on the same "
        "cells, the same side to move, the same rights to castle, now or later, and the same legal "
        "captures en passant."
    )
    yield say(
        "It is a draw after {moves} moves of each side in a row with no capture and no move of a "
        "pawn, unless the last of them is checkmate.",
        moves=FIFTY // 2,
    )
    yield say(
        "It is a draw when the kings are left alone, with a single knight, or with bishops that "
        "all stand on cells of one colour."
    )
    yield say(
        "It is a draw when only kings and pawns are left, each pawn has another pawn directly in "
        "front of it, no pawn can capture, no king is in check, and neither king can ever get to "
        "an enemy pawn that it could capture."
    )
