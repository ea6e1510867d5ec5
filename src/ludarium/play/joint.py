"""Moves, and joint actions: the moves of all seats that choose together, as one number."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Protocol

from ludarium.errors import MoveError
from ludarium.rules import generic

__all__ = ["NOT_CHOOSING", "Choice", "Move", "pack", "split_joint"]

NOT_CHOOSING = "."  # in the text of a joint move, a seat that does not choose


@dataclasses.dataclass(frozen=True, slots=True)
class Move:
    """One seat's choice."""

    seat: int
    """The seat, from 0; CHANCE (8) for an outcome of chance."""
    text: str
    """The move in the game's notation."""
    touches: tuple[str, ...]
    """The ids of the parts of the View that a player touches in order to make it."""
    action: int = dataclasses.field(repr=False)
    """The rules' number of the action."""
    more_touches: tuple[tuple[str, ...], ...] = dataclasses.field(default=(), repr=False)
    """Further paths of touches that make it."""

    def __str__(self) -> str:
        return self.text


Choice = str | Move


class Chooser(Protocol):
    """A position, as far as seats choose in it."""

    @property
    def state(self) -> Any: ...

    @property
    def seats(self) -> int: ...

    @property
    def movers(self) -> tuple[int, ...]: ...

    @property
    def by_chance(self) -> bool: ...

    def actions_for(self, seat: int) -> list[int]: ...

    def move(self, seat: int, action: int) -> Move: ...

    def parse_move(self, text: str, seat: int | None = None) -> Move: ...


def split_joint(position: Chooser, text: str) -> dict[int, Choice]:
    """Return the moves that the text gives, by seat. Raises MoveError."""
    words = text.split()
    if len(words) != position.seats:
        expected = (
            f"one for each of {position.seats} seats ({NOT_CHOOSING} for one that does not choose)"
        )
        raise MoveError(f"{text!r} has {len(words)} moves, expected {expected}")
    for seat, word in enumerate(words):
        if (word == NOT_CHOOSING) == (seat in position.movers):
            expected = (
                "a move" if seat in position.movers else f"{NOT_CHOOSING!r}, as it does not choose"
            )
            raise MoveError(f"{text!r}: seat {seat} has {word!r}, expected {expected}")
    return {seat: word for seat, word in enumerate(words) if word != NOT_CHOOSING}


def pack(position: Chooser, moves: Mapping[int, Choice]) -> int:
    """Return the joint action of these moves, one for each choosing seat. Raises MoveError."""
    if set(moves) != set(position.movers):
        given = ", ".join(map(repr, moves)) or "none"
        raise MoveError(
            f"moves were given for seats {given}; expected for seats "
            f"{', '.join(map(str, position.movers))}"
        )
    shift = 0 if position.by_chance else generic.action_bits(position.state)
    joint = 0
    for seat, choice in moves.items():
        if isinstance(choice, Move) and choice.seat != seat:
            raise MoveError(
                f"the move {choice} is of seat {choice.seat}, but was given for seat {seat}"
            )
        joint |= action_of(position, choice, seat) << seat * shift
    return joint


def action_of(position: Chooser, choice: Choice, seat: int) -> int:
    """Return the legal action of a move. Raises MoveError."""
    if (
        isinstance(choice, Move)
        and choice.action in position.actions_for(seat)
        and choice == position.move(seat, choice.action)
    ):
        return choice.action
    return position.parse_move(str(choice), seat).action
