"""Fanoron-telo: Fanorona with four counters against four on nine points, from Madagascar.

Two players on three rows of three points, with diagonals through the centre. Each side fills the
row next to it and the point at its right hand in the middle row; the centre is empty. A counter
steps along a line to a free point next to it. By approach it captures the enemy counter that then
stands directly in front of it, in the direction of its step. By withdrawal it captures so the one
that stood directly behind it.

Whoever can capture must capture. The same counter may then capture again, and its owner may stop at
any time; it does not step twice in a row in the same direction, and comes to no point twice in a
turn. Whoever captures all enemy counters wins.

Source: Ludii game database (Fanorona), which gives Montgomery 1896, pages 151 to 155. Our reading:
the text speaks of the large board alone; that of three rows and its setup are those of Ludii's
program, and the rules are taken to be those of Fanorona, read as there.

Notation: `A1-B2A` a capture by approach, `B2-B1W` by withdrawal, `A1-B2` a step, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_3
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, Parts
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="fanoron-telo",
    title=say("Fanoron-telo"),
    board=ALTERNATING_3,
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
                Setup("222/2.1/111"),
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
