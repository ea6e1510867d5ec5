"""A review of a whole game of two that move in turn: how the chances went, and where they were
given away.

The engine looks at the positions from the last to the first, so that what it found of later ones
helps with earlier ones. A move's worth is that of the position it leads to; what it loses is the
difference to the best that there was.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from ludarium.play.position import Position
from ludarium.search.engine import Analysis, Engine, Label, Line

if TYPE_CHECKING:
    from ludarium.play.record import Record

__all__ = ["GameReview", "MoveReview", "Verdict", "review"]

Verdict = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

# Losses of expectation, of which -1 to 1 is all that there is; where lichess draws its lines as
# well (lichess.org/page/accuracy).
INACCURACY, MISTAKE, BLUNDER = 0.1, 0.2, 0.3


@dataclasses.dataclass(frozen=True)
class MoveReview:
    """A move, and what it cost.

    ply: the number of moves before it; before, after: what its seat could expect by the best move,
    and by this one, from -1 to 1, each with its label; lost: the difference, 0 or more; better: the
    line that was better, None where there was none that matters.
    """

    ply: int
    seat: int
    move: str
    before: float
    before_label: Label
    after: float
    after_label: Label
    lost: float
    verdict: Verdict
    better: Line | None
    answer: Line | None


@dataclasses.dataclass(frozen=True)
class GameReview:
    """curve: what the first seat could expect at each position, from -1 to 1, with its label; the
    last is the result.

    seconds: how long the engine looked at each position.
    """

    curve: tuple[tuple[float, Label], ...]
    moves: tuple[MoveReview, ...]
    seconds: float

    def count(self, seat: int, verdict: Verdict) -> int:
        """How many moves of this seat were judged so."""
        return sum(move.seat == seat and move.verdict == verdict for move in self.moves)


def review(
    record: Record,
    *,
    seconds: float = 0.3,
    engine: Engine | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> GameReview:
    """Review the game, with so many seconds a position.

    Raises AgentError where the engine cannot play the game.

    on_progress is called with how many positions are done, of how many.
    """
    engine = engine or Engine()
    positions = list(record.positions())
    found: dict[int, Analysis] = {}
    for done, ply in enumerate(reversed(range(len(positions)))):
        if not positions[ply].over:
            found[ply] = engine.analyse(positions[ply], seconds=seconds)
        if on_progress:
            on_progress(done + 1, len(positions))
    values = [worth(position, found.get(ply), record) for ply, position in enumerate(positions)]
    moves = [judged(ply, positions, found, values) for ply in range(len(positions) - 1)]
    return GameReview(curve(positions, found, values, moves), tuple(moves), seconds)


def worth(position: Position, found: Analysis | None, record: Record) -> tuple[float, Label]:
    """What the first seat can expect here, and how sure that is."""
    if found is None:
        return scaled_return(position), "proved"
    line = found.lines[0]
    return line.value if position.to_move == 0 else -line.value, line.label


def scaled_return(position: Position) -> float:
    """What the first seat has won, from -1 to 1."""
    low, high = position.game.returns_range
    return 2 * (position.returns[0] - low) / (high - low) - 1


def judged(
    ply: int,
    positions: Sequence[Position],
    found: dict[int, Analysis],
    values: Sequence[tuple[float, Label]],
) -> MoveReview:
    """The review of the move that was made after `ply` moves."""
    here, after = positions[ply], positions[ply + 1]
    assert here.to_move is not None
    assert after.joint is not None
    line = found[ply].lines[0]
    value, label = values[ply + 1]
    value = value if here.to_move == 0 else -value
    chosen = here.move(here.to_move, after.joint)
    # A proved value stands; of estimates the one that looked further, from the position after, can
    # only raise what is known to be there.
    best, best_label = line.value, line.label
    if best_label != "proved" and (value > best or chosen == line.move):
        best, best_label = value, label
    lost = max(0.0, best - value)
    verdict: Verdict = "best" if chosen == line.move else verdict_of(lost)
    better = line if verdict in ("inaccuracy", "mistake", "blunder") else None
    answer = found[ply + 1].lines[0] if ply + 1 in found else None
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
    if lost >= BLUNDER:
        return "blunder"
    if lost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if lost >= INACCURACY else "good"


def curve(
    positions: Sequence[Position],
    found: dict[int, Analysis],
    values: Sequence[tuple[float, Label]],
    moves: Sequence[MoveReview],
) -> tuple[tuple[float, Label], ...]:
    """The first seat's chances, where a best move does not seem to change them."""
    raised = [
        (move.before if positions[move.ply].to_move == 0 else -move.before, move.before_label)
        for move in moves
    ]
    return (*raised, values[-1])
