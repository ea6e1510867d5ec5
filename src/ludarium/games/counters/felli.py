"""Felli: six counters against six on two small triangles that meet at a point, from Morocco.

Two players on two triangles that share their apex. Each side fills its triangle; the apex is empty.
A counter steps along a line to a free point in any direction, or hops over an enemy counter next to
it to the free point directly behind, and captures it. Captures are not compulsory. A player who
cannot move, or has no counters, loses.

Source: Ludii game database (Felli), which gives Lhôte 1994, page 481. Our reading: of the two
rulesets there, the simple one, after the article on Felli in Wikipedia, with one capture a turn and
the end of Ludii's program. In the other, counters are promoted in the corners alone, which is not
played here.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import HOURGLASS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="felli",
    title=say("Felli"),
    board=HOURGLASS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Lhôte 1994: 481, Wikipedia",
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/./111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Morocco"),
        latitude=32.0,
        longitude=-6.0,
        period=say("since the 1980s at the latest"),
        source=say("Ludii game database"),
        near=True,
    ),
)
