"""Othello in files: SGF, GM[2] of its games, and WTHOR. Rows are counted from the top there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.games.interchange.stones import stones_form
from ludarium.games.othello import BOARD, GAME, PASS
from ludarium.rules.boards.piece_placement import sides
from ludarium.rules.interchange import Form

__all__ = ["FORMS"]

State = Any


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    if headers.get("GM", "").strip() != "2":
        return None
    size = headers.get("SZ", "8").strip().split(":")[0]
    if size != "8":
        raise ValueError(f"a board of SZ[{size[:20]}]: expected 8")
    return "standard"


def write_cell(state: State, actions: Sequence[int]) -> str:
    """The cell of a move; empty for a pass, which WTHOR leaves out."""
    (action,) = actions
    return "" if action == PASS else BOARD.names[action]


FORMS = {
    "sgf": stones_form(
        lambda: GAME,
        ruleset_of=ruleset_of,
        headers_of=lambda ruleset: {"GM": "2", "SZ": "8"},
        board_of=lambda ruleset: BOARD,
        board_under=lambda state: BOARD,
        stones=sides,
        signs="bw",
        passing=PASS,
        from_top=True,
    ),
    "wthor": Form(
        sides=("Black", "White"),
        ruleset_of=lambda headers: "standard",
        headers_of=lambda ruleset: {},
        write_move=write_cell,
        passing=PASS,
    ),
}
