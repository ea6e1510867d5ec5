"""Sumi Naga Game (War): eleven counters against eleven on the board of Alquerque, played by the
Sümi Naga of India.

Two players on the board of Alquerque. Each side fills the two rows next to it and the outer point
at its left hand in the middle row. A counter steps along a line to a free point, or hops over an
enemy counter next to it to the free point directly behind, and captures it; one capture a turn.
Whoever captures all enemy counters wins.

Source: Ludii game database (Sumi Naga Game (War)), which gives Hutton 1921, page 111. Our reading:
one capture a turn; who cannot move passes. In Ludii's program, who captures with a counter that
could capture again moves again, with any counter.

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
    name="sumi-naga-war",
    title=say("Sumi Naga Game (War)"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hutton 1921: 111"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/1...2/11111/11111"),
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
