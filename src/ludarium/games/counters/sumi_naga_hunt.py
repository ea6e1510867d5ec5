"""Sumi Naga Game (Hunt): four tigers against twenty goats, played by the Sümi Naga of India.

Two players on the board of Alquerque. The four tigers begin in the corners, the goats off the
board. The goats play first: each turn one of them is placed on a free point, until all are placed;
then they step along a line to a free point. The tigers step alike from their first turn on, and
capture: a tiger hops over a goat next to it to the free point directly behind. The tigers win when
they have captured all goats, the goats when no tiger can move.

Source: Ludii game database (Sumi Naga Game (Hunt)), which gives Hutton 1921, pages 110 and 111. Our
reading: one capture a turn; goats that cannot move pass. In Ludii's program, who captures with a
tiger that could capture again moves again, with any tiger.

Notation: `+C3` a counter placed, `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="sumi-naga-hunt",
    title=say("Sumi Naga Game (Hunt)"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hutton 1921: 110–111"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("2...2/...../...../...../2...2", hands=(20, 0)),
                Parts(
                    first=Piece(Step()),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", 1, "loses"), End("no counters", 0, "loses")),
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
    seat_names=(say("Goat"), say("Tiger")),
)
