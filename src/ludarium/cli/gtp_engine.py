"""`ludarium engine --gtp GAME`: one of our agents for hosts that speak GTP, version 2
(Gunnar Farnebäck, 2002, draft of the Go Text Protocol).
"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterable

from ludarium.cli.engine import agent_for, check_agent
from ludarium.cli.gtp_game import GtpGame
from ludarium.engines.gtp import COLOURS, GAME_COMMAND, SET_GAME, vertex_of
from ludarium.errors import LudariumError
from ludarium.play.agent import Agent, prepare
from ludarium.play.position import Move
from ludarium.rules.game import Game
from ludarium.version import __version__

__all__ = ["GtpEngine", "serve_gtp"]

USUAL = 1.0  # seconds a move, where no time was told
MOVES_LEFT = 20  # that the rest of a time is shared among
NO_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
LINE = re.compile(r"(?:([0-9]{1,18})(?: |$))? *([^ ]*) *(.*)")


def serve_gtp(game: Game, ruleset: str | None, who: str, seed: int | None) -> None:
    """Answer the lines of the standard input until it ends, or `quit`.

    Raises AgentError where hosts do not know the game, or there is no such agent.
    """

    def write(text: str) -> None:
        with contextlib.suppress(BrokenPipeError):  # the host has gone, and wants no answer
            print(text, end="", flush=True)

    if reconfigure := getattr(sys.stdin, "reconfigure", None):
        reconfigure(errors="replace")
    GtpEngine(game, ruleset, who, seed, write).serve(sys.stdin)


class GtpEngine:
    """The engine side of GTP. who: the agent."""

    def __init__(
        self,
        game: Game,
        ruleset: str | None,
        who: str,
        seed: int | None,
        write: Callable[[str], None],
    ) -> None:
        check_agent(who)
        self._game = GtpGame(game, ruleset)
        self._name = max(game.gtp_names, default="")
        self._who, self._seed, self._write = who, seed, write
        self._time: tuple[float, float, int] | None = None  # main time, byo-yomi time and stones
        self._left: dict[int, tuple[float, int]] = {}  # seconds and stones, by seat
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda words: "2",
            "name": lambda words: "Ludarium",
            "version": lambda words: __version__,
            "known_command": self._known,
            "list_commands": lambda words: "\n".join(self._commands),
            "quit": lambda words: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "komi": self._komi,
            "fixed_handicap": self._handicap,
            "place_free_handicap": self._handicap,
            "set_free_handicap": self._place,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._reg_genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "final_status_list": self._final_status,
            "showboard": self._showboard,
            GAME_COMMAND: lambda words: self._name,
            "list_games": lambda words: self._name,
            SET_GAME: self._set_game,
        }

    def serve(self, lines: Iterable[str]) -> None:
        for line in lines:
            text = NO_CONTROL.sub("", line.partition("#")[0].replace("\t", " ")).strip()
            if not text:
                continue
            read = LINE.fullmatch(text)
            identity, name, rest = read.groups("") if read else ("", text, "")
            self._write(self._answer(identity, name, rest.split()))
            if name == "quit":
                break

    def _answer(self, identity: str, name: str, words: list[str]) -> str:
        """The whole answer to a command, with the empty line that ends it."""
        if name not in self._commands:
            return f"?{identity} unknown command\n\n"
        try:
            return f"={identity} {self._commands[name](words)}".rstrip() + "\n\n"
        except LudariumError as error:
            return f"?{identity} {' '.join(str(error).split())}\n\n"

    def _known(self, words: list[str]) -> str:
        return "true" if _one(words, "a command") in self._commands else "false"

    def _set_game(self, words: list[str]) -> str:
        if _one(words, "a game").casefold() != self._name.casefold():
            raise LudariumError(f"unsupported game: expected {self._name}")
        return ""

    def _boardsize(self, words: list[str]) -> str:
        self._game.resize(_whole(_one(words, "a number of rows")))
        return ""

    def _clear(self, words: list[str]) -> str:
        self._game.clear()
        self._left.clear()
        prepare([self._player(USUAL)], self._game.position)
        return ""

    def _komi(self, words: list[str]) -> str:
        self._game.set_komi(_number(_one(words, "a number of points")))
        return ""

    def _handicap(self, words: list[str]) -> str:
        stones = self._game.set_handicap(_whole(_one(words, "a number of stones")))
        return " ".join(vertex_of(self._game.position, site) for site in stones)

    def _place(self, words: list[str]) -> str:
        self._game.place([word.casefold() for word in words])
        return ""

    def _play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise LudariumError("syntax error: expected a colour and a vertex")
        self._game.play(self._seat(words[0]), words[1].casefold())
        return ""

    def _genmove(self, words: list[str]) -> str:
        seat = self._seat(_one(words, "a colour"))
        vertex = self._chosen(seat)
        self._game.play(seat, vertex.casefold())
        return vertex

    def _reg_genmove(self, words: list[str]) -> str:
        return self._chosen(self._seat(_one(words, "a colour")))

    def _chosen(self, seat: int) -> str:
        position = self._game.to_choose(seat)
        if position is None:
            if self._game.position.over:
                raise LudariumError("the game is over")
            return "pass"
        move: Move = self._player(self._seconds(seat)).choose(position, seat)
        return vertex_of(position, move.text)

    def _undo(self, words: list[str]) -> str:
        self._game.undo()
        return ""

    def _time_settings(self, words: list[str]) -> str:
        if len(words) != 3:
            raise LudariumError("syntax error: expected main time, byo-yomi time and stones")
        self._time = _number(words[0]), _number(words[1]), _whole(words[2])
        self._left.clear()
        return ""

    def _time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise LudariumError("syntax error: expected a colour, seconds and stones")
        self._left[self._seat(words[0])] = _number(words[1]), _whole(words[2])
        return ""

    def _seconds(self, seat: int) -> float:
        """Seconds for the next move of a seat."""
        main, period, stones = self._time or (0.0, 1.0, 0)
        unlimited = period > 0 and stones == 0  # as the protocol says it
        if seat in self._left:
            left, stones = self._left[seat]
        elif unlimited:
            return USUAL
        else:
            left, stones = (main, 0) if main else (period, stones)
        return max(0.0, left / (stones or MOVES_LEFT))

    def _final_score(self, words: list[str]) -> str:
        end = self._game.settled()
        points = [
            float(tally.text.removeprefix("= "))
            for seat in end.view.seats
            for tally in seat.tallies
            if tally.letter == "="
        ]
        first, second = points or end.returns
        count = self._game.game.gtp_lead
        lead = count(end.state) if count else first - second
        if not lead:
            return "0"
        by = f"{abs(lead):g}" if points or count else ""
        return f"{'B' if lead > 0 else 'W'}+{by}"

    def _final_status(self, words: list[str]) -> str:
        status = _one(words, "alive, dead or seki").casefold()
        if status not in ("alive", "dead", "seki"):
            raise LudariumError("invalid status: expected alive, dead or seki")
        position = self._game.position
        left = {piece.site for piece in self._game.settled().view.pieces if piece.shape != "dead"}
        found = [
            piece.site
            for piece in position.view.pieces
            if status != "seki" and (piece.site in left) == (status == "alive")
        ]
        return " ".join(vertex_of(position, site) for site in found)

    def _showboard(self, words: list[str]) -> str:
        from ludarium.cli.console import plain_text
        from ludarium.draw.terminal import terminal

        lines = plain_text(terminal(self._game.position.view)).splitlines()
        # an empty line would end the answer
        return "\n" + "\n".join(line for line in lines if line.strip())

    def _player(self, seconds: float) -> Agent:
        return agent_for(self._who, seconds, self._seed)

    def _seat(self, text: str) -> int:
        names = [str(name).casefold() for name in self._game.game.seat_names[:2]]
        for seat, colour in enumerate(COLOURS):
            if text.casefold() in (colour, colour[0], names[seat]):
                return seat
        raise LudariumError("syntax error: expected black or white")


def _one(words: list[str], what: str) -> str:
    if len(words) != 1:
        raise LudariumError(f"syntax error: expected {what}")
    return words[0]


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text, re.ASCII):
        raise LudariumError("syntax error: expected a whole number")
    return int(text)


def _number(text: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{0,9})?", text, re.ASCII):
        raise LudariumError("syntax error: expected a number")
    return float(text)
