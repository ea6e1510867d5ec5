"""A solved game: values and mixed strategies of any position, by way of its canonical state."""

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

__all__ = ["Location", "Solution", "canonical", "is_slow"]

State = Any


@large
def canonical(state: State) -> Any:
    """The least symmetric image of the state's `canonical_state`, and the symmetry used."""
    least = core = canonical_state(state)
    which = 0
    for symmetry in range(1, symmetry_count(state)):
        image = canonical_state(symmetric_state(core, symmetry))
        if image < least:
            least = image
            which = symmetry
    return least, which


def is_slow(state: State) -> bool:
    """Return whether such states have so many symmetries that `canonical` should be compiled."""
    return symmetry_count(state) > FEW_SYMMETRIES


@dataclasses.dataclass(frozen=True)
class Location:
    """The place of a state in a solution."""

    row: int
    """Row of its canonical state."""
    seats: tuple[int, ...]
    """The seat of the canonical state that each seat is mapped to."""
    symmetry: int
    """The symmetry that maps the state to its canonical state."""


@dataclasses.dataclass(frozen=True, eq=False)
class Solution:
    """An equilibrium of a game: for each state the expected returns and the mixed strategies."""

    game: Game
    """The game."""
    ruleset: Ruleset
    """The ruleset."""
    seats: int
    """Number of seats."""
    gamma: float
    """Discount: a round that leaves the state as it is goes on with this probability.

    Otherwise the game is broken off, and the seats that can still win share equally.
    """
    epsilon: float
    """The most that any seat can gain by deviating, from any state; NaN before it was verified."""
    states: tuple[State, ...] = dataclasses.field(repr=False)
    """The canonical states, one for each row."""
    value_rows: Any = dataclasses.field(repr=False)
    """Expected return, by row and seat."""
    mix_rows: Any = dataclasses.field(repr=False)
    """Probability of each action, by row, seat and index of the legal action."""

    @cached_property
    def _rows(self) -> dict[State, int]:
        return {state: row for row, state in enumerate(self.states)}

    @cached_property
    def _locations(self) -> dict[State, Location]:
        return {}

    @cached_property
    def _reducer(self) -> list[Callable[[State], Any]]:
        return [canonical]

    def compile_lookup(self, state: State) -> None:
        """Find canonical states by compiled code from now on, where states have many symmetries."""
        from ludarium.rules.compiling import compiled

        if is_slow(state):
            self._reducer[0] = compiled(canonical, self.game)

    def locate(self, state: State) -> Location:
        """Find a state in which seats choose. Raises PositionError where it cannot occur."""
        if state not in self._locations:
            least, symmetry = self._reducer[0](state)
            row = self.row(least)
            core = canonical_state(state)
            seats = tuple(
                generic.symmetric_seat(core, symmetry, seat) for seat in range(self.seats)
            )
            if len(self._locations) >= KEPT:
                self._locations.clear()
            self._locations[state] = Location(row, seats, symmetry)
        return self._locations[state]

    def row(self, state: State) -> int:
        """The row of a canonical state. Raises PositionError where there is none."""
        if state not in self._rows:
            text = self.game.write_position(state)
            raise PositionError(
                f"position {text!r}: no game of {self.ruleset.name} with {self.seats} seats "
                "comes to it"
            )
        return self._rows[state]

    def values(self, position: Position) -> tuple[float, ...]:
        """Expected return of each seat; in a game with a single winner, its probability of winning.

        Raises PositionError where the position is of another game, or cannot occur.
        """
        self._check(position)
        if position.over:
            return position.returns
        location = self.locate(position.state)
        return tuple(float(self.value_rows[location.row, seat]) for seat in location.seats)

    def mix(self, position: Position, seat: int) -> dict[str, float]:
        """The mixed strategy of a choosing seat: probability of each legal move, by its text.

        Raises PositionError where the position is of another game or cannot occur, GameOverError
        when the game is over, and MoveError where the seat does not choose.
        """
        self._check(position)
        moves = position.legal_for(position.mover(seat))
        return dict(
            zip(
                (move.text for move in moves), self.probabilities(position.state, seat), strict=True
            )
        )

    def probabilities(self, state: State, seat: int) -> tuple[float, ...]:
        """The probability of each legal action of a choosing seat, in the order of `nth_legal`."""
        location = self.locate(state)
        core, least, image = canonical_state(state), self.states[location.row], location.seats[seat]
        indices = {
            generic.nth_legal(least, image, n): n for n in range(generic.legal_count(least, image))
        }
        actions = (generic.nth_legal(core, seat, n) for n in range(generic.legal_count(core, seat)))
        return tuple(
            float(
                self.mix_rows[
                    location.row,
                    image,
                    indices[generic.symmetric_action(core, location.symmetry, action)],
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


KEPT = 100_000  # locations that a solution remembers
FEW_SYMMETRIES = 50
