"""A game as hosts of GTP play it: any colour may move, moves are undone, and the ruleset follows
from the size of the board, komi and handicap.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.engines.gtp import COLOURS, PASS, RESUME, read_vertex
from ludarium.errors import AgentError, LudariumError, MoveError
from ludarium.play.position import Move, Position, start
from ludarium.rules.game import Game, Ruleset

__all__ = ["GtpGame"]

MOST_TALKS = 200  # moves by which bots agree on dead stones
TRIES = 6  # moves of seats that do not say them: a resumption and passes


class GtpGame:
    """A game between black, the first seat, and white.

    ruleset: that which size, komi and handicap change. Raises AgentError where programs that speak
    GTP do not know the game or the ruleset.
    """

    def __init__(self, game: Game, ruleset: str | None) -> None:
        self.game = game
        self._ruleset = game.ruleset(ruleset or game.people_play or None)
        if game.gtp_setup is None:
            raise AgentError(f"{game.title} is no game that hosts of GTP know: expected --ugi")
        if not self._set_up(self._ruleset):
            raise AgentError(
                f"{game.title}, ruleset {self._ruleset.name}, is none that hosts of GTP know"
            )
        self._positions: list[Position] = []  # after each move that was said
        self.clear()

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    def clear(self) -> None:
        """Begin anew, without a handicap."""
        if "handicap" in self._options():
            self._choose("handicap", "0")
        self._positions = [start(self.game, self._ruleset.name)]

    def resize(self, size: int) -> None:
        """Begin anew on a board of this many rows. Raises LudariumError where there is none."""
        if "size" in self._options():
            self._choose("size", f"{size}")
        else:
            fitting = [one for one in self.game.rulesets if self._size(one) == size]
            wanted = self._ruleset.name.replace(f"{self._size(self._ruleset)}", f"{size}")
            if not fitting:
                sizes = sorted({self._size(one) for one in self.game.rulesets} - {0})
                raise LudariumError(f"unacceptable size: expected {_either(map(str, sizes))}")
            self._ruleset = next((one for one in fitting if one.name == wanted), fitting[0])
        self.clear()

    def set_komi(self, komi: float) -> None:
        """Give white this many points. Raises LudariumError where no ruleset does."""
        told = f"komi {komi:g}"
        if told in self._set_up(self._ruleset):
            return
        self._choose("komi", f"{komi:g}")
        self._start_anew()

    def set_handicap(self, stones: int) -> list[str]:
        """Place so many stones of black on their usual points, which are given.

        Raises LudariumError where moves were made, or no ruleset has so many.
        """
        self._check_empty()
        if not 2 <= stones <= 9:
            raise LudariumError("invalid number of stones: expected 2 to 9")
        self._choose("handicap", f"{stones}")
        self._positions = [start(self.game, self._ruleset.name)]
        return [piece.site for piece in self.position.view.pieces]

    def place(self, points: list[str]) -> None:
        """Place stones of black on these points, in any number of moves while white passes."""
        self._check_empty()
        if len(points) < 2 or len(set(points)) < len(points):
            raise LudariumError("expected two points or more, each once")
        position = self.position
        for number, point in enumerate(points):
            position = position.play(PASS) if number else position
            position = position.play(read_vertex(position, point))
        self._positions.append(position)

    def play(self, seat: int, vertex: str) -> None:
        """Let a seat move, in turn or not. Raises MoveError where it cannot."""
        if vertex == PASS and self._is_settling(self.position):
            self._positions.append(self.position)
            return
        position = self._turned_to(seat)
        self._positions.append(position.play(read_vertex(position, vertex)))

    def to_choose(self, seat: int) -> Position | None:
        """The position in which a seat is to choose a move; None where play has ended by passes, or
        the game is over.
        """
        if self.position.over or self._is_settling(self.position):
            return None
        return self._turned_to(seat)

    def undo(self) -> None:
        """Take the last move back. Raises LudariumError where there is none."""
        if len(self._positions) < 2:
            raise LudariumError("cannot undo")
        self._positions.pop()

    def settled(self) -> Position:
        """The end, if both pass now and bots agree on dead stones.

        Raises LudariumError where a game does not end so.
        """
        from ludarium.search.agreeing import agreed_move

        position = self.position
        for _ in range(MOST_TALKS):
            if position.over:
                return position
            move: Move | str
            if self._is_settling(position):
                agreed = agreed_move(position)
                move = agreed[0] if agreed else position.legal[0]
            elif PASS in _texts(position):
                move = PASS
            else:
                break
            position = position.play(move)
        raise LudariumError("cannot score: the game is not over")

    def _turned_to(self, seat: int) -> Position:
        """The position now, with this seat to move: play is resumed, and the other seat passes."""
        position = self.position
        for _ in range(TRIES):
            if position.over:
                raise MoveError("illegal move: the game is over")
            if self._is_settling(position):
                position = position.play(RESUME)
            elif position.mover() == seat:
                return position
            elif PASS in _texts(position):
                position = position.play(PASS)
            else:
                raise MoveError(f"illegal move: it is the turn of {COLOURS[position.mover()]}")
        raise MoveError(f"illegal move: {COLOURS[seat]} cannot move now")

    def _is_settling(self, position: Position) -> bool:
        return not position.over and RESUME in _texts(position)

    def _check_empty(self) -> None:
        if len(self._positions) > 1 or self.position.view.pieces:
            raise LudariumError("board not empty")

    def _start_anew(self) -> None:
        """Begin as the ruleset now is, and play the moves that were made."""
        old = self._positions
        moves = [after.joint for after in old[-1].history() if after.joint is not None]
        if len(old) > 1 and moves:
            raise LudariumError("komi is set before the first move")
        self._positions = [start(self.game, self._ruleset.name)]

    def _set_up(self, ruleset: Ruleset) -> tuple[str, ...]:
        return self.game.gtp_setup(ruleset) if self.game.gtp_setup else ()

    def _size(self, ruleset: Ruleset) -> int:
        """The number of rows of a ruleset's board; 0 where hosts do not know it."""
        first = next(iter(self._set_up(ruleset)), "boardsize 0")
        return int(first.removeprefix("boardsize "))

    def _options(self) -> dict[str, tuple[str, ...]]:
        """The options of each choice by which a ruleset is put together."""
        return {
            choice.key: tuple(option for option, _ in choice.options)
            for choice in self.game.part_choices
        }

    def _choose(self, choice: str, option: str) -> None:
        """Take the ruleset in which only this is different. Raises LudariumError."""
        game, options = self.game, [one for one in self._options().get(choice, ()) if one]
        assert game.chosen_parts or not options
        if option in options and game.chosen_parts and game.ruleset_of_choices:
            wanted = dict(game.chosen_parts(self._ruleset)) | {choice: option}
            found = game.ruleset(game.ruleset_of_choices(wanted))
            # options that do not go together give way
            if game.chosen_parts(found)[choice] in (option, ""):
                self._ruleset = found
                return
            options = [game.chosen_parts(found)[choice]]
        if not options:
            raise LudariumError(f"{game.title} has no {choice} to choose")
        raise LudariumError(f"unacceptable {choice}: expected {_either(options)}")


def _texts(position: Position) -> list[str]:
    return [move.text for move in position.legal]


def _either(options: Iterator[str] | list[str]) -> str:
    *others, last = options
    return f"{', '.join(others)} or {last}" if others else last
