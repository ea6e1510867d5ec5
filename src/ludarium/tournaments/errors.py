"""Errors of tournaments, worded for users."""

from __future__ import annotations

from ludarium.errors import LudariumError

__all__ = ["CODES", "TournamentError"]

CODES = {
    "invalid": 422,
    "unknown": 404,
    "forbidden": 403,
    "taken": 409,
    "over": 409,
    "not-now": 409,
    "built-on": 409,
}
"""The HTTP status of each error code."""


class TournamentError(LudariumError):
    """A request that a tournament refuses."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        assert code in CODES, code
        self.code = code
        """One of CODES, for programs."""
        self.message = message
        """A Phrase, for people."""
