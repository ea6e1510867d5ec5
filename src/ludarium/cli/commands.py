"""The commands.

Each is a thin layer: it reads arguments, calls the library, and prints for people or, with --json,
for programs.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from ludarium import catalogue
from ludarium.agents import DESCRIPTIONS, agent
from ludarium.cli import authoring, positions, records
from ludarium.cli.benching import bench
from ludarium.cli.options import (
    AGENTS,
    AUTHORS,
    PLAY,
    SERVE,
    STUDY,
    TOURNAMENTS,
    AsJson,
    GameName,
    MovesText,
    PositionText,
    RayAddress,
    RulesetName,
    SeatNumber,
    Seed,
    complete_agent,
    complete_game,
    complete_ruleset,
    known_game,
    position_of,
    print_json,
)
from ludarium.cli.puzzles import app as puzzles
from ludarium.cli.tournament import app as tournament
from ludarium.cli.work import output, print_text, write
from ludarium.extras import require
from ludarium.play.position import start
from ludarium.version import __version__

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play and study board games. Start with: ludarium play",
    epilog="Example: ludarium play yoxii human mcts:1s",
    rich_markup_mode="rich",
)
app.add_typer(bench, name="bench", rich_help_panel=AUTHORS)
app.add_typer(tournament, name="tournament", rich_help_panel=TOURNAMENTS)
app.add_typer(tournament, name="event", hidden=True)  # its name until version 0.1
app.add_typer(puzzles, name="puzzles", rich_help_panel=STUDY)


def print_version(wanted: bool) -> None:
    if wanted:
        output.print(f"ludarium {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version),
    ] = False,
) -> None:
    """Play and study board games. Start with: ludarium play"""


@app.command(epilog="Example: ludarium games --json", rich_help_panel=PLAY)
def games(as_json: AsJson = False) -> None:
    """List the games, with their seats and rulesets; the first ruleset is the default."""
    all_games = [catalogue.find(name) for name in catalogue.names()]
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": list(game.seats),
                    "rulesets": [ruleset.name for ruleset in game.rulesets],
                }
                for game in all_games
            ]
        )
        return
    for game in all_games:
        least, most = game.seats
        seats = f"{least} seats" if least == most else f"{least} to {most} seats"
        output.print(
            f"[bold]{game.name}[/]  {seats}; rulesets: "
            f"{' '.join(ruleset.name for ruleset in game.rulesets)}",
            highlight=False,
        )
        output.print(f"  {game.summary}", highlight=False, markup=False)


@app.command(
    epilog="Examples: ludarium rules aiyawatstani; ludarium rules aiyawatstani -r ludii-4",
    rich_help_panel=PLAY,
)
def rules(game: GameName, ruleset: RulesetName = None) -> None:
    """Print a game's rules and its rulesets, with their sources; or one ruleset with its rules."""
    chosen = catalogue.find(game)
    if ruleset is None:
        print_text(chosen.rules)
    for one in chosen.rulesets if ruleset is None else [chosen.ruleset(ruleset)]:
        known = one.reconstruction
        output.print(
            f"\n[bold]{one.name}[/] ({one.title}). {one.notes}\n  Source: {one.source}",
            highlight=False,
        )
        if known:
            output.print(
                f"  Scores: combined {known.combined}, cultural {known.cultural}, conceptual "
                f"{known.conceptual}, geographical {known.geographical} (~{known.kilometres} km); "
                f"based on: {', '.join(known.based_on)}",
                highlight=False,
            )
        if ruleset is not None and chosen.sentences:
            for sentence in chosen.sentences(one):
                output.print(f"  - {sentence}", highlight=False)


@app.command(
    epilog="Example: ludarium export aiyawatstani -r ludii-4 --out aiyawatstani.lud",
    rich_help_panel=STUDY,
)
def export(
    game: GameName,
    ruleset: RulesetName = None,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file; - is the output.")] = Path(
        "-"
    ),
) -> None:
    """Write a ruleset of counters on lines as a game description of Ludii."""
    from ludarium.ludii.description import description

    chosen = catalogue.find(game)
    write(out, description(chosen, chosen.ruleset(ruleset)))


