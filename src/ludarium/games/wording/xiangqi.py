"""The rules of xiangqi in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.xiangqi import QUIET
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: a board of 90 points, columns a to i from Red's left and rows 1 to 10 from "
        "Red's side, and 16 pieces each for Red and Black. A river parts the halves between rows 5 "
        "and 6. Red's palace is d1 to f3, Black's d8 to f10."
    )
    yield say(
        "Setup: on row 1, from a to i, Red has a chariot, a horse, an elephant, an advisor, the "
        "general, an advisor, an elephant, a horse and a chariot; cannons on b3 and h3; soldiers "
        "on a4, c4, e4, g4 and i4."
    )
    yield say(
        "Black has the same pieces in the same columns, on row 10, the cannons on row 8 and the "
        "soldiers on row 7."
    )
    yield say("Red begins, and they take turns. Nobody may pass.")
    yield say(
        "A piece moves to a free point, or captures an enemy piece by moving to its point, which "
        "removes that."
    )
    yield say(
        "The general goes one point along a row or a column, the advisor one point diagonally. "
        "Both stay in their palace."
    )
    yield say(
        "The elephant goes exactly two points diagonally, if the point between is free, and does "
        "not cross the river."
    )
    yield say(
        "The horse goes one point along a row or a column, which must be free, and from there one "
        "point diagonally further away."
    )
    yield say("The chariot goes any number of free points along a row or a column.")
    yield say(
        "The cannon moves as the chariot does. It captures the next piece behind exactly one other "
        "piece of either side, in a row or a column, at any distance; it does not capture "
        "otherwise."
    )
    yield say(
        "The soldier goes one point forward, beyond the river also one to the side, and never back."
    )
    yield say(
        "No move may leave the own general where an enemy piece could capture it (check), or on "
        "one column with the other general with no piece between them."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("Who is to move and has no legal move loses, in check or not.")
    yield say(
        "When a position, with the same side to move, occurs for the third time, the game ends. "
        "The moves since it first occurred decide how:"
    )
    yield say("If one side gave check with all its moves, and the other did not, it loses.")
    yield say(
        "If neither gave check with all its moves, and one side chased the same piece with all its "
        "moves, and the other did not do so, too, it loses. In all other cases it is a draw."
    )
    yield from _chases()
    yield say(
        "It is a draw when no horse, chariot, cannon and soldier is left, or cannons alone of "
        "these and at most three pieces in all."
    )
    yield say(
        "It is a draw after {moves} moves of each side in a row with no capture. These two draws "
        "hold even if who is to move has no legal move.",
        moves=QUIET // 2,
    )


def _chases() -> Iterator[str]:
    yield say(
        "A move chases an enemy piece when by it a chariot, a cannon, a horse, an advisor or an "
        "elephant newly attacks that piece, and the piece is unprotected or worth more. Generals, "
        "and soldiers on their own side of the river, are not chased."
    )
    yield say(
        "New attacks are all those of the piece that moved, but for those of a chariot or cannon "
        "on pieces in the direction in which it moved; those of other pieces that they did not "
        "make before; and those on a piece that could be taken back before the move, and cannot "
        "now, as what would take back must protect its general."
    )
    yield say(
        "A piece is unprotected if its side could not legally take back at once. It is worth more "
        "if it is a chariot attacked by a horse or a cannon, or a chariot, a cannon or a horse "
        "attacked by an advisor or an elephant."
    )
    yield say(
        "An attack on a piece of the attacker's kind, which could itself legally capture the "
        "attacker, is no chase."
    )
