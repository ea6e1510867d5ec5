"""Peralikatuma: 24 counters against 24 on a square with four triangles, from Sri Lanka.

Two players on the board of Alquerque with a triangle at each side, 24 counters each. Each side
fills two triangles that lie next to each other, and the half of the square between them; the centre
is empty. A counter steps along a line to a free point, or hops over an enemy counter next to it to
the free point directly behind, and captures it. The same counter may hop on while it can. Captures
are not compulsory. Whoever captures all enemy counters wins.

Source: Ludii game database (Peralikatuma), which gives Parker 1909, page 583. Our reading: the
setup is that of Ludii's program, with a 24th counter on the side's point next to the centre, which
is missing there; who cannot move loses, as in Ludii's program.

Notation: `C1-D2` a step, `C1xE3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import FOUR_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="peralikatuma",
    title=say("Peralikatuma"),
    board=FOUR_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Parker 1909: 583"
            ),
            leaves_open=("setup", "ends"),
            parameters=CounterRules(
                Setup("222/222/2222111/2222111/2222.1111/2221111/2221111/111/111"),
                Parts(
                    both=Piece(Step(), HopCapture()),
                    continues=True,
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Sri Lanka"),
        latitude=7.0,
        longitude=81.0,
        period=say("around {year}", year="1909"),
        source=say("Ludii game database"),
        near=True,
    ),
)
