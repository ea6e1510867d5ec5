"""Aiyawatstani: a war of counters on a board of crossing lines, played by the Keres people of New
Mexico.

Two players, twenty counters each, on 41 points: the crossings of a 5 by 5 grid and the centres of
its squares. A counter steps along a line to an empty point, or hops along a line over an enemy
counter to the empty point directly behind it and captures it. Capturing is never compulsory.

How the game ended is not recorded. The rulesets are reconstructions by the Ludii project, scored by
how well they fit what is known of the game and its neighbours: "combined" sums up the cultural,
conceptual and geographical scores (out of 1). In the default, Ludii 4, a counter that has captured
may hop on while it can, and a player who cannot move loses.

Source: Ludii portal, game Aiyawatstani, rulesets Ludii 1, 3, 4 (DLP.GameRulesets.3037), 5, 6 and 9.
Rulesets 2, 7, 8 and 10 are named there, but their texts were not to be had.

A ruleset is a choice of parts, and any choice can be played under the name `parts:` and the parts
joined by +, such as `parts:continues+next-cannot-move-loses`, which is Ludii 4. Parts: continues (a
capture may go on), compulsory (who can capture must), closing (empty outermost rows go out of
play), and ends in the order in which they apply: next, one or two, then cannot-move or
no-counters, then loses or wins.

Notation: `E3-E5` a step, `D6xF4` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.game import Ruleset
from ludarium.rules.lines.board import LineBoard
from ludarium.rules.lines.game import Setup, line_game
from ludarium.rules.lines.parts import End, LineState, Parts

# Crossings have odd column and row numbers, centres of squares even ones.
POINTS = [(column, row) for row in range(1, 10) for column in range(1, 10) if column % 2 == row % 2]
DIAGONALS = [
    ((column, row), (column + way, row + 1))
    for column, row in POINTS
    for way in (1, -1)
    if (column + way, row + 1) in POINTS
]
ACROSS = [
    ((column, row), (column + 2, row))
    for column, row in POINTS
    if column % 2 and (column + 2, row) in POINTS
]
UPWARDS = [
    ((column, row), (column, row + 2))
    for column, row in POINTS
    if column % 2 and (column, row + 2) in POINTS
]
BOARD = LineBoard(POINTS, DIAGONALS + ACROSS + UPWARDS)

SETUP = Setup(
    first=BOARD.points_where(lambda column, row: row <= 4 or (column, row) in ((3, 5), (7, 5))),
    second=BOARD.points_where(lambda column, row: row >= 6 or (column, row) in ((1, 5), (9, 5))),
)


class AiyawatstaniState(LineState):
    """A position on the board of Aiyawatstani."""

    __slots__ = ()


NEXT_IS_STUCK = End("cannot move", "next", "loses")


def ruleset(
    number: int,
    parts: Parts,
    scores: tuple[float, float, float, float],
    kilometres: int,
    based_on: str,
    notes: str = "",
) -> Ruleset:
    """Ludii's reconstruction of this number. scores: combined, cultural, conceptual and
    geographical, as on its page.
    """
    combined, cultural, conceptual, geographical = scores
    portal = say("Ludii portal, Aiyawatstani (Ludii {number})", number=number)
    return Ruleset(
        name=f"ludii-{number}",
        title=say("Ludii {number}", number=number),
        source=say("{portal}, DLP.GameRulesets.3037", portal=portal) if number == 4 else portal,
        notes=notes,
        parameters=parts,
        facts={
            "combined score": combined,
            "cultural score": cultural,
            "conceptual score": conceptual,
            "geographical score": geographical,
            "distance in km": kilometres,
            "based on": tuple(based_on.split(", ")),
        },
    )


RULESETS = (
    ruleset(
        4,
        Parts(continues=True, ends=(NEXT_IS_STUCK,)),
        (0.926, 0.95, 0.903, 0.945),
        1100,
        "Tuknanavuhpi, El Perro, Tuknanavuhpi",
        say("Captures may go on; a player who cannot move loses."),
    ),
    ruleset(
        1,
        Parts(ends=(NEXT_IS_STUCK,)),
        (0.928, 0.951, 0.904, 0.947),
        1060,
        "Tuknanavuhpi, Tuknanavuhpi, Tuknanavuhpi",
        say("One step or one hop; a player who cannot move loses."),
    ),
    ruleset(
        3,
        Parts(ends=(End("cannot move", 1, "loses"), End("no counters", 0, "loses"))),
        (0.927, 0.918, 0.936, 0.739),
        5220,
        "Tuknanavuhpi, Ko-app-paw-na, Bagh Batti",
        say(
            "One step or one hop; player one wins when player two cannot move, player two when "
            "player one has no counters."
        ),
    ),
    ruleset(
        5,
        Parts(continues=True, ends=(NEXT_IS_STUCK, End("no counters", 1, "wins"))),
        (0.926, 0.95, 0.903, 0.866),
        2680,
        "Tuknanavuhpi, El Perro, Manu",
        say(
            "As Ludii 4. That player two wins without counters never comes true: whoever has "
            "none cannot move, and loses first."
        ),
    ),
    ruleset(
        6,
        Parts(ends=(End("no counters", "next", "loses"),)),
        (0.925, 0.915, 0.936, 0.813),
        3740,
        "Tuknanavuhpi, Ko-app-paw-na, Maleys",
        say("One step or one hop; a player without counters loses."),
    ),
    ruleset(
        9,
        Parts(
            continues=True, ends=(End("cannot move", 0, "loses"), End("no counters", 1, "loses"))
        ),
        (0.924, 0.914, 0.934, 0.813),
        3740,
        "Tuknanavuhpi, El Perro, El Cazador",
        say(
            "Captures may go on; player two wins when player one cannot move, player one when "
            "player two has no counters."
        ),
    ),
)

GAME = line_game(
    name="aiyawatstani",
    title=say("Aiyawatstani"),
    state=AiyawatstaniState,
    board=BOARD,
    setup=SETUP,
    rulesets=RULESETS,
    rules=__doc__,
)
