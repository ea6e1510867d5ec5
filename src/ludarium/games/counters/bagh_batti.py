"""Bagh Batti: two tigers against twenty goats that begin on top of each other, from Garhwal.

Two players on the board of Alquerque. The tigers begin on the midpoints of two opposite sides, the
goats in stacks of five on the centres of the quarters of the board. The goats move first: one goat,
the top one of a stack, steps along a line to a free point. The tigers step alike, and capture: a
tiger hops over a goat next to it to the free point directly behind, and may hop on while it can. Of
a stack only the top goat is captured. The goats win when no tiger can move, the tigers when they
have captured all goats.

Source: Ludii game database (Bagh Batti), which gives Das-Gupta 1927, pages 297 and 298. Our
reading: goats do not step onto each other; that the second tiger has to be blocked in the turn
after the first is left out, as in Ludii's program; goats that cannot move pass.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="bagh-batti",
    title=say("Bagh Batti"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Das-Gupta 1927: 297–298",
            ),
            leaves_open=("steps", "ends"),
            parameters=CounterRules(
                Setup("..2../.1.1./...../.1.1./..2..", stacks={"B2": 5, "D2": 5, "B4": 5, "D4": 5}),
                Parts(
                    first=Piece(Step()),
                    second=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("cannot move", 1, "loses"), End("no counters", 0, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Garhwal"),
        latitude=30.5,
        longitude=79.0,
        period=say("around {year}", year="1926"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Goat"), say("Tiger")),
)
