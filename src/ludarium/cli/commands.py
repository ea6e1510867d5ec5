"""The commands.

Each is a thin layer: it reads arguments, calls the library, and prints for people or, with --json,
for programs.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import ludarium
from ludarium import catalogue
from ludarium.agents import DESCRIPTIONS
from ludarium.cli.event import app as event
from ludarium.cli.puzzles import app as puzzles
from ludarium.cli.work import errors, interruptible, output, preparing, print_text, progress
from ludarium.errors import LudariumError, RecordError
from ludarium.play.position import Position, parse, start
from ludarium.play.record import read_records
from ludarium.rules import generic

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play and study board games. Start with: ludarium play",
    epilog="Example: ludarium play yoxii human mcts:1s",
    rich_markup_mode="rich",
)
bench = typer.Typer(
    no_args_is_help=True,
    help="Measure how fast this machine plays. Example: ludarium bench playouts yoxii",
)
app.add_typer(bench, name="bench")
app.add_typer(event, name="event")
app.add_typer(puzzles, name="puzzles")


def print_version(wanted: bool) -> None:
    if wanted:
        output.print(f"ludarium {ludarium.__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version),
    ] = False,
) -> None:
    """Play and study board games. Start with: ludarium play"""


def complete_game(incomplete: str) -> list[str]:
    return [name for name in catalogue.names() if name.startswith(incomplete.casefold())]


def complete_ruleset(incomplete: str) -> list[str]:
    # Where an option still waits for its value, the arguments before it are not parsed yet: so look
    # for the game in the line itself.
    line = os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or ""
    games = [catalogue.find(word) for word in line.split() if word.casefold() in catalogue.names()]
    return [
        ruleset.name
        for game in games[:1]
        for ruleset in game.rulesets
        if ruleset.name.startswith(incomplete)
    ]


def complete_agent(incomplete: str) -> list[str]:
    return [
        name
        for name in ("human", "random", "level:3", "mcts:1000", "mcts:1s")
        if name.startswith(incomplete)
    ]


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="The game's name; see: ludarium games", autocompletion=complete_game
    ),
]
RulesetName = Annotated[
    str | None,
    typer.Option(
        "--ruleset",
        "-r",
        help="The ruleset; by default the game's first.",
        autocompletion=complete_ruleset,
    ),
]
SeatNumber = Annotated[
    int | None, typer.Option("--seats", help="How many seats; by default the fewest.")
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position", "-p", help="Begin from this position instead of the start, as text."
    ),
]
MovesText = Annotated[
    str, typer.Option("--moves", "-m", help="Moves to play first, separated by commas.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Seed = Annotated[int, typer.Option("--seed", help="What all randomness comes from.")]


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False))


def position_of(
    game: str, ruleset: str | None, seats: int | None, text: str | None, moves: str
) -> Position:
    """The position that the common options describe."""
    position = start(game, ruleset, seats)
    if text is not None:
        whole = bool(re.match(rf"{position.game.name}(/\S+)? ", text, re.IGNORECASE))
        parsed = parse(text if whole else f"{position.game.name}/{position.ruleset.name} {text}")
        if ruleset is not None and parsed.ruleset.name != position.ruleset.name:
            raise LudariumError(
                f"the position is of ruleset {parsed.ruleset.name}, but --ruleset asks for "
                f"{ruleset}"
            )
        if seats is not None and parsed.seats != seats:
            raise LudariumError(
                f"the position has {parsed.seats} seats, but --seats asks for {seats}"
            )
        position = parsed
    for move in filter(None, map(str.strip, moves.split(","))):
        position = position.play(move)
    return position


@app.command(epilog="Example: ludarium games --json")
def games(as_json: AsJson = False) -> None:
    """List the games, with their seats and rulesets; the first ruleset is the default."""
    found = [catalogue.find(name) for name in catalogue.names()]
    if as_json:
        print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "seats": list(game.seats),
                    "rulesets": [ruleset.name for ruleset in game.rulesets],
                }
                for game in found
            ]
        )
        return
    for game in found:
        least, most = game.seats
        seats = f"{least} seats" if least == most else f"{least} to {most} seats"
        output.print(
            f"[bold]{game.name}[/]  {seats}; rulesets: "
            f"{' '.join(ruleset.name for ruleset in game.rulesets)}",
            highlight=False,
        )
        output.print(f"  {game.summary}", highlight=False, markup=False)


@app.command(epilog="Example: ludarium rules aiyawatstani")
def rules(game: GameName) -> None:
    """Print a game's rules and its rulesets, with their sources."""
    found = catalogue.find(game)
    print_text(found.rules)
    for ruleset in found.rulesets:
        facts = "; ".join(
            f"{name}: {', '.join(fact) if isinstance(fact, tuple) else fact}"
            for name, fact in ruleset.facts.items()
        )
        output.print(
            f"\n[bold]{ruleset.name}[/] ({ruleset.title}). {ruleset.notes}\n  Source: "
            f"{ruleset.source}",
            highlight=False,
        )
        if facts:
            output.print(f"  {facts}", highlight=False)


