"""Meurimueng-rimueng Peuet Ploh: a war of forty counters against forty on 81 points, played by the
Acehnese of Sumatra.

Two players on the large board of Alquerque. Each side fills the four rows next to it and half of
the middle row; the centre is empty. A counter steps along a line to a free point, or hops over an
enemy counter next to it to the free point directly behind, and captures it. The same counter may
hop on while it can, but does not have to. Whoever captures all enemy counters wins.

Source: Ludii game database (Meurimueng-rimueng Peuet Ploh), which gives Snouck Hurgronje 1906, page
204. Our reading: each side's half of the middle row is that at its left hand, as in Ludii's
program; who cannot move passes.

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
    name="meurimueng-rimueng",
    title=say("Meurimueng-rimueng Peuet Ploh"),
    board=ALTERNATING_9,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Snouck Hurgronje 1906: 204",
            ),
            leaves_open=("setup", "ends"),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222222/222222222/"
                    "1111.2222/111111111/111111111/111111111/111111111"
                ),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Sumatra"),
        latitude=0.0,
        longitude=102.0,
        period=say("around {year}", year="1906"),
        source=say("Ludii game database"),
        near=True,
    ),
)
