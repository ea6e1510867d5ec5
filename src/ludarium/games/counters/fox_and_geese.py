"""Fox and Geese: one fox against thirteen geese on a cross, played all over Europe.

Two players on a cross of five squares with diagonals. The geese begin on the arm next to their
player and the long row before it. The fox is placed on any free point as its first turn. Fox and
geese step along a line to a free point. The fox alone captures: it hops over a goose next to it to
the free point directly behind. The geese win when the fox cannot move, the fox when it has captured
all geese.

Source: Ludii game database (Fox and Geese), which gives Murray 1951, pages 101 to 103. Our reading:
one capture a turn; geese that cannot move lose, as in Ludii's program.

Notation: `+D4` a counter placed, `C1-C2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_CROSS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="fox-and-geese",
    title=say("Fox and Geese"),
    other_names=(OtherName("Fox and Goose", "en"), OtherName("Lišky a husy", "cs")),
    board=ALTERNATING_CROSS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Murray 1951: 101–103"
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222222/......./......./.../...", hands=(1, 0)),
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
        place=say("Europe"),
        latitude=50.0,
        longitude=15.0,
        period=say("from around {first} to {last}", first="1633", last="1801"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Fox"), say("Goose")),
)
