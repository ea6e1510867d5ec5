"""Lau Kata Kati: nine counters against nine on two triangles that meet at a point, from India.

Two players on two triangles of three rows that share their apex. Each side fills its triangle; the
apex is empty. A counter steps along a line to a free point, or hops over an enemy counter next to
it to the free point directly behind, and captures it. Whoever captures all enemy counters wins.

Source: Ludii game database (Lau Kata Kati), which gives Datta 1933, page 168, and Humphries 1906,
page 123. Our reading: one capture a turn; who cannot move passes, but loses in the ruleset `stuck`,
an option of Ludii's program.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TALL_HOURGLASS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("222/222/222/./111/111/111")

GAME = counter_game(
    name="lau-kata-kati",
    title=say("Lau Kata Kati"),
    board=TALL_HOURGLASS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Datta 1933: 168, Humphries 1906: 123",
            ),
            notes=say("Whoever loses all counters loses."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="stuck",
            title=say("Blocking wins"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Datta 1933: 168, Humphries 1906: 123",
            ),
            notes=say("A player who cannot move loses."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("India"),
        latitude=21.0,
        longitude=78.0,
        period=say("from around {first} to {last}", first="1863", last="1933"),
        source=say("Ludii game database"),
        near=True,
    ),
)
