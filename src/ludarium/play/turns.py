"""Whole turns as one text: the moves of a seat that plays several in a row, such as the jumps of a
capture or the checkers of a throw.
"""

from __future__ import annotations

from typing import Any

from ludarium.errors import MoveError
from ludarium.play.joint import Move
from ludarium.play.position import Position
from ludarium.play.spellings import several_meant

__all__ = ["read_turn"]

Actions = tuple[int, ...]
LONGEST = 200  # characters of a turn
MOST_LOOKED_AT = 300  # positions, as each can have many moves


def read_turn(position: Position, text: str, seat: int | None = None) -> tuple[Move, ...]:
    """The moves that the text denotes: one, or several that the seat plays one after the other.

    seat: may be omitted where only one chooses. Raises the errors of `Position.parse_move`.
    """
    seat = position.mover(seat)
    try:
        return (position.parse_move(text, seat),)
    except MoveError:
        turns = turns_of(position, text.strip(), seat)
        if not turns:
            raise
    told = [moves_of(position, turn, seat) for turn in turns]
    if len(told) > 1:
        raise several_meant(text.strip(), [" ".join(map(str, moves)) for moves in told])
    return told[0]


def turns_of(position: Position, text: str, seat: int) -> list[Actions]:
    """One way to each position that the text may lead to; only to those where the turn is over, if
    there are such. The search is bounded, as the text may be anybody's.
    """
    rest_of = position.game.rest_of
    several = position.by_chance or len(position.movers) > 1
    if rest_of is None or several or len(text) > LONGEST:
        return []
    whole: dict[Any, Actions] = {}
    parts: dict[Any, Actions] = {}
    met = {(position.state, text)}
    open_ways: list[tuple[Position, str, Actions]] = [(position, text, ())]
    for _ in range(MOST_LOOKED_AT):
        if not open_ways:
            break
        here, told, way = open_ways.pop()
        for action in here.actions_for(seat):
            for rest in rest_of(here.state, seat, action, told):
                after = here.play_joint(action)
                goes_on = after.movers == (seat,)
                if not rest:
                    (parts if goes_on else whole).setdefault(after.state, (*way, action))
                elif goes_on and (after.state, rest) not in met:
                    met.add((after.state, rest))
                    open_ways.append((after, rest, (*way, action)))
    return list((whole or parts).values())


def moves_of(position: Position, turn: Actions, seat: int) -> tuple[Move, ...]:
    """The moves of these actions, played one after the other."""
    moves = []
    for action in turn:
        moves.append(position.move(seat, action))
        position = position.play_joint(action)
    return tuple(moves)
