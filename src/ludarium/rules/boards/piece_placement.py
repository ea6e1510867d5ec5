"""Piece placement of games of two sides on a board: the text of a position both ways, pieces, marks
and the View; and `stones_game`, which makes the whole Game of the simple ones.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, Bits, members
from ludarium.rules.boards.board import Board
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import (
    Button,
    Colour,
    Glyph,
    HandItem,
    Mark,
    Piece,
    SeatView,
    Shape,
    Surface,
    View,
)

__all__ = [
    "CROWN",
    "DEAD",
    "PASS_BUTTON",
    "PASS_BUTTONS",
    "Kind",
    "Placed",
    "Side",
    "Stones",
    "pieces_of",
    "return_of",
    "sides",
    "stones_game",
]

State = Any

CROWN = Glyph("crown", "M4 17.5l-1-10 5 4.5 4-7.5 4 7.5 5-4.5-1 10z")
"""The sign on a king of games like draughts."""
DEAD = Glyph("dead", "M6 6l12 12M18 6L6 18")
"""The sign on a piece that is dead."""
PASS_BUTTON = "pass"
"""The id of the button to pass, in paths of touches."""
PASS_BUTTONS = (Button(PASS_BUTTON, say("Pass")),)
"""The buttons of a state in which a seat may pass."""


class Side(NamedTuple):
    """One of the two seats."""

    name: str
    """The displayed name."""
    colour: Colour
    """The colour of its pieces."""
    sign: str
    """The symbol in the text of a position: one small letter."""


class Kind(NamedTuple):
    """Pieces that are alike."""

    sign: str
    """The symbol in the text of a position: one letter."""
    seat: int | None
    """The seat that they belong to; None where they are nobody's."""
    shape: Shape
    colour: Colour
    name: str
    letter: str
    """The letter in the terminal."""
    glyph: Glyph | None = None
    single: str = ""
    """The id of its only piece, where there is but one."""
    item: str = ""
    """The id of those in hand, where there are such."""
    worth: int = 0
    """The usual value of one in material; 0 where there is none."""

    def on(self, cell: str) -> Piece:
        """One of them on the cell of this name."""
        return Piece(
            self.single or f"stone-{cell}",
            cell,
            self.shape,
            self.colour,
            self.name,
            self.letter,
            self.glyph,
            self.seat,
            self.worth,
        )

    def held(self, letter: str, count: int) -> HandItem:
        """The hand item of so many of them; letter: for terminals."""
        return HandItem(self.item, self.shape, self.colour, self.name, letter, self.glyph, count)


class Placed(NamedTuple):
    """The content of the text of a position."""

    sets: dict[str, Bits]
    """The set of the cells of each sign."""
    seat: int
    """The seat to move."""
    cursor: Cursor
    """The cursor that read the text; it makes the errors for impossible positions."""


@dataclasses.dataclass(frozen=True)
class Stones:
    """The pieces of a game of two sides on a board."""

    board: Board
    sides: tuple[Side, Side]
    kinds: tuple[Kind, ...]
    """All kinds of pieces, with different signs."""
    sets: Callable[[State], Sequence[Bits]]
    """The sets of the cells of each kind, in the order of `kinds`."""

    def on_board(self, state: State) -> dict[int, Kind]:
        """The kind of piece on each occupied cell, by index: nobody's pieces first, then in
        ascending order.
        """
        placed_kinds = (
            (index, kind)
            for kind, cells in zip(self.kinds, self.sets(state), strict=True)
            for index in members(cells)
        )
        return dict(sorted(placed_kinds, key=lambda one: (one[1].seat is not None, one[0])))

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """The pieces on the board, in the order of `on_board`."""
        names = self.board.names
        return tuple(kind.on(names[index]) for index, kind in self.on_board(state).items())

    def write(self, state: State) -> str:
        """Rows from the top, a sign for each piece and a number for so many empty cells; then the
        sign of the side to move.
        """
        signs = {index: kind.sign for index, kind in self.on_board(state).items()}
        return f"{self.board.write(signs)} {self.sides[state.seat].sign}"

    def read(self, text: str, expected: str, *, more: bool = False) -> Placed:
        """Read what `write` wrote; expected: in words, what a cell may have. more: whether a space
        and something else follow.

        Raises PositionError.
        """
        cursor = Cursor(text)
        sets = self.board.read(cursor, "".join(kind.sign for kind in self.kinds), expected)
        letters = "".join(side.sign for side in self.sides)
        seat = letters.index(cursor.take(letters, f"{letters[0]} or {letters[1]}, who moves"))
        if more:
            cursor.take(" ", "a space")
        else:
            cursor.end()
        return Placed(sets, seat, cursor)

    def view(
        self,
        state: State,
        touched: Sequence[str],
        *,
        going: bool,
        winning: Bits = EMPTY,
        threatened: Bits = EMPTY,
        captured: Bits = EMPTY,
        further_marks: tuple[Mark, ...] = (),
        seats: tuple[SeatView, ...] | None = None,
        surface: Surface = "stone",
        **more: Any,
    ) -> View:
        """The View of a state.

        touched: the ids of what was touched in the last move, of which cells are marked. going:
        whether the game goes on. winning: the cells that won. threatened: those of pieces that
        their seat must see to, as of a king in check. captured: those of pieces that were captured.
        more: further fields of the View.
        """
        return View(
            surface=surface,
            sites=self.board.sites,
            labels=self.board.labels,
            pieces=self.pieces(state),
            marks=(
                *(Mark("last", name) for name in touched if name in self.board.index),
                *(Mark("winning", self.board.names[index]) for index in members(winning)),
                *(Mark("threatened", self.board.names[index]) for index in members(threatened)),
                *(Mark("captured", self.board.names[index]) for index in members(captured)),
                *further_marks,
            ),
            seats=seats or tuple(SeatView(side.name, side.colour) for side in self.sides),
            movers=(state.seat,) if going else (),
            **more,
        )

    def game(self, *, functions: Functions, **fields: Any) -> Game:
        """The Game of two seats whose further fields are given; its state has `mine`, `theirs` and
        `seat`.
        """
        fields.setdefault("write_position", self.write)
        return Game(
            functions={**named(pieces_of), **functions},
            seats=(2, 2),
            seat_names=tuple(side.name for side in self.sides),
            board=self.board,
            **fields,
        )


