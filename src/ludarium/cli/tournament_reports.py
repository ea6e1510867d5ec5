"""Commands that show, print, import, export and simulate tournaments."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from ludarium.cli import desk
from ludarium.cli.options import OUTPUT, OutFile
from ludarium.cli.tournament_output import (
    AsJson,
    EventFile,
    Format,
    SimulatedGame,
    available,
    name_of,
    print_json,
    print_result,
    summary_of,
)
from ludarium.cli.work import output, print_lines, write
from ludarium.errors import LudariumError, RecordError
from ludarium.languages import LANGUAGES, translator
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import CODEC
from ludarium.tournaments.ids import RoundNumber
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.bracket_picture import bracket_picture
from ludarium.tournaments.reports.exporting import as_csv, as_trf, standings_json
from ludarium.tournaments.reports.exporting import as_json as everything
from ludarium.tournaments.reports.paper import SHEETS, paper
from ludarium.tournaments.simulate import Play, as_data, simulate
from ludarium.tournaments.standings import champion, standings

__all__ = ["app"]

app = typer.Typer()


@app.command("show", epilog="Example: ludarium tournament show cup.event")
def show(file: EventFile, as_json: AsJson = False) -> None:
    """Show where it stands: who plays whom, and what to do next."""
    event = desk.load(file)
    if as_json:
        print_json(everything(event))
    else:
        print_result(event)


@app.command("standings", epilog="Example: ludarium tournament standings cup.event --json")
def show_standings(file: EventFile, as_json: AsJson = False) -> None:
    """Print the standings, with the path of each player: + won, - lost, = drew, o bye, h bye of
    half a point, x did not come.
    """
    event = desk.load(file)
    if as_json:
        print_json({"standings": standings_json(event), "champion": champion(event)})
        return
    signs = {
        "win": "+",
        "loss": "-",
        "draw": "=",
        "bye": "o",
        "half": "h",
        "playing": ".",
        "absent": "x",
    }
    by_losses = event.options.format in ("lives", "single", "double")
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in (
        "",
        "player",
        "wins" if by_losses else "points",
        "losses" if by_losses else "wins",
        "path",
        "",
    ):
        table.add_column(
            heading, justify="right" if heading in ("", "wins", "points", "losses") else "left"
        )
    for row in standings(event):
        counts = (row.wins, row.losses) if by_losses else (f"{row.points:g}", row.wins)
        path = "".join(signs[step.what] for step in row.path)
        status = "" if row.state == "in" else row.state
        table.add_row(str(row.rank), name_of(event, row.player), *map(str, counts), path, status)
    output.print(table, markup=False)


@app.command(epilog="Example: ludarium tournament log cup.event")
def log(file: EventFile, as_json: AsJson = False) -> None:
    """Print who did what; entries in brackets were taken back."""
    event = desk.load(file)
    counting = {number for number, _ in effective_entries(event.log)}
    for number, entry in enumerate(event.log, 1):
        fields = CODEC.write(entry)[0]
        if as_json:
            print_json({"entry": number, "counts": number in counting, **fields})
            continue
        when = datetime.datetime.fromtimestamp(entry.at).strftime("%Y-%m-%d %H:%M:%S")
        what = f"{fields['kind']} {summary_of(entry, fields)}".strip()
        line = (
            f"{number:>4} {when} {entry.by:<20} "
            f"{what if number in counting or fields['kind'] == 'undone' else f'[{what}]'}"
        )
        print_lines(line)


@app.command(
    "print", epilog="Example: ludarium tournament print cup.event cards pairings --out round.html"
)
def print_sheets(
    file: EventFile,
    sheets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SHEET...", help=f"Of {', '.join(SHEETS)}; by default what there is."
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            help="The file: .html, to print from a browser; .svg for a bracket; - is the output.",
        ),
    ] = Path("-"),
    number: Annotated[
        int | None,
        typer.Option("--round", min=1, help="Of cards and pairings; by default the last."),
    ] = None,
    language: Annotated[
        str, typer.Option("--language", help=f"One of {', '.join(LANGUAGES)}.")
    ] = "en",
) -> None:
    """Make sheets for paper: table cards, pairings, the bracket, the standings."""
    event = desk.load(file)
    if language not in LANGUAGES:
        raise LudariumError(
            f"unknown language {language!r}: expected one of {', '.join(LANGUAGES)}"
        )
    speak = translator(language)
    wanted = [sheet.casefold() for sheet in sheets or available(event)]
    for sheet in wanted:
        if sheet not in SHEETS:
            raise LudariumError(f"unknown sheet {sheet!r}: expected some of {', '.join(SHEETS)}")
    if out.suffix == ".svg":
        if wanted != ["bracket"] and sheets:
            raise LudariumError(
                f"{out}: only a bracket is drawn as SVG; expected .html for {', '.join(wanted)}"
            )
        text = bracket_picture(event, translate=speak)
    else:
        chosen = None if number is None else RoundNumber(number)
        text = paper(event, wanted, language, speak, chosen)
    write(out, text)


@app.command(
    "import", epilog="Example: ludarium tournament import cup.event --from tournament.json"
)
def import_export(
    file: EventFile,
    source: Annotated[Path, typer.Option("--from", help="What was exported as JSON.")],
) -> None:
    """Go on with a tournament from its export, such as that of a server."""
    try:
        from ludarium.tournaments.restoring import log_of_export

        entries = log_of_export(source.read_text(encoding="utf-8"))
    except OSError as error:
        raise LudariumError(f"cannot read {source}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"{source}: not UTF-8 text") from None
    except RecordError as error:
        raise RecordError(f"{source}: {error}") from None
    print_result(desk.create(file, entries))


@app.command(
    "export", epilog="Example: ludarium tournament export cup.event --as csv --out standings.csv"
)
def export(
    file: EventFile,
    kind: Annotated[
        str,
        typer.Option(
            "--as", help="json (everything), csv (standings), trf (a Swiss, as FIDE wants it)."
        ),
    ] = "json",
    out: OutFile = OUTPUT,
) -> None:
    """Give everything to other programs."""
    event = desk.load(file)
    makers = {
        "json": lambda: json.dumps(everything(event), ensure_ascii=False, indent=1) + "\n",
        "csv": lambda: as_csv(event),
        "trf": lambda: as_trf(event),
    }
    if kind not in makers:
        raise LudariumError(f"unknown form {kind!r}: expected one of {', '.join(makers)}")
    write(out, makers[kind]())


@app.command(
    "simulate",
    epilog="Example: ludarium tournament simulate --format lives --game ahyoheek --players 23 "
    "--seed 1 --json",
)
def simulate_event(
    game: SimulatedGame,
    players: Annotated[int, typer.Option("--players", "-n", min=2, max=10_000, help="How many.")],
    kind: Format = "lives",
    seed: Annotated[int, typer.Option("--seed", help="What all lots and results come from.")] = 0,
    dropouts: Annotated[
        float,
        typer.Option(
            "--dropouts", min=0, max=1, help="How likely each match loses a player for good."
        ),
    ] = 0.0,
    draws: Annotated[
        float,
        typer.Option(
            "--draws", min=0, max=0.9, help="How many games are drawn, where the game can be."
        ),
    ] = 0.1,
    size: Annotated[
        int, typer.Option("--size", help="How many sit at a table by preference (lives, arena).")
    ] = 0,
    as_json: AsJson = False,
) -> None:
    """Let a tournament play itself, with players of known strength: P1 is the strongest.

    Ratings are normal with a standard deviation of 200 points; who wins at a table follows from
    them by chance.
    """
    options = Options.checked(format=kind, game=game, size=size)
    event = simulate(options, players, seed, Play(dropouts=dropouts, draws=draws))
    if as_json:
        print_json(as_data(event))
        return
    for drawn in event.rounds:
        sizes = [len(event.matches[number].seats) for number in drawn.matches]
        tables = ", ".join(
            f"{sizes.count(size)} of {size}" for size in sorted(set(sizes), reverse=True)
        )
        byes = len(drawn.byes) + len(drawn.halves)
        output.print(
            f"round {drawn.number}: tables: {tables or 'none'}; byes: {byes}",
            highlight=False,
        )
    winner = champion(event)
    output.print(f"champion: {name_of(event, winner) if winner else 'nobody'}", highlight=False)
