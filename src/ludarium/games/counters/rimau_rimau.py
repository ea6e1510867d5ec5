"""Rimau-Rimau (Two Tigers): two tigers against 23 people on a square between two triangles, from
Singapore.

Two players on the board of Alquerque with a triangle at two opposite sides. Both tigers begin on
the centre, eight people on the points around it, and fifteen off the board. In the first turn a
tiger hops over one of the people and captures it: nothing else is possible. Then each turn one of
the people is placed on a free point; when all are placed, they step along a line to a free point.
The tigers step alike, and a tiger captures by a hop over somebody next to it to the free point
directly behind. The tigers win when they have captured all people, the people when no tiger can
move.

Source: Ludii game database (Rimau-Rimau (Two Tigers)), which gives Plitschke 1890, pages 191 and
192. Our reading: of the two rulesets there, that in which the tigers begin on the centre; one
capture a turn; people that cannot move pass. In the other one the tigers' player removes one of the
people and places the second tiger, which is not played here.

Notation: `+C5` a counter placed, `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="rimau-rimau",
    title=say("Rimau-Rimau (Two Tigers)"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Plitschke 1890: 191–192",
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup(
                    ".../.../...../.222./.212./.222./...../.../...", hands=(0, 15), stacks={"C5": 2}
                ),
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
        place=say("Singapore"),
        latitude=1.35,
        longitude=103.82,
        period=say("around {year}", year="1889"),
        source=say("Ludii game database"),
    ),
    seat_names=(say("Tiger"), say("Person")),
)
