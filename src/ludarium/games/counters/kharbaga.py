"""Kharbaga: a war of twenty counters against twenty on 41 points, with promotion, from North
Africa.

Two players on the board of Aiyawatstani. Each side fills the four rows next to it and the two
points at its right hand in the middle row; the centre is empty. A counter steps forward along a
line, straight or diagonally, to a free point. It hops over an enemy counter next to it, in any
direction, to the free point directly behind, and captures it; the same counter may hop on while it
can.

A counter that ends a turn in the farthest row becomes a Mullah; one that only comes through that
row in a run of hops does not. A Mullah goes any distance in any direction. It captures over any
distance, and lands on any free point behind the captured counter before the next counter. Whoever
captures all enemy counters wins.

Source: Ludii game database (Kharbaga), which gives Hamidoun 1952, page 68. Our reading: a player
may end a run of hops; who cannot move loses, as in Ludii's program, where a turn has one capture,
and the two points of the middle row are at the left hand.

Notation: `A1-A3` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import CENTRED_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="kharbaga",
    title=say("Kharbaga"),
    board=CENTRED_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hamidoun 1952: 68"
            ),
            leaves_open=("stopping", "ends"),
            parameters=CounterRules(
                Setup("22222/2222/22222/2222/22.11/1111/11111/1111/11111"),
                Parts(
                    both=Piece(Step("forward"), HopCapture(), promotes="fly"),
                    continues=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("North Africa"),
        latitude=28.0,
        longitude=10.0,
        period=say("from around {first} to {last}", first="1952", last="2012"),
        source=say("Ludii game database"),
        near=True,
    ),
)
