"""Request and response models for reviews, analyses and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from ludarium.search.engine import Label
from ludarium.web.analysis.analyses import LONGEST_ANALYSIS, MOST_LINES
from ludarium.web.http.models import MOST_MOVES, Answer, Body
from ludarium.web.people.models import RatingAnswer


class MovesBody(Body):
    """Moves from the start of a game, or from another position."""

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    position: str | None = Field(None, max_length=2000)
    """The position as text; by default the start."""
    moves: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=MOST_MOVES, examples=[["d5/3d6"]]
    )
    """Played from there."""


class AnalysisBody(MovesBody):
    """A position to analyse."""

    seconds: float = Field(1.0, ge=0, le=LONGEST_ANALYSIS)
    """The time to think, in seconds."""
    lines: int = Field(3, ge=1, le=MOST_LINES, strict=True)
    """The number of best moves to tell."""


class LineAnswer(Answer):
    """A move, and what follows."""

    move: str
    value: float
    """The result that the seat to move can expect, -1 to 1."""
    label: Label
    """The certainty of the value (docs/analysis.md)."""
    depth: int
    """The number of moves that were looked ahead."""
    pv: list[str]
    """The moves that are expected."""


class ChoiceAnswer(Answer):
    """One of a seat's choices."""

    move: str
    probability: float
    """By the equilibrium."""
    value: float
    lost: float
    """The probability of winning that the choice loses against an equilibrium."""


class ChoicesAnswer(Answer):
    """The worth of each choice of a seat against an equilibrium."""

    seat: int
    value: float
    label: Label
    epsilon: float
    """The most that anybody gains by leaving the equilibrium."""
    choices: list[ChoiceAnswer]
    chosen: str | None = None
    """The seat's own choice, in reviews."""


class AnalysisAnswer(Answer):
    """An analysis: of moves (`lines`, of `seat`), choices (`seats`), or nothing (`reason`)."""

    kind: Literal["moves", "choices", "nothing"]
    position: str
    seat: int | None = None
    lines: list[LineAnswer] = Field(default=[])
    depth: int = 0
    nodes: int = 0
    """The positions that were looked at, or the games that were played out: see `unit`."""
    unit: Literal["nodes", "playouts"] = "nodes"
    seconds: float = 0.0
    settled: bool = False
    """True if all lines are proved."""
    points: float | None = None
    """The points that a value of 1 stands for, where results are told in points."""
    provisional: bool = False
    """True if it comes from a short look, as the game is still being compiled."""
    seats: list[ChoicesAnswer] = Field(default=[])
    reason: str | None = None


class WorkingAnswer(Answer):
    """A review that is being made."""

    done: int
    """Positions that are done."""
    of: int
    """The number of positions in all."""
    ahead: int
    """The number of reviews that come before it."""


class CurvePointAnswer(Answer):
    """The result that seat 0 could expect at a position."""

    value: float
    label: Label


class MoveReviewAnswer(Answer):
    """A seat's move of the game under review."""

    ply: int
    seat: int
    move: str
    before: float
    """The result that the seat could expect by the best move, -1 to 1."""
    before_label: Label
    after: float
    """The result that it could expect by this move, -1 to 1."""
    after_label: Label
    lost: float
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    better: LineAnswer | None
    """The line that was better."""
    answer: LineAnswer | None
    """The best line after it; null where the game was over, or chance decided."""
    forced: bool = False
    """True if it was the only legal move; false in reviews made before this was told."""


class ChoiceRoundAnswer(Answer):
    """The choices of a round."""

    ply: int
    seats: list[ChoicesAnswer]


class HabitAnswer(Answer):
    """The predictability of a seat."""

    seat: int
    rounds: int
    """The number of its choices."""
    guessed: int
    """The number of them that a guesser predicted."""
    expected: float
    """The number that it would predict, on average, of a player who draws from the equilibrium."""
    deviation: float
    """The difference in standard deviations; above 2 is a habit that an opponent could use."""


class SeatReviewAnswer(Answer):
    """A seat's moves in the game under review, all together."""

    turns: int
    """Turns in which it had a choice; moves that directly follow each other are one turn."""
    mean_lost: float
    """The mean of the results that it lost in each of these."""
    luck: float
    """The change of the result that it could expect by all moves of chance; 0 without chance."""


class ReviewAnswer(Answer):
    """A review: of moves (`curve`, `moves`), choices (`rounds`, `habits`), or nothing."""

    kind: Literal["moves", "choices", "nothing"]
    nodes: int = 0
    """The states of the engine's search of each position."""
    points: float | None = None
    """The points that a value of 1 stands for, where results are told in points."""
    provisional: bool = False
    """True if it comes from a short look, as the game is still being compiled."""
    curve: list[CurvePointAnswer] = Field(default=[])
    """The results that seat 0 could expect at each position: where chance decides, that after the
    last move of a seat, so that the step there is luck."""
    moves: list[MoveReviewAnswer] = Field(default=[])
    """The moves of seats, in order, to be found by their `ply`: moves of chance are not among
    them."""
    seats: list[SeatReviewAnswer] = Field(default=[])
    """By seat, what its moves come to; none in reviews made before this was told."""
    rounds: list[ChoiceRoundAnswer] = Field(default=[])
    habits: list[HabitAnswer] = Field(default=[])
    reason: str | None = None


class StepAnswer(Answer):
    """A step of a puzzle's solution."""

    move: str
    """The only one that wins."""
    reply: str | None
    """The opponent's reply; null at the end, and where the turn goes on."""
    refutations: dict[str, str | None]
    """The answer to each other move; null where the game is over or the turn goes on."""


class PuzzleSummary(Answer):
    """A puzzle in a list."""

    id: str
    game: str
    title: str
    seat: int
    """The seat to move."""
    steps: int
    """The number of moves of the solution."""
    within: int
    """The number of turns; 0 where it may take any number."""
    gain: int
    """The number of pieces more to be ahead, or less behind; 0 where one must win."""


class PuzzleAnswer(Answer):
    """A puzzle with its solution."""

    id: str
    game: str
    title: str
    ruleset: str
    position: str
    """The position as text."""
    seat: int
    steps: list[StepAnswer]
    ending: list[str]
    """Moves that follow."""
    source: dict[str, Any]
    """The game that it is from."""
    proof: dict[str, int]
    """The search behind the first step, in numbers."""
    within: int
    """The number of turns; 0 where it may take any number."""
    gain: int
    """The number of pieces more to be ahead, or less behind; 0 where one must win."""
    rating: RatingAnswer | None
    """The rating from first attempts of those who have an account; null where there are none."""


class AttemptBody(Body):
    """The end of a first attempt at a puzzle."""

    solved: bool
    """True if all moves were found, without a wrong one and without help."""


class AttemptAnswer(Answer):
    """The result of an attempt."""

    counted: bool
    """False where there was an earlier attempt."""
    before: RatingAnswer | None
    """Your rating in puzzles of this game before it; null where you had none."""
    after: RatingAnswer | None
