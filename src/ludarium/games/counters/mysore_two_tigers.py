"""Mysore Tiger Game (Two Tigers): two tigers against 25 people on a square with four triangles,
from the court of Mysore.

Two players on the board of Alquerque with a triangle at each side. One tiger begins on the centre;
the other is placed on any free point before anything else. Then each turn one of the people is
placed on a free point, and a tiger moves; when all people are placed, they step as the tigers do:
along a line to a free point. The tigers alone capture: a tiger hops over somebody next to it to the
free point directly behind. The people win when no tiger can move, the tigers when there are too few
people left to block them.

Source: Ludii game database (Mysore Tiger Game (Two Tigers)), which gives Vasantha 2006, pages 30
and 31. Our reading: the tigers have to capture all people, as in Ludii's program; one capture a
turn; people that cannot move pass.

Notation: `+E5` a counter placed, `C1-D2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import FOUR_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="mysore-two-tigers",
    title=say("Mysore Tiger Game (Two Tigers)"),
    board=FOUR_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Vasantha 2006: 30–31"
            ),
            leaves_open=("continues", "least", "ends"),
            parameters=CounterRules(
                Setup(".../.../......./......./....1..../......./......./.../...", hands=(1, 25)),
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
        place=say("Mysore"),
        latitude=12.3,
        longitude=76.65,
        period=say("from around {first} to {last}", first="1794", last="1868"),
        source=say("Ludii game database"),
    ),
    seat_names=(say("Tiger"), say("Person")),
)
