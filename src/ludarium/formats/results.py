"""Results of games, by who won."""

from __future__ import annotations

from ludarium.formats.file_game import FileGame
from ludarium.rules import generic
from ludarium.rules.game import Game

__all__ = ["DRAW", "returns_of", "returns_told", "winner_of"]

DRAW = -1


def returns_of(game: Game, winner: int | None, seats: int = 2) -> tuple[float, ...]:
    """The return of each seat where this one won a game of two, and of a draw where none did."""
    if winner is None:
        return (game.even_return(seats),) * seats
    low, high = game.returns_range
    return tuple(high if seat == winner else low for seat in range(seats))


def winner_of(game: FileGame) -> int | None:
    """The seat that won, DRAW, or None where that is not known."""
    returns = returns_told(game)
    if returns is None:
        return None
    winners = game.game.winners(returns)
    return winners[0] if len(winners) == 1 else DRAW


def returns_told(game: FileGame) -> tuple[float, ...] | None:
    """The return of each seat, as the file tells or by the last position; None where the game is
    not over.
    """
    if game.result.returns is not None or game.result.text:
        return game.result.returns
    last = game.nodes[game.main_line()[-1]].state
    if generic.movers(last):
        return None
    return tuple(generic.returns(last, seat) for seat in range(game.first.seats))
