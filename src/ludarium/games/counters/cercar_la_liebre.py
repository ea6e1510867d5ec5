"""Cercar la Liebre: Catch the Hare, one hare against twelve hunters, from thirteenth-century Spain.

Two players on the board of Alquerque. The hare begins on the centre, the twelve hunters on the two
rows next to their player and the two outer points of the middle row. The hunters move first. All
step along a line to a free point. The hare alone captures: it hops over a hunter next to it to the
free point directly behind. The hunters win when the hare cannot move; the hare wins when only nine
hunters are left.

Source: Ludii game database (Cercar La Liebre), which gives Libro de los Juegos (1283), folio 92,
and, for runs of hops, Murray 1951, page 99. Our reading: the hunters move first, as in Ludii's
program; when they cannot move, they lose, as there. The book also allows ten or eleven hunters.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("...../...../1.2.1/11111/11111")

GAME = counter_game(
    name="cercar-la-liebre",
    title=say("Cercar la Liebre"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="alfonso",
            title=say("Alfonso X"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Libro de los Juegos (1283): fol. 92",
            ),
            notes=say("The hare captures one hunter a turn."),
            leaves_open=("first", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), loses_below=10),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="murray",
            title=say("Murray"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Murray 1951: 99"
            ),
            notes=say("The hare may hop on while it can."),
            leaves_open=("first", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), loses_below=10),
                    second=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Spain"),
        latitude=40.0,
        longitude=-4.0,
        period=say("from around {first} to {last}", first="1221", last="1284"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Hunter"), say("Hare")),
)
