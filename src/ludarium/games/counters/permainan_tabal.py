"""Permainan-Tabal: sixteen counters against sixteen with compulsory captures and kings, from
Indonesia.

Two players on the board of Alquerque with a triangle at two opposite sides. Each side fills the
triangle and the two rows next to it. A counter steps along a line to a free point: forward,
diagonally forward or sideways, but never back. It hops over an enemy counter next to it, in any
direction, to the free point directly behind, and captures it. Who can capture must, and must go on
while the same counter can.

A counter that reaches the farthest row becomes a king. A king goes any distance along a line, and
captures one enemy counter over any distance, landing on any free point behind it. Whoever captures
all enemy counters wins.

Source: Ludii game database (Permainan-Tabal), which gives the article on Permainan-Tabal in
Wikipedia. Our reading: the board and the setup are those of Ludii's program; a counter is promoted
when its turn ends in the farthest row; who cannot move loses, as in that program, where counters
also step diagonally where no line is.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="permainan-tabal",
    title=say("Permainan-Tabal"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say("Ludii game database, which gives {literature}", literature="Wikipedia"),
            leaves_open=("board", "setup", "kings", "ends"),
            parameters=CounterRules(
                Setup("222/222/22222/22222/...../11111/11111/111/111"),
                Parts(
                    both=Piece(Step("sideways"), HopCapture(), promotes="fly"),
                    continues=True,
                    compulsory=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Indonesia"),
        latitude=-5.0,
        longitude=120.0,
        period=say("not recorded"),
        source=say("Ludii game database"),
        near=True,
    ),
)
