"""One game being played, as bridges need it: choices by index, what seats see, and chance."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.environments.actions import action_space
from ludarium.environments.observations import observation_space
from ludarium.environments.vector import check_int
from ludarium.errors import MoveError
from ludarium.play.position import start
from ludarium.play.record import Record
from ludarium.rules.game import Game

__all__ = ["Playing"]

Array = Any


class Playing:
    """Games of one kind, one after the other, with all rules on positions that come again.

    Raises the errors of `ludarium.start`.
    """

    def __init__(self, game: str | Path | Game, ruleset: str | None, seats: int | None) -> None:
        self.first = start(game, ruleset, seats)
        self.game, self.seats = self.first.game, self.first.seats
        names = self.game, self.first.ruleset.name, self.seats
        self.actions, self.observations = action_space(*names), observation_space(*names)
        self._source = random.Random()
        self.begin()

    def begin(self, seed: int | None = None) -> None:
        """Begin a game. seed: of chance, in this game and the next ones; by default it goes on.

        Raises LudariumError where the seed is no int.
        """
        if seed is not None:
            check_int("seed", seed)
            self._source.seed(int(seed))
        names = tuple(f"seat {seat}" for seat in range(self.seats))
        self.record = Record(self.first, names, repetition=self.game.repetition)
        self._settle()

    def _settle(self) -> None:
        while not self.over and self.record.position.by_chance:
            self.record.play(self.record.position.outcome(self._source))

    @property
    def over(self) -> bool:
        return self.record.over

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that choose now; none where the game is over."""
        return () if self.over else self.record.position.movers

    @property
    def returns(self) -> tuple[float, ...]:
        """The return of each seat; 0 while the game goes on."""
        return tuple(map(float, self.record.returns or [0] * self.seats))

    def mask(self, seat: int) -> Array:
        """int8, by index of an action: 1 where it is legal for the seat. None is where the seat
        does not choose.
        """
        mask = np.zeros(self.actions.size, np.int8)
        if seat in self.movers:
            legal = self.record.position.legal_for(seat)
            mask[[self.actions.index_of(move.action) for move in legal]] = 1
        return mask

    def observe(self, seat: int) -> Array:
        """Observe the position as the seat sees it: a new array, as `ObservationSpace` says."""
        return self.observations.observe(self.record.position.state, seat)

    def is_legal(self, seat: int, index: Any) -> bool:
        """Return whether an object, which may be anything, is the index of a legal action of the
        seat.
        """
        return self.is_index(index) and bool(self.mask(seat)[int(index)])

    def is_index(self, index: Any) -> bool:
        """Return whether an object, which may be anything, is the index of an action: an int of
        Python or of NumPy in range, as the space `Discrete` of Gymnasium contains.
        """
        is_int = isinstance(index, int) or (
            isinstance(index, np.generic | np.ndarray)
            and np.issubdtype(index.dtype, np.integer)
            and index.shape == ()
        )
        return is_int and 0 <= int(index) < self.actions.size

    def require(self, seat: int, index: Any) -> None:
        """Raises MoveError where the index is not that of a legal action of the seat."""
        if not self.is_legal(seat, index):
            raise MoveError(
                f"action {index} of {self.game.name} is not legal for seat {seat}: expected one "
                "whose mask is 1"
            )

    def play(self, chosen: Mapping[int, Any]) -> None:
        """Play the choosing seats' actions, by index, and chance after them.

        Raises MoveError where one is missing or not legal; then nothing is played.
        """
        moves: dict[int, Any] = {}
        for seat in self.movers:
            self.require(seat, chosen.get(seat))
            action = self.actions.action_of(int(chosen[seat]))
            moves[seat] = self.record.position.move(seat, action)
        self.record.play(moves)
        self._settle()
