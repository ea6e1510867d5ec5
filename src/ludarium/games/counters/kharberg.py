"""Kharberg: twelve counters against twelve with promotion, drawn in the sand of the Sahara.

Two players on the board of Alquerque. Each side fills the two rows next to it and the two points at
its right hand in the middle row; the centre is empty. A counter steps along a line to a free point
in any direction, or hops over an enemy counter next to it to the free point directly behind, and
captures it. A counter that ends a turn in the farthest row is promoted: it goes any distance along
a line.

Captures are owed: where a turn captures nothing though it could have, the other player may remove
one of the counters that could have captured, and then plays a turn as usual. A player who has lost
all counters, or cannot move, loses.

Source: Ludii game database (Kharberg), which gives Monod 1950, page 12. Our reading: one capture a
turn; a promoted counter captures over any distance as well, as in Zamma (in Ludii's program it
captures only what stands next to it).

Notation: `A1-A2` a step, `A1xC3` a hop, `xC3` a counter removed that did not capture, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="kharberg",
    title=say("Kharberg"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Monod 1950: 12"
            ),
            leaves_open=("kings", "continues"),
            parameters=CounterRules(
                Setup("22222/22222/22.11/11111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture(), promotes="fly"),
                    huffing=True,
                    ends=(End("no counters", "next", "loses"), End("cannot move", "next", "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Sahara"),
        latitude=23.0,
        longitude=13.0,
        period=say("around {year}", year="1950"),
        source=say("Ludii game database"),
        near=True,
    ),
)
