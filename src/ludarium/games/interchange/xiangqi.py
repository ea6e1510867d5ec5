"""Xiangqi in files: PGN with moves as ICCS has them, `H2-E2` with rows from 0, or as tournaments
write them, `C2=5`; and XQF.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ludarium.games.xiangqi import START, read_position, write_position
from ludarium.rules.interchange import Form
from ludarium.rules.xiangqi_board import BOARD

__all__ = ["FORMS"]

State = Any
NAMES = ("chinese chess", "xiangqi", "xiang qi", "中国象棋", "象棋")
ICCS = re.compile(r"([A-I])([0-9])-?([A-I])([0-9])", re.IGNORECASE)
SPOKEN = str.maketrans(
    "帅将帥將仕士相象马馬傌车車俥炮砲包兵卒进進退平前后後一二三四五六七八九１２３４５６７８９",
    "KKKKAAEEHHHRRRCCCPP++-=+--123456789123456789",
)
"""The signs of moves in Chinese, as tournaments write them in letters."""
TO_FEN = str.maketrans("HhEe", "NnBb")


def ruleset_of(headers: Mapping[str, str]) -> str | None:
    told = {headers.get(name, "").casefold() for name in ("Game", "Variant")}
    return "standard" if told & {*NAMES} else None


def read_move(state: State, seat: int, word: str) -> tuple[int, ...] | str:
    found = ICCS.fullmatch(word)
    if not found:
        return word.translate(SPOKEN) if word[0] > "z" else word
    source, target = (
        BOARD.index[f"{column.lower()}{int(row) + 1}"]
        for column, row in ((found[1], found[2]), (found[3], found[4]))
    )
    return (source | target << 7,)


def write_move(state: State, actions: Sequence[int]) -> str:
    (action,) = actions
    names = (BOARD.names[action & 127], BOARD.names[action >> 7])
    return "-".join(f"{name[0].upper()}{int(name[1:]) - 1}" for name in names)


def read_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
    fen = headers.get("FEN", "").strip()
    if not fen:
        return None
    rows, *fields = fen.split()
    mover = "b" if fields[:1] == ["b"] else "w"
    quiet = fields[3] if len(fields) > 3 and fields[3].isdigit() else "0"
    state = read_position(f"{rows} {mover} - - {quiet}", ruleset)
    return None if state == read_position(START, ruleset) else state


def write_start(ruleset: Any, state: State) -> dict[str, str]:
    rows, mover, quiet, *_ = write_position(state).split()
    return {"FEN": f"{rows.translate(TO_FEN)} {'r' if mover == 'w' else 'b'} - - {quiet} 1"}


def read_site(state: State, site: str) -> str | None:
    name = f"{site[:1].lower()}{int(site[1:]) + 1}" if site[1:].isdecimal() else ""
    return name if name in BOARD.index else None


def write_site(state: State, site: str) -> str | None:
    return f"{site[0]}{int(site[1:]) - 1}"


PGN = Form(
    sides=("Red", "Black"),
    ruleset_of=ruleset_of,
    headers_of=lambda ruleset: {"Game": "Chinese Chess"},
    read_move=read_move,
    write_move=write_move,
    read_start=read_start,
    write_start=write_start,
    goes_on=True,
    read_site=read_site,
    write_site=write_site,
)
XQF = dataclasses.replace(PGN, ruleset_of=lambda headers: "standard", headers_of=lambda ruleset: {})
FORMS = {"pgn": PGN, "xqf": XQF}
