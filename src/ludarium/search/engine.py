"""The engine: plays and analyses games of two seats that move in turn, by alpha-beta search.

`analyse` tells the best lines of a position, each with a value and a label of how sure that is;
`AlphaBetaAgent` plays. How it searches is told in `ludarium.search.alphabeta`, how time is used in
`ludarium.search.deepening`.
"""

from __future__ import annotations

import dataclasses
import functools
import threading
import time
from collections.abc import Callable
from typing import Any, Literal

from ludarium.errors import AgentError
from ludarium.play.agent import Thought
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.search.deepening import MOST_DEPTH, UNLIMITED, Finding, Worker
from ludarium.search.mcts import MctsAgent
from ludarium.search.scores import expected
from ludarium.search.scratch import MOST_EXCLUDED
from ludarium.search.transposition import GENERATIONS, NO_ACTION, SLOT, action_in, look_up

__all__ = [
    "CONTEMPT",
    "AlphaBetaAgent",
    "Analysis",
    "Engine",
    "Label",
    "Line",
    "analyse",
    "is_playable",
]

MEMORY = 64  # MB of the table
LONGEST_LINE = 30  # moves
LONGEST_PONDERING = 60.0  # seconds: the other seat may have left, and nobody tells
LEAST_LEFT = 0.1  # of the time: with less, tree search would choose by too few playouts
CONTEMPT = 60  # of whoever plays a game: against most opponents there is more to be had than a draw

Label = Literal["proved", "bounded", "estimated"]


@dataclasses.dataclass(frozen=True)
class Line:
    """One of the best moves of a position.

    value: what its seat can expect, from -1 (loss) to 1 (win). label: "proved" where that
    is the game's result if both sides play their best; "bounded" where the result is proved to be
    no worse, or no better, than a draw; "estimated" where nothing is proved. No proof counts on
    draws by repetition, where these are played. depth: how far it was searched, in plies. pv: the
    moves that are expected, the first of them `move`.
    """

    move: Move
    value: float
    label: Label
    depth: int
    pv: tuple[Move, ...]


@dataclasses.dataclass(frozen=True)
class Analysis:
    """What the engine found of a position: the best lines, best first; depth (plies) of the first,
    and how many states were visited.

    Where the search was stopped before it had all lines at that depth, the others follow, which
    were searched less deep.
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    nodes_per_second: float
    seconds: float

    def thought(self, move: Move) -> Thought | None:
        """What was found of this move; None where it is not the first of a line."""
        line = next((line for line in self.lines if line.move == move), None)
        if line is None:
            return None
        return Thought(
            line.value,
            line.label,
            self.nodes,
            "nodes",
            self.seconds,
            pv=tuple(after.text for after in line.pv),
        )

    @property
    def proved(self) -> bool:
        """Whether every line's value is proved."""
        return all(line.label == "proved" for line in self.lines)


