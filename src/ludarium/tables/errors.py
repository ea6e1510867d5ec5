"""Errors of tables, worded for users."""

from __future__ import annotations

from ludarium.errors import LudariumError
from ludarium.phrases import say

__all__ = ["CODES", "TableError", "too_often"]

CODES = {
    "invalid": 422,
    "illegal": 422,
    "unknown": 404,
    "forbidden": 403,
    "not-your-seat": 403,
    "wrong-code": 403,
    "stale": 409,
    "not-your-turn": 409,
    "already-chosen": 409,
    "bots-first": 409,
    "over": 409,
    "not-open": 409,
    "not-now": 409,
    "seat-taken": 409,
    "wrong-host": 421,
    "too-many": 429,
}
"""The HTTP status of each error code."""


class TableError(LudariumError):
    """A request that a table refuses."""

    def __init__(self, code: str, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        assert code in CODES, code
        self.code = code
        """One of CODES, for programs."""
        self.message = message
        """A Phrase, for people."""
        self.wait = wait
        """Seconds after which the request would be granted, if known."""


def too_often(wait: float) -> TableError:
    """The refusal of what somebody asked for too often. wait: seconds after which to ask again."""
    return TableError("too-many", say("That was too often: wait a moment, then try again."), wait)
