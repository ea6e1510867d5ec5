"""Review of a game of two seats that move in turn: the course of its value, and its mistakes.

Without chance the positions are analysed from the last to the first, so that the engine's
transposition table helps with earlier ones. A move's value is that of the position after it; what
it loses is the difference to the best move. Where positions are played out, the value is the mean
of all playouts: that of the move that seems best is too high by luck, and the more so the more
moves there are.

With chance, what a move is worth is no matter of what was thrown after it: it is compared with the
best one by the same search. So the value changes by what seats decide, which are losses, and by
what chance decides, which is luck.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, runtime_checkable

from ludarium.errors import AgentError
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.generic import CHANCE
from ludarium.search.engine import Analysis, Label, Line
from ludarium.search.engine_choice import choose_engine
from ludarium.search.turns import Compared

if TYPE_CHECKING:
    from ludarium.play.record import Record

__all__ = ["GameReview", "MoveReview", "Searcher", "Verdict", "review"]

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

# Losses from which a move is an inaccuracy, a mistake, or a blunder. Those of expected return, on a
# scale of -1 to 1, are the limits of lichess (lichess.org/page/accuracy). Those in parts of the
# stake are the defaults of GNU Backgammon 1.07 for "doubtful", "bad" and "very bad".
LIMITS = 0.1, 0.2, 0.3
STAKE_LIMITS = 0.03, 0.06, 0.12
TINY = 1e-9  # no loss, but the sum of chances in another order


@dataclasses.dataclass(frozen=True)
class MoveReview:
    """Review of one move."""

    ply: int
    """Number of moves before it."""
    seat: int
    """The seat that moved."""
    move: str
    """The move as text."""
    before: float
    """Expected return by the best move, from -1 to 1."""
    before_label: Label
    """The certainty of `before`."""
    after: float
    """Expected return after this move, from -1 to 1."""
    after_label: Label
    """The certainty of `after`."""
    lost: float
    """Loss of expected return, 0 or more."""
    verdict: Verdict
    """The verdict on the move."""
    better: Line | None
    """The best line, where the move was an inaccuracy or worse."""
    answer: Line | None
    """The best line after this move; None where the game was over, or chance decided."""
    forced: bool
    """True if it was the only legal move."""


@dataclasses.dataclass(frozen=True)
class GameReview:
    """Review of a game."""

    curve: tuple[tuple[float, Label], ...]
    """Expected return of the first seat at each position, from -1 to 1, with its certainty.

    Where chance decides it is that after the last move of a seat, so that what it changes by there
    is luck; before the first of these, it is that at that move.
    """
    moves: tuple[MoveReview, ...]
    """Reviews of the seats' moves, in order; there are none of moves of chance."""
    nodes: int
    """The states of the engine's search of each position, or of one that takes as long."""

    def count(self, seat: int, verdict: Verdict) -> int:
        """The number of the seat's moves with this verdict."""
        return sum(move.seat == seat and move.verdict == verdict for move in self.moves)

    def turns(self, seat: int) -> int:
        """The number of the seat's turns in which it had a choice. Its moves that directly follow
        each other are one turn, as the parts of a throw.
        """
        own = [move for move in self.moves if move.seat == seat]
        turns = itertools.groupby(enumerate(own), lambda pair: pair[1].ply - pair[0])
        return sum(not all(move.forced for _, move in turn) for _, turn in turns)

    def mean_lost(self, seat: int) -> float:
        """The mean loss of expected return of these turns, 0 or more; 0 if there were none."""
        lost = sum(move.lost for move in self.moves if move.seat == seat)
        return lost / max(1, self.turns(seat))

    def luck(self, seat: int) -> float:
        """The change of the seat's expected return by all moves of chance together."""
        decided = {move.ply for move in self.moves}
        values = [value for value, _ in self.curve]
        steps = enumerate(itertools.pairwise(values))
        gained = sum(after - before for ply, (before, after) in steps if ply not in decided)
        return gained if seat == 0 else -gained


class Searcher(Protocol):
    """The interface of what analyses the positions of a game: an engine, or the like."""

    def analyse(self, position: Position, *, nodes: int) -> Analysis: ...


@runtime_checkable
class TurnSearcher(Protocol):
    """The interface of what analyses games with chance for a review."""

    def analyse(self, position: Position, *, nodes: int) -> Analysis: ...

    def compare(self, turn: Sequence[Position], *, nodes: int) -> tuple[Compared, ...]:
        """Compare each move of a turn that was played with the best one.

        turn: the positions of one seat's turn, and that after it. nodes: of the whole turn.
        """
        ...


