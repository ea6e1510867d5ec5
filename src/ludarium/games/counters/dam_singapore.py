"""Dam (Singapore): sixteen counters against sixteen on the board of Rimau-Rimau.

Two players on the board of Alquerque with a triangle at two opposite sides, that of Rimau-Rimau.
Each side fills the triangle and the two rows next to it; the middle row is empty. A counter steps
along a line to a free point, or hops over an enemy counter next to it to the free point directly
behind, and captures it; one capture a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Dam (Singapore)), which gives Plitschke 1890, page 192. Our reading:
who cannot move passes.

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
    name="dam-singapore",
    title=say("Dam (Singapore)"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Plitschke 1890: 192"
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup("222/222/22222/22222/...../11111/11111/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Singapore"),
        latitude=1.35,
        longitude=103.82,
        period=say("around {year}", year="1889"),
        source=say("Ludii game database"),
    ),
)
