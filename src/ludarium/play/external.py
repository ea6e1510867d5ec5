"""An agent that is another program, which speaks the engine protocol on standard input and output.

The protocol is specified in docs/engine-protocol.md.
"""

from __future__ import annotations

import time
from typing import Any, NoReturn

from ludarium.errors import EngineError, LudariumError, ProtocolError
from ludarium.play.position import Move, Position
from ludarium.play.programs import GoneError, Program, SilentError, arguments_of
from ludarium.play.protocol import described, read_line, written

__all__ = ["ExternalAgent"]

SECONDS = 5.0  # for a move, by default
GRACE = 0.5  # seconds that an answer may be late, for pipes and schedulers
PREPARING = 120.0  # seconds for the start, and for the preparation


class ExternalAgent:
    """Plays by asking a program, which it starts on first use.

    A program that crashes is restarted and asked again, within the time for the move. A second
    crash in one move, an illegal move, or no answer in time raises EngineError, on which
    `play_game` lets the seat lose.

    command: split as by a shell, but run without one. seconds: limit for a move, by default 5.
    Raises AgentError where the command cannot be split.
    """

    def __init__(self, command: str, seconds: float | None = None) -> None:
        examples = "engine:./my-engine or engine:2s:./my-engine"
        self._arguments = arguments_of(command, "engine", examples)
        self.name = f"engine:{command}" if seconds is None else f"engine:{seconds:.10g}s:{command}"
        self._seconds = SECONDS if seconds is None else seconds
        self._program: Program | None = None
        self._asked = 0

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
                return self._answer(self._running(deadline), message, deadline)
            except SilentError:
                self.close()
                self._fail("time", f"did not answer within {seconds:g} s")
            except GoneError as gone:
                self.close()
                if last:
                    self._fail("forfeit", f"ended twice in one move{gone}")
        raise AssertionError

    def _running(self, deadline: float) -> Program:
        """The program, started where it does not run. Raises EngineError."""
        if self._program is None:
            try:
                self._program = Program(self._arguments)
            except OSError as error:
                self._fail("forfeit", f"cannot be started: {error.strerror}")
            until = max(deadline, time.monotonic() + PREPARING)
            hello = self._answer(self._program, {"action": "hello"}, until)
            if "error" in hello:
                self._fail("forfeit", f"does not speak the protocol: {hello['error']}")
        return self._program

    def _answer(self, program: Program, message: dict[str, Any], deadline: float) -> dict[str, Any]:
        """The answer to this message; lines that are no answer to it are ignored.

        deadline: on the monotonic clock. Raises GoneError and SilentError.
        """
        self._asked += 1
        program.send(written({"id": str(self._asked), **message}).rstrip("\n"))
        while True:
            try:
                answer = read_line(program.line(deadline))
            except ProtocolError:
                continue
            if answer.get("id") == str(self._asked):
                return answer

    def _fail(self, reason: str, what: str) -> NoReturn:
        raise EngineError(f"{self.name} {what}", reason)
