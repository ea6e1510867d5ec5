"""The engine: analyses and plays games of two seats that move in turn, by alpha-beta search.

`analyse` returns the best lines of a position, each with a value and a label of how certain that
is; `AlphaBetaAgent` plays. The search itself is in `ludarium.search.alphabeta`, iterative deepening
in `ludarium.search.deepening`.
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
from ludarium.play.cycles import lost_by_cycle
from ludarium.play.position import Move, Position
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.search.deepening import MOST_DEPTH, UNLIMITED, RootMove, Worker
from ludarium.search.scores import DECIDED, WIN, expected
from ludarium.search.search_stack import MOST_EXCLUDED
from ludarium.search.transposition import GENERATIONS, NO_ACTION, SLOT, action_in, look_up

__all__ = [
    "Analysis",
    "Engine",
    "Label",
    "Line",
    "analyse",
    "check_asked",
    "is_open_duel",
    "is_playable",
]

MEMORY = 64  # MB of the transposition table
LONGEST_LINE = 30  # moves

Label = Literal["proved", "bounded", "estimated"]


@dataclasses.dataclass(frozen=True)
class Line:
    """One of the best moves of a position, with its principal variation."""

    move: Move
    """The move."""
    value: float
    """Expected return of the seat to move, from -1 (loss) to 1 (win)."""
    label: Label
    """The certainty of the value.

    "proved": the result under best play; "bounded": proved to be no worse, or no better, than a
    draw; "estimated": nothing is proved. No proof relies on draws by repetition.
    """
    depth: int
    """Search depth in plies."""
    pv: tuple[Move, ...]
    """The principal variation; its first move is `move`."""
    plies: int | None = None
    """Plies until the game ends, where the search proved a win or a loss and counted them."""


@dataclasses.dataclass(frozen=True)
class Analysis:
    """Result of a search."""

    lines: tuple[Line, ...]
    """The best lines, best first.

    Where the search was stopped before all lines reached the last depth, the shallower ones follow.
    """
    depth: int
    """Search depth of the first line in plies."""
    nodes: int
    """Number of states visited, by all threads; or of playouts, where `unit` says so."""
    nodes_per_second: float
    """Search speed."""
    seconds: float
    """Duration of the search."""
    unit: Literal["nodes", "playouts"] = "nodes"
    """The unit of `nodes`."""
    mean: float | None = None
    """Mean return of the seat to move over all playouts, from -1 to 1; None where there are none.
    """

    def thought(self, move: Move) -> Thought | None:
        """The result for this move; None where no line begins with it."""
        line = next((line for line in self.lines if line.move == move), None)
        if line is None:
            return None
        return Thought(
            line.value,
            line.label,
            self.nodes,
            self.unit,
            self.seconds,
            pv=tuple(after.text for after in line.pv),
        )

    @property
    def proved(self) -> bool:
        """True if every line's value is proved."""
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
    """Search the position for its best `lines` moves, by default for 1 second.

    The search ends after `seconds` or at `depth` plies, whichever comes first. on_progress is
    called with the result after each iteration. Raises AgentError where the engine cannot play the
    game, and GameOverError when the game is over.
    """
    return Engine(threads=threads).analyse(
        position, seconds=seconds, depth=depth, lines=lines, on_progress=on_progress
    )


