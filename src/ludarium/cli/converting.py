"""`ludarium convert`: files of games from one format to another."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from ludarium import files
from ludarium.cli.options import STUDY
from ludarium.cli.work import errors, naming, output
from ludarium.errors import LudariumError
from ludarium.formats.conversion import BY_NAME, Format, convert, format_of, lost_in, read
from ludarium.formats.game_tree import FileFault
from ludarium.formats.source import Source
from ludarium.printable import printable_line

__all__ = ["app"]

app = typer.Typer()

MOST_NOTES = 20  # different ones that are told
STANDARD = "-"
EVERY = 16  # games between two looks at the progress bar
NAMES = ", ".join(BY_NAME)


@app.command(
    "convert",
    epilog="Example: ludarium convert games.pgn games.jsonl",
    rich_help_panel=STUDY,
)
def convert_files(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="IN... OUT",
            help="The files to read, then the one to write; - is the input or the output.",
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option("--from", help=f"The format to read: {NAMES}; by default by the suffix."),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--to", help=f"The format to write: {NAMES}; by default by the suffix."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option(
            "--encoding",
            help="What text that is read is encoded in, such as gb18030; by default UTF-8, "
            "or else Latin-1.",
        ),
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option("--keep-going", help="List games that cannot be converted; take the others."),
    ] = False,
) -> None:
    """Convert files of games: PGN, SGF, PDN, .mat, WTHOR, records and studies.

    OUT is written whole or not at all. What its format cannot say is told.
    """
    if len(paths) < 2:
        raise LudariumError("expected one or more files to read, then one to write")
    *given, out = paths
    into = format_of(target, out)
    formats = [format_of(source, path) for path in given]
    work = Conversion(into, keep_going, known_encoding(encoding))
    with ExitStack() as stack:
        if str(out) == STANDARD:
            if into.binary:
                raise LudariumError(f"{into.title} is no text: expected a file to write")
            work.print_games(given, formats)
        else:
            stack.enter_context(naming(out))
            work.write_games(stack.enter_context(files.stream_written(out)), given, formats)
    work.report(out)


Mover = Callable[[Source], None]
"""Moves the progress bar on, to where a file is read."""


class Conversion:
    """Counts what is converted, and what is not."""

    def __init__(self, into: Format, keep_going: bool, encoding: str | None = None) -> None:
        self.into, self.keep_going, self.encoding = into, keep_going, encoding
        self.games = self.faults = 0
        self.lost: Counter[str] = Counter()
        self.lossy = 0
        self.notes: Counter[str] = Counter()

    def write_games(self, stream: BinaryIO, given: list[Path], formats: list[Format]) -> None:
        """Write all games to a file. Raises LudariumError."""
        for text in self.texts(given, formats):
            stream.write(text.encode("utf-8", "replace") if isinstance(text, str) else text)
        if self.into.finish is not None:
            self.into.finish(stream, self.games)

    def print_games(self, given: list[Path], formats: list[Format]) -> None:
        """Print all games. Raises LudariumError."""
        for text in self.texts(given, formats):
            print(text, end="")

    def texts(self, given: list[Path], formats: list[Format]) -> Iterator[str | bytes]:
        """The parts of the file to write. Raises LudariumError where no game is good."""
        with progress(given) as moved:
            for path, form in zip(given, formats, strict=True):
                with opened(path) as source:
                    source.encoding = self.encoding
                    for text in self.of_source(source, form, moved):
                        yield self.into.between if self.games > 1 else self.into.begin
                        yield text
        if not self.games:
            names = ", ".join(map(str, given))
            raise LudariumError(f"{names}: no game{' that is sound' * (self.faults > 0)}")
        yield self.into.end

    def of_source(self, source: Source, form: Format, moved: Mover) -> Iterator[str | bytes]:
        """The games of one file, converted. Raises LudariumError."""
        for count, found in enumerate(convert(read(source, form), self.into, source.name)):
            if count % EVERY == 0:
                moved(source)
            if isinstance(found, FileFault):
                if not self.keep_going:
                    raise LudariumError(str(found))
                self.faults += 1
                tell(str(found))
                continue
            game, text = found
            self.games += 1
            if self.into.single and self.games > 1:
                raise LudariumError(f"{source.name}: a file of {self.into.title} has one game")
            lost = lost_in(game, self.into)
            self.lost.update(lost)
            self.lossy += bool(lost)
            for note in game.notes:
                if note in self.notes or len(self.notes) < MOST_NOTES:
                    self.notes[note] += 1
            yield text
        moved(source)

    def report(self, out: Path) -> None:
        """Tell what was written, and what was not."""
        if self.lost:
            told = ", ".join(f"{count:,} {what}" for what, count in sorted(self.lost.items()))
            tell(f"{self.into.title} cannot say: {told} ({number_of(self.lossy, 'game')})")
        for note, count in self.notes.items():
            tell(f"{note} ({number_of(count, 'game')})")
        if str(out) != STANDARD:
            told = f"Wrote {number_of(self.games, 'game')} to {out}."
            output.print(printable_line(told), markup=False, highlight=False, soft_wrap=True)
        if self.faults:
            tell(f"{number_of(self.faults, 'game')} not converted")
            raise typer.Exit(2)


def number_of(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def known_encoding(name: str | None) -> str | None:
    """The name of an encoding of text. Raises LudariumError."""
    if name is None:
        return None
    try:
        "".encode(name)
    except LookupError:
        raise LudariumError(
            f"unknown encoding {name!r}: expected one such as utf-8, latin-1 or gb18030"
        ) from None
    return name


def tell(text: str) -> None:
    """Print a line to the errors."""
    line = printable_line(f"ludarium: {text}")
    errors.print(line, highlight=False, markup=False, soft_wrap=True)


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """The file of this name, or the input. Raises LudariumError."""
    if str(path) == STANDARD:
        yield Source(sys.stdin.buffer, "input")
        return
    try:
        stream = path.open("rb")
    except OSError as error:
        raise LudariumError(f"cannot read {path}: {error.strerror}") from None
    with stream:
        yield Source(stream, str(path), path.parent)


@contextmanager
def progress(given: list[Path]) -> Iterator[Mover]:
    """A progress bar on stderr, where that is a terminal, over the bytes of all files."""
    total = sum(path.stat().st_size for path in given if path.is_file())
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task("Converting", total=total or None)
        before: dict[int, int] = {}

        def moved(source: Source) -> None:
            before[id(source)] = source.read_bytes
            bar.update(task, completed=sum(before.values()))

        yield moved
