"""Huli-Mane Ata: one tiger against five lambs on a triangle, a children's game at Vijayanagara.

Two players on a triangle of ten points. The tiger begins on the apex, the lambs off the board. The
lambs play first: each turn one of them is placed on a free point, until all are placed; then they
step along a line to a free point. The tiger steps alike from its first turn on, and captures: it
hops over a lamb next to it to the free point directly behind. The lambs win when the tiger cannot
move, the tiger when too few lambs are left to block it.

Source: Ludii game database (Huli-Mane Ata), which gives Vasantha 2003, pages 27 and 28. Our
reading: three lambs are too few, as in Ludii's program; one capture a turn; lambs that cannot move
pass.

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
    name="huli-mane-ata",
    title=say("Huli-Mane Ata"),
    board=TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Vasantha 2003: 27–28"
            ),
            leaves_open=("continues", "least", "ends"),
            parameters=CounterRules(
                Setup("2/.../.../...", hands=(5, 0)),
                Parts(
                    first=Piece(Step(), loses_below=4),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", 1, "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Vijayanagara"),
        latitude=15.33,
        longitude=76.46,
        period=say("from around {first} to {last}", first="1200", last="2003"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Lamb"), say("Tiger")),
)