@app.command(epilog="Example: ludarium family counters --out counters.json", rich_help_panel=STUDY)
def family(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The family's name.")] = "counters",
    schema: Annotated[
        bool, typer.Option("--schema", help="Write the JSON Schema of such files instead.")
    ] = False,
    out: Annotated[Path, typer.Option("--out", "-o", help="The file; - is the output.")] = Path(
        "-"
    ),
) -> None:
    """Write a family of games as a data set: sources, boards, rules and measures as JSON."""
    from ludarium.cli.families import family_text, schema_text

    write(out, schema_text() if schema else family_text(name))


@app.command(
    epilog="Examples: ludarium play [dim]asks what to play[/]; ludarium play ahyoheek human "
    "mcts:1s random",
    rich_help_panel=PLAY,
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's name, or its file; asked for if left out.",
            autocompletion=complete_game,
            callback=known_game,
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Who sits in each seat: human, random, level:N, mcts:N, mcts:Ts.",
            autocompletion=complete_agent,
        ),
    ] = None,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    seed: Annotated[
        int | None, typer.Option("--seed", help="What the bots' randomness comes from.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Add the game's record to this file.")
    ] = None,
) -> None:
    """Play a game in the terminal: people at one keyboard, and bots.

    By default a human plays against mcts:1s. Where there is no terminal to type into, bots play a
    game to the end.
    """
    from ludarium.cli.table import choose_game, default_players, play_at_terminal

    name = game or choose_game()
    number = seats if seats is not None or not players else len(players)
    first = position_of(name, ruleset, number, position, moves)
    play_at_terminal(first, players or default_players(first.seats), seed, save)


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
    serve_games(host, port, config, browser, wait, net or ())


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


@app.command(
    epilog="Example: ludarium join http://localhost:8000/table/k3v9q2ma --name Ana",
    rich_help_panel=PLAY,
)
def join(
    address: Annotated[
        str, typer.Argument(metavar="URL", help="The table's address, as the invitation says.")
    ],
    name: Annotated[
        str | None,
        typer.Option("--name", help="How you are called there; by default as on this computer."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", min=0, help="The seat to take; by default the first that is free."),
    ] = None,
    code: Annotated[
        str | None, typer.Option("--code", help="Take a seat back with its code.")
    ] = None,
    token: Annotated[
        Path | None,
        typer.Option(
            "--token", help="The file that keeps who you are; one of your own for each player."
        ),
    ] = None,
    who: Annotated[
        str | None,
        typer.Option(
            "--agent",
            help="Let this agent play, such as mcts:1s; see: ludarium agents.",
            autocompletion=complete_agent,
        ),
    ] = None,
) -> None:
    """Play at a live table from this terminal: take a free seat, go on with yours, or watch."""
    require("client", "Joining a live table")
    from ludarium.cli.join import default_name, default_token_file, join_table

    named = default_name() if name is None else name
    player = agent(who) if who else None
    join_table(address, named, seat, code, token or default_token_file(), player)


app.registered_commands += positions.app.registered_commands


@app.command(
    epilog="Examples: ludarium match yoxii mcts:1000 mcts:100 -n 200; ludarium match yoxii "
    "mcts:400 mcts:300 --sprt 0,50",
    rich_help_panel=AGENTS,
)
def match(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...", help="One for each seat.", autocompletion=complete_agent
        ),
    ],
    number: Annotated[
        int | None,
        typer.Option(
            "-n",
            "--games",
            help="How many games, by default 100; best a multiple of the number of seats.",
        ),
    ] = None,
    ruleset: RulesetName = None,
    opening: Annotated[
        int | None,
        typer.Option(
            "--opening",
            min=0,
            help="Random moves that begin each round of rotated seats; by default 4 where nothing "
            "is hidden or left to chance.",
        ),
    ] = None,
    seed: Seed = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Play until a sequential test decides whether the first is stronger by ELO1 (the "
            "alternative) or by ELO0 only (the null hypothesis), each wrongly in one of 20 tests: "
            "16 pairs of games at least, and as many games as -n says, or 20,000, at most.",
        ),
    ] = None,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes", min=1, max=256, help="How many games at a time; by default one."
        ),
    ] = None,
    ray: RayAddress = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Add the games' records to this file.")
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Go on with the match whose games the file of --save holds."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let agents play many games, seats rotating, and say who is stronger by how much.

    score: the share of games won, draws shared. Elo: the rating difference to the first agent. Both
    with 95% intervals.
    """
    from ludarium.cli.matches import play_and_report

    play_and_report(
        catalogue.find(game),
        agents,
        number,
        ruleset,
        opening,
        seed,
        sprt,
        processes,
        ray,
        save,
        resume,
        as_json,
    )


@app.command(
    epilog="Example: ludarium league level:1 level:3 mcts:100 -g connect4 -g yoxii -n 20",
    rich_help_panel=AGENTS,
)
def league(
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="Two or more.", autocompletion=complete_agent),
    ],
    game: Annotated[
        list[str],
        typer.Option(
            "--game",
            "-g",
            help="A game, or a game and its ruleset, such as aiyawatstani/ludii-1; give it again "
            "for several.",
            autocompletion=complete_game,
        ),
    ],
    seats: Annotated[
        int, typer.Option("--seats", min=2, help="Agents at a table; each set of so many plays.")
    ] = 2,
    pairs: Annotated[
        int,
        typer.Option(
            "-n",
            "--pairs",
            min=1,
            help="Pairs of games of each two agents at each game; of more seats, openings of each "
            "set, with a game from each seat.",
        ),
    ] = 10,
    opening: Annotated[
        int, typer.Option("--opening", min=0, help="Random moves that begin each pair of games.")
    ] = 4,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, help="By default one for each processor.")
    ] = None,
    ray: RayAddress = None,
    seed: Seed = 0,
    save: Annotated[Path | None, typer.Option("--save", help="Add the games to this file.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the games that --save already has.")
    ] = False,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the cross table here.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a report with a plot of the Elo here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play every agent against every other, and rate them all by one fit."""
    from ludarium.cli.leagues import play_league_and_report

    play_league_and_report(
        game, agents, seats, pairs, opening, seed, processes, ray, save, resume, csv, html, as_json
    )


