"""The agent that plays by alpha-beta search."""

from __future__ import annotations

import dataclasses
import functools
import threading
import time

from ludarium.errors import AgentError
from ludarium.play.position import Move, Position
from ludarium.search.engine import MEMORY, Analysis, Engine
from ludarium.search.mcts import MctsAgent

__all__ = ["CONTEMPT", "AlphaBetaAgent"]


LONGEST_PONDERING = 60.0  # seconds; the opponent may have left without notice
LEAST_LEFT = 0.1  # share of the time; with less, tree search would have too few playouts
CONTEMPT = 60  # of agents that play: against most opponents a draw is less than can be had


class AlphaBetaAgent:
    """Plays by alpha-beta search.

    Where every move is proved to lose, the opponent may still miss the win: tree search gets the
    rest of the time, and the move that wins most of its playouts is played.

    seconds: time for each move; with 0 it still plays a legal one. threads: number of search
    threads. ponder: whether it searches in the opponent's time, for a minute at most. memory: size
    of the transposition table in MB, to which tree search adds up to 50. name: by default the
    setting as text. seed: of the playouts.
    """

    def __init__(
        self,
        seconds: float,
        *,
        threads: int = 1,
        ponder: bool = False,
        memory: int = MEMORY,
        name: str | None = None,
        seed: int | None = None,
    ) -> None:
        if not seconds >= 0:
            raise AgentError(f"seconds {seconds}: expected 0 or more")
        self.name = name or f"alphabeta:{seconds:.10g}s" + (
            f":{threads}" if threads > 1 else ""
        ) + (":ponder" if ponder else "")
        self.report: Analysis | None = None
        """Result of the last search; None after a forced move."""
        self._seconds = seconds
        self._seed = seed
        self._engine = Engine(threads=threads, memory=memory, contempt=CONTEMPT)
        self._ponder = ponder
        self._pondering: threading.Thread | None = None
        self._stopped = False

    def stop(self) -> None:
        """End the search that runs; it chooses by what it found."""
        self._stopped = True
        self._engine.stop()

    def prepare(self, position: Position) -> None:
        """Compile the searches for the position's game, and stop pondering on an earlier game."""
        self.stop_pondering()
        self._engine.prepare(position)
        MctsAgent(seconds=1.0).prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        self.stop_pondering()
        self._stopped = False
        move = self._chosen(position, seat)
        if self._ponder:
            self._start_pondering(position.play(move))
        return move

    def stop_pondering(self) -> None:
        """Stop pondering, if it runs. Its results stay in the transposition table."""
        if self._pondering is not None:
            while self._pondering.is_alive():  # its search may not have started yet
                self._engine.stop()
                self._pondering.join(0.001)
            self._pondering = None

    def _start_pondering(self, position: Position) -> None:
        if position.over:
            return
        search = functools.partial(self._engine.analyse, position, seconds=LONGEST_PONDERING)
        self._pondering = threading.Thread(target=search, name="pondering", daemon=True)
        self._pondering.start()

    def _chosen(self, position: Position, seat: int) -> Move:
        legal = position.legal_for(position.mover(seat))
        if len(legal) == 1:
            self.report = None
            return legal[0]
        begin = time.perf_counter()
        self.report = self._engine.analyse(position, seconds=self._seconds)
        (line,) = self.report.lines
        left = self._seconds - (time.perf_counter() - begin)
        lost = line.label == "proved" and line.value < 0
        if lost and left > LEAST_LEFT * self._seconds and not self._stopped:
            move = MctsAgent(seconds=left, seed=self._seed, keep=False).choose(position, seat)
            self.report = dataclasses.replace(
                self.report, lines=(dataclasses.replace(line, move=move, pv=(move,)),)
            )
        return self.report.lines[0].move
