"""The rules that depend on a tournament's format: pairing, late entry and the end.

These functions dispatch on the format; no module outside this package needs to know the formats.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ludarium.phrases import counted, listed, say
from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.formats import arena, lives, roundrobin, swiss
from ludarium.tournaments.formats.bracket import bracket_of
from ludarium.tournaments.history import history
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.pairing.seating import even_seats
from ludarium.tournaments.tournament import Tournament

__all__ = [
    "State",
    "draw",
    "entry_closed",
    "fillers_of",
    "rounds_planned",
    "state",
    "survivor",
    "why_not_drawn",
]

Drawing = tuple[tuple[DrawnMatch, ...], tuple[PlayerId, ...]]
State = Literal["open", "running", "paused", "over"]
MANY = 5  # open matches listed by number


def draw_bracket(tournament: Tournament) -> Drawing:
    """The matches that have become ready, and the players newly granted a bye."""
    started = {match.slot for match in tournament.matches.values()}
    seats, rng = history(tournament).seats, lives.lots(tournament)
    matches = []
    for slot, standing in tournament.bracket.items():
        if standing.state == "ready" and slot not in started:
            players = [spot for spot in standing.players if isinstance(spot, int)]
            matches.append(DrawnMatch(seats=even_seats(players, seats, rng), slot=slot))
    return tuple(matches), tuple(_new_byes(tournament))


def _new_byes(tournament: Tournament) -> list[PlayerId]:
    """Newly granted byes, withdrawals excluded.

    A player appears once per slot passed without a match, unless that bye was recorded before.
    """
    counts = dict(tournament.byes)
    new = []
    for standing in tournament.bracket.values():
        if (
            standing.state == "bye"
            and None in standing.players
            and isinstance(standing.winner, int)
        ):
            if counts.get(standing.winner, 0):
                counts[standing.winner] -= 1
            else:
                new.append(standing.winner)
    return new


DRAWS: dict[str, Callable[[Tournament], Drawing]] = {
    "lives": lives.draw,
    "double": draw_bracket,
    "single": draw_bracket,
    "swiss": swiss.draw,
    "roundrobin": roundrobin.draw,
    "arena": arena.draw,
}


def draw(tournament: Tournament) -> Drawing:
    """The matches and byes of the next round.

    `why_not_drawn` must have returned None.
    """
    if "draw" not in tournament.memo:
        tournament.memo["draw"] = DRAWS[tournament.options.format](tournament)
    return tournament.memo["draw"]  # type: ignore[no-any-return]


def state(tournament: Tournament) -> State:
    """The phase of the tournament: open for entries, running, paused or over."""
    if tournament.started is None:
        return "open"
    if not tournament.playing and (tournament.finished or _played_out(tournament)):
        return "over"
    return "paused" if tournament.paused else "running"


def rounds_planned(tournament: Tournament) -> int | None:
    """The number of rounds; None where it depends on results or time."""
    if tournament.started is None:
        return None
    match tournament.options.format:
        case "swiss":
            return swiss.round_count(tournament)
        case "roundrobin":
            return roundrobin.round_count(len(tournament.order), tournament.options.cycles)
        case "single":
            return max(1, (len(tournament.order) - 1).bit_length())
    return None


def _played_out(tournament: Tournament) -> bool:
    """Return whether the format has no match left. No match may be open."""
    match tournament.options.format:
        case "lives":
            return len(tournament.living) < 2
        case "double" | "single":
            return (
                bracket_of(len(tournament.order), tournament.options.format == "double").champion(
                    tournament.bracket
                )
                != "?"
            )
        case "swiss" | "roundrobin":
            return (
                len(tournament.rounds) >= (rounds_planned(tournament) or 0)
                or len(tournament.active) < 2
            )
    return len(tournament.active) < 2


def survivor(tournament: Tournament) -> PlayerId | None:
    """The last player left in an elimination; None if there is none."""
    if tournament.options.format == "lives":
        return next(iter(tournament.living), None)
    winner = bracket_of(len(tournament.order), tournament.options.format == "double").champion(
        tournament.bracket
    )
    return winner if isinstance(winner, int) else None


def fillers_of(tournament: Tournament, match: Match) -> int:
    """Number of bots that fill the live table of the current game, up to the preferred size.

    None at the final table, and none after the first game: a game that a filler wins counts as
    drawn, and the players replay it among themselves.
    """
    options = tournament.options
    final = len(tournament.rounds[match.round - 1].matches) == 1
    return (
        0
        if options.fill is None or final or match.games
        else max(0, options.size - len(match.here))
    )


def entry_closed(tournament: Tournament) -> str | None:
    """Return the reason why nobody can enter any more; None while entry is open."""
    if tournament.started is None:
        return None
    if state(tournament) == "over":
        return say("The tournament is over")
    match tournament.options.format:
        case "double" | "single":
            return say("A bracket is drawn for those who are there when it starts")
        case "roundrobin":
            return say("A round robin is drawn for those who are there when it starts")
        case "lives" if tournament.rounds and len(tournament.living) <= tournament.options.largest:
            return say("The final table has begun")
        case "swiss" if len(tournament.rounds) >= swiss.round_count(tournament):
            return say("The last round has been drawn")
    return None


def why_not_drawn(tournament: Tournament) -> str | None:
    """Return the reason why the next round cannot be drawn now; None if it can."""
    match state(tournament):
        case "open":
            return say("The tournament has not started")
        case "paused":
            return say("The tournament is paused")
        case "over":
            return say("The tournament is over")
    if tournament.finished:
        return say("The tournament ends with the games that are played now")
    if tournament.playing and not tournament.options.rolling:
        return unfinished(tournament)
    if tournament.options.rolling:
        matches, _ = draw(tournament)
        if not matches:
            return unfinished(tournament) if tournament.playing else say("Nobody is free to play")
    return None


def unfinished(tournament: Tournament) -> str:
    """Name the matches that are still played or disputed."""
    tables = tournament.open_matches
    disputed = [match for match in tables if match.disputed is not False]
    if disputed:
        return say(
            "The result of match {number} is disputed: the organiser decides",
            number=disputed[0].number,
        )
    named = listed([str(match.number) for match in tables[:MANY]])
    if len(tables) > MANY:
        return counted("{n} match is still played", "{n} matches are still played", len(tables))
    return counted(
        "Match {named} is still played",
        "Matches {named} are still played",
        len(tables),
        named=named,
    )
