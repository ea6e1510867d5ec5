"""Our games as games of OpenSpiel, under the name `ludarium_NAME`."""

from __future__ import annotations

import functools
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from ludarium import catalogue
from ludarium.environments.actions import action_space
from ludarium.environments.observations import observation_space
from ludarium.errors import LudariumError, MoveError
from ludarium.openspiel.history_states import HistoryState
from ludarium.play.position import Position, start
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.generic import CHANCE, SPECTATOR

__all__ = ["PREFIX", "load_game", "register", "state_at"]

Array = Any

PREFIX = "ludarium_"
LIMIT = 10_000
"""The most moves of a game, unless the parameter `limit` says otherwise."""
TRIED = 2000  # moves of random games in which to look for the most outcomes of chance

_registered: set[str] = set()


def register(*games: str | Game) -> None:
    """Make these games known to OpenSpiel, by default all that there are; again, it does nothing.

    Raises UnknownGameError where there is none of a name.
    """
    for one in games or catalogue.names():
        game = one if isinstance(one, Game) else catalogue.find(catalogue.named(one))
        if game.name not in _registered:
            # a class, as OpenSpiel lets go of it only after Python has ended
            kind = type(f"OpenSpielGame_{game.name}", (OpenSpielGame,), {"rules": game})
            pyspiel.register_game(type_of(game), kind)
            _registered.add(game.name)


def load_game(
    game: str | Path | Game,
    ruleset: str | None = None,
    seats: int | None = None,
    limit: int = LIMIT,
) -> OpenSpielGame:
    """A game of OpenSpiel. ruleset, seats: as of `ludarium.start`, whose errors it raises.

    limit: a game of so many moves is abandoned as a draw.
    """
    first = start(game, ruleset, seats)
    register(first.game)
    ruleset = _as_parameter(first.game, first.ruleset.name)
    parameters = {"ruleset": ruleset, "seats": first.seats, "limit": limit}
    loaded: OpenSpielGame = pyspiel.load_game(PREFIX + first.game.name, parameters)
    return loaded


def type_of(game: Game) -> Any:
    """The type of the game for OpenSpiel, whatever its ruleset."""
    kinds = pyspiel.GameType
    together = any(
        generic.action_bits(game.start(ruleset, game.seats[0])) for ruleset in game.rulesets
    )
    utility = kinds.Utility.GENERAL_SUM
    if game.returns_sum is not None:
        utility = kinds.Utility.CONSTANT_SUM if game.returns_sum else kinds.Utility.ZERO_SUM
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=str(game.title),
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if game.has_chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if game.hides
        else kinds.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[1],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "ruleset": _as_parameter(game, game.rulesets[0].name),
            "seats": game.seats[0],
            "limit": LIMIT,
        },
    )


