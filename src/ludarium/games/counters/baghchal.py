"""Baghchal: four tigers against twenty goats, the game of Nepal.

Two players on the board of Alquerque. The four tigers begin in the corners, the goats off the
board. The goats play first: each turn one of them is placed on a free point, and none moves before
all are placed; then they step along a line to a free point. The tigers step alike from their first
turn on, and capture: a tiger hops over a goat next to it to the free point directly behind. The
goats win when no tiger can move. The tigers win when they have captured all goats, or, in the other
ruleset, five of them.

Source: Ludii game database (Baghchal), which gives Parlett 1976, page 4, Hora 1933, pages 8 and 9,
and, for five goats, Averbakh 1995. Our reading: one capture a turn; goats that cannot move lose, as
in Ludii's program.

Notation: `+C3` a counter placed, `A1-A2` a step, `A1xC3` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("2...2/...../...../...../2...2", hands=(20, 0))

GAME = counter_game(
    name="baghchal",
    title=say("Baghchal"),
    other_names=(
        OtherName("Tigers and Goats", "en"),
        OtherName("Bagh Chal", "en"),
        OtherName("Tygři a kozy", "cs"),
    ),
    board=ALTERNATING_5,
    rulesets=(
        Ruleset(
            name="all",
            title=say("All goats"),
            source=say(
                "Ludii game database, which gives {literature}",
                literature="Parlett 1976: 4, Hora 1933: 8–9",
            ),
            notes=say("The tigers have to capture all goats."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step()),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
        Ruleset(
            name="five",
            title=say("Five goats"),
            source=say("Ludii game database, which gives {literature}", literature="Averbakh 1995"),
            notes=say("The tigers have to capture five goats."),
            leaves_open=("continues", "ends"),
            parameters=CounterRules(
                SETUP,
                Parts(
                    first=Piece(Step(), loses_below=16),
                    second=Piece(Step(), HopCapture()),
                    ends=(End("cannot move", "next", "loses"),),
                ),
            ),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Nepal"),
        latitude=28.0,
        longitude=84.0,
        period=say("from around {first} to {last}", first="1933", last="1986"),
        source=say("Ludii game database"),
        near=True,
    ),
    seat_names=(say("Goat"), say("Tiger")),
    featured=True,
)
