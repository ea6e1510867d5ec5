"""Reviews of games, in a low-priority worker thread."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ludarium.analysis.review import review
from ludarium.database.store import Store
from ludarium.errors import AgentError, LudariumError, TableFileError
from ludarium.phrases import say
from ludarium.play.record import Record
from ludarium.rules import generic
from ludarium.search.engine_choice import Analyst, choose_engine
from ludarium.search.plain import PlainAnalyst, ToldGame, hear_game, tell_game
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table
from ludarium.tables.threads import ClientKey, thread_pool
from ludarium.web.analysis.analyses import MEMORY, NICENESS
from ludarium.web.analysis.evaluations import choices_json, review_json, unknown_game
from ludarium.web.background.warmup import PlainProcesses

__all__ = ["Reviews", "Working"]

MOST_NODES = 150_000  # states for each position of a review
MOST_REVIEWED = 1_000  # moves, those of chance among them
MOST_WAITING = 20  # reviews
MOST_REVIEWS_EACH = 5  # of one address
KEPT_LOOKS = 20  # provisional reviews
FIRST_LOOK = 2.0  # seconds for one of these
KEPT = 60  # reviews, of ten to 300 kilobytes each
OF_A_GAME = "game "  # before the keys of games that are of no table

log = logging.getLogger(__name__)
Data = dict[str, Any]
Result = TypeVar("Result")


class ServerStoppingError(Exception):
    """The server is stopping."""


@dataclasses.dataclass
class Working:
    """The progress of a review."""

    done: int
    """Number of positions evaluated."""
    of: int
    """Total number of positions."""
    client: ClientKey
    """The address that asked for it."""


class Reviews:
    """Reviews games one by one, keeps the reviews of tables, and caches those read last.

    nodes: the states to search for a game, at most MOST_NODES for each position.
    """

    def __init__(self, store: Store, nodes: int) -> None:
        self._store, self._nodes = store, nodes
        self._thread = thread_pool("review", 1, NICENESS)
        self._working: OrderedDict[str, Working] = OrderedDict()
        self._made: OrderedDict[str, Data] = OrderedDict()
        # where a first look failed, what is told in its place
        self._looked: OrderedDict[str, Data | Working] = OrderedDict()
        self._looking = ""  # the game that is looked at
        self._tasks: set[asyncio.Task[None]] = set()
        self._engine: Analyst | None = None
        self._stopped = False

    async def of(
        self,
        table: Table,
        admit: Callable[[], None],
        client: ClientKey,
        plain: PlainProcesses | None = None,
    ) -> Data | Working:
        """The review of the table's game, or its progress. Raises TableError.

        admit: called before a new review starts. client: the address that asks. plain:
        where the game's machine code is not ready, what makes a provisional review in place of a
        new one.
        """
        if table.status != "over":
            raise TableError("not-now", say("A review is made when the game is over."))
        if table.id not in self._made and table.id not in self._working:
            made: Data | None = await self._store.reviews.of(table.id)
            if made is not None:
                self._cache(table.id, made)
        return self._known(table.id, plain) or await self._begin(
            table.id, table.record, admit, client, plain
        )

    async def of_game(
        self,
        key: str,
        find: Callable[[], Awaitable[Record]],
        admit: Callable[[], None],
        client: ClientKey,
        plain: PlainProcesses | None = None,
    ) -> Data | Working:
        """The review of a game that was not played here, or its progress; in memory only. Raises
        TableError, and what `find` raises.

        key: the same for the same game. find: gives the game, where it is not known yet. admit,
        client, plain: as for `of`.
        """
        name = f"{OF_A_GAME}{key}"  # which no table has
        if (known := self._known(name, plain)) is not None:
            return known
        record = await find()  # while which another may have asked
        return self._known(name, plain) or await self._begin(name, record, admit, client, plain)

    def _known(self, key: str, plain: PlainProcesses | None) -> Data | Working | None:
        """The review of this key, or its progress; None where it was not asked for."""
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        if key in self._working:
            return self._working[key]
        return None if plain is None else self._looked.get(key)

    async def _begin(
        self,
        key: str,
        record: Record | None,
        admit: Callable[[], None],
        client: ClientKey,
        plain: PlainProcesses | None,
    ) -> Data | Working:
        if (reason := nothing_to_review(record)) is not None:
            return {"kind": "nothing", "reason": reason}
        assert record is not None
        if plain is not None:
            return await self._first_look(key, record, admit, client, plain)
        own = sum(bool(client) and other.client == client for other in self._working.values())
        if len(self._working) >= MOST_WAITING or own >= MOST_REVIEWS_EACH:
            raise TableError(
                "too-many",
                say("Many games wait to be reviewed just now: try again in a minute."),
                60,
            )
        admit()
        working = self._working[key] = Working(0, len(record.moves) + 1, client)
        task = asyncio.create_task(self._make(key, record.copy(), working))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return working

    async def _first_look(
        self,
        key: str,
        record: Record,
        admit: Callable[[], None],
        client: ClientKey,
        plain: PlainProcesses,
    ) -> Data | Working:
        """A provisional review, which is kept until there is a better one. One is made at a time,
        so that bots have the other processes; one that failed is not made again.
        """
        waits = Working(0, len(record.moves) + 1, client)
        if self._looking or generic.action_bits(record.first.state):
            return waits
        admit()
        self._looking, review = key, None
        try:
            told = tell_game(record.first.game), record.to_json()
            review = await plain.run(review_told, *told, FIRST_LOOK)
        except (LudariumError, BrokenProcessPool):
            pass
        finally:
            self._looking = ""
        self._looked[key] = review or waits
        while len(self._looked) > KEPT_LOOKS:
            self._looked.popitem(last=False)
        return review or waits

    def ahead(self, working: Working) -> int:
        """The number of reviews before this one."""
        waiting = enumerate(self._working.values())
        return next((place for place, one in waiting if one is working), 0)

    async def _make(self, key: str, record: Record, working: Working) -> None:
        try:
            made = await asyncio.get_running_loop().run_in_executor(
                self._thread, self._review, record, working
            )
            if made["kind"] == "moves" and not key.startswith(OF_A_GAME):
                await self._store.reviews.add(key, made)
        except ServerStoppingError:
            return
        except Exception:  # cache failures too, so that they are not repeated
            log.exception("the review of %s", key)
            made = {
                "kind": "nothing",
                "reason": say(
                    "Something went wrong while this game was reviewed, and it was not you."
                ),
            }
        finally:
            del self._working[key]
        self._cache(key, made)

    def _cache(self, key: str, made: Data) -> None:
        self._looked.pop(key, None)
        self._made[key] = made
        if len(self._made) > KEPT:
            self._made.popitem(last=False)

    def _review(self, record: Record, working: Working) -> Data:
        def note(done: int, of: int) -> None:
            if self._stopped:
                raise ServerStoppingError
            working.done, working.of = done, of

        note(0, working.of)
        try:
            if generic.action_bits(record.first.state):
                return choices_json(record)
            # a new engine per review, as its transposition table is of one ruleset
            self._engine = choose_engine(record.first, memory=MEMORY, seed=0)
            nodes = min(MOST_NODES, self._nodes // working.of)
            made = review(record, nodes=nodes, engine=self._engine, on_progress=note)
            return review_json(made, record)
        except (AgentError, TableFileError):
            return {"kind": "nothing", "reason": unknown_game(record.first)}
        finally:
            self._engine = None

    async def close(self) -> None:
        """Stop; unfinished reviews are dropped."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._thread.shutdown(wait=False, cancel_futures=True)


