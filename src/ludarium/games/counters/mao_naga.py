"""Mao Naga Tiger Game: two tigers against twenty people that begin on top of each other, from
Manipur.

Two players on the board of Alquerque with a triangle at two opposite sides. The people begin in
stacks of five on the centres of the square's quarters, the tigers on the midpoints of the sides
without a triangle. All step along a line to a free point, of a stack the top one. The tigers alone
capture: a tiger hops over somebody next to it to the free point directly behind; of a stack only
the top one is captured. The tigers win when they have captured all people, the people when no tiger
can move.

Source: Ludii game database (Mao Naga Tiger Game), which gives Hodson 1911, pages 62 and 63. Our
reading: the people move first, as in Ludii's program, and do not step onto each other; one capture
a turn; people that cannot move pass.

Notation: `A1-B2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import TWO_TRIANGLES
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance

GAME = counter_game(
    name="mao-naga",
    title=say("Mao Naga Tiger Game"),
    board=TWO_TRIANGLES,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say(
                "Ludii game database, which gives {literature}", literature="Hodson 1911: 62–63"
            ),
            leaves_open=("first", "steps", "continues", "ends"),
            parameters=CounterRules(
                Setup(
                    ".../.../...../.1.1./2...2/.1.1./...../.../...",
                    stacks={"B4": 5, "D4": 5, "B6": 5, "D6": 5},
                ),
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
        place=say("Manipur"),
        latitude=24.7,
        longitude=93.9,
        period=say("around {year}", year="1911"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Person"), say("Tiger")),
)
