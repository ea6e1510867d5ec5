"""What can go wrong at a table, in words for the person in front of it."""

from __future__ import annotations

from ludarium.errors import LudariumError

__all__ = ["CODES", "TableError"]

# Each code with the HTTP status that says the same.
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
    "too-many": 429,
}


class TableError(LudariumError):
    """A request that a table refuses. code: one of CODES, for programs; message: a Phrase, for
    people; wait: seconds after which it would be granted, where that is known.
    """

    def __init__(self, code: str, message: str, wait: float | None = None) -> None:
        super().__init__(message)
        assert code in CODES, code
        self.code = code
        self.message = message
        self.wait = wait
