"""Hewakam Keliya: Sixteen Soldiers, a war on a square between two triangles, from South Asia.

Two players on the board of Alquerque with a triangle at two opposite sides, sixteen counters each,
which fill the triangle and the two rows next to their player. A counter steps along a line to a
free point, or hops over an enemy counter next to it to the free point directly behind, and captures
it. The same counter may hop on while it can. Captures are not compulsory. Whoever captures all
enemy counters wins.

Source: Ludii game database (Hewakam Keliya), which gives Parker 1909, page 583. Our reading: the
setup is that of Ludii's program; who cannot move loses, as in Ludii's program.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="hewakam-keliya",
    title=say("Hewakam Keliya"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Parker 1909: 583"
            ),
            leaves_open=("setup", "ends"),
            parameters=CounterRules(
                Setup("222/222/22222/22222/...../11111/11111/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("South Asia"),
        latitude=23.0,
        longitude=80.0,
        period=say("recorded in {year}", year="1909"),
        source=say("Ludii game database"),
        near=True,
    ),
)
