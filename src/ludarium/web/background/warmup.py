"""Makes games ready while the server already answers, after the first start or a change of rules.

First the searches are compiled, which all games share, then each game's own code: first what
somebody waits for. Meanwhile bots and analyses of a game that is not ready run as plain Python
(`ludarium.search.plain`), in processes of their own: in this one they would hold up everybody.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Iterable
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from ludarium import catalogue
from ludarium.errors import AgentError, LudariumError
from ludarium.jobs import kill, low_priority_processes
from ludarium.play.position import Position
from ludarium.rules.game import Game
from ludarium.search.engine import Analysis
from ludarium.search.plain import analyse_told, choose_told, run_plainly, tell
from ludarium.tables.bots import BotJob, BotPool

__all__ = [
    "Making",
    "PlainProcesses",
    "Warmup",
    "code_of",
    "one_of_each_engine",
    "preparing",
]

NICENESS = 10  # of what compiles, as of the command `nice`
PLAIN_NICENESS = 3  # of plain bots, for which somebody waits
PLAIN_PROCESSES = 2
THINKING = 0.5  # seconds for a move or an analysis in plain Python
CROWDED = 4.0  # seconds for the moves of all plain bots that wait, in which each still gets a share
LONGEST = 15.0  # seconds, after which a position is one that somebody made to take long
LEAST = 0.05  # of these seconds for each

log = logging.getLogger(__name__)
Result = TypeVar("Result")


def code_of(name: str) -> str:
    """Return the key of a game's machine code, which several games may share."""
    return catalogue.find(name).engine or name


def one_of_each_engine(named: Collection[str]) -> list[str]:
    """The games of the catalogue, of those that share machine code one: of these names, if any is
    among them, else the first.
    """
    games = {code_of(name): name for name in (*reversed(catalogue.names()), *named)}
    return list(reversed(games.values()))


class Warmup:
    """The games whose machine code is not at hand yet.

    names: those to be compiled, one of each engine. stored: likewise those whose code only has to
    be loaded, which come first.
    """

    def __init__(self, names: Iterable[str] = (), stored: Iterable[str] = ()) -> None:
        self._stored = set(stored)
        self._waiting = [*stored, *names]
        self._missing = {code_of(name) for name in self._waiting}
        self.plain = PlainProcesses()
        """Processes that play and analyse games that are not ready."""
        self._changes: Counter[str] = Counter()  # of rules, by game
        self.begin: Callable[[], None] = lambda: None
        """Called when there is something to make ready."""

    def is_ready(self, name: str) -> bool:
        """Return whether this game's machine code is at hand."""
        return not self._missing or code_of(name) not in self._missing

    def hurried(self, name: str) -> bool:
        """Return whether this game's machine code is at hand; if not, let it be made next."""
        if self.is_ready(name):
            return True
        self.hurry(name)
        return False

    def hurry(self, name: str) -> None:
        """Compile this game next, unless it is being compiled already."""
        wanted = code_of(name)
        for waiting in self._waiting:
            if code_of(waiting) == wanted:
                self._waiting.remove(waiting)
                self._waiting.insert(0, waiting)
                return

    def again(self, name: str) -> None:
        """Compile this game, whose rules changed."""
        self._changes[name] += 1
        self._missing.add(code_of(name))
        self._stored.discard(name)
        if name not in self._waiting:
            self._waiting.insert(0, name)
        self.plain.begin()
        self.begin()

    async def work(self, making: Making) -> None:
        """Make games ready, one at a time, until none waits; several tasks may do so at once."""
        while self._waiting:
            name = self._waiting.pop(0)
            changes = self._changes[name]
            try:
                if name not in self._stored:
                    await making.compile(catalogue.found_again(name))
                if changes == self._changes[name]:
                    await asyncio.to_thread(making.load, name)
            except LudariumError as error:
                self._try_another(name)
                if not catalogue.leave_out(name, str(error)):
                    log.error("ludarium: %s; bots play it in plain Python", error)
                continue
            except BrokenProcessPool:
                log.error("ludarium: a process that compiles games was killed: bots compile theirs")
                self._waiting.clear()
                self._missing.clear()
            except Exception:  # such as a damaged file of machine code
                log.exception("ludarium: %s is compiled when a bot plays it", name)
            if changes == self._changes[name]:  # else it is compiled again
                self._missing.discard(code_of(name))

    @property
    def is_idle(self) -> bool:
        """True if nothing waits to be made ready."""
        return not self._waiting

    def _try_another(self, name: str) -> None:
        """Let another game of the same engine be next, where this one cannot be compiled."""
        if (engine := catalogue.find(name).engine) is None:
            return
        names = [one for one in catalogue.names() if catalogue.find(one).engine == engine]
        later = names[names.index(name) + 1 :] if name in names else []
        self._waiting[:0] = later[:1]


