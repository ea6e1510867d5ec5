"""La Yagua: one jaguar against twelve dogs, played by the Chiriguano-Chané of Argentina.

Two players on the board of Alquerque with a triangle at one side, into which a smaller one is
drawn. The jaguar begins on the apex of the smaller triangle, which is the middle of the larger
one's base. The dogs begin on the two rows of the square that are farthest from it, and the two
outer points of the third. The jaguar moves first. All step along a line to a free point. The jaguar
alone captures: it hops over a dog next to it to the free point directly behind. The dogs win when
it cannot move; it wins when only six dogs are left.

Source: Ludii game database (La Yagua), which gives Ferrarese 2006, pages 22, 27 and 28. Our
reading: one capture a turn; dogs that cannot move lose, as in Ludii's program.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import CROSSED_TRIANGLE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="la-yagua",
    title=say("La Yagua"),
    board=CROSSED_TRIANGLE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Ferrarese 2006: 22, 27–28",
            ),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/2...2/...../...../.../.1."),
                Parts(
                    first=Piece(Step(), HopCapture()),
                    second=Piece(Step(), loses_below=7),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Argentina"),
        latitude=-34.0,
        longitude=-64.0,
        period=say("from around {first} to {last}", first="1982", last="2006"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Jaguar"), say("Dog")),
)
