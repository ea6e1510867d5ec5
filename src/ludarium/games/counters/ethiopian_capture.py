"""Ethiopian Capture Game: twelve counters against twelve; whoever has only five left loses.

Two players on the board of Alquerque. Each side fills the two rows next to it and the two points at
its right hand in the middle row; the centre is empty. A counter steps along a line to a free point,
or hops over an enemy counter next to it to the free point directly behind, and captures it; one
capture a turn. Whoever brings the other side down to five counters wins. The game's own name was
not recorded.

Source: Ludii game database (Ethiopian Capture Game), which gives Griaule 1935, page 177. Our
reading: who cannot move passes.

Notation: `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="ethiopian-capture",
    title=say("Ethiopian Capture Game"),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Griaule 1935: 177"
            ),
            leaves_open=("ends",),
            parameters=CounterRules(
                Setup("22222/22222/22.11/11111/11111"),
                Parts(both=Piece(Step(), HopCapture(), loses_below=6)),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Ethiopia"),
        latitude=8.0,
        longitude=38.0,
        period=say("around {year}", year="1935"),
        source=say("Ludii game database"),
        near=True,
    ),
)
