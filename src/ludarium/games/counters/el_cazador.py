"""El Cazador: one hunter against twelve birds that never turn back, from La Palma.

Two players on the board of Alquerque. The hunter begins on the centre, the birds on the two rows
next to their player and the two points at that player's right hand in the middle row. The hunter
steps along a line to a free point in any direction, and captures: it hops over a bird next to it to
the free point directly behind. The birds step only forward, straight or diagonally. They win when
the hunter cannot move. The hunter wins when it has captured all birds, or can no longer be caught.

Source: Ludii game database (El Cazador), which gives Espinel Cejas and González García 1994, pages
191 and 192. Our reading: the hunter moves first, as in Ludii's program, where the birds step
sideways as well; one capture a turn; that the hunter can no longer be caught is certain when the
birds cannot move.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="el-cazador",
    title=say("El Cazador"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Espinel Cejas and González García 1994: 191–192",
            ),
            leaves_open=("first", "continues"),
            parameters=CounterRules(
                Setup("22222/22222/221../...../....."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step("forward")),
                    ends=(End("cannot move", 0, "loses"), End("cannot move", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("La Palma"),
        latitude=28.67,
        longitude=-17.87,
        period=say("around {year}", year="1994"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Hunter"), say("Bird")),
)
