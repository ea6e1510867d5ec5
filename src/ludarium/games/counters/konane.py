"""Konane: a full board on which every move is a capture, from Hawaii.

Two players on a board of 8 by 8 points, or of another size, full of counters of both in turn, as
the cells of a chessboard. Black begins and takes one black counter off, from a corner or from the
centre. White takes off a white counter next to the empty point. From then on every move is a
capture: a counter hops along a row or a column over an enemy counter next to it to the free point
directly behind it. It may hop on in the same direction, and may stop after any hop. Who cannot move
has lost.

Source: Ludii game database (Konane), which gives Emory 1924, page 85: from 6 by 6 points to more
than 14 by 14, also not square. Our reading: the text does not say whose counters stand in which
corners; here Black's are in A8 and H1 (of 8 by 8 points), White's in A1 and H8.

Notation: `-D5` a counter taken off, `D3xD5` a hop, `pass` to stop.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.board import DrawnBoard
from ludarium.rules.counters.boards import PLAIN_6, PLAIN_8, PLAIN_10
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance


def square(board: DrawnBoard) -> Ruleset:
    """The game on this board of an even number of rows and columns."""
    side = len(board.rows)
    return Ruleset(
        name=f"{side}",
        title=say("{side} × {side}", side=side),
        source=say("Ludii game database, which gives {literature}", literature="Emory 1924: 85"),
        leaves_open=("setup",),
        parameters=CounterRules(
            Setup("/".join(["12" * (side // 2), "21" * (side // 2)] * (side // 2)), board=board),
            Parts(
                both=Piece(capture=HopCapture()),
                continues=True,
                straight=True,
                clearing=True,
                ends=(End("cannot move", "next", "loses"),),
            ),
        ),
    )


GAME = counter_game(
    name="konane",
    title=say("Konane"),
    other_names=(OtherName("Hawaiian checkers", "en"), OtherName("Havajská dáma", "cs")),
    board=PLAIN_8,
    rulesets=(square(PLAIN_8), square(PLAIN_6), square(PLAIN_10)),
    rules=__doc__,
    provenance=Provenance(
        place=say("Hawaii"),
        latitude=20.8,
        longitude=-156.3,
        period=say("around {year}", year="1779"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Black"), say("White")),
    dark_first=True,
)
