"""Games of stones that are placed and stay, in SGF: with a board of one size, and no passes or with
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludarium.games.interchange.points import LETTERS, point_index, point_text, points_in
from ludarium.rules.boards.board import Board
from ludarium.rules.game import Game
from ludarium.rules.interchange import Form

__all__ = ["stones_form"]

State = Any
SIDES = ("B", "W")


def stones_form(
    game: Callable[[], Game],
    *,
    ruleset_of: Callable[[Mapping[str, str]], str | None],
    headers_of: Callable[[Any], Mapping[str, str]],
    board_of: Callable[[Any], Board],
    board_under: Callable[[State], Board],
    stones: Callable[[State], Sequence[int]],
    signs: str,
    passing: int | None = None,
    words: Mapping[str, int] | None = None,
    from_top: bool = False,
    numbered: bool = False,
) -> Form:
    """The form of a game, from functions of its file.

    board_of: of a ruleset; board_under: of a state. stones: the set of each seat. signs: of the
    stones, in positions. words: actions by what SGF calls them. from_top: whether our rows are
    counted from the top of the file's board. numbered: whether points are written as `c3`.
    """
    actions = {**(words or {}), **({} if passing is None else {"": passing, "tt": passing})}
    names = {action: word for word, action in reversed(actions.items())}

    def index_of(board: Board, word: str) -> int | None:
        if word[1:].isdigit() and word.lower() in board.index:
            return board.index[word.lower()]
        if from_top:
            name = f"{word[:1]}{LETTERS.find(word[1:2]) + 1}" if len(word) == 2 else ""
            return board.index.get(name)
        return point_index(board, word)

    def text_of(board: Board, index: int) -> str:
        column, row = board.place(index)
        if numbered:
            return board.names[index]
        return LETTERS[column] + LETTERS[row] if from_top else point_text(board, index)

    def read_move(state: State, seat: int, word: str) -> tuple[int, ...]:
        if word in actions:
            return (actions[word],)
        if word.casefold() in ("resign", "resigns", "forfeit"):
            return ()
        index = index_of(board_under(state), word)
        if index is None:
            raise ValueError(f"{word[:20]!r} is no point of this board")
        return (index,)

    def write_move(state: State, given: Sequence[int]) -> str | None:
        (action,) = given
        board = board_under(state)
        if action in names:
            return names[action]
        return text_of(board, action) if action in board.names else None

    def cells(board: Board, values: str) -> list[int]:
        if not (numbered or from_top):
            return [*points_in(board, values)]
        found = [index_of(board, value) for value in values.split()]
        if None in found:
            raise ValueError(f"{values[:40]!r} are no points of this board")
        return [index for index in found if index is not None]

    def read_start(ruleset: Any, headers: Mapping[str, str]) -> State | None:
        if not (headers.get("AB") or headers.get("AW")):
            return None
        board, first = board_of(ruleset), game().start(ruleset, 2)
        placed = {
            index: sign
            for name, sign in zip(("AB", "AW"), signs, strict=True)
            for index in cells(board, headers.get(name, ""))
        }
        told = headers.get("PL", "B")[:1].upper()
        mover = signs[SIDES.index(told) if told in SIDES else 0]
        state = game().read_position(f"{board.write(placed)} {mover}", ruleset)
        return None if state == first else state

    def write_start(ruleset: Any, state: State) -> dict[str, str]:
        board = board_under(state)
        placed = {
            name: " ".join(text_of(board, index) for index in board.names if own >> index & 1)
            for name, own in zip(("AB", "AW"), stones(state), strict=True)
        }
        return {**{name: told for name, told in placed.items() if told}, "PL": SIDES[state.seat]}

    def read_site(state: State, site: str) -> str | None:
        board = board_under(state)
        index = index_of(board, site)
        return None if index is None else board.names[index]

    def write_site(state: State, site: str) -> str | None:
        board = board_under(state)
        return text_of(board, board.index[site]) if site in board.index else None

    return Form(
        sides=SIDES,
        ruleset_of=ruleset_of,
        headers_of=headers_of,
        read_move=read_move,
        write_move=write_move,
        read_start=read_start,
        write_start=write_start,
        passing=passing,
        read_site=read_site,
        write_site=write_site,
    )
