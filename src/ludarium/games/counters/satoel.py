"""Satoel: a war of forty counters against forty on 93 points, from the island of Simeulue.

Two players on the large board of Alquerque with a triangle at two opposite sides. Each side fills
the four rows of the square next to it and half of its middle row; the centre and the triangles are
empty. A counter steps along a line to a free point, or hops over an enemy counter next to it to the
free point directly behind, and captures it. The same counter may hop on while it can, in any
direction. Whoever captures all enemy counters wins.

Source: Ludii game database (Satoel), which gives Jacobson 1919, pages 10 and 11. Our reading: each
side's half of the middle row is that at its left hand, as in Ludii's program; a player may end a
run of hops; who cannot move passes.

Notation: `C1-D2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_9_TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="satoel",
    title=say("Satoel"),
    board=ALTERNATING_9_TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Jacobson 1919: 10–11"
            ),
            leaves_open=("setup", "stopping", "ends"),
            parameters=CounterRules(
                Setup(
                    ".../.../222222222/222222222/222222222/222222222/"
                    "1111.2222/111111111/111111111/111111111/111111111/.../..."
                ),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Simeulue"),
        latitude=2.62,
        longitude=96.08,
        period=say("around {year}", year="1919"),
        source=say("Ludii game database"),
        near=True,
    ),
)
