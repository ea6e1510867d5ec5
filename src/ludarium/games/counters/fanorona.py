"""Fanorona: a war of twenty-two counters against twenty-two that capture by approach and
withdrawal, from Madagascar.

Two players on five rows of nine points, every second of which has diagonals. Each side fills the
two rows next to it, and both take turns along the middle row; the centre is empty. A counter steps
along a line to a free point next to it. By approach it captures the enemy counter that then stands
directly in front of it, in the direction of its step, and with it all enemy counters behind that
one in an unbroken line. By withdrawal it captures so those that stood directly behind it. Where
both are possible its owner chooses one.

Whoever can capture must capture. The same counter may then capture again and again, and its owner
may stop at any time; it does not step twice in a row in the same direction, and comes to no point
twice in a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Fanorona), which gives Montgomery 1896, pages 151 to 155, for
Fanorona-Tsivy. Our reading: that no move is made twice in the same direction speaks of steps in a
row, while Ludii's program allows them; no point twice in a turn, as in that program, of which the
text says nothing; who cannot move passes.

Notation: `D2-E3A` a capture by approach, `D2-E3W` by withdrawal, `D2-E3` a step, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_9_BY_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="fanorona",
    title=say("Fanorona"),
    other_names=(OtherName("Fanoron-tsivy", "mg"),),
    board=ALTERNATING_9_BY_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Montgomery 1896: 151–155",
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("222222222/222222222/2121.2121/111111111/111111111"),
                Parts(
                    continues=True,
                    compulsory=True,
                    approach=True,
                    stopping=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Madagascar"),
        latitude=-19.0,
        longitude=46.7,
        period=say("around {year}", year="1896"),
        source=say("Ludii game database"),
        near=True,
    ),
)
