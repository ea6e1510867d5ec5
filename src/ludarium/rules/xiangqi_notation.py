"""Moves of xiangqi as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludarium.rules.bits import Bits, members
from ludarium.rules.xiangqi_board import BOARD
from ludarium.rules.xiangqi_movegen import soldiers

__all__ = ["action_texts", "by_letter", "named_by"]

State = Any  # a XiangqiState
NAMES = BOARD.names


def by_letter(state: State) -> dict[str, Bits]:
    """The pieces of each kind, of both seats."""
    kinds = state[2:8]
    return {**dict(zip("KAEHRC", kinds, strict=True)), "P": soldiers(state)}


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    source, target = NAMES[action & 127], NAMES[action >> 7]
    letter = letter_at(state, action & 127)
    takes = "x" if state.theirs >> (action >> 7) & 1 else "-"
    short = tournament_notation(state, action)
    return (f"{letter}{source}{takes}{target}", f"{source}{target}", *([short] if short else ()))


NOTATION = re.compile(r"[A-Z]([a-i]\d{1,2})[x-]([a-i]\d{1,2})")


def named_by(state: State, seat: int, text: str) -> Iterator[int]:
    match = NOTATION.fullmatch(text)
    if match and match[1] in BOARD.index and match[2] in BOARD.index:
        yield BOARD.index[match[1]] | BOARD.index[match[2]] << 7


def letter_at(state: State, point: int) -> str:
    """The letter of the piece there."""
    return next(letter for letter, points in by_letter(state).items() if points >> point & 1)


def tournament_notation(state: State, action: int) -> str:
    """The move as the World Xiangqi Federation writes it: the piece, its column from the player's
    right, the direction, and the column or the number of points; empty where more than two alike
    stand in a column.
    """
    letter = letter_at(state, action & 127)
    (column, row), (onto, end) = (from_black(state, at) for at in (action & 127, action >> 7))
    rows = [
        from_black(state, at)[1]
        for at in members(by_letter(state)[letter] & state.mine)
        if from_black(state, at)[0] == column
    ]
    name = f"{letter}{column + 1}"
    if len(rows) > 2:
        return ""
    if len(rows) > 1 and letter in "HRCP":
        name = f"{letter}{'+' if row == min(rows) else '-'}"
    if row == end:
        return f"{name}={onto + 1}"
    far = abs(row - end) if column == onto else onto + 1
    return f"{name}{'+' if end < row else '-'}{far}"


def from_black(state: State, point: int) -> tuple[int, int]:
    """The column and the row of a point, where the seat to move sits on Black's side: forward is to
    lower rows, and the first column is at its right.
    """
    return BOARD.place(point if state.seat else 98 - point)
