"""Agents that are programs which speak UCI: chess, and variants that they know.

The protocol is that of Stefan Meyer-Kahlen (2006), with `UCI_Variant` as multi-variant programs
have it.
"""

from __future__ import annotations

import re
import time
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import unquote

from ludarium.engines.centipawns import value_of
from ludarium.engines.moves import line_to, uci_text
from ludarium.engines.program import EngineProgram
from ludarium.errors import AgentError, EngineError
from ludarium.play.agent import Thought
from ludarium.play.position import Move, Position, start
from ludarium.play.programs import arguments_of
from ludarium.rules.game import Game

__all__ = ["UciAgent", "limit_of"]

STARTING = 20.0  # seconds until it is ready
GRACE = 1.0  # seconds that an answer may be late
MOST_TOLD = 500  # lines of options
LONGEST = 600.0  # seconds of a search that is not limited by time
OPTION = re.compile(r"[A-Za-z0-9_ %.+-]+=[^&]*")


class Limit(NamedTuple):
    """The limit of a search."""

    kind: str
    """movetime, nodes or depth."""
    number: float
    """Seconds, nodes or moves."""

    @property
    def go(self) -> str:
        number = 1000 * self.number if self.kind == "movetime" else self.number
        return f"go {self.kind} {number:.0f}"

    def seconds(self, longest: float) -> float:
        """The time until an answer must be there. longest: that of a search without a time."""
        return GRACE + self.number if self.kind == "movetime" else longest


KINDS = {"s": "movetime", "n": "nodes", "d": "depth"}


def limit_of(text: str, kind: str) -> Limit:
    """The limit of this text, as 2s, 1000n or 8d. kind: of the agent. Raises AgentError."""
    read = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)([snd])", text, re.ASCII)
    if not read or not float(read[1]) or (read[2] != "s" and "." in read[1]):
        raise AgentError(
            f"{kind}:{text}: expected a limit such as 2s (seconds a move), 1000n (nodes) or 8d "
            f"(depth), then the command, as in {kind}:1s:my-engine"
        )
    return Limit(KINDS[read[2]], float(read[1]))


class UciAgent:
    """Plays by asking a program, which it starts on first use.

    setting: the limit, the command, and options, such as
    `1000n:stockfish?UCI_LimitStrength=true&UCI_Elo=1800`. A program that dies, does not answer in
    time, or gives an illegal move raises EngineError, on which `play_game` lets the seat lose.
    Raises AgentError where the setting cannot be read.
    """

    def __init__(self, setting: str) -> None:
        limit, _, rest = setting.partition(":")
        self._limit = limit_of(limit, "uci")
        command, mark, options = rest.rpartition("?")
        if not mark or not all(OPTION.fullmatch(one) for one in options.split("&")):
            command, options = rest, ""
        self._arguments = arguments_of(command, "uci", "uci:1s:my-engine")
        self._options = [
            (unquote(name), unquote(value))
            for name, _, value in (one.partition("=") for one in options.split("&") if one)
        ]
        self.name = f"uci:{setting}"
        self.report: _Report | None = None
        self._program: EngineProgram | None = None
        self._first: Position | None = None
        self._declared: list[str] = []  # the program's options, as it tells them
        self._variant = ""  # that the program is set to
        self.longest = LONGEST
        """Seconds after which a search that is not limited by time has failed."""

    def plays(self, position: Position) -> bool:
        """Return whether the program says that it plays the position's game. Raises EngineError."""
        variant = position.game.uci_variant
        if variant is None:
            return False
        if self._program is None:
            self._start()
        return self._knows(variant)

    def prepare(self, position: Position) -> None:
        """Start the program for the position's game. Raises EngineError and AgentError."""
        variant_of(position.game)
        self._running(position)

    def choose(self, position: Position, seat: int) -> Move:
        seat = position.mover(seat)
        program = self._running(position)
        first, line = line_to(position)
        moves = [uci_text(move) for _, move in line]
        program.send(f"position {begun(first)}{' moves ' if moves else ''}{' '.join(moves)}")
        begin = time.monotonic()
        program.send(self._limit.go)
        info = ""
        while True:
            answer = program.line(begin, self._limit.seconds(self.longest))
            word, _, rest = answer.partition(" ")
            if word == "info" and " pv " in answer:
                info = rest
            elif word == "bestmove":
                break
        text = rest.split(" ")[0]
        legal = {uci_text(move): move for move in position.legal_for(seat)}
        if text not in legal:
            self.close()
            program.fail(f"gave no legal move, but {text[:40]!r}")
        self.report = _Report(info, position, time.monotonic() - begin)
        return legal[text]

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
        self._program = None

    def _running(self, position: Position) -> EngineProgram:
        """The program, ready for a game that begins as this position's did."""
        first = line_to(position)[0]
        try:
            if self._program is None:
                self._start()
            assert self._program
            self._turn_to(self._program, position.game)
            if self._first is not first:
                self._program.send("ucinewgame")
                self._wait("isready", "readyok")
                self._first = first
        except EngineError:
            self.close()
            raise
        return self._program

    def _start(self) -> None:
        self._program = EngineProgram(self.name, self._arguments)
        self._declared = self._wait("uci", "uciok")
        for name, value in self._options:
            self._program.send(f"setoption name {name} value {value}")
        self._variant, self._first = "", None

    def _knows(self, variant: str) -> bool:
        return not variant or any(knows(line, variant) for line in self._declared)

    def _turn_to(self, program: EngineProgram, game: Game) -> None:
        """Let the program play this game. Raises AgentError where it does not."""
        variant = variant_of(game)
        if variant == self._variant:
            return
        if not self._knows(variant):
            self.close()
            raise AgentError(f"{self.name} does not play {game.title}")
        program.send(f"setoption name UCI_Variant value {variant or usual(self._declared)}")
        self._variant, self._first = variant, None

    def _wait(self, line: str, answer: str) -> list[str]:
        """Send a line and wait for its answer; gives the lines before it, the last of them."""
        assert self._program
        self._program.send(line)
        begin, told = time.monotonic(), list[str]()
        while (heard := self._program.line(begin, STARTING)) != answer:
            told = [*told, heard][-MOST_TOLD:]
        return told


