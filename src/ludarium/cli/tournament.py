"""`ludarium tournament`: a tournament at the desk, in one file.

The same logic as the pages', for people without a network and for programs.
"""

from __future__ import annotations

import datetime
import getpass
import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ludarium import catalogue
from ludarium.cli import desk
from ludarium.cli.options import known_game
from ludarium.cli.work import errors, output, print_lines, write
from ludarium.errors import LudariumError, RecordError
from ludarium.extras import require
from ludarium.languages import LANGUAGES, translator
from ludarium.printable import printable_line
from ludarium.tournaments import checks, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import CODEC, Drawn, Entry
from ludarium.tournaments.formats.format_rules import rounds_planned, state, why_not_drawn
from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.importing import add_all, read_players
from ludarium.tournaments.matches import Match
from ludarium.tournaments.options import FORMATS, Options
from ludarium.tournaments.reports.bracket_picture import bracket_picture
from ludarium.tournaments.reports.exporting import as_csv, as_trf, standings_json
from ludarium.tournaments.reports.exporting import as_json as everything
from ludarium.tournaments.reports.paper import SHEETS, paper
from ludarium.tournaments.simulate import Play, as_data, simulate
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    help="Run a tournament from the desk: one file, no network. "
    "Start with: ludarium tournament new",
    epilog="Example: ludarium tournament new cup.event --name 'Spring cup' --game ahyoheek "
    "--players players.csv",
    rich_markup_mode="rich",
)


@app.callback()
def check_extra() -> None:
    """Refuse where tournaments are not installed."""
    require("desk", "A tournament")


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


@app.command(
    epilog="Example: ludarium tournament new cup.event --name 'Spring cup' --game ahyoheek "
    "--format lives --size 4"
)
def new(
    file: EventFile,
    game: GameOption,
    name: Annotated[
        str | None, typer.Option("--name", help="What it is called; by default as the file.")
    ] = None,
    kind: Format = "lives",
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", help="The ruleset; by default the game's first.")
    ] = "",
    size: Annotated[
        int,
        typer.Option(
            "--size", help="How many sit at a table by preference (lives, arena); by default 4."
        ),
    ] = 0,
    largest: Annotated[
        int,
        typer.Option("--largest", help="How many at most; by default as many as the game seats."),
    ] = 0,
    lives: Annotated[int, typer.Option("--lives", help="Losses that eliminate (lives).")] = 2,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", help="Of a Swiss; by default as many as a knock-out has."),
    ] = None,
    cycles: Annotated[int, typer.Option("--cycles", help="How often all meet (roundrobin).")] = 1,
    replays: Annotated[
        int,
        typer.Option("--replays", help="How often a drawn game of an elimination is played again."),
    ] = 2,
    seeding: Annotated[str, typer.Option("--seeding", help="random, rating, or entry.")] = "random",
    minutes: Annotated[int, typer.Option("--minutes", help="How long an arena lasts.")] = 60,
    seed: Annotated[
        int | None, typer.Option("--seed", help="What all lots come from; by default random.")
    ] = None,
    players: Players = None,
    encoding: Encoding = None,
    who: Who = None,
) -> None:
    """Announce a tournament, with players or without."""
    options = Options.checked(
        format=kind,
        game=game,
        ruleset=ruleset,
        size=size,
        largest=largest,
        lives=lives,
        rounds=rounds,
        cycles=cycles,
        replays=replays,
        seeding=seeding,
        minutes=minutes,
    )
    created = requests.create(organiser(who), time.time(), name or file.stem, options, seed)
    entries: list[Entry] = [created]
    if players is not None:
        announced = Tournament(file.stem)
        announced.apply(created)
        entries += add_all(announced, organiser(who), time.time(), rows_of(players, encoding))
    print_result(desk.create(file, entries))


@app.command(
    epilog="Example: ludarium tournament add cup.event Ana 'Petr the Bold'; ludarium tournament "
    "add cup.event --players players.csv"
)
def add(
    file: EventFile,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME...", help="The players.")
    ] = None,
    rating: Annotated[
        float | None, typer.Option("--rating", help="Of a single player, for the seeding.")
    ] = None,
    players: Players = None,
    encoding: Encoding = None,
    who: Who = None,
) -> None:
    """Enter players, before the start or late where the format allows it: all of them or, where one
    cannot enter, none.
    """
    if rating is not None and len(names or []) != 1:
        raise LudariumError("--rating is of a single player")
    rows = rows_of(players, encoding) if players else []
    by = organiser(who)
    singles = [
        lambda event, now, name=name: requests.add(event, by, now, name, rating=rating)
        for name in names or []
    ]
    print_result(desk.change(file, *singles, lambda event, now: add_all(event, by, now, rows)))


@app.command(epilog="Example: ludarium tournament withdraw cup.event Ana")
def withdraw(
    file: EventFile, player: Annotated[str, typer.Argument(help="Name or number.")], who: Who = None
) -> None:
    """A player leaves; the match being played is forfeited."""
    print_result(
        desk.change(
            file,
            lambda event, now: requests.withdraw(
                event, organiser(who), now, checks.named(event, player)
            ),
        )
    )


