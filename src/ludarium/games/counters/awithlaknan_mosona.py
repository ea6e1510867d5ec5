"""Awithlaknan Mosona: twelve counters against twelve on three rows of points, played by the Zuni of
New Mexico.

Two players on two rows of eight points and a row of nine between them; diagonals cross from one
outer row to the other through the points of the middle row. Each side fills the outer row next to
it and the four points at one end of the middle row; the centre is empty, so that the first player
has to move there and is captured at once. A counter steps along a line to a free point, or hops
over an enemy counter next to it to the free point directly behind, and captures it. A player who
cannot move loses.

Source: Ludii game database (Awithlaknan Mosona), which gives Culin 1907, page 801, and Stevenson
1903, pages 496 and 497. Our reading: one capture a turn, and the end of the game, are those of
Ludii's program, as the texts say nothing of them; so is that each side's half of the middle row is
at its left hand.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ZIGZAG
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="awithlaknan-mosona",
    title=say("Awithlaknan Mosona"),
    board=ZIGZAG,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Culin 1907: 801, Stevenson 1903: 496–497",
            ),
            leaves_open=("setup", "continues", "ends"),
            parameters=CounterRules(
                Setup("22222222/1111.2222/11111111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Zuni, New Mexico"),
        latitude=35.07,
        longitude=-108.85,
        period=say("from around {first} to {last}", first="1902", last="1903"),
        source=say("Ludii game database"),
        near=True,
    ),
)
