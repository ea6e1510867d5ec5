"""`ludarium show`, `legal` and `perft`: what there is to say of one position."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ludarium.cli.options import (
    PLAY,
    STUDY,
    AsJson,
    GameName,
    MovesText,
    PositionText,
    RulesetName,
    SeatNumber,
    position_of,
    print_json,
)
from ludarium.cli.work import interruptible, output, preparing, progress, write
from ludarium.errors import GameOverError, LudariumError
from ludarium.rules import generic

__all__ = ["app"]

app = typer.Typer()


@app.command(
    epilog='Example: ludarium show yoxii --moves "d5/3d6, e5/2e4" --svg yoxii.svg',
    rich_help_panel=PLAY,
)
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
        write(svg, shown.svg(theme=theme))
    elif words:
        output.print(shown.words(), highlight=False, markup=False)
    else:
        output.print(terminal(shown.view))
        output.print(shown.text, style="dim", highlight=False, markup=False, soft_wrap=True)


@app.command(epilog='Example: ludarium legal aiyawatstani --moves "E3-E5"', rich_help_panel=PLAY)
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
        legal_moves = [move for seat in here.movers for move in here.legal_for(seat)]
        print_json(
            [
                {
                    "seat": move.seat,
                    "move": move.text,
                    "touches": move.touches,
                    "more_touches": move.more_touches,
                }
                for move in legal_moves
            ]
        )
        return
    if here.over:
        output.print(here.view.status, highlight=False)
    for seat in here.movers:
        texts = sorted(move.text for move in here.legal_for(seat))
        name = "Chance" if here.by_chance else here.view.seats[seat].name
        output.print(
            f"[bold]{name}[/] has {len(texts)}: {'  '.join(texts)}",
            highlight=False,
        )


@app.command(epilog="Example: ludarium perft yoxii 3", rich_help_panel=STUDY)
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
    if here.over:
        raise GameOverError(f"the game is over: {here.view.status}")
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
