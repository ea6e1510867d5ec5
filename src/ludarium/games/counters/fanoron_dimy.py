"""Fanoron-dimy: Fanorona with twelve counters against twelve on 25 points, from Madagascar.

Two players on the board of Alquerque. Each side fills the two rows next to it, and both take turns
along the middle row; the centre is empty. A counter steps along a line to a free point next to it.
By approach it captures the enemy counter that then stands directly in front of it, in the direction
of its step, and with it all enemy counters behind that one in an unbroken line. By withdrawal it
captures so those that stood directly behind it. Where both are possible its owner chooses one.

Whoever can capture must capture. The same counter may then capture again and again, and its owner
may stop at any time; it does not step twice in a row in the same direction, and comes to no point
twice in a turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Fanorona), which gives Montgomery 1896, pages 151 to 155. Our reading:
the text speaks of the large board alone; that of five rows and its setup are those of Ludii's
program, and the rules are taken to be those of Fanorona, read as there.

Notation: `B2-C3A` a capture by approach, `B2-C3W` by withdrawal, `B2-C3` a step, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="fanoron-dimy",
    title=say("Fanoron-dimy"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Montgomery 1896: 151–155",
            ),
            leaves_open=("board", "setup", "steps", "approach", "capturing", "continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/12.12/11111/11111"),
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
