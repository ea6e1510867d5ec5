"""English draughts in files: PDN, type 21 of its games."""

from __future__ import annotations

from collections.abc import Mapping

from ludarium.games.draughts import BOARD, read_position, touches, write_position
from ludarium.games.interchange.pdn import pdn_form
from ludarium.rules.interchange import Form

__all__ = ["FORMS"]

TYPE = "21"


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    kind = headers.get("GameType", TYPE).split(",")[0].strip()
    return "standard" if kind == TYPE else None


FORMS: dict[str, Form] = {
    "pdn": pdn_form(
        sides=("Black", "White"),
        ruleset_of=ruleset_of,
        headers_of=lambda ruleset: {"GameType": TYPE},
        board_of=lambda ruleset: BOARD,
        board_under=lambda state: BOARD,
        touches=touches,
        read_position=read_position,
        write_position=write_position,
    )
}
