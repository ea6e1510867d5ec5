"""Parts of a table's state: seats with their players, offers, and clocks before earlier moves."""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple

__all__ = ["Chair", "Offer", "Place", "Time", "Turns"]


Time = tuple[float | None, float, int]
"""`left`, `spent` and `in_period` of a chair."""


@dataclasses.dataclass(slots=True)
class Chair:
    """A seat and its player."""

    taken_at: int = 0
    """Version of the table when the seat was taken; 0 while it is free."""
    name: str = ""
    agent: str | None = None
    """The bot that plays; None for a person."""
    account: str | None = None
    """The name of the person's account, if any."""
    holders: tuple[str, ...] = ()
    """Identities that may move for the seat."""
    left: float | None = None
    """Seconds on its clock at the start of its turn, with overtime; None without a clock."""
    spent: float = 0.0
    """Seconds that earlier moves of its turn took."""
    in_period: int = 0
    """The moves made in the period of Canadian overtime."""
    moved: bool = False
    """True if it has made a move, from when on its clock runs."""
    missed: int = 0
    """Number of rounds missed in a row."""
    gone: bool = False
    """True if it has left a game in progress."""
    former: str = ""
    """A name in place of a deleted account, as `Sat.former`."""

    @property
    def time(self) -> Time:
        """The reading of its clock."""
        return self.left, self.spent, self.in_period

    @property
    def free(self) -> bool:
        """True if nobody sits here."""
        return not self.taken_at

    @property
    def is_bot(self) -> bool:
        """True if a bot sits here."""
        return self.agent is not None

    def copy(self) -> Chair:
        """A copy, made faster than `copy.copy` does."""
        return Chair(
            self.taken_at,
            self.name,
            self.agent,
            self.account,
            self.holders,
            self.left,
            self.spent,
            self.in_period,
            self.moved,
            self.missed,
            self.gone,
            self.former,
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """The place of a bot that a person has asked for."""

    seat: int
    name: str
    account: str | None
    holder: str
    at: float
    """The time at which it was asked for; once it is granted, that of the answer."""
    granted: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """An offered draw, or a requested takeback."""

    what: Literal["draw", "takeback"]
    seat: int
    agreed: frozenset[int]
    """The seats that agree."""
    version: int
    """The table's version with the offer, which identifies it."""


class Turns(NamedTuple):
    """The clocks before a move, and before those that came earlier."""

    times: tuple[Time, ...]
    """`Chair.time` of each seat."""
    moved: tuple[bool, ...]
    """`Chair.moved` of each seat."""
    began: float
    """The time at which the turn began, or the last move of it was made."""
    earlier: Turns | None
