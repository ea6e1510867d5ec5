"""Moves of the men of chess as text, both ways: standard algebraic notation, as in `Nbxd7+`, and by
the two cells, as in `b8d7`.

The states are those of `ludarium.rules.chess_movegen`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from ludarium.rules.bits import Bits, lowest, members
from ludarium.rules.chess_movegen import BOARD, PROMOTED, in_check, move_count, moves
from ludarium.rules.generic import is_legal, play, with_moves

__all__ = [
    "BECOMES",
    "action_texts",
    "by_letter",
    "letter_at",
    "named_by",
    "parts",
    "rest_of",
    "standard_notation",
]

State = Any

NAMES = BOARD.names
BECOMES = "-NBRQ"
"""The letter of what a pawn becomes, by the action's number for it."""
NOTATION = re.compile(r"([KQRBN]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=([NBRQ]))?[+#]?")
TYPED = re.compile(
    r"([KQRBNP]?)([a-h]?)([1-8]?)[-x:]?([a-h][1-8])(?:[=/]?([NBRQnbrq])|\(([NBRQ])\))?"
)
"""The notations of other programs, without signs: long algebraic, with more of the origin than it
takes, or with another sign of a promotion."""
SIGNS = re.compile(r"( ?e\.?p\.?)?[+#!?]*$")
"""The signs after a move: of a capture en passant, of checks, and of what is thought of it."""
CASTLING = {"O-O": 2, "O-O-O": -2}


def by_letter(state: State) -> dict[str, Bits]:
    """The pieces of each kind, of both seats."""
    queens = state.diagonal & state.straight
    rooks, bishops = state.straight ^ queens, state.diagonal ^ queens
    return {
        "K": state.kings,
        "Q": queens,
        "R": rooks,
        "B": bishops,
        "N": state.knights,
        "P": state.pawns,
    }


def letter_at(state: State, cell: int) -> str:
    """The letter of the piece there."""
    return next(letter for letter, cells in by_letter(state).items() if cells >> cell & 1)


def parts(action: int) -> tuple[int, int, int]:
    """The cells from which and to which an action goes, and what a pawn becomes."""
    return action & 63, action >> 6 & 63, action >> 12


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    source, target, becomes = parts(action)
    letter, short = letter_at(state, source), standard_notation(state, action)
    after = play(state, action)
    sign = ("+" if move_count(moves(after)) else "#") if in_check(after) else ""
    plain = NAMES[source] + NAMES[target] + (BECOMES[becomes].lower() if becomes else "")
    more = (short.replace("O", "0"),) if letter == "K" and "O" in short else ()
    return tuple(dict.fromkeys((short + sign, short, plain, *more)))


def standard_notation(state: State, action: int) -> str:
    """The move in standard algebraic notation, without the sign of a check."""
    source, target, becomes = parts(action)
    letter, start, end = letter_at(state, source), NAMES[source], NAMES[target]
    if letter == "K" and abs(source - target) == 2:
        return "O-O" if target > source else "O-O-O"
    takes = "x" if state.theirs >> target & 1 or (letter == "P" and start[0] != end[0]) else ""
    if letter == "P":
        promotion = f"={BECOMES[becomes]}" if becomes else ""
        return f"{start[0] if takes else ''}{takes}{end}{promotion}"
    rivals = [
        NAMES[other]
        for other in within_reach(state, letter, target)
        if other != source and is_legal(with_legal_moves(state), state.seat, other | target << 6)
    ]
    if not rivals:
        told = ""
    elif all(rival[0] != start[0] for rival in rivals):
        told = start[0]
    else:
        told = start[1] if all(rival[1] != start[1] for rival in rivals) else start
    return f"{letter}{told}{takes}{end}"


def named_by(state: State, seat: int, text: str) -> Iterator[int]:
    """The actions that the text may mean, legal or not."""
    if step := CASTLING.get(text.rstrip("+#")):
        king = lowest(state.kings & state.mine)
        yield king | king + step << 6
    read = NOTATION.fullmatch(text)
    if not read:
        return
    letter, column, row, end, becomes = read.groups()
    target = BOARD.index[end]
    for source in within_reach(state, letter or "P", target):
        if column in ("", NAMES[source][0]) and row in ("", NAMES[source][1]):
            yield source | target << 6 | (BECOMES.index(becomes) if becomes else 0) * PROMOTED


def rest_of(state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
    return ("",) if action in meant(state, text) else ()


@functools.lru_cache(maxsize=64, typed=True)
def meant(state: State, text: str) -> frozenset[int]:
    """The actions that the text may mean in notations of other programs, legal or not."""
    bare = SIGNS.sub("", text)
    king = lowest(state.kings & state.mine)
    if step := CASTLING.get(bare.upper().replace("0", "O")):
        return frozenset({king | king + step << 6})
    read = TYPED.fullmatch(bare)
    if not read and (bare[:1] != "B" or bare[1:2].isdigit()):  # a bishop is no pawn
        read = TYPED.fullmatch(bare.lower())
    if not read:
        return frozenset()
    letter, column, row, end, *promotion = read.groups()
    target, start = BOARD.index[end], column + row
    if not letter and not row:  # a capture by a pawn tells its column
        column = column or end[0]
    if not letter and len(start) == 2:
        own = state.mine >> BOARD.index[start] & 1
        letter = letter_at(state, BOARD.index[start]) if own else "P"
    sources = {
        source
        for source in within_reach(state, letter or "P", target)
        if column in ("", NAMES[source][0]) and row in ("", NAMES[source][1])
    }
    becomes = [BECOMES.index(sign.upper()) for sign in promotion if sign] or range(5)
    actions = {
        source | target << 6 | kind * PROMOTED
        for source in sources
        for kind in (becomes if letter in ("", "P") else (0,))
    }
    if letter == "K" and start in ("", NAMES[king]):
        actions |= castling(state, king, target)
    return frozenset(actions)


def castling(state: State, king: int, target: int) -> set[int]:
    """The action that the king's move by two cells, or onto its own rook, may mean."""
    rooks = by_letter(state)["R"] & state.mine
    if king // 8 == target // 8 and (rooks >> target & 1 or abs(target - king) == 2):
        return {king | king + (2 if target > king else -2) << 6}
    return set()


def within_reach(state: State, letter: str, target: int) -> Iterator[int]:
    """The cells of the mover's men of this kind that could come to the target on an empty board."""
    for source in members(by_letter(state)[letter] & state.mine):
        columns, rows = abs(source % 8 - target % 8), abs(source // 8 - target // 8)
        straight, diagonal = columns == 0 or rows == 0, columns == rows
        near = max(columns, rows)
        if {
            "K": near == 1,
            "Q": straight or diagonal,
            "R": straight,
            "B": diagonal,
            "N": columns + rows == 3 and near == 2,
            "P": columns <= 1 and 1 <= rows <= 2,
        }[letter]:
            yield source


@functools.lru_cache(maxsize=64, typed=True)
def with_legal_moves(state: State) -> Any:
    """The state with its legal moves."""
    return with_moves(state)
