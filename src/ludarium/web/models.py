"""The shapes of requests and answers, for the OpenAPI description and for checking what comes
in.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from ludarium.search.engine import Label
from ludarium.web.reviews import LONGEST_ANALYSIS, MOST_LINES

MOST_MOVES = 1_000
SeatNumber = Annotated[int, Field(ge=0, le=63, strict=True)]
Name = Annotated[str, Field(max_length=200)]


class Body(BaseModel):
    """What a request brings: only known fields, of the right types."""

    model_config = ConfigDict(extra="forbid")


class ClockBody(Body):
    """kind: none, fischer (minutes, increment in seconds), days (days), or countdown (seconds)."""

    kind: Literal["none", "fischer", "days", "countdown"] = "none"
    minutes: float | None = None
    increment: float | None = None
    days: float | None = None
    seconds: float | None = None


class TableBody(Body):
    """sit: who takes each seat at once: "me", a bot such as "level:3", or null for a seat that
    stays free.
    """

    game: str = Field(max_length=64, examples=["yoxii"])
    ruleset: str | None = Field(None, max_length=400)
    seats: int | None = Field(None, ge=1, le=64)
    clock: ClockBody = ClockBody()
    takebacks: StrictBool = True
    repetition: StrictBool = True
    watch: Literal["anyone", "link", "players"] = "anyone"
    listed: StrictBool = False
    sit: list[Annotated[str, Field(max_length=16)] | None] = Field(
        default=["me"], max_length=64, examples=[["me", "level:3"]]
    )
    shuffle: StrictBool = False
    name: Name | None = None


class SitBody(Body):
    """name: how to be called at this table, or whoever shares the device of a host who sits
    already; agent: a bot, given by the host.
    """

    name: Name | None = None
    agent: str | None = Field(None, max_length=32, examples=["level:3"])


class MoveBody(Body):
    """ply: how many moves were played before this one, so that no move meets another position than
    it was meant for.
    """

    ply: int = Field(ge=0, strict=True)
    seat: SeatNumber
    move: str = Field(max_length=200, examples=["d5/3d6"])


class SeatBody(Body):
    seat: SeatNumber


class OfferBody(SeatBody):
    kind: Literal["draw", "takeback"]


class AnswerBody(SeatBody):
    """offer: the `version` of the offer that is answered, so that no answer meets another one than
    it was meant for.
    """

    accept: StrictBool
    offer: Annotated[int, Field(ge=0, strict=True)] | None = None


class GreetingBody(SeatBody):
    greeting: str = Field(max_length=32)


class CodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class MeBody(Body):
    name: Name | None = None
    language: str | None = Field(None, max_length=8)


class IdentityBody(Body):
    name: Name = ""


class AccountBody(Body):
    name: Name
    password: str = Field(max_length=1000)


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


# Answers


class ErrorAnswer(BaseModel):
    """error: one sentence in the reader's language; code: for programs."""

    error: str
    code: str


class Me(BaseModel):
    name: str
    account: str | None
    language: str


class Identity(BaseModel):
    token: str


class RulesetAnswer(BaseModel):
    name: str
    title: str
    notes: str
    source: str


class GameAnswer(BaseModel):
    name: str
    title: str
    summary: str
    seats: tuple[int, int]
    seat_names: list[str]
    rulesets: list[RulesetAnswer]
    clocks: list[str]
    draws: bool
    repetition: bool
    simultaneous: bool
    levels: list[int]


class SeatAnswer(BaseModel):
    seat: int
    seat_name: str
    name: str | None
    kind: Literal["person", "bot"] | None
    agent: str | None
    account: str | None
    here: bool
    gone: bool
    missed: int
    chosen: bool
    commitment: str | None
    left: float | None
    running: bool