@app.command(
    epilog="Examples: ludarium play [dim]asks what to play[/]; ludarium play ahyoheek human "
    "mcts:1s random"
)
def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="The game's name; asked for if left out.",
            autocompletion=complete_game,
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
    "play[/]"
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
            help="An address that pages are reached at through a proxy, such as "
            "https://play.example.org.",
        ),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser.")
    ] = False,
    limits: Annotated[
        bool, typer.Option("--limits/--no-limits", help="Limit how often one visitor may ask.")
    ] = True,
    bot_pause: Annotated[
        float,
        typer.Option(
            "--bot-pause", min=0, max=60, help="Seconds that a bot's move takes at least."
        ),
    ] = 0.6,
) -> None:
    """Serve the games to browsers: play with people and bots on any device."""
    from ludarium.cli.serving import serve_games

    serve_games(host, port, database, tuple(origin or ()), browser, limits, bot_pause)


@app.command(epilog="Example: ludarium join http://localhost:8000/table/k3v9q2ma --name Ana")
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
) -> None:
    """Play at a live table from this terminal: take a free seat, go on with yours, or watch."""
    from ludarium.cli.join import default_name, default_token_file, join_table

    join_table(
        address, default_name() if name is None else name, seat, code, token or default_token_file()
    )


@app.command(epilog='Example: ludarium show yoxii --moves "d5/3d6, e5/2e4" --svg yoxii.svg')
def show(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Write a picture to this file (- for the output).")
    ] = None,
    theme: Annotated[
        str, typer.Option("--theme", help="Of the picture: auto, light or dark.")
    ] = "auto",
    words: Annotated[
        bool, typer.Option("--words", help="Describe it in words, as for a screen reader.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show a position: in the terminal, as a picture, in words, or as data."""
    from ludarium.draw.terminal import terminal

    shown = position_of(game, ruleset, seats, position, moves)
    if theme not in ("auto", "light", "dark"):
        raise LudariumError(f"unknown theme {theme!r}: expected auto, light or dark")
    if as_json:
        view = dataclasses.asdict(shown.view)
        print_json(
            {
                "position": shown.text,
                "movers": shown.movers,
                "over": shown.over,
                "returns": shown.returns,
                "view": view,
            }
        )
    elif svg is not None:
        picture = shown.svg(theme=theme)
        if str(svg) == "-":
            print(picture)
        else:
            try:
                svg.write_text(picture, encoding="utf-8")
            except OSError as error:
                raise LudariumError(f"cannot write {svg}: {error.strerror}") from None
            output.print(f"Wrote {svg}.", markup=False, highlight=False)
    elif words:
        output.print(shown.words(), highlight=False, markup=False)
    else:
        output.print(terminal(shown.view))
        output.print(shown.text, style="dim", highlight=False, markup=False, soft_wrap=True)


@app.command(epilog='Example: ludarium legal aiyawatstani --moves "E3-E5"')
def legal(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    as_json: AsJson = False,
) -> None:
    """List the legal moves of each seat that chooses."""
    here = position_of(game, ruleset, seats, position, moves)
    if as_json:
        found = [move for seat in here.movers for move in here.legal_for(seat)]
        print_json(
            [
                {
                    "seat": move.seat,
                    "move": move.text,
                    "touches": move.touches,
                    "more_touches": move.more_touches,
                }
                for move in found
            ]
        )
        return
    if here.over:
        output.print(here.view.status, highlight=False)
    for seat in here.movers:
        texts = sorted(move.text for move in here.legal_for(seat))
        output.print(
            f"[bold]{here.view.seats[seat].name}[/] has {len(texts)}: {'  '.join(texts)}",
            highlight=False,
        )


@app.command(epilog="Example: ludarium perft yoxii 3")
def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=1, help="How many moves to look ahead.")
    ],
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    position: PositionText = None,
    moves: MovesText = "",
    as_json: AsJson = False,
) -> None:
    """Count the ways to play so many moves; each hop and each pass is a move of its own."""
    from ludarium.simulate import perft as counting

    here = position_of(game, ruleset, seats, position, moves)
    with preparing(here.game):
        interruptible(lambda: counting.count_paths(here.game, here.state, 0))
    branches = [
        generic.play(here.state, generic.nth_joint(here.state, n))
        for n in range(generic.joint_count(here.state))
    ]
    counts = []
    for number in range(1, depth + 1):
        shown = progress(branches, len(branches), f"depth {number}")
        counts.append(
            sum(
                interruptible(partial(counting.count_paths, here.game, branch, number - 1))
                for branch in shown
            )
        )
        if not as_json:
            output.print(f"{number:>2} {counts[-1]:>20,}", highlight=False)
    if as_json:
        print_json([{"depth": number, "count": count} for number, count in enumerate(counts, 1)])