@app.command(epilog="Example: ludarium tournament restore cup.event Ana")
def restore(
    file: EventFile, player: Annotated[str, typer.Argument(help="Name or number.")], who: Who = None
) -> None:
    """A player who left is back."""
    print_result(
        desk.change(
            file,
            lambda event, now: requests.restore(
                event, organiser(who), now, checks.named(event, player)
            ),
        )
    )


@app.command(epilog="Example: ludarium tournament rename cup.event Anna Ana")
def rename(
    file: EventFile,
    player: Annotated[str, typer.Argument(help="Name or number.")],
    name: Annotated[str, typer.Argument(help="The right name.")],
    who: Who = None,
) -> None:
    """Correct a player's name."""
    print_result(
        desk.change(
            file,
            lambda event, now: requests.rename(
                event, organiser(who), now, checks.named(event, player), name
            ),
        )
    )


@app.command(epilog="Example: ludarium tournament start cup.event")
def start(file: EventFile, who: Who = None) -> None:
    """Begin, and draw the first round."""
    by = organiser(who)
    print_result(
        desk.change(
            file,
            lambda event, now: requests.start(event, by, now),
            lambda event, now: requests.draw(event, by, now),
        )
    )


@app.command("next", epilog="Example: ludarium tournament next cup.event")
def next_round(file: EventFile, who: Who = None) -> None:
    """Draw the next round; in brackets and arenas, the matches that can begin."""
    print_result(desk.change(file, lambda event, now: requests.draw(event, organiser(who), now)))


@app.command(
    epilog="Example: ludarium tournament report cup.event 12 Ana; ludarium tournament report "
    "cup.event 13 draw"
)
def report(
    file: EventFile,
    match: Annotated[int, typer.Argument(help="The match's number, as on its card.")],
    winner: Annotated[str, typer.Argument(help="Who won, by name or number; or: draw")],
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, help="To correct an earlier game of a match with draws."),
    ] = None,
    who: Who = None,
) -> None:
    """Enter a result, or correct it: what is reported later counts."""

    number = MatchId(match)

    def decide(event: Tournament, now: float) -> Entry:
        known = None if winner.casefold() == "draw" else checks.named(event, winner)
        return requests.report(event, organiser(who), now, number, known, game)

    event = desk.change(file, decide)
    output.print(result_line(event, event.matches[number]), highlight=False, markup=False)
    print_result(event)


@app.command(epilog="Example: ludarium tournament forfeit cup.event 12 Ana")
def forfeit(
    file: EventFile,
    match: Annotated[int, typer.Argument(help="The match's number.")],
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Who did not come.")],
    who: Who = None,
) -> None:
    """Players did not come to their match: they lose it, but stay in the tournament."""

    def decide(event: Tournament, now: float) -> Entry:
        return requests.forfeit(
            event,
            organiser(who),
            now,
            MatchId(match),
            [checks.named(event, player) for player in players],
        )

    print_result(desk.change(file, decide))


@app.command(epilog="Example: ludarium tournament undo cup.event")
def undo(
    file: EventFile,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[ENTRY]", help="The entry's number in the log; by default the last."
        ),
    ] = None,
    who: Who = None,
) -> None:
    """Take a decision or a result back. The log keeps both; undoing the undoing restores it."""
    print_result(
        desk.change(file, lambda event, now: requests.undo(event, organiser(who), now, number))
    )


@app.command(epilog="Example: ludarium tournament pause cup.event")
def pause(file: EventFile, who: Who = None) -> None:
    """Draw nothing until it is resumed."""
    print_result(desk.change(file, lambda event, now: requests.pause(event, organiser(who), now)))


@app.command(epilog="Example: ludarium tournament resume cup.event")
def resume(file: EventFile, who: Who = None) -> None:
    """Go on after a pause."""
    print_result(desk.change(file, lambda event, now: requests.resume(event, organiser(who), now)))


@app.command(epilog="Example: ludarium tournament finish cup.event")
def finish(file: EventFile, who: Who = None) -> None:
    """End it now: the standings are final. An arena ends so."""
    print_result(desk.change(file, lambda event, now: requests.finish(event, organiser(who), now)))


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
    """Print the standings, with the path of each player: + won, - lost, = drew, o bye, x did not
    come.
    """
    event = desk.load(file)
    if as_json:
        print_json({"standings": standings_json(event), "champion": champion(event)})
        return
    signs = {"win": "+", "loss": "-", "draw": "=", "bye": "o", "playing": ".", "absent": "x"}
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
    out: Annotated[Path, typer.Option("--out", "-o", help="The file; - is the output.")] = Path(
        "-"
    ),
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
        output.print(
            f"round {drawn.number}: tables: {tables or 'none'}; byes: {len(drawn.byes)}",
            highlight=False,
        )
    winner = champion(event)
    output.print(f"champion: {name_of(event, winner) if winner else 'nobody'}", highlight=False)


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
    return printable_line(event.players[player].name)


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
        return f"{len(entry.matches)} matches, {len(entry.byes)} byes"
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
    if event.rounds and event.rounds[-1].byes and where != "over":
        output.print(
            f"byes: {', '.join(name_of(event, player) for player in event.rounds[-1].byes)}",
            highlight=False,
            markup=False,
        )
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
