"""International draughts: kings fly across the board, and who can take must take the most.

Two players, White and Black, on the dark cells of a chequered board, with men on the rows nearest
to them: 20 on ten cells by ten, 12 on eight by eight. White begins. A man steps one cell diagonally
forward to a free cell. It takes in all four diagonal directions, an enemy piece next to it with a
free cell directly behind, where it lands. A king goes any number of free cells diagonally; it takes
the first enemy piece in its way, however far it is, if the cell behind that is free, and lands on
any free cell from there on.

Who can take must, and as long as the piece that took can take more, it must. What is taken stays on
the board until the turn ends, and is not passed over again. In the international and the Brazilian
game a turn must take as many pieces as any can. In the Russian game it may be any capture, but a
king must land where it can take more, if it can.

A man that ends a turn in the farthest row becomes a king; in the Russian game also one that comes
there while it takes, and it goes on as a king. Who cannot move, or has no piece left, loses. It is
a draw when a position occurs for the third time, and when each side made so many moves in a row
that took nothing and moved no man: 25 in the international, 20 in the Brazilian and 15 in the
Russian game.

Source: the official rules of the Fédération Mondiale du Jeu de Dames; those of the Brazilian and
the Russian game as the federation has them for 64 cells. What they say of endings with few pieces
is left out. Each capture is a move of its own here, by the same player as long as the turn goes on.

Notation: on the large board cells are numbered from 1 to 50, from White's farthest row on the left;
on the small ones they have letters and numbers, as in chess. `32-28` a step, `32x23` a capture. A
whole turn may be written by its ends, or by all cells, `32x23x14`. A position is written in rows
from the top, `w` and `b` for men, `W` and `B` for kings; then who moves, the piece that has to go
on and what it has taken, as in `32x28x19`, or `-`, and how many moves of both sides there were
since one took a piece or moved a man.
"""

from __future__ import annotations

import functools
import itertools
from typing import Annotated, Any, NamedTuple

from ludarium.games.interchange.pdn import rows_of
from ludarium.phrases import say
from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    count_of_four,
    lowest,
    members,
    nth_of_four,
    popcount,
    to_bits,
    union_of_four,
)
from ludarium.rules.boards.board import Board
from ludarium.rules.boards.draughts import (
    Chequers,
    dark_cells,
    men_and_kings,
    rest_of_path,
    sets_of_men_and_kings,
)
from ludarium.rules.boards.flying_kings import (
    MOST_TAKEN,
    TAKES,
    TO,
    Captures,
    captures,
    draughts_moves,
    playing,
    steps_in,
)
from ludarium.rules.boards.piece_placement import Side, Stones, pieces_of, sides
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.dispatch import Functions, jitable, named
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import View

SIDES = (Side(say("White"), "ivory", "w"), Side(say("Black"), "ebony", "b"))
QUIET = 50


class Cells10(Bits, width=128):
    """Sets of cells of the board of ten by ten."""


class InternationalState(NamedTuple):
    """mine, theirs: the pieces of the seat to move and of the other."""

    mine: Cells10
    theirs: Cells10
    kings: Cells10
    """The kings of both."""
    jumper: Cells10
    """The piece that has to go on with its captures, or empty."""
    taken: Cells10
    """The pieces taken in this turn, which are still on the board."""
    owed: Annotated[int, range(MOST_TAKEN + 1)]
    """The number of pieces that this turn has yet to take; in the Russian game 1 where it can take
    any."""
    quiet: Annotated[int, range(QUIET + 1)]
    """Moves of both sides since the last that took a piece or moved a man."""
    seat: int


class BrazilianState(NamedTuple):
    """The state of the Brazilian game, like InternationalState."""

    mine: Bits
    theirs: Bits
    kings: Bits
    jumper: Bits
    taken: Bits
    owed: Annotated[int, range(MOST_TAKEN + 1)]
    quiet: Annotated[int, range(QUIET + 1)]
    seat: int


class RussianState(NamedTuple):
    """The state of the Russian game, like InternationalState."""

    mine: Bits
    theirs: Bits
    kings: Bits
    jumper: Bits
    taken: Bits
    owed: Annotated[int, range(2)]
    quiet: Annotated[int, range(QUIET + 1)]
    seat: int


LARGE, SMALL = Chequers(10, Cells10, from_top=True), SquareBoard(8, 8, chequered=True)
BOARDS: dict[type, Board] = {
    InternationalState: LARGE,
    BrazilianState: SMALL,
    RussianState: SMALL,
}
LIMITS: dict[type, int] = {InternationalState: 50, BrazilianState: 40, RussianState: 30}
"""Quiet moves after which it is a draw."""
FREE_CHOICE = {RussianState}
"""The games where a turn need not take the most, and men become kings in passing."""
State = Any  # one of the three


