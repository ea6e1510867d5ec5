"""Terhuchu (Small): ten counters against ten on the board of Alquerque, played by the Angami Naga
of India.

Two players on the board of Alquerque. Each side fills the two rows next to it; the middle row is
empty. A counter steps along a line to a free point, or hops over an enemy counter next to it to the
free point directly behind, and captures it; one capture a turn. Whoever captures all enemy counters
wins. In another form each side has eight counters.

Source: Ludii game database (Terhuchu (Small)), which gives Hutton 1921, pages 101 and 102. Our
reading: who cannot move passes.

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
    name="terhuchu",
    title=say("Terhuchu (Small)"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="ten",
            title=say("Ten counters"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hutton 1921: 101–102"
            ),
            notes=say("Each side fills the two rows next to it."),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup("22222/22222/...../11111/11111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="eight",
            title=say("Eight counters"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hutton 1921: 101–102"
            ),
            notes=say(
                "Each side fills the row next to it and the three middle points of the second."
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup("22222/.222./...../.111./11111"),
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
        period=say("around {year}", year="1921"),
        source=say("Ludii game database"),
        near=True,
    ),
)
