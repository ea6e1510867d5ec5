"""`ludarium new` and `ludarium check`: for authors of games."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from ludarium import catalogue
from ludarium.cli.options import AUTHORS, AsJson, complete_game, print_json
from ludarium.cli.work import errors, interruptible, output
from ludarium.errors import LudariumError, RulesError
from ludarium.files import write_whole

__all__ = ["app"]

app = typer.Typer()

STARTER = Path(__file__).parent / "starter"
STARTER_NAME = "mygame"  # of the game there
BAD_RULES = 2


@app.command(epilog="Example: ludarium new mygame", rich_help_panel=AUTHORS)
def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="What programs call it: small letters, digits and _, such as ostrich.",
        ),
    ],
    into: Annotated[
        Path, typer.Option("--into", metavar="DIR", help="The folder to write to.")
    ] = Path(),
) -> None:
    """Write a small game that runs, to be made into yours: NAME.py, and its test."""
    check_name(name)
    texts = {
        into / target.replace(STARTER_NAME, name): (STARTER / f"{target}.txt").read_text("utf-8")
        for target in (f"{STARTER_NAME}.py", f"test_{STARTER_NAME}.py")
    }
    for path in texts:
        if path.exists():
            raise LudariumError(f"{path} is there already: choose another name, or --into DIR")
    title = name.replace("_", " ").strip().capitalize()
    try:
        into.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            written = text.replace("My game", title).replace(STARTER_NAME, name)
            write_whole(path, written, new=True)
    except OSError as error:
        raise LudariumError(f"cannot write to {into}: {error.strerror or error}") from None
    game, test = texts
    for line in (
        f"Wrote {game}, a small game that runs, and {test}.",
        "Change it, and try it:",
        f"  ludarium check {path_word(game)}        says what is wrong, and where",
        f"  ludarium play {path_word(game)}         in this terminal, against a bot",
        f"  ludarium serve --game {path_word(game)} in the browser; follows what you change",
        f"  python -m pytest {path_word(test)}",
    ):
        output.print(line, highlight=False, markup=False, soft_wrap=True)


def path_word(path: Path) -> str:
    """The path so that commands take it for one, and shells for one word."""
    text = path.as_posix()
    return f"'{text}'" if re.search(r"[^\w./~+-]", text) else text


def check_name(name: str) -> None:
    """Raises LudariumError where no game, or no file of Python, can be called so."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name):
        raise LudariumError(
            f"a game cannot be called {name!r}: expected a small letter, then small letters, "
            "digits or _, at most 40"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise LudariumError(f"a game cannot be called {name!r}: that is a word of Python")
    if name in sys.stdlib_module_names or name in ("ludarium", "pytest", "test", "tests"):
        raise LudariumError(f"a game cannot be called {name!r}: there is a module of that name")
    if name in catalogue.names():
        raise LudariumError(f"there is a game {name!r} already: choose another name")


@app.command(epilog="Example: ludarium check mygame.py", rich_help_panel=AUTHORS)
def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="The game's file, or its name.", autocompletion=complete_game
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Check a game: its rules, texts, touches and Views, in plain Python and compiled.

    Plays random games in all rulesets, and says what is wrong, where, and what to do about it; exit
    code 2 then.
    """
    try:
        count = checked(game)
    except (LudariumError, AssertionError) as error:
        told = " ".join(str(error).split())
        if as_json:
            print_json({"ok": False, "error": told})
        else:
            errors.print(f"ludarium: {told}", highlight=False, markup=False, soft_wrap=True)
        raise typer.Exit(BAD_RULES) from None
    if as_json:
        print_json({"ok": True, "checks": count})
        return
    checked_game = catalogue.find(catalogue.named(game))
    output.print(f"{checked_game.title} is sound: {count:,} checks.", highlight=False, markup=False)


def checked(name: str) -> int:
    """Check the game, with a line of progress; returns the number of checks.

    Raises LudariumError or AssertionError where something is wrong with it.
    """
    game = catalogue.find(catalogue.named(name))
    from ludarium.testing import check_game

    with errors.status(f"Checking {game.title} ...") as status:

        def report(done: int, total: int) -> None:
            at = f"{done} of {total} games" if done < total else "compiling"
            status.update(f"Checking {game.title} ... {at}")

        try:
            return interruptible(lambda: check_game(game, on_progress=report))
        except (LudariumError, AssertionError):
            raise
        except Exception as error:  # raised by what asks the game, for what the game gave
            told = " ".join(f"{type(error).__name__}: {error}".split())
            raise RulesError(f"{game.name}: the checks ended with {told}") from error
