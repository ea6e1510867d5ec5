"""Request and response models for people: names, accounts, ratings and ranking-points."""

from __future__ import annotations

from pydantic import Field

from ludarium.web.http.models import Answer, Body, Name
from ludarium.web.tables.table_models import SummaryAnswer


class MeBody(Body):
    name: Name | None = None
    language: str | None = Field(None, max_length=8)


class IdentityBody(Body):
    name: Name = ""


class AccountBody(Body):
    name: Name
    password: str = Field(max_length=1000)


class PasswordBody(Body):
    current: str = Field(max_length=1000)
    password: str = Field(max_length=1000)


class OwnPasswordBody(Body):
    password: str = Field(max_length=1000)


class RecoveryBody(AccountBody):
    code: str = Field(max_length=100)


class Me(Answer):
    name: str
    account: str | None
    language: str


class NameAnswer(Answer):
    """A check of a player's name."""

    fault: str | None
    """The fault of the name, in one sentence; null where there is none."""


class CountsAnswer(Answer):
    """The numbers of your games."""

    turns: int
    """The number of those that wait for you: to move, or to answer a challenge."""
    playing: int
    """The number of those that are not over."""


class OwnGame(SummaryAnswer):
    """A game of yours that is not over."""

    seat: int
    """Your seat, the first one if you have several."""
    your_turn: bool
    """True if it waits for you."""
    challenge: bool
    """True if you are challenged, and have not answered."""
    deadline: float | None
    """The time at which whoever is to move runs out of time, in games of days a move."""


class OwnGamesAnswer(CountsAnswer):
    """Your games, those that wait for you first."""

    after: int
    """The number of games before these."""
    now: float
    """The time by the clock of deadlines."""
    games: list[OwnGame]


class DeviceKeys(Body):
    p256dh: str = Field(max_length=128)
    auth: str = Field(max_length=64)


class DeviceBody(Body):
    """A device that is to get notices, as its browser's `PushSubscription` gives it."""

    endpoint: str = Field(max_length=1000)
    keys: DeviceKeys


class NoticesAnswer(Answer):
    key: str | None
    """The server's public key, which a browser needs to subscribe; null where the server sends no
    notices."""


class DeviceAnswer(Answer):
    id: str
    """The id by which the device is taken off again."""


class SignedIn(Me):
    token: str | None
    """The token to go on with, for a program that came with one; a browser has its cookie."""
    recovery: str | None
    """The account's new recovery code, which is told only now; null after a mere sign-in."""


class Code(Answer):
    recovery: str
    """The account's new recovery code, which is told only now."""


class Identity(Answer):
    token: str


class RatedPlayer(Answer):
    """A rating on Elo's scale."""

    account: str | None
    """A person's name."""
    agent: str | None
    """A bot, in place of a person."""
    rating: float
    low: float
    """The strength is most likely from here,"""
    high: float
    """to here."""
    games: int


class RankingAnswer(Answer):
    """The best players at each game."""

    games: dict[str, list[RatedPlayer]]


class RatingAnswer(Answer):
    """A rating on the Elo scale, with its 95% interval."""

    rating: float
    low: float
    high: float
    games: int


class PersonAnswer(Answer):
    name: str
    since: float
    ratings: dict[str, RatingAnswer]
    games: list[SummaryAnswer]


class PointsRow(Answer):
    """A player's ranking-points."""

    place: int
    player: str
    name: str
    """The name of a guest or a bot in a tournament."""
    account: str | None
    """A person's name."""
    agent: str | None
    """The agent by which a bot plays."""
    points: int
    rank: int


class PointsChange(Answer):
    """A change of a player's ranking-points by a game."""

    name: str
    account: str | None
    agent: str | None
    before: int
    change: int
    after: int
    reason: str


class PointsGame(Answer):
    """A game that changed ranking-points."""

    table: str
    ended: float
    changes: list[PointsChange]


class PointsAnswer(Answer):
    """The board of ranking-points, and the last changes with their reasons."""

    scheme: str
    board: list[PointsRow]
    changes: list[PointsGame]
