"""Games of draughts in PDN: moves as `32-28` and `28x19`, positions as `W:W31,K45:B1-20`.

Source: Portable Draughts Notation 3.0. Cells of boards that have letters may be numbers, too: from
the top left one on, row by row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ludarium.errors import PositionError
from ludarium.rules import generic
from ludarium.rules.boards.board import Board
from ludarium.rules.interchange import Form

__all__ = ["pdn_form"]

State = Any
Touches = Callable[[State, int, int], tuple[str, str]]
LETTERS = re.compile(r"[a-h]")
NUMBER = re.compile(r"[0-9]{1,3}")  # of a cell
MOST_LOOKED_AT = 500  # positions of a turn


def pdn_form(
    *,
    sides: tuple[str, str],
    ruleset_of: Callable[[Mapping[str, str]], str | None],
    headers_of: Callable[[Any], Mapping[str, str]],
    board_of: Callable[[Any], Board],
    board_under: Callable[[State], Board],
    touches: Touches,
    read_position: Callable[[str, Any], State],
    write_position: Callable[[State], str],
) -> Form:
    """The form of a game of draughts, from functions of its file.

    board_of: of a ruleset; board_under: of a state.
    """

    def read_move(state: State, seat: int, word: str) -> str:
        told, board = word.lower().rstrip("*!?"), board_under(state)
        cells = re.split("[-x:]", told)
        if "a1" in board.index and all(map(NUMBER.fullmatch, cells)):
            numbered = by_number(board)
            told = "x".join(numbered.get(int(cell), cell) for cell in cells)
            return told if len(cells) > 2 else re.sub("x", "-" if "-" in word else "x", told)
        return told.replace(":", "x")

    def write_move(state: State, actions: Sequence[int]) -> str:
        cells = [touches(state, state.seat, action) for action in actions]
        path = [cells[0][0], *(target for _, target in cells)]
        sign = "x" if is_capture(board_under(state), state, actions[0], touches) else "-"
        if len(path) > 2 and not only_way(state, path, touches):
            return sign.join(path)
        return f"{path[0]}{sign}{path[-1]}"

    def read_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
        told = headers.get("FEN", "").strip()
        return read_position(rows_of(told, board_of(ruleset)), ruleset) if told else None

    def write_start(ruleset: Any, state: State) -> dict[str, str]:
        return {"SetUp": "1", "FEN": fen_of(write_position(state), board_under(state))}

    def lost_at_start(state: State) -> str:
        _, _, jumper, quiet = write_position(state).split()
        told = {"a capture to go on with": jumper != "-", "the count of quiet moves": quiet != "0"}
        return " and ".join(what for what, lost in told.items() if lost)

    def within(state: State) -> bool:
        return bool(state.jumper)

    def read_site(state: State, site: str) -> str | None:
        board = board_under(state)
        if NUMBER.fullmatch(site) and "a1" in board.index:
            return by_number(board).get(int(site))
        name = site.lstrip("0")
        return name if name in board.index else None

    def write_site(state: State, site: str) -> str | None:
        return site.zfill(2)

    return Form(
        sides=sides,
        ruleset_of=ruleset_of,
        headers_of=headers_of,
        read_move=read_move,
        write_move=write_move,
        within=within,
        read_start=read_start,
        write_start=write_start,
        lost_at_start=lost_at_start,
        goes_on=True,
        read_site=read_site,
        write_site=write_site,
    )


def is_capture(board: Board, state: State, action: int, touches: Touches) -> bool:
    """Return whether an action takes: after it an enemy piece is taken, or to be taken off."""
    after = generic.play(state, action)
    if after.seat == state.seat:
        return True
    return bool(after.mine.bit_count() < state.theirs.bit_count())


def only_way(state: State, path: list[str], touches: Touches) -> bool:
    """Return whether no other turn begins and ends on the same cells."""
    found, looked = 0, 0
    open_ways = [(state, path[0])]
    while open_ways and looked < MOST_LOOKED_AT:
        here, cell = open_ways.pop()
        looked += 1
        for number in range(generic.legal_count(here, here.seat)):
            action = generic.nth_legal(here, here.seat, number)
            source, target = touches(here, here.seat, action)
            if source != cell:
                continue
            after = generic.play(here, action)
            if after.seat == state.seat and after.jumper:
                open_ways.append((after, target))
            elif target == path[-1]:
                found += 1
    return bool(found == 1 and not open_ways)


def by_number(board: Board) -> dict[int, str]:
    """The names of the dark cells by their numbers from the top left one on."""
    dark = {site.id for site in board.sites if site.dark}
    cells = sorted(
        (index for index, name in board.names.items() if name in dark),
        key=lambda index: (-board.place(index)[1], board.place(index)[0]),
    )
    return {number: board.names[index] for number, index in enumerate(cells, 1)}


def rows_of(fen: str, board: Board) -> str:
    """The position of a FEN of draughts as games of draughts have it. Raises PositionError."""
    mover, *lists = [part.strip() for part in fen.rstrip(". ").split(":")]
    if mover.upper() not in ("W", "B") or not lists:
        raise PositionError(
            f"FEN {fen[:60]!r}: expected W or B, :, and the pieces as W31,K45:B1-20"
        )
    pieces: dict[str, str] = {}
    for part in lists:
        side = part[:1].upper()
        if side in "HF":  # the counters of moves
            continue
        if side not in ("W", "B"):
            raise PositionError(
                f"FEN {fen[:60]!r}: expected W or B before pieces, not {part[:1]!r}"
            )
        for cell, king in cells_of(part[1:], board, fen):
            pieces[cell] = side.upper() if king else side.lower()
    rows = []
    for row in reversed(range(board.row_count)):
        text, empty = "", 0
        for column in range(board.column_count):
            sign = pieces.get(board.names[column + board.stride * row], "")
            if sign:
                text, empty = text + (str(empty) if empty else "") + sign, 0
            else:
                empty += 1
        rows.append(text + (str(empty) if empty else ""))
    return f"{'/'.join(rows)} {mover.lower()} - 0"


def cells_of(text: str, board: Board, fen: str) -> Iterator[tuple[str, bool]]:
    """The cells of a list such as 31,K45,1-20, each with True for a king. Raises PositionError."""
    numbered = by_number(board) if "a1" in board.index else {}
    for word in filter(None, (part.strip() for part in text.split(","))):
        king = word[0] in "Kk"
        first, _, last = word[king:].partition("-")
        numbers = NUMBER.fullmatch(first) and NUMBER.fullmatch(last)
        if numbers and int(first) <= int(last) < 100:
            names = [str(number) for number in range(int(first), int(last) + 1)]
        else:
            names = [word[king:].lower()]
        for name in names:
            cell = numbered.get(int(name), name) if NUMBER.fullmatch(name) else name
            if cell not in board.index:
                raise PositionError(
                    f"FEN {fen[:60]!r}: there is no cell {word[:20]!r} on this board"
                )
            yield cell, king


def fen_of(text: str, board: Board) -> str:
    """The FEN of draughts of a position as games of draughts have it."""
    rows, mover, *_ = text.split()
    men: dict[str, list[str]] = {"w": [], "b": []}
    for number, line in enumerate(rows.split("/")):
        column = 0
        for part in re.findall(r"\d+|\D", line):
            if part.isdigit():
                column += int(part)
                continue
            index = column + board.stride * (board.row_count - 1 - number)
            men[part.lower()].append(("K" if part.isupper() else "") + board.names[index])
            column += 1
    white, black = (",".join(men[side]) for side in "wb")
    return f"{mover.upper()}:W{white}:B{black}"