@functools.cache
def captures_of(make: type) -> Captures:
    """The functions on captures in states of this type."""
    return captures(BOARDS[make], any_will_do=make in FREE_CHOICE)


# Rules


def rules_of(make: type) -> Functions:
    """The rules for states of this type."""
    limit, capturing = LIMITS[make], captures_of(make)
    steps, source_of = steps_in(BOARDS[make]), draughts_moves(BOARDS[make]).source
    count_captures, nth_capture = capturing.count, capturing.nth

    @jitable
    def can_move(state: State) -> bool:
        return state.owed > 0 or bool(union_of_four(steps(state, state.mine)))

    @jitable
    def movers(state: State) -> Bits:
        if state.quiet >= limit or not can_move(state):
            return EMPTY
        return ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        return count_captures(state) if state.owed else count_of_four(steps(state, state.mine))

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        if state.owed:
            source, target = nth_capture(state, n)
            return source + TO * target + TAKES
        direction, cell = nth_of_four(steps(state, state.mine), (0, 1, 2, 3), n)
        return source_of(lowest(cell), direction, state.mine) + TO * lowest(cell)

    @jitable
    def returns(state: State, seat: int) -> float:
        if can_move(state):
            return 0.0
        return -1.0 if seat == state.seat else 1.0

    @jitable
    def repetition_state(state: State) -> State:
        mine, theirs, kings, jumper, taken, owed, _, seat = state
        return make(mine, theirs, kings, jumper, taken, owed, 0, seat)

    play = playing(make, BOARDS[make], any_will_do=make in FREE_CHOICE)
    return named(movers, legal_count, nth_legal, play, returns, repetition_state, pieces_of)


RULES: dict[type, Functions] = {state: rules_of(state) for state in BOARDS}


# Text and touches

STONES = {
    state: Stones(board, SIDES, men_and_kings(white=0), sets_of_men_and_kings)
    for state, board in BOARDS.items()
}


