"""A program as an engine: what goes wrong with it is the end of its game."""

from __future__ import annotations

from typing import NoReturn

from ludarium.errors import EngineError
from ludarium.play.programs import GoneError, Program, SilentError

__all__ = ["EngineProgram"]

LONGEST_LINE = 100_000  # characters


class EngineProgram:
    """A running program by its name, which errors tell.

    Each method raises EngineError where the program cannot be started, has ended, does not answer
    in time or floods.
    """

    def __init__(self, name: str, arguments: list[str]) -> None:
        self._name = name
        try:
            self._program = Program(arguments)
        except OSError as error:
            self.fail(f"cannot be started: {error.strerror}")

    def send(self, line: str) -> None:
        try:
            self._program.send(line)
        except GoneError as gone:
            self.fail(f"has ended{gone}")

    def line(self, begin: float, seconds: float) -> str:
        """The next line. begin: of the seconds within which it must come, on the monotonic
        clock.
        """
        try:
            line = self._program.line(begin + seconds)
        except SilentError:
            self.close()
            self.fail(f"did not answer within {seconds:g} s", "time")
        except GoneError as gone:
            self.close()
            self.fail(f"has ended{gone}")
        if len(line) >= LONGEST_LINE:
            self.close()
            self.fail(f"wrote a line of more than {LONGEST_LINE:,} characters")
        return line

    def close(self) -> None:
        """End the program and all that it has started."""
        self._program.close()

    def fail(self, what: str, reason: str = "forfeit") -> NoReturn:
        raise EngineError(f"{self._name} {what}", reason)
