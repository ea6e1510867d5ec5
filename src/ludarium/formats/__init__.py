"""The world's files of games: read, written and converted, one game at a time.

`conversion` is what to call: it knows the formats by name and by the suffixes of files. Each syntax
is a module of its own and knows no game; how a game is written in it is data of the game
(`ludarium.rules.interchange`).
"""

from __future__ import annotations

from ludarium.formats.conversion import (
    FORMATS,
    Format,
    convert,
    format_of,
    lost_in,
    read,
    written,
)
from ludarium.formats.file_game import FileGame, GameNode, Result
from ludarium.formats.game_tree import FileFault, Remark
from ludarium.formats.records import game_of
from ludarium.formats.source import FileError, Source

__all__ = [
    "FORMATS",
    "FileError",
    "FileFault",
    "FileGame",
    "Format",
    "GameNode",
    "Remark",
    "Result",
    "Source",
    "convert",
    "format_of",
    "game_of",
    "lost_in",
    "read",
    "written",
]