def touches(state: State, seat: int, action: int) -> tuple[str, str]:
    names = BOARDS[type(state)].names
    return names[action % TO], names[action // TO % TO]


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    source, target = touches(state, seat, action)
    if action >= TAKES:
        return (f"{source}x{target}", f"{source}-{target}")
    return (f"{source}-{target}",)


def rest_of(state: State, seat: int, action: int, text: str) -> tuple[str, ...]:
    return rest_of_path(text, *touches(state, seat, action), jumps=action >= TAKES)


def write_position(state: State) -> str:
    names = BOARDS[type(state)].names
    run = "x".join(names[index] for index in (*members(state.jumper), *members(state.taken)))
    return f"{STONES[type(state)].write(state)} {run or '-'} {state.quiet}"


def read_position(text: str, ruleset: Ruleset) -> State:
    make = ruleset.parameters
    board, limit = BOARDS[make], LIMITS[make]
    text = rows_of(text, board) if text[1:2] == ":" else text
    expected = "a man (w or b), a king (W or B) or a number of empty cells"
    sets, seat, cursor = STONES[make].read(text, expected, more=True)
    at, run = cursor.at, cursor.word()
    names = [] if run == "-" else run.split("x")
    if run != "-" and (len(names) < 2 or not {*names} <= {*board.index}):
        raise cursor.fault("a piece that has to go on and what it took, such as a1xb2, or -", at)
    quiet = cursor.number(limit, f"0 to {limit} moves that took nothing and moved no man")
    cursor.end()
    white, black = sets["w"] | sets["W"], sets["b"] | sets["B"]
    mine, theirs = (white, black) if seat == 0 else (black, white)
    jumper, taken = board.cells_of(names[:1]), board.cells_of(names[1:])
    state = make(mine, theirs, sets["W"] | sets["B"], jumper, taken, 0, quiet, seat)
    if wrong := fault(state):
        raise cursor.impossible(wrong)
    free = dark_cells(board) ^ (mine | theirs)
    due = captures_of(make).owed(jumper or mine, state.kings, theirs ^ taken, free)
    if jumper and not due:
        raise cursor.impossible(f"nothing on {names[0]} can take more, expected -")
    return state._replace(owed=due)


def fault(state: State) -> str:
    """Tell what is impossible about a position; empty where it is possible."""
    board = BOARDS[type(state)]
    names, cells, most = board.names, dark_cells(board), 20 if board is LARGE else 12
    ends = board.rows[-1], board.rows[0]
    for side, own, farthest in zip(SIDES, sides(state), ends, strict=True):
        if popcount(own) > most:
            return f"{popcount(own)} pieces of {side.name}, expected at most {most}"
        if light := own & ~cells:
            return f"a piece of {side.name} on {names[lowest(light)]}, expected dark cells only"
        if men := own & farthest & ~state.kings & ~state.jumper:
            return f"a man of {side.name} on {names[lowest(men)]}, expected a king there"
    if not state.theirs:
        return f"{SIDES[1 - state.seat].name} has no pieces, expected one at least"
    if state.jumper & ~state.mine or state.taken & ~state.theirs:
        return "a run of captures of other pieces than there are"
    if state.jumper and state.quiet:
        return f"{state.quiet} moves that took nothing, expected 0 after a capture"
    return ""


# View


def view(state: State, before: State | None, action: int | None) -> View:
    touched = touches(before, before.seat, action) if before and action is not None else ()
    going = bool(RULES[type(state)]["movers"](state))
    return STONES[type(state)].view(
        state,
        touched,
        going=going,
        status=status(state, going=going),
        task=say("take: who can take must") if going and state.owed else say("move a man"),
        captured=state.taken,
    )


def status(state: State, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if going and state.jumper:
        return say("{seat} must take more", seat=seat)
    if going:
        return say("{seat} to move", seat=seat)
    if not state.mine:
        return say("{loser} has no pieces left: {winner} wins", loser=seat, winner=other)
    if RULES[type(state)]["returns"](state, 0):
        return say("{loser} cannot move: {winner} wins", loser=seat, winner=other)
    moves = LIMITS[type(state)] // 2
    return say("{moves} moves of each side that took nothing and moved no man: a draw", moves=moves)


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """List each step and each capture along a diagonal."""
    board, actions = BOARDS[ruleset.parameters], []
    places = {index: board.place(index) for index in members(dark_cells(board))}
    for (a, at), (b, to) in itertools.permutations(places.items(), 2):
        far = abs(at[0] - to[0])
        if far == abs(at[1] - to[1]):
            actions += [a + TO * b] + [a + TO * b + TAKES] * (far > 1)
    return actions


STARTS: dict[type, str] = {
    InternationalState: (
        "1b1b1b1b1b/b1b1b1b1b1/1b1b1b1b1b/b1b1b1b1b1/10/10/"
        "1w1w1w1w1w/w1w1w1w1w1/1w1w1w1w1w/w1w1w1w1w1"
    ),
    BrazilianState: (small := "1b1b1b1b/b1b1b1b1/1b1b1b1b/8/8/w1w1w1w1/1w1w1w1w/w1w1w1w1"),
    RussianState: small,
}


def start(ruleset: Ruleset, seats: int) -> State:
    return read_position(f"{STARTS[ruleset.parameters]} w - 0", ruleset)


GAME = Game(
    name="international",
    title=say("International draughts"),
    kinds=("war",),
    provenance=Provenance(
        place=say("France and the Netherlands"),
        latitude=50.5,
        longitude=4.0,
        period=say("18th century"),
        source=say("Wikipedia: {article}", article="International draughts"),
        dated=(1701, 1800),
        near=True,
    ),
    other_names=(
        OtherName("International checkers", "en"),
        OtherName("Polish draughts", "en"),
        OtherName("Polská dáma", "cs"),
        OtherName("Stopolní dáma", "cs"),
    ),
    state=InternationalState,
    functions=RULES[InternationalState],
    other_states={state: RULES[state] for state in (BrazilianState, RussianState)},
    board_under=lambda state: BOARDS[type(state)],
    seats=(2, 2),
    seat_names=tuple(side.name for side in SIDES),
    rulesets=(
        Ruleset(
            name="international",
            title=say("International"),
            source=say("Fédération Mondiale du Jeu de Dames: official rules"),
            notes=say("10 × 10 cells and 20 men a side; who can take must take the most."),
            parameters=InternationalState,
        ),
        Ruleset(
            name="brazilian",
            title=say("Brazilian"),
            source=say("Fédération Mondiale du Jeu de Dames: rules of draughts on 64 cells"),
            notes=say("8 × 8 cells and 12 men a side; who can take must take the most."),
            parameters=BrazilianState,
        ),
        Ruleset(
            name="russian",
            title=say("Russian"),
            source=say("Fédération Mondiale du Jeu de Dames: rules of draughts on 64 cells"),
            notes=say(
                "8 × 8 cells and 12 men a side; any capture will do, and men become kings in "
                "passing."
            ),
            parameters=RussianState,
        ),
    ),
    start=start,
    action_texts=action_texts,
    rest_of=rest_of,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=every_action,
    repetition=3,
    hints="ludarium.hints.international",
    wording="ludarium.games.wording.international",
    interchange="ludarium.games.interchange.international",
    rules=__doc__,
)
