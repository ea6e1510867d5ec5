"""The rules of Hnefatafl in sentences, by board, the king's goal and how he is captured."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.tafl import BOARDS, QUIET, STRONG, start
from ludarium.phrases import listed, say
from ludarium.rules.bits import Bits, members, popcount
from ludarium.rules.boards.tafl import TaflBoard
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    board, first = BOARDS[ruleset.parameters], start(ruleset, 2)
    yield say(
        "Equipment: a board of {side} by {side} cells, with letters for columns from the left and "
        "numbers for rows from the bottom; a king and {defenders} men for Defender, and "
        "{attackers} men for Attacker.",
        side=board.row_count,
        defenders=popcount(first.defenders),
        attackers=popcount(first.attackers),
    )
    yield say(
        "Setup: the king is on {throne}, the cell in the middle, which is the throne; his men are "
        "on {defenders}.",
        throne=_cells(board, board.throne),
        defenders=_cells(board, first.defenders),
    )
    yield say("The attackers are on {attackers}.", attackers=_cells(board, first.attackers))
    yield say("Attacker begins, and they take turns. Nobody may pass.")
    yield say(
        "A piece moves any number of free cells along a row or a column. It does not jump over "
        "pieces."
    )
    if board.corners:
        yield say(
            "Only the king may stop on the throne, to which he may come back, and on the corners. "
            "Other pieces may pass over the throne while it is empty."
        )
    else:
        yield say(
            "Only the king may stop on the throne, to which he may come back. Other pieces may "
            "pass over it while it is empty."
        )
    yield from _captures(board)
    yield from _king_captured(board, strong=ruleset.parameters in STRONG)


def _captures(board: TaflBoard) -> Iterator[str]:
    yield say(
        "When a piece moves next to an enemy man in a row or a column, and on the opposite side of "
        "that man is another piece of the mover's side or a cell that is hostile to him, the man "
        "is captured and removed. One move may capture several."
    )
    if board.corners:
        yield say(
            "The throne is hostile to attackers always, and to the king's men while it is empty. "
            "The corners are hostile to all."
        )
    else:
        yield say(
            "The throne is hostile to attackers always, and to the king's men while it is empty."
        )
    yield say(
        "The king captures as his men do. A piece that itself moves in between two enemies is not "
        "captured."
    )


def _king_captured(board: TaflBoard, *, strong: bool) -> Iterator[str]:
    if strong:
        yield say(
            "The king is captured when an attacker moves next to him and all four cells around him "
            "then have attackers, where the empty throne counts as one. At the edge of the board "
            "he cannot be captured."
        )
        return
    yield say(
        "On the throne, and on the four cells next to it, the king is captured when an attacker "
        "moves next to him and all four cells around him then have attackers, where the empty "
        "throne counts as one."
    )
    if board.corners:
        yield say(
            "Anywhere else he is captured as his men are, between two attackers, or between an "
            "attacker that moved and a corner."
        )
    else:
        yield say("Anywhere else he is captured as his men are, between two attackers.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    board = BOARDS[ruleset.parameters]
    yield say("Attacker wins when the king is captured.")
    if board.corners:
        yield say("Defender wins when the king comes to a corner.")
    else:
        yield say("Defender wins when the king comes to any cell at the edge of the board.")
    if ruleset.parameters in STRONG:
        yield say(
            "Attacker wins when, after a move of Attacker, no way from the king or any of his men "
            "leads to the edge of the board, step by step along rows and columns, over cells "
            "without attackers."
        )
    yield say("Who is to move and cannot loses.")
    yield say("It is a draw when a position occurs for the third time, with the same side to move.")
    yield say(
        "It is a draw after {moves} moves of each side in a row with no capture, if nobody has "
        "won by then.",
        moves=QUIET // 2,
    )


def _cells(board: TaflBoard, cells: Bits) -> str:
    return listed([board.names[cell] for cell in members(cells)])