@app.command(
    epilog="Examples: ludarium dataset connect4 random -n 100000 --states --out random.parquet; "
    "ludarium dataset yoxii mcts:400 level:5 -n 200 --out games.parquet",
    rich_help_panel=AGENTS,
)
def dataset(
    game: GameName,
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT...",
            help="One for each seat, rotating, or one that plays all.",
            autocompletion=complete_agent,
        ),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="The Parquet file to write.")],
    number: Annotated[int, typer.Option("-n", "--games", min=1, help="How many games.")] = 1000,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    opening: Annotated[
        int, typer.Option("--opening", min=0, help="Random moves that begin each game.")
    ] = 0,
    seed: Seed = 0,
    processes: Annotated[
        int | None,
        typer.Option(
            "--processes",
            "--threads",
            min=1,
            max=256,
            help="How many games are played at a time; by default one for each processor. The "
            "rows do not depend on it.",
        ),
    ] = None,
    ray: RayAddress = None,
    observations: Annotated[
        bool, typer.Option("--observations", help="Add what the seat observes, as an array.")
    ] = False,
    states: Annotated[
        bool,
        typer.Option(
            "--states",
            help="Write positions as the numbers of the state instead of text: many times as fast "
            "where the games are random.",
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Let agents play, and write each decision as a row of a Parquet file.

    A row has the position, the legal actions, the one that was chosen, what the agent tells of it,
    and the returns of the game.
    """
    from ludarium.cli.datasets import write_and_report

    write_and_report(
        game,
        agents,
        out,
        number,
        ruleset,
        seats,
        opening,
        seed,
        processes,
        ray,
        observations,
        states,
        as_json,
    )


@app.command(
    epilog="Example: ludarium measure aiyawatstani -r ludii-4 -r ludii-1 --html report.html",
    rich_help_panel=STUDY,
)
def measure(
    game: GameName,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset",
            "-r",
            help="A ruleset; give it again to measure several side by side. By default the first.",
            autocompletion=complete_ruleset,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All rulesets of the game.")] = False,
    seats: SeatNumber = None,
    player: Annotated[
        str,
        typer.Option(
            "--agent", "-a", help="Who plays, on all seats.", autocompletion=complete_agent
        ),
    ] = "random",
    games: Annotated[int, typer.Option("-n", "--games", help="How many games of each.")] = 1000,
    judged: Annotated[
        int, typer.Option("--judged", help="In how many of them the outlook of seats is judged.")
    ] = 30,
    playouts: Annotated[
        int, typer.Option("--playouts", help="Random playouts by which it is judged, a position.")
    ] = 256,
    opening: Annotated[
        int | None,
        typer.Option("--opening", help="Random moves before an agent plays; by default 4."),
    ] = None,
    skill: Annotated[
        int,
        typer.Option(
            "--skill", help="How many games of level 4 against level 1, to measure what skill pays."
        ),
    ] = 0,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", min=1, help="On how many threads; by default one for each processor."
        ),
    ] = None,
    ray: RayAddress = None,
    seed: Seed = 0,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the numbers here, too.")] = None,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a report with plots here, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure properties of rulesets: length, branching, balance, drama and more."""
    from ludarium.cli.measuring import measure_and_report

    measure_and_report(
        game,
        ruleset or (),
        every,
        seats,
        player,
        games,
        judged,
        playouts,
        opening,
        skill,
        threads,
        ray,
        seed,
        csv,
        html,
        as_json,
    )


@app.command(
    epilog="Example: ludarium reconstruct --example > game.toml; "
    "ludarium reconstruct game.toml --html report.html",
    rich_help_panel=STUDY,
)
def reconstruct(
    evidence: Annotated[
        Path | None, typer.Argument(help="What is known of the game, as TOML.", show_default=False)
    ] = None,
    example: Annotated[
        bool, typer.Option("--example", help="Print a file of evidence as an example.")
    ] = False,
    validate: Annotated[
        bool,
        typer.Option(
            "--validate", help="Hide parts of known games, and tell how often they are found."
        ),
    ] = False,
    weight: Annotated[
        list[str] | None,
        typer.Option(
            "--weight",
            "-w",
            metavar="SCORE=NUMBER",
            help="The weight of cultural, geographical, conceptual or play; by default 1 each.",
        ),
    ] = None,
    most: Annotated[int, typer.Option("--most", help="Candidates that are played.")] = 1000,
    games: Annotated[int, typer.Option("-n", "--games", help="Random games of each.")] = 200,
    skill: Annotated[
        int,
        typer.Option("--skill", help="Games of level 2 against random of each, to measure skill."),
    ] = 0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="On how many threads.")] = (
        os.cpu_count() or 1
    ),
    seed: Seed = 0,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a report with map and reasons here, too.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fill the gaps of a half-known game from known ones, and rank the candidates with reasons."""
    from ludarium.cli import reconstructing
    from ludarium.errors import LudariumError

    if sum((evidence is not None, example, validate)) != 1:
        raise LudariumError("expected a file of evidence, --example or --validate, one of them")
    if evidence is None and (html or weight):
        raise LudariumError("--html and --weight are for a file of evidence: expected one")
    if example:
        reconstructing.show_example()
    elif validate:
        reconstructing.validate_and_report(seed, as_json)
    else:
        assert evidence is not None
        reconstructing.reconstruct_and_report(
            evidence, weight or (), most, games, skill, seed, threads, html, as_json
        )


@app.command(
    epilog='Example: ludarium analyse yoxii --moves "d5/3d6, e5/2e4" --seconds 5 --lines 3',
    rich_help_panel=STUDY,
)
def analyse(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    seconds: Annotated[float, typer.Option("--seconds", help="How long to think.")] = 2.0,
    lines: Annotated[
        int, typer.Option("--lines", min=1, max=100, help="How many of the best moves to tell.")
    ] = 3,
    threads: Annotated[
        int, typer.Option("--threads", min=1, max=256, help="How many threads think.")
    ] = 1,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            min=0,
            help="Where several choose at once: for which seat; by default the first.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Analyse a position: the best moves, what they are worth to who moves (-1 lost, 0 even, 1
    won), and how sure that is.

    proved: the result if both play their best. bounded: at least, or at most, that. estimated: as
    far as was looked.
    """
    from ludarium.cli.analysing import analyse_position

    analyse_position(
        position_of(game, ruleset, seats, position, moves), seconds, lines, threads, seat, as_json
    )


@app.command(
    epilog="Examples: ludarium engine --agent mcts; ludarium engine --ugi yoxii",
    rich_help_panel=AGENTS,
)
def engine(
    who: Annotated[
        str, typer.Option("--agent", help="The agent that answers where a request names none.")
    ] = "mcts",
    threads: Annotated[
        int,
        typer.Option("--threads", min=1, max=256, help="How many requests are worked on at once."),
    ] = 1,
    ugi: Annotated[
        str | None,
        typer.Option(
            "--ugi",
            metavar="GAME",
            help="Speak UGI instead, for this game of two.",
            callback=known_game,
        ),
    ] = None,
    ruleset: RulesetName = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="What the agents' randomness comes from.")
    ] = None,
) -> None:
    """Let other programs ask our agents: one JSON object a line over standard input and output
    (docs/engine-protocol.md).
    """
    if ugi is not None:
        from ludarium.cli.ugi import serve_ugi

        serve_ugi(catalogue.find(ugi), ruleset, who, seed)
        return
    from ludarium.cli.engine import serve_protocol

    serve_protocol(who, threads, seed)


