"""Breakthrough: be the first to bring a piece to the far side of the board.

Two players, White and Black, on 8 by 8 cells, with 16 pieces each on the two rows nearest to them.
White begins. A piece moves one cell forward, straight or diagonally, to a free cell; diagonally, it
may also capture an enemy piece there, but not straight ahead. Nobody has to capture. Who brings a
piece to the farthest row wins, and so does who has captured all enemy pieces. There is no draw.

Source: Dan Troyka's game of 2000, which won the 8x8 Game Design Competition of About.com in 2001.

Notation: `a2-a3` a move, `a2xb3` a capture.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, nth_single, popcount, to_bits
from ludarium.rules.boards.piece_placement import Side, sides, stones_game
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import shift
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, Ruleset, standard
from ludarium.rules.provenance import Provenance

BOARD = SquareBoard(8, 8)
NAMES, CELLS, ROWS = BOARD.names, BOARD.cells, BOARD.rows
SIDES = (Side(say("White"), "ivory", "w"), Side(say("Black"), "ebony", "b"))
MOST = 16  # pieces of a side
CAPTURE = 4096
GOALS = (ROWS[7], ROWS[0])
TOP, BOTTOM = GOALS
Steps = tuple[Bits, Bits, Bits]


class BreakthroughState(NamedTuple):
    """mine, theirs: the pieces of the seat to move and of the other."""

    mine: Bits
    theirs: Bits
    seat: int


def start(ruleset: Ruleset, seats: int) -> BreakthroughState:
    return BreakthroughState(ROWS[0] | ROWS[1], ROWS[6] | ROWS[7], 0)


# Rules. An action is the index of the piece's cell, 64 times that of the cell it goes to, and
# CAPTURE where it captures.

up, up_left, up_right = (shift(BOARD, columns, 1) for columns in (0, -1, 1))
down, down_right, down_left = (shift(BOARD, columns, -1) for columns in (0, 1, -1))


@jitable
def steps_up(mine: Bits, theirs: Bits) -> Steps:
    """The targets of White's pieces: a set each of straight steps, to the left and to the right."""
    free, others = CELLS ^ (mine | theirs), CELLS ^ mine
    return up(mine) & free, up_left(mine) & others, up_right(mine) & others


@jitable
def steps_down(mine: Bits, theirs: Bits) -> Steps:
    """The targets of Black's pieces, like `steps_up`, each in the opposite direction."""
    free, others = CELLS ^ (mine | theirs), CELLS ^ mine
    return down(mine) & free, down_right(mine) & others, down_left(mine) & others


@jitable
def steps(state: BreakthroughState) -> Steps:
    if state.seat == 0:
        return steps_up(state.mine, state.theirs)
    return steps_down(state.mine, state.theirs)


@jitable
def count_of(sets: Steps) -> int:
    straight, left, right = sets
    return popcount(straight) + popcount(left) + popcount(right)


@jitable
def nth_of(sets: Steps, n: int) -> tuple[Bits, Bits]:
    """The n-th step, counted through the sets: the cell it goes to, and by how far in index."""
    straight, left, right = sets
    first = popcount(straight)
    second = first + popcount(left)
    chosen, before, way = (left, first, LEFT) if n >= first else (straight, 0, STRAIGHT)
    chosen, before, way = (right, second, RIGHT) if n >= second else (chosen, before, way)
    return nth_single(chosen, n - before), way


STRAIGHT, LEFT, RIGHT = Bits(8), Bits(7), Bits(9)


@jitable
def movers(state: BreakthroughState) -> Bits:
    goal = BOTTOM if state.seat == 0 else TOP
    if state.theirs & goal or not state.mine:
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: BreakthroughState, seat: int) -> int:
    return count_of(steps(state))


@jitable
def nth_legal(state: BreakthroughState, seat: int, n: int) -> int:
    target, way = nth_of(steps(state), n)
    source = target >> way if state.seat == 0 else target << way
    capture = CAPTURE if target & state.theirs else 0
    return lowest(source) + 64 * lowest(target) + capture


@jitable
def play(state: BreakthroughState, action: int) -> BreakthroughState:
    source, target = bit(action & 63), bit((action >> 6) & 63)
    theirs = state.theirs & (CELLS ^ target)
    return BreakthroughState(theirs, state.mine ^ source ^ target, 1 - state.seat)


@jitable
def returns(state: BreakthroughState, seat: int) -> float:
    return -1.0 if seat == state.seat else 1.0


# Text and touches


def action_texts(state: BreakthroughState, seat: int, action: int) -> tuple[str, ...]:
    source, target = touches(state, seat, action)
    if action & CAPTURE:
        return (f"{source}x{target}", f"{source}-{target}")
    return (f"{source}-{target}",)


def touches(state: BreakthroughState, seat: int, action: int) -> tuple[str, ...]:
    return NAMES[action & 63], NAMES[action >> 6 & 63]


def fen_position(fen: str) -> str:
    """The position of a FEN of other programs, which write pawns, and counts that do not matter."""
    board, _, rest = fen.partition(" ")
    return f"{board.replace('p', 'b').replace('P', 'w')} {rest[:1]}"


def result(state: BreakthroughState) -> str:
    loser, winner = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if state.mine:
        return say("{winner} breaks through and wins", winner=winner)
    return say("{loser} has no pieces left: {winner} wins", loser=loser, winner=winner)


def fault(state: BreakthroughState) -> str:
    for side, own in zip(SIDES, sides(state), strict=True):
        if popcount(own) > MOST:
            return f"{popcount(own)} pieces of {side.name}, expected at most {MOST}"
    seat = state.seat
    if state.mine & GOALS[seat] or not state.theirs:
        return f"{SIDES[seat].name} has won, expected nobody to move after that"
    return ""


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """List each step of either seat: straight, and diagonally without and with a capture."""
    steps = (
        (cell, cell + forward * int(way), way)
        for cell in BOARD.names
        for forward in (1, -1)
        for way in (STRAIGHT, LEFT, RIGHT)
    )
    return [
        source + 64 * target + capture
        for source, target, way in steps
        if target in BOARD.names
        and abs(BOARD.place(source)[0] - BOARD.place(target)[0]) == (way != STRAIGHT)
        for capture in ((0,) if way == STRAIGHT else (0, CAPTURE))
    ]


GAME = stones_game(
    name="breakthrough",
    title=say("Breakthrough"),
    kinds=("race",),
    provenance=Provenance(
        place=say("United States"),
        latitude=39.0,
        longitude=-98.0,
        period="2000",
        source=say("Dan Troyka's rules of 2000"),
        near=True,
    ),
    other_names=(OtherName("Průlom", "cs"),),
    state=BreakthroughState,
    board=BOARD,
    sides_of=SIDES,
    names=(say("white piece"), say("black piece")),
    rulesets=(standard(say("Dan Troyka's rules of 2000")),),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    result=result,
    fault=fault,
    draws=False,
    actions=every_action,
    task=say("move a piece forward"),
    uci_variant="breakthrough",
    fen_position=fen_position,
    hints="ludarium.hints.breakthrough",
    wording="ludarium.games.wording.breakthrough",
)
