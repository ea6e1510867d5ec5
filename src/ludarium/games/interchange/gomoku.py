"""Gomoku in files: SGF, GM[4] of its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.games.gomoku import BOARD, GAME, SWAP
from ludarium.games.interchange.stones import stones_form
from ludarium.rules.boards.piece_placement import sides

__all__ = ["FORMS"]


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    if headers.get("GM", "").strip() != "4":
        return None
    size = headers.get("SZ", "15").strip().split(":")[0]
    if size != str(BOARD.row_count):
        raise ValueError(f"a board of SZ[{size[:20]}]: expected {BOARD.row_count}")
    told = headers.get("RU", "").casefold()
    return next((name for name in ("standard", "swap") if name in told), "freestyle")


def headers_of(ruleset: Any) -> dict[str, str]:
    return {"GM": "4", "SZ": str(BOARD.row_count), "RU": ruleset.name}


FORMS = {
    "sgf": stones_form(
        lambda: GAME,
        ruleset_of=ruleset_of,
        headers_of=headers_of,
        board_of=lambda ruleset: BOARD,
        board_under=lambda state: BOARD,
        stones=sides,
        signs="bw",
        words={"swap": SWAP},
    )
}
