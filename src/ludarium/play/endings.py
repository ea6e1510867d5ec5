"""Games that cannot be played: at fault in a first position, over there, or without an end."""

from __future__ import annotations

import random

from ludarium import catalogue
from ludarium.errors import LudariumError, RulesError
from ludarium.play.position import Position, start
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, Bits, mix
from ludarium.rules.diagnosis import exception_fault, fault_at, state_fault, view_fault
from ludarium.rules.game import Game
from ludarium.rules.generic import LONGEST_PLAYOUT

__all__ = ["endless_fault", "refuse_faulty", "refuse_unplayable", "start_fault"]


LOOKED_AT = 100
"""The positions of a random game that are looked at."""


def start_fault(first: Position) -> RulesError | None:
    """The fault of a game that is over at its first position; None where it can be played."""
    if generic.movers(first.state):  # of the state itself, as hints may be at fault
        return None
    told = "the game is over at the start: movers gives EMPTY; let it give who moves first"
    return fault_at(first.game, "movers", told)


def endless_fault(position: Position, most: int = LONGEST_PLAYOUT) -> RulesError | None:
    """The fault of a game of which a random one from this position is not over after so many moves;
    None where it ends. In plain Python, as nothing else stops a game that does not.
    """
    state, bits = position.state, Bits(most)
    for _ in range(most):
        if not generic.movers(state):
            return None
        bits = Bits((bits + GOLDEN) & ALL)
        state = generic.random_play(state, mix(bits))
    told = (
        f"a random game is not over after {most:,} moves: movers gives no EMPTY; end it by the "
        "rules, or by a limit of moves"
    )
    return fault_at(position.game, "movers", told)


def refuse_unplayable(first: Position) -> None:
    """Raises RulesError where a game is over at its first position, or random ones do not end.

    Games of this package do end, and are not played for that.
    """
    if catalogue.is_own(first.game):
        return
    if fault := start_fault(first) or endless_fault(first):
        raise fault


def refuse_faulty(game: Game) -> None:
    """Raises RulesError where a first position of the game is at fault, it is over there, or a
    random game from there raises an exception, shows what no renderer knows, or does not end.
    """
    try:
        for ruleset in game.rulesets:
            for seats in game.seat_counts:
                _look_at(start(game, ruleset.name, seats))
    except LudariumError:
        raise
    except Exception as error:
        raise exception_fault(error) or RulesError(
            f"{game.name}: {' '.join(f'{type(error).__name__}: {error}'.split())}"
        ) from error


def _look_at(first: Position) -> None:
    """Look at a game's first position, and at those of a random game that a page may show."""
    if fault := state_fault(first.game, first.state, "start") or start_fault(first):
        raise fault
    position, source = first, random.Random(0)
    for _ in range(LOOKED_AT):
        game, _ = position.game, position.text
        if fault := state_fault(game, position.state) or view_fault(game, position.view):
            raise fault
        if position.over:
            break
        if position.by_chance:
            position = position.play(position.outcome(source))
            continue
        moves = {seat: position.legal_for(seat) for seat in position.movers}
        if idle := [seat for seat, legal in moves.items() if not legal]:
            told = f"seat {idle[0]} chooses, and has no legal action"
            raise fault_at(game, "legal_count", told)
        position = position.play({seat: source.choice(legal) for seat, legal in moves.items()})
    if fault := endless_fault(first):
        raise fault
