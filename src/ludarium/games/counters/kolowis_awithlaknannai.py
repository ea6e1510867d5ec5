"""Kolowis Awithlaknannai: the game of the serpent Kolowisi, 23 counters against 23 on three long
rows, played by the Zuni of New Mexico.

Two players on three rows of sixteen points; diagonals cross from one outer row to the other through
the points of the middle row. Each side fills the outer row next to it and seven points of the
middle row; of that row the central point and the leftmost one are empty. A counter steps along a
line to a free point, or hops over an enemy counter next to it to the free point directly behind,
and captures it. A player who cannot move loses.

Source: Ludii game database (Kolowis Awithlaknannai), which gives Culin 1907, page 801, and
Stevenson 1903, pages 496 and 497. Our reading: the central point is the ninth from the left; the
first move, which the texts let go to the centre, may as well go to the leftmost point; one capture
a turn; the end of the game and whose the points of the middle row are follow Ludii's program, as
the texts say nothing of them.

Notation: `B1-C2` a step, `B1xD3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import SERPENT
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="kolowis-awithlaknannai",
    title=say("Kolowis Awithlaknannai"),
    board=SERPENT,
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
                Setup("2222222222222222/.1111111.2222222/1111111111111111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("New Mexico"),
        latitude=34.5,
        longitude=-106.0,
        period=say("from around {first} to {last}", first="1903", last="1907"),
        source=say("Ludii game database"),
        near=True,
    ),
)
