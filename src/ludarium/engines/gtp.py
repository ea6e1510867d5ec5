"""Agents that are programs which speak GTP, version 2 (Gunnar Farnebäck, 2002): Go and others."""

from __future__ import annotations

import re
import time

from ludarium.engines.moves import line_to
from ludarium.engines.program import EngineProgram
from ludarium.errors import AgentError, MoveError
from ludarium.play.position import Move, Position, start
from ludarium.play.programs import arguments_of
from ludarium.rules.game import Ruleset

__all__ = [
    "COLOURS",
    "GAME_COMMAND",
    "PASS",
    "RESUME",
    "SET_GAME",
    "GtpAgent",
    "read_vertex",
    "vertex_of",
]

STARTING = 20.0  # seconds for each command but genmove
GRACE = 2.0  # seconds that an answer may be late
LONGEST = 600.0  # seconds of a search that is not limited by time
COLOURS = ("black", "white")
"""The seats."""
PASS, RESUME = "pass", "resume"
"""Our texts of the moves by which play ends and goes on."""
GAME_COMMAND = "gogui-rules_game_id"
"""The command by which programs tell of which game they are."""
SET_GAME = "set_game"
"""The command by which programs for several games are told which of them is played."""
WORDS = {"swap": "swap-pieces"}  # moves that GTP calls otherwise than we do


class GtpAgent:
    """Plays by asking a program, which it starts on first use.

    setting: the limit and the command, such as `level=1:gnugo --mode gtp` or `2s:my-engine`. Where
    seats agree on dead stones, our own playouts do so for it. A program that dies, resigns, does
    not answer in time, or gives an illegal move raises EngineError, on which `play_game` lets the
    seat lose. Raises AgentError where the setting cannot be read.
    """

    def __init__(self, setting: str) -> None:
        limit, _, command = setting.partition(":")
        read = re.fullmatch(r"(?:level=([0-9]{1,3})|([0-9]{1,5}(?:\.[0-9]{1,3})?)s)", limit)
        if not read or (read[2] and not float(read[2])):
            raise AgentError(
                f"gtp:{limit}: expected a limit such as 2s (seconds a move) or level=3, then the "
                "command, as in gtp:2s:my-engine"
            )
        self._level, self._seconds = read[1], float(read[2]) if read[2] else None
        self._arguments = arguments_of(command, "gtp", "gtp:1s:my-engine")
        self.name = f"gtp:{setting}"
        self.longest = LONGEST
        """Seconds after which a search that is not limited by time has failed."""
        self._program: EngineProgram | None = None
        self._game = ""  # by which the program calls what it plays; empty where it does not tell
        self._ruleset: Ruleset | None = None
        self._played: list[str] = []  # the commands that the program knows the game by

    def plays(self, position: Position) -> bool:
        """Return whether the program says that it plays the position's game, and sets its ruleset
        up. Raises EngineError.
        """
        game = position.game
        if game.gtp_setup is None or not game.gtp_setup(position.ruleset):
            return False
        if self._program is None:
            self._start()
        if self._game.casefold() not in map(str.casefold, game.gtp_names):
            return False
        self._ruleset, self._played = None, []
        return all(self._told(command, STARTING)[0] for command in set_up(position))

    def prepare(self, position: Position) -> None:
        """Start the program for the position's game. Raises EngineError and AgentError."""
        self._catch_up(position)

    def choose(self, position: Position, seat: int) -> Move:
        from ludarium.search.agreeing import agreed_move

        seat = position.mover(seat)
        legal = {move.text: move for move in position.legal_for(seat)}
        if PASS not in legal and (agreed := agreed_move(position)):
            return agreed[0]
        if [*legal] == [PASS]:
            return legal[PASS]
        program = self._catch_up(position)
        colour = COLOURS[seat]
        seconds = self.longest if self._seconds is None else self._seconds + GRACE
        answer = self._ask(f"genmove {colour}", seconds).lower()
        self._played.append(f"play {colour} {answer}")
        if answer == "resign":
            self.close()
            program.fail("resigned")
        try:
            return read_vertex(position, answer)
        except MoveError:
            self.close()
            program.fail(f"gave no legal move, but {answer[:40]!r}")

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()
        self._program, self._played = None, []

    def _catch_up(self, position: Position) -> EngineProgram:
        """The program, which knows the game up to this position."""
        first, line = line_to(position)
        wanted = [
            f"play {COLOURS[move.seat]} {vertex_of(first, move.text).lower()}"
            for move in played([m for _, m in line])
        ]
        if self._program is None:
            self._start()
        if self._ruleset != first.ruleset or wanted[: len(self._played)] != self._played:
            for command in set_up(first):
                self._ask(command, STARTING)
            self._ruleset, self._played = first.ruleset, []
        for command in wanted[len(self._played) :]:
            if command.endswith(f" {PASS}"):
                # refused by programs that pass by themselves where nothing else is possible
                self._told(command, STARTING)
            else:
                self._ask(command, STARTING)
        self._played = wanted
        assert self._program
        return self._program

    def _start(self) -> None:
        self._program = EngineProgram(self.name, self._arguments)
        self._ask("protocol_version", STARTING)
        if self._level is not None:
            self._ask(f"level {self._level}", STARTING)
        if self._seconds is not None:
            self._ask(f"time_settings 0 {max(1, round(self._seconds))} 1", STARTING)
        tells = self._told(f"known_command {GAME_COMMAND}", STARTING) == (True, "true")
        self._game = self._told(GAME_COMMAND, STARTING)[1] if tells else ""
        self._ruleset = None

    def _ask(self, command: str, seconds: float) -> str:
        """The answer to a command. Raises EngineError where it is refused."""
        done, answer = self._told(command, seconds)
        if not done:
            program = self._program
            self.close()
            assert program
            program.fail(f"refused {command!r}: {answer[:100]}")
        return answer

    def _told(self, command: str, seconds: float) -> tuple[bool, str]:
        """Return whether a command is done, and the answer. Raises EngineError."""
        assert self._program
        program = self._program
        program.send(command)
        begin = time.monotonic()
        while not (line := program.line(begin, seconds)):
            pass
        return line.startswith("="), line[1:].strip()