def analyse(
    position: Position,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    lines: int = 1,
    threads: int = 1,
    on_progress: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The best `lines` moves of the position, as far as they can be found within so many seconds,
    or to this depth; by default in 1 s.

    on_progress is called with what is known after each depth. Raises AgentError where the engine
    cannot play the game, and GameOverError when the game is over.
    """
    return Engine(threads=threads).analyse(
        position, seconds=seconds, depth=depth, lines=lines, on_progress=on_progress
    )


class Engine:
    """Searches positions and remembers what it found, within `memory` MB for its table, and 2 MB a
    thread.

    threads: how many search at once. One search at a time; `stop` ends it from another thread. In
    hundredths of the logarithm of the odds of winning: noise, how far it misjudges positions (seed:
    which of them); contempt, how much it gives for not repeating positions.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = MEMORY,
        noise: int = 0,
        seed: int = 0,
        contempt: int = 0,
    ) -> None:
        if threads < 1 or memory < 1:
            raise AgentError(f"threads {threads}, memory {memory} MB: expected at least 1 of each")
        self._threads, self._slots = threads, memory * 1_000_000 // (8 * SLOT)
        self._played: tuple[Game, str] | None = None
        self._table: Any = None
        self._workers: list[Worker] = []
        self._noise, self._seed, self._contempt = noise, seed, contempt
        self._generation = 0
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the search that runs: it returns what it has found so far."""
        self._stopped.set()
        for worker in self._workers:
            worker.stop()

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, if that was not done before.

        Raises AgentError where it cannot play the game.
        """
        check_playable(position)
        self._set_up(position)
        worker = self._workers[0]
        worker.begin(position.state, [], 0)
        worker.stop()
        worker.search(1, unknown(position))

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
        on_progress: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """As `ludarium.search.engine.analyse`; what the engine found of positions before helps.

        Something is always searched.

        nodes: the search of each thread ends after so many states.
        """
        check_playable(position)
        position.mover()
        if seconds is not None and not seconds >= 0:
            raise AgentError(f"seconds {seconds}: expected 0 or more")
        if lines < 1 or (depth is not None and depth < 1):
            raise AgentError(f"lines {lines}, depth {depth}: expected at least 1 of each")
        self.prepare(position)
        if seconds is None and depth is None and nodes is None:
            seconds = 1.0
        most = min(depth or MOST_DEPTH, MOST_DEPTH)
        return self._search(
            position, seconds, most, nodes or UNLIMITED, min(lines, MOST_EXCLUDED), on_progress
        )

    def _set_up(self, position: Position) -> None:
        """Make a table and workers, where they are not of this game and ruleset already."""
        import numpy as np

        from ludarium.solve.tablebase.library import base_for

        played = (position.game, position.ruleset.name)
        if self._played != played:
            self._played = played
            self._table = np.zeros(self._slots * SLOT, np.int64)
            base = base_for(position.game, position.ruleset)
            self._workers = [Worker(position.game, self._table, base) for _ in range(self._threads)]
            for worker in self._workers:
                worker.misjudge(self._noise, self._seed)
                worker.shun_draws(self._contempt)

    def _search(
        self,
        position: Position,
        seconds: float | None,
        depth: int,
        nodes: int,
        lines: int,
        on_progress: Callable[[Analysis], None] | None,
    ) -> Analysis:
        begin = time.perf_counter()
        self._generation = (self._generation + 1) % GENERATIONS
        past = past_keys(position)
        for worker in self._workers:
            worker.begin(position.state, past, self._generation)
        self._stopped.clear()
        main = self._workers[0]
        found: list[Finding] = []
        count = min(lines, generic.legal_count(position.state, position.mover()))
        found, reached = improved(main, position, 1, found, count) or [unknown(position)], 1
        for worker in self._workers:
            # only now, as a long exchange of captures can cost more than a low level has, and it
            # must find a move
            worker.limit(nodes)
        timer = (
            threading.Timer(max(0.0, seconds - (time.perf_counter() - begin)), self.stop)
            if seconds is not None
            else None
        )
        helpers = [
            threading.Thread(target=functools.partial(help_out, worker, found[0], depth, number))
            for number, worker in enumerate(self._workers[1:])
        ]
        for thread in (*helpers, *filter(None, [timer])):
            thread.daemon = True
            thread.start()
        try:
            while True:
                if on_progress:
                    on_progress(self._report(position, found, begin))
                if (
                    main.stopped
                    or self._stopped.is_set()
                    or reached >= depth
                    or all(line.settled for line in found)
                ):
                    break
                reached += 1
                found = improved(main, position, reached, found, count)
        finally:
            if timer is not None:
                timer.cancel()
            for worker in self._workers:
                worker.stop()
            for thread in helpers:
                thread.join()
        return self._report(position, found, begin)

    def _report(self, position: Position, found: list[Finding], begin: float) -> Analysis:
        nodes = sum(worker.nodes for worker in self._workers)
        seconds = time.perf_counter() - begin
        lines = tuple(self._line(position, finding) for finding in found)
        return Analysis(lines, found[0].depth, nodes, nodes / max(seconds, 1e-9), seconds)

    def _line(self, position: Position, found: Finding) -> Line:
        moves: list[Move] = []
        at = position
        for action in found.variation or (found.action,):
            moves.append(at.move(at.mover(), action))
            at = at.play_joint(action)
        while not at.over and len(moves) < LONGEST_LINE:
            content = look_up(self._table, self._slots, key_of(at))
            action = action_in(content) if content != -1 else NO_ACTION
            if action not in at.game.legal_actions(at.state, at.mover()):
                break
            moves.append(at.move(at.mover(), action))
            at = at.play_joint(action)
        return Line(moves[0], expected(found.score), label_of(found), found.depth, tuple(moves))


def is_playable(position: Position) -> bool:
    """Whether the game is of two seats that move in turn, of which one wins what the other
    loses.
    """
    game = position.game
    return (
        position.seats == 2
        and not generic.action_bits(position.state)
        and game.returns_sum == 0
        and tuple(game.returns_range) == (-1, 1)
    )


