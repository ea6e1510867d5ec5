"""Moves out of turn: where a game lets both of two seats choose (`Game.turn_taking`), the seat to
move yields the turn to the other, who wants to move.
"""

from __future__ import annotations

import dataclasses
from typing import Any

from ludarium.errors import MoveError
from ludarium.play.joint import Move
from ludarium.play.position import Position

__all__ = ["TakenTurn", "turn_to_take"]


@dataclasses.dataclass(frozen=True, slots=True)
class TakenTurn:
    """A turn that a seat takes from the one to move."""

    yielded: Move
    """The move by which the seat to move yields it."""
    position: Position
    """The position after that."""
    refused: tuple[Any, ...]
    """The actions for which it cannot be taken."""

    @property
    def seat(self) -> int:
        """The seat that takes it."""
        return self.position.mover()

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves for which it can be taken."""
        return tuple(move for move in self.position.legal if move.action not in self.refused)

    def read(self, text: str) -> Move:
        """The move that the text denotes. Raises MoveError where it denotes none for which the turn
        can be taken.
        """
        move = self.position.parse_move(text)
        if move.action in self.refused:
            raise MoveError(f"{move} is for one's own turn only: wait for it")
        return move


def turn_to_take(position: Position, seat: int) -> TakenTurn | None:
    """The turn that the seat may take in this position; None where it is its own, or the game lets
    only the seat to move choose.
    """
    takes = position.game.turn_taking
    if takes is None or position.over or position.by_chance or seat in position.movers:
        return None
    found = takes(position.state)
    if found is None:
        return None
    action, refused = found
    yielded = position.move(position.mover(), action)
    return TakenTurn(yielded, position.play(yielded), refused)
