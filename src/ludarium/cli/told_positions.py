"""Positions and moves as hosts tell them: `position startpos moves ...`."""

from __future__ import annotations

import re

from ludarium.cli.dialects import Dialect
from ludarium.engines.moves import uci_move, uci_text
from ludarium.errors import LudariumError
from ludarium.play.position import Move, Position, parse, start
from ludarium.rules.game import Game

__all__ = ["ToldPosition", "written_move"]

ROWS = re.compile(r"(?<=[a-z])[0-9]+")


class ToldPosition:
    """The position that the host told last.

    A host tells a whole game for each move; what it told before is not played again.
    """

    def __init__(self, game: Game, ruleset: str) -> None:
        self._game, self._ruleset = game, ruleset
        self._begun = "startpos"
        self._line: list[tuple[str, Position]] = []  # each move, and the position after it
        self._first: Position | None = None
        self._refused = False

    def begin(self) -> None:
        """Begin another game, from the start."""
        self._begun, self._first, self._line = "startpos", None, []
        self._refused = False

    def first(self) -> Position:
        """The position that the game began from."""
        if self._first is None:
            self._first = start(self._game, self._ruleset)
        return self._first

    @property
    def position(self) -> Position:
        """The position now. Raises LudariumError where the last one that was told could not be
        read, as no answer may be of another one.
        """
        if self._refused:
            raise LudariumError("the last position was refused: expected another one first")
        return self._line[-1][1] if self._line else self.first()

    def read(self, text: str, dialect: Dialect) -> None:
        """Read what follows the word `position`. Raises LudariumError."""
        self._refused = True
        begun, _, moves = f"{text} ".partition(" moves ")
        begun = " ".join(begun.split())
        same = begun == self._begun
        first = self.first() if same else self._parsed(begun, dialect)
        line: list[tuple[str, Position]] = []
        for number, move in enumerate(moves.split()):
            if same and self._line[number : number + 1] and self._line[number][0] == move:
                line.append(self._line[number])
                continue
            same, at = False, line[-1][1] if line else first
            line.append((move, at.play(read_move(at, move, dialect))))
        self._begun, self._first, self._line = begun, first, line
        self._refused = False

    def _parsed(self, begun: str, dialect: Dialect) -> Position:
        kind, _, fen = begun.partition(" ")
        if kind == "startpos" and not fen:
            return start(self._game, self._ruleset)
        if kind != "fen":
            raise LudariumError(f"position {kind[:40]}: expected startpos or fen")
        if self._game.fen_position and not dialect.own_moves:
            fen = self._game.fen_position(fen)
        own = fen.startswith(self._game.name)
        return parse(fen if own else f"{self._game.name}/{self._ruleset} {fen}")


def read_move(position: Position, text: str, dialect: Dialect) -> Move:
    """The legal move that a host writes so. Raises MoveError."""
    if dialect.own_moves:
        return position.parse_move(text)
    return uci_move(position, shifted(text.lower(), 1 - dialect.first_row))


def written_move(move: Move, dialect: Dialect) -> str:
    """The move as hosts of this dialect read it."""
    if dialect.own_moves:
        return move.text
    return shifted(uci_text(move), dialect.first_row - 1)


def shifted(text: str, rows: int) -> str:
    """The text of a move with the numbers of rows raised by so many."""
    return ROWS.sub(lambda row: f"{int(row[0]) + rows}", text) if rows else text
