"""Analysis by expectimax, of games of two seats in which chance decides something."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ludarium.errors import AgentError
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.compiling import compiled
from ludarium.search.engine import LONGEST_LINE, Analysis, Line, check_asked, is_open_duel
from ludarium.search.expectimax import DEEPEST, FURTHER, expectimax
from ludarium.search.turns import Compared, compare_turn

__all__ = ["ChanceAnalyst", "is_chance_duel"]

FIRST = 4_000  # times the states, for the first move of chance: outcomes and whole turns

WARM, SLOW = 10_000, 1e-6  # states after which the speed is known, and seconds for one before


def is_chance_duel(position: Position) -> bool:
    """Return whether expectimax plays this game well: it is `is_open_duel`, with chance, and has a
    static evaluation.
    """
    game = position.game
    return is_open_duel(position) and game.has_chance and not game.plays_out


@dataclasses.dataclass
class Tried:
    """A move that was searched."""

    move: Move
    state: Any
    value: float = 0.0
    throws: int = -1
    """The moves of chance that were searched through."""
    cost: int = 1
    """The states that this took."""


class ChanceAnalyst:
    """Analyses positions by expectimax: all moves up to the next move of chance, then the best ones
    through one or two of these, as far as the time goes.
    """

    def __init__(self) -> None:
        self._stopped = threading.Event()

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, unless that was done before."""
        compiled(expectimax, position.game)(position.state, 0, 0, np.zeros(1, np.int64))

    def stop(self) -> None:
        """End the search that runs, at the next move that it tries."""
        self._stopped.set()

    def analyse(
        self,
        position: Position,
        *,
        seconds: float = 1.0,
        nodes: int | None = None,
        lines: int = 1,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search the position for its best `lines` moves.

        Every move is always evaluated. nodes: the states of the search, in place of the time.
        on_progress is called with the result after each further move. Raises AgentError where the
        game is of another kind, or chance decides, and GameOverError when the game is over.
        """
        check_asked(position, seconds, lines)
        if not is_chance_duel(position):
            raise AgentError(f"expectimax does not analyse {position.game.title}")
        seat, begin, visited = position.mover(), time.perf_counter(), np.zeros(1, np.int64)
        search = compiled(expectimax, position.game)
        self._stopped.clear()

        def try_move(one: Tried, throws: int) -> None:
            before = int(visited[0])
            one.value = float(search(one.state, seat, throws, visited))
            one.throws, one.cost = throws, int(visited[0]) - before

        def is_affordable(cost: int) -> bool:
            """Return whether so many states fit into what is left."""
            used, done = time.perf_counter() - begin, int(visited[0])
            if nodes is not None:
                return done + cost <= nodes
            return used + cost * (used / done if done > WARM else SLOW) <= seconds

        def told() -> Analysis:
            best = sorted(tried, key=lambda one: (-one.throws, -one.value))[:lines]
            used, done = time.perf_counter() - begin, int(visited[0])
            found = tuple(line_of(position, one) for one in best)
            return Analysis(found, found[0].depth, done, done / max(used, 1e-9), used)

        moves = position.legal_for(seat)
        tried = [Tried(move, generic.play(position.state, move.action)) for move in moves]
        for one in tried:
            try_move(one, 0)
        for throws in range(1, DEEPEST + 1):
            for one in sorted(tried, key=lambda one: -one.value)[: max(lines, 2)]:
                cost = one.cost * (FIRST if throws == 1 else FURTHER)
                if self._stopped.is_set() or not is_affordable(cost):
                    return told()
                try_move(one, throws)
                if on_progress:
                    on_progress(told())
        return told()

    def compare(self, turn: Sequence[Position], *, nodes: int) -> tuple[Compared, ...]:
        """Compare each move of a turn that was played with the best one, as `compare_turn` does.

        Raises AgentError where the game is of another kind, or chance decides.
        """
        check_asked(turn[0], 0.0, 1)
        if not is_chance_duel(turn[0]):
            raise AgentError(f"expectimax does not analyse {turn[0].game.title}")
        self._stopped.clear()
        return compare_turn(turn, nodes, self._stopped.is_set)


def line_of(position: Position, tried: Tried) -> Line:
    """The move, and those by which the seat ends its turn best."""
    seat, pv, at = position.mover(), [tried.move], position.play(tried.move)
    search = compiled(expectimax, position.game)
    while at.movers == (seat,) and len(pv) < LONGEST_LINE:
        moves = at.legal_for(seat)
        after = [generic.play(at.state, move.action) for move in moves]
        values = [float(search(state, seat, 0, np.zeros(1, np.int64))) for state in after]
        pv.append(moves[values.index(max(values))])
        at = at.play(pv[-1])
    return Line(tried.move, tried.value, "estimated", 1 + tried.throws, tuple(pv))
