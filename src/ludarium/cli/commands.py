"""The command `ludarium`, put together.

Each command is a thin layer: it reads arguments, calls the library, and prints for people or, with
--json, for programs. Only the module of the command that was asked for is imported: an engine that
a host starts has to answer at once.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import typer

from ludarium.cli.console import output
from ludarium.cli.panels import AUTHORS, STUDY, TOURNAMENTS
from ludarium.version import __version__

__all__ = ["app", "app_for"]


class Part(NamedTuple):
    """A module with commands, in `ludarium.cli`."""

    module: str
    commands: tuple[str, ...]
    """The names of the commands in its `app`."""


class Group(NamedTuple):
    """A module with a command that has commands of its own."""

    module: str
    attribute: str
    name: str
    panel: str | None
    """The group of commands that it is listed in; None where it is not listed."""


GROUPS = (
    Group("benching", "bench", "bench", AUTHORS),
    Group("tournament", "app", "tournament", TOURNAMENTS),
    Group("tournament", "app", "event", None),  # its name until version 0.1
    Group("puzzles", "app", "puzzles", STUDY),
)
PARTS = (
    Part("play_commands", ("games", "rules", "play", "join")),
    Part("positions", ("show", "legal", "perft")),
    Part("serve_commands", ("serve", "prepare", "backup", "kept")),
    Part("agent_commands", ("match", "league", "dataset", "engine", "agents")),
    Part("study_commands", ("export", "family", "measure", "reconstruct", "analyse", "solve")),
    Part("records", ("replay", "ratings", "points")),
    Part("converting", ("convert",)),
    Part("authoring", ("new", "check")),
)


app: typer.Typer
"""The whole command, which is put together when it is first asked for."""


def print_version(wanted: bool) -> None:
    if wanted:
        output.print(f"ludarium {__version__}", highlight=False)
        raise typer.Exit


def common(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version),
    ] = False,
) -> None:
    """Play and study board games. Start with: ludarium play"""


def put_together(parts: Sequence[Part], groups: Sequence[Group]) -> typer.Typer:
    """The command with those of these modules, which are imported."""
    whole = typer.Typer(
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="Play and study board games. Start with: ludarium play",
        epilog="Example: ludarium play yoxii human mcts:1s",
        rich_markup_mode="rich",
    )
    whole.callback()(common)
    for group in groups:
        inner = getattr(importlib.import_module(f"ludarium.cli.{group.module}"), group.attribute)
        if group.panel is None:
            whole.add_typer(inner, name=group.name, hidden=True)
        else:
            whole.add_typer(inner, name=group.name, rich_help_panel=group.panel)
    for part in parts:
        inner = importlib.import_module(f"ludarium.cli.{part.module}").app
        whole.registered_commands += inner.registered_commands
    return whole


def app_for(words: Sequence[str]) -> Any:
    """The command for these arguments: with the command that they name alone where they begin with
    one, else with all.
    """
    first = words[0] if words and not _is_completing() else ""
    parts = [part for part in PARTS if first in part.commands]
    groups = [group for group in GROUPS if first == group.name]
    if parts or groups or list(words) == ["--version"]:
        return put_together(parts, groups)
    return globals().get("app") or __getattr__("app")


def _is_completing() -> bool:
    """Return whether a shell asks for completions: they may be of all commands."""
    return any(name.startswith("_LUDARIUM_COMPLETE") for name in os.environ)


def __getattr__(name: str) -> Any:
    """Put the whole command, `app`, together."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()["app"] = put_together(PARTS, GROUPS)
    return globals()["app"]
