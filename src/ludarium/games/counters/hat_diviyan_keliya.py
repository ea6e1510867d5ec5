"""Hat Diviyan Keliya: Seven Leopards, one tiger against seven leopards on a triangle, from Sri
Lanka.

Two players on a triangle of ten points, which is empty at first. The tiger is placed first, then
each turn one leopard, while the tiger moves. When all leopards are placed, they step as the tiger
does: along a line to a free point. The tiger alone captures: it hops over a leopard next to it to
the free point directly behind. It wins when it has captured four leopards; the leopards win when it
cannot move.

Source: Ludii game database (Hat Diviyan Keliya), which gives Ludovisi 1873, pages 33 and 34. Our
reading: one capture a turn; leopards that cannot move lose, as in Ludii's program, in which the
game does not end while leopards are still to be placed.

Notation: `+F2` a counter placed, `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="hat-diviyan-keliya",
    title=say("Hat Diviyan Keliya"),
    board=TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Ludovisi 1873: 33–34"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("./.../.../...", hands=(1, 7)),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step(), loses_below=4),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Sri Lanka"),
        latitude=7.0,
        longitude=81.0,
        period=say("around {year}", year="1873"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Tiger"), say("Leopard")),
)
