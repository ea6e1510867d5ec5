"""Scenes: drawable positions for one reader."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from ludarium.draw.scene import scene
from ludarium.draw.words import renamed, words
from ludarium.phrases import Translator
from ludarium.play.position import Move, Position, start
from ludarium.play.premoves import premoves
from ludarium.play.turn_taking import turn_to_take
from ludarium.rules.game import Game
from ludarium.rules.generic import CHANCE
from ludarium.rules.view import View
from ludarium.tables.table import Table

__all__ = [
    "legal_json",
    "own_legal_json",
    "premoves_json",
    "scene_json",
    "with_outcomes",
    "without",
]


def scene_json(
    position: Position,
    ply: int,
    *,
    viewer: int = 0,
    names: Sequence[str] | None = None,
    translate: Translator,
    hidden: Collection[int] = (),
) -> dict[str, Any]:
    """The complete scene of a position.

    viewer: the seat nearest to the reader. names: of the players. hidden: seats whose choices are
    face down.
    """
    view = position.view
    if hidden:
        view = view.hiding(frozenset(hidden))
    view = view.seen_from(viewer)
    return {
        "ply": ply,
        "text": position.text,
        "over": position.over,
        "status": translate(renamed(view.status, view, names)),
        "words": words(view, names, translate).splitlines(),
        **scene(view, names, translate, first_view(position)),
    }


def first_view(position: Position) -> View:
    """The View at the start of the game that this is a position of."""
    return start_view(position.game, position.ruleset.name, position.seats)


@functools.lru_cache(maxsize=128)
def start_view(game: Game, ruleset: str, seats: int) -> View:
    return start(game, ruleset, seats).view


def without(whole: dict[str, Any], known: set[str]) -> dict[str, Any]:
    """The scene without the board and looks that the reader has.

    known: keys of those; updated with the new ones.
    """
    board, looks = whole["board"], whole["looks"]
    if board["key"] in known:
        board = {name: board[name] for name in ("key", "width", "height")}
    new = {key: look for key, look in looks.items() if key not in known}
    known.update(new, (board["key"],))
    return {**whole, "board": board, "looks": new}


def with_outcomes(shown: dict[str, Any], position: Position) -> dict[str, Any]:
    """The scene with a button for each outcome, where chance decides: on a board of one's own it is
    chosen like a move.
    """
    if not position.by_chance:
        return shown
    buttons = [
        {"id": f"chance:{move.text}", "label": move.text, "question": "", "look": None}
        for move in position.legal
    ]
    outcomes = [
        {"move": move.text, "touches": [button["id"]], "more_touches": []}
        for move, button in zip(position.legal, buttons, strict=True)
    ]
    return {**shown, "movers": [CHANCE], "buttons": buttons, "legal": {str(CHANCE): outcomes}}


def legal_json(position: Position, seats: Collection[int]) -> dict[str, list[dict[str, Any]]]:
    """The legal moves of these seats, by seat."""
    return {
        str(seat): moves_json(position.legal_for(seat)) for seat in seats if seat in position.movers
    }


def own_legal_json(
    table: Table, position: Position, seats: Collection[int]
) -> dict[str, list[dict[str, Any]]]:
    """The legal moves at a table of a reader who holds these seats, by seat: of those to move, or,
    where none is, of those that may take the turn.

    position: the table's, as the reader may see it.
    """
    if table.status != "live":
        return {}
    if own := set(seats) & set(table.waiting):
        return legal_json(position, sorted(own))
    turns = {seat: turn_to_take(position, seat) for seat in seats}
    return {str(seat): moves_json(turn.legal) for seat, turn in turns.items() if turn is not None}


def premoves_json(position: Position, seats: Collection[int]) -> dict[str, list[dict[str, Any]]]:
    """Return the moves that these seats may have to choose from after the next move, by seat."""
    return {str(seat): moves_json(premoves(position, seat)) for seat in seats}


def moves_json(moves: Iterable[Move]) -> list[dict[str, Any]]:
    return [
        {"move": move.text, "touches": move.touches, "more_touches": move.more_touches}
        for move in moves
    ]
