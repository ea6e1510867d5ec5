"""Othello: enclose the other side's discs in rows between your own, and they change sides.

Two players, Black and White, on 8 by 8 cells. White's first two discs are on d4 and e5, Black's on
e4 and d5. Black begins. In turn each places a disc on a free cell so that it encloses at least one
row of enemy discs, across, upwards or diagonally, between it and another own disc without a gap.
All discs enclosed so are turned over. Who cannot enclose anything passes; who can must not. When
neither can, the game is over, and who has more discs wins; it is a draw if both have as many.

Source: the rules of the World Othello Federation; free cells at the end count for nobody here, as
only win, draw or loss matters; hosts of GTP are told scores in which they are the winner's.

Notation: the cell, such as `d3`, or `pass`; row 1 is drawn at the bottom.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, nth_bit, popcount, to_bits
from ludarium.rules.boards.piece_placement import PASS_BUTTON, Side, return_of, sides, stones_game
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import outflanked
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, Ruleset, standard
from ludarium.rules.provenance import Provenance

BOARD = SquareBoard(8, 8)
NAMES, CELLS = BOARD.names, BOARD.cells
WHITE, BLACK = BOARD.cells_of(("d4", "e5")), BOARD.cells_of(("d5", "e4"))
SIDES = (Side(say("Black"), "ebony", "b"), Side(say("White"), "ivory", "w"))
PASS = 64


class OthelloState(NamedTuple):
    """mine, theirs: the discs of the seat to move and of the other."""

    mine: Bits
    theirs: Bits
    seat: int


def start(ruleset: Ruleset, seats: int) -> OthelloState:
    return OthelloState(BLACK, WHITE, 0)


# Rules. An action is the index of a cell, or PASS.

captured, capturing = outflanked(BOARD)


@jitable
def placements(mine: Bits, theirs: Bits) -> Bits:
    """The cells where a disc of mine encloses at least one of theirs."""
    return capturing(mine, theirs) & (CELLS ^ (mine | theirs))


@jitable
def movers(state: OthelloState) -> Bits:
    if placements(state.mine, state.theirs) or placements(state.theirs, state.mine):
        return ONE << to_bits(state.seat)
    return EMPTY


@jitable
def legal_count(state: OthelloState, seat: int) -> int:
    return max(1, popcount(placements(state.mine, state.theirs)))


@jitable
def nth_legal(state: OthelloState, seat: int, n: int) -> int:
    cells = placements(state.mine, state.theirs)
    return nth_bit(cells, n) if cells else PASS


@jitable
def play(state: OthelloState, action: int) -> OthelloState:
    if action == PASS:
        return OthelloState(state.theirs, state.mine, 1 - state.seat)
    disc = bit(action)
    turned = captured(disc, state.mine, state.theirs)
    return OthelloState(state.theirs ^ turned, state.mine | disc | turned, 1 - state.seat)


@jitable
def returns(state: OthelloState, seat: int) -> float:
    lead = popcount(state.mine) - popcount(state.theirs)
    return return_of(lead, seat ^ state.seat)


# Text and touches


def action_texts(state: OthelloState, seat: int, action: int) -> tuple[str, ...]:
    return (PASS_BUTTON,) if action == PASS else (NAMES[action],)


def touches(state: OthelloState, seat: int, action: int) -> tuple[str, ...]:
    return action_texts(state, seat, action)


def result(state: OthelloState) -> str:
    black, white = map(popcount, sides(state))
    if black == white:
        return say("Neither side can move: a draw, {black} to {white}", black=black, white=white)
    return say(
        "Neither side can move: {winner} wins {discs} to {other}",
        winner=SIDES[black < white].name,
        discs=max(black, white),
        other=min(black, white),
    )


def fault(state: OthelloState) -> str:
    middle = WHITE | BLACK
    filled = popcount((state.mine | state.theirs) & middle)
    return "" if filled == 4 else f"{filled} discs on the four cells in the middle, expected 4"


def gtp_setup(ruleset: Ruleset) -> tuple[str, ...]:
    """The size of the board, and which game it is, as programs for it also know boards of Go."""
    return f"boardsize {BOARD.row_count}", "set_game Othello"


def gtp_lead(state: OthelloState) -> int:
    """The difference of discs at the end; free cells count for the winner, as at tournaments."""
    black, white = map(popcount, sides(state))
    free = popcount(CELLS) - black - white
    return black - white + free * ((black > white) - (black < white))


GAME = stones_game(
    name="othello",
    title=say("Othello"),
    kinds=("territory",),
    provenance=Provenance(
        place=say("Mito, Japan"),
        latitude=36.37,
        longitude=140.47,
        period="1971",
        source=say("Wikipedia: {article}", article="Reversi"),
    ),
    other_names=(OtherName("Reversi", "en"), OtherName("Reversi", "cs")),
    state=OthelloState,
    board=BOARD,
    sides_of=SIDES,
    names=(say("black disc"), say("white disc")),
    shape="counter",
    upright=True,
    rulesets=(standard(say("the rules of the World Othello Federation")),),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    result=result,
    fault=fault,
    passing=PASS,
    task=say("place a disc that encloses discs of the other side"),
    hints="ludarium.hints.othello",
    gtp_setup=gtp_setup,
    gtp_names=("", "Othello"),
    gtp_lead=gtp_lead,
    gtp_columns="abcdefgh",
    wording="ludarium.games.wording.othello",
    interchange="ludarium.games.interchange.othello",
)
