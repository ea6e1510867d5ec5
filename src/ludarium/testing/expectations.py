"""Expectations of a game: each is counted, and a failure names the function at fault."""

from __future__ import annotations

import threading

from ludarium.errors import RulesError
from ludarium.play.position import Position
from ludarium.rules import diagnosis

__all__ = ["expect", "expect_sound", "performed"]


class _Performed(threading.local):
    """The number of checks that this thread made since `check_game` began."""

    checks = 0


performed = _Performed()


def expect(holds: object, position: Position, what: str, at: str = "") -> None:
    """at: the game's function that is at fault where this does not hold."""
    performed.checks += 1
    if not holds:
        where = diagnosis.of_function(position.game, at) if at else ""
        try:
            text = position.text
        except Exception:  # which is another fault, not the one to be told
            text = f"{position.game.name}/{position.ruleset.name} {position.state!r}"
        said = f"{what}, in {text} ({position.seats} seats)"
        raise AssertionError(f"{where}: {said}" if where else said)


def expect_sound(fault: RulesError | None) -> None:
    """Raise the fault, if there is one."""
    performed.checks += 1
    if fault:
        raise fault
