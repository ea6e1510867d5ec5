"""Analyses of positions, in a low-priority worker thread."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ludarium.analysis.choices import analyse_choices
from ludarium.errors import AgentError, TableFileError
from ludarium.phrases import say
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.search.engine_choice import Analyst, choose_engine
from ludarium.tables.errors import TableError
from ludarium.tables.threads import ClientKey, FairLock, thread_pool
from ludarium.web.analysis.evaluations import analysis_json, choice_json, nothing_known
from ludarium.web.background.warmup import PlainProcesses

__all__ = ["LONGEST_ANALYSIS", "MEMORY", "MOST_LINES", "NICENESS", "Analyses"]

MOST_ANALYSES = 8  # that wait: few, as somebody sits and waits for each
MOST_ANALYSES_EACH = 3  # of one address
ENGINES = 4  # cached engines, each for one game and ruleset
MEMORY = 24  # MB of each
LONGEST_ANALYSIS = 2.0  # seconds
MOST_LINES = 5
NICENESS = 10  # as of the command `nice`

Data = dict[str, Any]


class Analyses:
    """Analyses positions one by one, in turn for those who ask."""

    def __init__(self) -> None:
        self._thread = thread_pool("analysis", 1, NICENESS)
        self._turn = FairLock()
        # by game and ruleset, which must not share a transposition table
        self._engines: OrderedDict[tuple[str, str], Analyst] = OrderedDict()

    async def analyse(
        self,
        find: Callable[[], Position],
        seconds: float,
        lines: int,
        wanted: Callable[[], Any],
        client: ClientKey,
        plain: PlainProcesses | None = None,
    ) -> Data:
        """The analysis of the position that `find` returns.

        wanted: checked when the turn has come; an unwanted analysis is skipped. client: the address
        that asks. plain: makes a provisional analysis, where
        the game's machine code is not ready. Raises TableError, and what `find` raises.
        """
        crowded = self._turn.waiting() >= MOST_ANALYSES
        if crowded or (client and self._turn.waiting(client) >= MOST_ANALYSES_EACH):
            raise TableError(
                "too-many",
                say("Many positions wait to be analysed just now: try again in a moment."),
                5,
            )
        async with self._turn.held(client):
            if not await wanted():
                seconds = 0.0  # nobody reads the answer
            loop = asyncio.get_running_loop()
            position = await loop.run_in_executor(self._thread, going_on, find)
            if plain is None or generic.action_bits(position.state):
                return await loop.run_in_executor(
                    self._thread, self._analyse, position, seconds, lines
                )
            try:
                analysis = await plain.analyse(position, lines)
            except AgentError:
                return nothing_known(position)
            return {**analysis_json(position, analysis), "provisional": True}

    def _analyse(self, position: Position, seconds: float, lines: int) -> Data:
        try:
            if generic.action_bits(position.state):
                seats = [choice_json(analyse_choices(position, seat)) for seat in position.movers]
                return {"kind": "choices", "position": position.text, "seats": seats}
            analysis = self._engine_for(position).analyse(position, seconds=seconds, lines=lines)
        except (AgentError, TableFileError):
            return nothing_known(position)
        return analysis_json(position, analysis)

    def _engine_for(self, position: Position) -> Analyst:
        key = position.game.name, position.ruleset.name
        engine = self._engines.pop(key, None) or choose_engine(position, memory=MEMORY)
        self._engines[key] = engine
        if len(self._engines) > ENGINES:
            self._engines.popitem(last=False)
        return engine

    async def close(self) -> None:
        for engine in list(self._engines.values()):
            engine.stop()
        self._thread.shutdown(wait=False, cancel_futures=True)


def going_on(find: Callable[[], Position]) -> Position:
    """The position that `find` returns. Raises TableError where the game is over."""
    position = find()
    if position.over:
        raise TableError(
            "over", say("The game is over in this position: there is nothing left to analyse.")
        )
    return position
