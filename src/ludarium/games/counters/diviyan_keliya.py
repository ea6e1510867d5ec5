"""Diviyan Keliya: two leopards against 24 cows on a square with four triangles, from South Asia.

Two players on the board of Alquerque with a triangle at each side, which is empty at first. In
turns each player places a piece on a free point, the leopards first; who has placed all pieces
moves one along a line to a free point. The leopards alone capture: a leopard hops over a cow next
to it to the free point directly behind. The leopards win when they have captured all cows, the cows
when no leopard can move.

Source: Ludii game database (Diviyan Keliya), which gives Parker 1909, pages 581 to 583. Our
reading: the board is that of Ludii's program; one capture a turn, the first option there; cows that
cannot move lose, as there.

Notation: `+E5` a counter placed, `C1-D2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import FOUR_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="diviyan-keliya",
    title=say("Diviyan Keliya"),
    board=FOUR_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Parker 1909: 581–583"
            ),
            leaves_open=("board", "continues", "ends"),
            parameters=CounterRules(
                Setup(".../.../......./......./........./......./......./.../...", hands=(2, 24)),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("South Asia"),
        latitude=23.0,
        longitude=80.0,
        period=say("around {year}", year="1909"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Leopard"), say("Cow")),
)
