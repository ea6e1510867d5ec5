"""English draughts, or checkers: take all enemy pieces by jumping over them, or block them.

Two players, Black and White, on the 32 dark cells of a board of 8 by 8, with 12 men each on the
three rows nearest to them. Black begins. A man steps one cell diagonally forward to a free cell, or
jumps diagonally forward over an enemy piece next to it to the free cell directly behind, and takes
that piece. Who can take must, and may choose among the ways to do so; and as long as the piece that
jumped can jump again, it must.

A man that comes to the farthest row becomes a king, which ends the turn. Kings step and jump one
cell backward as well. Who cannot move, or has no piece left, loses. It is a draw when a position
occurs for the third time, and when each side made forty moves in a row that took nothing and
advanced no man.

Source: rules of the World Checkers Draughts Federation, which let a player claim the draws; they
come of themselves here. Each jump is a move of its own here, by the same player as long as it goes
on.

Notation: the cells are numbered from 1 to 32, from Black's right hand forward; `11-15` a step,
`22x15` a jump. A whole turn may be written by its ends, `22x8`, or by all cells, `22x15x8`. A
position is written in rows from White's side, `b` and `w` for men, `B` and `W` for kings; then who
moves, the cell of a piece that has to jump on, or `-`, and how many moves of both sides there were
since one took a piece or advanced a man.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.games.interchange.pdn import rows_of
from ludarium.phrases import say
from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    Four,
    bit,
    count_of_four,
    lowest,
    members,
    nth_of_four,
    popcount,
    to_bits,
    union_of_four,
)
from ludarium.rules.boards.draughts import (
    Chequers,
    dark_cells,
    men_and_kings,
    rest_of_path,
    sets_of_men_and_kings,
)
from ludarium.rules.boards.piece_placement import Side, Stones, sides
from ludarium.rules.boards.verbs import shift
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import OtherName, Ruleset, standard
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import View

BOARD = Chequers(8, from_top=False)
NAMES, ROWS = BOARD.names, BOARD.rows
CELLS = dark_cells(BOARD)
SIDES = (Side(say("Black"), "ebony", "b"), Side(say("White"), "ivory", "w"))
MOST = 12  # pieces of a side
TAKES = 4096
QUIET = 80  # moves of both sides
TOP, BOTTOM = Bits(ROWS[7] & CELLS), Bits(ROWS[0] & CELLS)
WAYS = (7, 9, -9, -7)
"""The index differences of steps: up to the left and to the right, then down."""


class DraughtsState(NamedTuple):
    """mine, theirs: the pieces of the seat to move and of the other."""

    mine: Bits
    theirs: Bits
    kings: Bits
    """The kings of both."""
    jumper: Bits
    """The piece that has to jump on, or empty."""
    quiet: Annotated[int, range(QUIET + 1)]
    """Moves of both sides since the last that took a piece or advanced a man."""
    seat: int


# Rules. An action is the index of the piece's cell, 64 times that of the cell it goes to, and TAKES
# where it jumps.

up_left, up_right = shift(BOARD, -1, 1), shift(BOARD, 1, 1)
down_left, down_right = shift(BOARD, -1, -1), shift(BOARD, 1, -1)


@jitable
def upward(state: DraughtsState) -> Bits:
    """The pieces that may go up the board: Black's men, and kings."""
    return state.mine if state.seat == 0 else state.mine & state.kings


@jitable
def downward(state: DraughtsState) -> Bits:
    return state.mine & state.kings if state.seat == 0 else state.mine


@jitable
def steps(state: DraughtsState) -> Four:
    """The targets of steps of the seat to move: up the board to the left and to the right, then
    down.
    """
    free = CELLS ^ (state.mine | state.theirs)
    rising, falling = upward(state), downward(state)
    return (
        up_left(rising) & free,
        up_right(rising) & free,
        down_left(falling) & free,
        down_right(falling) & free,
    )


