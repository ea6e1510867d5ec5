"""Rimoe: two kings against 24 pieces on a square between two triangles, from the island of
Simeulue.

Two players on the board of Alquerque with a triangle at two opposite sides. Both kings (Rimoe)
begin on the centre, eight pieces on the points around it, and sixteen off the board. The kings play
first, and a king must capture when one can: it hops over a piece next to it to the free point
directly behind. Where none can, a king steps along a line to a free point. Of the other side each
turn one piece is placed on a free point; when all are placed, they step as the kings do. The kings
win when they have captured all pieces, the pieces when no king can move.

Source: Ludii game database (Rimoe), which gives Jacobson 1919, pages 8 to 10. Our reading: of the
two rulesets there, that with two kings; one capture a turn; a king must capture when either can (in
Ludii's program one that cannot may step while the other can); pieces that cannot move pass. In the
other one a single king captures lines of pieces, which is not played here.

Notation: `+C5` a counter placed, `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="rimoe",
    title=say("Rimoe"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Jacobson 1919: 8–10"
            ),
            leaves_open=("capturing", "continues", "ends"),
            parameters=CounterRules(
                Setup(
                    ".../.../...../.222./.212./.222./...../.../...", hands=(0, 16), stacks={"C5": 2}
                ),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step()),
                    compulsory=True,
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Simeulue"),
        latitude=2.62,
        longitude=96.08,
        period=say("around {year}", year="1919"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("King"), say("Piece")),
)
