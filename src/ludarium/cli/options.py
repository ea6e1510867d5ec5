"""Arguments and options that several commands share."""

from __future__ import annotations

import glob
import json
import os
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from ludarium import catalogue
from ludarium.cli.panels import AGENTS, AUTHORS, PLAY, SERVE, STUDY, TOURNAMENTS
from ludarium.errors import LudariumError
from ludarium.play.position import Position, parse, start

__all__ = [
    "AGENTS",
    "AUTHORS",
    "OUTPUT",
    "PLAY",
    "SERVE",
    "STUDY",
    "TOURNAMENTS",
    "AllThreads",
    "AsJson",
    "GameName",
    "MovesText",
    "OneThread",
    "OutFile",
    "PositionText",
    "RayAddress",
    "RulesetName",
    "SeatNumber",
    "Seed",
    "complete_agent",
    "complete_game",
    "complete_ruleset",
    "known_game",
    "position_of",
    "print_json",
]

OUTPUT = Path("-")  # in the place of a file


def complete_game(incomplete: str) -> list[str]:
    """The names and files of games that begin so."""
    names = [name for name in catalogue.names() if name.startswith(incomplete.casefold())]
    files = [path for path in glob.glob(glob.escape(incomplete) + "*.py") if incomplete]
    return [*names, *sorted(files)]


def known_game(text: str | None) -> str | None:
    """The name of the game of an argument: a name, or the path of a file, which is read."""
    return text if text is None else catalogue.named(text)


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
        metavar="GAME",
        help="The game's name (see: ludarium games), or its file, such as ./mygame.py.",
        autocompletion=complete_game,
        callback=known_game,
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
OutFile = Annotated[Path, typer.Option("--out", "-o", help="The file; - is the output.")]
MovesText = Annotated[
    str, typer.Option("--moves", "-m", help="Moves to play first, separated by commas.")
]
# Where the result is the same on any number of threads, all processors are used; where it is not,
# or speed is what is asked for, one.
AllThreads = Annotated[
    int | None,
    typer.Option(
        "--threads",
        min=1,
        max=256,
        help="On how many threads; by default one for each processor. The result is the same.",
    ),
]
OneThread = Annotated[
    int, typer.Option("--threads", min=1, max=256, help="On how many threads; by default one.")
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="Work on the machines of a Ray cluster: auto, HOST:PORT or ray://HOST:PORT. The "
        "result is the same.",
    ),
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
