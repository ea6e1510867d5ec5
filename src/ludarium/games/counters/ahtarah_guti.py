"""Ahtarah Guti: eighteen counters against eighteen on a square between two triangles, from Central
India.

Two players on the board of Alquerque with a triangle at two opposite sides. Each side fills the
triangle and the two rows next to it, and the two points at its right hand in the middle row; the
centre is empty. A counter steps along a line to a free point, or hops over an enemy counter next to
it to the free point directly behind, and captures it. The same counter may hop on while it can.
Whoever captures all enemy counters wins.

Source: Ludii game database (Ahtarah Guti), which gives Humphries 1906, pages 121 and 122. Our
reading: who cannot move passes; a player may end a run of hops.

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
    name="ahtarah-guti",
    title=say("Ahtarah Guti"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Humphries 1906: 121–122",
            ),
            leaves_open=("stopping", "ends"),
            parameters=CounterRules(
                Setup("222/222/22222/22222/22.11/11111/11111/111/111"),
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
        place=say("Central India"),
        latitude=23.5,
        longitude=79.0,
        period=say("from around {first} to {last}", first="1904", last="1905"),
        source=say("Ludii game database"),
        near=True,
    ),
)
