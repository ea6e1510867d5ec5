"""Aiyawatstani: a war of counters on a board of crossing lines, played by the Keres people of New
Mexico.

Two players, twenty counters each, on 41 points: the crossings of a 5 by 5 grid and the centres of
its squares. A counter steps along a line to an empty point, or hops along a line over an enemy
counter to the empty point directly behind it and captures it. Capturing is never compulsory.

How the game ended is not recorded. The rulesets are reconstructions by the Ludii project, scored by
how well they fit what is known of the game and its neighbours. In the default, Ludii 4, a counter
that has captured may hop on while it can, and a player who cannot move loses.

Source: Ludii portal, game Aiyawatstani, rulesets Ludii 1, 3, 4 (DLP.GameRulesets.3037), 5, 6 and 9.
Rulesets 2, 7, 8 and 10 are named there; their parts are those of Ludii's own description of the
game (version 1.3.12), their scores are not known. Run in that program, 4, 5, 7, 8 and 9 play as 1,
2, 3, 6 and 10: a capture never goes on there, though the portal's sentence says that it may.

A ruleset is a choice of parts, and any choice can be played under the name `parts:` and the parts
joined by +, such as `parts:continues+next-cannot-move-loses`, which is Ludii 4. Parts: continues (a
capture may go on), compulsory (who can capture must), closing (empty outermost rows go out of
play), and ends in the order in which they apply: next, one or two, then cannot-move or
no-counters, then loses or wins.

Notation: `E3-E5` a step, `D6xF4` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.boards import CENTRED_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import Ruleset
from ludarium.rules.provenance import Provenance, RulesetReconstruction

SETUP = Setup("22222/2222/22222/2222/21.12/1111/11111/1111/11111")
COUNTER = Piece(Step(), HopCapture())


class AiyawatstaniState(BitboardState):
    """A position on the board of Aiyawatstani."""

    __slots__ = ()


PERFT_OF_ONE_HOP, PERFT_OF_RUNS = 1986, 1944
"""Ways to play the first five moves where a turn is one step or one hop, as in Ludii's program, and
where a capture may go on."""
NEXT_IS_STUCK = End("cannot move", "next", "loses")
SECOND_WINS_WITHOUT = End("no counters", 1, "wins")
LOST_WITHOUT = End("no counters", "next", "loses")
THIRD = (End("cannot move", 1, "loses"), End("no counters", 0, "loses"))
NINTH = (End("cannot move", 0, "loses"), End("no counters", 1, "loses"))


def ruleset(
    number: int,
    parts: Parts,
    notes: str,
    reconstruction: RulesetReconstruction | None = None,
    played_as: int | None = None,
) -> Ruleset:
    """Ludii's reconstruction of this number. played_as: that which it is in Ludii's program, where
    no capture goes on.
    """
    portal = say("Ludii portal, Aiyawatstani (Ludii {number})", number=number)
    identifier = IDENTIFIERS.get(number, "")
    if played_as:
        notes = say(
            "{notes} In Ludii's own program (1.3.12) no capture goes on, so there it is played as "
            "Ludii {number}: the first five moves can be played in {there} ways there, and in "
            "{here} here.",
            notes=notes,
            number=played_as,
            there=PERFT_OF_ONE_HOP,
            here=PERFT_OF_RUNS,
        )
    return Ruleset(
        name=f"ludii-{number}",
        title=say("Ludii {number}", number=number),
        source=say("{portal}, {identifier}", portal=portal, identifier=identifier)
        if identifier
        else portal,
        notes=notes,
        parameters=CounterRules(SETUP, parts),
        reconstruction=reconstruction,
        identifier=identifier,
        mark=""
        if reconstruction
        else say("named in the document; its parts from Ludii's description, its scores not known"),
    )


def scored(based_on: tuple[str, ...], *scores: float, kilometres: int) -> RulesetReconstruction:
    """The reconstruction as the portal's page gives it; scores: combined, cultural, conceptual,
    geographical.
    """
    combined, cultural, conceptual, geographical = scores
    return RulesetReconstruction(
        based_on=based_on,
        combined=combined,
        cultural=cultural,
        conceptual=conceptual,
        geographical=geographical,
        kilometres=kilometres,
    )


IDENTIFIERS = {4: "DLP.GameRulesets.3037"}  # of the page that we have
TUKNANAVUHPI, EL_PERRO = "Tuknanavuhpi / Oraibi", "El Perro / El Perro"

RULESETS = (
    ruleset(
        4,
        Parts(both=COUNTER, continues=True, ends=(NEXT_IS_STUCK,)),
        say("Captures may go on; a player who cannot move loses."),
        scored((TUKNANAVUHPI, EL_PERRO, TUKNANAVUHPI), 0.926, 0.95, 0.903, 0.945, kilometres=1100),
        played_as=1,
    ),
    ruleset(
        1,
        Parts(both=COUNTER, ends=(NEXT_IS_STUCK,)),
        say("One step or one hop; a player who cannot move loses."),
        scored((TUKNANAVUHPI,) * 3, 0.928, 0.951, 0.904, 0.947, kilometres=1060),
    ),
    ruleset(
        2,
        Parts(both=COUNTER, ends=(NEXT_IS_STUCK, SECOND_WINS_WITHOUT)),
        say(
            "As Ludii 1. That player two wins without counters never comes true: whoever has none "
            "cannot move, and loses first."
        ),
    ),
    ruleset(
        3,
        Parts(both=COUNTER, ends=THIRD),
        say(
            "One step or one hop; player one wins when player two cannot move, player two when "
            "player one has no counters."
        ),
        scored(
            (TUKNANAVUHPI, "Ko-app-paw-na", "Bagh Batti"),
            *(0.927, 0.918, 0.936, 0.739),
            kilometres=5220,
        ),
    ),
    ruleset(
        5,
        Parts(both=COUNTER, continues=True, ends=(NEXT_IS_STUCK, SECOND_WINS_WITHOUT)),
        say(
            "As Ludii 4. That player two wins without counters never comes true: whoever has "
            "none cannot move, and loses first."
        ),
        scored((TUKNANAVUHPI, EL_PERRO, "Manu"), 0.926, 0.95, 0.903, 0.866, kilometres=2680),
        played_as=2,
    ),
    ruleset(
        6,
        Parts(both=COUNTER, ends=(LOST_WITHOUT,)),
        say("One step or one hop; a player without counters loses."),
        scored(
            (TUKNANAVUHPI, "Ko-app-paw-na", "Maleys"),
            *(0.925, 0.915, 0.936, 0.813),
            kilometres=3740,
        ),
    ),
    ruleset(
        7,
        Parts(both=COUNTER, continues=True, ends=THIRD),
        say(
            "Captures may go on; player one wins when player two cannot move, player two when "
            "player one has no counters."
        ),
        played_as=3,
    ),
    ruleset(
        8,
        Parts(both=COUNTER, continues=True, ends=(LOST_WITHOUT,)),
        say("Captures may go on; a player without counters loses."),
        played_as=6,
    ),
    ruleset(
        9,
        Parts(both=COUNTER, continues=True, ends=NINTH),
        say(
            "Captures may go on; player two wins when player one cannot move, player one when "
            "player two has no counters."
        ),
        scored((TUKNANAVUHPI, EL_PERRO, "El Cazador"), 0.924, 0.914, 0.934, 0.813, kilometres=3740),
        played_as=10,
    ),
    ruleset(
        10,
        Parts(both=COUNTER, ends=NINTH),
        say(
            "One step or one hop; player two wins when player one cannot move, player one when "
            "player two has no counters."
        ),
    ),
)

GAME = counter_game(
    name="aiyawatstani",
    title=say("Aiyawatstani"),
    board=CENTRED_5,
    bitboard=AiyawatstaniState,
    featured=True,
    first_pick=True,
    rulesets=RULESETS,
    rules=__doc__,
    notes_on_sources="ludarium.games.sources.aiyawatstani",
    provenance=Provenance(
        place=say("Acoma Pueblo, New Mexico"),
        latitude=34.9,
        longitude=-107.58,
        period=say("modern"),
        source=say("Culin, Games of the North American Indians (1907); the period: Ludii portal"),
    ),
)