@jitable
def return_of(lead: float, seat: int) -> float:
    """The return, 1, 0 or -1, of seat 0 or 1, where the first is ahead by `lead` and who is ahead
    wins.
    """
    if lead == 0:
        return 0.0
    return 1.0 if (lead > 0) == (seat == 0) else -1.0


@jitable
def pieces_of(state: State, seat: int) -> Bits:
    """The set of this seat in a state that has `mine`, `theirs` and `seat`."""
    pieces: Bits = state.mine if seat == state.seat else state.theirs
    return pieces


def sides(state: State) -> tuple[Bits, Bits]:
    """The sets of both seats in a state that has `mine`, `theirs` and `seat`."""
    return (state.mine, state.theirs) if state.seat == 0 else (state.theirs, state.mine)


def stones_game(
    *,
    name: str,
    title: str,
    state: type,
    board: Board,
    sides_of: tuple[Side, Side],
    names: tuple[str, str],
    rulesets: tuple[Ruleset, ...],
    start: Callable[[Ruleset, int], State],
    functions: Functions,
    action_texts: Callable[[State, int, int], tuple[str, ...]],
    touches: Callable[[State, int, int], tuple[str, ...]],
    result: Callable[[State], str],
    task: str,
    fault: Callable[[State], str] = lambda state: "",
    winning: Callable[[State], Bits] = lambda state: EMPTY,
    passing: int | None = None,
    actions: Callable[[Ruleset, int], Iterable[int]] | None = None,
    surface: Surface = "stone",
    shape: Shape = "stone",
    upright: bool = False,
    **more: Any,
) -> Game:
    """The Game of two seats whose state has three fields: `mine`, the stones of the seat to move,
    `theirs`, those of the other, and `seat`, the one to move.

    sides_of: the two seats; names: what a piece of each is called. result: a sentence on a state
    that is over; task: what the seat to move is to do. fault: what is impossible about a state that
    was read, empty where it is possible. winning: the cells that won, in a state that is over.
    passing: the action that passes, legal only alone. actions: every action that there can be, by
    default the index of each cell, then `passing`.
    upright: whether both look at the board from the same side. more: further fields of the Game.
    """
    first, second = (
        Kind(side.sign, seat, shape, side.colour, piece, side.sign)
        for seat, (side, piece) in enumerate(zip(sides_of, names, strict=True))
    )
    stones = Stones(board, sides_of, (first, second), sides)

    def read_position(text: str, ruleset: Ruleset) -> State:
        expected = f"{first.sign}, {second.sign} or a number of empty cells"
        sets, seat, cursor = stones.read(text, expected)
        mine, theirs = (first, second) if seat == 0 else (second, first)
        read_state = state(sets[mine.sign], sets[theirs.sign], seat)
        wrong = fault(read_state)
        if wrong:
            raise cursor.impossible(wrong)
        return read_state

    def view(now: State, before: State | None, action: int | None) -> View:
        seat = sides_of[now.seat].name
        going = bool(functions["movers"](now))
        must_pass = going and functions["nth_legal"](now, now.seat, 0) == passing
        touched = touches(before, before.seat, action) if before and action is not None else ()
        status = say("{seat} to move", seat=seat) if going else result(now)
        if must_pass:
            status = say("{seat} cannot move and must pass", seat=seat)
        return stones.view(
            now,
            touched,
            going=going,
            winning=EMPTY if going else winning(now),
            surface=surface,
            buttons=PASS_BUTTONS if must_pass else (),
            status=status,
            task=say("you cannot move, so pass") if must_pass else task,
            upright=upright,
        )

    placements = (*board.names, *(() if passing is None else (passing,)))
    return stones.game(
        name=name,
        title=title,
        state=state,
        rulesets=rulesets,
        start=start,
        functions=functions,
        action_texts=action_texts,
        touches=touches,
        read_position=read_position,
        view=view,
        actions=actions or (lambda ruleset, seats: placements),
        **more,
    )
