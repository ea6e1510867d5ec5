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
from ludarium.rules.counters.bitboard.state import BitboardState
from ludarium.rules.counters.boards import ALTERNATING_5
from ludarium.rules.counters.game import CounterRules, Setup, counter_game
from ludarium.rules.counters.parts import End, HopCapture, Parts, Piece, Step
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance

SETUP = Setup("22222/22222/22.11/11111/11111")


class AlquerqueState(BitboardState):
    """A position on the board of Alquerque."""

    __slots__ = ()


COUNTER = Piece(Step(), HopCapture())
ENDS = (End("no counters", "next", "loses"), End("cannot move", "next", "loses"))

GAME = counter_game(
    name="alquerque",
    title=say("Alquerque"),
    other_names=(
        OtherName("Quirkat", "en", "Murray 1951: 37"),
        OtherName("Qirkat", "en"),
        OtherName("Alquerque de doce", "es", "Libro de los juegos, 1283"),
    ),
    board=ALTERNATING_5,
    bitboard=AlquerqueState,
    featured=True,
    rulesets=(
        Ruleset(
            name="alfonso",
            title=say("Alfonso X"),
            source=say("Libro de los juegos (1283), folio 91"),
            notes=say("Nobody has to capture."),
            leaves_open=("capturing",),
            parameters=CounterRules(SETUP, Parts(both=COUNTER, continues=True, ends=ENDS)),
        ),
        Ruleset(
            name="compulsory",
            title=say("Compulsory capture"),
            source=say("Libro de los juegos (1283), folio 91, as modern books of games play it"),
            notes=say("Whoever can capture must, and must go on while the same counter can."),
            leaves_open=("capturing",),
            parameters=CounterRules(
                SETUP, Parts(both=COUNTER, continues=True, compulsory=True, ends=ENDS)
            ),
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
