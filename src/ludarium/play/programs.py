"""Programs that run beside this one, and are spoken with line by line over their standard input and
output.
"""

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
from typing import Any

from ludarium.errors import AgentError

__all__ = ["GoneError", "Program", "SilentError", "arguments_of"]

NOTICE = 200  # characters of a program's last words
LAST_WORDS = 0.5  # seconds until they have been read
LONGEST_LINE = 1_000_001  # characters that are read at once
MOST_LINES = 10_000  # that wait to be read: then a program waits, too


class GoneError(Exception):
    """The program has ended; its text is that of its last words, in brackets, or empty."""


class SilentError(Exception):
    """The program did not answer in time."""


def arguments_of(command: str, kind: str, example: str) -> list[str]:
    """The command, split as by a shell, but to be run without one.

    kind: of the agent that it is for; example: such agents. Raises AgentError.
    """
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise AgentError(f"{kind}:{command}: {error}") from None
    if not arguments:
        raise AgentError(f"{kind}: expected a command, such as {example}")
    return arguments


class Program:
    """A running program, in a group of processes of its own, of which none outlives this object;
    threads read its output.

    Raises OSError where it cannot be started.
    """

    def __init__(self, arguments: list[str]) -> None:
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
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._words: list[str] = []
        self._end = weakref.finalize(self, _kill, self._process)
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        self._noting = threading.Thread(
            target=_keep_last, args=(self._process.stderr, self._words), daemon=True
        )
        self._noting.start()

    def send(self, line: str) -> None:
        """Write a line. Raises GoneError."""
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError:
            raise GoneError(self._last_words()) from None

    def line(self, deadline: float) -> str:
        """The next line, without its end. deadline: on the monotonic clock. Raises GoneError and
        SilentError.
        """
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise SilentError from None
        if line is None:
            raise GoneError(self._last_words())
        return line.strip()

    def close(self) -> None:
        """End the program and all that it has started."""
        self._end()

    def _last_words(self) -> str:
        """The last line of an ended program to its error output, in brackets; or nothing."""
        self._noting.join(LAST_WORDS)
        return f" ({self._words[-1]})" if self._words else ""


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    """Queue the lines of the output, then None at its end; those that nobody reads any more after
    the program's end are dropped.
    """

    def keep(line: str | None) -> None:
        while True:
            with contextlib.suppress(queue.Full):
                return lines.put(line, timeout=1.0)
            if process.poll() is not None:
                return None

    assert process.stdout
    with contextlib.suppress(OSError, ValueError):  # it is closed while it is read
        while line := process.stdout.readline(LONGEST_LINE):
            keep(line)
    keep(None)


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
