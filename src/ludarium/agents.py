"""Finds agents by name: `agent("mcts:1000")` is the agent of this name and setting."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ludarium.errors import AgentError, choice_of
from ludarium.play.agent import Agent, RandomAgent

__all__ = ["DESCRIPTIONS", "LEVELS", "agent"]


def _random(setting: str, seed: int | None) -> Agent:
    if setting:
        raise AgentError(f"the agent random takes no setting, but got {setting!r}")
    return RandomAgent(seed)


def _mcts(setting: str, seed: int | None) -> Agent:
    from ludarium.search.mcts import MctsAgent

    number = re.fullmatch(r"([0-9]{1,9})|([0-9]{1,5}(?:\.[0-9]{1,3})?)s", setting or "1s")
    if not number or not float(number[1] or number[2]):
        expected = (
            "a number of simulations, such as mcts:1000, or a time, such as mcts:1s or mcts:0.5s"
        )
        raise AgentError(f"mcts:{setting}: expected {expected}")
    if number[2]:
        return MctsAgent(seconds=float(number[2]), seed=seed)
    return MctsAgent(simulations=int(number[1]), seed=seed)


def _alphabeta(setting: str, seed: int | None) -> Agent:
    from ludarium.search.alphabeta_agent import AlphaBetaAgent

    number = re.fullmatch(
        r"([0-9]{1,5}(?:\.[0-9]{1,3})?)s?(?::([1-9][0-9]?))?(:ponder)?", setting or "1s", re.ASCII
    )
    if not number:
        raise AgentError(
            f"alphabeta:{setting}: expected seconds a move, such as alphabeta:1s, how many "
            "threads if several, as in alphabeta:1s:2, and"
            " :ponder if it is to think in the other seat's time"
        )
    return AlphaBetaAgent(
        float(number[1]), threads=int(number[2] or 1), ponder=bool(number[3]), seed=seed
    )


LEVELS = 8


def _level(setting: str, seed: int | None) -> Agent:
    from ludarium.search.levels import LevelAgent

    if not re.fullmatch(f"[1-{LEVELS}]", setting):
        raise AgentError(f"level:{setting}: expected level:1 to level:{LEVELS}")
    return LevelAgent(int(setting), seed)


def _equilibrium(setting: str, seed: int | None) -> Agent:
    from ludarium.solvers.equilibrium.players import EquilibriumAgent

    if setting:
        raise AgentError(f"the agent equilibrium takes no setting, but got {setting!r}")
    return EquilibriumAgent(seed)


def _exploiter(setting: str, seed: int | None) -> Agent:
    from ludarium.solvers.equilibrium.players import ExploiterAgent

    if not re.fullmatch(r"(0|1)?(\.[0-9]{1,6})?", setting, re.ASCII) or (
        setting and not 0 <= float(setting) <= 1
    ):
        raise AgentError(
            f"exploiter:{setting}: expected the most that it may risk of what it can expect, 0 "
            "to 1, such as exploiter:0.05"
        )
    return ExploiterAgent(float(setting), seed) if setting else ExploiterAgent(seed=seed)


def _engine(setting: str, seed: int | None) -> Agent:
    from ludarium.play.external import ExternalAgent

    timed = re.fullmatch(r"([0-9]{1,5}(?:\.[0-9]{1,3})?)s:(.*)", setting)
    if timed and not float(timed[1]):
        raise AgentError(f"engine:{setting}: expected more than 0 seconds a move")
    return ExternalAgent(timed[2], float(timed[1])) if timed else ExternalAgent(setting)


def _uci(setting: str, seed: int | None) -> Agent:
    from ludarium.engines.uci import UciAgent

    return UciAgent(setting)


def _gtp(setting: str, seed: int | None) -> Agent:
    from ludarium.engines.gtp import GtpAgent

    return GtpAgent(setting)


def _gnubg(setting: str, seed: int | None) -> Agent:
    from ludarium.engines.gnubg import GnubgAgent

    return GnubgAgent(setting)


def _openspiel(setting: str, seed: int | None) -> Agent:
    try:
        from ludarium.openspiel import bots
    except ImportError as error:
        raise AgentError(str(error)) from None
    number = re.fullmatch(r"mcts:([1-9][0-9]{0,8})", setting, re.ASCII)
    return bots.mcts(int(number[1]), seed) if number else bots.named(setting, seed)


def _onnx(setting: str, seed: int | None) -> Agent:
    try:
        from ludarium.nets.player import NetAgent
    except ImportError as error:
        raise AgentError(str(error)) from None
    parts = re.fullmatch(r"(.+?)(?::([1-9][0-9]{0,8}))?", setting)
    if not parts:
        raise AgentError(
            f"onnx:{setting}: expected a file, such as onnx:net.onnx, and how many simulations a "
            "search runs, if there is to be one, as in onnx:net.onnx:200"
        )
    return NetAgent(Path(parts[1]), int(parts[2]) if parts[2] else None, seed)


_MAKERS: dict[str, Callable[[str, int | None], Agent]] = {
    "random": _random,
    "level": _level,
    "mcts": _mcts,
    "alphabeta": _alphabeta,
    "equilibrium": _equilibrium,
    "exploiter": _exploiter,
    "engine": _engine,
    "uci": _uci,
    "gtp": _gtp,
    "gnubg": _gnubg,
    "onnx": _onnx,
    "openspiel": _openspiel,
}

DESCRIPTIONS = {
    "random": "chooses uniformly among the legal moves",
    "level:N": f"plays at strength 1 to {LEVELS}, the same on every machine",
    "mcts:N": "tree search with N random playouts a move",
    "mcts:Ts": "tree search for T seconds a move",
    "alphabeta:Ts": "alpha-beta search for T seconds a move, in games of two seats that move in "
    "turn; alphabeta:Ts:N with N threads,"
    " alphabeta:Ts:ponder also in the other seat's time",
    "equilibrium": "chooses by a table of the solved game, where there is one; see: ludarium solve",
    "exploiter:RISK": "leaves the equilibrium for what the others did so far, with no more than "
    "this at stake",
    "engine:COMMAND": "another program, which speaks the engine protocol; engine:2s:COMMAND "
    "gives it 2 seconds a move instead of 5",
    "uci:LIMIT:COMMAND": "another program, which speaks UCI; the limit is 2s, 1000n (nodes) or 8d "
    "(depth), and options may follow, as in "
    "uci:1000n:stockfish?UCI_LimitStrength=true&UCI_Elo=1800",
    "gtp:LIMIT:COMMAND": "another program, which speaks GTP; the limit is 2s or level=3, as in "
    "gtp:level=1:gnugo --mode gtp",
    "gnubg:LIMIT:COMMAND": "the program gnubg, which looks as many plies ahead as the limit "
    "says, as in gnubg:2p:gnubg -t -q",
    "onnx:FILE": "a neural net, which plays the move of the greatest probability; onnx:FILE:N "
    "searches with N simulations a move",
    "openspiel:BOT": "a bot of OpenSpiel, such as openspiel:uniform_random; openspiel:mcts:N is "
    "its tree search with N playouts a move",
}


def agent(text: str, seed: int | None = None) -> Agent:
    """The agent of this name and setting, such as "random", "level:3", "mcts:1000" or "mcts:0.5s".

    Raises AgentError.
    """
    kind, _, setting = text.strip().partition(":")
    if kind.casefold() not in _MAKERS:
        raise AgentError(choice_of("agent", kind, _MAKERS))
    return _MAKERS[kind.casefold()](setting, seed)
