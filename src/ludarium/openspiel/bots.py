"""Bots of OpenSpiel as agents: each is asked for the position as it stands, and has no memory of
the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from ludarium.errors import AgentError
from ludarium.openspiel.games import OpenSpielGame, load_game, state_at
from ludarium.play.position import Move, Position

__all__ = ["BotAgent", "mcts", "named"]

Bot = Any
EXPLORATION = 2.0  # what OpenSpiel's examples take where returns are from -1 to 1
MOST_SEED = 2**31 - 1


class BotAgent:
    """Plays as a bot of OpenSpiel does.

    make: makes the bot for a game and a player's number. full: whether the bot must know the full
    state, and one seat choose at a time; a game that is otherwise is then refused.
    """

    def __init__(self, name: str, make: Callable[[OpenSpielGame, int], Bot], full: bool) -> None:
        self.name = name
        self._make, self._full = make, full
        self._bots: dict[tuple[str, str, int, int], tuple[OpenSpielGame, Bot]] = {}

    def prepare(self, position: Position) -> None:
        """Make the bots of all seats. Raises AgentError where they cannot play the game."""
        for seat in range(position.seats):
            self._bot(position, seat)

    def choose(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            return legal[0]
        game, bot = self._bot(position, seat)
        try:
            action = game.actions.action_of(bot.step(state_at(game, position)))
        except pyspiel.SpielError as error:
            raise AgentError(f"{self.name} found no move: {_first_line(error)}") from None
        return next(move for move in legal if move.action == action)

    def _bot(self, position: Position, seat: int) -> tuple[OpenSpielGame, Bot]:
        key = position.game.name, position.ruleset.name, position.seats, seat
        if key not in self._bots:
            game = load_game(position.game, position.ruleset.name, position.seats)
            kind = game.get_type()
            if self._full and (
                position.game.hides or kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
            ):
                raise AgentError(
                    f"{self.name} cannot play {position.game.title}: expected a game that hides "
                    "nothing, in which one seat chooses at a time"
                )
            try:
                self._bots[key] = game, self._make(game, seat)
            except pyspiel.SpielError as error:
                raise AgentError(
                    f"{self.name} cannot play {position.game.title}: {_first_line(error)}"
                ) from None
        return self._bots[key]


def mcts(simulations: int, seed: int | None) -> BotAgent:
    """OpenSpiel's tree search, the one in Python, with a random playout each simulation. Its search
    in C++ crashes at games that are written in Python, those of OpenSpiel itself among them.
    """
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    source = np.random.RandomState(_seed(seed))

    def make(game: OpenSpielGame, player: int) -> Bot:
        low, high = game.rules.returns_range
        constant = EXPLORATION * (high - low) / 2
        playout = RandomRolloutEvaluator(1, source)
        return MCTSBot(game, constant, simulations, playout, random_state=source)

    return BotAgent(f"openspiel:mcts:{simulations}", make, full=True)


def named(name: str, seed: int | None) -> BotAgent:
    """A bot that OpenSpiel has registered under this name, with its default parameters.

    Raises AgentError where there is none.
    """
    known = pyspiel.registered_bots()
    if name not in known:
        raise AgentError(
            f"openspiel:{name}: expected mcts:N, with N simulations a move, or one of its bots: "
            f"{', '.join(sorted(known))}"
        )
    chosen = _seed(seed)

    def make(game: OpenSpielGame, player: int) -> Bot:
        if name == "uniform_random":  # which by default begins with the same seed everywhere
            return pyspiel.make_uniform_random_bot(player, chosen + player)
        return pyspiel.load_bot(name, game, player)

    return BotAgent(f"openspiel:{name}", make, full=False)


def _seed(seed: int | None) -> int:
    return random.Random(seed).randrange(MOST_SEED)


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
