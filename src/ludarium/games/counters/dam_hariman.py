"""Dam Hariman: sixteen counters against sixteen on a square between two triangles, from Malaysia.

Two players on the board of Alquerque with a triangle at two opposite sides. Each side fills the
triangle and the two rows next to it. A counter steps along a line to a free point, or hops over an
enemy counter next to it to the free point directly behind, and captures it. The same counter may
hop on while it can. A player who has lost all counters, or cannot move, loses.

Source: Ludii game database (Dam Hariman), which gives Culin 1898, page 875. Our reading: the setup
is that of Ludii's program; a player may end a run of hops.

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
    name="dam-hariman",
    title=say("Dam Hariman"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Culin 1898: 875"
            ),
            leaves_open=("setup", "stopping"),
            parameters=CounterRules(
                Setup("222/222/22222/22222/...../11111/11111/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("no counters", "next", "loses"), End("cannot move", "next", "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Malaysia"),
        latitude=4.2,
        longitude=102.0,
        period=say("from around {first} to {last}", first="1886", last="1895"),
        source=say("Ludii game database"),
        near=True,
    ),
)