@jitable
def taking(state: DraughtsState) -> Four:
    """The targets of jumps of the seat to move, likewise."""
    theirs, free = state.theirs, CELLS ^ (state.mine | state.theirs)
    rising, falling = upward(state), downward(state)
    if state.jumper:
        rising, falling = rising & state.jumper, falling & state.jumper
    return (
        up_left(up_left(rising) & theirs) & free,
        up_right(up_right(rising) & theirs) & free,
        down_left(down_left(falling) & theirs) & free,
        down_right(down_right(falling) & theirs) & free,
    )


@jitable
def movers(state: DraughtsState) -> Bits:
    if state.quiet >= QUIET or not (union_of_four(taking(state)) or union_of_four(steps(state))):
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: DraughtsState, seat: int) -> int:
    must = taking(state)
    return count_of_four(must) if union_of_four(must) else count_of_four(steps(state))


@jitable
def nth_legal(state: DraughtsState, seat: int, n: int) -> int:
    must = taking(state)
    if union_of_four(must):
        way, cell = nth_of_four(must, WAYS, n)
        target = lowest(cell)
        return target - 2 * way + 64 * target + TAKES
    way, cell = nth_of_four(steps(state), WAYS, n)
    target = lowest(cell)
    return target - way + 64 * target


@jitable
def play(state: DraughtsState, action: int) -> DraughtsState:
    source, target = bit(action & 63), bit((action >> 6) & 63)
    mine, theirs = state.mine ^ source ^ target, state.theirs
    king = bool(state.kings & source)
    kings = (state.kings & (CELLS ^ source)) | (target if king else EMPTY)
    quiet = state.quiet + 1 if king else 0
    crowned = not king and bool(target & (TOP if state.seat == 0 else BOTTOM))
    if action >= TAKES:
        taken = bit(((action & 63) + ((action >> 6) & 63)) >> 1)
        theirs, kings, quiet = theirs ^ taken, kings & (CELLS ^ taken), 0
        again = DraughtsState(mine, theirs, kings, target, 0, state.seat)
        if not crowned and union_of_four(taking(again)):
            return again
    if crowned:
        kings |= target
    return DraughtsState(theirs, mine, kings, EMPTY, quiet, 1 - state.seat)


@jitable
def returns(state: DraughtsState, seat: int) -> float:
    if union_of_four(taking(state)) or union_of_four(steps(state)):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


@jitable
def repetition_state(state: DraughtsState) -> DraughtsState:
    return DraughtsState(state.mine, state.theirs, state.kings, state.jumper, 0, state.seat)


# Text and touches

STONES = Stones(BOARD, SIDES, men_and_kings(white=1), sets_of_men_and_kings)


def action_texts(state: DraughtsState, seat: int, action: int) -> tuple[str, ...]:
    source, target = touches(state, seat, action)
    if action >= TAKES:
        return (f"{source}x{target}", f"{source}-{target}")
    return (f"{source}-{target}",)


def rest_of(state: DraughtsState, seat: int, action: int, text: str) -> tuple[str, ...]:
    return rest_of_path(text, *touches(state, seat, action), jumps=action >= TAKES)


def touches(state: DraughtsState, seat: int, action: int) -> tuple[str, str]:
    return NAMES[action & 63], NAMES[action >> 6 & 63]


def write_position(state: DraughtsState) -> str:
    jumper = NAMES[lowest(state.jumper)] if state.jumper else "-"
    return f"{STONES.write(state)} {jumper} {state.quiet}"


def read_position(text: str, ruleset: Ruleset) -> DraughtsState:
    text = rows_of(text, BOARD) if text[1:2] == ":" else text
    expected = "a man (b or w), a king (B or W) or a number of empty cells"
    sets, seat, cursor = STONES.read(text, expected, more=True)
    dark = (site.id for site in BOARD.sites if site.dark)
    jumping = cursor.word_of({"-", *dark}, "the cell of a piece that has to jump on, or -")
    quiet = cursor.number(QUIET, f"0 to {QUIET} moves that took nothing and advanced no man")
    cursor.end()
    black, white = sets["b"] | sets["B"], sets["w"] | sets["W"]
    own = (black, white) if seat == 0 else (white, black)
    jumper = EMPTY if jumping == "-" else BOARD.cells_of([jumping])
    state = DraughtsState(*own, sets["B"] | sets["W"], jumper, quiet, seat)
    if wrong := fault(state):
        raise cursor.impossible(wrong)
    return state


