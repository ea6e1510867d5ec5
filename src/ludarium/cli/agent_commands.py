"""Commands of agents: match, league, dataset, engine, agents."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium import catalogue
from ludarium.agents import DESCRIPTIONS
from ludarium.cli.console import output
from ludarium.cli.options import (
    AGENTS,
    AsJson,
    GameName,
    RayAddress,
    RulesetName,
    SeatNumber,
    Seed,
    complete_agent,
    complete_game,
    known_game,
)
from ludarium.errors import LudariumError

__all__ = ["app"]

app = typer.Typer()

USUAL_AGENT = "mcts"  # of `ludarium engine`


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
        agents=agents,
        games=number,
        ruleset=ruleset,
        opening=opening,
        seed=seed,
        sprt=sprt,
        processes=processes,
        ray=ray,
        save=save,
        resume=resume,
        as_json=as_json,
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
        game,
        agents=agents,
        seats=seats,
        pairs=pairs,
        opening=opening,
        seed=seed,
        processes=processes,
        ray=ray,
        save=save,
        resume=resume,
        table=csv,
        html=html,
        as_json=as_json,
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
        agents=agents,
        out=out,
        games=number,
        ruleset=ruleset,
        seats=seats,
        opening=opening,
        seed=seed,
        processes=processes,
        ray=ray,
        observations=observations,
        states=states,
        as_json=as_json,
    )


@app.command(
    epilog="Examples: ludarium engine --uci chess; ludarium engine --gtp go -r chinese-19; "
    "ludarium engine --ugi yoxii",
    rich_help_panel=AGENTS,
)
def engine(
    who: Annotated[
        str | None,
        typer.Option(
            "--agent",
            help="The agent that answers where a request names none; by default mcts, and of "
            "--uci the analysis that suits the game.",
        ),
    ] = None,
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
    uci: Annotated[
        str | None,
        typer.Option(
            "--uci",
            metavar="GAME",
            help="Speak UCI or UCCI instead, for this game that such programs play.",
            callback=known_game,
        ),
    ] = None,
    gtp: Annotated[
        str | None,
        typer.Option(
            "--gtp",
            metavar="GAME",
            help="Speak GTP instead, for this game that such programs play.",
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
    spoken = {"--ugi": ugi, "--uci": uci, "--gtp": gtp}
    wanted = [(option, name) for option, name in spoken.items() if name is not None]
    if len(wanted) > 1:
        raise LudariumError(f"{' and '.join(option for option, _ in wanted)}: expected one of them")
    if not wanted:
        from ludarium.cli.engine import serve_protocol

        serve_protocol(who or USUAL_AGENT, threads, seed)
        return
    ((option, name),) = wanted
    game = catalogue.find(name)
    if option == "--gtp":
        from ludarium.cli.gtp_engine import serve_gtp

        serve_gtp(game, ruleset, who or USUAL_AGENT, seed)
        return
    from ludarium.cli.dialects import UCI, UGI
    from ludarium.cli.turn_engine import serve_turns

    if option == "--ugi":
        serve_turns(game, ruleset, UGI, who or USUAL_AGENT, seed)
    else:
        serve_turns(game, ruleset, UCI, who, seed)


@app.command(epilog="Example: ludarium agents", rich_help_panel=AGENTS)
def agents() -> None:
    """List the agents that can play."""
    for name, description in DESCRIPTIONS.items():
        output.print(f"[bold]{name:<8}[/] {description}", highlight=False)
