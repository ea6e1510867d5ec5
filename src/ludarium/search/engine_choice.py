"""The choice of who analyses a game: the engine, expectimax where chance decides something, or tree
search where there is no static evaluation to search by.

`choose_engine` picks one of them, which have the same methods: `prepare`, `analyse` and `stop`.
"""

from __future__ import annotations

import dataclasses
import random
import threading
import time
from collections.abc import Callable, Sequence

from ludarium.errors import AgentError
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.search.engine import (
    LONGEST_LINE,
    MEMORY,
    Analysis,
    Engine,
    Label,
    Line,
    check_asked,
    is_playable,
)
from ludarium.search.expectimax_analyst import ChanceAnalyst, is_chance_duel
from ludarium.search.mcts import MctsAgent, SearchReport
from ludarium.search.turns import Compared, turn_moves

__all__ = ["Analyst", "TreeAnalyst", "choose_engine"]

SLICE = 0.25  # seconds of search between two looks at whether to stop
MOST_WAYS = 40  # that chance decides next, of which all are looked at; of more, some
NODES = 10  # states of the engine's search that cost about as much as a playout


def choose_engine(
    position: Position, *, threads: int = 1, memory: int = MEMORY, seed: int | None = None
) -> Analyst:
    """Choose what analyses games such as the position's best.

    threads, memory: as for `Engine`. seed: of the playouts of tree search. Raises AgentError where
    nothing can, as the game hides something or several seats choose at once.
    """
    if is_playable(position) and not position.game.plays_out:
        return Engine(threads=threads, memory=memory)
    if is_chance_duel(position):
        return ChanceAnalyst()
    check_open(position)
    return TreeAnalyst(seed)


def check_open(position: Position) -> None:
    """Raise AgentError where the game hides something or several seats choose at once."""
    if position.game.hides or generic.action_bits(position.state):
        raise AgentError(
            "positions can be analysed where nothing is hidden and one seat moves at a time; "
            f"{position.game.title} is another kind of game"
        )


class TreeAnalyst:
    """Analyses open games of any number of seats, with or without chance, by tree search.

    It runs one search at a time, which another thread can end by `stop`. A search goes on with the
    tree of the one before, where that is of the same game.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._stopped = threading.Event()
        self._seed = seed
        self._searcher = MctsAgent(seconds=SLICE, seed=seed)

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, unless that was done before.

        Raises AgentError where the game is of another kind.
        """
        check_open(position)
        self._searcher.prepare(position)

    def stop(self) -> None:
        """End the search that runs, within a quarter of a second."""
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

        A few playouts are always made. nodes: in place of the time, the states of a search by the
        engine that would cost about as much; the result is then the same for the same seed.
        on_progress is called with the result a few times a second. Raises AgentError where the game
        is of another kind, or chance decides, and GameOverError when the game is over.
        """
        check_asked(position, seconds, lines)  # before anything is compiled for it
        self.prepare(position)
        seat = position.mover()
        self._stopped.clear()
        begin, done = time.perf_counter(), 0
        if nodes is not None:
            self._searcher = MctsAgent(simulations=max(1, nodes // NODES), seed=self._seed)
            report = self._searcher.search(position, seat)
            elapsed = time.perf_counter() - begin
            return self._analysis(position, report, lines, report.simulations, elapsed)
        while True:
            left = seconds - (time.perf_counter() - begin)
            report = self._searcher.search(position, seat, seconds=max(0.0, min(SLICE, left)))
            done += report.simulations
            elapsed = time.perf_counter() - begin
            analysis = self._analysis(position, report, lines, done, elapsed)
            if on_progress:
                on_progress(analysis)
            if report.proved or elapsed >= seconds or self._stopped.is_set():
                return analysis

    def compare(self, turn: Sequence[Position], *, nodes: int) -> tuple[Compared, ...]:
        """Compare each move of a turn that was played with the best one: each by as many playouts
        after it, from everything that chance may decide next.

        turn: the positions of the turn, and that after it. nodes: as for `analyse`, for all these
        moves. Raises as `analyse`.
        """
        share = nodes // (3 * (len(turn) - 1))
        moves = turn_moves(turn)
        return tuple(
            self._compare(here, after, move, share)
            for here, after, move in zip(turn, turn[1:], moves, strict=False)
        )

    def _compare(self, here: Position, after: Position, move: Move, nodes: int) -> Compared:
        seat = here.mover()
        value, label = self._value_after(after, seat, nodes)
        played = Line(move, value, label, 1, (move,))
        if len(here.legal) == 1:
            return Compared(played, played)
        best = self.analyse(here, nodes=nodes).lines[0]
        if best.move == move:
            return Compared(played, played)
        if best.label != "proved":
            value, label = self._value_after(here.play(best.move), seat, nodes)
            best = dataclasses.replace(best, value=value, label=label)
        return Compared(best, played) if best.value > played.value else Compared(played, played)

    def _value_after(self, position: Position, seat: int, nodes: int) -> tuple[float, Label]:
        """The seat's expected return, from -1 to 1, and its certainty: the mean of the positions
        that chance leads to.
        """
        ways = after_chance(position, random.Random(position.text))
        total, certain = 0.0, True
        for weight, at in ways:
            if at.over:
                total += weight * at.game.scaled(at.returns[seat])
                continue
            best = self.analyse(at, nodes=nodes // len(ways)).lines[0]
            total += weight * (best.value if at.mover() == seat else -best.value)
            certain = certain and best.label == "proved"
        return total, "proved" if certain else "estimated"

    def _analysis(
        self, position: Position, report: SearchReport, count: int, playouts: int, seconds: float
    ) -> Analysis:
        """The `count` best moves of a search; playouts, seconds: those of the whole analysis."""
        scaled = position.game.scaled
        lines = tuple(
            Line(
                candidate.move,
                scaled(candidate.value),
                "proved" if candidate.proved else "estimated",
                report.depth,
                self._searcher.variation(position, candidate.move, LONGEST_LINE),
            )
            for candidate in report.candidates[:count]
        )
        speed = playouts / max(seconds, 1e-9)
        mean = scaled(report.mean)
        return Analysis(lines, report.depth, playouts, speed, seconds, "playouts", mean)


def after_chance(position: Position, source: random.Random) -> list[tuple[float, Position]]:
    """The positions in which chance decides no more, each with its probability: all, or where these
    are many, MOST_WAYS that are drawn.
    """
    ways = [(1.0, position)]
    while len(ways) <= MOST_WAYS and any(at.by_chance for _, at in ways):
        further: list[tuple[float, Position]] = []
        for share, at in ways:
            outcomes = at.game.outcomes(at.state) if at.by_chance else ()
            total = sum(weight for _, weight in outcomes)
            further += [
                (share * weight / total, at.play_joint(action)) for action, weight in outcomes
            ] or [(share, at)]
        ways = further
    if len(ways) <= MOST_WAYS:
        return ways
    drawn = []
    for _ in range(MOST_WAYS):
        at = position
        while at.by_chance:
            at = at.play(at.outcome(source))
        drawn.append((1 / MOST_WAYS, at))
    return drawn


Analyst = Engine | ChanceAnalyst | TreeAnalyst
"""One of those that analyse a game."""