def fault(state: DraughtsState) -> str:
    """Tell what is impossible about a position; empty where it is possible."""
    for side, own, farthest in zip(SIDES, sides(state), (TOP, BOTTOM), strict=True):
        if popcount(own) > MOST:
            return f"{popcount(own)} pieces of {side.name}, expected at most {MOST}"
        if light := own & (BOARD.cells ^ CELLS):
            return f"a piece of {side.name} on {NAMES[lowest(light)]}, expected dark cells only"
        if men := own & farthest & (CELLS ^ state.kings):
            return f"a man of {side.name} on {NAMES[lowest(men)]}, expected a king there"
    if not state.theirs:
        return f"{SIDES[1 - state.seat].name} has no pieces, expected one at least"
    if state.jumper and not (state.jumper & state.mine and union_of_four(taking(state))):
        name = SIDES[state.seat].name
        return f"nothing of {name} on {NAMES[lowest(state.jumper)]} can jump on, expected -"
    if state.jumper and state.quiet:
        return f"{state.quiet} moves that took nothing, expected 0 after a jump"
    return ""


# View


def view(state: DraughtsState, before: DraughtsState | None, action: int | None) -> View:
    touched = touches(before, before.seat, action) if before and action is not None else ()
    going = bool(movers(state))
    must = going and bool(union_of_four(taking(state)))
    return STONES.view(
        state,
        touched,
        going=going,
        status=status(state, going=going),
        task=say("jump: who can take must") if must else say("move a man"),
    )


def status(state: DraughtsState, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if going and state.jumper:
        return say("{seat} must jump on", seat=seat)
    if going:
        return say("{seat} to move", seat=seat)
    if not state.mine:
        return say("{loser} has no pieces left: {winner} wins", loser=seat, winner=other)
    if returns(state, 0):
        return say("{loser} cannot move: {winner} wins", loser=seat, winner=other)
    return say("Forty moves of each side that took nothing and advanced no man: a draw")


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """List each step and each jump, in all directions."""
    return [
        source + 64 * target + (TAKES if length == 2 else 0)
        for source in members(CELLS)
        for way in WAYS
        for length in (1, 2)
        if (target := source + length * way) in NAMES
        and abs(BOARD.place(source)[0] - BOARD.place(target)[0]) == length
    ]


START = "1w1w1w1w/w1w1w1w1/1w1w1w1w/8/8/b1b1b1b1/1b1b1b1b/b1b1b1b1 b - 0"


def start(ruleset: Ruleset, seats: int) -> DraughtsState:
    return read_position(START, ruleset)


GAME = STONES.game(
    name="draughts",
    title=say("English draughts"),
    kinds=("war",),
    provenance=Provenance(
        place=say("London"),
        latitude=51.51,
        longitude=-0.13,
        period="1756",
        source=say("{work}, as cited by {by}", work="Payne 1756", by="Wikipedia"),
    ),
    first_pick=True,
    other_names=(
        OtherName("Checkers", "en"),
        OtherName("American checkers", "en"),
        OtherName("Straight checkers", "en"),
        OtherName("Dáma", "cs"),
    ),
    state=DraughtsState,
    rulesets=(standard(say("rules of the World Checkers Draughts Federation")),),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns, repetition_state),
    action_texts=action_texts,
    rest_of=rest_of,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=every_action,
    repetition=3,
    hints="ludarium.hints.draughts",
    wording="ludarium.games.wording.draughts",
    interchange="ludarium.games.interchange.draughts",
)
