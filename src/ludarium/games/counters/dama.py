"""Dama (Alquerque): twelve counters against twelve with flying kings, drawn on the ground in the
Comoros.

Two players on the board of Alquerque. Each side fills the two rows next to it and the two points at
its right hand in the middle row; the centre is empty. A counter steps along a line to a free point,
forward or sideways. It hops over an enemy counter next to it to the free point directly behind,
forward or sideways as well, and captures it. A counter that ends a turn in the farthest row becomes
a king, which moves and captures over any distance along a line.

Captures are owed: where a turn captures nothing though it could have, the other player may remove
one of the counters that could have captured, and then plays a turn as usual. Whoever captures all
enemy counters wins.

Source: Ludii game database (Dama (Alquerque)), which gives de Voogt 2019, page 6. Our reading: one
capture a turn; a king hops over the first counter in its way and lands on any free point behind it,
as in Ludii's program; who cannot move passes.

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
    name="dama",
    title=say("Dama (Alquerque)"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="de Voogt 2019: 6"
            ),
            leaves_open=("kings", "continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/22.11/11111/11111"),
                Parts(
                    both=Piece(Step("sideways"), HopCapture("sideways"), promotes="fly"),
                    huffing=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Comoros"),
        latitude=-12.17,
        longitude=44.25,
        period=say("around {year}", year="2018"),
        source=say("Ludii game database"),
        near=True,
    ),
)
