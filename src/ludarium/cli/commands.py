"""The command `ludarium`, put together.

Each command is a thin layer: it reads arguments, calls the library, and prints for people or, with
--json, for programs.
"""

from __future__ import annotations

from typing import Annotated

import typer

from ludarium.cli import (
    agent_commands,
    authoring,
    converting,
    play_commands,
    positions,
    records,
    serve_commands,
    study_commands,
)
from ludarium.cli.benching import bench
from ludarium.cli.options import (
    AUTHORS,
    STUDY,
    TOURNAMENTS,
)
from ludarium.cli.puzzles import app as puzzles
from ludarium.cli.tournament import app as tournament
from ludarium.cli.work import output
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


for panel in (
    play_commands,
    positions,
    serve_commands,
    agent_commands,
    study_commands,
    records,
    converting,
    authoring,
):
    app.registered_commands += panel.app.registered_commands
