"""Bouge Shodra: two bulls are driven into a pen by 24 herdsmen, played by the Tuvinians of Siberia.

Two players on the board of Alquerque with a triangle at one side and a small square on its corner
at the other. The bulls begin where the triangle and the small square meet the board, eight of the
herdsmen around the centre, and sixteen off the board. Each turn one herdsman is placed on a free
point; when all are placed, they step along a line to a free point. The bulls step alike, and
capture: a bull hops over a herdsman next to it to the free point directly behind. The bulls win
when they have captured all herdsmen, the herdsmen when no bull can move.

Source: Ludii game database (Bouge Shodra), which gives Averbakh 1995, pages 18 to 20. Our reading:
the herdsmen play first, as in Ludii's program; the diagonals of the small square cross on a point,
as there; one capture a turn. That a win in the triangle or the small square is worth more is left
out.

Notation: `+B5` a counter placed, `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TRIANGLE_AND_SQUARE
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="bouge-shodra",
    title=say("Bouge Shodra"),
    board=TRIANGLE_AND_SQUARE,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Averbakh 1995: 18–20"
            ),
            leaves_open=("board", "first", "continues"),
            parameters=CounterRules(
                Setup("./.../..2../.111./.1.1./.111./..2../.../...", hands=(16, 0)),
                Parts(
                    first=Piece(Step()),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", 1, "loses"), End("no counters", 0, "loses")),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Siberia"),
        latitude=60.0,
        longitude=105.0,
        period=say("from around {first} to {last}", first="1905", last="1995"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Herdsman"), say("Bull")),
)
