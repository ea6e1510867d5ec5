"""The moves of a game as other programs write them, and the moves that led to a position."""

from __future__ import annotations

from itertools import pairwise

from ludarium.errors import AgentError
from ludarium.play.position import Move, Position

__all__ = ["line_to", "uci_text"]


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
