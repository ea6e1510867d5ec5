"""Orissa Tiger Game (One Tiger): one tiger against twelve goats on a square with a triangle, from
Orissa.

Two players on the board of Alquerque with a triangle at one side. The tiger begins in the middle of
the triangle, the goats on the two rows of the square that are farthest from it, and the two outer
points of the third. The tiger moves first. All step along a line to a free point. The tiger alone
captures: it hops over a goat next to it to the free point directly behind. It wins when it has
captured all goats; the goats win when it cannot move.

Source: Ludii game database (Orissa Tiger Game (One Tiger)), which gives Das Gupta 1926, page 212.
Our reading: one capture a turn; goats that cannot move pass.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ONE_TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="orissa-one-tiger",
    title=say("Orissa Tiger Game (One Tiger)"),
    board=ONE_TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Das Gupta 1926: 212"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/2...2/...../...../.1./..."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Orissa"),
        latitude=20.5,
        longitude=84.4,
        period=say("around {year}", year="1926"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Tiger"), say("Goat")),
)