def check_playable(position: Position) -> None:
    """Raise AgentError where the engine cannot play the game."""
    if not is_playable(position):
        raise AgentError(
            "the engine plays games of two seats that move in turn, win, lose or draw; "
            f"{position.game.title} is not one"
        )


def unknown(position: Position) -> Finding:
    """What is known of a position before it is searched: that its first legal action can be
    played.
    """
    action = generic.nth_legal(position.state, position.mover(), 0)
    return Finding(action, 0, 0, 0, (action,))


def improved(
    worker: Worker, position: Position, depth: int, known: list[Finding], count: int
) -> list[Finding]:
    """The `count` best lines at this depth; where the search was stopped, those that were found,
    then the best of those known before.
    """
    found: list[Finding] = []
    for _ in range(count):
        excluded = [finding.action for finding in found]
        left = [finding for finding in known if finding.action not in excluded]
        finding = worker.search(depth, left[0] if left else another(position, excluded), excluded)
        if finding is None:
            return (found + left)[:count]
        found.append(finding)
        if worker.stopped:
            return (
                found
                + [
                    finding
                    for finding in known
                    if finding.action not in (*excluded, found[-1].action)
                ]
            )[:count]
    return sorted(found, key=lambda finding: finding.score, reverse=True)


def another(position: Position, excluded: list[int]) -> Finding:
    """A legal action that is not among these, of which nothing is known."""
    actions = position.game.legal_actions(position.state, position.mover())
    action = next(action for action in actions if action not in excluded)
    return Finding(action, 0, 0, 0, (action,))


def help_out(worker: Worker, found: Finding, depth: int, number: int) -> None:
    """Search along with another worker, for what is found in the common table; every second helper
    is a ply ahead.
    """
    for reached in range(2 + number % 2, depth + 1):
        better = worker.search(reached, found)
        if better is None or worker.stopped or better.settled:
            return
        found = better


def key_of(position: Position) -> int:
    """The key by which the table knows a position."""
    return _key(position.game, position.state)


@functools.lru_cache(maxsize=1 << 14)
def _key(game: Game, state: Any) -> int:
    """Cached, as each search asks for the keys of all positions of the game so far."""
    return generic.fingerprint(game.plain(state)) >> 1


def past_keys(position: Position) -> list[int]:
    """The keys of the positions before this one that may come back, oldest first; none where the
    game cannot go in circles.
    """
    if generic.most_plies(position.state) < generic.UNBOUNDED:
        return []
    keys = []
    at = position.before
    while at is not None:
        keys.append(key_of(at))
        at = at.before
    return keys[::-1]


def label_of(found: Finding) -> Label:
    """How sure a finding is."""
    if found.settled:
        return "proved"
    return "bounded" if found.proof and found.score == 0 else "estimated"


class AlphaBetaAgent:
    """Plays by alpha-beta search, so many seconds a move; 0 still gives a legal move.

    `report` is what the last search found.

    Where every move loses by proof, all are equal to the search, but not to who must find the win:
    then tree search has the rest of the time, and the move that wins most of its playouts is
    played.

    threads: how many search at once; ponder: whether they go on while the other seat thinks, for a
    minute at most; memory: MB of the engine's table, to which the tree adds up to 50; name: by
    default the setting as text; seed: of the playouts.
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
        self._seconds = seconds
        self._seed = seed
        self._engine = Engine(threads=threads, memory=memory, contempt=CONTEMPT)
        self._ponder = ponder
        self._pondering: threading.Thread | None = None

    def prepare(self, position: Position) -> None:
        """Compile the searches for the position's game, if that was not done before; no search of a
        game before goes on.
        """
        self.stop_pondering()
        self._engine.prepare(position)
        MctsAgent(seconds=1.0).prepare(position)

    def choose(self, position: Position, seat: int) -> Move:
        self.stop_pondering()
        move = self._chosen(position, seat)
        if self._ponder:
            self._start_pondering(position.play(move))
        return move

    def stop_pondering(self) -> None:
        """End the search that goes on since the last move, if one does. What it found is kept."""
        if self._pondering is not None:
            while self._pondering.is_alive():  # it may not have begun its search yet
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
        if line.label == "proved" and line.value < 0 and left > LEAST_LEFT * self._seconds:
            move = MctsAgent(seconds=left, seed=self._seed, keep=False).choose(position, seat)
            self.report = dataclasses.replace(
                self.report, lines=(dataclasses.replace(line, move=move, pv=(move,)),)
            )
        return self.report.lines[0].move