def review(
    record: Record,
    *,
    nodes: int = 300_000,
    engine: Searcher | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> GameReview:
    """Review a game.

    nodes: the states of the search of each position, so that a review comes out the same each time
    that it is made by a new engine; with chance, those of all positions are shared by the turns.
    engine: by default a new one. on_progress: called with the number of positions done, and their
    total. Raises AgentError where the game is not one of two seats that move in turn, openly.
    """
    if len(record.players) != 2:
        raise AgentError(
            f"a review is of a game of two seats; {record.first.game.title} was played by "
            f"{len(record.players)}"
        )
    engine = engine or choose_engine(record.first, seed=0)
    progress = on_progress or (lambda done, of: None)
    positions = list(record.positions())
    if record.first.game.has_chance:
        if not isinstance(engine, TurnSearcher):
            raise AgentError(
                f"this engine does not review games with chance, as {record.first.game.title}"
            )
        return review_turns(positions, nodes, engine, progress)
    lines: dict[int, Line] = {}
    for done, ply in enumerate(reversed(range(len(positions)))):
        if not positions[ply].over:
            lines[ply] = best_line(engine.analyse(positions[ply], nodes=nodes))
        progress(done + 1, len(positions))
    values = [worth(position, lines.get(ply)) for ply, position in enumerate(positions)]
    moves = [review_move(ply, positions, lines, values) for ply in range(len(positions) - 1)]
    return GameReview(curve(positions, values, moves), tuple(moves), nodes)


def best_line(analysis: Analysis) -> Line:
    """The best line, whose value is that of the position."""
    line, mean = analysis.lines[0], analysis.mean
    if mean is None or line.label == "proved":
        return line
    return dataclasses.replace(line, value=mean)


def worth(position: Position, line: Line | None) -> tuple[float, Label]:
    """Expected return of the first seat, from -1 to 1, and its certainty."""
    if line is None:
        return position.game.scaled(position.returns[0]), "proved"
    return line.value if position.to_move == 0 else -line.value, line.label


def review_move(
    ply: int,
    positions: Sequence[Position],
    lines: dict[int, Line],
    values: Sequence[tuple[float, Label]],
) -> MoveReview:
    """The review of the move that was made after `ply` moves."""
    here, after = positions[ply], positions[ply + 1]
    assert here.to_move is not None
    assert after.joint is not None
    line = lines[ply]
    value, label = values[ply + 1]
    value = value if here.to_move == 0 else -value
    chosen = here.move(here.to_move, after.joint)
    # A proved value stands. An estimate may be raised to that after the move, which was searched a
    # ply deeper.
    best, best_label = line.value, line.label
    if best_label != "proved" and (value > best or chosen == line.move):
        best, best_label = value, label
    lost = max(0.0, best - value)
    verdict: Verdict = "best" if chosen == line.move else verdict_of(here, lost)
    better = line if verdict not in ("best", "good") else None
    return MoveReview(
        ply,
        here.to_move,
        chosen.text,
        best,
        best_label,
        value,
        label,
        lost,
        verdict,
        better,
        lines.get(ply + 1),
        len(here.legal) == 1,
    )


def verdict_of(here: Position, lost: float) -> Verdict:
    """The verdict on a move other than the best, by its loss of expected return."""
    stake = generic.stake_return(here.state)
    inaccuracy, mistake, blunder = (stake * limit for limit in STAKE_LIMITS) if stake else LIMITS
    if lost >= blunder:
        return "blunder"
    if lost >= mistake:
        return "mistake"
    return "inaccuracy" if lost >= inaccuracy else "good"


def curve(
    positions: Sequence[Position],
    values: Sequence[tuple[float, Label]],
    moves: Sequence[MoveReview],
) -> tuple[tuple[float, Label], ...]:
    """`GameReview.curve`: the best moves' values, so that a best move does not change them."""
    raised = [
        (move.before if positions[move.ply].to_move == 0 else -move.before, move.before_label)
        for move in moves
    ]
    return (*raised, values[-1])


# Games with chance


def turns_of(positions: Sequence[Position]) -> Iterator[tuple[int, int]]:
    """The turns of seats: for each the ply of its first move, and that after its last one."""
    moved = enumerate(position.to_move for position in positions[:-1])
    for seat, turn in itertools.groupby(moved, lambda pair: pair[1]):
        plies = [ply for ply, _ in turn]
        if seat != CHANCE:
            yield plies[0], plies[-1] + 1


def review_turns(
    positions: Sequence[Position],
    nodes: int,
    engine: TurnSearcher,
    progress: Callable[[int, int], None],
) -> GameReview:
    """Review a game with chance, turn by turn."""
    turns, count = list(turns_of(positions)), len(positions)
    each = nodes * count // max(1, len(turns))
    compared: dict[int, Compared] = {}
    for first, after in turns:
        progress(first, count)
        found = engine.compare(positions[first : after + 1], nodes=each)
        compared.update(enumerate(found, first))
    last: tuple[float, Label] | None = None
    if not positions[-1].by_chance:
        over = positions[-1].over
        line = None if over else best_line(engine.analyse(positions[-1], nodes=nodes))
        last = worth(positions[-1], line)
    progress(count, count)
    moves = tuple(review_compared(ply, positions, compared) for ply in sorted(compared))
    return GameReview(chance_curve(count, moves, last), moves, nodes)


def review_compared(
    ply: int, positions: Sequence[Position], compared: dict[int, Compared]
) -> MoveReview:
    """The review of the move that was made after `ply` moves, beside the best one."""
    here, (best, played) = positions[ply], compared[ply]
    assert here.to_move is not None
    lost = max(0.0, best.value - played.value)
    verdict: Verdict = "best" if lost <= TINY else verdict_of(here, lost)
    return MoveReview(
        ply,
        here.to_move,
        played.move.text,
        best.value,
        best.label,
        played.value,
        played.label,
        0.0 if verdict == "best" else lost,
        verdict,
        None if verdict in ("best", "good") else best,
        compared[ply + 1].best if ply + 1 in compared else None,
        len(here.legal) == 1,
    )


def chance_curve(
    count: int, moves: Sequence[MoveReview], last: tuple[float, Label] | None
) -> tuple[tuple[float, Label], ...]:
    """`GameReview.curve` of so many positions, from these moves of seats.

    last: the point of the last position; None where chance decides there.
    """

    def of_first(seat: int, value: float) -> float:
        return value if seat == 0 else -value

    found: dict[int, tuple[float, Label]] = {}
    for move in moves:
        found[move.ply] = of_first(move.seat, move.before), move.before_label
        found[move.ply + 1] = of_first(move.seat, move.after), move.after_label
    if last is not None:
        found[count - 1] = last
    point: tuple[float, Label] = found[min(found)] if found else (0.0, "estimated")
    points: list[tuple[float, Label]] = []
    for ply in range(count):
        point = found.get(ply, point)
        points.append(point)
    return tuple(points)