def played(moves: list[Move]) -> list[Move]:
    """The moves that place stones or pass, without what seats agree on after two passes, until one
    of them resumes play.
    """
    found: list[Move] = []
    passes = 0
    for move in moves:
        if passes == 2:
            passes = 0 if move.text == RESUME else 2
            continue
        passes = passes + 1 if move.text == PASS else 0
        found.append(move)
    return found


def set_up(first: Position) -> list[str]:
    """The commands that begin a game from this position. Raises AgentError."""
    game = first.game
    if game.gtp_setup is None:
        raise AgentError(f"{game.title} is no game that GTP programs play")
    commands = game.gtp_setup(first.ruleset)
    if not commands:
        raise AgentError(
            f"{game.title}, ruleset {first.ruleset.name}, is none that GTP programs play"
        )
    if first != start(game, first.ruleset.name, first.seats):
        raise AgentError(f"{game.title} can be played by GTP from its start only")
    # who is told the game knows what stands on the board at its start
    told = any(command.startswith(f"{SET_GAME} ") for command in commands)
    stones = [
        f"play {COLOURS[piece.owner or 0]} {vertex_of(first, piece.site).lower()}"
        for piece in (() if told else first.view.pieces)
    ]
    return [*commands, "clear_board", *stones]


def vertex_of(position: Position, text: str) -> str:
    """A move or a site as GTP writes it: a point such as D4, pass, or another word."""
    own = columns(position)
    if not re.fullmatch("[a-z][0-9]{1,2}", text) or text[0] not in own:
        return WORDS.get(text, text)
    return position.game.gtp_columns[own.index(text[0])].upper() + text[1:]


def read_vertex(position: Position, vertex: str) -> Move:
    """The legal move that GTP writes so, in small letters. Raises MoveError."""
    for move in position.legal:
        if vertex_of(position, move.text).lower() == vertex:
            return move
    raise MoveError(f"illegal move: {vertex[:20]!r}")


def columns(position: Position) -> str:
    """The letters of the columns, as we write them."""
    ids = {site.id[0] for site in position.view.sites if re.fullmatch("[a-z][0-9]+", site.id)}
    return "".join(sorted(ids))
