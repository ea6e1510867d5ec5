"""The rules of Nine Men's Morris in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.morris import FLYING, FREE, QUIET
from ludarium.phrases import listed, say
from ludarium.rules.boards.mills import RINGS
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    men, parts = ruleset.parameters
    outer, middle, inner = (listed(ring.split()) for ring in RINGS)
    yield say(
        "Equipment: a board of three squares, one in the other, with a point on each corner and in "
        "the middle of each side, and {men} men each for White and Black.",
        men=men,
    )
    yield say(
        "In the order in which lines lead around a square, the points are {outer} on the outer "
        "one, {middle} on the middle one and {inner} on the inner one; the last is next to the "
        "first.",
        outer=outer,
        middle=middle,
        inner=inner,
    )
    yield say(
        "Lines also join the middles of the sides: a4, b4 and c4; d7, d6 and d5; g4, f4 and e4; "
        "d1, d2 and d3. The corners are not joined."
    )
    yield say(
        "Setup: the board is empty, and all men are in hand. White begins, and they take turns. "
        "Nobody may pass."
    )
    if parts & FREE:
        yield say(
            "Who has men in hand places one on a free point, or moves a man on the board along a "
            "line to a free point next to it."
        )
        yield say("Who has none left in hand moves a man so.")
    else:
        yield say("Who has men in hand places one on a free point.")
        yield say("Who has none left in hand moves a man along a line to a free point next to it.")
    if parts & FLYING:
        yield say(
            "Who has none left in hand and three men on the board may move one of them to any free "
            "point (fly)."
        )
    yield say(
        "Three own men on the three points of a side of a square, or of a line that joins middles "
        "of sides, are a mill."
    )
    yield say(
        "Whose man comes into a mill, placed or moved, then removes an enemy man from the board, "
        "if there is any: one that is in no mill, or any, if all are in mills. This is a move of "
        "its own; two mills at once remove one man."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Who has fewer than three men, those in hand included, loses. So does who is to move, has "
        "none in hand and cannot move."
    )
    yield say(
        "It is a draw when a position occurs for the third time, with the same player to move and "
        "as many men in hand."
    )
    yield say(
        "It is a draw after {moves} moves of each player in a row that placed and removed no man, "
        "unless one of them has lost.",
        moves=QUIET // 2,
    )
