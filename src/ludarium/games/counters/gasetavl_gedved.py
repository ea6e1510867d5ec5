"""Gåsetavl (Gedved): one fox against eighteen geese that do not turn back, on a large cross, from
Denmark.

Two players on a cross with arms of three rows of three points, with diagonals. The geese begin on
one arm and the first of the long rows, the fox on the middle point of the innermost row of the
opposite arm. All step along a line to a free point, the geese forward or sideways, the fox in any
direction. The fox alone captures: it hops over a goose next to it to the free point directly
behind. The geese win when the fox cannot move, the fox when it has captured all geese.

Source: Ludii game database (Gasetavl (Gedved)), which gives Michaelsen 2009, page 150. Our reading:
the fox moves first, as in Ludii's program; one capture a turn; geese that cannot move pass.

Notation: `D1-D2` a step, `D1xF3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_CROSS_9
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="gasetavl-gedved",
    title=say("Gåsetavl (Gedved)"),
    board=ALTERNATING_CROSS_9,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Michaelsen 2009: 150"
            ),
            leaves_open=("first", "continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/222/222222222/........./........./.1./.../..."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step("sideways")),
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Denmark"),
        latitude=56.0,
        longitude=10.0,
        period=say("from around {first} to {last}", first="1848", last="1898"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Fox"), say("Goose")),
)
