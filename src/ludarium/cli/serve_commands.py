"""Commands of servers: serve, prepare, backup, kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.options import (
    SERVE,
    AsJson,
    complete_game,
)
from ludarium.cli.work import output
from ludarium.extras import require

__all__ = ["app"]

app = typer.Typer()


@app.command(
    epilog="Example: ludarium serve --host 0.0.0.0 --port 8000 [dim]lets others on your network "
    "play[/]",
    rich_help_panel=SERVE,
)
def serve(
    host: Annotated[
        str,
        typer.Option(
            "--host", help="The address to listen on; 0.0.0.0 for everybody on your network."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            "--database",
            help="A file, or postgresql://USER:PASSWORD@HOST/NAME, which several servers can "
            "share.",
        ),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            help="An address that pages are reached at through a proxy, or by a public name, "
            "such as https://play.example.org.",
        ),
    ] = None,
    contact: Annotated[
        str | None,
        typer.Option(
            "--contact",
            help="Your e-mail address, which the push services of browsers are told with notices.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = False,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Limit how often one visitor may ask.")
    ] = True,
    connections: Annotated[
        int,
        typer.Option(
            "--connections", min=1, help="Connections of one address at once; more for a hall."
        ),
    ] = 256,
    bot_pause: Annotated[
        float,
        typer.Option(
            "--bot-pause", min=0, max=60, help="Seconds that a bot's move takes at least."
        ),
    ] = 0.6,
    keep: Annotated[
        int,
        typer.Option(
            "--keep",
            metavar="DAYS",
            min=0,
            help="Days after which finished games of guests are deleted; 0 keeps them.",
        ),
    ] = 180,
    allowances: Annotated[
        float,
        typer.Option(
            "--allowances",
            metavar="FACTOR",
            min=0.0,
            help="How many times as much as usual visitors may have kept here: tournaments, "
            "studies, accounts, devices; 0 for no bounds.",
        ),
    ] = 1.0,
    review: Annotated[
        int,
        typer.Option(
            "--review", min=1, help="States searched to review a game; fewer on a slow machine."
        ),
    ] = 6_000_000,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="FILE",
            help="Serve the game of this file as well, and read it again when it changes; may be "
            "given several times.",
        ),
    ] = None,
    net: Annotated[
        list[str] | None,
        typer.Option(
            "--net",
            metavar="GAME=FILE",
            help="Offer the neural net of this ONNX file as a bot, as in connect4=alpha.onnx, or "
            "connect4=alpha.onnx:200 to search with 200 simulations; may be given several times.",
        ),
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="NAME=AGENT",
            help="Offer a program of others as a bot at the games that it plays, as in "
            "stockfish=uci:0.1s:stockfish or gnugo=gtp:level=5:'gnugo --mode gtp'; may be given "
            "several times.",
        ),
    ] = None,
    wait: Annotated[
        bool,
        typer.Option(
            "--wait/--no-wait",
            help="Answer only when all games are compiled, which takes minutes once.",
        ),
    ] = False,
) -> None:
    """Serve the games to browsers: play with people and bots on any device."""
    require("server", "A server")
    from ludarium.cli.serving import default_database, serve_games
    from ludarium.web.config import NO_CONTACT, Config

    config = Config(
        database or default_database(),
        origins=tuple(origin or ()),
        limited=limits,
        bot_pause=bot_pause,
        keep=keep * 86_400.0,
        allowances=allowances,
        review=review,
        connections=connections,
        games=tuple(game or ()),
        contact=contact or NO_CONTACT,
    )
    serve_games(host, port, config, browser, wait, net or (), engine or ())


@app.command(
    epilog="Example: ludarium prepare [dim]before a server starts, so that its bots are at full "
    "strength at once[/]",
    rich_help_panel=SERVE,
)
def prepare(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME]...",
            help="Names or files of games; by default all games.",
            autocompletion=complete_game,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compile all that bots, analyses and reviews need, once, and count the processor seconds."""
    from ludarium.cli.preparing import prepare_games

    prepare_games(games or (), as_json)


@app.command(epilog="Example: ludarium backup tables-of-today.db", rich_help_panel=SERVE)
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The copy, a file that is not there yet.")
    ],
    database: Annotated[
        str | None,
        typer.Option("--database", help="The file to copy; by default that of `ludarium serve`."),
    ] = None,
) -> None:
    """Copy the database of a server, which may go on meanwhile."""
    require("server", "A backup of a server")
    from ludarium.cli.serving import default_database
    from ludarium.database.backup import back_up

    back_up(database or default_database(), file)
    output.print(f"Copied to {file}.", highlight=False, markup=False)


@app.command(epilog="Example: ludarium kept --json", rich_help_panel=SERVE)
def kept(
    database: Annotated[
        str | None,
        typer.Option("--database", help="The database; by default that of `ludarium serve`."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell what a server keeps, by kind, and of whom it keeps most."""
    require("server", "What a server keeps")
    from ludarium.cli.keeping import show_kept
    from ludarium.cli.serving import default_database

    show_kept(database or default_database(), as_json)
