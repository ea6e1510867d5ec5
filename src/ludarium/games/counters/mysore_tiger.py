"""Mysore Tiger Game: one tiger against three people on a triangle of six points, from the court of
Mysore.

Two players on a triangle with a point in its middle, which is joined to the apex and to the
midpoints of the two sides that meet there. The tiger begins on the apex, the people off the board.
The people play first: each turn one of them is placed on a free point, until all three are placed;
then they step along a line to a free point. The tiger steps alike from its first turn on, and
captures: it hops over somebody next to it to the free point directly behind. It wins when it
captures one; the people win when it cannot move.

Source: Ludii game database (Mysore Tiger Game), which gives Vasantha 2006, page 29. Our reading:
people that cannot move pass.

Notation: `+C2` a counter placed, `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import SMALL_TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="mysore-tiger",
    title=say("Mysore Tiger Game"),
    board=SMALL_TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Vasantha 2006: 29"
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup("2/.../..", hands=(3, 0)),
                Parts(
                    first=Piece(Step(), loses_below=3),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", 1, "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Mysore"),
        latitude=12.3,
        longitude=76.65,
        period=say("from around {first} to {last}", first="1794", last="1868"),
        source=say("Ludii game database"),
    ),
    seat_names=(say("Person"), say("Tiger")),
)