def nothing_to_review(record: Record | None) -> str | None:
    """Return the reason why a game cannot be reviewed; None if it can."""
    decisions = decision_count(record) if record is not None else 0
    if record is None or not decisions:
        return say("No move was played in this game: there is nothing to review.")
    if decisions == 1:
        return say("Only one move was played in this game: that is too little for a review.")
    if len(record.moves) > MOST_REVIEWED:
        values = {"moves": len(record.moves), "most": MOST_REVIEWED}
        return say(
            "A game of {moves} moves is too long for a review: expected at most {most}.", **values
        )
    first = record.first
    in_turn = not generic.action_bits(first.state)
    if in_turn and (first.seats != 2 or first.game.hides):
        return unknown_game(first)
    return None


def decision_count(record: Record) -> int:
    """The number of moves that seats made, not chance."""
    if not record.first.game.has_chance:
        return len(record.moves)
    return sum(not position.by_chance for position in record.positions()) - (
        not record.position.by_chance
    )


def review_told(game: ToldGame, line: str, seconds: float) -> Data:
    """A provisional review of the game that a record tells, in another process, in plain Python,
    in about so many seconds. Raises AgentError where it takes longer than twice as many.
    """
    hear_game(game)
    record = Record.from_json(line)
    each = PlainAnalyst(1 + len(record.moves), seconds)
    return {**review_json(review(record, nodes=0, engine=each), record), "provisional": True}
