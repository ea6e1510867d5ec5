"""Agents that are GNU Backgammon, by its text interface: positions go there as XGID, and `hint`
tells what it would play, double and take.
"""

from __future__ import annotations

import re
import time
from typing import NoReturn

from ludarium.engines.program import EngineProgram
from ludarium.errors import AgentError, LudariumError
from ludarium.play.position import Move, Position
from ludarium.play.programs import arguments_of
from ludarium.play.turns import read_turn
from ludarium.rules.stakes import DOUBLE_BUTTON, DROP_BUTTON, TAKE_BUTTON

__all__ = ["GnubgAgent"]

STARTING = 20.0  # seconds until it is ready
LONGEST = 60.0  # seconds of a search
AT_FIRST = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "set output matchpc off",
)
END = "show prompt"  # its answer is the end of the answer before
ENDED = "The prompt is set to"
BEST = re.compile(r" *1\. +\S+ +\S*ply +(?P<turn>\S.*?) +(?:Eq\.|MWC):.*")
CUBE = "Proper cube action:"


class GnubgAgent:
    """Plays by asking GNU Backgammon, which it starts on first use.

    setting: how many plies it looks ahead, and the command, such as `2p:gnubg -t -q`. A program
    that dies, does not answer in time, or gives an illegal move raises EngineError, on which
    `play_game` lets the seat lose. Raises AgentError where the setting cannot be read.
    """

    def __init__(self, setting: str) -> None:
        limit, _, command = setting.partition(":")
        read = re.fullmatch("([0-4])p", limit)
        if not read:
            raise AgentError(
                f"gnubg:{limit}: expected how many plies it looks ahead, 0p to 4p, then the "
                "command, as in gnubg:2p:gnubg -t -q"
            )
        self._plies = read[1]
        self._arguments = arguments_of(command, "gnubg", "gnubg:2p:gnubg -t -q")
        self.name = f"gnubg:{setting}"
        self.longest = LONGEST
        """Seconds after which a search has failed."""
        self._program: EngineProgram | None = None
        self._turn: tuple[Position, tuple[Move, ...]] | None = None
        """The turn that it plays, and the position before it."""

    def plays(self, position: Position) -> bool:
        """Return whether it plays the position's game. Raises EngineError."""
        if position.game.xgid is None:
            return False
        self._running()
        return True

    def prepare(self, position: Position) -> None:
        """Start the program. Raises EngineError and AgentError."""
        if position.game.xgid is None:
            raise AgentError(f"{position.game.title} is no game that this program plays")
        self._running()

    def choose(self, position: Position, seat: int) -> Move:
        legal = {move.text: move for move in position.legal_for(position.mover(seat))}
        if len(legal) == 1:
            return next(iter(legal.values()))
        self.prepare(position)
        if DOUBLE_BUTTON in legal:
            advice = self._advice(position)
            doubles = advice.startswith(("double", "redouble"))
            return next(move for text, move in legal.items() if (text == DOUBLE_BUTTON) == doubles)
        if TAKE_BUTTON in legal:
            takes = re.search(r"\b(?:take|beaver)\b", self._advice(position))
            return legal[TAKE_BUTTON if takes else DROP_BUTTON]
        return self._next_of_turn(position, seat)

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
        self._program, self._turn = None, None

    def _next_of_turn(self, position: Position, seat: int) -> Move:
        """The next checker of the turn that it plays, which is asked for at the turn's begin."""
        begin, played = position, list[Move]()
        while begin.before is not None and begin.before.movers == (seat,):
            assert begin.joint is not None
            played.insert(0, begin.before.move(seat, begin.joint))
            begin = begin.before
        if self._turn is None or self._turn[0] != begin:
            self._turn = begin, self._best_turn(begin)
        turn = self._turn[1]
        if list(turn[: len(played)]) == played and len(turn) > len(played):
            return turn[len(played)]
        # another began the turn otherwise, and of half a turn the program knows nothing
        legal = {move.text: move for move in position.legal_for(seat)}
        return next(
            (legal[move.text] for move in turn if move.text in legal), next(iter(legal.values()))
        )

    def _best_turn(self, begin: Position) -> tuple[Move, ...]:
        told = self._asked(begin, "hint 1")
        best = next((read for line in told if (read := BEST.fullmatch(line))), None)
        if best is None:
            self._fail(f"gave no move, but {(told or [''])[-1][:60]!r}")
        try:
            return read_turn(begin, best["turn"])
        except LudariumError:
            self._fail(f"gave no legal turn, but {best['turn'][:40]!r}")

    def _advice(self, position: Position) -> str:
        """Advice on the cube, as `no double, take`."""
        told = self._asked(position, "hint")
        for line in told:
            if line.startswith(CUBE):
                return line.removeprefix(CUBE).strip().casefold()
        return self._fail(f"gave no advice on the cube, but {(told or [''])[-1][:60]!r}")

    def _asked(self, position: Position, question: str) -> list[str]:
        """The lines that answer a question on a position."""
        assert position.game.xgid
        program = self._running()
        program.send(f"set xgid XGID={position.game.xgid(position.state)}")
        program.send(question)
        told = self._until_end(program, self.longest)
        if any(line.startswith("Not a valid XGID") for line in told):
            self._fail("did not take the position")
        return told

    def _running(self) -> EngineProgram:
        if self._program is None:
            self._program = EngineProgram(self.name, self._arguments)
            for line in AT_FIRST:
                self._program.send(line)
            for part in ("chequerplay", "cubedecision"):
                self._program.send(f"set evaluation {part} evaluation plies {self._plies}")
            self._until_end(self._program, STARTING)
        return self._program

    def _until_end(self, program: EngineProgram, seconds: float) -> list[str]:
        """The lines of an answer."""
        program.send(END)
        begin, told = time.monotonic(), list[str]()
        while not (line := program.line(begin, seconds)).startswith(ENDED):
            told.append(line)
        return told

    def _fail(self, what: str) -> NoReturn:
        program = self._program
        self.close()
        assert program
        program.fail(what)
