"""Musinaykahwhanmetowaywin: a king against thirteen pawns on a cross, played by the Chippewa and
Cree.

Two players on a cross of five squares with diagonals. The king (Oke-mow) begins on the centre, the
pawns on one arm and the long row before it. All step along a line to a free point. The king alone
captures: it hops over a pawn next to it to the free point directly behind, and may hop on while it
can. It wins when it has captured all pawns; the pawns win when it cannot move.

Source: Ludii game database (Musinaykahwhanmetowaywin), which gives Culin 1907, page 791. Our
reading: the king moves first, as in Ludii's program; pawns that cannot move pass.

Notation: `C1-C2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_CROSS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="musinaykahwhanmetowaywin",
    title=say("Musinaykahwhanmetowaywin"),
    board=ALTERNATING_CROSS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Culin 1907: 791"
            ),
            leaves_open=("first", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222222/...1.../......./.../..."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    continues=True,
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Canada"),
        latitude=60.0,
        longitude=-110.0,
        period=say("around {year}", year="1907"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("King"), say("Pawn")),
)
