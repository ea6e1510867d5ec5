"""Mogul Putt'han: sixteen counters against sixteen on a square between two triangles, where
blocking wins too, from South Asia.

Two players on the board of Alquerque with a triangle at two opposite sides, sixteen counters each,
which fill the triangle and the two rows next to their player. A counter steps along a line to a
free point, or hops over an enemy counter next to it to the free point directly behind, and captures
it. The same counter may hop on while it can. A player who has lost all counters, or cannot move,
loses.

Source: Ludii game database (Mogul Putt'han), which gives Datta 1933, pages 168 and 169, and Murray
1951, page 67. Our reading: the setup is that of Ludii's program; a player may end a run of hops.
The game with nineteen counters on a larger board, which is described there as well, is not played
here.

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
    name="mogul-putthan",
    title=say("Mogul Putt'han"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Datta 1933: 168–169, Murray 1951: 67",
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
        place=say("South Asia"),
        latitude=23.0,
        longitude=80.0,
        period=say("from around {first} to {last}", first="1832", last="1933"),
        source=say("Ludii game database"),
        near=True,
    ),
)
