"""Adugo: a jaguar against fourteen dogs, played by the Bororo and their neighbours in Brazil.

Two players on the board of Alquerque with a triangle at one side. The jaguar begins on the centre
of the square, the dogs on all other points of the three rows that are farthest from the triangle.
All step along a line to a free point. The jaguar alone captures: it hops over a dog next to it to
the free point directly behind. The dogs win when the jaguar cannot move; the jaguar wins when it
has captured all dogs, or, in the other ruleset, five of them.

Source: Ludii game database (Adugo), which gives Lima 2004. Our reading: the jaguar moves first, and
captures one dog a turn; dogs that cannot move lose. All that is as in Ludii's program.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.game import Ruleset
from ludarium.rules.hopping.boards import ONE_TRIANGLE
from ludarium.rules.hopping.game import HoppingRules, HoppingSetup, hopping_game
from ludarium.rules.hopping.parts import CounterSide, HoppingParts
from ludarium.rules.lines.parts import End
from ludarium.rules.provenance import Provenance

SETUP = HoppingSetup("22222/22222/22122/...../...../.../...")

GAME = hopping_game(
    name="adugo",
    title=say("Adugo"),
    board=ONE_TRIANGLE,
    rulesets=(
        Ruleset(
            name="all",
            title=say("All dogs"),
            source=say("Ludii game database, which gives {literature}", literature="Lima 2004"),
            notes=say("The jaguar has to capture all dogs."),
            leaves_open=("first", "continues", "ends"),
            parameters=HoppingRules(
                SETUP,
                HoppingParts(
                    ends=(End("cannot move", "next", "loses"),), second=CounterSide(hops="none")
                ),
            ),
        ),
        Ruleset(
            name="five",
            title=say("Five dogs"),
            source=say("Ludii game database, which gives {literature}", literature="Lima 2004"),
            notes=say("The jaguar has to capture five dogs."),
            leaves_open=("first", "continues", "ends"),
            parameters=HoppingRules(
                SETUP,
                HoppingParts(
                    ends=(End("cannot move", "next", "loses"),),
                    second=CounterSide(hops="none", min_pieces=10),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Brazil"),
        latitude=-10.0,
        longitude=-52.0,
        period=say("recorded in {year}", year="2004"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Jaguar"), say("Dog")),
)
