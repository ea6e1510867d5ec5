"""Stakes that are doubled by offers, as by the doubling cube of backgammon.

A seat that may double offers it instead of its move, or plays on. The other seat takes, and the
game goes on for twice the stake; or drops, and loses the stake as it was before. Who took owns the
right to double next; before the first double nobody owns it, and either seat may.

Offers and answers are moves of the rules like all others: so records hold them, clocks run, and who
does not answer loses on time. A state has these fields for them:

- `doublings`: how often the stake was doubled, 0 up to a limit: the stake is 2 ** `doublings`.
- `owner`: the seat that alone may double, or NOBODY.
- `offered`: 1 if a double is offered, and the seat to move answers; else 0.
"""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Button

__all__ = [
    "ANSWER_BUTTONS",
    "DOUBLE",
    "DOUBLE_BUTTON",
    "DROP",
    "DROP_BUTTON",
    "KEEP",
    "NOBODY",
    "TAKE",
    "TAKE_BUTTON",
    "may_double",
    "stake_of",
    "stake_text",
]

KEEP, DOUBLE, TAKE, DROP = range(505, 509)
"""The actions: to play on, to offer a double, to take it, to drop it."""
NOBODY = -1
"""The owner of the right to double where both seats have it."""

DOUBLE_BUTTON, TAKE_BUTTON, DROP_BUTTON = "double", "take", "drop"
"""The ids of the buttons, in paths of touches; that to play on is the game's own."""
ANSWER_BUTTONS = (Button(TAKE_BUTTON, say("Take")), Button(DROP_BUTTON, say("Drop")))


@jitable
def may_double(doublings: int, owner: int, limit: int, seat: int) -> bool:
    """Return whether the seat may offer a double; limit: the most doublings of a game, 0 where
    stakes are not doubled.
    """
    return doublings < limit and (owner in (NOBODY, seat))


@jitable
def stake_of(doublings: int) -> int:
    """The stake after so many doublings."""
    return 1 << doublings


def stake_text(doublings: int, owner: int, signs: str) -> str:
    """The stake, and the sign of the seat that owns the right to double, or -."""
    return f"{stake_of(doublings)}{'-' if owner == NOBODY else signs[owner]}"
