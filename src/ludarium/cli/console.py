"""The console: the one way to the terminal.

Whatever is printed is made harmless here (`printable`), whoever it comes from, and only then gets
the colours and styles that are ours.
"""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Iterable
from io import StringIO, TextIOWrapper
from typing import IO, Any, TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from ludarium.printable import printable

__all__ = ["errors", "has_keyboard", "output", "plain_text", "prepare_streams", "typed"]


class CleanStream:
    """A stream that shows a terminal no control characters of what is printed."""

    def __init__(self, stream: TextIO) -> None:
        self.rich_proxied_file = stream  # so Rich calls what it writes to, which it styles itself

    def write(self, text: str) -> int:
        self.rich_proxied_file.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


class CleanConsole(Console):
    """A console that styles text which is clean."""

    @property
    def file(self) -> IO[str]:
        # through all that stands before it, as a status line puts another one there
        file = super().file
        while inner := getattr(file, "rich_proxied_file", None):
            file = inner
        return file

    @file.setter
    def file(self, file: IO[str]) -> None:
        self._file = file

    def render_str(self, text: str, **options: Any) -> Text:
        """Clean before it is measured, as tables do."""
        return super().render_str(printable(text), **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Clean of whatever kind it is."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text))


output = CleanConsole(emoji=False)  # a name such as :x: is no picture
errors = CleanConsole(stderr=True, emoji=False)


def prepare_streams() -> None:
    """Let the output take characters that it has no codes for, and be closed from the start.

    What is printed for people is cleaned; what goes into files and to other programs stays exact.
    """
    # of tracebacks, which would be cleaned away
    os.environ.setdefault("PYTHON_COLORS", "0")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
            if name == "stderr" or stream.isatty():
                setattr(sys, name, CleanStream(stream))


def plain_text(shown: RenderableType, width: int = 100) -> str:
    """Text of what would be printed, without colours. width: of the lines, in characters."""
    page = StringIO()
    CleanConsole(file=page, width=width, color_system=None, emoji=False).print(shown)
    return page.getvalue()


def has_keyboard() -> bool:
    """Return whether there is a terminal to type into."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def typed(prompt: str = "", *, secret: bool = False) -> str:
    """A line from the keyboard. Raises EOFError at the end of the input."""
    # a prompt goes to the terminal past the streams of Python
    return getpass.getpass(printable(prompt)) if secret else input(printable(prompt))
