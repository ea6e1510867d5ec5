"""Response models for games and positions."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ludarium.web.api.shared_models import Answer


class RulesetAnswer(Answer):
    name: str
    title: str
    notes: str
    source: str


class GameAnswer(Answer):
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


class SceneAnswer(Answer):
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
    legal: dict[str, list[dict[str, Any]]] = Field(default={})
