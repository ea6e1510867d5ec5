"""An agent that is another program, which speaks the engine protocol on standard input and output.

The protocol is specified in docs/engine-protocol.md.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import time
import weakref
from typing import Any, NoReturn

from ludarium.errors import AgentError, EngineError, LudariumError, ProtocolError
from ludarium.play.position import Move, Position
from ludarium.play.protocol import described, read_line, written

__all__ = ["ExternalAgent"]

SECONDS = 5.0  # for a move, by default
GRACE = 0.5  # seconds that an answer may be late, for pipes and schedulers
PREPARING = 120.0  # seconds for the start, and for the preparation
NOTICE = 200  # characters of a program's last error output, shown when it fails


class _GoneError(Exception):
    """The program has ended."""


class _SilentError(Exception):
    """The program did not answer in time."""


class ExternalAgent:
    """Plays by asking a program, which it starts on first use.

    A program that crashes is restarted and asked again, within the time for the move. A second
    crash in one move, an illegal move, or no answer in time raises EngineError, on which
    `play_game` lets the seat lose.

    command: split as by a shell, but run without one. seconds: limit for a move, by default 5.
    Raises AgentError where the command cannot be split.
    """

    def __init__(self, command: str, seconds: float | None = None) -> None:
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"engine:{command}: {error}") from None
        if not self._arguments:
            raise AgentError(
                "engine: expected a command, such as engine:./my-engine or engine:2s:./my-engine"
            )
        self.name = f"engine:{command}" if seconds is None else f"engine:{seconds:.10g}s:{command}"
        self._seconds = SECONDS if seconds is None else seconds
        self._program: _Program | None = None

    def prepare(self, position: Position) -> None:
        """Start the program, and let it prepare for the position's game.

        Raises EngineError where it cannot be started or does not answer.
        """
        self._ask({"action": "prepare", **described(position), "seconds": PREPARING}, PREPARING)

    def choose(self, position: Position, seat: int) -> Move:
        seat = position.mover(seat)
        message = {
            "action": "choose",
            **described(position),
            "seat": seat,
            "legal": [move.text for move in position.legal_for(seat)],
            "seconds": self._seconds,
        }
        answer = self._ask(message, self._seconds + GRACE)
        text = answer.get("move")
        try:
            if not isinstance(text, str):
                raise ProtocolError(str(answer.get("error") or "the field 'move' is missing"))
            return position.parse_move(text, seat)
        except LudariumError as error:
            self._fail("forfeit", f"gave no legal move: {error}")

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
            self._program = None

    def _ask(self, message: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The program's answer; a program that crashes is restarted once. Raises EngineError."""
        deadline = time.monotonic() + seconds
        for last in (False, True):
            try:
                return self._running(deadline).ask(message, deadline)
            except _SilentError:
                self.close()
                self._fail("time", f"did not answer within {seconds:g} s")
            except _GoneError as gone:
                self.close()
                if last:
                    self._fail("forfeit", f"ended twice in one move{gone}")
        raise AssertionError

    def _running(self, deadline: float) -> _Program:
        """The program, started where it does not run. Raises EngineError."""
        if self._program is None:
            try:
                self._program = _Program(self._arguments)
            except OSError as error:
                self._fail("forfeit", f"cannot be started: {error.strerror}")
            hello = self._program.ask(
                {"action": "hello"}, max(deadline, time.monotonic() + PREPARING)
            )
            if "error" in hello:
                self._fail("forfeit", f"does not speak the protocol: {hello['error']}")
        return self._program

    def _fail(self, reason: str, what: str) -> NoReturn:
        raise EngineError(f"{self.name} {what}", reason)


class _Program:
    """A running program; threads read its output."""

    def __init__(self, arguments: list[str]) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        self._process = subprocess.Popen(
            arguments, text=True, encoding="utf-8", errors="replace", **pipes
        )  # type: ignore[call-overload]
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._complaints: list[str] = []
        self._asked = 0
        self._end = weakref.finalize(self, _kill, self._process)
        threading.Thread(
            target=_listen, args=(self._process.stdout, self._lines), daemon=True
        ).start()
        threading.Thread(
            target=_keep_last, args=(self._process.stderr, self._complaints), daemon=True
        ).start()

    def ask(self, message: dict[str, Any], deadline: float) -> dict[str, Any]:
        """The answer to this message; lines that are no answer to it are ignored.

        deadline: on the monotonic clock. Raises _GoneError where the program has ended, and
        _SilentError where it does not answer in time.
        """
        self._asked += 1
        try:
            self._process.stdin.write(written({"id": str(self._asked), **message}))
            self._process.stdin.flush()
        except OSError:
            raise _GoneError(self._last_words()) from None
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise _SilentError from None
            if line is None:
                raise _GoneError(self._last_words())
            try:
                answer = read_line(line)
            except ProtocolError:
                continue
            if answer.get("id") == str(self._asked):
                return answer

    def close(self) -> None:
        self._end()

    def _last_words(self) -> str:
        return f" ({self._complaints[-1]})" if self._complaints else ""


def _listen(output: Any, lines: queue.Queue[str | None]) -> None:
    """Queue the lines of the output, then None at its end."""
    for line in output:
        lines.put(line)
    lines.put(None)


def _keep_last(output: Any, complaints: list[str]) -> None:
    """Read the error output, and keep its last line."""
    for line in output:
        if line.strip():
            complaints[:] = [line.strip()[-NOTICE:]]


def _kill(process: Any) -> None:
    """Kill the process, wait for its end, and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        with contextlib.suppress(OSError):  # closing flushes, and the reader is gone
            pipe.close()