class Engine:
    """Alpha-beta search with a transposition table that is kept between searches.

    It runs one search at a time, which another thread can end by `stop`.

    threads: number of search threads; each takes 2 MB. memory: size of the transposition table
    in MB. noise: largest random error of the static evaluation, and contempt: how much less than 0
    a draw by repetition counts, both in hundredths of the natural logarithm of the odds of winning.
    seed: decides which positions get which errors, 0 to 2**62.
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
        self._set_up_for: tuple[Game, str] | None = None  # game and name of the ruleset
        self._table: Any = None
        self._workers: list[Worker] = []
        self._noise, self._seed, self._contempt = noise, seed, contempt
        self._generation = 0
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Stop the current search, which then returns its result so far."""
        self._stopped.set()
        for worker in self._workers:
            worker.stop()

    def prepare(self, position: Position) -> None:
        """Compile the search for the position's game, unless that was done before.

        Raises AgentError where the engine cannot play the game.
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
        """Analyse like the function `analyse`, but with this engine's transposition table.

        At least depth 1 is always searched. nodes: the number of states after which each thread
        stops.
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
        """Make the transposition table and the workers, where they are of another ruleset."""
        import numpy as np

        from ludarium.solvers.tablebase.library import base_for

        wanted = (position.game, position.ruleset.name)
        if self._set_up_for != wanted:
            self._set_up_for = wanted
            self._table = np.zeros(self._slots * SLOT, np.int64)
            tablebase = base_for(position.game, position.ruleset)
            self._workers = [
                Worker(position.game, self._table, tablebase) for _ in range(self._threads)
            ]
            for worker in self._workers:
                worker.set_noise(self._noise, self._seed)
                worker.set_contempt(self._contempt)

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
        legal = generic.legal_count(position.state, position.mover())
        count = min(lines, legal)
        # the search takes what it cannot judge, such as a perpetual chase, for a draw
        lost = lost_by_cycle(position)[:MOST_EXCLUDED] if count == 1 else []
        if len(lost) == legal:
            lost = []
        root_moves = multi_pv(main, position, 1, [], count, lost) or [unknown(position)]
        reached = 1
        for worker in self._workers:
            # only after depth 1, which must find a move: quiescence alone can exceed the limit of a
            # low level
            worker.limit_nodes(nodes)
        timer = (
            threading.Timer(max(0.0, seconds - (time.perf_counter() - begin)), self.stop)
            if seconds is not None
            else None
        )
        helpers = [
            threading.Thread(
                target=functools.partial(lazy_smp, worker, root_moves[0], depth, number)
            )
            for number, worker in enumerate(self._workers[1:])
        ]
        for thread in (*helpers, *filter(None, [timer])):
            thread.daemon = True
            thread.start()
        try:
            while True:
                if on_progress:
                    on_progress(self._report(position, root_moves, begin))
                if (
                    main.stopped
                    or self._stopped.is_set()
                    or reached >= depth
                    or all(line.proved for line in root_moves)
                ):
                    break
                reached += 1
                root_moves = multi_pv(main, position, reached, root_moves, count, lost)
        finally:
            if timer is not None:
                timer.cancel()
            for worker in self._workers:
                worker.stop()
            for thread in helpers:
                thread.join()
        return self._report(position, root_moves, begin)

    def _report(self, position: Position, root_moves: list[RootMove], begin: float) -> Analysis:
        nodes = sum(worker.nodes for worker in self._workers)
        seconds = time.perf_counter() - begin
        lines = tuple(self._line(position, root_move) for root_move in root_moves)
        return Analysis(lines, root_moves[0].depth, nodes, nodes / max(seconds, 1e-9), seconds)

    def _line(self, position: Position, root_move: RootMove) -> Line:
        moves: list[Move] = []
        at = position
        for action in root_move.variation or (root_move.action,):
            moves.append(at.move(at.mover(), action))
            at = at.play_joint(action)
        while not at.over and len(moves) < LONGEST_LINE:
            content = look_up(self._table, self._slots, key_of(at))
            action = action_in(content) if content != -1 else NO_ACTION
            if action not in at.game.legal_actions(at.state, at.mover()):
                break
            moves.append(at.move(at.mover(), action))
            at = at.play_joint(action)
        score = root_move.score
        return Line(
            moves[0],
            expected(score),
            label_of(root_move),
            root_move.depth,
            tuple(moves),
            WIN - abs(score) if abs(score) > DECIDED else None,
        )


def is_playable(position: Position) -> bool:
    """Return whether the game is `is_open_duel`, and nothing in it is decided by chance."""
    return is_open_duel(position) and not position.game.has_chance