class Making:
    """Functions that make machine code: in a pool of processes, and loaded in this one.

    compile_searches, compile_game: called in the pool; the latter with what `catalogue.named` knows
    a game by. load: called in this process with a game's name, in a thread.
    """

    def __init__(
        self,
        pool: Executor,
        compile_searches: Callable[[], None],
        compile_game: Callable[[str], None],
        load: Callable[[str], None],
    ) -> None:
        self._pool, self.load = pool, load
        self._compile_searches, self._compile_game = compile_searches, compile_game
        self._searches: asyncio.Future[None] | None = None

    async def compile(self, name: str) -> None:
        """Compile a game, and before it the searches, unless that was done."""
        if self._searches is None:
            self._searches = self._run(self._compile_searches)
        compiling = self._run(self._compile_game, name)
        await asyncio.shield(self._searches)
        await compiling

    def _run(self, function: Callable[..., None], *arguments: str) -> asyncio.Future[None]:
        run = asyncio.get_running_loop().run_in_executor(self._pool, function, *arguments)
        run.add_done_callback(note)  # where nobody waits for it any more
        return run


def note(done: asyncio.Future[Any]) -> None:
    """Take notice of what went wrong, which else is told as if nobody knew."""
    if not done.cancelled():
        done.exception()


def seconds_of(others: int) -> float:
    """The seconds for a bot's move, while so many others wait."""
    return max(LEAST, min(THINKING, PLAIN_PROCESSES * CROWDED / (1 + others)))


class PlainProcesses:
    """Processes in which bots and analyses run as plain Python."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    def begin(self) -> ProcessPoolExecutor:
        """Start the processes, unless they run; else the first answer does."""
        if self._pool is None:
            self._pool = low_priority_processes(PLAIN_PROCESSES, PLAIN_NICENESS, run_plainly)
            for _ in range(PLAIN_PROCESSES):
                self._pool.submit(run_plainly)
        return self._pool

    async def choose(self, position: Position, who: str, seat: int, others: int = 0) -> str:
        """The text of a bot's move at this seat; of a bot that is no level, as of level 8.

        others: how many bots wait besides, so that none waits for long.
        """
        kind, _, number = who.partition(":")
        level = int(number) if kind == "level" else 8
        return await self.run(choose_told, tell(position), level, seat, seconds_of(others))

    async def analyse(self, position: Position, lines: int) -> Analysis:
        """The best lines. Raises AgentError and GameOverError, as `analyse_plainly`."""
        return await self.run(analyse_told, tell(position), THINKING, lines)

    async def run(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Call a function in one of the processes. Raises AgentError where it takes too long."""
        pool = self.begin()
        try:
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(LONGEST):
                return await loop.run_in_executor(pool, function, *arguments)
        except TimeoutError:
            if self._pool is pool:
                self._pool = None
            await asyncio.to_thread(kill, pool)
            raise AgentError(f"no answer in plain Python within {LONGEST:g} s") from None
        except BrokenProcessPool:  # one was killed: others are started for the next answer
            if self._pool is pool:
                self._pool = None
            raise

    def end(self) -> None:
        """Let the processes end with what they do."""
        if self._pool:
            self._pool.shutdown(wait=False)
            self._pool = None

    def close(self) -> None:
        """End the processes."""
        if self._pool:
            kill(self._pool)


@contextlib.asynccontextmanager
async def preparing(
    names: Iterable[str],
    stored: Iterable[str],
    bot_pool: BotPool,
    compile_searches: Callable[[], None],
    compile_game: Callable[[str], None],
    load: Callable[[str], None],
) -> AsyncIterator[Warmup]:
    """Load and compile these games until the context ends, and those that change, on half of the
    processors.

    names, stored: as in `Preparation`. compile_searches, compile_game, load: as in `Making`.
    """
    warmup = Warmup(names := tuple(names), stored)
    plain = warmup.plain
    processes = max(1, (os.cpu_count() or 2) // 2)
    working: asyncio.Task[None] | None = None

    def is_ready(game: Game) -> bool:
        # a table that began before its game's file changed goes on by the rules of then
        return warmup.is_ready(game.name) or catalogue.find(game.name) is not game

    async def stand_in(job: BotJob) -> str:
        warmup.hurry(job.game)
        return await plain.choose(job.position, job.who, job.seat, bot_pool.waiting)

    bot_pool.is_ready, bot_pool.stand_in = is_ready, stand_in

    async def work() -> None:
        nonlocal working
        pool = low_priority_processes(processes, NICENESS)
        try:
            making = Making(pool, compile_searches, compile_game, load)
            while not warmup.is_idle:
                await asyncio.gather(*(warmup.work(making) for _ in range(processes)))
        except asyncio.CancelledError:
            kill(pool)
            raise
        pool.shutdown(wait=False)
        if not warmup._missing:
            plain.end()
        working = None  # what comes from here on begins anew

    def begin() -> None:
        nonlocal working
        if working is None or working.done():
            working = asyncio.create_task(work())

    warmup.begin = begin
    if names:
        plain.begin()
    if warmup._missing:
        begin()
    try:
        yield warmup
    finally:
        if working:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
        plain.close()
