"""Hex: whoever connects the two edges of the own colour wins.

Two players, Red and Blue, on a rhombus of hexagonal cells. The bottom and the top edge are Red's,
the left and the right one are Blue's; a corner belongs to both of its edges. Red begins. In turn
each places a stone of the own colour on a free cell; stones never move. Whoever has an unbroken
chain of stones from one of the own edges to the other wins. It always comes to that: no draws.

Beginning is an advantage. In rulesets with swap, Blue may swap instead of the first move: the red
stone becomes a blue one, on the cell where columns and rows are exchanged, such as from `c2` to
`b3`; then Red moves.

Source: Piet Hein, Politiken, 26 December 1942; John Nash, Some games and machines for playing them
(RAND D-1164, 1952); Cameron Browne, Hex Strategy (2000).

Notation: the cell, such as `f6`, or `swap`; row 1 is drawn at the bottom.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.groups import chaining, grouping
from ludarium.rules.boards.hexagon import Cells11, Cells13, HexBoard
from ludarium.rules.boards.piece_placement import Placed, Side
from ludarium.rules.boards.sizes import sized_game
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import OtherName, Ruleset
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Button

SIDES = (Side(say("Red"), "brick", "r"), Side(say("Blue"), "blue", "b"))
NOTES = (say("bottom to top"), say("left to right"))
SWAP = 255  # the action
NO_SWAP, SWAP_NEXT, MAY_SWAP = 0, 1, 2


class Hex11State(NamedTuple):
    """red_chain, blue_chain: the stones that hang together with the bottom, and with the left edge.
    swap: SWAP_NEXT before the first stone of a game with swap; MAY_SWAP after it; else NO_SWAP.
    """

    red: Cells11
    blue: Cells11
    red_chain: Cells11
    blue_chain: Cells11
    seat: int
    swap: Annotated[int, range(3)]


class Hex7State(NamedTuple):
    """The state on a board of 7 by 7, like Hex11State."""

    red: Bits
    blue: Bits
    red_chain: Bits
    blue_chain: Bits
    seat: int
    swap: Annotated[int, range(3)]


class Hex13State(NamedTuple):
    """The state on a board of 13 by 13, like Hex11State."""

    red: Cells13
    blue: Cells13
    red_chain: Cells13
    blue_chain: Cells13
    seat: int
    swap: Annotated[int, range(3)]


BOARDS = {
    Hex11State: HexBoard(11, 11, sets=Cells11),
    Hex7State: HexBoard(7, 7),
    Hex13State: HexBoard(13, 13, sets=Cells13),
}
State = Any  # one of the three


# Rules. An action is the index of a cell, or SWAP.


def hex_rules(state_type: type) -> Functions:
    """The rules on the board of this type of states."""
    board, make = BOARDS[state_type], state_type
    cells, one, stride = board.cells, board.sets(1), board.stride
    bottom, top, left, right = board.rows[0], board.rows[-1], board.columns[0], board.columns[-1]
    group = grouping(board, 3)

    @jitable
    def movers(state: State) -> Bits:
        if (state.red_chain & top) | (state.blue_chain & right):
            return EMPTY
        return ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        return popcount(cells ^ (state.red | state.blue)) + int(state.swap == MAY_SWAP)

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        free = cells ^ (state.red | state.blue)
        return nth_bit(free, n) if n < popcount(free) else SWAP

    @jitable
    def play(state: State, action: int) -> State:
        red, blue, red_chain, blue_chain, seat, swap = state
        if action == SWAP:
            place = lowest(red)
            stone = one << (place // stride + stride * (place % stride))
            return make(red ^ red, stone, red ^ red, stone & left, 0, NO_SWAP)
        stone = one << action
        swap = MAY_SWAP if swap == SWAP_NEXT else NO_SWAP
        if seat == 0:
            red |= stone
            return make(red, blue, group((red & bottom) | red_chain, red), blue_chain, 1, swap)
        blue |= stone
        return make(red, blue, red_chain, group((blue & left) | blue_chain, blue), 0, swap)

    @jitable
    def returns(state: State, seat: int) -> float:
        return 1.0 if bool(state.red_chain & top) == (seat == 0) else -1.0

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        stones: Bits = state.red if seat == 0 else state.blue
        return stones

    return named(movers, legal_count, nth_legal, play, returns, pieces_of)


RULES = {state: hex_rules(state) for state in BOARDS}


def start(ruleset: Ruleset, seats: int) -> State:
    state, swap = ruleset.parameters
    return state(*[BOARDS[state].sets(0)] * 4, 0, SWAP_NEXT if swap else NO_SWAP)


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    state, swap = ruleset.parameters
    return [*BOARDS[state].names, *[SWAP] * bool(swap)]


# Text and View


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    return ("swap",) if action == SWAP else (BOARDS[type(state)].names[action],)


def placed(read: Placed, ruleset: Ruleset) -> State:
    kind, swap = ruleset.parameters
    board, group = BOARDS[kind], grouping(BOARDS[kind], 3)
    red, blue = read.sets["r"], read.sets["b"]
    chains = group(red & board.rows[0], red), group(blue & board.columns[0], blue)
    reds, blues = popcount(red), popcount(blue)
    stage = (SWAP_NEXT, MAY_SWAP, NO_SWAP)[min(2, reds + 2 * blues)] if swap else NO_SWAP
    if reds - blues != read.seat and not (swap and reds - blues == read.seat - 1):
        raise read.cursor.impossible(
            f"{reds} red and {blues} blue stones, expected as many of each when Red moves, one "
            "more red one when Blue moves; after a swap one red one less"
        )
    if chains[read.seat] & (board.rows, board.columns)[read.seat][-1]:
        raise read.cursor.impossible(f"{SIDES[read.seat].name} is to move and has won already")
    return kind(red, blue, *chains, read.seat, stage)


def result(state: State) -> str:
    return say("{winner} has connected both edges and wins", winner=SIDES[1 - state.seat].name)


def winning(state: State) -> Bits:
    board, seat = BOARDS[type(state)], 1 - state.seat
    lines = (board.rows, board.columns)[seat]
    return chaining(board, 3)(lines[0], lines[-1], (state.red_chain, state.blue_chain)[seat])


def ruleset(state: type, swap: bool) -> Ruleset:
    side = BOARDS[state].row_count
    board, name = say("{side} × {side}", side=side), f"{side}-swap" if swap else f"{side}"
    title = say("{board} with swap", board=board) if swap else board
    rules = say("the rules of Piet Hein and John Nash")
    return Ruleset(name=name, title=title, source=rules, parameters=(state, swap))


def gtp_setup(ruleset: Ruleset) -> tuple[str, ...]:
    """The size of the board."""
    return (f"boardsize {BOARDS[ruleset.parameters[0]].row_count}",)


GAME = sized_game(
    name="hex",
    title=say("Hex"),
    kinds=("line",),
    provenance=Provenance(
        place=say("Copenhagen"),
        latitude=55.68,
        longitude=12.57,
        period="1942",
        source=say("Piet Hein, Politiken, 26 December 1942"),
    ),
    other_names=(
        OtherName("Con-tac-tix", "en"),
        OtherName("Nash", "en"),
        OtherName("Polygon", "da"),
    ),
    boards=BOARDS,
    rules=RULES,
    rulesets=tuple(ruleset(state, swap) for swap in (False, True) for state in BOARDS),
    start=start,
    sides_of=SIDES,
    names=(say("red stone"), say("blue stone")),
    sets=lambda state: (state.red, state.blue),
    actions=every_action,
    placed=placed,
    action_texts=action_texts,
    result=result,
    winning=winning,
    task=say("place a stone on a free cell"),
    notes=lambda state: NOTES,
    buttons=lambda state: (Button("swap", say("Swap")),) if state.swap == MAY_SWAP else (),
    look=lambda state: {"upright": True, "borders": BOARDS[type(state)].borders("brick", "blue")},
    draws=False,
    gtp_setup=gtp_setup,
    gtp_names=("Hex",),
    gtp_columns="abcdefghijklm",
    hints="ludarium.hints.hex",
    wording="ludarium.games.wording.hex",
    interchange="ludarium.games.interchange.hex",
)
