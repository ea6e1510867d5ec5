"""Request and response models for people: names, accounts, ratings and ranking-points."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from ludarium.web.api.shared_models import Body, Name
from ludarium.web.api.table_models import SummaryAnswer


class MeBody(Body):
    name: Name | None = None
    language: str | None = Field(None, max_length=8)


class IdentityBody(Body):
    name: Name = ""


class AccountBody(Body):
    name: Name
    password: str = Field(max_length=1000)


class Me(BaseModel):
    name: str
    account: str | None
    language: str


class Identity(BaseModel):
    token: str


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


class PersonAnswer(BaseModel):
    name: str
    since: float
    ratings: dict[str, dict[str, Any]]
    games: list[SummaryAnswer]


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
