"""What can go wrong in a tournament, in words for the person in front of it."""

from __future__ import annotations

from ludarium.errors import LudariumError

__all__ = ["CODES", "TournamentError"]

# Each code with the HTTP status that says the same.
CODES = {
    "invalid": 422,
    "unknown": 404,
    "forbidden": 403,
    "taken": 409,
    "over": 409,
    "not-now": 409,
    "built-on": 409,
}


class TournamentError(LudariumError):
    """What a tournament refuses. code: one of CODES, for programs; message: a Phrase, for
    people.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        assert code in CODES, code
        self.code = code
        self.message = message
