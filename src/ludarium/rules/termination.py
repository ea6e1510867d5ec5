"""Reasons why games end."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Termination"]


class Termination(StrEnum):
    """The reason why a game ended. The first seven are of the rules, of which a game may tell which
    it was (`Game.termination`).
    """

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    """The seat to move cannot, and does not lose by it."""
    NO_MOVES = "no-moves"
    """The seat to move cannot, which decides the game."""
    DEAD_POSITION = "dead-position"
    """Nobody can win any more, however both play."""
    QUIET_MOVES = "quiet-moves"
    """A number of moves in a row that changed nothing, as the fifty moves of chess."""
    LIMIT = "limit"
    """A limit of moves that only keeps games finite."""
    RULES = "rules"
    """Any other end by the rules."""
    REPETITION = "repetition"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIME = "time"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
