"""A program of another's, which is spoken with line by line over its standard input and output."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from typing import Any, NoReturn

from ludarium.errors import AgentError, EngineError

__all__ = ["Program", "arguments_of"]

NOTICE = 200  # characters of a program's last words
LONGEST_LINE = 100_000  # characters
MOST_LINES = 10_000  # that wait to be read: then a program waits, too


def arguments_of(command: str, kind: str) -> list[str]:
    """The command, split as by a shell, but to be run without one. Raises AgentError."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"{kind}:{command}: {error}") from None
    if not arguments:
        raise AgentError(f"{kind}: expected a command, such as {kind}:1s:my-engine")
    return arguments


class Program:
    """A running program, in a group of processes of its own, of which none outlives this object.

    name: what it is called in errors. Raises EngineError where it cannot be started, and with each
    method where it has ended, does not answer in time, or writes no text.
    """

    def __init__(self, name: str, arguments: list[str]) -> None:
        self._name = name
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            self.fail(f"cannot be started: {error.strerror}")
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._words: list[str] = []
        self._end = weakref.finalize(self, _kill, self._process)
        for read, output in ((_listen, self._process.stdout), (_keep_last, self._process.stderr)):
            kept: Any = self._lines if read is _listen else self._words
            threading.Thread(target=read, args=(output, kept), daemon=True).start()

    def send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            self.fail(f"has ended{self._last_words()}")

    def line(self, deadline: float, seconds: float) -> str:
        """The next line. deadline: on the monotonic clock, after `seconds`."""
        left = deadline - time.monotonic()
        try:
            line = self._lines.get(timeout=max(0.0, left))
        except queue.Empty:
            self.close()
            self.fail(f"did not answer within {seconds:g} s", "time")
        if line is None:
            self.close()
            self.fail(f"has ended{self._last_words()}")
        if len(line) >= LONGEST_LINE:
            self.close()
            self.fail(f"wrote a line of more than {LONGEST_LINE:,} characters")
        return line.strip()

    def close(self) -> None:
        """End the program and all that it has started."""
        self._end()

    def fail(self, what: str, reason: str = "forfeit") -> NoReturn:
        raise EngineError(f"{self._name} {what}", reason)

    def _last_words(self) -> str:
        return f" ({self._words[-1]})" if self._words else ""


def _listen(output: Any, lines: queue.Queue[str | None]) -> None:
    """Queue the lines of the output, then None at its end."""
    with contextlib.suppress(OSError, ValueError):  # it is closed while it is read
        while line := output.readline(LONGEST_LINE):
            lines.put(line)
    lines.put(None)


def _keep_last(output: Any, words: list[str]) -> None:
    """Read the error output, and keep its last line."""
    with contextlib.suppress(OSError, ValueError):
        while line := output.readline(LONGEST_LINE):
            if line.strip():
                words[:] = [line.strip()[-NOTICE:]]


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill the process with its group, wait for its end, and close its pipes."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError, ValueError):  # closing flushes, and the reader is gone
            if pipe:
                pipe.close()
