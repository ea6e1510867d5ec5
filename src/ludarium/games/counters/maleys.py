"""Maleys: Malayan draughts, in which a counter hops from two cells away, from the Netherlands.

Two players on the 50 dark cells of a board of 10 by 10, twenty counters each, in the four rows next
to their player. A counter steps diagonally forward to the next dark cell. It captures in any
direction, diagonally or along rows and columns: over one free dark cell, then over an enemy
counter, to the dark cell directly behind it, which must be free. The same counter may hop on while
it can.

A counter that ends a turn in the farthest row is promoted. A queen goes any distance, diagonally or
along rows and columns, and captures an enemy counter any distance away with nothing between; it
lands directly behind it. Whoever captures all enemy counters wins. The board is drawn here by its
lines: each point is a dark cell.

Source: Ludii game database (Maleys), which gives Twiss 1805, pages 173 and 174. Our reading: along
rows and columns only dark cells count, as in Ludii's program; a player may end a run of hops; a
counter is promoted only at the end of a turn; who cannot move passes. In Ludii's program a queen
captures only over one free cell.

Notation: `A1-A3` a step, `A1xD4` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import DARK_CELLS_10
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="maleys",
    title=say("Maleys"),
    board=DARK_CELLS_10,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Twiss 1805: 173–174"
            ),
            leaves_open=("board", "kings", "stopping", "ends"),
            parameters=CounterRules(
                Setup("22222/22222/22222/22222/...../...../11111/11111/11111/11111"),
                Parts(
                    both=Piece(Step("diagonal"), HopCapture(), promotes="land"),
                    continues=True,
                    gap=True,
                    ends=(End("no counters", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Netherlands"),
        latitude=52.5,
        longitude=5.75,
        period=say("around {year}", year="1805"),
        source=say("Ludii game database"),
        near=True,
    ),
)
