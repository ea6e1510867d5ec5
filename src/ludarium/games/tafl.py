"""Hnefatafl: a king and his men break out of a ring of attackers twice as strong.

Two players, Attacker and Defender, on a square board with an odd number of cells a side. The king
begins on the cell in the middle, the throne, with his defenders around him and the attackers at the
edges. The attackers move first. Every piece moves like a rook of chess: any number of free cells
along a row or a column. Only the king may stop on the throne, and he may come back to it; others
may pass over it while it is empty. Where the corners are his goal, only he may stop there.

A piece is captured when an enemy moves next to it and it is then between two enemies in a row or a
column. It may move between two enemies without harm. The king captures as his men do. In place of
the second piece there may be a hostile cell: the throne, for attackers always and for defenders
when it is empty, and the corners where they are the goal.

The king's side wins when he reaches a goal: a corner, or any cell of the edge. The attackers win
when they capture him. On the throne he is captured between four attackers, next to it between three
and the throne, and elsewhere as any piece, or in Fetlar between four, so not at the edge. There the
attackers also win when no way leads from the king or any of his men to the edge, other than through
attackers. Who cannot move loses. It is a draw when a position occurs for the third time, and after
fifty moves of each side in a row without a capture.

Source: the rules of Brandubh, Tablut and Fetlar Hnefatafl as Aage Nielsen tells them
(aagenielsen.dk). What Linnaeus noted of Tablut in 1732 leaves open who begins and what is hostile.
Our reading: corners are hostile to Brandubh's king, too; all draw by repetition and fifty moves.

Notation: `d1-a1`. A position is written in rows from the top, `a` an attacker, `d` a defender, `k`
the king; then who moves, and for how many moves of both sides nothing was captured.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, lowest, popcount, to_bits
from ludarium.rules.boards.directions import DirectionSets, count_of_eight
from ludarium.rules.boards.orthogonal import beside, custodial_captures
from ludarium.rules.boards.piece_placement import CROWN, Kind, Side, Stones
from ludarium.rules.boards.tafl import TaflBoard, tafl_moves
from ludarium.rules.dispatch import Functions, jitable, large, named
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import View

SIDES = (Side(say("Attacker"), "ebony", "a"), Side(say("Defender"), "ivory", "d"))
ATTACKER, DEFENDER = 0, 1
QUIET = 100  # moves of both sides
TO = 128  # an action is the cell from which a piece goes, and TO times that to which it goes


class TaflCells(Bits, width=128):
    """Sets of cells of a board of up to 11 by 11."""


class BrandubhState(NamedTuple):
    """king: empty where he was captured. quiet: moves of both sides since the last capture."""

    attackers: Bits
    defenders: Bits
    king: Bits
    quiet: Annotated[int, range(QUIET + 1)]
    seat: int


class TablutState(NamedTuple):
    """The state of Tablut, like BrandubhState."""

    attackers: TaflCells
    defenders: TaflCells
    king: TaflCells
    quiet: Annotated[int, range(QUIET + 1)]
    seat: int


class FetlarState(NamedTuple):
    """The state of Fetlar Hnefatafl, like BrandubhState."""

    attackers: TaflCells
    defenders: TaflCells
    king: TaflCells
    quiet: Annotated[int, range(QUIET + 1)]
    seat: int


BOARDS: dict[type, TaflBoard] = {
    BrandubhState: TaflBoard(7, Bits, corners=True),
    TablutState: TaflBoard(9, TaflCells, corners=False),
    FetlarState: TaflBoard(11, TaflCells, corners=True),
}
SETUPS: dict[type, str] = {
    BrandubhState: "3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3",
    TablutState: "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3",
    FetlarState: "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3",
}
STRONG = {FetlarState}
"""The games where four must capture the king everywhere, and surrounding all his men wins, too."""
State = Any  # one of the three


# Rules


@jitable
def in_turn(state: State) -> tuple[Bits, Bits]:
    """The men of the seat to move, and the king if he is its."""
    if state.seat == ATTACKER:
        return state.attackers, state.king ^ state.king
    return state.defenders, state.king


@functools.cache
def ending(make: type) -> tuple[Callable[[State], bool], Callable[[State], bool]]:
    """Two functions of a state of this type: whether the king is surrounded with all his men; and
    whether the seat to move can.
    """
    board, strong = BOARDS[make], make in STRONG
    cells, edge, (_, can_move, _, enclosed) = board.cells, board.edge, tafl_moves(board)

    @jitable
    def surrounded(state: State) -> bool:
        if not strong or state.seat == ATTACKER:
            return False
        return enclosed(state.defenders | state.king, state.attackers, edge)

    @jitable
    def mobile(state: State) -> bool:
        men, king = in_turn(state)
        return can_move(men, king, cells ^ (state.attackers | state.defenders | state.king))

    return surrounded, mobile


@functools.cache
def striking(make: type) -> tuple[Callable[[Bits, Bits], Bits], Callable[[Bits, Bits, Bits], bool]]:
    """Two functions of the attackers and the king: what his men are captured against; and, with the
    attacker that has just moved, whether it captures him.
    """
    board, strong = BOARDS[make], make in STRONG
    throne, corners, edge = board.throne, board.corners, board.edge
    next_to, flanked = beside(board), custodial_captures(board)
    guarded = board.sets(throne | next_to(throne))

    @jitable
    def hostile_to_men(attackers: Bits, king: Bits) -> Bits:
        return attackers | corners | (throne ^ (throne & king))

    @jitable
    def king_taken(attackers: Bits, king: Bits, piece: Bits) -> bool:
        around = next_to(king)
        if not around & piece:
            return False
        if strong or king & guarded:
            hostile = attackers | (throne ^ (throne & king))
            return not king & edge and around & hostile == around
        return bool(flanked(piece, king, attackers | corners))

    return hostile_to_men, king_taken


def tafl_rules(make: type) -> Functions:
    """The rules on the board of this type of states."""
    board, (surrounded, mobile) = BOARDS[make], ending(make)
    hostile_to_men, king_taken = striking(make)
    cells, one, nothing, goal = board.cells, board.sets(1), board.sets(0), board.goal
    throne, corners, flanked = board.throne, board.corners, custodial_captures(board)
    moves_of, _, nth_of, _ = tafl_moves(board)

    @jitable
    def moves(state: State) -> DirectionSets:
        men, king = in_turn(state)
        return moves_of(men, king, cells ^ (state.attackers | state.defenders | state.king))

    @jitable
    def movers(state: State) -> Bits:
        if not state.king or state.king & goal or surrounded(state):
            return EMPTY
        if state.quiet >= QUIET or not mobile(state):
            return EMPTY
        return ONE << to_bits(state.seat)

    @jitable
    def legal_count(state: State, seat: int) -> int:
        return count_of_eight(moves(state))

    @jitable
    def nth_legal(state: State, seat: int, n: int) -> int:
        men, king = in_turn(state)
        source, target = nth_of(men | king, moves(state), n)
        return source + TO * target

    @large
    def play(state: State, action: int) -> State:
        attackers, defenders, king, quiet, seat = state
        source, target = one << (action & (TO - 1)), one << (action // TO)
        if seat == ATTACKER:
            attackers ^= source | target
            taken = flanked(target, defenders, hostile_to_men(attackers, king))
            defenders ^= taken
            if king_taken(attackers, king, target):
                taken |= king
                king = nothing
        else:
            if source == king:
                king = target
            else:
                defenders ^= source | target
            taken = flanked(target, attackers, defenders | king | corners | throne)
            attackers ^= taken
        quiet = 0 if taken else quiet + 1
        return make(attackers, defenders, king, quiet, 1 - seat)

    @jitable
    def returns(state: State, seat: int) -> float:
        if not state.king or surrounded(state):
            winner = ATTACKER
        elif state.king & goal:
            winner = DEFENDER
        elif not mobile(state):
            winner = 1 - state.seat
        else:
            return 0.0
        return 1.0 if seat == winner else -1.0

    @jitable
    def repetition_state(state: State) -> State:
        return make(state.attackers, state.defenders, state.king, 0, state.seat)

    @jitable
    def pieces_of(state: State, seat: int) -> Bits:
        pieces: Bits = state.attackers if seat == ATTACKER else state.defenders | state.king
        return pieces

    return named(movers, legal_count, nth_legal, play, returns, repetition_state, pieces_of)


RULES: dict[type, Functions] = {state: tafl_rules(state) for state in BOARDS}


def start(ruleset: Ruleset, seats: int) -> State:
    return read_position(f"{SETUPS[ruleset.parameters]} a 0", ruleset)


# Text and touches

KINDS = (
    Kind("a", ATTACKER, "counter", "ebony", say("attacker"), "a"),
    Kind("d", DEFENDER, "counter", "ivory", say("defender"), "d"),
    Kind("k", DEFENDER, "counter", "amber", say("king"), "K", CROWN, "king"),
)
STONES = {
    state: Stones(board, SIDES, KINDS, lambda state: (state.attackers, state.defenders, state.king))
    for state, board in BOARDS.items()
}


def touches(state: State, seat: int, action: int) -> tuple[str, ...]:
    names = BOARDS[type(state)].names
    return names[action % TO], names[action // TO]


def action_texts(state: State, seat: int, action: int) -> tuple[str, ...]:
    return ("-".join(touches(state, seat, action)),)


def write_position(state: State) -> str:
    return f"{STONES[type(state)].write(state)} {state.quiet}"


def read_position(text: str, ruleset: Ruleset) -> State:
    kind = ruleset.parameters
    placed = STONES[kind].read(text, "a, d, k or a number of empty cells", more=True)
    quiet = placed.cursor.number(QUIET, f"0 to {QUIET} moves without a capture")
    placed.cursor.end()
    state = kind(*(placed.sets[sign] for sign in "adk"), quiet, placed.seat)
    if wrong := fault(state):
        raise placed.cursor.impossible(wrong)
    return state


def fault(state: State) -> str:
    """Tell what is impossible about a position; empty where it is possible."""
    board, setup = BOARDS[type(state)], SETUPS[type(state)]
    attackers, defenders, king, _, seat = state
    for kind, own in zip(KINDS, (attackers, defenders, king), strict=True):
        if popcount(own) > setup.count(kind.sign):
            return f"{popcount(own)} {kind.sign}, expected at most {setup.count(kind.sign)}"
    if not king and seat == ATTACKER:
        return "no king, expected Defender to move after he was captured"
    if king & board.goal and seat == DEFENDER:
        return "the king has escaped, expected nobody to move after that"
    if astray := (attackers | defenders) & (board.throne | board.corners):
        return f"a piece on {board.names[lowest(astray)]}, where only the king may be"
    return ""


# View


def view(state: State, before: State | None, action: int | None) -> View:
    board, kind = BOARDS[type(state)], type(state)
    going = bool(RULES[kind]["movers"](state))
    touched = touches(before, before.seat, action) if before and action is not None else ()
    captured = EMPTY
    if before and touched:
        were, are = (at.attackers | at.defenders | at.king for at in (before, state))
        captured = Bits(were & ~are & ~board.cells_of(touched[:1]))
    return STONES[kind].view(
        state,
        touched,
        going=going,
        winning=state.king & board.goal,
        status=status(state, going=going),
        task=say("move a piece along a row or a column"),
        captured=captured,
        surface="wood",
    )


def status(state: State, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    kind: type = type(state)
    surrounded, mobile = ending(kind)
    if going:
        return say("{seat} to move", seat=seat)
    if not state.king:
        return say("The king is captured: {winner} wins", winner=other)
    if state.king & BOARDS[kind].goal:
        return say("The king escapes: {winner} wins", winner=other)
    if surrounded(state):
        return say("The king and all his men are surrounded: {winner} wins", winner=other)
    if not mobile(state):
        return say("{loser} cannot move: {winner} wins", loser=seat, winner=other)
    return say("Fifty moves of each side without a capture: a draw")


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """List each move from one cell to another of its row or column."""
    places = BOARDS[ruleset.parameters].places
    pairs = itertools.permutations(places.items(), 2)
    return [a + TO * b for (a, at), (b, to) in pairs if at[0] == to[0] or at[1] == to[1]]


GAME = Game(
    name="tafl",
    title=say("Hnefatafl"),
    kinds=("hunt",),
    other_names=(OtherName("Viking chess", "en"), OtherName("Vikingské šachy", "cs")),
    state=BrandubhState,
    functions=RULES[BrandubhState],
    other_states={state: RULES[state] for state in (TablutState, FetlarState)},
    board_under=lambda state: BOARDS[type(state)],
    seats=(2, 2),
    seat_names=tuple(side.name for side in SIDES),
    rulesets=(
        Ruleset(
            name="brandubh",
            title=say("Brandubh"),
            source=say("Aage Nielsen: Rules of Brandubh 7x7"),
            notes=say("7 × 7 cells, and the king goes to a corner."),
            parameters=BrandubhState,
        ),
        Ruleset(
            name="tablut",
            title=say("Tablut"),
            source=say("Linnaeus 1732: Iter Lapponicum, as Aage Nielsen tells it"),
            notes=say("9 × 9 cells, and the king goes to any cell of the edge."),
            parameters=TablutState,
        ),
        Ruleset(
            name="fetlar",
            title=say("Fetlar Hnefatafl"),
            source=say("Fetlar Hnefatafl Panel 2008, as Aage Nielsen tells it"),
            notes=say(
                "11 × 11 cells, the king goes to a corner, and it takes four to capture him."
            ),
            parameters=FetlarState,
        ),
    ),
    start=start,
    action_texts=action_texts,
    named_by=lambda state, seat, text: BOARDS[type(state)].move_named(text, TO),
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=every_action,
    repetition=3,
    hints="ludarium.hints.tafl",
    wording="ludarium.games.wording.tafl",
    provenance=Provenance(
        place=say("Lapland"),
        latitude=66.6,
        longitude=19.0,
        period="1732",
        source=say("Linnaeus 1732: Iter Lapponicum"),
        near=True,
    ),
)
