"""Coyote: one coyote against twelve sheep on a board with two long diagonals, from Mexico.

Two players on the crossings of five lines each way, with only the two long diagonals. The coyote
begins on the centre, the sheep on the two rows next to their player and the two outer points of the
middle row. All step along a line to a free point. The coyote alone captures: it hops over a sheep
next to it to the free point directly behind. It must capture when it can, and goes on while it can.
The sheep win when the coyote cannot move, the coyote when it has captured all sheep.

Source: Ludii game database (Coyote), which gives Murray 1951, page 99. Our reading: the board is
that of the historical ruleset there, as in Ludii's program; the sheep move first, as in that
program, where the coyote wins when nine sheep are left, captures one a turn, and need not; sheep
that cannot move lose, as there.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import LONG_DIAGONALS_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="coyote",
    title=say("Coyote"),
    board=LONG_DIAGONALS_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Murray 1951: 99"
            ),
            leaves_open=("board", "first", "ends"),
            parameters=CounterRules(
                Setup("...../...../1.2.1/11111/11111"),
                Parts(
                    first=Piece(Step()),
                    second=Piece(Step(), HopCapture()),
                    continues=True,
                    compulsory=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Mexico"),
        latitude=23.0,
        longitude=-102.0,
        period=say("around {year}", year="1898"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Sheep"), say("Coyote")),
)