class _Report:
    """The report of a program on its search."""

    def __init__(self, info: str, position: Position, seconds: float) -> None:
        self._info, self._position, self._seconds = info, position, seconds

    def thought(self, move: Move) -> Thought | None:
        words = self._info.split()
        if "score" not in words or "pv" not in words:
            return None
        kind, number = words[words.index("score") + 1 :][:2]
        nodes = words[words.index("nodes") + 1] if "nodes" in words else "0"
        try:
            value, work = value_of(kind, int(number)), int(nodes)
        except ValueError:
            return None
        line = words[words.index("pv") + 1 :]
        pv = tuple(texts_of(self._position, line))
        return Thought(value, "estimated", work, "nodes", self._seconds, pv=pv)


def texts_of(position: Position, line: list[str]) -> list[str]:
    """The moves of a line in our notation, as far as they are legal."""
    texts = []
    for text in line:
        legal = {uci_text(move): move for move in position.legal}
        if text not in legal:
            break
        texts.append(legal[text].text)
        position = position.play(legal[text])
    return texts


def knows(line: str, variant: str) -> bool:
    """Return whether a line says that the program plays the variant."""
    words = line.split()
    named = words[:3] == ["option", "name", "UCI_Variant"]
    return named and variant in [word for mark, word in pairwise(words) if mark == "var"]


def usual(lines: list[str]) -> str:
    """The variant that the program plays where none is set, by the options that it tells."""
    words = " ".join(line for line in lines if "UCI_Variant" in line).split()
    return next((after for word, after in pairwise(words) if word == "default"), "")


def variant_of(game: Game) -> str:
    """The name of the game to programs. Raises AgentError where they do not know it."""
    if game.uci_variant is None:
        raise AgentError(f"{game.title} is no game that UCI programs play")
    return game.uci_variant


def begun(first: Position) -> str:
    """The position that a game began from, for `position`. Raises AgentError."""
    if first == start(first.game, first.ruleset.name, first.seats):
        return "startpos"
    if first.game.uci_variant:
        raise AgentError(f"{first.game.title} can be played by UCI from its start only")
    return f"fen {first.text.partition(' ')[2]} 1"
