"""Models of scenes: positions as they are drawn, for one reader."""

from __future__ import annotations

from ludarium.web.http.models import ExactAnswer

__all__ = ["Legal", "LegalMove", "SceneAnswer"]


class Column(ExactAnswer):
    """The end of a full column, and the number of pieces that fit in it."""

    x: float
    y: float
    fits: int


class Site(ExactAnswer):
    id: str
    x: float
    y: float
    r: float
    name: str
    kind: str
    owner: int | None
    turn: float
    column: Column | None = None


class SceneBoard(ExactAnswer):
    """A board; its picture and sites come once, and are known by the key from then on."""

    key: str
    width: float
    height: float
    svg: str | None = None
    sites: list[Site] | None = None


class Piece(ExactAnswer):
    id: str
    site: str
    x: float
    y: float
    scale: float
    turn: float
    look: str
    name: str
    rolls: bool


class HandItem(ExactAnswer):
    id: str
    look: str
    name: str
    letter: str | None
    count: int | None


class Hand(ExactAnswer):
    owner: int | None
    items: list[HandItem]


class SceneButton(ExactAnswer):
    id: str
    label: str
    question: str
    """The question before the move is made; empty where nothing is asked."""
    look: str | None
    """The key of the look of the piece on it; null where it has words alone."""


class Tally(ExactAnswer):
    name: str
    letter: str
    count: int
    goal: int | None
    text: str


class CapturedPieces(ExactAnswer):
    look: str
    name: str
    count: int


class SceneSeat(ExactAnswer):
    name: str
    player: str
    colour: str
    look: str
    note: str
    tallies: list[Tally]
    captured: list[CapturedPieces]
    """The pieces that it has taken of the other of two seats, told from the start."""
    lead: int
    """By how much its pieces are worth more, in usual values; 0 where they are not."""


class LegalMove(ExactAnswer):
    move: str
    touches: list[str]
    more_touches: list[list[str]]
    """Further paths that make the move, which are understood but not pointed out."""


Legal = dict[str, list[LegalMove]]
"""Moves by seat."""


class SceneAnswer(ExactAnswer):
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