@app.command(
    epilog="Examples: ludarium match yoxii mcts:1000 mcts:100 -n 200; ludarium match yoxii "
    "mcts:400 mcts:300 --sprt 0,50"
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
        int,
        typer.Option(
            "--opening", min=0, help="Random moves that begin each round of rotated seats."
        ),
    ] = 0,
    seed: Seed = 0,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt",
            metavar="ELO0,ELO1",
            help="Play until it is decided whether the first is stronger by ELO1, or by ELO0 "
            "only; -n at most.",
        ),
    ] = None,
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
        catalogue.find(game), agents, number, ruleset, opening, seed, sprt, save, resume, as_json
    )


@app.command(
    epilog='Example: ludarium analyse yoxii --moves "d5/3d6, e5/2e4" --seconds 5 --lines 3'
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


@app.command(epilog="Examples: ludarium engine --agent mcts; ludarium engine --ugi yoxii")
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
        typer.Option("--ugi", metavar="GAME", help="Speak UGI instead, for this game of two."),
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


@app.command(epilog="Example: ludarium solve ahyoheek --seats 3 --verify")
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
        int | None, typer.Option("--threads", min=1, help="On how many threads; by default 2.")
    ] = None,
    counters: Annotated[
        int | None,
        typer.Option(
            "--counters",
            help="Of a game of counters on lines: up to so many counters of both sides, 2 to 6.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game in which seats choose at once, or the endings of a game of counters on lines.

    Seats that choose at once: an equilibrium in every position, with a certificate. epsilon: the
    most that any seat gains, in any position, by any other way to play on; an independent check
    works it out. Endings: who wins each position of few counters, and in how many turns;
    interrupted work goes on where it was.
    """
    from ludarium.cli.solving import solve_endings, solve_game

    if counters is not None:
        solve_endings(start(game, ruleset, seats), counters, verify, again, save, as_json)
        return
    solve_game(start(game, ruleset, seats), gamma, verify, again, save, threads, as_json)


@app.command(epilog="Example: ludarium replay games.jsonl --show 1")
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
    as_json: AsJson = False,
) -> None:
    """Replay records and verify them; exit code 2 if any of them does not hold."""
    from ludarium.draw.terminal import terminal

    records, failures = read_records(file)
    if shown is not None:
        if shown > len(records):
            raise RecordError(
                f"there is no record {shown}: {file} has {len(records)} sound records"
            )
        record = records[shown - 1]
        for number, position in enumerate(record.positions()):
            output.rule(f"{number}. {record.moves[number - 1]}" if number else "start")
            output.print(terminal(position.view, names=record.players))
    elif as_json:
        print_json([{**json.loads(record.to_json()), "verified": True} for record in records])
    else:
        for number, record in enumerate(records, 1):
            result = " ".join(f"{gained:g}" for gained in record.returns) or "unfinished"
            output.print(
                f"{number}. {record.first.game.title}, {' - '.join(record.players)}: "
                f"{len(record.moves)} moves, {record.reason} {result}",
                highlight=False,
                markup=False,
            )
    for failure in failures:
        errors.print(f"ludarium: {file}: {failure}", highlight=False, markup=False, soft_wrap=True)
    if failures:
        raise typer.Exit(2)


@app.command(epilog="Example: ludarium ratings games.jsonl")
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
        str | None, typer.Option("--game", help="Only at this game.", autocompletion=complete_game)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Work ratings out again from records alone; with --json to the last digit.

    Listed by the low end of the 95% interval, so that nobody leads by the luck of a few games.
    """
    from ludarium.cli.rating import show_ratings

    show_ratings(files or [], database, game, as_json)


@app.command(epilog="Example: ludarium points games.jsonl --scheme live --explain")
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
        str | None, typer.Option("--game", help="Only of this game.", autocompletion=complete_game)
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say what each game changed, and why.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Ranking-points of a place and its Top 10, from the records of its games."""
    from ludarium.cli.rating import show_points

    show_points(files, scheme, game, explain, as_json)


@bench.command(epilog="Example: ludarium bench playouts aiyawatstani --ruleset ludii-1 --threads 2")
def playouts(
    game: GameName,
    ruleset: RulesetName = None,
    seats: SeatNumber = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.01, help="How long to play.")] = 3.0,
    threads: Annotated[int, typer.Option("--threads", min=1, help="On how many threads.")] = 1,
    cuda: Annotated[
        bool, typer.Option("--cuda", help="On a CUDA device instead of the processor.")
    ] = False,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Play random games as fast as possible, and count them."""
    from ludarium.simulate import playouts as simulation

    first = start(game, ruleset, seats)
    if cuda:
        try:
            from ludarium.simulate.cuda import run_device_playouts
        except ImportError:
            raise LudariumError(
                "numba-cuda is not installed: pip install 'ludarium[cuda]'"
            ) from None
        found = run_device_playouts(first.game, first.state, seconds=seconds, seed=seed)
    else:
        with preparing(first.game):
            simulation.run_playouts(first.game, first.state, count=1)
        with errors.status(f"Playing for {seconds:g} s ..."):
            found = interruptible(
                lambda: simulation.run_playouts(
                    first.game, first.state, seconds=seconds, threads=threads, seed=seed
                )
            )
    if as_json:
        print_json(
            {
                "game": first.game.name,
                "ruleset": first.ruleset.name,
                "seats": first.seats,
                "device": "cuda" if cuda else "cpu",
                "threads": None if cuda else threads,
                "seconds": found.seconds,
                "playouts": found.playouts,
                "moves": found.moves,
                "playouts_per_second": found.playouts_per_second,
                "moves_per_second": found.moves_per_second,
                "mean_length": found.mean_length,
                "results": {
                    "wins": found.wins,
                    "draws": found.draws,
                    "mean_returns": found.mean_returns,
                },
            }
        )
        return
    where = "the CUDA device" if cuda else f"{threads} thread{'s' * (threads > 1)}"
    output.print(
        f"{found.playouts_per_second:,.0f} playouts/s, {found.moves_per_second:,.0f} moves/s on "
        f"{where}; "
        f"a game lasts {found.mean_length:.1f} moves",
        highlight=False,
    )
    shares = [
        f"{name} {wins / found.playouts:.1%}"
        for name, wins in zip(first.game.seat_names, found.wins, strict=False)
    ]
    output.print(
        f"wins: {', '.join(shares)}; draws {found.draws / found.playouts:.1%}", highlight=False
    )


@app.command(epilog="Example: ludarium agents")
def agents() -> None:
    """List the agents that can play."""
    for name, description in DESCRIPTIONS.items():
        output.print(f"[bold]{name:<8}[/] {description}", highlight=False)
