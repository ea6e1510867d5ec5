"""Fox and Geese (17 geese): one fox against seventeen geese that do not turn back, on a cross
without diagonals.

Two players on a cross of five squares without diagonals. The geese begin on the arm next to their
player, the long row before it, and the two outer points at either end of the next row. The fox is
placed on any free point as its first turn. It steps along a line to a free point in any direction,
and captures: it hops over a goose next to it to the free point directly behind. The geese step
forward or sideways. They win when the fox cannot move, the fox when it has captured all geese.

Source: Ludii game database (Fox and Geese), which gives Strutt 1801 (1845), pages 318 and 319. Our
reading: as all move straight only, the board is drawn without diagonals; the fox's placing and the
end are those of the game with thirteen geese there; one capture a turn; geese that cannot move
lose, as in Ludii's program, where four geese begin at the sides, two above each other.

Notation: `+D4` a counter placed, `C1-C2` a step, `C1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import PLAIN_CROSS
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="fox-and-geese-17",
    title=say("Fox and Geese (17 geese)"),
    other_names=(OtherName("Fox and Goose", "en"), OtherName("Lišky a husy", "cs")),
    board=PLAIN_CROSS,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Strutt 1801 (1845): 318–319",
            ),
            leaves_open=("board", "setup", "continues", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222222/22...22/......./.../...", hands=(1, 0)),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step("sideways")),
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
        period=say("recorded in {year}", year="1801"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Fox"), say("Goose")),
)
