"""Commands that set a tournament up, and change its players."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli import desk
from ludarium.cli.tournament_output import (
    Encoding,
    EventFile,
    Format,
    GameOption,
    Players,
    Who,
    organiser,
    print_result,
    rows_of,
)
from ludarium.errors import LudariumError
from ludarium.tournaments import checks, requests
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.importing import add_all
from ludarium.tournaments.options import Options
from ludarium.tournaments.tournament import Tournament

__all__ = ["app"]

app = typer.Typer()


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
    change_player(requests.withdraw, file, player, who)


@app.command(epilog="Example: ludarium tournament restore cup.event Ana")
def restore(
    file: EventFile, player: Annotated[str, typer.Argument(help="Name or number.")], who: Who = None
) -> None:
    """A player who left is back."""
    change_player(requests.restore, file, player, who)


@app.command(epilog="Example: ludarium tournament excuse cup.event Ana")
def excuse(
    file: EventFile, player: Annotated[str, typer.Argument(help="Name or number.")], who: Who = None
) -> None:
    """A player of a Swiss has half a point instead of the next round."""
    change_player(requests.excuse, file, player, who)


@app.command(epilog="Example: ludarium tournament rename cup.event Anna Ana")
def rename(
    file: EventFile,
    player: Annotated[str, typer.Argument(help="Name or number.")],
    name: Annotated[str, typer.Argument(help="The right name.")],
    who: Who = None,
) -> None:
    """Correct a player's name."""
    change_player(requests.rename, file, player, who, name)


def change_player(
    request: Callable[..., Entry], file: Path, player: str, who: str | None, *values: str
) -> None:
    """Make a request about a player, given by name or number, and print what stands then."""
    by = organiser(who)
    print_result(
        desk.change(
            file,
            lambda event, now: request(event, by, now, checks.named(event, player), *values),
        )
    )
