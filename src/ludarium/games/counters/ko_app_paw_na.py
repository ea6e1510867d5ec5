"""Ko-app-paw-na: twelve jackrabbits cross the board past one hunter, played by the Tiwa of the
American Southwest.

Two players on the crossings of five lines each way, without diagonals. The twelve jackrabbits begin
on the two rows next to their player and the two outer points of the middle row, the hunter on the
centre. All step along a line to a free point. The hunter alone captures: it hops over a jackrabbit
next to it to the free point directly behind. It wins as soon as it captures one. The jackrabbits
win when all of them stand on the other side as they stood on theirs.

Source: Ludii game database (Ko-app-paw-na), which gives Culin 1907, page 798. Our reading: the
jackrabbits move first, as in Ludii's program; who cannot move passes.

Notation: `A1-A2` a step, `A1xA3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import PLAIN_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="ko-app-paw-na",
    title=say("Ko-app-paw-na"),
    board=PLAIN_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Culin 1907: 798"
            ),
            leaves_open=("first", "ends"),
            parameters=CounterRules(
                Setup("...../...../1.2.1/11111/11111", goal="A3 E3 A4 B4 C4 D4 E4 A5 B5 C5 D5 E5"),
                Parts(
                    first=Piece(Step(), loses_below=12),
                    second=Piece(Step(), HopCapture()),
                    filling=0,
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Southwest United States"),
        latitude=34.5,
        longitude=-109.0,
        period=say("around {year}", year="1907"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Jackrabbit"), say("Hunter")),
)
