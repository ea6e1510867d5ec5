"""Players, matches and rounds of a tournament, as they stand."""

from __future__ import annotations

import dataclasses
from typing import Literal

from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.options import Options

__all__ = ["How", "Match", "Outcome", "Player", "Round"]

How = Literal["win", "draw", "later-seat", "forfeit", "nobody"]


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """A player of a tournament."""

    number: PlayerId
    """From 1, in the order of entry."""
    name: str
    rating: float | None = None
    agent: str | None = None
    """The bot that plays; None for a person."""
    account: str | None = None
    holder: str | None = None
    joined: int = 0
    """Number of rounds drawn before the player entered."""
    gone: bool = False
    """True if the player has withdrawn."""
    excused: bool = False
    """True if the player has half a point instead of the next round."""


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match."""

    winner: PlayerId | None
    """None for a draw, and where nobody came."""
    how: How
    """`win`; `draw`; `later-seat`: drawn in every replay, so the later seat of the last game
    advances; `forfeit`: the opponents did not come; `nobody`: no player came.
    """


@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """Players who meet at a board, for one game or, where drawn games are replayed, several."""

    number: MatchId
    round: RoundNumber
    table: int
    """Board number: the lowest that was free when the match was drawn, from 1."""
    seats: tuple[PlayerId, ...]
    """The players in seat order of the first game."""
    slot: str = ""
    """The slot in a bracket; empty in other formats."""
    games: tuple[PlayerId | None, ...] = ()
    """The winner of each finished game; None for a draw."""
    gains: tuple[tuple[float, ...], ...] = ()
    """The gains of the players in each of these games, in the order of `seats`; empty where nobody
    counted.
    """
    absent: tuple[PlayerId, ...] = ()
    """The players who forfeited."""
    disputed: PlayerId | Literal[False] | None = False
    """The winner according to a player who disputes the result; False if undisputed."""
    since: float = 0.0
    """The time at which the current game was called."""
    live: str | None = None
    """Id of its live table, while a game is played at one."""
    outcome: Outcome | None = None
    """None while undecided."""

    @property
    def over(self) -> bool:
        """True if the match is decided and its result undisputed."""
        return self.outcome is not None and self.disputed is False

    @property
    def here(self) -> tuple[PlayerId, ...]:
        """The players who have not forfeited."""
        return tuple(player for player in self.seats if player not in self.absent)

    @property
    def losers(self) -> tuple[PlayerId, ...]:
        """The players who lost; empty after a draw or while the match is open."""
        if self.outcome is None or self.outcome.how == "draw":
            return ()
        return tuple(player for player in self.seats if player != self.outcome.winner)

    def seating(self, game: int) -> tuple[PlayerId, ...]:
        """The players in seat order in a game of the match.

        From game to game everybody moves on by one seat, and the first comes last. game: from 1.
        """
        shift = (game - 1) % len(self.seats)
        return tuple(
            player
            for player in self.seats[shift:] + self.seats[:shift]
            if player not in self.absent
        )

    @property
    def in_order(self) -> tuple[PlayerId, ...]:
        """The players in seat order of the game to be played; once decided, of the first game."""
        return self.seats if self.outcome else self.seating(len(self.games) + 1)

    def settled(self, options: Options) -> Match:
        """The match with the outcome of its games and forfeits."""
        here = self.here
        outcome: Outcome | None = None
        if self.games and self.games[-1] is not None:
            outcome = Outcome(self.games[-1], "win")
        elif not here:
            outcome = Outcome(None, "nobody")
        elif len(here) == 1:
            outcome = Outcome(here[0], "forfeit")
        elif self.games and not options.elimination:
            outcome = Outcome(None, "draw")
        elif len(self.games) > options.replays:
            outcome = Outcome(self.seating(len(self.games))[-1], "later-seat")
        return dataclasses.replace(self, outcome=outcome)


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """The matches and byes drawn at one time."""

    number: RoundNumber
    """From 1."""
    matches: tuple[MatchId, ...]
    byes: tuple[PlayerId, ...]
    """The players who have a bye."""
    at: float
    """The time at which it was drawn, in seconds since 1970."""
    halves: tuple[PlayerId, ...] = ()
    """The players who have a bye of half a point."""
