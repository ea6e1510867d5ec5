"""Ids of tournaments' players, matches, rounds and seats: all are ints at run time."""

from __future__ import annotations

from typing import NewType

__all__ = ["MatchId", "PlayerId", "RoundNumber", "SeatIndex"]

PlayerId = NewType("PlayerId", int)
"""Number of a player, from 1 in the order of entry."""
MatchId = NewType("MatchId", int)
"""Number of a match, from 1 in the order of drawing."""
RoundNumber = NewType("RoundNumber", int)
"""Number of a round, from 1."""
SeatIndex = NewType("SeatIndex", int)
"""A seat of a game, from 0."""
