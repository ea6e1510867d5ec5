"""Bagh Guti: two tigers against twenty goats that begin on top of each other, on a board with a
diamond, from South Asia.

Two players on the crossings of five lines each way, with a diamond that joins the midpoints of the
sides. The tigers begin on the midpoints of two opposite sides, the goats in stacks of five on the
middles of the diamond's sides. The goats move first: one goat, the top one of a stack, steps along
a line to a free point. The tigers step alike, and capture: a tiger hops over a goat next to it to
the free point directly behind, and may hop on while it can. Of a stack only the top goat is
captured. The goats win when no tiger can move, the tigers when they have captured all goats.

Source: Ludii game database (Bagh Guti), which gives Humphries 1906, pages 123 and 124. Our reading:
the form of Karwi, of the three that are described there; goats do not step onto each other, and
pass when they cannot move.

Notation: `A1-A2` a step, `A1xA3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import DIAMOND_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="bagh-guti",
    title=say("Bagh Guti"),
    board=DIAMOND_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Humphries 1906: 123–124",
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
        place=say("South Asia"),
        latitude=23.0,
        longitude=80.0,
        period=say("from around {first} to {last}", first="1906", last="1933"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Goat"), say("Tiger")),
)
