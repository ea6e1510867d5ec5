"""Models of the messages that WebSockets send: the scripts' types are generated from them, and a
test compares them to what is sent.
"""

from __future__ import annotations

from typing import Literal

from ludarium.web.http.models import ExactAnswer
from ludarium.web.people.models import OwnGamesAnswer
from ludarium.web.tables.models import MoveAnswer
from ludarium.web.tables.scene_models import SceneAnswer
from ludarium.web.tables.table_models import SummaryAnswer, TableAnswer

__all__ = ["MESSAGES"]


# Tables


class TableMessage(ExactAnswer):
    type: Literal["table"]
    table: TableAnswer
    scene: SceneAnswer | None = None


class PresenceMessage(ExactAnswer):
    type: Literal["presence"]
    here: list[bool]
    claimable_at: float | None
    """The time from which the game may be claimed, as the seat to move is away."""
    spectators: int


class MovedMessage(MoveAnswer, ExactAnswer):
    type: Literal["moved"]
    id: int


class RefusedMessage(ExactAnswer):
    type: Literal["refused"]
    id: int | None
    error: str
    code: str


class PingMessage(ExactAnswer):
    type: Literal["ping"]


# Lists of tables


class Crowd(ExactAnswer):
    """The numbers of people who wait for a game, and play it."""

    waiting: int
    playing: int


class LobbyMessage(ExactAnswer):
    type: Literal["lobby"]
    open: list[SummaryAnswer]
    live: list[SummaryAnswer]
    crowds: dict[str, Crowd]
    players: dict[str, str]
    """By account, the table where it plays."""


class OwnGamesMessage(OwnGamesAnswer, ExactAnswer):
    type: Literal["games"]


# Tournaments


class TournamentMessage(ExactAnswer):
    type: Literal["tournament"]
    version: int
    here: list[int]


class Call(ExactAnswer):
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


class Missed(ExactAnswer):
    tournament: str
    name: str
    match: int
    words: str


class CallsMessage(ExactAnswer):
    type: Literal["calls"]
    now: float
    calls: list[Call]
    missed: list[Missed]


MESSAGES: tuple[type[ExactAnswer], ...] = (
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
