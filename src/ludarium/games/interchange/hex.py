"""Hex in files: SGF, GM[11] of its games. Red is B there, and Blue W."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.games.hex import BOARDS, GAME, SWAP
from ludarium.games.interchange.stones import stones_form
from ludarium.rules.boards.board import Board

__all__ = ["FORMS"]

SIZES = {board.row_count: kind for kind, board in BOARDS.items()}


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    if headers.get("GM", "").strip() != "11":
        return None
    size = headers.get("SZ", "11").strip().split(":")[0]
    if size not in map(str, SIZES):
        expected = ", ".join(map(str, sorted(SIZES)))
        raise ValueError(f"a board of SZ[{size[:20]}]: expected {expected}")
    return size if headers.get("RU", "").casefold() in ("no swap", "noswap") else f"{size}-swap"


def headers_of(ruleset: Any) -> dict[str, str]:
    kind, swap = ruleset.parameters
    told = {"GM": "11", "SZ": str(BOARDS[kind].row_count)}
    return told if swap else {**told, "RU": "no swap"}


def board_of(ruleset: Any) -> Board:
    return BOARDS[ruleset.parameters[0]]


FORMS = {
    "sgf": stones_form(
        lambda: GAME,
        ruleset_of=ruleset_of,
        headers_of=headers_of,
        board_of=board_of,
        board_under=lambda state: BOARDS[type(state)],
        stones=lambda state: (state.red, state.blue),
        signs="rb",
        words={"swap-pieces": SWAP, "swap": SWAP},
        from_top=True,
        numbered=True,
    )
}
