"""Ratti-Chitti-Bakri: a war of forty white counters against forty red ones on 81 points, from
India.

Two players on the large board of Alquerque. Each side fills the four rows next to it and the four
points at its right hand in the middle row; the centre is empty. A counter steps along a line to a
free point, or hops over an enemy counter next to it to the free point directly behind, and captures
it; one capture a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Ratti-Chitti-Bakri), which gives Gupta 1926, pages 146 and 147. Our
reading: who cannot move passes. In Ludii's program each side's half of the middle row is at its
left hand.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_9
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="ratti-chitti-bakri",
    title=say("Ratti-Chitti-Bakri"),
    board=ALTERNATING_9,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Gupta 1926: 146–147"
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222222/222222222/"
                    "2222.1111/111111111/111111111/111111111/111111111"
                ),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("India"),
        latitude=21.0,
        longitude=78.0,
        period=say("around {year}", year="1925"),
        source=say("Ludii game database"),
        near=True,
    ),
)
