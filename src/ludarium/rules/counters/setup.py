"""The start of a game of counters, and its rulesets as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.rules.bits import members
from ludarium.rules.counters.board import DrawnBoard, PointSet
from ludarium.rules.counters.parts import Parts

__all__ = ["CounterRules", "Setup"]


class Setup(NamedTuple):
    """The start of a game."""

    rows: str
    """The points of each row from the top, joined by /: 1, 2, or . where there is no counter."""
    hands: tuple[int, int] = (0, 0)
    """Counters that each seat places first, one a turn on any free point."""
    stacks: Mapping[str, int] = {}
    """Points on which counters stand on each other, and how many, the top one included."""
    goal: str = ""
    """The points that the seat of `Parts.filling` fills to win, separated by spaces."""
    board: DrawnBoard | None = None
    """The board, where it is not the game's own."""

    def counters(self, board: DrawnBoard, seat: int) -> PointSet:
        """The points of a seat's counters."""
        signs = self.rows.split("/")[::-1]
        return PointSet(
            sum(
                1 << point
                for row, text in zip(board.rows, signs, strict=True)
                for point, sign in zip(members(row), text, strict=True)
                if sign == "12"[seat]
            )
        )


class CounterRules(NamedTuple):
    """The rules of a ruleset."""

    setup: Setup
    parts: Parts = Parts()