def is_open_duel(position: Position) -> bool:
    """Return whether the game `is_duel`, and all that decides what is legal stands in the state: no
    superko.
    """
    return is_duel(position) and not position.game.superko


def is_duel(position: Position) -> bool:
    """Return whether the game is zero-sum and open, of two seats that move in turn."""
    game = position.game
    return (
        position.seats == 2
        and not generic.action_bits(position.state)
        and game.returns_sum == 0
        and tuple(game.returns_range) == (-1, 1)
        and not game.hides
    )


def check_playable(position: Position) -> None:
    """Raise AgentError where the engine cannot play the game."""
    if not is_playable(position):
        raise AgentError(
            "the engine plays open games of two seats that move in turn, win, lose or draw, "
            f"without chance and superko; {position.game.title} is not one"
        )


def check_asked(position: Position, seconds: float, lines: int) -> None:
    """Raise AgentError where an analysis has no time or no lines, or chance decides."""
    if not seconds >= 0 or lines < 1:
        raise AgentError(f"seconds {seconds}, lines {lines}: expected at least 0, and 1")
    if position.by_chance:
        raise AgentError(f"chance decides here, and nobody chooses: {position.view.status}")


def unknown(position: Position) -> RootMove:
    """The root move before any search: the first legal action, at depth 0."""
    action = generic.nth_legal(position.state, position.mover(), 0)
    return RootMove(action, 0, 0, 0, (action,))


def multi_pv(
    worker: Worker,
    position: Position,
    depth: int,
    known: list[RootMove],
    count: int,
    lost: list[int],
) -> list[RootMove]:
    """The `count` best lines at this depth, without the actions that are known to lose.

    Where the search was stopped, the lines that it completed, then the best of the `known` ones.
    """
    lines: list[RootMove] = []
    for _ in range(count):
        excluded = [*lost, *(root_move.action for root_move in lines)]
        left = [root_move for root_move in known if root_move.action not in excluded]
        root_move = worker.search(
            depth, left[0] if left else fallback(position, excluded), excluded
        )
        if root_move is None:
            return (lines + left)[:count]
        lines.append(root_move)
        if worker.stopped:
            return (
                lines
                + [
                    root_move
                    for root_move in known
                    if root_move.action not in (*excluded, lines[-1].action)
                ]
            )[:count]
    return sorted(lines, key=lambda root_move: root_move.score, reverse=True)


def fallback(position: Position, excluded: list[int]) -> RootMove:
    """The root move of depth 0 for a legal action that is not excluded."""
    actions = position.game.legal_actions(position.state, position.mover())
    action = next(action for action in actions if action not in excluded)
    return RootMove(action, 0, 0, 0, (action,))


def lazy_smp(worker: Worker, best: RootMove, depth: int, number: int) -> None:
    """Iterative deepening of a helper thread, which fills the shared transposition table.

    Every second helper searches a ply deeper (lazy SMP).
    """
    for reached in range(2 + number % 2, depth + 1):
        better = worker.search(reached, best)
        if better is None or worker.stopped or better.proved:
            return
        best = better


def key_of(position: Position) -> int:
    """The position's key in the transposition table: 63 bits of its fingerprint."""
    return _key(position.game, position.state)


@functools.lru_cache(maxsize=1 << 14)
def _key(game: Game, state: Any) -> int:
    """Cached, because each search needs the keys of all positions of the game so far."""
    return generic.fingerprint(game.plain(state)) >> 1


def past_keys(position: Position) -> list[int]:
    """Keys of the game's earlier positions, oldest first, to detect repetitions.

    Empty in games without cycles.
    """
    if generic.most_plies(position.state) < generic.UNBOUNDED:
        return []
    keys = []
    at = position.before
    while at is not None:
        keys.append(key_of(at))
        at = at.before
    return keys[::-1]


def label_of(root_move: RootMove) -> Label:
    """The certainty of a root move's score, as in `Line.label`."""
    if root_move.proved:
        return "proved"
    return "bounded" if root_move.proof and root_move.score == 0 else "estimated"
