"""The moves of a game as other programs write them, and the moves that led to a position."""

from __future__ import annotations

from itertools import pairwise

from ludarium.errors import AgentError, MoveError
from ludarium.play.position import Move, Position

__all__ = ["line_to", "uci_move", "uci_text"]


def line_to(position: Position) -> tuple[Position, list[tuple[Position, Move]]]:
    """The position that the game began from, and each move since, with the position before it.

    Raises AgentError where seats chose together, or chance decided.
    """
    path = [position]
    while path[-1].before is not None:
        path.append(path[-1].before)
    path.reverse()
    line = []
    for before, after in pairwise(path):
        assert after.joint is not None
        if len(before.movers) != 1 or before.by_chance:
            raise AgentError(f"{before.game.title} is no game that such programs play")
        seat = before.movers[0]
        text = before.joint_text(after.joint)
        line.append((before, before.parse_move(text, seat)))
    return path[0], line


def uci_text(move: Move) -> str:
    """A move as UCI has it: where it begins and ends, and the letter of what is promoted to."""
    *cells, last = move.touches
    promoted = move.text.partition("=")[2][:1].lower()
    return "".join(cells) + (promoted if promoted else last)


def uci_move(position: Position, text: str) -> Move:
    """The legal move that UCI writes so. Raises MoveError, and GameOverError when the game is
    over.
    """
    seat = position.mover()
    for move in position.legal_for(seat):
        if uci_text(move) == text:
            return move
    legal = ", ".join(uci_text(move) for move in position.legal_for(seat)[:3])
    raise MoveError(f"{text[:20]} is no legal move here: expected one such as {legal}")
