"""The searches that our engine answers hosts by: an analysis, or any of our agents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from ludarium.cli.engine import agent_for
from ludarium.cli.go_command import Limits
from ludarium.play.agent import Agent, prepare, thought_of
from ludarium.play.position import Move, Position

__all__ = ["AgentSearch", "AnalysisSearch", "EngineSearch"]

UNTIMED = 3600.0  # seconds of an analysis that depth or nodes limit

Told = Callable[[Move, Iterator[str]], None]
"""Takes the best move so far, and lines that tell of the search."""
Written = Callable[[Position, list[Move]], list[str]]
"""Moves from a position, as the protocol writes them."""


class EngineSearch(Protocol):
    """A search for a move. One runs at a time."""

    def prepare(self, position: Position) -> None:
        """Compile and load what it needs for the position's game. Raises LudariumError."""

    def search(self, position: Position, limits: Limits, told: Told) -> Move:
        """The move to play. Raises LudariumError."""

    def stop(self) -> None:
        """End the search that runs, from another thread, as soon as it can."""


class AnalysisSearch:
    """Plays the best move of the analysis that suits the game (`ludarium.search.engine_choice`).

    threads, memory: as for `Engine`. lines: how many moves are told. bare: as of
    `Dialect.bare_scores`.
    """

    def __init__(
        self, threads: int, memory: int, lines: int, bare: bool, written: Callable[[Move], str]
    ) -> None:
        from ludarium.search.engine_choice import Analyst

        self._threads, self._memory, self._lines, self._bare = threads, memory, lines, bare
        self._written = written
        self._analyst: Analyst | None = None

    def prepare(self, position: Position) -> None:
        from ludarium.search.engine_choice import choose_engine

        if self._analyst is None:
            self._analyst = choose_engine(position, threads=self._threads, memory=self._memory)
        self._analyst.prepare(position)

    def search(self, position: Position, limits: Limits, told: Told) -> Move:
        from ludarium.cli.engine_infos import analysis_infos
        from ludarium.search.engine import Analysis, Engine

        self.prepare(position)
        assert self._analyst

        def on_progress(analysis: Analysis) -> None:
            infos = analysis_infos(analysis, self._lines > 1, self._bare, self._written)
            told(analysis.lines[0].move, infos)

        seconds = UNTIMED if limits.seconds is None else limits.seconds
        if isinstance(self._analyst, Engine):
            found = self._analyst.analyse(
                position,
                seconds=seconds,
                depth=limits.depth,
                nodes=limits.nodes,
                lines=self._lines,
                on_progress=on_progress,
            )
        else:
            found = self._analyst.analyse(
                position,
                seconds=seconds,
                nodes=limits.nodes,
                lines=self._lines,
                on_progress=on_progress,
            )
        on_progress(found)
        return found.lines[0].move

    def stop(self) -> None:
        if self._analyst:
            self._analyst.stop()


class AgentSearch:
    """Plays as one of our agents does.

    text: the agent. seed: of its randomness. bare: as of `Dialect.bare_scores`.
    """

    def __init__(
        self, text: str, seed: int | None, bare: bool, written: Callable[[Move], str]
    ) -> None:
        self._text, self._seed, self._bare, self._written = text, seed, bare, written
        self._player: Agent | None = None

    def prepare(self, position: Position) -> None:
        prepare([agent_for(self._text, 1.0, self._seed)], position)

    def search(self, position: Position, limits: Limits, told: Told) -> Move:
        if limits.depth or limits.nodes:
            told(position.legal[0], iter(["info string depth and nodes do not limit this agent"]))
        self._player = agent_for(self._text, limits.seconds or 1.0, self._seed)
        move = self._player.choose(position, position.mover())
        if thought := thought_of(self._player, move):
            from ludarium.cli.engine_infos import thought_info

            at, line = position, list[str]()
            for text in thought.pv or (move.text,):
                after = at.parse_move(text)
                line.append(self._written(after))
                at = at.play(after)
            value = position.game.scaled(thought.value)
            told(move, iter([thought_info(thought, value, " ".join(line), self._bare)]))
        return move

    def stop(self) -> None:
        if stop := getattr(self._player, "stop", None):
            stop()
