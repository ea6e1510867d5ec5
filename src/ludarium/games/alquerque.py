"""Alquerque: the medieval ancestor of draughts, twelve counters against twelve.

Two players on the 25 points of a 5 by 5 grid; every second point has diagonals as well. Each side
fills the two rows next to it and the two points at its right hand in the middle row; the centre is
empty. A counter steps along a line to an empty point, or hops over an enemy counter to the empty
point directly behind it and captures it; it may go on hopping while it can. Whoever has no counters
left, or cannot move, loses.

Source: Alfonso X, Libro de los juegos (1283), folio 91, which leaves open whether a capture must be
made: ruleset `alfonso` leaves it to the player, ruleset `compulsory` demands it, as most books of
games do today.

Notation: `B2-C3` a step, `D4xB2` a hop, `pass`.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.game import Ruleset
from ludarium.rules.lines.board import LineBoard
from ludarium.rules.lines.game import Setup, line_game
from ludarium.rules.lines.parts import End, LineState, Parts
from ludarium.rules.provenance import Provenance

POINTS = [(column, row) for row in range(1, 6) for column in range(1, 6)]
STRAIGHT = [
    ((column, row), neighbour)
    for column, row in POINTS
    for neighbour in ((column + 1, row), (column, row + 1))
]
DIAGONAL = [
    ((column, row), (column + way, row + 1))
    for column, row in POINTS
    for way in (1, -1)
    if (column + row) % 2 == 0
]
BOARD = LineBoard(POINTS, [line for line in STRAIGHT + DIAGONAL if line[1] in POINTS])

SETUP = Setup(
    first=BOARD.points_where(lambda column, row: row <= 2 or (row == 3 and column >= 4)),
    second=BOARD.points_where(lambda column, row: row >= 4 or (row == 3 and column <= 2)),
)


class AlquerqueState(LineState):
    """A position on the board of Alquerque."""

    __slots__ = ()


ENDS = (End("no counters", "next", "loses"), End("cannot move", "next", "loses"))

GAME = line_game(
    name="alquerque",
    title=say("Alquerque"),
    state=AlquerqueState,
    board=BOARD,
    setup=SETUP,
    rulesets=(
        Ruleset(
            name="alfonso",
            title=say("Alfonso X"),
            source=say("Libro de los juegos (1283), folio 91"),
            notes=say("Nobody has to capture."),
            leaves_open=("capturing",),
            parameters=Parts(continues=True, ends=ENDS),
        ),
        Ruleset(
            name="compulsory",
            title=say("Compulsory capture"),
            source=say("Libro de los juegos (1283), folio 91, as modern books of games play it"),
            notes=say("Whoever can capture must, and must go on while the same counter can."),
            leaves_open=("capturing",),
            parameters=Parts(continues=True, compulsory=True, ends=ENDS),
        ),
    ),
    rules=__doc__,
    provenance=Provenance(
        place=say("Castile"),
        latitude=39.86,
        longitude=-4.03,
        period="1283",
        source=say("Alfonso X, Libro de los juegos (1283)"),
        near=True,
    ),
)
