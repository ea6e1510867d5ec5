"""Gomoku: five in a row on a board of 15 by 15 points.

Two players, Black and White; Black begins. In turn each places a stone on a free point; stones
never move. Whoever has five stones in a row, along a line or diagonally, wins. When the board is
full, it is a draw.

In the ruleset freestyle, more than five in a row win as well. In standard, exactly five win, and
six or more are nothing. Beginning is a great advantage: both are won by Black. In swap, which is
standard but for its opening, Black therefore places the first three stones, a black, a white and a
black one. White then either places a stone, or swaps: all stones change their colours, and Black
moves.

Source: L. Victor Allis, Searching for Solutions in Games and Artificial Intelligence (1994),
chapter 5; the rules of the Renju International Federation for Gomoku.

Notation: the point, such as `h8`, or `swap`; row 1 is drawn at the bottom.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, nth_bit, popcount, to_bits
from ludarium.rules.boards.piece_placement import Placed, Side, pieces_of, sides
from ludarium.rules.boards.points import PointBoard, Points15
from ludarium.rules.boards.sizes import sized_game
from ludarium.rules.dispatch import jitable, large, named
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Button

BOARD = PointBoard(15, Points15, string.ascii_lowercase)
NAMES, SHIFTS, POINTS = BOARD.names, BOARD.shifts, Points15(BOARD.cells)
STONE = Points15(1)
SIDES = (Side(say("Black"), "ebony", "b"), Side(say("White"), "ivory", "w"))
SWAP = 255  # the action
NO_SWAP, MAY_SWAP, OPENING = 0, 1, 2
FIRST_STONES = 3  # of a game with swap, which Black places


class GomokuState(NamedTuple):
    """mine, theirs: the stones of the seat to move and of the other. exact: 1 where more than five
    in a row do not count. swap: OPENING while Black places the first stones of a game with swap;
    MAY_SWAP when White chooses; else NO_SWAP.
    """

    mine: Points15
    theirs: Points15
    seat: int
    exact: Annotated[int, range(2)]
    swap: Annotated[int, range(3)]


def start(ruleset: Ruleset, seats: int) -> GomokuState:
    exact, swap = ruleset.parameters[1:]
    return GomokuState(Points15(0), Points15(0), 0, exact, OPENING if swap else NO_SWAP)


# Rules. An action is the index of a point, or SWAP.


def fives_along(shift: Bits) -> Callable[[Bits, int], Bits]:
    """A function of stones: the last point of each five in a row along the axis of this shift; with
    `exact`, of those that are not part of more.
    """
    twice, four_times, five_times = (Bits(times * int(shift)) for times in (2, 4, 5))

    @jitable
    def fives(stones: Bits, exact: int) -> Bits:
        pairs = stones & (stones << shift)
        ends = pairs & (pairs << twice) & (stones << four_times)
        if exact:
            ends ^= ends & ((stones >> shift) | (stones << five_times))
        return ends

    return fives


ALONG = tuple(map(fives_along, SHIFTS))
across, upwards, rising, falling = ALONG


@large
def has_five(stones: Bits, exact: int) -> bool:
    flat = across(stones, exact) | upwards(stones, exact)
    return bool(flat | rising(stones, exact) | falling(stones, exact))


@jitable
def free_points(state: GomokuState) -> Points15:
    return POINTS ^ (state.mine | state.theirs)


@jitable
def movers(state: GomokuState) -> Bits:
    if has_five(state.theirs, state.exact) or not free_points(state):
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: GomokuState, seat: int) -> int:
    return popcount(free_points(state)) + int(state.swap == MAY_SWAP)


@jitable
def nth_legal(state: GomokuState, seat: int, n: int) -> int:
    free = free_points(state)
    return nth_bit(free, n) if n < popcount(free) else SWAP


@jitable
def play(state: GomokuState, action: int) -> GomokuState:
    mine, theirs, seat, exact, swap = state
    if action == SWAP:  # what was White's is Black's
        return GomokuState(mine, theirs, 1 - seat, exact, NO_SWAP)
    stone = STONE << action
    if swap != OPENING:
        return GomokuState(theirs, mine | stone, 1 - seat, exact, NO_SWAP)
    placed = popcount(mine | theirs) + 1
    if placed == FIRST_STONES:
        return GomokuState(theirs, mine | stone, 1, exact, MAY_SWAP)
    if placed & 1:
        return GomokuState(mine | stone, theirs, 0, exact, OPENING)
    return GomokuState(mine, theirs | stone, 0, exact, OPENING)


@jitable
def returns(state: GomokuState, seat: int) -> float:
    if not has_five(state.theirs, state.exact):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


# Text and View


def action_texts(state: GomokuState, seat: int, action: int) -> tuple[str, ...]:
    return ("swap",) if action == SWAP else (NAMES[action],)


def placed(read: Placed, ruleset: Ruleset) -> GomokuState:
    exact, swap = ruleset.parameters[1:]
    black, white = Points15(read.sets["b"]), Points15(read.sets["w"])
    blacks, whites = popcount(black), popcount(white)
    stage = NO_SWAP
    if swap and blacks + whites < FIRST_STONES:
        stage, expected = OPENING, ((0, 0, 0), (1, 0, 0), (1, 1, 0))
        if (blacks, whites, read.seat) not in expected:
            raise read.cursor.impossible(
                f"{blacks} black and {whites} white stones, expected Black to place the first "
                "three, a black, a white and a black one"
            )
    elif swap and (blacks, whites, read.seat) == (2, 1, 1):
        stage = MAY_SWAP
    elif blacks - whites != read.seat and not (swap and blacks - whites == read.seat - 1):
        raise read.cursor.impossible(
            f"{blacks} black and {whites} white stones, expected as many of each when Black "
            "moves, one more black one when White moves; after a swap one black one less"
        )
    mine, theirs = (black, white) if read.seat == 0 else (white, black)
    if has_five(mine, exact):
        raise read.cursor.impossible(f"{SIDES[read.seat].name} is to move and has won already")
    return GomokuState(mine, theirs, read.seat, exact, stage)


def result(state: GomokuState) -> str:
    if has_five(state.theirs, state.exact):
        return say("{winner} has five in a row and wins", winner=SIDES[1 - state.seat].name)
    return say("The board is full: a draw")


def winning(state: GomokuState) -> Bits:
    stones = Points15(0)
    for fives, shift in zip(ALONG, SHIFTS, strict=True):
        ends = longest = fives(state.theirs, state.exact)
        for _ in range(4):
            ends = ends >> shift
            longest |= ends
        stones |= longest
    return stones


def buttons(state: GomokuState) -> tuple[Button, ...]:
    return (Button("swap", say("Swap")),) if state.swap == MAY_SWAP else ()


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    return [*NAMES, *[SWAP] * ruleset.parameters[2]]


def gtp_setup(ruleset: Ruleset) -> tuple[str, ...]:
    """The size of the board; nothing where Black opens with three stones, which GTP cannot say."""
    return () if ruleset.parameters[2] else (f"boardsize {BOARD.row_count}",)


FUNCTIONS = named(movers, legal_count, nth_legal, play, returns, pieces_of)


GAME = sized_game(
    name="gomoku",
    title=say("Gomoku"),
    kinds=("line",),
    provenance=Provenance(
        place=say("Japan"),
        latitude=36.0,
        longitude=138.0,
        period=say("since {year} at the latest", year="1868"),
        source=say("Wikipedia: {article}", article="Gomoku"),
        near=True,
    ),
    other_names=(
        OtherName("Five in a Row", "en"),
        OtherName("Gobang", "en"),
        OtherName("Omok", "ko"),
        OtherName("Pět v řadě", "cs"),
    ),
    boards={GomokuState: BOARD},
    rules={GomokuState: FUNCTIONS},
    rulesets=(
        Ruleset(
            name="freestyle",
            title=say("Freestyle"),
            source=say("Allis 1994: Searching for Solutions in Games and Artificial Intelligence"),
            notes=say("Six or more in a row win, too."),
            parameters=(GomokuState, 0, 0),
        ),
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say("the rules of the Renju International Federation"),
            notes=say("Six or more in a row do not win."),
            parameters=(GomokuState, 1, 0),
        ),
        Ruleset(
            name="swap",
            title=say("Standard with swap"),
            source=say("the rules of the Renju International Federation"),
            notes=say("Black places the first three stones; White may swap colours."),
            parameters=(GomokuState, 1, 1),
        ),
    ),
    start=start,
    sides_of=SIDES,
    names=(say("black stone"), say("white stone")),
    sets=sides,
    actions=every_action,
    placed=placed,
    action_texts=action_texts,
    result=result,
    winning=winning,
    task=say("place a stone on a free point"),
    buttons=buttons,
    look=lambda state: {"lines": BOARD.lines},
    surface="wood",
    gtp_setup=gtp_setup,
    gtp_names=("Gomoku",),
    hints="ludarium.hints.gomoku",
    wording="ludarium.games.wording.gomoku",
    interchange="ludarium.games.interchange.gomoku",
)
