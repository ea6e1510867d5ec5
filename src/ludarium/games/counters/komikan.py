"""Komikan: one mountain lion against twelve dogs, played by the Araucanians of Chile.

Two players on the board of Alquerque with a wide triangle at one side. The lion begins in the
triangle, on the middle point of its second row, the dogs on the two rows of the square that are
farthest from it and the two outer points of the third. The lion steps along a line to a free point,
or hops over a dog next to it to the free point directly behind, and captures it; it may hop on
while it can. The dogs step forward, straight or diagonally, or, in the other ruleset, in any
direction. They win when the lion cannot move, the lion when it has captured all dogs.

Source: Ludii game database (Komikan), which gives Matus Z. 1918-1919, pages 168 and 169, and
DePaulis 1998, pages 44 and 45. Our reading: the setup, and that the lion moves first, are those of
Ludii's program; forward is diagonally forward, too, while in that program dogs that only step
forward step straight; dogs that cannot move pass (there it is a draw).

Notation: `B1-C2` a step, `B1xD3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import WIDE_TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("22222/22222/2...2/...../...../.../..1../.....")

GAME = counter_game(
    name="komikan",
    title=say("Komikan"),
    board=WIDE_TRIANGLE,
    rulesets=(
        Ruleset(
            name="araucania",
            title=say("Araucanía"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Matus Z. 1918-1919: 168–169, DePaulis 1998: 44–45",
            ),
            notes=say("The dogs step only forward."),
            leaves_open=("setup", "first", "steps", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step("forward")),
                    continues=True,
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
        Ruleset(
            name="any",
            title=say("Dogs in all directions"),
            source=say("Ludii game database, which gives {literature}", literature="MapuChess"),
            notes=say("The dogs step in any direction."),
            leaves_open=("setup", "first", "steps", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    continues=True,
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Chile"),
        latitude=-30.0,
        longitude=-71.0,
        period=say("from around {first} to {last}", first="1918", last="1919"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Lion"), say("Dog")),
)
