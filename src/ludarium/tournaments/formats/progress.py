"""What the format of a tournament says: who plays whom next, who may still enter, whether it is
over.

These functions hold for all formats; nothing outside this package needs to know them one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ludarium.phrases import counted, listed, say
from ludarium.tournaments.entries import DrawnMatch
from ludarium.tournaments.formats import arena, lives, roundrobin, swiss
from ludarium.tournaments.formats.bracket import bracket_of
from ludarium.tournaments.history import history
from ludarium.tournaments.pairing.seating import even_seats
from ludarium.tournaments.tournament import Match, Tournament

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

Drawing = tuple[tuple[DrawnMatch, ...], tuple[int, ...]]
State = Literal["open", "running", "paused", "over"]
MANY = 5  # tables that are named


def draw_bracket(tournament: Tournament) -> Drawing:
    """The matches whose players have just become known, and who has a bye in a slot that is next to
    such, or leads on from the start.
    """
    started = {match.slot for match in tournament.matches.values()}
    seats, rng = history(tournament).seats, lives.lots(tournament)
    matches = []
    for slot, standing in tournament.bracket.items():
        if standing.state == "ready" and slot not in started:
            players = [spot for spot in standing.players if isinstance(spot, int)]
            matches.append(DrawnMatch(seats=even_seats(players, seats, rng), slot=slot))
    return tuple(matches), tuple(_new_byes(tournament))


def _new_byes(tournament: Tournament) -> list[int]:
    """One for each slot that was passed without a match and not counted before, other than because
    somebody left.
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
    """The matches and byes of the next round, which `why_not_drawn` must allow."""
    if "draw" not in tournament.memo:
        tournament.memo["draw"] = DRAWS[tournament.options.format](tournament)
    return tournament.memo["draw"]  # type: ignore[no-any-return]


def state(tournament: Tournament) -> State:
    """Where it is: open for entries, running, paused, over."""
    if tournament.started is None:
        return "open"
    if not tournament.playing and (tournament.finished or _played_out(tournament)):
        return "over"
    return "paused" if tournament.paused else "running"


def rounds_planned(tournament: Tournament) -> int | None:
    """How many rounds there will be; None where that depends on the results, or on the time."""
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
    """Whether the format has no match left, where none is open."""
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


def survivor(tournament: Tournament) -> int | None:
    """Who is left at the end of an elimination; None where nobody is."""
    if tournament.options.format == "lives":
        return next(iter(tournament.living), None)
    winner = bracket_of(len(tournament.order), tournament.options.format == "double").champion(
        tournament.bracket
    )
    return winner if isinstance(winner, int) else None


def fillers_of(tournament: Tournament, match: Match) -> int:
    """How many bots fill in at a live table for the running game of this match, up to the preferred
    size.

    Not at the final table; and only in the first game: if a filler wins it, it counts as drawn, and
    the players play again by themselves.
    """
    options = tournament.options
    final = len(tournament.rounds[match.round - 1].matches) == 1
    return (
        0
        if options.fill is None or final or match.games
        else max(0, options.size - len(match.here))
    )


def entry_closed(tournament: Tournament) -> str | None:
    """Why nobody can enter any more; None while one can."""
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
    """Why the next round cannot be drawn now; None where it can."""
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
    """Which tables still play."""
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
