"""Games of tables as files for other programs."""

from __future__ import annotations

import dataclasses
import datetime

from ludarium.formats import FORMATS, Format, game_of, written
from ludarium.phrases import say
from ludarium.play.record import Record
from ludarium.rules.game import Game
from ludarium.tables.errors import TableError
from ludarium.web.rulesets.games import formats_of

__all__ = ["file_text", "format_for", "media_type"]

MEDIA = {"pgn": "application/x-chess-pgn", "sgf": "application/x-go-sgf"}


def format_for(name: str, game: Game) -> Format:
    """The format of this name. Raises TableError where the game has none such."""
    if name not in formats_of(game):
        raise TableError(
            "unknown",
            say("{game} is not written as {format!r} here.", game=game.title, format=name),
        )
    return FORMATS[name]


def file_text(record: Record, form: Format, began: float) -> str:
    """A game in this format, with the day on which it began, in seconds of the epoch.

    Raises FileError where the format cannot say it.
    """
    date = datetime.datetime.fromtimestamp(began, datetime.UTC)
    headers = {"Event": "Ludarium", "Date": f"{date:%Y.%m.%d}"}
    return str(written(dataclasses.replace(game_of(record), headers=headers), form))


def media_type(form: Format) -> str:
    """The media type of files of this format."""
    return MEDIA.get(form.name, "text/plain")
