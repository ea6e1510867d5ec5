"""Egara Guti: eleven counters against eleven on two triangles joined at their sides, from India.

Two players on two triangles that share their apex. The base of each has five points, the two rows
above it three, and lines join the ends of the longer of these rows with those of the other
triangle. Each side fills its triangle; the apex is empty. A counter steps along a line to a free
point, or hops over an enemy counter next to it to the free point directly behind, and captures it.
Whoever captures all enemy counters wins.

Source: Ludii game database (Egara Guti), which gives Gupta 1926, page 211. Our reading: one capture
a turn; who cannot move loses, as in Ludii's program.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import JOINED_HOURGLASS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="egara-guti",
    title=say("Egara Guti"),
    board=JOINED_HOURGLASS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Gupta 1926: 211"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("22222/222/222/./111/111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("India"),
        latitude=21.0,
        longitude=78.0,
        period=say("around {year}", year="1926"),
        source=say("Ludii game database"),
        near=True,
    ),
)
