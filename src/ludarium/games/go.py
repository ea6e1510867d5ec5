"""Go: surround more points than the other side.

Two players, Black and White, on a board of points; Black begins. In turn each places a stone on a
free point, or passes. Stones that hang together along the lines are a group. Groups of the other
side without a free point next to them are then taken off; after that, own ones. No stone may bring
an earlier position of the stones back (positional superko): a state knows whether one would at once
(ko, and the sacrifice of one stone), and the history of a game the rest.

Two passes in a row end the game, and so does a limit of moves: twice the number of points. Each
side gets a point for each of its stones, and for each free point from which only its stones are
reached along free points. White gets 7 more on 9 by 9, and 7.5 on larger boards (komi). Who has
more wins. There is no agreement on dead stones: they have to be taken.

Source: John Tromp and Bill Taylor, The game of Go (tromp.github.io/go.html), but for the limit.

Notation: the point, such as `d4`, without the letter i, or `pass`; row 1 is drawn at the bottom.
As in SGF, `dd` is understood, too: the letter of the column, with i, and that of the row from the
top; and `tt`, to pass.
"""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.groups import adjoining, areas, capturing, living, placing
from ludarium.rules.boards.piece_placement import PASS_BUTTON, PASS_BUTTONS, Placed, Side, return_of
from ludarium.rules.boards.points import PointBoard, Points9, Points13, Points19
from ludarium.rules.boards.sizes import sized_game, sized_rulesets
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import OtherName, Ruleset

SIDES = (Side(say("Black"), "ebony", "b"), Side(say("White"), "ivory", "w"))
PASS = 511  # the action
LETTERS = string.ascii_lowercase


class Go9State(NamedTuple):
    """ko: the point that may not be taken back, if any. passes: those just before. plies: moves
    made.
    """

    black: Points9
    white: Points9
    ko: Points9
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 9 * 9 + 1)]


class Go13State(NamedTuple):
    """The state on a board of 13 by 13, like Go9State."""

    black: Points13
    white: Points13
    ko: Points13
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 13 * 13 + 1)]


class Go19State(NamedTuple):
    """The state on a board of 19 by 19, like Go9State."""

    black: Points19
    white: Points19
    ko: Points19
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 19 * 19 + 1)]


BOARDS = {
    Go9State: PointBoard(9, Points9),
    Go13State: PointBoard(13, Points13),
    Go19State: PointBoard(19, Points19),
}
KOMI = {Go9State: 7.0, Go13State: 7.5, Go19State: 7.5}
State = Any  # one of the three


# Rules. An action is the index of a point, or PASS.


@jitable
def in_turn(state: State) -> tuple[Bits, Bits]:
    """The stones of the seat to move, and those of the other."""
    return (state.black, state.white) if state.seat == 0 else (state.white, state.black)


@functools.cache
def placements(board: PointBoard) -> tuple[Callable[[State], Bits], Callable[[State], Bits]]:
    """Two functions of a state, which give the points where a stone may be placed: those next to a
    free point or an own stone, and the others, on which it captures.
    """
    points, next_to, captures = board.cells, adjoining(board, 2), capturing(board, 2)

    @jitable
    def beside(state: State) -> Bits:
        mine, theirs = in_turn(state)
        ko: Bits = state.ko
        free = points ^ (mine | theirs)
        empty = free & next_to(free | mine)
        return empty ^ (empty & ko)

    @jitable
    def captured_on(state: State) -> Bits:
        ko: Bits = state.ko
        points = captures(*in_turn(state))
        return points ^ (points & ko)

    return beside, captured_on


