"""`ludarium engine`: our agents, for any program that speaks the engine protocol
(docs/engine-protocol.md).
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from ludarium import catalogue
from ludarium.agents import agent
from ludarium.errors import LudariumError, ProtocolError
from ludarium.play.agent import Agent, thought_of
from ludarium.play.position import Move, Position
from ludarium.play.protocol import VERSION, PositionReader, field, read_line, written
from ludarium.version import __version__

__all__ = ["MessageEngine", "agent_for", "check_agent", "serve_protocol"]

# agents that take the seconds of a request, where the text gives no setting of its own
TIMED = ("mcts", "alphabeta")
SHARE = 0.9  # of the seconds of a request, so that the answer comes in time
SECONDS = 5.0  # a move, where a request says nothing


def serve_protocol(default: str, threads: int, seed: int | None) -> None:
    """Answer the lines of the standard input until it ends."""
    check_agent(default)
    lock = threading.Lock()

    def write(message: dict[str, Any]) -> None:
        with lock:
            sys.stdout.write(written(message))
            sys.stdout.flush()

    MessageEngine(default, threads, seed, write).serve(sys.stdin)


def agent_for(text: str, seconds: float, seed: int | None) -> Agent:
    """The agent of this text.

    Agents limited by time that name no limit use most of the given seconds.
    """
    kind = text.strip().casefold()
    return agent(f"{kind}:{max(0.001, seconds * SHARE):.3f}s" if kind in TIMED else text, seed)


def check_agent(text: str) -> None:
    """Complain at once if there is no such agent. Raises AgentError.

    Those that name no limit are there: making one would load all that searches need, while the host
    waits for the first answer.
    """
    if text.strip().casefold() not in TIMED:
        agent(text)


class MessageEngine:
    """Answers messages, each `choose` in a thread of a pool.

    Answers may come in another order than the requests.
    """

    def __init__(
        self, default: str, threads: int, seed: int | None, write: Callable[[dict[str, Any]], None]
    ) -> None:
        self._default, self._seed, self._write = default, seed, write
        self._pool = ThreadPoolExecutor(threads)
        self._reader = PositionReader()
        self._agents: dict[tuple[Any, ...], tuple[Agent, threading.Lock]] = {}
        self._waiting: dict[Any, Future[None]] = {}

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            if line.strip():
                self._hear(line)
        self._pool.shutdown()

    def _hear(self, line: str) -> None:
        identity: object = None
        try:
            message = read_line(line)
            identity = message.get("id")
            if not isinstance(identity, str | int) or isinstance(identity, bool):
                raise ProtocolError(
                    f"the field 'id' is {identity!r}, expected a string or a whole number"
                )
            match field(message, "action", str, "choose"):
                case "hello":
                    self._write(
                        {
                            "id": identity,
                            "protocol": VERSION,
                            "name": "Ludarium",
                            "version": __version__,
                        }
                        | _games()
                    )
                case "prepare":
                    position = self._reader.read(message)
                    self._later(identity, lambda: self._prepare(identity, message, position))
                case "choose":
                    position = self._reader.read(message)
                    seat = position.mover(field(message, "seat", (int, type(None)), None))
                    self._later(identity, lambda: self._choose(identity, message, position, seat))
                case "cancel":
                    target = message.get("target")
                    gone = (
                        isinstance(target, str | int)
                        and target in self._waiting
                        and self._waiting[target].cancel()
                    )
                    self._write({"id": identity, "cancelled": bool(gone)})
                case other:
                    raise ProtocolError(
                        f"unknown action {other!r}: expected hello, prepare, choose or cancel"
                    )
        except LudariumError as error:
            self._write({"id": identity, "error": str(error)})

    def _later(self, identity: Any, work: Callable[[], None]) -> None:
        def run() -> None:
            try:
                work()
            except LudariumError as error:
                self._write({"id": identity, "error": str(error)})
            finally:
                self._waiting.pop(identity, None)

        self._waiting[identity] = self._pool.submit(run)
        self._waiting[identity].add_done_callback(
            lambda done: (
                self._write({"id": identity, "error": "cancelled"}) if done.cancelled() else None
            )
        )

    def _prepare(self, identity: Any, message: dict[str, Any], position: Position) -> None:
        for seat in range(position.seats):
            player, lock = self._player(message, position, seat)
            with lock:
                if hasattr(player, "prepare") and not position.over:
                    player.prepare(position)
        self._write({"id": identity, "ready": True})

    def _choose(
        self, identity: Any, message: dict[str, Any], position: Position, seat: int
    ) -> None:
        player, lock = self._player(message, position, seat)
        with lock:
            move = player.choose(position, seat)
            self._write({"id": identity, "move": move.text, **_thoughts(player, move)})

    def _player(
        self, message: dict[str, Any], position: Position, seat: int
    ) -> tuple[Agent, threading.Lock]:
        """The requested agent; one per seat, as agents may remember their game."""
        seconds = float(field(message, "seconds", (int, float), SECONDS))
        if not 0 <= seconds <= 86_400:
            raise ProtocolError(f"the field 'seconds' is {seconds:g}, expected 0 to 86400")
        text = field(message, "agent", str, self._default)
        if text.partition(":")[0].strip().casefold() == "engine":
            raise ProtocolError(f"the agent {text!r} is another program: expected one of our own")
        key = (
            text,
            seconds if ":" not in text else None,
            position.game.name,
            position.ruleset.name,
            position.seats,
            seat,
        )
        if key not in self._agents:
            self._agents[key] = agent_for(text, seconds, self._seed), threading.Lock()
        return self._agents[key]


def _games() -> dict[str, Any]:
    all_games = [catalogue.find(name) for name in catalogue.names()]
    return {
        "games": [
            {
                "game": game.name,
                "seats": list(game.seats),
                "seat_counts": list(game.seat_counts),
                "rulesets": [rules.name for rules in game.rulesets],
            }
            for game in all_games
        ]
    }


def _thoughts(player: Agent, move: Move) -> dict[str, Any]:
    """The agent's evaluation of its move, if it has one."""
    thought = thought_of(player, move)
    if thought is None:
        return {}
    data: dict[str, Any] = {"value": thought.value, "label": thought.label, "nodes": thought.work}
    return (
        data
        | ({"policy": thought.policy} if thought.policy else {})
        | ({"pv": list(thought.pv)} if thought.pv else {})
    )
