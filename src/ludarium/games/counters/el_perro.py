"""El Perro: one dog against twelve goats that cross the board and come back, from the Canary
Islands.

Two players on the board of Alquerque. The dog begins on the centre, the goats on the two rows next
to their player and the two points at that player's right hand in the middle row. The dog moves
first. It steps along a line to a free point, or hops over a goat next to it to the free point
directly behind, and captures it; it may hop on while it can. The goats step forward, straight or
diagonally, or sideways. When none of them can step forward any more, their direction turns round,
and so on each time. The goats win when the dog cannot move, the dog when it has captured all goats.

Source: Ludii game database (El Perro), which gives Espinel Cejas and González García 1994, pages
139 to 141. Our reading: the direction turns as soon as no goat can step forward, as in Ludii's
program; the text also asks that they stand as they began, on the other side, which captures make
impossible. In that program two goats begin at either end of the middle row. Goats that cannot move
pass.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="el-perro",
    title=say("El Perro"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Espinel Cejas and González García 1994: 139–141",
            ),
            leaves_open=("steps", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/221../...../....."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step("sideways"), turning=True),
                    continues=True,
                    ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Canary Islands"),
        latitude=28.1,
        longitude=-15.7,
        period=say("from around {first} to {last}", first="1958", last="1993"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Dog"), say("Goat")),
)
