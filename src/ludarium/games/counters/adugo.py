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
from ludarium.rules.counters.boards import ONE_TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("22222/22222/22122/...../...../.../...")

GAME = counter_game(
    name="adugo",
    title=say("Adugo"),
    other_names=(
        OtherName("Jogo da Onça", "pt"),
        OtherName("Jaguar and Dogs", "en"),
        OtherName("Jaguár a psi", "cs"),
    ),
    board=ONE_TRIANGLE,
    rulesets=(
        Ruleset(
            name="all",
            title=say("All dogs"),
            source=say("Ludii game database, which gives {literature}", literature="Lima 2004"),
            notes=say("The jaguar has to capture all dogs."),
            leaves_open=("first", "continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="five",
            title=say("Five dogs"),
            source=say("Ludii game database, which gives {literature}", literature="Lima 2004"),
            notes=say("The jaguar has to capture five dogs."),
            leaves_open=("first", "continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step(), loses_below=10),
                    ends=(End("cannot move", "next", "loses"),),
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
