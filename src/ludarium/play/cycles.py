"""Games that come back to an earlier position: how long the cycle is, and who has won then."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from ludarium.play.position import Position
from ludarium.rules import generic

__all__ = ["lost_by_cycle", "plies_of_cycle", "returns_of_cycle"]


def plies_of_cycle(backwards: Iterable[Position], times: int) -> int:
    """The number of moves since the last position of a game first occurred, where it has occurred
    this number of times or more; else 0. backwards: the positions, from the last to the first.
    """
    keys = [position.repetition_state for position in backwards]
    equal = [past for past, key in enumerate(keys) if key == keys[0]]
    return equal[-1] if len(equal) >= times else 0


def returns_of_cycle(
    backwards: Iterable[Position], plies: int, *, by_moves: bool = True
) -> tuple[float, ...]:
    """The return of each seat in a game that ends because its last position occurred too often.

    backwards: the positions, from the last to the first. plies: the moves since the last one first
    occurred. by_moves: whether the cycle is judged by its moves, too, or only by what the last
    position itself tells.
    """
    last, *earlier = islice(backwards, plies + 1)
    noted = generic.cycle_begun(last.state)
    if by_moves:
        for before, after in zip(earlier[::-1], [*earlier[-2::-1], last], strict=True):
            assert after.joint is not None
            noted = generic.cycle_noted(before.state, noted, after.joint)
    seats = range(last.seats)
    return tuple(generic.cycle_returns(last.state, noted, plies, seat) for seat in seats)


def lost_by_cycle(position: Position) -> list[int]:
    """The actions that end the game at once, as the position that they bring back has occurred too
    often, and get the seat to move less than 0; in games whose cycles are judged by their moves.
    """
    times = position.game.repetition
    if times is None or not generic.notes_cycles(position.state):
        return []
    seat, backwards = position.mover(), [*position.history()][::-1]
    keys = [before.repetition_state for before in backwards]
    lost = []
    for action in position.game.legal_actions(position.state, seat):
        after = position.play_joint(action)
        key = after.repetition_state
        if keys.count(key) + 1 >= times:
            plies = len(keys) - keys[::-1].index(key)
            if returns_of_cycle([after, *backwards], plies)[seat] < 0:
                lost.append(action)
    return lost
