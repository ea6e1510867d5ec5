"""Kaua Dorki: Catching the Crow, eight counters against eight on two triangles and a row between
them, from Allahabad.

Two players on two triangles that share their apex, and a row of five points through it. Each side
fills its triangle and the two points of the row at its left hand; the apex is empty. A counter
steps along a line to a free point, or hops over an enemy counter next to it to the free point
directly behind, and captures it; one capture a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Kaua Dorki), which gives Das Gupta 1938, pages 121 and 122. Our
reading: the row is that of Ludii's program, where the short lines at its ends, of which the text
speaks, are part of it; who cannot move passes.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import HOURGLASS_WITH_ROW
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="kaua-dorki",
    title=say("Kaua Dorki"),
    board=HOURGLASS_WITH_ROW,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Das Gupta 1938: 121–122",
            ),
            leaves_open=("board", "ends"),
            parameters=CounterRules(
                Setup("222/222/11.22/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Allahabad"),
        latitude=25.44,
        longitude=81.85,
        period=say("around {year}", year="1938"),
        source=say("Ludii game database"),
        near=True,
    ),
)
