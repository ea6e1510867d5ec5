"""Past results of the players: opponents met, seats and points."""

from __future__ import annotations

import dataclasses
from collections import Counter

from ludarium.tournaments.ids import PlayerId, SeatIndex
from ludarium.tournaments.matches import Match, Round
from ludarium.tournaments.tournament import Tournament

__all__ = ["History", "bye_names", "history", "is_played", "score"]


@dataclasses.dataclass
class History:
    """The games of each player so far."""

    met: dict[PlayerId, Counter[PlayerId]]
    """Number of matches between two players."""
    seats: dict[PlayerId, list[SeatIndex]]
    """Seats taken, in order; matches forfeited before a game are left out."""
    points: dict[PlayerId, float]
    """Points of matches and, in a Swiss, of byes."""
    rested: Counter[PlayerId]
    """Number of byes, and of matches won by forfeit."""


def history(tournament: Tournament) -> History:
    """The history of all players.

    Open matches count as opponents met and seats taken, but not as points.
    """
    if "history" not in tournament.memo:
        tournament.memo["history"] = _history(tournament)
    return tournament.memo["history"]  # type: ignore[no-any-return]


def _history(tournament: Tournament) -> History:
    players = tournament.players
    history = History(
        {n: Counter() for n in players},
        {n: [] for n in players},
        dict.fromkeys(players, 0.0),
        Counter(tournament.byes),
    )
    for match in tournament.matches.values():
        for player in match.seats:
            history.points[player] += score(match, player)
        if not is_played(match):
            history.rested.update(player for player in match.seats if score(match, player))
            continue
        for seat, player in enumerate(match.seats):
            history.seats[player].append(SeatIndex(seat))
            history.met[player].update(other for other in match.seats if other != player)
    if tournament.options.format == "swiss":
        for drawn in tournament.rounds:
            for player in drawn.byes:
                history.points[player] += 1
            for player in drawn.halves:
                history.points[player] += 0.5
    return history


def is_played(match: Match) -> bool:
    """False if the match was decided without a game."""
    return len(match.here) > 1 or bool(match.games)


def score(match: Match, player: PlayerId) -> float:
    """Points of the match for the player: 1 for a win, an equal share of 1 for a draw."""
    if not match.over or match.outcome is None:
        return 0.0
    if match.outcome.how == "draw":
        return 1 / len(match.here) if player in match.here else 0.0
    return 1.0 if match.outcome.winner == player else 0.0


def bye_names(tournament: Tournament, drawn: Round) -> list[str]:
    """The names of those who have a bye in a round, those with half a point marked so."""
    return [
        *(tournament.players[player].name for player in drawn.byes),
        *(f"{tournament.players[player].name} (½)" for player in drawn.halves),
    ]
