"""Export of tournaments: JSON, standings as CSV, and a Swiss as FIDE's TRF16 report."""

from __future__ import annotations

import datetime
from typing import Any

from ludarium.phrases import say
from ludarium.spreadsheets import csv_text
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import CODEC, Disputed, Drawn, Forfeited, Opened, Reported
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import rounds_planned, state
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament, fold

__all__ = ["VERSION", "as_csv", "as_json", "as_trf", "standings_json"]

VERSION = 1


def as_json(tournament: Tournament) -> dict[str, Any]:
    """All public data: players, rounds, matches, standings and the log."""
    return {
        "ludarium_tournament": VERSION,
        "id": tournament.id,
        "name": tournament.name,
        "options": tournament.options.to_json(),
        "seed": tournament.seed,
        "state": state(tournament),
        "players": [
            {
                "number": player.number,
                "name": player.name,
                "rating": player.rating,
                "bot": player.agent,
                "withdrawn": player.gone,
                "losses": tournament.losses[player.number],
                "byes": tournament.byes[player.number],
            }
            for player in tournament.players.values()
        ],
        "seeding": list(tournament.order),
        "rounds": [
            {
                "number": drawn.number,
                "matches": [_match_json(tournament.matches[number]) for number in drawn.matches],
                "byes": list(drawn.byes),
                "halves": list(drawn.halves),
            }
            for drawn in tournament.rounds
        ],
        "standings": standings_json(tournament),
        "champion": champion(tournament),
        "log": [CODEC.write(entry)[0] for entry in tournament.log],
    }


def _match_json(match: Match) -> dict[str, Any]:
    outcome = match.outcome if match.over else None
    return {
        "number": match.number,
        "table": match.table,
        "slot": match.slot or None,
        "seats": list(match.seats),
        "games": list(match.games),
        "absent": list(match.absent),
        "winner": outcome.winner if outcome else None,
        "result": outcome.how if outcome else None,
    }


def standings_json(tournament: Tournament) -> list[dict[str, Any]]:
    """The standings, the best first; players by number and name."""
    return [
        {
            "rank": standing.rank,
            "player": standing.player,
            "name": tournament.players[standing.player].name,
            "state": standing.state,
            "points": standing.points,
            "wins": standing.wins,
            "losses": standing.losses,
            "draws": standing.draws,
            "byes": standing.byes,
            **{name.replace("-", "_"): value for name, value in standing.breaks.items()},
            "path": [
                {
                    "round": step.round,
                    "what": step.what,
                    "match": step.match,
                    "others": list(step.others),
                }
                for step in standing.path
            ],
        }
        for standing in standings(tournament)
    ]


def as_csv(tournament: Tournament) -> str:
    """The standings as CSV, whose first columns the import of players reads."""
    rows = standings(tournament)
    breaks = [name for name in rows[0].breaks if name != "wins"] if rows else []
    headings = ("rank", "name", "rating", "bot", "state", "points", "wins", "losses", "draws")
    lines: list[tuple[object, ...]] = [(*headings, "byes", *breaks)]
    for row in rows:
        player = tournament.players[row.player]
        lines.append(
            (
                row.rank,
                player.name,
                "" if player.rating is None else f"{player.rating:g}",
                player.agent or "",
                row.state,
                f"{row.points:g}",
                row.wins,
                row.losses,
                row.draws,
                row.byes,
                *(f"{row.breaks[name]:g}" for name in breaks),
            )
        )
    return csv_text(lines)


def as_trf(tournament: Tournament) -> str:
    """A Swiss as TRF16. Raises TournamentError for other formats.

    Players are numbered by seeding. Byes are `U` and `H` (half a point), forfeits `+` and `-`. A
    round that is still played is left out: the format has no sign for a game without a result.
    """
    if tournament.options.format != "swiss" or tournament.started is None:
        raise TournamentError("invalid", say("TRF is for a Swiss that has started"))
    begun = tournament.started
    if tournament.playing:
        tournament = without_last_round(tournament)
    late = [number for number in tournament.players if number not in tournament.order]
    start_rank = {player: place for place, player in enumerate([*tournament.order, *late], 1)}
    date = datetime.datetime.fromtimestamp(begun, datetime.UTC).strftime("%Y/%m/%d")
    rows = {row.player: row for row in standings(tournament)}
    lines = [
        f"012 {tournament.name}",
        f"042 {date}",
        f"062 {len(tournament.players)}",
        "092 Individual: Swiss-System",
        f"XXR {rounds_planned(tournament)}",
    ]
    for player, number in start_rank.items():
        person, row = tournament.players[player], rows[player]
        rating = (
            f"{round(person.rating)}"
            if person.rating is not None and 0 < person.rating < 9999.5
            else ""
        )
        # sex, title, federation, FIDE number and birth date are unknown
        head = (
            f"001 {number:>4}      {person.name[:33]:<33} "
            f"{rating:>4}{'':28}{row.points:>4.1f} {row.rank:>4}"
        )
        lines.append(
            head + "".join(f"  {cell}" for cell in _trf_rounds(tournament, player, start_rank))
        )
    return "".join(f"{line}\n" for line in lines)


def without_last_round(tournament: Tournament) -> Tournament:
    """The tournament as if the last round had not been drawn yet."""
    log = [entry for _, entry in effective_entries(tournament.log)]
    last = max(at for at, entry in enumerate(log) if isinstance(entry, Drawn))
    matches = tournament.rounds[-1].matches
    kept = [
        entry
        for at, entry in enumerate(log)
        if at != last
        and not (
            isinstance(entry, Opened | Reported | Disputed | Forfeited) and entry.match in matches
        )
    ]
    return fold(tournament.id, kept)


def _trf_rounds(
    tournament: Tournament, player: PlayerId, start_rank: dict[PlayerId, int]
) -> list[str]:
    cells = []
    for drawn in tournament.rounds:
        match = next(
            (
                tournament.matches[number]
                for number in drawn.matches
                if player in tournament.matches[number].seats
            ),
            None,
        )
        if match is None:
            kind = "U" if player in drawn.byes else "H" if player in drawn.halves else "Z"
            cells.append(f"0000 - {kind}")
            continue
        other = next(seat for seat in match.seats if seat != player)
        assert match.outcome is not None
        if match.outcome.how == "draw":
            sign = "="
        elif match.outcome.how == "win":
            sign = "1" if match.outcome.winner == player else "0"
        else:
            sign = "+" if match.outcome.winner == player else "-"
        colour = "w" if match.seats[0] == player else "b"
        cells.append(f"{start_rank[other]:>4} {colour} {sign}")
    return cells
