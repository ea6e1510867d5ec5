"""Reads the text of a position from left to right; every fault names its column."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from ludarium.errors import PositionError

__all__ = ["EMPTY_SIGN", "Cursor", "write_rows"]

EMPTY_SIGN = "."
DIGITS = "123456789"


class Cursor:
    """The position of the reader in a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        """The number of signs that were read."""

    @property
    def next(self) -> str:
        """The next sign; empty at the end."""
        return self.text[self.at : self.at + 1]

    def fault(self, expected: str, at: int | None = None) -> PositionError:
        """The error that something else was expected here, or after `at` signs."""
        column = 1 + (self.at if at is None else at)
        return PositionError(f"position {self.text!r}: at column {column} expected {expected}")

    def impossible(self, what: str) -> PositionError:
        """The error that the position as a whole cannot be."""
        return PositionError(f"position {self.text!r}: {what}")

    def take(self, allowed: str, expected: str) -> str:
        """Read one of the allowed signs. Raises PositionError."""
        if not self.next or self.next not in allowed:
            raise self.fault(expected)
        self.at += 1
        return self.text[self.at - 1]

    def word(self) -> str:
        """Read up to the next space, and over it."""
        word = self.text[self.at :].partition(" ")[0]
        self.at += len(word) + 1
        return word

    def word_of(self, known: Container[str], expected: str) -> str:
        """Read one of these words, up to the next space, and over it. Raises PositionError."""
        at, word = self.at, self.word()
        if word not in known:
            raise self.fault(expected, at)
        return word

    def number(self, most: int, expected: str, least: int = 0) -> int:
        """Read a decimal number, `least` to `most`, up to the next space, and over it.

        Raises PositionError.
        """
        at, word = self.at, self.word()
        if not re.fullmatch("0|[1-9][0-9]{0,8}", word) or not least <= int(word) <= most:
            raise self.fault(expected, at)
        return int(word)

    def end(self, expected: str = "the end") -> None:
        """Check that nothing follows. Raises PositionError."""
        if self.next:
            raise self.fault(expected)

    def rows(
        self, widths: Sequence[int], signs: str, expected: str, *, kind: str, runs: bool = False
    ) -> list[str]:
        """Read rows joined by `/` up to the next space, and over it: for each a sign a place.

        widths: the number of places of each row. signs: those that a place may have; expected: them
        in words. kind: what places are called. runs: whether a number stands for that many empty
        places, which come back as EMPTY_SIGN.

        Raises PositionError.
        """
        row_count = self.text[self.at :].partition(" ")[0].count("/") + 1
        if row_count != len(widths):
            raise self.fault(f"{len(widths)} rows, not {row_count}")
        digits = DIGITS[: max(widths)] if runs else ""
        rows = []
        for number, width in enumerate(widths):
            if number:
                self.take("/", "/")
            row = ""
            while self.next not in ("", "/", " "):
                if len(row) == width and not runs:
                    raise self.fault(f"the end of a row of {width}")
                at = self.at
                sign = self.take(signs + digits, expected)
                # the longest run that fits has no more digits than the width itself
                while runs and sign[0] in DIGITS and len(sign) < len(str(width)):
                    if self.next not in tuple("0" + DIGITS):
                        break
                    sign += self.take("0" + DIGITS, expected)
                row += EMPTY_SIGN * int(sign) if runs and sign[0] in DIGITS else sign
                if len(row) > width:
                    raise self.fault(f"the end of a row of {width} {kind}", at)
            if len(row) < width:
                missing = f"{width - len(row)} more {kind} in this row"
                raise self.fault(missing if runs else f"a row of {width} {kind}")
            rows.append(row)
        self.at += 1
        return rows


def write_rows(rows: Sequence[str], *, runs: bool = False) -> str:
    """The text that `Cursor.rows` reads; with `runs` a number stands for so many EMPTY_SIGN."""
    text = "/".join(rows)
    return re.sub(r"\.+", lambda run: str(len(run[0])), text) if runs else text
