"""`ludarium replay`, `ratings` and `points`: what records of games say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from ludarium import catalogue
from ludarium.cli.options import TOURNAMENTS, AsJson, complete_game, known_game, print_json
from ludarium.cli.work import errors, output
from ludarium.errors import RecordError
from ludarium.play.record_files import read_records
from ludarium.printable import printable_line

__all__ = ["app"]

app = typer.Typer()


@app.command(epilog="Example: ludarium replay games.jsonl --show 1", rich_help_panel=TOURNAMENTS)
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="Records, one JSON object a line, as written by --save."
        ),
    ],
    shown: Annotated[
        int | None,
        typer.Option("--show", min=1, help="Show every position of the record of this number."),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="FILE", help="The file of a game that the records are of; repeatable."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Replay records and verify them; exit code 2 if any of them does not hold."""
    from ludarium.draw.terminal import terminal

    for path in game or ():
        catalogue.find(catalogue.named(path))
    records, failures = read_records(file)
    if shown is not None:
        if shown > len(records):
            raise RecordError(
                f"there is no record {shown}: {file} has {len(records)} sound records"
            )
        record = records[shown - 1]
        if as_json:
            print_json(
                [
                    {"ply": ply, "move": move, "position": position.text}
                    for ply, (move, position) in enumerate(
                        zip([None, *record.moves], record.positions(), strict=True)
                    )
                ]
            )
            return
        for number, position in enumerate(record.positions()):
            output.rule(f"{number}. {record.moves[number - 1]}" if number else "start")
            output.print(terminal(position.view, names=record.players))
    elif as_json:
        print_json([{**json.loads(record.to_json()), "verified": True} for record in records])
    else:
        for number, record in enumerate(records, 1):
            result = " ".join(f"{gained:g}" for gained in record.returns) or "unfinished"
            players = printable_line(" - ".join(record.players))
            output.print(
                f"{number}. {record.first.game.title}, {players}: "
                f"{len(record.moves)} moves, {record.reason} {result}",
                highlight=False,
                markup=False,
            )
    for failure in failures:
        told = printable_line(f"ludarium: {file}: {failure}")
        errors.print(told, highlight=False, markup=False, soft_wrap=True)
    if failures:
        raise typer.Exit(2)


@app.command(epilog="Example: ludarium ratings games.jsonl", rich_help_panel=TOURNAMENTS)
def ratings(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE...", help="Records in the order of play, as --save writes them."
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", help="A server's database instead: a file, or postgresql://..."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Only at this game, by name or file.",
            autocompletion=complete_game,
            callback=known_game,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work ratings out again from records alone; with --json to the last digit.

    Listed by the low end of the 95% interval, so that nobody leads by the luck of a few games.
    """
    from ludarium.cli.rating import show_ratings

    show_ratings(files or [], database, game, as_json)


@app.command(
    epilog="Example: ludarium points games.jsonl --scheme live --explain",
    rich_help_panel=TOURNAMENTS,
)
def points(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Records in the order of play, as --save writes them."
        ),
    ],
    scheme: Annotated[
        str,
        typer.Option(
            "--scheme",
            help="archive: the winner gains the others' ranks; live: as at online tables.",
        ),
    ] = "archive",
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Only of this game, by name or file.",
            autocompletion=complete_game,
            callback=known_game,
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what each game changed, and why.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ranking-points of a place and its Top 10, from the records of its games."""
    from ludarium.cli.rating import show_points

    show_points(files, scheme, game, explain, as_json)
