"""Manu: the Punipeki against thirteen counters on a cross, from Hawaii.

Two players on a cross of five squares with diagonals. The thirteen counters begin on one arm and
the long row before it. The Punipeki is placed on any free point as its first turn. All step along a
line to a free point. The Punipeki alone captures: it hops over a counter next to it to the free
point directly behind. It wins when it has captured all counters; the counters win when it cannot
move.

Source: Ludii game database (Manu), which gives Culin 1899, pages 244 and 245. Our reading: one
capture a turn; counters that cannot move lose, as in Ludii's program.

Notation: `+D4` a counter placed, `C1-C2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_CROSS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="manu",
    title=say("Manu"),
    board=ALTERNATING_CROSS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Culin 1899: 244–245"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222222/......./......./.../...", hands=(1, 0)),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Hawaii"),
        latitude=20.8,
        longitude=-156.3,
        period=say("around {year}", year="1899"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Punipeki"), say("Pursuer")),
)
