"""Yaguarete Kora: one jaguar against fifteen dogs, played by the Mbya Guaraní of Argentina.

Two players on the board of Alquerque with a triangle at one side. The jaguar begins on the middle
of the triangle's base, the dogs on the three rows of the square that are farthest from it. The
jaguar moves first. All step along a line to a free point. The jaguar alone captures: it hops over a
dog next to it to the free point directly behind. The dogs win when it cannot move; it wins when
only six dogs are left.

Source: Ludii game database (Yaguarete Kora), which gives Ferrarese 2006, pages 21 to 23. Our
reading: one capture a turn; dogs that cannot move pass. In Ludii's program the jaguar begins in the
middle of the triangle.

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
    name="yaguarete-kora",
    title=say("Yaguarete Kora"),
    board=ONE_TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Ferrarese 2006: 21–23"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/22222/...../...../.../.1."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step(), loses_below=7),
                    ends=(End("cannot move", 0, "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Argentina"),
        latitude=-34.0,
        longitude=-64.0,
        period=say("from around {first} to {last}", first="1960", last="2020"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Jaguar"), say("Dog")),
)
