"""Challis Ghutia: a war of 24 to 40 counters a side on 81 points, from Titagarh near Kolkata.

Two players on the large board of Alquerque. Mostly each has 24 counters, but any number up to 40
may be used: they fill the rows next to their player, and those that do not fill a row stand in the
next row, at the right hand. A counter steps along a line to a free point, or hops over an enemy
counter next to it to the free point directly behind, and captures it. Whoever captures all enemy
counters wins.

Source: Ludii game database (Challis Ghutia (Titagarh)), which gives Datta 1939, page 258. Our
reading: one capture a turn; who cannot move passes.

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
    name="challis-ghutia",
    title=say("Challis Ghutia"),
    board=ALTERNATING_9,
    rulesets=(
        Ruleset(
            name="24",
            title=say("24 counters"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Datta 1939: 258"
            ),
            notes=say("Each side begins with 24 counters, the usual number."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222.../........./"
                    "........./........./...111111/111111111/111111111"
                ),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="32",
            title=say("32 counters"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Datta 1939: 258"
            ),
            notes=say("Each side begins with 32 counters."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup(
                    "222222222/222222222/222222222/22222..../"
                    "........./....11111/111111111/111111111/111111111"
                ),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="40",
            title=say("40 counters"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Datta 1939: 258"
            ),
            notes=say("Each side begins with 40 counters, so that only the centre is free."),
            leaves_open=("continues", "ends"),
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
        place=say("Titagarh near Kolkata"),
        latitude=22.74,
        longitude=88.37,
        period=say("around {year}", year="1939"),
        source=say("Ludii game database"),
        near=True,
    ),
)