@app.command(epilog="Example: ludarium solve ahyoheek --seats 3 --verify", rich_help_panel=STUDY)
def solve(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    gamma: Annotated[
        float | None,
        typer.Option(
            "--gamma",
            help="A round that nobody wins is the last with probability 1 - GAMMA; by default "
            "0.99, and 1 for two seats.",
        ),
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Check a table that is there already, state by state.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--again", help="Solve it also where a table is there already.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option("--save", help="Solve it, and write the table to this file.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", min=1, help="On how many threads; by default one for each processor."
        ),
    ] = None,
    counters: Annotated[
        int | None,
        typer.Option(
            "--counters",
            help="Of a game of counters on lines: up to so many counters of both sides, 2 to 6.",
        ),
    ] = None,
    ray: RayAddress = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game in which seats choose at once, or that hides something, or with chance, or the
    endings of a game of counters on lines.

    Seats that choose at once: an equilibrium in every position, with a certificate. epsilon: the
    most that any seat gains, in any position, by any other way to play on; an independent check
    works it out. A game that hides something: a strategy by CFR+, and what could be won against it.
    A game with chance: what each seat can expect, where it has few enough states. Endings: who wins
    each position of few counters, and in how many turns; interrupted work goes on where it was.
    """
    from ludarium.cli.solving import (
        solve_chance,
        solve_endings,
        solve_game,
        solve_hidden,
    )
    from ludarium.errors import LudariumError

    first = start(game, ruleset, seats)
    at_once = counters is None and not first.game.hides and not first.game.has_chance
    if ray is not None and not at_once:
        raise LudariumError(
            "--ray is for games in which seats choose at once: all else is solved on one machine, "
            "in passes over a table in its memory"
        )

    if counters is not None:
        solve_endings(first, counters, verify, again, save, as_json)
    elif first.game.hides:
        solve_hidden(first, again, save, as_json)
    elif first.game.has_chance:
        solve_chance(first, as_json)
    else:
        solve_game(first, gamma, verify, again, save, threads, ray, as_json)


app.registered_commands += records.app.registered_commands
app.registered_commands += authoring.app.registered_commands


@app.command(epilog="Example: ludarium agents", rich_help_panel=AGENTS)
def agents() -> None:
    """List the agents that can play."""
    for name, description in DESCRIPTIONS.items():
        output.print(f"[bold]{name:<8}[/] {description}", highlight=False)
