"""Chess in files: PGN.

Source: Portable Game Notation Specification and Implementation Guide (S. J. Edwards, 1994).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.games.chess import read_position, write_position
from ludarium.rules.chess_movegen import in_check, move_count, moves
from ludarium.rules.chess_notation import standard_notation
from ludarium.rules.generic import play
from ludarium.rules.interchange import Form

__all__ = ["FORMS"]

State = Any
USUAL = {"", "?", "standard", "chess", "normal", "from position", "fromposition", "classical"}
"""The variants that are chess by its usual rules."""
FIGURINES = str.maketrans(dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", ("K", "Q", "R", "B", "N", "") * 2, strict=True)))
"""The letters of pieces that stand as signs in moves."""


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    variant = headers.get("Variant", "").casefold()
    game = headers.get("Game", "").casefold()
    if variant not in USUAL or game not in ("", "chess") or "GameType" in headers:
        return None
    return "standard"


def read_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
    fen = headers.get("FEN", "").strip()
    if not fen:
        return None
    fields = fen.split()
    return read_position(
        " ".join((*fields, *("w", "-", "-", "0", "1")[len(fields) - 1 :])), ruleset
    )


def write_start(ruleset: Any, state: State) -> dict[str, str]:
    return {"SetUp": "1", "FEN": f"{write_position(state)} 1"}


def read_move(state: State, seat: int, word: str) -> str:
    return word.translate(FIGURINES) if word[0] > "z" else word


def write_move(state: State, actions: Sequence[int]) -> str:
    (action,) = actions
    after = play(state, action)
    sign = ("+" if move_count(moves(after)) else "#") if in_check(after) else ""
    return standard_notation(state, action) + sign


FORMS = {
    "pgn": Form(
        sides=("White", "Black"),
        ruleset_of=ruleset_of,
        headers_of=lambda ruleset: {},
        read_move=read_move,
        write_move=write_move,
        read_start=read_start,
        write_start=write_start,
        goes_on=True,
    )
}
