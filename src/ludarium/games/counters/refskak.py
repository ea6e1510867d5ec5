"""Refskak: one fox against thirteen lambs on a cross, from Iceland.

Two players on a cross of squares with diagonals. The fox begins on the centre, the lambs on one arm
and the long row of seven points before it. All step along a line to a free point. The fox alone
captures: it hops over a lamb next to it to the free point directly behind. It wins when it has
captured seven lambs; the lambs win when it cannot move.

Source: Ludii game database (Refskak), which gives Arnarson and Daviðsson 1888-1892, pages 298 to
300. Our reading: there are as many lambs as the named points hold, thirteen, as in Ludii's program,
though the description there speaks of twelve; the lambs move first, and lose when they cannot move,
as in that program; one capture a turn.

Notation: `C1-C2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_CROSS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="refskak",
    title=say("Refskak"),
    board=ALTERNATING_CROSS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Arnarson and Daviðsson 1888-1892: 298–300",
            ),
            leaves_open=("setup", "first", "continues", "ends"),
            parameters=CounterRules(
                Setup(".../.../......./...2.../1111111/111/111"),
                Parts(
                    first=Piece(Step(), loses_below=7),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Iceland"),
        latitude=65.0,
        longitude=-19.0,
        period=say("from around {first} to {last}", first="1862", last="1889"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Lamb"), say("Fox")),
)
