"""Moves of xiangqi as text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludarium.rules.bits import Bits, members
from ludarium.rules.xiangqi_board import BOARD
from ludarium.rules.xiangqi_movegen import soldiers

__all__ = ["action_texts", "by_letter", "named_by", "rest_of"]

State = Any  # a XiangqiState
NAMES = BOARD.names


def by_letter(state: State) -> dict[str, Bits]:
    """The pieces of each kind, of both seats."""
    kinds = state[2:8]
    return {**dict(zip("KAEHRC", kinds, strict=True)), "P": soldiers(state)}


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    source, target = NAMES[action & 127], NAMES[action >> 7]
    takes = "x" if state.theirs >> (action >> 7) & 1 else "-"
    return (f"{letter_at(state, action & 127)}{source}{takes}{target}",)


NOTATION = re.compile(r"[A-Z]([a-i]\d{1,2})[x-]([a-i]\d{1,2})")


def named_by(state: State, seat: int, text: str) -> Iterator[int]:
    match = NOTATION.fullmatch(text)
    if match and match[1] in BOARD.index and match[2] in BOARD.index:
        yield BOARD.index[match[1]] | BOARD.index[match[2]] << 7


def letter_at(state: State, point: int) -> str:
    """The letter of the piece there."""
    return next(letter for letter, points in by_letter(state).items() if points >> point & 1)


BY_POINTS = re.compile(r"([kaehrcp]?)([a-i])(10|\d)[-x]?([a-i])(10|\d)")
SPOKEN = str.maketrans("NBGS.", "HEKP=")
"""Other letters of the pieces and another sign, as some programs write them."""


def rest_of(state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
    """Read two points, with rows from 1 or, as programs have them, from 0; and moves as
    tournaments write them.
    """
    source, target = action & 127, action >> 7
    if read := BY_POINTS.fullmatch(text.lower()):
        letter, *points = read.groups()
        if letter not in ("", letter_at(state, source).lower()):
            return ()
        told = [points[0] + points[1], points[2] + points[3]]
        from_zero = [NAMES[point][0] + str(int(NAMES[point][1:]) - 1) for point in (source, target)]
        fits = told == [NAMES[source], NAMES[target]] or (not letter and told == from_zero)
        return ("",) if fits else ()
    return ("",) if text.upper().translate(SPOKEN) in tournament_notations(state, action) else ()


def tournament_notations(state: State, action: int) -> set[str]:
    """The move as the World Xiangqi Federation writes it: the piece, its column from the player's
    right, the direction, and the column or the number of points. Of several alike in a column, the
    first and the last have a sign instead of it, on either side of the letter, and soldiers the
    number from the front before it, instead of the letter.
    """
    letter = letter_at(state, action & 127)
    (column, row), (onto, end) = (from_black(state, at) for at in (action & 127, action >> 7))
    rows = sorted(
        from_black(state, at)[1]
        for at in members(by_letter(state)[letter] & state.mine)
        if from_black(state, at)[0] == column
    )
    names = {f"{letter}{column + 1}"}
    if len(rows) > 1 and letter in "HRCP":
        names |= {name for name in (f"{letter}+", f"+{letter}") if row == rows[0]}
        names |= {name for name in (f"{letter}-", f"-{letter}") if row == rows[-1]}
    if len(rows) > 1 and letter == "P":
        names.add(f"{rows.index(row) + 1}{column + 1}")
    far = abs(row - end) if column == onto else onto + 1
    way = "=" if row == end else "+" if end < row else "-"
    return {f"{name}{way}{far}" for name in names}


def from_black(state: State, point: int) -> tuple[int, int]:
    """The column and the row of a point, where the seat to move sits on Black's side: forward is to
    lower rows, and the first column is at its right.
    """
    return BOARD.place(point if state.seat else 98 - point)
