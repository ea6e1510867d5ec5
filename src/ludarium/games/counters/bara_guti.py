"""Bara Guti: a war of twelve counters against twelve on the board of Alquerque, from the Punjab.

Two players on the 25 points of the board of Alquerque. Each side fills the two rows next to it and
the two points at its left hand in the middle row. A counter steps along a line to a free point, or
hops over an enemy counter next to it to the free point directly behind, and captures it; one
capture a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Bara Guti), which gives Das-Gupta 1923, pages 510 and 511. Our reading:
the setup is that of Ludii's program; who cannot move passes.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="bara-guti",
    title=say("Bara Guti"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Das-Gupta 1923: 510–511",
            ),
            leaves_open=("setup", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/11.22/11111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Punjab"),
        latitude=31.0,
        longitude=74.0,
        period=say("around {year}", year="1919"),
        source=say("Ludii game database"),
        near=True,
    ),
)
