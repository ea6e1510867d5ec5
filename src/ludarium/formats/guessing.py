"""The format of a text that somebody pastes, or of a file whose suffix tells none."""

from __future__ import annotations

import re

from ludarium.formats.conversion import FORMATS, Format
from ludarium.formats.source import FileError, decoded
from ludarium.phrases import say

__all__ = ["format_in"]

LOOKED_AT = 20_000  # bytes
DRAUGHTS = re.compile(
    r'^\[\s*GameType\s+"\d'  # the kind of draughts
    r"|(?:^|\s)\d+\.\s*(?:\d{1,2}[-x:]\d{1,2}|[a-h][1-8][-x:][a-h][1-8])\b",  # 1. 11-15, 1. c3-d4
    re.MULTILINE,
)
MOVES = re.compile(r'^[ \t]*\[\s*\w+\s+"|(?:^|\s)1\s*\.\s*\S', re.MULTILINE)
MATCH = re.compile(r"^[ \t]*\d+ point match|^[ \t]*Game \d+[ \t\r]*$", re.MULTILINE)
OTHELLO = 68  # bytes of a game, after a head of 16


def format_in(content: bytes, name: str = "") -> Format:
    """The format of a file with this name and content: by the suffix, where that tells one, else by
    how it begins.

    Raises FileError.

    >>> format_in(b"(;GM[1]SZ[9];B[ee])").name
    'sgf'
    >>> format_in(b"1. 11-15 23-19 2. 8-11 *").name
    'pdn'
    """
    for one in FORMATS.values():
        if name.lower().endswith(one.suffixes):
            return one
    begin = content[:LOOKED_AT]
    text = decoded(begin).lstrip("\ufeff \t\r\n")
    if begin.startswith(b"XQ"):
        return FORMATS["xqf"]
    if b"\0" in begin:
        if len(content) % OTHELLO == 16:
            return FORMATS["wthor"]
    elif re.match(r"\(\s*;", text):
        return FORMATS["sgf"]
    elif text.startswith(("{", "[{", "[\n")):
        return FORMATS["studies" if '"positions"' in text else "records"]
    elif MATCH.search(text):
        return FORMATS["mat"]
    elif MOVES.search(text):
        return FORMATS["pdn" if DRAUGHTS.search(text) else "pgn"]
    titles = ", ".join(one.title for one in FORMATS.values())
    raise FileError(
        say(
            "This is no file of games that is known here: expected one of {formats}.",
            formats=titles,
        )
    )
