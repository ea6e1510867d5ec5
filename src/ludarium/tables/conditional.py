"""Conditional moves: what a seat answers if the other plays this.

They are beside the log, not in it: an entry would tell the other that there are some. Only who
holds the seat reads them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.play.premoves import has_premoves
from ludarium.tables.errors import TableError
from ludarium.tables.table import Table

__all__ = ["LONGEST_LINE", "MOST_LINES", "Conditional", "allows", "checked"]

MOST_LINES = 8
LONGEST_LINE = 12
"""Moves in a line, of both seats."""

Line = tuple[str, ...]


@dataclasses.dataclass(frozen=True, slots=True)
class Conditional:
    """The conditional moves of a seat."""

    ply: int
    """Moves played before them."""
    takebacks: int
    """The table's number of these, as the same ply may be another position after one."""
    lines: tuple[Line, ...]
    """Lines of moves: the move of the other seat, the answer, and so on; the last is an answer."""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Conditional:
        """Read the fields that `to_json` gave."""
        return cls(fields["ply"], fields["takebacks"], tuple(map(tuple, fields["lines"])))

    def to_json(self) -> dict[str, Any]:
        """Return the fields as data that is ready for JSON."""
        return {"ply": self.ply, "takebacks": self.takebacks, "lines": self.lines}

    def left(self, table: Table) -> tuple[Line, ...]:
        """Return the rest of the lines that the game has followed so far."""
        if table.status != "live" or table.takebacks != self.takebacks or table.ply < self.ply:
            return ()
        assert table.record is not None
        played = tuple(table.record.moves[self.ply :])
        length = len(played)
        return tuple(
            line[length:] for line in self.lines if line[:length] == played and len(line) > length
        )

    def answer(self, table: Table, seat: int) -> str | None:
        """The move that the seat is to make at once; None where there is none."""
        left = self.left(table) if seat in table.waiting else ()
        return left[0][0] if left else None


def allows(table: Table) -> bool:
    """Return whether conditional moves can be made here: between two who move in turn, hide
    nothing, leave nothing to chance, and have days for each move.
    """
    options = table.options
    return has_premoves(options.rules, options.seats) and options.clock.kind == "days"


def checked(table: Table, seat: int, ply: int, lines: Sequence[Sequence[str]]) -> Conditional:
    """Check these conditional moves of a seat that waits, and return them as canonical texts.
    Raises TableError.
    """
    if not allows(table) or table.status != "live":
        raise TableError("not-now", say("There are no conditional moves at this table."))
    if ply != table.ply:
        raise TableError("stale", say("That table has moved on; here is the new position."))
    if seat in table.waiting:
        raise TableError("not-now", say("It is your turn: move, and then think ahead."))
    answers: dict[Line, str] = {}
    return Conditional(
        ply, table.takebacks, tuple(checked_line(table, seat, line, answers) for line in lines)
    )


def checked_line(table: Table, seat: int, line: Sequence[str], answers: dict[Line, str]) -> Line:
    """The line as canonical texts.

    answers: those of all lines so far, by the moves before them; updated with those of this one.
    """
    position = table.position
    texts: list[str] = []
    for text in line:
        try:
            move = position.parse_move(text)
            after = position.play(move)
        except LudariumError as error:
            raise TableError("illegal", str(error)) from None
        own = move.seat == seat
        if own != len(texts) % 2:
            raise TableError(
                "invalid",
                say(
                    "In a line the other moves first, and then each in turn: {move} does not fit.",
                    move=move.text,
                ),
            )
        if own and answers.setdefault(tuple(texts), move.text) != move.text:
            raise TableError(
                "invalid",
                say("Two lines have different answers to {move}.", move=texts[-1]),
            )
        texts.append(move.text)
        position = after
    if not texts or len(texts) % 2:
        raise TableError("invalid", say("A line ends with a move of your own."))
    return tuple(texts)
