"""International, Brazilian and Russian draughts in files: PDN, types 20, 26 and 25 of its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.games.interchange.pdn import pdn_form
from ludarium.games.international import BOARDS, read_position, touches, write_position
from ludarium.rules.boards.board import Board
from ludarium.rules.interchange import Form

__all__ = ["FORMS"]

TYPES = {"20": "international", "26": "brazilian", "25": "russian"}
HEADERS = {"international": "20", "brazilian": "26,W,8,8,A0,0", "russian": "25,W,8,8,A0,0"}


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    return TYPES.get(headers.get("GameType", "").split(",")[0].strip())


def board_of(ruleset: Any) -> Board:
    return BOARDS[ruleset.parameters]


FORMS: dict[str, Form] = {
    "pdn": pdn_form(
        sides=("White", "Black"),
        ruleset_of=ruleset_of,
        headers_of=lambda ruleset: {"GameType": HEADERS[ruleset.name]},
        board_of=board_of,
        board_under=lambda state: BOARDS[type(state)],
        touches=touches,
        read_position=read_position,
        write_position=write_position,
    )
}
