"""`ludarium puzzles`: make puzzles of games that the engine plays, and prove those that there
are.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from ludarium import catalogue
from ludarium.cli.options import GameName
from ludarium.cli.work import interruptible, output, preparing, progress, write_file
from ludarium.errors import LudariumError
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import start

__all__ = ["app"]

Kind = Literal["proved", "win", "gain"]

app = typer.Typer(
    no_args_is_help=True,
    help="Positions of games in which exactly one move wins or gains, by proof.",
    epilog="Example: ludarium puzzles make yoxii --games 20 --save puzzles.jsonl",
    rich_markup_mode="rich",
)


@app.command(epilog="Example: ludarium puzzles make yoxii --games 20 --save puzzles.jsonl")
def make(
    game: GameName,
    games: Annotated[
        int,
        typer.Option("--games", min=1, help="How many games to play; not every game has a puzzle."),
    ] = 20,
    seed: Annotated[
        int,
        typer.Option("--seed", help="That of the first game's opening; each game has the next."),
    ] = 1,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Write the puzzles to this file; by default they are printed."),
    ] = None,
    kind: Annotated[
        Kind,
        typer.Option(
            "--kind",
            help="proved: exactly one move wins; win: exactly one forces a win within a number of "
            "turns; gain: exactly one forces a gain of pieces, of which all count the same.",
        ),
    ] = "proved",
) -> None:
    """Play games of the engine against itself, and find puzzles in them: one JSON object a line."""
    from ludarium.analysis.puzzles import make_puzzle
    from ludarium.search.engine import Engine

    chosen = catalogue.find(game)
    refuse_unplayable(start(chosen))
    if kind == "proved":
        with preparing(chosen):
            interruptible(lambda: Engine(memory=1).prepare(start(chosen)))
    made = (
        interruptible(partial(make_puzzle, chosen.name, one, kind=kind))
        for one in progress(range(seed, seed + games), games, "games")
    )
    lines = [puzzle.to_json() for puzzle in made if puzzle is not None]
    if save is None:
        for line in lines:
            print(line)
        return
    write_file(save, "".join(f"{line}\n" for line in lines))
    output.print(
        f"Wrote {save}: {len(lines)} puzzles of {games} games.", markup=False, highlight=False
    )


@app.command(epilog="Example: ludarium puzzles check yoxii")
def check(game: GameName) -> None:
    """Prove the puzzles that come with the package anew; exit code 2 where one does not hold."""
    from ludarium.analysis.puzzles import check_puzzle, puzzles_of

    puzzles = puzzles_of(catalogue.find(game).name)
    if not puzzles:
        raise LudariumError(f"no puzzles of {game} come with the package")
    for puzzle in progress(puzzles, len(puzzles), "puzzles"):
        interruptible(partial(check_puzzle, puzzle))
    output.print(f"All {len(puzzles)} puzzles of {game} hold.", markup=False, highlight=False)
