"""Zamma: a war of forty counters against forty on 81 points, from North Africa.

Two players on the crossings of nine lines each way, every second of which has diagonals. Each side
fills the four rows next to it and half of the middle row; the centre is empty. A counter steps
forward along a line, straight or diagonally, to a free point. Over an enemy counter next to it, it
hops in any direction to the free point directly behind, and captures it. A counter that ends a turn
in the farthest row is promoted: it goes any distance along a line, and captures over any distance.

Captures are owed: where a turn captures nothing though it could have, the other player may remove
one of the counters that could have captured, and then plays a turn as usual. A player who has lost
all counters, or cannot move, loses.

Source: Ludii game database (Zamma), which gives Monod 1951, pages 11 and 12. Our reading: one
capture a turn, as in Ludii's program; each side's half of the middle row is that at its left hand,
as there; a promoted counter hops over the first counter in its way and lands on any free point
behind it.

Notation: `A1-A2` a step, `A1xC3` a hop, `xE5` a counter removed that did not capture, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_9
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="zamma",
    title=say("Zamma"),
    board=ALTERNATING_9,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Monod 1951: 11–12"
            ),
            leaves_open=("setup", "kings", "continues"),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222222/222222222/"
                    "1111.2222/111111111/111111111/111111111/111111111"
                ),
                Parts(
                    both=Piece(Step("forward"), HopCapture(), promotes="fly"),
                    huffing=True,
                    ends=(End("no counters", "next", "loses"), End("cannot move", "next", "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("North Africa"),
        latitude=28.0,
        longitude=10.0,
        period=say("around {year}", year="1950"),
        source=say("Ludii game database"),
        near=True,
    ),
)