class TableAnswer(BaseModel):
    """A table for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    clock: dict[str, Any]
    takebacks: bool
    repetition: bool
    draws: bool
    watch: str
    listed: bool
    simultaneous: bool
    origin: str | None
    tournament: str | None
    seats: list[SeatAnswer]
    ply: int
    movers: list[int]
    deadline: float | None
    now: float
    moves_from: int
    moves: list[dict[str, Any]]
    round: dict[str, Any] | None = None
    offer: dict[str, Any] | None
    rematch: dict[str, Any]
    greeting: dict[str, Any] | None
    result: dict[str, Any] | None
    you: dict[str, Any]


class SummaryAnswer(BaseModel):
    id: str
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: str
    seats: list[dict[str, Any] | None]
    clock: dict[str, Any]
    ply: int
    created: float
    updated: float
    result: dict[str, Any] | None


class MoveAnswer(BaseModel):
    """version: of the table with this move; commitment: of a choice."""

    version: int
    ply: int
    commitment: str | None = None


class LegalAnswer(BaseModel):
    ply: int
    legal: dict[str, list[dict[str, Any]]]


class EventsAnswer(BaseModel):
    events: list[dict[str, Any]]


class SceneAnswer(BaseModel):
    """What a client needs to draw a position; docs/api.md explains the fields."""

    ply: int
    text: str
    over: bool
    status: str
    task: str
    words: list[str]
    movers: list[int]
    board: dict[str, Any]
    looks: dict[str, str]
    pieces: list[dict[str, Any]]
    layers: dict[str, str]
    hands: list[dict[str, Any]]
    buttons: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    legal: dict[str, list[dict[str, Any]]] = {}


class RatedPlayer(BaseModel):
    """account: a person's name; agent: a bot, in its place.

    Ratings are on Elo's scale; the strength is most likely from low to high.
    """

    account: str | None
    agent: str | None
    rating: float
    low: float
    high: float
    games: int


class RankingAnswer(BaseModel):
    """The best players at each game."""

    games: dict[str, list[RatedPlayer]]


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


class PersonAnswer(BaseModel):
    name: str
    since: float
    ratings: dict[str, dict[str, Any]]
    games: list[SummaryAnswer]


# Tournaments

PlayerNumber = Annotated[int, Field(ge=1, le=1_000_000, strict=True)]
PlayerName = Annotated[str, Field(max_length=200, examples=["Ana"])]


class TournamentBody(Body):
    """docs/tournaments.md explains the formats and choices. join: anybody may enter; online: live
    tables open by themselves; automatic: rounds are drawn by themselves; no_show: minutes after
    which who has not come forfeits; fill: the bot that fills in at short tables.
    """

    name: str = Field(max_length=200, examples=["Spring cup"])
    format: str = Field(max_length=32, examples=["lives"])
    game: str = Field(max_length=64, examples=["ahyoheek"])
    ruleset: str = Field("", max_length=400)
    size: int = Field(0, ge=0, le=64)
    largest: int = Field(0, ge=0, le=64)
    lives: int = Field(2, ge=0, le=100)
    rounds: int | None = Field(None, ge=0, le=1000)
    cycles: int = Field(1, ge=0, le=100)
    replays: int = Field(2, ge=0, le=100)
    seeding: str = Field("random", max_length=32)
    minutes: int = Field(60, ge=0, le=100_000)
    no_show: int | None = Field(None, ge=0, le=100_000)
    join: StrictBool = True
    online: StrictBool = True
    automatic: StrictBool = True
    clock: ClockBody | None = None
    fill: str | None = Field(None, max_length=32, examples=["level:3"])


class TournamentCodeBody(Body):
    code: str = Field(max_length=32, examples=["7KQ2-M9XD"])


class PlayerBody(Body):
    """A player by name; or, in place of it, so many bots."""

    name: PlayerName | None = None
    rating: float | None = Field(None, ge=-1e6, le=1e6)
    bot: str | None = Field(None, max_length=32, examples=["level:3"])
    count: int = Field(1, ge=1, le=200)


class JoinBody(Body):
    """name: by default what you are called here."""

    name: PlayerName | None = None


class RenameBody(Body):
    name: PlayerName


class ResultBody(Body):
    """winner: the player's number, null for a draw; game: by default the running one, or the last
    of a match that is over.
    """

    winner: PlayerNumber | None
    game: int | None = Field(None, ge=1, le=100, strict=True)


class ForfeitBody(Body):
    players: list[PlayerNumber] = Field(max_length=64)


class UndoBody(Body):
    """entry: the number in the log of what is taken back, by default the last that counts."""

    entry: int | None = Field(None, ge=1, le=10**9, strict=True)


class TournamentAnswer(BaseModel):
    """A tournament for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    name: str
    options: dict[str, Any]
    format: str
    game: str
    title: str
    state: Literal["open", "running", "paused", "over"]
    players: list[dict[str, Any]]
    round: int
    rounds_planned: int | None
    matches: list[dict[str, Any]]
    champion: int | None
    entry_closed: str | None
    why_not_drawn: str | None
    due: float | None
    you: dict[str, Any]


class TournamentSummary(BaseModel):
    id: str
    name: str
    format: str
    game: str
    title: str
    state: Literal["open", "running", "paused", "over"]
    players: int
    rounds: int
    champion: str | None
    updated: float


class StandingsAnswer(BaseModel):
    standings: list[dict[str, Any]]


class RoundAnswer(BaseModel):
    """A round that was drawn: its matches, and who has a bye."""

    number: int
    matches: list[dict[str, Any]]
    byes: list[int]


class LogAnswer(BaseModel):
    log: list[dict[str, Any]]


class PointsRow(BaseModel):
    """account: a person's name; name: of a guest or a bot in a tournament; agent: of a bot."""

    place: int
    player: str
    name: str
    account: str | None
    agent: str | None
    points: int
    rank: int


class PointsAnswer(BaseModel):
    """The board of ranking-points, and the last changes with their reasons."""

    scheme: str
    board: list[PointsRow]
    changes: list[dict[str, Any]]