def go_rules(board: PointBoard, make: type, komi: float) -> Functions:
    """The rules on a board, for this type of states."""
    one, nothing, limit = board.sets(1), board.sets(0), 2 * len(board.names)
    place, areas_of, (beside, captured_on) = placing(board, 2), areas(board, 2), placements(board)

    @jitable
    def movers(state: State) -> Bits:
        over = state.passes == 2 or state.plies == limit
        return EMPTY if over else ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        return popcount(beside(state)) + popcount(captured_on(state)) + 1

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        points = beside(state)
        if n >= popcount(points):  # few points: the others cost more
            n -= popcount(points)
            points = captured_on(state)
        return nth_bit(points, n) if n < popcount(points) else PASS

    @jitable
    def play(state: State, action: int) -> State:
        mine, theirs = in_turn(state)
        passes, ko = state.passes + 1, nothing
        if action != PASS:
            passes = 0
            mine, theirs, ko = place(one << action, mine, theirs)
        black, white = (mine, theirs) if state.seat == 0 else (theirs, mine)
        return make(black, white, ko, 1 - state.seat, passes, state.plies + 1)

    @jitable
    def repetition_state(state: State) -> State:
        return make(state.black, state.white, nothing, 0, state.passes, 0)

    @jitable
    def returns(state: State, seat: int) -> float:
        black, white = areas_of(state.black, state.white)
        return return_of(black - white - komi, seat)

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        stones: Bits = state.black if seat == 0 else state.white
        return stones

    return named(movers, legal_count, nth_legal, play, repetition_state, returns, pieces_of)


RULES = {state: go_rules(board, state, KOMI[state]) for state, board in BOARDS.items()}


def start(ruleset: Ruleset, seats: int) -> State:
    (state,) = ruleset.parameters
    nothing = BOARDS[state].sets(0)
    return state(nothing, nothing, nothing, 0, 0, 0)


# Text and View


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    return (PASS_BUTTON,) if action == PASS else (BOARDS[type(state)].names[action],)


def rest_of(state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
    """Read a point as SGF has it: the letters of its column, and of its row from the top."""
    board = BOARDS[type(state)]
    if action == PASS:
        return ("",) if text == "tt" else ()
    column, row = board.place(action)
    return ("",) if text == LETTERS[column] + LETTERS[board.row_count - 1 - row] else ()


def further(state: State) -> str:
    """The point that may not be taken back, the passes, and the moves made."""
    ko = BOARDS[type(state)].names[lowest(state.ko)] if state.ko else "-"
    return f" {ko} {state.passes} {state.plies}"


def placed(read: Placed, ruleset: Ruleset) -> State:
    (kind,) = ruleset.parameters
    board, cursor, (black, white) = BOARDS[kind], read.cursor, read.sets.values()
    ko = cursor.word_of({"-", *board.index}, "a point that may not be taken back, or -")
    passes, limit = cursor.number(2, "0 to 2 passes"), 2 * len(board.names)
    plies = cursor.number(limit, f"0 to {limit} moves")
    alive, free = living(board, 2), board.cells ^ (black | white)
    if any(alive(stones, free) != stones for stones in (black, white)):
        raise cursor.impossible("a group has no free point next to it")
    state = kind(black, white, board.sets(0), read.seat, passes, plies)
    beside, captured_on = placements(board)
    may_place = beside(state) | captured_on(state)
    return state._replace(ko=may_place & board.cells_of({ko} - {"-"}))


def result(state: State) -> str:
    black, area = areas(BOARDS[type(state)], 2)(state.black, state.white)
    white = area + KOMI[type(state)]
    if black == white:
        return say("A draw, {black} to {white}", black=black, white=f"{white:g}")
    scores = {"winner": SIDES[black < white].name, "black": black, "white": f"{white:g}"}
    return say("{winner} wins; Black {black}, White {white}", **scores)


GAME = sized_game(
    name="go",
    title=say("Go"),
    other_names=(OtherName("Weiqi", "zh"), OtherName("Igo", "ja"), OtherName("Baduk", "ko")),
    boards=BOARDS,
    rules=RULES,
    rulesets=sized_rulesets(BOARDS, say("the rules of John Tromp and Bill Taylor")),
    start=start,
    sides_of=SIDES,
    names=(say("black stone"), say("white stone")),
    sets=lambda state: (state.black, state.white),
    actions=lambda ruleset, seats: (*BOARDS[ruleset.parameters[0]].names, PASS),
    placed=placed,
    further=further,
    action_texts=action_texts,
    rest_of=rest_of,
    result=result,
    task=say("place a stone on a free point, or pass"),
    buttons=lambda state: PASS_BUTTONS,
    look=lambda state: {"lines": BOARDS[type(state)].lines},
    surface="wood",
    superko=True,
    hints="ludarium.hints.go",
)
