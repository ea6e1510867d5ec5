"""Pon Chochotl: one bean against twelve grains of maize, played by the Pima of the American
Southwest.

Two players on the board of Alquerque. The bean begins on the centre, the grains on the two rows
next to their player and the two outer points of the middle row. All step along a line to a free
point. The bean alone captures: it hops over a grain next to it to the free point directly behind.
The grains win when the bean cannot move; the bean wins when only nine grains are left.

Source: Ludii game database (Pon Chochotl), which gives Murray 1951, page 99. Our reading: these are
the rules that Murray inferred from Cercar la Liebre, and how the Pima played is not known; the
grains move first, and lose when they cannot move, as in Ludii's program; one capture a turn.

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
    name="pon-chochotl",
    title=say("Pon Chochotl"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Murray 1951: 99"
            ),
            leaves_open=("first", "continues", "ends"),
            parameters=CounterRules(
                Setup("...../...../1.2.1/11111/11111"),
                Parts(
                    first=Piece(Step(), loses_below=10),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
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
    seat_names=(say("Grain"), say("Bean")),
)
