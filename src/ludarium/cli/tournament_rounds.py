"""Commands of rounds: start, next, report, forfeit, undo, pause, resume, finish."""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli import desk
from ludarium.cli.tournament_output import (
    EventFile,
    Who,
    organiser,
    print_result,
    result_line,
)
from ludarium.cli.work import output
from ludarium.tournaments import checks, requests
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.ids import MatchId
from ludarium.tournaments.tournament import Tournament

__all__ = ["app"]

app = typer.Typer()


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
