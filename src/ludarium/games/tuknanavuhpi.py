"""Tuknanavuhpi: the Hopi game from which most of Aiyawatstani is reconstructed.

Two players, twenty counters each, on the board of Aiyawatstani. Each side fills the four rows next
to it and the two points at its left hand in the middle row; the centre is empty. A counter steps
along a line to an empty point, or hops over an enemy counter to the empty point directly behind it
and captures it; one hop a turn, and never compulsory. When the outermost row at a player's side
holds no counter any more, it is out of play for good, and the next row becomes the outermost.
Whoever captures all enemy counters wins.

Source: Culin, Games of the North American Indians (1907), pages 794 and 795, as played at Oraibi,
Arizona. Our reading: a row closes when it holds no counter of either side; a player who cannot move
passes. In Ludii's program of the game rows do not close, and a player who cannot move loses.

Notation: `E3-E5` a step, `D6xF4` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.boards import CENTRED_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance


class TuknanavuhpiState(BitboardState):
    """A position of Tuknanavuhpi."""

    __slots__ = ()


GAME = counter_game(
    name="tuknanavuhpi",
    title=say("Tuknanavuhpi"),
    other_names=(OtherName("Tukvnanawopi", "en"),),
    board=CENTRED_5,
    bitboard=TuknanavuhpiState,
    featured=True,
    rulesets=(
        Ruleset(
            name="oraibi",
            title=say("Oraibi"),
            source=say("Culin 1907, pages 794 and 795"),
            leaves_open=("closing", "ends"),
            parameters=CounterRules(
                Setup("22222/2222/22222/2222/11.22/1111/11111/1111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    closing=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Oraibi, Arizona"),
        latitude=35.88,
        longitude=-110.64,
        period=say("recorded in 1907"),
        source=say("Culin, Games of the North American Indians (1907)"),
    ),
)
