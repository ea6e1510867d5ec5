"""Long-running work in a terminal: status, progress and prompt Ctrl-C."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TypeVar

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from ludarium import files, jobs
from ludarium.cli.console import errors, output
from ludarium.errors import LudariumError
from ludarium.jobs import Workers
from ludarium.play.agent import Agent, prepare
from ludarium.play.position import Position
from ludarium.printable import printable_line
from ludarium.rules.game import Game

__all__ = [
    "check_writable",
    "cluster_at",
    "errors",
    "interruptible",
    "output",
    "prepare_agents",
    "preparing",
    "print_lines",
    "print_text",
    "progress",
    "reporting",
    "workers_at",
    "write",
    "write_file",
]

LOADING = 1.5  # seconds; what takes longer is being compiled

Result = TypeVar("Result")
Item = TypeVar("Item")


def interruptible(function: Callable[[], Result]) -> Result:
    """Run the function in a thread, as compiled code does not react to Ctrl-C."""
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)
    if failures:
        raise failures[0]
    return results[0]


def workers_at(ray: str | None, processes: int | None) -> AbstractContextManager[Workers]:
    """The workers that these options ask for. Raises LudariumError."""
    return jobs.processes(processes) if ray is None else cluster_at(ray, processes)


def cluster_at(
    ray: str, own: int | None, option: str = "--processes"
) -> AbstractContextManager[Workers]:
    """The workers of a cluster. own: what an option for this machine says, which must be nothing.

    Raises LudariumError.
    """
    if own is not None:
        raise LudariumError(f"{option} are of this machine: expected them or --ray, not both")
    return jobs.cluster(ray)


def check_writable(*paths: Path | None, added_to: Path | None = None) -> None:
    """Raise LudariumError where one of these files cannot be written, before long work begins.

    added_to: one to which more is added where it stands; the others are replaced.
    """
    for path in filter(None, (*paths, added_to)):
        with naming(path):
            files.check_writable(path, added_to=path == added_to)


def print_lines(*lines: str) -> None:
    """Print each line as it is, and as one, however narrow the terminal."""
    for line in lines:
        output.print(printable_line(line), highlight=False, markup=False, soft_wrap=True)


def write(out: Path, text: str) -> None:
    """Write the text to this file, or print it where that is -. Raises LudariumError."""
    if str(out) == "-":
        print(text, end="" if text.endswith("\n") else "\n")
        return
    write_file(out, text)
    output.print(f"Wrote {out}.", markup=False, highlight=False)


def write_file(path: Path, text: str) -> None:
    """Write the text to this file. Raises LudariumError."""
    with naming(path):
        files.write_whole(path, text)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Tell of this file, in one line, that it cannot be written. Raises LudariumError."""
    try:
        yield
    except OSError as error:
        raise LudariumError(f"cannot write {path}: {error.strerror or error}") from None


def print_text(text: str) -> None:
    """Print paragraphs, as wide as the terminal is."""
    output.print(re.sub(r"(?<!\n)\n(?!\n)", " ", text), highlight=False, markup=False)


@contextmanager
def preparing(game: Game) -> Iterator[None]:
    """Show a status line while something is compiled for the game.

    Compilation happens once after every change of the sources; cached code is loaded before the
    line appears.
    """
    status = errors.status(f"Compiling for {game.title}, once ...")
    timer = threading.Timer(LOADING, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def prepare_agents(players: Sequence[Agent | None], position: Position) -> None:
    """Let the agents prepare for a game, with a status line.

    Without any preparation Numba is not even imported.
    """
    if any(hasattr(player, "prepare") for player in players):
        with preparing(position.game):
            interruptible(lambda: prepare(players, position))


def progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with a progress bar on stderr that disappears at the end."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        yield from bar.track(items, total=total)


@contextmanager
def reporting() -> Iterator[Callable[[str, int, int], None]]:
    """A progress display for work in several parts.

    Its callback takes the part, the amount done and the total.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        tasks: dict[str, TaskID] = {}

        def report(part: str, done: int, total: int) -> None:
            if part not in tasks:
                tasks[part] = bar.add_task(part, total=total)
            bar.update(tasks[part], completed=done, total=total)

        yield report
