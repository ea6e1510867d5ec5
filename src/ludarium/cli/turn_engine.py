"""`ludarium engine --uci GAME` and `--ugi GAME`: one of our agents for hosts that say a position
and ask for a move, in the words of a `Dialect`.

With `--uci` the host's first word chooses among UCI and UCCI.
"""

from __future__ import annotations

import contextlib
import dataclasses
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

from ludarium.cli.dialects import DIALECTS, UGI, Dialect
from ludarium.cli.engine import check_agent
from ludarium.cli.engine_options import EngineOptions
from ludarium.cli.engine_search import AgentSearch, AnalysisSearch, EngineSearch
from ludarium.cli.go_command import Limits, read_go
from ludarium.cli.told_positions import ToldPosition, written_move
from ludarium.errors import AgentError, LudariumError, SeatsError
from ludarium.play.position import Move, Position
from ludarium.rules.game import Game
from ludarium.rules.seat_counts import seats_in_words
from ludarium.version import __version__

__all__ = ["TurnEngine", "serve_turns"]

PROMPT = 0.03  # seconds after `stop` in which a search may still answer by itself
QUESTIONS = ("p1turn", "gameover", "result")  # of UGI
ANALYSIS = "analysis"  # what answers where no agent is named


def serve_turns(
    game: Game, ruleset: str | None, dialect: Dialect, who: str | None, seed: int | None
) -> None:
    """Answer the lines of the standard input until it ends, or `quit`.

    Raises SeatsError for a game of other than two seats, and AgentError where there is no such
    agent, or hosts do not know the game.
    """

    def write(line: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # the host has gone, and wants no answer
            print(line, flush=True)

    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
    TurnEngine(game, ruleset, dialect, who, seed, write).serve(sys.stdin)


class TurnEngine:
    """The engine side of a dialect.

    Unknown lines are ignored, as UCI wants it; wrong ones are answered by `info string error`.

    who: the agent; None for an analysis by the search that suits the game.
    """

    def __init__(
        self,
        game: Game,
        ruleset: str | None,
        dialect: Dialect,
        who: str | None,
        seed: int | None,
        write: Callable[[str], None],
    ) -> None:
        if game.seats != (2, 2):
            raise SeatsError(
                f"{dialect.name} is for games of two seats: {game.title} has "
                f"{seats_in_words(game.seat_counts)}"
            )
        if game.uci_variant is None and not dialect.own_moves:
            raise AgentError(
                f"{game.title} is no game that hosts of {dialect.name} know: expected --ugi"
            )
        if who is not None:
            check_agent(who)
        self._game, self._dialect, self._who, self._seed = game, dialect, who, seed
        self._options = EngineOptions(variant="" if dialect.own_moves else game.uci_variant or "")
        self._told = ToldPosition(game, game.ruleset(ruleset).name)
        self._search: EngineSearch | None = None
        self._searches_by: tuple[object, ...] = ()
        self._thinking: threading.Thread | None = None
        self._write, self._lock = write, threading.Lock()
        self._asked: _Asked | None = None  # the last search

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            try:
                self._hear(word, rest.strip())
            except LudariumError as error:
                self._write(f"info string error: {error}")
        else:
            self._wait()  # who has asked for an answer may still read it
        self._stop()

    def _hear(self, word: str, rest: str) -> None:
        for dialect in DIALECTS:
            if word == dialect.hello and (dialect is UGI) == (self._dialect is UGI):
                self._dialect = dialect
                return self._greet()
        match word:
            case "stop":
                self._stop()
            case "isready":
                if not (self._thinking and self._thinking.is_alive()):
                    self._searcher().prepare(self._told.first())
                self._write("readyok")
            case "setoption":
                self._wait()
                self._options.set(rest)
            case "position":
                self._told.read(rest, self._dialect)
            case "query":
                self._write(f"response {self._answer(rest)}")
            case "go":
                self._wait()
                self._go(rest.split())
            case _ if word and word == self._dialect.new_game:
                self._told.begin()
        return None

    def _greet(self) -> None:
        who = self._who or ANALYSIS
        self._write(f"id name Ludarium {__version__} {self._game.title} {who}")
        self._write("id author the Ludarium team")
        for line in () if self._dialect is UGI else self._options.lines_of_hello(self._dialect):
            self._write(line)
        self._write(self._dialect.ready)

    def _searcher(self) -> EngineSearch:
        """The search that the options ask for, which is kept while they stay."""
        options, bare = self._options, self._dialect.bare_scores
        wanted = (options.level, options.threads, options.memory, options.lines, bare)
        if self._search is None or self._searches_by != wanted:
            self._searches_by = wanted
            who = f"level:{options.level}" if options.level else self._who
            if who is None:
                self._search = AnalysisSearch(
                    options.threads, options.memory, options.lines, bare, self._written
                )
            else:
                self._search = AgentSearch(who, self._seed, bare, self._written)
        return self._search

    def _written(self, move: Move) -> str:
        return written_move(move, self._dialect)

    def _answer(self, question: str) -> str:
        if question not in QUESTIONS:
            raise LudariumError(f"query {question[:40]}: expected p1turn, gameover or result")
        position = self._told.position
        match question:
            case "p1turn":
                return str(position.to_move == 0).casefold()
            case "gameover":
                return str(position.over).casefold()
            case "result" if not position.over:
                return "none"
            case _:
                first, second = position.returns
                return "draw" if first == second else "p1win" if first > second else "p2win"

    def _go(self, words: list[str]) -> None:
        """Think in a thread of its own, so that `stop` is heard."""
        try:
            position = self._told.position
        except LudariumError:
            self._write(self._dialect.no_move)
            raise
        if position.over:
            self._write(self._dialect.no_move)
            return
        if position.by_chance:
            raise LudariumError("chance is to decide here, and no seat to move")
        limits = read_go(words, self._dialect, position.mover())
        for word in limits.refused:
            self._write(f"info string {word} is not supported: this search is one without it")
        asked = _Asked(self._searcher(), position, limits)
        before, self._asked = self._thinking, asked
        self._thinking = threading.Thread(target=self._think, args=(asked, before), daemon=True)
        self._thinking.start()

    def _think(self, asked: _Asked, before: threading.Thread | None) -> None:
        """Search and answer. before: a search that was answered for, but may not have ended."""
        if before:
            before.join()

        def told(move: Move, infos: Iterator[str]) -> None:
            with self._lock:
                if not asked.answered:
                    asked.best = move
                    for info in infos:
                        self._write(info)

        move = asked.position.legal[0]
        try:
            if not asked.stopped.is_set():
                move = asked.search.search(asked.position, asked.limits, told)
        except LudariumError as error:
            self._write(f"info string error: {error}")
        if asked.limits.endless:
            asked.stopped.wait()
        self._give(asked, move)

    def _give(self, asked: _Asked, move: Move) -> None:
        """Answer by this move, unless that was done."""
        with self._lock:
            if not asked.answered:
                asked.answered = True
                self._write(f"bestmove {self._written(move)}")

    def _stop(self) -> None:
        """Answer at once: by the search's own move if it ends promptly, else by its best so far."""
        asked, thread = self._asked, self._thinking
        if asked is None or thread is None or asked.answered:
            return
        asked.stopped.set()
        asked.search.stop()
        thread.join(PROMPT)
        # the search may not have begun, or be one that nothing stops
        self._give(asked, asked.best or asked.position.legal[0])
        threading.Thread(target=_end, args=(asked, thread), daemon=True).start()

    def _wait(self) -> None:
        """Wait for the answer, if any is due; an endless search is stopped for it."""
        if self._asked and self._asked.limits.endless:
            self._stop()
        elif self._thinking and self._asked and not self._asked.answered:
            self._thinking.join()


@dataclasses.dataclass(eq=False)
class _Asked:
    """A search that the host asked for."""

    search: EngineSearch
    position: Position
    limits: Limits
    best: Move | None = None
    """The best move so far."""
    stopped: threading.Event = dataclasses.field(default_factory=threading.Event)
    answered: bool = False


def _end(asked: _Asked, thread: threading.Thread) -> None:
    """Stop a search that was answered for until it has ended: it may not have begun before."""
    while thread.is_alive():
        asked.search.stop()
        thread.join(0.01)
