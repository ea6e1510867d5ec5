"""Nine Men's Morris: three in a line are a mill, and each mill takes a man from the other side.

Two players, White and Black, on a board of three squares, one in the other, joined at the middles
of their sides: 24 points. Each has nine men in hand. In turn each places a man on a free point,
White first; once all are placed, each moves a man along a line to a free point next to it.

Whoever gets three men in a line, along a side of a square or across the three squares, has closed
a mill, and removes an enemy man that is in no mill, or any if all are in mills. Two mills closed at
once take one man all the same; a mill that was opened may be closed again. Who has three men left
may fly: move a man to any free point.

Who has fewer than three men left, or cannot move, loses. It is a draw when a position occurs for
the third time, and after fifty moves of each side in a row that closed no mill.

Source: the rules of today as most books and tournaments have them; Gasser 1996 proved that the game
is a draw. The ruleset without flying is the older one. Lasker's, of 1931, has ten men a side, and
each turn is to place a man or to move one. Our reading: the fifty moves.

Notation: `d6` a man placed, `d6-d7` a move, `xg1` a man removed. A position is written in rows from
the top; then who moves, the men in hand of White and of Black, `x` where a man is to be removed or
`-`, and for how many moves of both sides no mill was closed.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

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
    nth_bit,
    nth_of_four,
    popcount,
    to_bits,
)
from ludarium.rules.boards.mills import (
    INDEX,
    LABELS,
    LINES,
    NAMES,
    ORIGIN,
    POINTS,
    ROWS,
    SITES,
    ahead,
    back,
    in_mills,
    inward,
    outward,
)
from ludarium.rules.boards.piece_placement import Side, pieces_of, sides
from ludarium.rules.cursor import EMPTY_SIGN, Cursor, write_rows
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.view import Hand, HandItem, Mark, Piece, SeatView, View

SIDES = (Side(say("White"), "ivory", "w"), Side(say("Black"), "ebony", "b"))
MOST = 10  # men of a side
QUIET = 100  # moves of both sides
FLYING, FREE = 1, 2
"""Parts of the rules: three men may fly; men may move while some are in hand."""
MOVE, REMOVE = 1024, 2048


class MorrisState(NamedTuple):
    """mine, theirs: the men on the board of the seat to move and of the other."""

    mine: Bits
    theirs: Bits
    my_hand: Annotated[int, range(MOST + 1)]
    """Men of the seat to move that are not placed yet."""
    their_hand: Annotated[int, range(MOST + 1)]
    removing: Annotated[int, range(2)]
    """1 where the seat to move has closed a mill, and is to remove a man."""
    quiet: Annotated[int, range(QUIET + 1)]
    """Moves of both sides since the last man was placed or removed."""
    seat: int
    parts: Annotated[int, FIXED]


def start(ruleset: Ruleset, seats: int) -> MorrisState:
    men, parts = ruleset.parameters
    return MorrisState(EMPTY, EMPTY, men, men, 0, 0, 0, parts)


# Rules. An action is the index of the point where a man is placed, or REMOVE and that of the man
# that is removed, or MOVE, that of the man that moves, and 32 times that of the point it goes to.


@jitable
def removable(theirs: Bits) -> Bits:
    apart = theirs & (POINTS ^ in_mills(theirs))
    return apart if apart else theirs


@jitable
def free_points(state: MorrisState) -> Bits:
    return POINTS ^ (state.mine | state.theirs)


@jitable
def flies(state: MorrisState) -> bool:
    return bool(state.parts & FLYING) and state.my_hand == 0 and popcount(state.mine) == 3


@jitable
def may_move(state: MorrisState) -> bool:
    return state.my_hand == 0 or bool(state.parts & FREE)


@jitable
def steps(men: Bits, free: Bits) -> Four:
    """The targets of these men along lines: a set for each direction."""
    return ahead(men) & free, back(men) & free, inward(men) & free, outward(men) & free


@jitable
def nth_step(state: MorrisState, n: int) -> tuple[int, int]:
    """The n-th step, counted through the sets: the man that moves, and where it goes."""
    way, target = nth_of_four(steps(state.mine, free_points(state)), (0, 1, 2, 3), n)
    further = back(target) if way == 0 else ahead(target)
    across = outward(target) if way == 2 else inward(target)
    return lowest(further if way < 2 else across), lowest(target)


@jitable
def move_count(state: MorrisState) -> int:
    """The number of moves of men."""
    if not may_move(state):
        return 0
    if flies(state):
        return 3 * popcount(free_points(state))
    return count_of_four(steps(state.mine, free_points(state)))


@jitable
def is_lost(state: MorrisState) -> bool:
    """Return whether the seat to move has lost: too few men, or no move."""
    if popcount(state.mine) + state.my_hand < 3:
        return True
    return state.my_hand == 0 and move_count(state) == 0


@jitable
def movers(state: MorrisState) -> Bits:
    if state.removing == 0 and (state.quiet >= QUIET or is_lost(state)):
        return EMPTY
    return ONE << to_bits(state.seat)


@jitable
def legal_count(state: MorrisState, seat: int) -> int:
    if state.removing:
        return popcount(removable(state.theirs))
    placings = popcount(free_points(state)) if state.my_hand else 0
    return placings + move_count(state)


@jitable
def nth_legal(state: MorrisState, seat: int, n: int) -> int:
    if state.removing:
        return REMOVE + nth_bit(removable(state.theirs), n)
    free = free_points(state)
    if state.my_hand:
        if n < popcount(free):
            return nth_bit(free, n)
        n -= popcount(free)
    if flies(state):
        count = popcount(free)
        return MOVE + nth_bit(state.mine, n // count) + 32 * nth_bit(free, n % count)
    source, target = nth_step(state, n)
    return MOVE + source + 32 * target


@jitable
def play(state: MorrisState, action: int) -> MorrisState:
    mine, theirs, my_hand, their_hand, _, quiet, seat, parts = state
    if action >= REMOVE:
        theirs ^= bit(action - REMOVE)
        return MorrisState(theirs, mine, their_hand, my_hand, 0, 0, 1 - seat, parts)
    target = bit((action >> 5) & 31) if action >= MOVE else bit(action)
    if action >= MOVE:
        mine ^= bit(action & 31)
        quiet += 1
    else:
        my_hand, quiet = my_hand - 1, 0
    mine |= target
    if in_mills(mine) & target and theirs:
        return MorrisState(mine, theirs, my_hand, their_hand, 1, quiet, seat, parts)
    return MorrisState(theirs, mine, their_hand, my_hand, 0, quiet, 1 - seat, parts)


@jitable
def returns(state: MorrisState, seat: int) -> float:
    if not is_lost(state):
        return 0.0
    return -1.0 if seat == state.seat else 1.0


@jitable
def repetition_state(state: MorrisState) -> MorrisState:
    mine, theirs, my_hand, their_hand, removing, _, seat, parts = state
    return MorrisState(mine, theirs, my_hand, their_hand, removing, 0, seat, parts)


# Text and touches


def touches(state: MorrisState, seat: int, action: int) -> tuple[str, ...]:
    if action >= REMOVE:
        return (NAMES[action - REMOVE],)
    if action >= MOVE:
        return NAMES[action & 31], NAMES[action >> 5 & 31]
    return (NAMES[action],)


def action_texts(state: MorrisState, seat: int, action: int) -> tuple[str, ...]:
    text = "-".join(touches(state, seat, action))
    return (f"x{text}",) if action >= REMOVE else (text,)


def write_position(state: MorrisState) -> str:
    signs = {
        NAMES[index]: side.sign
        for side, men in zip(SIDES, sides(state), strict=True)
        for index in members(men)
    }
    rows = ["".join(signs.get(name, EMPTY_SIGN) for name in line) for line in ROWS]
    white, black = hands_of(state)
    removing = "x" if state.removing else "-"
    return f"{write_rows(rows)} {SIDES[state.seat].sign} {white} {black} {removing} {state.quiet}"


def hands_of(state: MorrisState) -> tuple[int, int]:
    """The men in hand of both seats."""
    own = state.my_hand, state.their_hand
    return own if state.seat == 0 else (own[1], own[0])


def read_position(text: str, ruleset: Ruleset) -> MorrisState:
    men, parts = ruleset.parameters
    cursor = Cursor(text)
    widths = [len(line) for line in ROWS]
    expected = "w or b, a man, or . for a free point"
    signs = "".join(cursor.rows(widths, f"wb{EMPTY_SIGN}", expected, kind="points"))
    names = [name for line in ROWS for name in line]
    white, black = (
        Bits(sum(1 << INDEX[name] for name, at in zip(names, signs, strict=True) if at == sign))
        for sign in "wb"
    )
    seat = "wb".index(cursor.take("wb", "w or b, who moves"))
    cursor.take(" ", "a space")
    in_hand = f"0 to {men} men in hand"
    hands = cursor.number(men, in_hand), cursor.number(men, in_hand)
    removing = int(cursor.word_of({"x", "-"}, "x where a man is to be removed, or -") == "x")
    quiet = cursor.number(QUIET, f"0 to {QUIET} moves without a mill")
    cursor.end()
    if seat == 0:
        state = MorrisState(white, black, *hands, removing, quiet, seat, parts)
    else:
        state = MorrisState(black, white, *hands[::-1], removing, quiet, seat, parts)
    if wrong := fault(state, men):
        raise cursor.impossible(wrong)
    return state


def fault(state: MorrisState, most: int) -> str:
    """Tell what is impossible about a position; empty where it is possible. most: men of a side."""
    for side, own, hand in zip(SIDES, sides(state), hands_of(state), strict=True):
        if popcount(own) + hand > most:
            return f"{popcount(own) + hand} men of {side.name}, expected at most {most}"
    if state.removing and not (in_mills(state.mine) and state.theirs):
        return f"{SIDES[state.seat].name} has no mill, expected nothing to be removed"
    if popcount(state.theirs) + state.their_hand < 2:
        return f"{SIDES[1 - state.seat].name} has lost before, expected two men at least"
    return ""


# View

MEN = (say("white man"), say("black man"))


def view(state: MorrisState, before: MorrisState | None, action: int | None) -> View:
    going = bool(movers(state))
    touched = touches(before, before.seat, action) if before and action is not None else ()
    taken = action is not None and action >= REMOVE
    pieces = (
        Piece(f"man-{NAMES[n]}", NAMES[n], "counter", side.colour, name, side.sign, None, seat)
        for seat, (side, name, men) in enumerate(zip(SIDES, MEN, sides(state), strict=True))
        for n in members(men)
    )
    hands = (
        Hand(seat, (held(seat, count),)) for seat, count in enumerate(hands_of(state)) if count
    )
    return View(
        surface="wood",
        sites=SITES,
        lines=LINES,
        labels=LABELS,
        pieces=tuple(pieces),
        hands=tuple(hands),
        marks=tuple(Mark("captured" if taken else "last", name) for name in touched),
        seats=tuple(SeatView(side.name, side.colour) for side in SIDES),
        movers=(state.seat,) if going else (),
        status=status(state, going=going),
        task=task(state),
    )


def held(seat: int, count: int) -> HandItem:
    """The hand item of so many men in hand."""
    side = SIDES[seat]
    return HandItem(f"hand-{seat}", "counter", side.colour, MEN[seat], side.sign, None, count)


def task(state: MorrisState) -> str:
    if state.removing:
        return say("a mill: remove a man of the other side")
    if state.my_hand:
        return say("place a man, or move one") if state.parts & FREE else say("place a man")
    if flies(state):
        return say("fly: move a man to any free point")
    return say("move a man along a line")


def status(state: MorrisState, *, going: bool) -> str:
    seat, other = SIDES[state.seat].name, SIDES[1 - state.seat].name
    if going and state.removing:
        return say("{seat} has closed a mill", seat=seat)
    if going:
        return say("{seat} to move", seat=seat)
    if popcount(state.mine) + state.my_hand < 3:
        return say("{loser} has two men left: {winner} wins", loser=seat, winner=other)
    if is_lost(state):
        return say("{loser} cannot move: {winner} wins", loser=seat, winner=other)
    return say("Fifty moves of each side without a mill: a draw")


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """List each point to place a man on, each man to remove, and each move, flown or not."""
    moves = [MOVE + n + 32 * target for n in NAMES for target in NAMES if n != target]
    return [*NAMES, *moves, *(REMOVE + n for n in NAMES)]


GAME = Game(
    name="morris",
    title=say("Nine Men's Morris"),
    kinds=("line",),
    provenance=ORIGIN,
    other_names=(
        *(OtherName(name, "en") for name in ("Mill", "Mills", "Merels", "Merrills")),
        OtherName("Cowboy checkers", "en"),
        OtherName("Mlýnek", "cs"),
    ),
    state=MorrisState,
    seats=(2, 2),
    seat_names=tuple(side.name for side in SIDES),
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say("Gasser 1996: Solving Nine Men's Morris"),
            parameters=(9, FLYING),
        ),
        Ruleset(
            name="no-flying",
            title=say("Without flying"),
            source=say("Gasser 1996: Solving Nine Men's Morris"),
            notes=say("Three men move along lines as more do."),
            parameters=(9, 0),
        ),
        Ruleset(
            name="lasker",
            title=say("Lasker Morris"),
            source=say("Lasker 1931: Brettspiele der Völker"),
            notes=say("Ten men a side, and each turn is to place one or to move one."),
            parameters=(10, FLYING | FREE),
        ),
    ),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns, repetition_state, pieces_of),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=every_action,
    repetition=3,
    hints="ludarium.hints.morris",
    wording="ludarium.games.wording.morris",
)
