"""Models of the messages that WebSockets send: the scripts' types are generated from them, and a
test compares them to what is sent.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from ludarium.web.tables.models import SeatAnswer

__all__ = ["MESSAGES"]


class Message(BaseModel):
    """A message with these fields and no others; those with a default may be left out."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


# Scenes


class Column(Message):
    """The end of a full column, and the number of pieces that fit in it."""

    x: float
    y: float
    fits: int


class Site(Message):
    id: str
    x: float
    y: float
    r: float
    name: str
    kind: str
    owner: int | None
    turn: float
    column: Column | None = None


class SceneBoard(Message):
    """A board; its picture and sites come once, and are known by the key from then on."""

    key: str
    width: float
    height: float
    svg: str | None = None
    sites: list[Site] | None = None


class Piece(Message):
    id: str
    site: str
    x: float
    y: float
    scale: float
    turn: float
    look: str
    name: str
    rolls: bool


class HandItem(Message):
    id: str
    look: str
    name: str
    letter: str | None
    count: int | None


class Hand(Message):
    owner: int | None
    items: list[HandItem]


class SceneButton(Message):
    id: str
    label: str


class Tally(Message):
    name: str
    letter: str
    count: int
    goal: int | None
    text: str


class SceneSeat(Message):
    name: str
    player: str
    colour: str
    look: str
    note: str
    tallies: list[Tally]


class LegalMove(Message):
    move: str
    touches: list[str]
    more_touches: list[list[str]]
    """Further paths that make the move, which are understood but not pointed out."""


Legal = dict[str, list[LegalMove]]
"""Moves by seat."""


class Scene(Message):
    """A position as it is drawn, for one reader."""

    ply: int
    text: str
    over: bool
    status: str
    words: list[str]
    movers: list[int]
    task: str
    board: SceneBoard
    looks: dict[str, str]
    pieces: list[Piece]
    heaps: dict[str, str]
    layers: dict[str, str]
    hands: list[Hand]
    buttons: list[SceneButton]
    seats: list[SceneSeat]
    legal: Legal | None = None


# Tables


class Clock(Message):
    kind: Literal["none", "fischer", "days", "countdown"]
    minutes: float | None = None
    increment: float | None = None
    days: float | None = None
    seconds: float | None = None


class TableSeat(SeatAnswer, Message):
    """A seat, as the API tells it."""


class TableMove(Message):
    """A move; of a round, the choices by seat."""

    text: str
    seconds: float | None
    seat: int | None = Field(default_factory=lambda: None)
    """None where chance decided; rounds have none."""
    chance: bool = False
    choices: dict[str, str] | None = None


class Throws(Message):
    """The proof that throws were fair."""

    commitment: str | None
    throws: int
    seed: str | None


class Opened(Message):
    """A revealed choice, with the nonce that verifies its commitment."""

    seat: int
    round: int
    choice: str
    nonce: str
    commitment: str


class Round(Message):
    number: int
    bots_ready: bool
    most_missed: int
    last: list[Opened]


class Offer(Message):
    kind: Literal["draw", "takeback"]
    seat: int
    agreed: list[int]
    version: int


class Rematch(Message):
    wanted: list[int]
    table: str | None


class Greeting(Message):
    seat: int
    greeting: str
    version: int


class Result(Message):
    reason: str | None
    returns: list[float]
    winners: list[int]
    all_lost: bool
    text: str


class You(Message):
    """The reader's roles at the table."""

    seats: list[int]
    host: bool
    invited: bool
    codes: dict[str, str]


class Table(Message):
    """A table for one reader; docs/api.md explains the fields."""

    id: str
    version: int
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    clock: Clock
    takebacks: bool
    repetition: bool
    draws: bool
    watch: Literal["anyone", "link", "players"]
    listed: bool
    simultaneous: bool
    hides: bool
    origin: str | None
    tournament: str | None
    invited: str | None
    quick_pairing: bool
    created: float
    seats: list[TableSeat]
    ply: int
    movers: list[int]
    chance: Throws | None
    deadline: float | None
    began: float | None
    now: float
    moves_from: int
    moves: list[TableMove]
    round: Round | None = None
    offer: Offer | None
    rematch: Rematch
    greeting: Greeting | None
    result: Result | None
    warming: bool
    you: You


class TableMessage(Message):
    type: Literal["table"]
    table: Table
    scene: Scene | None = None


class PresenceMessage(Message):
    type: Literal["presence"]
    here: list[bool]


class MovedMessage(Message):
    type: Literal["moved"]
    id: int
    version: int
    ply: int
    commitment: str | None = None


class RefusedMessage(Message):
    type: Literal["refused"]
    id: int | None
    error: str
    code: str


class PingMessage(Message):
    type: Literal["ping"]


# Lists of tables


class SummarySeat(Message):
    name: str | None
    kind: Literal["person", "bot"]
    agent: str | None
    account: str | None


class ShortResult(Message):
    reason: str | None
    returns: list[float]


class Summary(Message):
    id: str
    game: str
    title: str
    ruleset: str
    ruleset_title: str
    status: Literal["open", "live", "over"]
    tournament: str | None
    invited: str | None
    quick_pairing: bool
    seats: list[SummarySeat | None]
    clock: Clock
    ply: int
    created: float
    updated: float
    ended: float | None
    result: ShortResult | None


class Crowd(Message):
    """The numbers of people who wait for a game, and play it."""

    waiting: int
    playing: int


class LobbyMessage(Message):
    type: Literal["lobby"]
    open: list[Summary]
    live: list[Summary]
    crowds: dict[str, Crowd]
    players: dict[str, str]
    """By account, the table where it plays."""


class OwnSummary(Summary):
    deadline: float | None
    challenge: bool
    seat: int
    your_turn: bool


class OwnGamesMessage(Message):
    type: Literal["games"]
    turns: int
    playing: int
    after: int
    games: list[OwnSummary]
    now: float


# Tournaments


class TournamentMessage(Message):
    type: Literal["tournament"]
    version: int
    here: list[int]


class Call(Message):
    """A call to a match that waits for the reader."""

    until: float | None
    """The time at which they forfeit, if they do not move before."""
    waits: bool
    moved: bool
    tournament: str
    name: str
    player: int
    match: int
    game: int
    table: int | None
    live: str | None
    """Id of the live table."""
    against: list[str]


class Missed(Message):
    tournament: str
    name: str
    match: int
    words: str


class CallsMessage(Message):
    type: Literal["calls"]
    now: float
    calls: list[Call]
    missed: list[Missed]


MESSAGES: tuple[type[Message], ...] = (
    TableMessage,
    PresenceMessage,
    MovedMessage,
    RefusedMessage,
    PingMessage,
    LobbyMessage,
    OwnGamesMessage,
    TournamentMessage,
    CallsMessage,
)
"""All messages that the server sends."""
