"""Kulaochal: four tigers against twenty goats on a full board, played by the Ho of India.

Two players on the board of Alquerque. The four tigers begin in the corners, the goats on all other
points but the centre. All step along a line to a free point. The tigers alone capture: a tiger hops
over a goat next to it to the free point directly behind. The tigers win when they have captured all
goats, the goats when no tiger can move.

Source: Ludii game database (Kulaochal), which gives Majumdar 1925, pages 196 to 198. Our reading:
the tigers move first, as in Ludii's program; one capture a turn; goats that cannot move pass.

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
    name="kulaochal",
    title=say("Kulaochal"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Majumdar 1925: 196–198"
            ),
            leaves_open=("first", "continues", "ends"),
            parameters=CounterRules(
                Setup("12221/22222/22.22/22222/12221"),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
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
    seat_names=(say("Tiger"), say("Goat")),
)
