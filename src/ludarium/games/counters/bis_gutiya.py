"""Bis Gutiya: a war of twenty counters against twenty on 41 points, from Bihar.

Two players on the board of Aiyawatstani: the crossings of five lines each way, and the centres of
the squares, through which both diagonals run. Each side fills the four rows next to it and the two
points at its left hand in the middle row; the centre is empty. A counter steps along a line to a
free point, or hops over an enemy counter next to it to the free point directly behind, and captures
it. Whoever captures all enemy counters wins.

Source: Ludii game database (Bis Gutiya), which gives Das Gupta 1935, pages 413 and 414. Our
reading: the diagonals cross on points, as in Ludii's program: only so is there room for twenty
counters a side; one capture a turn; who cannot move passes.

Notation: `A1-A3` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import CENTRED_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="bis-gutiya",
    title=say("Bis Gutiya"),
    board=CENTRED_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Das Gupta 1935: 413–414",
            ),
            leaves_open=("board", "continues", "ends"),
            parameters=CounterRules(
                Setup("22222/2222/22222/2222/11.22/1111/11111/1111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Bihar"),
        latitude=25.7,
        longitude=85.5,
        period=say("around {year}", year="1935"),
        source=say("Ludii game database"),
        near=True,
    ),
)
