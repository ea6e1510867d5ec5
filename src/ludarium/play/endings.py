"""Games that cannot be played: at fault in a first position, over there, or without an end."""

from __future__ import annotations

from ludarium import catalogue
from ludarium.errors import LudariumError, RulesError
from ludarium.play.position import Position, start
from ludarium.rules import generic
from ludarium.rules.bits import ALL, GOLDEN, Bits, mix
from ludarium.rules.diagnosis import exception_fault, fault_at, state_fault, view_fault
from ludarium.rules.game import Game
from ludarium.rules.generic import LONGEST_PLAYOUT

__all__ = ["endless_fault", "refuse_faulty", "refuse_unplayable", "start_fault"]


def start_fault(first: Position) -> RulesError | None:
    """The fault of a game that is over at its first position; None where it can be played."""
    if not first.over:
        return None
    told = "the game is over at the start: movers gives EMPTY; let it give who moves first"
    return fault_at(first.game, "movers", told)


def endless_fault(position: Position, most: int = LONGEST_PLAYOUT) -> RulesError | None:
    """The fault of a game of which a random one from this position is not over after so many moves;
    None where it ends. In plain Python, as nothing else stops a game that does not.
    """
    state, random = position.state, Bits(most)
    for _ in range(most):
        if not generic.movers(state):
            return None
        random = Bits((random + GOLDEN) & ALL)
        state = generic.random_play(state, mix(random))
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
    random game from there raises an exception or does not end.
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
    if fault := state_fault(first.game, first.state, "start") or start_fault(first):
        raise fault
    moves = {seat: first.legal_for(seat) for seat in first.movers if not first.by_chance}
    if idle := [seat for seat, legal in moves.items() if not legal]:
        raise fault_at(
            first.game, "legal_count", f"seat {idle[0]} chooses, and has no legal action"
        )
    if moves:
        first.play({seat: legal[0] for seat, legal in moves.items()})
    if fault := view_fault(first.game, first.view) or endless_fault(first):
        raise fault
