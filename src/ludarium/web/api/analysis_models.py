"""Request and response models for reviews, analyses and puzzles."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from ludarium.search.engine import Label
from ludarium.web.api.shared_models import MOST_MOVES, Body
from ludarium.web.services.reviews import LONGEST_ANALYSIS, MOST_LINES


class AnalysisBody(Body):
    """position: as text, by default the start; moves: played from there; seconds: to think about
    it; lines: how many of the best.
    """

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    position: str | None = Field(None, max_length=2000)
    moves: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=MOST_MOVES, examples=[["d5/3d6"]]
    )
    seconds: float = Field(1.0, ge=0, le=LONGEST_ANALYSIS)
    lines: int = Field(3, ge=1, le=MOST_LINES, strict=True)


class LineAnswer(BaseModel):
    """value: what the seat to move can expect, -1 to 1; label: how sure that is (docs/analysis.md);
    depth: moves that were looked ahead.

    pv: the moves that are expected.
    """

    move: str
    value: float
    label: Label
    depth: int
    pv: list[str]


class ChoicesAnswer(BaseModel):
    """What each choice of a seat is worth against an equilibrium; `lost` is a probability of
    winning. chosen: in reviews, what it chose.
    """

    seat: int
    value: float
    label: Label
    epsilon: float
    choices: list[dict[str, Any]]
    chosen: str | None = None


class AnalysisAnswer(BaseModel):
    """kind: moves (`lines`, of `seat`), choices (`seats`), or nothing (`reason`). settled: all
    lines are proved.
    """

    kind: Literal["moves", "choices", "nothing"]
    position: str
    seat: int | None = None
    lines: list[LineAnswer] = []
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    settled: bool = False
    seats: list[ChoicesAnswer] = []
    reason: str | None = None


class WorkingAnswer(BaseModel):
    """A review that is being made: positions done, of how many, and how many reviews come before
    it.
    """

    done: int
    of: int
    ahead: int


class PointAnswer(BaseModel):
    value: float
    label: Label


class MoveReviewAnswer(BaseModel):
    """before, after: what the seat could expect by the best move, and by this one, from -1 to 1.
    better: the line that was better.
    """

    ply: int
    seat: int
    move: str
    before: float
    before_label: Label
    after: float
    after_label: Label
    lost: float
    verdict: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    better: LineAnswer | None
    answer: LineAnswer | None


class ReviewAnswer(BaseModel):
    """kind: moves (`curve`: what seat 0 could expect at each position, and `moves`), choices
    (`rounds`, `habits`), nothing (`reason`).
    """

    kind: Literal["moves", "choices", "nothing"]
    seconds: float = 0.0
    curve: list[PointAnswer] = []
    moves: list[MoveReviewAnswer] = []
    rounds: list[dict[str, Any]] = []
    habits: list[dict[str, Any]] = []
    reason: str | None = None


class StepAnswer(BaseModel):
    """move: the only one that wins; reply: what the opponent plays then; refutations: the answer to
    each other move, null at the end.
    """

    move: str
    reply: str | None
    refutations: dict[str, str | None]


class PuzzleSummary(BaseModel):
    """seat: whose move it is; steps: how many moves the solution has."""

    id: str
    game: str
    title: str
    seat: int
    steps: int


class PuzzleAnswer(BaseModel):
    """position: as text; ending: how the win goes on; source: the game that it is from; proof: what
    was searched for the first step.
    """

    id: str
    game: str
    title: str
    ruleset: str
    position: str
    seat: int
    steps: list[StepAnswer]
    ending: list[str]
    source: dict[str, Any]
    proof: dict[str, int]
