"""A table of solved states: values and mixes of any position, by way of its canonical state."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cached_property
from typing import Any

from ludarium.errors import PositionError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.dispatch import large
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import canonical_state, symmetric_state, symmetry_count

__all__ = ["Place", "Table", "canonical", "is_slow"]

State = Any


@large
def canonical(state: State) -> Any:
    """The least image of the state's canonical_state, and the symmetry that maps it there."""
    least = core = canonical_state(state)
    which = 0
    for symmetry in range(1, symmetry_count(state)):
        image = canonical_state(symmetric_state(core, symmetry))
        if image < least:
            least = image
            which = symmetry
    return least, which


def is_slow(state: State) -> bool:
    """Whether states like this have so many symmetries that `canonical` is better compiled."""
    return symmetry_count(state) > FEW_SYMMETRIES


@dataclasses.dataclass(frozen=True)
class Place:
    """Where a state is in a table: the row of its canonical state, and for each seat which of that
    state's seats it is there.
    """

    row: int
    seats: tuple[int, ...]
    symmetry: int


@dataclasses.dataclass(frozen=True, eq=False)
class Table:
    """An equilibrium of a game: for each state what each seat can expect, and with what probability
    it makes each choice.

    gamma: a round that leaves the state as it is ends the game with probability 1 - gamma, and all
    seats that can still win share equally.
    epsilon: the most that any seat can gain, in any state, by any other way to play on; as the
    checker found it, or None before.
    states: the canonical ones; value_rows[row, seat] and mix_rows[row, seat, n], n the number of a
    legal action, are theirs.
    """

    game: Game
    ruleset: Ruleset
    seats: int
    gamma: float
    epsilon: float
    states: tuple[State, ...] = dataclasses.field(repr=False)
    value_rows: Any = dataclasses.field(repr=False)
    mix_rows: Any = dataclasses.field(repr=False)

    @cached_property
    def _rows(self) -> dict[State, int]:
        return {state: row for row, state in enumerate(self.states)}

    @cached_property
    def _places(self) -> dict[State, Place]:
        return {}

    @cached_property
    def _reducer(self) -> list[Callable[[State], Any]]:
        return [canonical]

    def hasten(self, state: State) -> None:
        """Be ready for many look-ups: where a state like this has many symmetries, find canonical
        states by compiled code from now on.
        """
        from ludarium.rules.compiling import compiled

        if is_slow(state):
            self._reducer[0] = compiled(canonical, self.game)

    def place(self, state: State) -> Place:
        """Where this state, in which seats choose, is in the table. Raises PositionError."""
        if state not in self._places:
            least, symmetry = self._reducer[0](state)
            row = self.row(least)
            core = canonical_state(state)
            seats = tuple(
                generic.symmetric_seat(core, symmetry, seat) for seat in range(self.seats)
            )
            if len(self._places) >= KEPT:
                self._places.clear()
            self._places[state] = Place(row, seats, symmetry)
        return self._places[state]

    def row(self, state: State) -> int:
        """The row of a canonical state. Raises PositionError."""
        if state not in self._rows:
            text = self.game.write_position(state)
            raise PositionError(
                f"position {text!r}: no game of {self.ruleset.name} with {self.seats} seats "
                "comes to it"
            )
        return self._rows[state]

    def values(self, position: Position) -> tuple[float, ...]:
        """What each seat can expect; in a game that one seat wins, its probability to win.

        Raises PositionError.
        """
        self._check(position)
        if position.over:
            return position.returns
        place = self.place(position.state)
        return tuple(float(self.value_rows[place.row, seat]) for seat in place.seats)

    def mix(self, position: Position, seat: int) -> dict[str, float]:
        """The probability of each legal move of a seat that chooses, by the move's text.

        Raises PositionError, GameOverError, MoveError.
        """
        self._check(position)
        moves = position.legal_for(position.mover(seat))
        return dict(
            zip(
                (move.text for move in moves), self.probabilities(position.state, seat), strict=True
            )
        )

    def probabilities(self, state: State, seat: int) -> tuple[float, ...]:
        """The probability of each legal action of a choosing seat, in the rules' order."""
        place = self.place(state)
        core, least, image = canonical_state(state), self.states[place.row], place.seats[seat]
        there = {
            generic.nth_legal(least, image, n): n for n in range(generic.legal_count(least, image))
        }
        actions = (generic.nth_legal(core, seat, n) for n in range(generic.legal_count(core, seat)))
        return tuple(
            float(
                self.mix_rows[
                    place.row, image, there[generic.symmetric_action(core, place.symmetry, action)]
                ]
            )
            for action in actions
        )

    def _check(self, position: Position) -> None:
        if (
            position.game is not self.game
            or position.ruleset.name != self.ruleset.name
            or position.seats != self.seats
        ):
            expected = f"{self.game.name}/{self.ruleset.name} with {self.seats} seats"
            raise PositionError(
                f"position {position.text!r} has {position.seats} seats: this table is of "
                f"{expected}"
            )


KEPT = 100_000  # places of states that a table remembers
FEW_SYMMETRIES = 50
