"""`ludarium engine --ugi GAME`: one of our agents for hosts that speak UGI, the Universal Game
Interface for games of two.

UGI is UCI without chess (kz04px/cutegames, ugi.md): positions are our own texts, with spaces as
they are, and moves our own moves.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable

from ludarium.cli.engine import agent_for
from ludarium.errors import LudariumError, SeatsError
from ludarium.play.agent import Agent, prepare, thought_of
from ludarium.play.position import Position, parse, start
from ludarium.rules.game import Game
from ludarium.rules.seat_counts import seats_in_words
from ludarium.version import __version__

__all__ = ["Ugi", "serve_ugi"]

INFINITE = 3600.0  # seconds; nothing here thinks without an end
MOVES_LEFT = 20  # that the rest of a clock is shared among


def serve_ugi(game: Game, ruleset: str | None, default: str, seed: int | None) -> None:
    """Answer the lines of the standard input until it ends, or `quit`.

    Raises SeatsError for a game of other than two seats.
    """
    Ugi(game, ruleset, default, seed, lambda line: print(line, flush=True)).serve(sys.stdin)


class Ugi:
    """The engine side of UGI.

    Unknown lines are ignored, as in UCI; wrong ones are answered by `info string`.
    """

    def __init__(
        self,
        game: Game,
        ruleset: str | None,
        default: str,
        seed: int | None,
        write: Callable[[str], None],
    ) -> None:
        if game.seats != (2, 2):
            raise SeatsError(
                f"UGI is for games of two seats: {game.title} has "
                f"{seats_in_words(game.seat_counts)}"
            )
        self._game, self._ruleset, self._default, self._seed, self._write = (
            game,
            game.ruleset(ruleset).name,
            default,
            seed,
            write,
        )
        self._position = start(game, self._ruleset)
        self._thinking: threading.Thread | None = None
        self._player: Agent | None = None
        self._endless = False
        agent_for(default, 1.0, seed)  # complains at once, if there is no such agent

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            try:
                self._hear(word, rest.strip())
            except LudariumError as error:
                self._write(f"info string error: {error}")
        else:
            if not self._endless:  # who has asked for an answer may still read it
                self._wait()
        self._stop()

    def _hear(self, word: str, rest: str) -> None:
        match word:
            case "ugi":
                self._write(f"id name Ludarium {__version__} {self._game.title} {self._default}")
                self._write("id author the Ludarium team")
                self._write("ugiok")
            case "stop":
                self._stop()
            case "isready" if self._thinking:
                self._write("readyok")
            case "isready":
                prepare([agent_for(self._default, 1.0, self._seed)], self._position)
                self._write("readyok")
            case "uginewgame":
                self._position = start(self._game, self._ruleset)
            case "position":
                self._position = self._read_position(rest)
            case "query":
                self._write(f"response {self._answer(rest)}")
            case "go":
                self._wait()
                self._go(rest.split())

    def _read_position(self, text: str) -> Position:
        begun, _, moves = f"{text} ".partition(" moves ")
        kind, _, fen = begun.strip().partition(" ")
        if kind not in ("startpos", "fen"):
            raise LudariumError(f"position {kind}: expected startpos or fen")
        position = start(self._game, self._ruleset)
        if kind == "fen":
            position = parse(
                fen
                if fen.startswith(self._game.name)
                else f"{self._game.name}/{self._ruleset} {fen}"
            )
        for move in moves.split():
            position = position.play(move)
        return position

    def _answer(self, question: str) -> str:
        position = self._position
        match question:
            case "p1turn":
                return str(position.to_move == 0).casefold()
            case "gameover":
                return str(position.over).casefold()
            case "result" if not position.over:
                return "none"
            case "result":
                first, second = position.returns
                return "draw" if first == second else "p1win" if first > second else "p2win"
        raise LudariumError(f"query {question}: expected p1turn, gameover or result")

    def _go(self, words: list[str]) -> None:
        """Think in a thread of its own, so that `stop` is heard."""
        position = self._position
        if position.over:
            self._write("bestmove (none)")  # as in UCI
            return
        seat = position.mover()
        player = agent_for(self._default, self._seconds(words, seat), self._seed)
        self._player, self._endless = player, "infinite" in words
        self._thinking = threading.Thread(
            target=self._think, args=(player, position, seat), daemon=True
        )
        self._thinking.start()

    def _stop(self) -> None:
        """Let the agent answer now, where it is one that can."""
        if self._thinking and (stop := getattr(self._player, "stop", None)):
            while self._thinking.is_alive():  # the search may not have begun yet
                stop()
                self._thinking.join(0.01)
        self._wait()

    def _wait(self) -> None:
        """Wait for the answer, if any is due."""
        if self._thinking:
            self._thinking.join()
        self._thinking = None

    def _think(self, player: Agent, position: Position, seat: int) -> None:
        try:
            self._choose(player, position, seat)
        except LudariumError as error:
            self._write(f"info string error: {error}")

    def _choose(self, player: Agent, position: Position, seat: int) -> None:
        move = player.choose(position, seat)
        thought = thought_of(player, move)
        if thought:
            line = " ".join(thought.pv or (move.text,))
            self._write(f"info time {thought.seconds * 1000:.0f} nodes {thought.work} pv {line}")
        self._write(f"bestmove {move.text}")

    def _seconds(self, words: list[str], seat: int) -> float:
        """Thinking time for a `go`; agents with a setting of their own keep to it."""
        if "infinite" in words or not words:
            return INFINITE if "infinite" in words else 1.0
        try:
            limits = {
                name: float(number) for name, number in zip(words[::2], words[1::2], strict=True)
            }
        except ValueError:
            raise LudariumError(
                f"go {' '.join(words)}: expected pairs of a name and a number, such as movetime "
                "1000"
            ) from None
        if "movetime" in limits:
            return limits["movetime"] / 1000
        if f"p{seat + 1}time" in limits:
            return (
                limits[f"p{seat + 1}time"] / MOVES_LEFT + limits.get(f"p{seat + 1}inc", 0.0)
            ) / 1000
        return 1.0
