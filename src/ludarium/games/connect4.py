"""Connect Four: discs fall down the columns, and four in a row win.

Two players, Red and Yellow, on an upright grid of 7 columns and 6 rows. Red begins. In turn each
drops a disc of the own colour into a column that is not full; it falls to the lowest free cell.
Whoever has four discs in a row, across, upwards or diagonally, wins. When the grid is full, it is a
draw.

Source: the game sold by Milton Bradley since 1974; James D. Allen, The Complete Book of Connect 4
(2010).

Notation: the letter of the column, such as `d`.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.piece_placement import Side, sides, stones_game
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import in_a_row, in_rows
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, Ruleset, standard
from ludarium.rules.provenance import Provenance

BOARD = SquareBoard(7, 6)
NAMES, CELLS, BOTTOM = BOARD.names, BOARD.cells, BOARD.rows[0]
NORTH = BOARD.shifts[1]
SIDES = (Side(say("Red"), "brick", "r"), Side(say("Yellow"), "amber", "y"))


class Connect4State(NamedTuple):
    """mine, theirs: the discs of the seat to move and of the other."""

    mine: Bits
    theirs: Bits
    seat: int


def start(ruleset: Ruleset, seats: int) -> Connect4State:
    return Connect4State(EMPTY, EMPTY, 0)


# Rules. An action is the index of the cell where the disc comes to rest.

has_four = in_a_row(BOARD, 4)


@jitable
def landings(mine: Bits, theirs: Bits) -> Bits:
    """The lowest free cell of each column that is not full."""
    occupied = mine | theirs
    return ((occupied << NORTH) | BOTTOM) & (CELLS ^ occupied)


@jitable
def movers(state: Connect4State) -> Bits:
    if has_four(state.theirs) or not landings(state.mine, state.theirs):
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: Connect4State, seat: int) -> int:
    return popcount(landings(state.mine, state.theirs))


@jitable
def nth_legal(state: Connect4State, seat: int, n: int) -> int:
    return nth_bit(landings(state.mine, state.theirs), n)


@jitable
def play(state: Connect4State, action: int) -> Connect4State:
    return Connect4State(state.theirs, state.mine | bit(action), 1 - state.seat)


@jitable
def returns(state: Connect4State, seat: int) -> float:
    if not has_four(state.theirs):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


# Text and touches


def action_texts(state: Connect4State, seat: int, action: int) -> tuple[str, ...]:
    return (NAMES[action][0], NAMES[action])


def touches(state: Connect4State, seat: int, action: int) -> tuple[str, ...]:
    return (NAMES[action],)


def more_touches(state: Connect4State, seat: int, action: int) -> tuple[tuple[str, ...], ...]:
    """Any other cell of the column does as well."""
    column = NAMES[action][0]
    return tuple((name,) for name in NAMES.values() if name[0] == column and name != NAMES[action])


def result(state: Connect4State) -> str:
    if has_four(state.theirs):
        return say("{winner} has four in a row and wins", winner=SIDES[1 - state.seat].name)
    return say("The grid is full: a draw")


def fault(state: Connect4State) -> str:
    first, second = map(popcount, sides(state))
    if first - second != state.seat:
        return (
            f"{first} red and {second} yellow discs, expected as many of each when Red moves, one "
            "more red one when Yellow moves"
        )
    if has_four(state.mine):
        return f"{SIDES[state.seat].name} has four in a row, expected nobody to move after that"
    occupied = state.mine | state.theirs
    floating = occupied & (CELLS ^ (((occupied << NORTH) | BOTTOM) & CELLS))
    return f"the disc on {NAMES[lowest(floating)]} has nothing below it" if floating else ""


GAME = stones_game(
    name="connect4",
    title=say("Connect Four"),
    kinds=("line",),
    provenance=Provenance(
        place=say("United States"),
        latitude=39.0,
        longitude=-98.0,
        period="1974",
        source=say("the rules in the box, since 1974"),
        near=True,
    ),
    first_pick=True,
    other_names=(
        OtherName("Connect 4", "en"),
        OtherName("Four in a Row", "en"),
        OtherName("Captain's Mistress", "en"),
        OtherName("Čtyři v řadě", "cs"),
    ),
    state=Connect4State,
    board=BOARD,
    sides_of=SIDES,
    names=(say("red disc"), say("yellow disc")),
    shape="counter",
    upright=True,
    rulesets=(standard(say("the rules in the box, since 1974")),),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    more_touches=more_touches,
    result=result,
    winning=lambda state: in_rows(BOARD, 4)(state.theirs),
    fault=fault,
    task=say("drop a disc into a column"),
    hints="ludarium.hints.connect4",
    wording="ludarium.games.wording.connect4",
)
