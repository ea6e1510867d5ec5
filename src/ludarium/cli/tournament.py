"""`ludarium tournament`: a tournament at the desk, in one file.

The same logic as the pages', for people without a network and for programs.
"""

from __future__ import annotations

import typer

from ludarium.cli import tournament_players, tournament_reports, tournament_rounds
from ludarium.extras import require

__all__ = ["app"]

app = typer.Typer(
    no_args_is_help=True,
    help="Run a tournament from the desk: one file, no network. "
    "Start with: ludarium tournament new",
    epilog="Example: ludarium tournament new cup.event --name 'Spring cup' --game ahyoheek "
    "--players players.csv",
    rich_markup_mode="rich",
)


@app.callback()
def check_extra() -> None:
    """Refuse where tournaments are not installed."""
    require("desk", "A tournament")


for part in (tournament_players, tournament_rounds, tournament_reports):
    app.registered_commands += part.app.registered_commands
