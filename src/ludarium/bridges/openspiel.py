"""Games of ours as games of OpenSpiel.

    import pyspiel

    from ludarium.bridges import openspiel

    openspiel.register()
    game = pyspiel.load_game("ludarium_leduc")
    solver = pyspiel.CFRSolver(game)

Each game is registered as `ludarium_NAME`, with the parameters `ruleset`, `seats` and `limit`. Its
bots are agents of ours by name, such as `openspiel:mcts:1000`.
"""

from __future__ import annotations

from ludarium.openspiel.bots import BotAgent
from ludarium.openspiel.games import OpenSpielGame, OpenSpielState, load_game, register, state_at

__all__ = ["BotAgent", "OpenSpielGame", "OpenSpielState", "load_game", "register", "state_at"]
