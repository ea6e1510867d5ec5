"""Options that commands of tournaments share, and what they print."""

from __future__ import annotations

import getpass
import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ludarium import catalogue
from ludarium.cli.options import known_game
from ludarium.cli.work import errors, output
from ludarium.errors import LudariumError
from ludarium.phrases import isolated
from ludarium.printable import printable_line
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Drawn, Entry
from ludarium.tournaments.formats.format_rules import rounds_planned, state, why_not_drawn
from ludarium.tournaments.history import bye_names
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.importing import read_players
from ludarium.tournaments.matches import Match
from ludarium.tournaments.options import FORMATS
from ludarium.tournaments.standings import champion
from ludarium.tournaments.tournament import Tournament

__all__ = [
    "AsJson",
    "Encoding",
    "EventFile",
    "Format",
    "GameOption",
    "Players",
    "SimulatedGame",
    "Who",
    "available",
    "name_of",
    "organiser",
    "print_json",
    "print_result",
    "result_line",
    "rows_of",
    "summary_of",
]


EventFile = Annotated[Path, typer.Argument(metavar="FILE", help="The tournament's file.")]
Format = Annotated[str, typer.Option("--format", "-f", help=f"One of {', '.join(FORMATS)}.")]


def kept_game(text: str) -> str:
    """The game's name, for a tournament's file; of a game of a file, says how it is found later."""
    name = catalogue.named(text)
    if name != text:
        errors.print(
            f"Later commands find this game by LUDARIUM_GAMES={text}",
            highlight=False,
            markup=False,
            soft_wrap=True,
        )
    return name


GameOption = Annotated[
    str,
    typer.Option(
        "--game", "-g", help="The game's name (see: ludarium games), or file.", callback=kept_game
    ),
]
SimulatedGame = Annotated[
    str,
    typer.Option("--game", "-g", help="The game's name, or its file.", callback=known_game),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Players = Annotated[
    Path | None,
    typer.Option(
        "--players", help="A CSV file with the columns name and, if wanted, rating and bot."
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option(
        "--encoding", help="Of that file, where it is not UTF-8 or UTF-16: windows-1250, ..."
    ),
]
Who = Annotated[
    str | None,
    typer.Option("--as", help="The organiser's name in the log; by default as on this computer."),
]


def organiser(name: str | None) -> Actor:
    try:
        return Actor("organiser", name or getpass.getuser())
    except (KeyError, OSError):
        return Actor("organiser", "desk")


def rows_of(players: Path, encoding: str | None) -> list[Any]:
    try:
        return read_players(players.read_bytes(), encoding)
    except OSError as error:
        raise LudariumError(f"cannot read {players}: {error.strerror}") from None
    except LudariumError as error:
        raise LudariumError(f"{players}: {error}") from None


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))


def available(event: Tournament) -> list[str]:
    """The sheets that have content."""
    views = ["cards", "pairings"] if event.rounds else []
    return [
        *views,
        *(["bracket"] if event.options.format in ("single", "double") and event.rounds else []),
        "standings",
    ]


def name_of(event: Tournament, player: PlayerId) -> str:
    """The player's name in one line: a file may hold names that no command takes."""
    return str(isolated(printable_line(event.players[player].name)))


def result_line(event: Tournament, match: Match) -> str:
    """The outcome of a match, in a line."""
    names = [name_of(event, player) for player in match.in_order]
    if match.outcome is None:
        return f"Match {match.number} is drawn and played again, in this order: {', '.join(names)}."
    if match.outcome.winner is None:
        return (
            f"Match {match.number}: {'a draw' if match.outcome.how == 'draw' else 'nobody came'}."
        )
    winner = name_of(event, match.outcome.winner)
    how = (
        ", having the later seat of the last drawn game"
        if match.outcome.how == "later-seat"
        else ""
    )
    return f"Match {match.number}: {winner} wins{how}."


def summary_of(entry: Entry, fields: dict[str, Any]) -> str:
    """The content of an entry, without time and author."""
    if isinstance(entry, Drawn):
        return f"{len(entry.matches)} matches, {len(entry.byes) + len(entry.halves)} byes"
    shown = {
        name: value
        for name, value in fields.items()
        if name not in ("kind", "at", "by", "options", "order") and value is not None
    }
    return " ".join(f"{name}={value}" for name, value in shown.items())


def print_result(event: Tournament) -> None:
    """Print the current state of the tournament."""
    planned = rounds_planned(event)
    where = state(event)
    round_text = (
        f", round {len(event.rounds)}{f' of {planned}' if planned else ''}" if event.rounds else ""
    )
    output.print(
        f"{printable_line(event.name)}: {FORMATS[event.options.format]}",
        style="bold",
        highlight=False,
        markup=False,
    )
    output.print(
        f"{event.options.rules.title}, {len(event.active)} players, {where}{round_text}",
        highlight=False,
        markup=False,
    )
    if event.open_matches:
        table = Table(box=None, header_style="bold", pad_edge=False)
        table.add_column("match", justify="right")
        table.add_column("table", justify="right")
        table.add_column("players, in seat order")
        for match in event.open_matches:
            names = ", ".join(name_of(event, player) for player in match.in_order)
            disputed = (
                "  (disputed: report the right result)" if match.disputed is not False else ""
            )
            table.add_row(str(match.number), str(match.table), f"{names}{disputed}")
        output.print(table, markup=False)
    byes = bye_names(event, event.rounds[-1]) if event.rounds else []
    if byes and where != "over":
        output.print(
            f"byes: {', '.join(str(isolated(printable_line(name))) for name in byes)}",
            highlight=False,
            markup=False,
        )
    if event.excused:
        names = ", ".join(name_of(event, player) for player in event.excused)
        output.print(f"left out of the next round: {names}", highlight=False, markup=False)
    winner = champion(event)
    if where == "over":
        output.print(
            f"Winner: {name_of(event, winner) if winner else 'nobody is left'}",
            highlight=False,
            markup=False,
        )
    elif where == "open":
        output.print(
            "Next: ludarium tournament add, and once all have come, ludarium tournament start",
            style="dim",
            highlight=False,
            markup=False,
        )
    elif why_not_drawn(event) is None:
        output.print("Next: ludarium tournament next", style="dim", highlight=False, markup=False)
