"""Mughal Pathan: twenty counters against twenty on seven lines each way and two triangles, played
by stonemasons near Kolkata.

Two players on a square of seven lines each way, with the diagonals of its quarters, and a triangle
at two opposite sides. Each side fills the triangle and the two rows next to it. A counter steps
along a line to a free point, or hops over an enemy counter next to it to the free point directly
behind, and captures it. The same counter may hop on while it can. Whoever captures all enemy
counters wins.

Source: Ludii game database (Mughal Pathan), which gives Datta 1938, pages 283 and 284. Our reading:
the diagonals of a quarter cross without a point; a player may end a run of hops; who cannot move
passes.

Notation: `B1-C2` a step, `B1xD3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import QUARTERED_7_TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="mughal-pathan",
    title=say("Mughal Pathan"),
    board=QUARTERED_7_TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Datta 1938: 283–284"
            ),
            leaves_open=("board", "stopping", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222222/2222222/......./......./......./1111111/1111111/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Kolkata"),
        latitude=22.57,
        longitude=88.36,
        period=say("around {year}", year="1938"),
        source=say("Ludii game database"),
        near=True,
    ),
)
