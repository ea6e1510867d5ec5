"""CSV for spreadsheets, which take a cell for a formula that begins like one.

The names of players, agents and games are the text of strangers, and a formula may send what
else is in the sheet to somebody, or start a program.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

__all__ = ["csv_text", "unguarded"]

GUARD = "'"  # makes a cell text; spreadsheets do not show it
# the beginning of a formula, after spaces, also in full width, or of what may hide one; after
# guards as well, so that `unguarded` gives back any text
FORMULA = re.compile(rf"[\s{GUARD}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|{GUARD}*[\t\r\n]")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV, in which no text is a formula. Numbers, also in text, stay numbers."""
    text = io.StringIO(newline="")
    # its lines end with CR LF: before Python 3.13 CR within a cell is quoted only so
    csv.writer(text).writerows(map(guarded, row) for row in rows)
    return text.getvalue()


def guarded(cell: object) -> object:
    return f"{GUARD}{cell}" if isinstance(cell, str) and is_formula(cell) else cell


def unguarded(cell: str) -> str:
    """The text of a cell that `csv_text` wrote."""
    return cell[1:] if cell.startswith(GUARD) and is_formula(cell[1:]) else cell


def is_formula(text: str) -> bool:
    """Return whether a spreadsheet may take the text for a formula."""
    return bool(FORMULA.match(text)) and not NUMBER.fullmatch(text)
