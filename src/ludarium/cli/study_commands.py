"""Commands that study games: export, family, measure, reconstruct, analyse, solve."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ludarium import catalogue
from ludarium.cli.options import (
    OUTPUT,
    STUDY,
    AllThreads,
    AsJson,
    GameName,
    MovesText,
    OneThread,
    OutFile,
    PositionText,
    RayAddress,
    RulesetName,
    SeatNumber,
    Seed,
    complete_agent,
    complete_ruleset,
    position_of,
)
from ludarium.cli.work import write
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import start

__all__ = ["app"]

app = typer.Typer()


@app.command(
    epilog="Example: ludarium export aiyawatstani -r ludii-4 --out aiyawatstani.lud",
    rich_help_panel=STUDY,
)
def export(
    game: GameName,
    ruleset: RulesetName = None,
    out: OutFile = OUTPUT,
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
    out: OutFile = OUTPUT,
) -> None:
    """Write a family of games as a data set: sources, boards, rules and measures as JSON."""
    from ludarium.cli.families import family_text, schema_text

    write(out, schema_text() if schema else family_text(name))


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
    threads: AllThreads = None,
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
        rulesets=ruleset or (),
        every=every,
        seats=seats,
        agent=player,
        games=games,
        judged=judged,
        playouts=playouts,
        opening=opening,
        skill=skill,
        threads=threads,
        ray=ray,
        seed=seed,
        csv=csv,
        html=html,
        as_json=as_json,
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
    threads: AllThreads = None,
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
            evidence,
            weights=weight or (),
            most=most,
            games=games,
            skill=skill,
            seed=seed,
            threads=threads,
            html=html,
            as_json=as_json,
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
    threads: OneThread = 1,
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
    threads: AllThreads = None,
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
    """Solve a game exactly, or its endings, by the solver that fits it.

    Seats choose at once: an equilibrium in every position, with a certificate (--gamma, --verify,
    --again, --save, --threads, --ray). epsilon: the most that any seat gains, in any position, by
    any other way to play on; an independent check works it out.

    Something is hidden: a strategy by CFR+, and what could be won against it (--again, --save).

    Chance decides: what each seat can expect, where the game has few enough states.

    Endings of a game of counters (--counters, --verify, --again, --save): who wins each position of
    few counters, and in how many turns; interrupted work goes on where it was.
    """
    from ludarium.cli.solving import (
        check_options,
        solve_chance,
        solve_endings,
        solve_game,
        solve_hidden,
    )

    first = start(game, ruleset, seats)
    refuse_unplayable(first)
    solver = "simultaneous"
    if counters is not None:
        solver = "endings"
    elif first.game.hides:
        solver = "hidden"
    elif first.game.has_chance:
        solver = "chance"
    given = {
        "--gamma": gamma is not None,
        "--verify": verify,
        "--again": again,
        "--save": save is not None,
        "--threads": threads is not None,
        "--ray": ray is not None,
    }
    check_options(solver, [option for option, is_given in given.items() if is_given])

    if counters is not None:
        solve_endings(first, counters, verify, again, save, as_json)
    elif solver == "hidden":
        solve_hidden(first, again, save, as_json)
    elif solver == "chance":
        solve_chance(first, as_json)
    else:
        solve_game(
            first,
            gamma=gamma,
            verify=verify,
            again=again,
            save=save,
            threads=threads,
            ray=ray,
            as_json=as_json,
        )
