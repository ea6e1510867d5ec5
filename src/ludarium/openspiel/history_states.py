"""A position on its way, with all rules on positions that come again: what a state of OpenSpiel
holds.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from ludarium.play.cycles import plies_of_cycle, returns_of_cycle
from ludarium.play.position import Position, parse, start
from ludarium.rules import generic

__all__ = ["HistoryState"]


class HistoryState:
    """A position, how it came about, and whether the game is over there. It never changes, so it
    is its own copy.

    limit: a game of so many moves of seats is abandoned. moves: how many there were.
    """

    def __init__(self, position: Position, limit: int, moves: int = 0) -> None:
        self.position, self.limit, self.moves = position, limit, moves

    def __deepcopy__(self, memo: Any) -> HistoryState:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *later = self.position.history()
        joints = [position.joint for position in later]
        names = first.game.name, first.ruleset.name, first.seats
        return _replayed, (names, first.text, joints, self.limit, self.moves)

    def after(self, joint: int) -> HistoryState:
        """The state after a legal joint action, or after an outcome of chance."""
        moves = self.moves + (not self.position.by_chance)
        return HistoryState(self.position.play_joint(joint), self.limit, moves)

    @property
    def repeated(self) -> bool:
        """True if the game is over because the position occurred once too often."""
        return self._cycle > 0

    @functools.cached_property
    def _cycle(self) -> int:
        """The plies since the position first occurred, where it did so once too often; else 0."""
        times = self.position.game.repetition
        if times is None or self.moves < times:
            return 0
        return plies_of_cycle(reversed(list(self.position.history())), times)

    @functools.cached_property
    def over(self) -> bool:
        """True if the game is over, by its rules, by repetition or by the limit of moves."""
        if self.position.over or self.repeated or self.moves >= self.limit:
            return True
        return bool(generic.nobody_can_win(self.position.state))

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat; 0 while the game goes on."""
        position = self.position
        if position.over or not self.over:
            return position.returns
        if self.repeated:
            return returns_of_cycle(reversed(list(position.history())), self._cycle)
        return (position.game.even_return(position.seats),) * position.seats

    def known(self, seat: int) -> str:
        """All that the seat has seen since the game began, as text: the seats' moves, which all
        see, and what it saw of each outcome of chance.
        """
        words = [f"seat {seat}"]
        for position in self.position.seen_by(seat).history():
            before = position.before
            if before is None:
                continue
            if before.by_chance:
                words.append(position.text)
            else:
                assert position.joint is not None
                words.append(before.joint_text(position.joint))
        return "; ".join(words)


def _replayed(
    names: tuple[str, str, int], text: str, joints: Iterable[int], limit: int, moves: int
) -> HistoryState:
    """The state that `HistoryState.__reduce__` took apart."""
    first = start(*names)
    position = first if first.text == text else parse(text)
    for joint in joints:
        position = position.play_joint(joint)
    return HistoryState(position, limit, moves)
