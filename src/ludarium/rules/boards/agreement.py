"""A phase after the last move in which two seats agree: they mark groups of pieces, such as dead
stones, until both agree to the same marks, or play goes on.

The seats take turns, so that no two changes can cross: who has the turn marks and unmarks as many
groups as they like, and then agrees, which hands the turn to the other. Where the other agrees too,
the game is over; a change takes the consent back. Either may ask to resume play instead.

Two people mark together all the same: whoever has the turn can yield it, and a live table does so
for them when the other marks, agrees or resumes play out of turn (`turn_taking`).

The phase is a part of a game's state, and its choices are moves like all others: so records hold
them, clocks run, and a program agrees as it moves. A state has these fields for it:

- `stage`: NO_PHASE, or one of those from MARKING to AGREED. The seat that begins has the turn in
  MARKING and in COUNTERED, the other in PROPOSED and in CHANGED.
- `changes`: how often a mark was set or taken back, or the turn yielded, in this phase, up to
  MOST_CHANGES; after that the seats can only agree or resume play.
- `talks`: how many such phases there may still be, this one included. With none left the game ends
  with its last move, so that no game is endless.
"""

from __future__ import annotations

from typing import Any

from ludarium.phrases import say
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Button

__all__ = [
    "AGREE",
    "AGREED",
    "AGREEMENT_BUTTONS",
    "AGREEMENT_TEXTS",
    "CHANGED",
    "COUNTERED",
    "MARKING",
    "MOST_CHANGES",
    "MOST_TALKS",
    "NO_PHASE",
    "PROPOSED",
    "RESUME",
    "YIELD",
    "beginner",
    "is_proposed",
    "stage_after_agreeing",
    "stage_after_change",
    "stage_after_yielding",
    "turn_taking",
]

AGREE, RESUME, YIELD = 510, 509, 508  # the actions
AGREEMENT_TEXTS = {AGREE: "agree", RESUME: "resume", YIELD: "yield"}
"""Their texts, which are also the ids of their buttons."""
AGREEMENT_BUTTONS = (
    Button(AGREEMENT_TEXTS[AGREE], say("Agree")),
    Button(
        AGREEMENT_TEXTS[RESUME],
        say("Resume play"),
        say("Play goes on, and all marks are cleared. Resume play?"),
    ),
    Button(AGREEMENT_TEXTS[YIELD]),
)

NO_PHASE, MARKING, PROPOSED, CHANGED, COUNTERED, AGREED = range(6)
"""Stages: none; who begins marks; agreed, and the other is to answer; the other changed the marks;
agreed to the change, and who began is to answer; both agree."""
MOST_CHANGES = 60
MOST_TALKS = 3


@jitable
def is_proposed(stage: int) -> bool:
    """True if the other seat agrees to the marks as they are."""
    return stage in (PROPOSED, COUNTERED)


@jitable
def stage_after_change(stage: int) -> int:
    """The stage after the seat to move has changed a mark."""
    return MARKING if stage in (MARKING, COUNTERED) else CHANGED


@jitable
def stage_after_agreeing(stage: int) -> int:
    """The stage after the seat to move has agreed."""
    if is_proposed(stage):
        return AGREED
    return PROPOSED if stage == MARKING else COUNTERED


@jitable
def stage_after_yielding(stage: int) -> int:
    """The stage after the seat to move has left the turn to the other, who agrees to nothing by
    taking it.
    """
    return CHANGED if stage in (MARKING, COUNTERED) else MARKING


def turn_taking(state: Any) -> tuple[int, tuple[int, ...]] | None:
    """A `Game.turn_taking` of states with the fields of the phase: who agrees already cannot do so
    again.
    """
    if state.stage in (NO_PHASE, AGREED) or state.changes >= MOST_CHANGES:
        return None
    return YIELD, (YIELD, AGREE) if is_proposed(state.stage) else (YIELD,)


@jitable
def beginner(stage: int, seat: int) -> int:
    """The seat that began the phase; seat: the one to move."""
    return seat if stage in (MARKING, COUNTERED) else 1 - seat