def _as_parameter(game: Game, ruleset: str) -> str:
    """The name of the ruleset; with the game's before it where OpenSpiel, when it reads a game from
    text, would take it for a number.
    """
    return f"{game.name}/{ruleset}" if re.fullmatch(r"[0-9.]+", ruleset) else ruleset


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel's classes have no types
    """A game of ours with a ruleset and a number of seats. Its actions are the indices of
    `ludarium.environments.actions`; outcomes of chance are numbered from 0 in each state.
    """

    rules: Game
    """The game, which a class of its own has for each."""

    def __init__(self, parameters: dict[str, Any]) -> None:
        game, limit = self.rules, parameters["limit"]
        if limit < 1:
            raise LudariumError(f"a limit of {limit} moves: expected 1 or more")
        ruleset = parameters["ruleset"].removeprefix(f"{game.name}/")
        self.first = start(game, ruleset, parameters["seats"])
        parameters = {**parameters, "ruleset": _as_parameter(game, ruleset)}
        names = game, self.first.ruleset.name, self.first.seats
        self.actions, self.observations = action_space(*names), observation_space(*names)
        self.limit = limit
        low, high = game.returns_range
        information = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=_most_outcomes(*names),
            num_players=self.first.seats,
            min_utility=low,
            max_utility=high,
            utility_sum=game.returns_sum,
            max_game_length=limit,
        )
        super().__init__(type_of(game), information, parameters)

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self, HistoryState(self.first, self.limit))

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Make the observer that tells what a seat sees (OpenSpiel's observation) or has seen (its
        information state).
        """
        return Observer(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a game; all that changes is `history_state`."""

    def __init__(self, game: OpenSpielGame, history_state: HistoryState) -> None:
        super().__init__(game)
        self.history_state = history_state

    @property
    def position(self) -> Position:
        """The position, with those before it."""
        return self.history_state.position

    def current_player(self) -> int:
        if self.history_state.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.by_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if generic.action_bits(self.position.state):
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return self.position.movers[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self.position.movers:
            return []
        legal = self.position.legal_for(player)
        return sorted(self.get_game().actions.index_of(move.action) for move in legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weights = [weight for _, weight in self.position.game.outcomes(self.position.state)]
        return [(n, weight / sum(weights)) for n, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        """Raises MoveError where the action is not legal, as other games' states raise errors."""
        if self.position.by_chance:
            outcomes = [outcome for outcome, _ in self.position.game.outcomes(self.position.state)]
            legal = 0 <= action < len(outcomes)
            joint = outcomes[action] if legal else None
        else:
            joint = self._legal_action(self.current_player(), action)
        if joint is None or self.history_state.over:
            raise MoveError(f"action {action} is not legal in {self.position.text}")
        self.history_state = self.history_state.after(joint)

    def _legal_action(self, player: int, index: int) -> int | None:
        """The legal action of this index; None where there is none."""
        actions = self.get_game().actions
        if player not in self.position.movers or not 0 <= index < actions.size:
            return None
        action = actions.action_of(index)
        return action if action in self.position.actions_for(player) else None

    def _apply_actions(self, actions: list[int]) -> None:
        """Raises MoveError where one of a seat that chooses is not legal."""
        bits, joint = generic.action_bits(self.position.state), 0
        for seat in self.position.movers:
            chosen = self._legal_action(seat, actions[seat]) if seat < len(actions) else None
            if chosen is None or self.history_state.over:
                raise MoveError(f"actions {actions} are not legal in {self.position.text}")
            joint |= chosen << seat * bits
        self.history_state = self.history_state.after(joint)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            outcomes = self.position.game.outcomes(self.position.state)
            return self.position.move(CHANCE, outcomes[action][0]).text
        chosen = self.get_game().actions.action_of(action)
        if player in self.position.movers and action in self._legal_actions(player):
            return self.position.move(player, chosen).text
        return str(chosen)  # of an action that is not legal here the notation says nothing

    def is_terminal(self) -> bool:
        return self.history_state.over

    def returns(self) -> list[float]:
        return list(map(float, self.history_state.returns))

    def __str__(self) -> str:
        return self.position.text


class Observer:
    """The observer of a state for a seat: text of the position, and an array of it; or all that it
    has seen, as text, where `kind` asks for perfect recall.

    Without private parts it is what one sees who only looks on, as text alone. What a seat sees is
    not divided further.
    """

    def __init__(self, game: OpenSpielGame, kind: Any) -> None:
        self._kind = kind
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._space = game.observations
        self.tensor: Array = None
        self.dict: dict[str, Array] = {}
        if kind.public_info and not kind.perfect_recall and not self._public:
            self.tensor = np.zeros(self._space.size, np.float32)
            self.dict = {"observation": self.tensor.reshape(self._space.shape)}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write what the seat sees, from 0 to 1."""
        if self.tensor is not None:
            plain = state.position.game.plain(state.position.state)
            self.dict["observation"][...] = self._space.observe(plain, player) / np.float32(255)

    def string_from(self, state: OpenSpielState, player: int) -> str | None:
        """The text of what the seat sees, or has seen; None of the private parts alone."""
        if not self._kind.public_info:
            return None
        seat = SPECTATOR if self._public else player
        if self._kind.perfect_recall:
            return state.history_state.known(seat)
        return state.position.seen_by(seat).text


def state_at(game: OpenSpielGame, position: Position) -> OpenSpielState:
    """The state of this position, whose history in OpenSpiel is empty."""
    moves = sum(not one.by_chance for one in position.history()) - (not position.by_chance)
    return OpenSpielState(game, HistoryState(position, max(game.limit, moves + 1), moves))


@functools.cache
def _most_outcomes(game: Game, ruleset: str, seats: int) -> int:
    """The most outcomes that chance had at once in TRIED moves of random games; 0 without it."""
    if not game.has_chance:
        return 0
    first = start(game, ruleset, seats)
    source, most, position = random.Random(1), 0, first
    for _ in range(TRIED):
        if position.over:
            position = first
        if position.by_chance:
            most = max(most, len(position.legal))
            position = position.play(position.outcome(source))
        else:
            chosen = {seat: source.choice(position.legal_for(seat)) for seat in position.movers}
            position = position.play(dict(chosen))
    return most
