"""Ram Tir: a war of forty counters against forty on 81 points with few diagonals, from Bihar.

Two players on the crossings of nine lines each way, with no diagonals but the long ones of each
quarter of the board. Each side fills the four rows next to it and the four points at its right hand
in the middle row; the centre is empty. A counter steps along a line to a free point, or hops over
an enemy counter next to it to the free point directly behind, and captures it; one capture a turn.
Whoever captures all enemy counters wins.

Source: Ludii game database (Ram Tir), which gives Das Gupta 1935, pages 409 to 418. Our reading:
who cannot move passes.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import QUARTERED_9
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="ram-tir",
    title=say("Ram Tir"),
    board=QUARTERED_9,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Das Gupta 1935: 409–418",
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222222/222222222/"
                    "2222.1111/111111111/111111111/111111111/111111111"
                ),
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
        period=say("around {year}", year="1934"),
        source=say("Ludii game database"),
        near=True,
    ),
)
