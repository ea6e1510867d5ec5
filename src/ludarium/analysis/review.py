"""Review of a game of two seats that move in turn: the course of its value, and its mistakes.

The positions are analysed from the last to the first, so that the engine's transposition table
helps with earlier ones. A move's value is that of the position after it; what it loses is the
difference to the best move.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol

from ludarium.errors import AgentError
from ludarium.play.position import Position
from ludarium.search.engine import Analysis, Label, Line
from ludarium.search.engine_choice import choose_engine

if TYPE_CHECKING:
    from ludarium.play.record import Record

__all__ = ["GameReview", "MoveReview", "Searcher", "Verdict", "review"]

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

# Losses of expected return, on a scale of -1 to 1; the limits of lichess
# (lichess.org/page/accuracy).
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3


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
    """The best line after this move; None where the game was over."""


@dataclasses.dataclass(frozen=True)
class GameReview:
    """Review of a game."""

    curve: tuple[tuple[float, Label], ...]
    """Expected return of the first seat at each position, from -1 to 1, with its certainty."""
    moves: tuple[MoveReview, ...]
    """Reviews of the moves."""
    nodes: int
    """The states of the engine's search of each position."""

    def count(self, seat: int, verdict: Verdict) -> int:
        """The number of the seat's moves with this verdict."""
        return sum(move.seat == seat and move.verdict == verdict for move in self.moves)


class Searcher(Protocol):
    """The interface of what analyses the positions of a game: an engine, or the like."""

    def analyse(self, position: Position, *, nodes: int) -> Analysis: ...


def review(
    record: Record,
    *,
    nodes: int = 300_000,
    engine: Searcher | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> GameReview:
    """Review a game.

    nodes: the states of the search of each position, so that a review comes out the same each time
    that it is made by a new engine. engine: by default a new one. on_progress: called with the
    number of positions done, and their total. Raises AgentError where the game is not one of two
    seats that move in turn, openly and without chance.
    """
    if len(record.players) != 2 or record.first.game.has_chance:
        raise AgentError(
            "a review is of a game of two without chance; "
            f"{record.first.game.title} with {len(record.players)} seats is not one"
        )
    engine = engine or choose_engine(record.first, seed=0)
    positions = list(record.positions())
    analyses: dict[int, Analysis] = {}
    for done, ply in enumerate(reversed(range(len(positions)))):
        if not positions[ply].over:
            analyses[ply] = engine.analyse(positions[ply], nodes=nodes)
        if on_progress:
            on_progress(done + 1, len(positions))
    values = [worth(position, analyses.get(ply), record) for ply, position in enumerate(positions)]
    moves = [review_move(ply, positions, analyses, values) for ply in range(len(positions) - 1)]
    return GameReview(curve(positions, analyses, values, moves), tuple(moves), nodes)


def worth(position: Position, analysis: Analysis | None, record: Record) -> tuple[float, Label]:
    """Expected return of the first seat, from -1 to 1, and its certainty."""
    if analysis is None:
        return position.game.scaled(position.returns[0]), "proved"
    line = analysis.lines[0]
    return line.value if position.to_move == 0 else -line.value, line.label


def review_move(
    ply: int,
    positions: Sequence[Position],
    analyses: dict[int, Analysis],
    values: Sequence[tuple[float, Label]],
) -> MoveReview:
    """The review of the move that was made after `ply` moves."""
    here, after = positions[ply], positions[ply + 1]
    assert here.to_move is not None
    assert after.joint is not None
    line = analyses[ply].lines[0]
    value, label = values[ply + 1]
    value = value if here.to_move == 0 else -value
    chosen = here.move(here.to_move, after.joint)
    # A proved value stands. An estimate may be raised to that after the move, which was searched a
    # ply deeper.
    best, best_label = line.value, line.label
    if best_label != "proved" and (value > best or chosen == line.move):
        best, best_label = value, label
    lost = max(0.0, best - value)
    verdict: Verdict = "best" if chosen == line.move else verdict_of(lost)
    better = line if verdict in ("inaccuracy", "mistake", "blunder") else None
    answer = analyses[ply + 1].lines[0] if ply + 1 in analyses else None
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
        answer,
    )


def verdict_of(lost: float) -> Verdict:
    """The verdict on a move other than the best, by its loss."""
    if lost >= BLUNDER:
        return "blunder"
    if lost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if lost >= INACCURACY else "good"


def curve(
    positions: Sequence[Position],
    analyses: dict[int, Analysis],
    values: Sequence[tuple[float, Label]],
    moves: Sequence[MoveReview],
) -> tuple[tuple[float, Label], ...]:
    """`GameReview.curve`: the best moves' values, so that a best move does not change them."""
    raised = [
        (move.before if positions[move.ply].to_move == 0 else -move.before, move.before_label)
        for move in moves
    ]
    return (*raised, values[-1])
