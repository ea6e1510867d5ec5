"""Dash Guti: ten counters against ten on two triangles that meet at a point, from India.

Two players on two triangles that share their apex, with a further point at either side of it. Each
side fills its triangle and the further point at its right hand; the shared apex is empty. A counter
steps along a line to a free point, or hops over an enemy counter next to it to the free point
directly behind, and captures it. Whoever captures all enemy counters wins.

Source: Ludii game database (Dash Guti), which gives Gupta 1924, page 166. Our reading: one capture
a turn; who cannot move loses, as in Ludii's program, where the further counters stand at the left
hand.

Notation: `A1-A4` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import FRAMED_HOURGLASS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="dash-guti",
    title=say("Dash Guti"),
    board=FRAMED_HOURGLASS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Gupta 1924: 166"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/222/2.1/111/111/111"),
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
        period=say("from around {first} to {last}", first="1904", last="1923"),
        source=say("Ludii game database"),
        near=True,
    ),
)
