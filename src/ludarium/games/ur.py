"""The Royal Game of Ur: race your pieces home over a road that both share, by four dice.

Two players, Light and Dark, with seven pieces each, and a board of twenty squares. Each piece
enters on its owner's side, goes along four squares of its own, eight in the middle that both use,
and two more of its own, and is borne off. The road has fourteen squares; to bear a piece off takes
an exact throw.

Throw four dice, each of which counts 1 or 0, and move one piece by their sum. No two pieces of one
side stand on one square. A piece that lands on one of the other side takes it: that piece begins
anew. On a rosette (the fourth, eighth and fourteenth square) you throw again, and on the rosette in
the middle a piece cannot be taken. Who throws 0, or cannot move, passes. The first to bear off all
pieces wins.

Source: I. L. Finkel, "On the Rules for the Royal Game of Ur", Ancient Board Games in Perspective,
2007, after a cuneiform tablet of 177 BC; in the simple form in which the British Museum teaches it.

Notation: `A1-B3` moves a piece, `in-A4` enters one, `B8-out` bears one off, `pass`; a throw is its
sum. Light's own squares are in row A, Dark's in row C, those of both in row B.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, members, nth_bit, popcount, to_bits
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.generic import CHANCE, CHANCE_MOVES
from ludarium.rules.view import (
    Button,
    Colour,
    Glyph,
    Hand,
    HandItem,
    Label,
    Mark,
    Piece,
    SeatView,
    Site,
    Tally,
    View,
)

# Squares are numbered along each side's road: 0 is off the board before it, 15 behind it.
IN, OUT, PASS = 0, 15, 16
ROAD = Bits(0b0111_1111_1111_1110)
SHARED = Bits(0b0001_1111_1110_0000)
ROSETTES = bit(4) | bit(8) | bit(14)
SAFE = bit(8)
GOALS = Bits(ROAD | 1 << OUT)
TO_THROW = -1
WEIGHTS = (1, 4, 6, 4, 1)  # of the sums of four dice that count 0 or 1


class UrState(NamedTuple):
    """A position."""

    mine: Bits
    """The squares of the pieces of the seat to move, along its road."""
    theirs: Bits
    """Those of the other seat, along its own road; the numbers of shared squares are the same."""
    my_home: int
    """How many pieces of the seat to move are borne off."""
    their_home: int
    throw: int
    """What was thrown, 0 to 4, or TO_THROW."""
    seat: int
    pieces: int
    """How many pieces each side has."""


def start(ruleset: Ruleset, seats: int) -> UrState:
    return UrState(EMPTY, EMPTY, 0, 0, TO_THROW, 0, ruleset.parameters)


# Rules


@jitable
def movers(state: UrState) -> Bits:
    if state.their_home == state.pieces:
        return EMPTY
    return CHANCE_MOVES if state.throw == TO_THROW else ONE << to_bits(state.seat)


@jitable
def movable(state: UrState) -> Bits:
    """The squares from which a piece can be moved by the throw; IN where one can enter."""
    pieces = state.mine
    if popcount(state.mine) + state.my_home < state.pieces:
        pieces |= ONE
    goals = GOALS ^ (state.mine | (state.theirs & SAFE))
    return pieces & (goals >> to_bits(state.throw))


@jitable
def legal_count(state: UrState, seat: int) -> int:
    if seat == CHANCE:
        return 5
    return max(1, popcount(movable(state)))


@jitable
def nth_legal(state: UrState, seat: int, n: int) -> int:
    """Of a seat: the square of the piece to move, or PASS."""
    if seat == CHANCE:
        return n
    pieces = movable(state)
    return nth_bit(pieces, n) if pieces else PASS


@jitable
def chance_weight(state: UrState, throw: int) -> int:
    return WEIGHTS[throw]


@jitable
def play(state: UrState, action: int) -> UrState:
    mine, theirs, home, their_home, throw, seat, pieces = state
    if throw == TO_THROW:
        return UrState(mine, theirs, home, their_home, action, seat, pieces)
    if action == PASS:
        return UrState(theirs, mine, their_home, home, TO_THROW, 1 - seat, pieces)
    target = bit(action + throw)
    mine = ((mine | ONE) ^ bit(action)) & ROAD if action == IN else mine ^ bit(action)
    mine |= target & ROAD
    theirs ^= theirs & target & SHARED
    if action + throw == OUT:
        home += 1
    if target & ROSETTES:
        return UrState(mine, theirs, home, their_home, TO_THROW, seat, pieces)
    return UrState(theirs, mine, their_home, home, TO_THROW, 1 - seat, pieces)


@jitable
def returns(state: UrState, seat: int) -> float:
    return -1.0 if seat == state.seat else 1.0


# Text: moves and positions, both ways


@functools.cache
def square(seat: int, number: int) -> str:
    """The name of a square on a side's road."""
    if number in {IN, OUT}:
        return "in" if number == IN else "out"
    row = "B" if 5 <= number <= 12 else "AC"[seat]
    column = 5 - number if number <= 4 else number - 4 if number <= 12 else 21 - number
    return f"{row}{column}"


def action_texts(state: UrState, seat: int, action: int) -> tuple[str, ...]:
    if seat == CHANCE:
        return (str(action),)
    if action == PASS:
        return ("pass",)
    return (f"{square(seat, action)}-{square(seat, action + state.throw)}",)


def sides(state: UrState) -> tuple[tuple[Bits, int], tuple[Bits, int]]:
    """Of Light and of Dark: the squares of its pieces, and how many are borne off."""
    mine, theirs = (state.mine, state.my_home), (state.theirs, state.their_home)
    return (mine, theirs) if state.seat == 0 else (theirs, mine)


def write_position(state: UrState) -> str:
    """The squares and the pieces borne off of Light, then of Dark; then l or d, who moves, and the
    throw, ? where it is still to be thrown.
    """
    texts = [
        f"{','.join(square(seat, number) for number in members(own)) or '-'} {home}"
        for seat, (own, home) in enumerate(sides(state))
    ]
    throw = "?" if state.throw == TO_THROW else str(state.throw)
    return f"{' '.join(texts)} {'ld'[state.seat]} {throw}"


def read_position(text: str, ruleset: Ruleset) -> UrState:
    cursor = Cursor(text)
    pieces = ruleset.parameters
    read = [read_side(cursor, seat, pieces) for seat in range(2)]
    seat = "ld".index(cursor.take("ld", "l or d, who moves"))
    cursor.take(" ", "a space")
    throw = "?01234".index(cursor.take("?01234", "the throw, 0 to 4, or ?")) - 1
    cursor.end()
    (mine, home), (theirs, their_home) = read[seat], read[1 - seat]
    if mine & theirs & SHARED:
        raise cursor.impossible("two pieces on one square")
    if home == pieces or (their_home == pieces and throw != TO_THROW):
        raise cursor.impossible("expected nobody to throw or move after the end")
    return UrState(mine, theirs, home, their_home, throw, seat, pieces)


def read_side(cursor: Cursor, seat: int, pieces: int) -> tuple[Bits, int]:
    names = {square(seat, number): number for number in range(1, OUT)}
    at, word = cursor.at, cursor.word()
    found = [] if word == "-" else word.split(",")
    if not all(name in names for name in found):
        raise cursor.fault(f"squares such as {','.join(list(names)[:2])}, or -", at)
    own = sum(1 << names[name] for name in set(found))
    home = cursor.number(pieces, f"the number of pieces borne off, 0 to {pieces}")
    if len(set(found)) < len(found) or len(found) + home > pieces:
        raise cursor.impossible(f"expected at most {pieces} pieces a side, on different squares")
    return Bits(own), home


# Touches and View

SEATS = (say("Light"), say("Dark"))
COLOURS: tuple[Colour, Colour] = ("ivory", "ebony")
PIECES = (say("Light piece"), say("Dark piece"))
ROSETTE = Glyph(
    "rosette",
    "M12 3c2 3 2 6 0 9c-2 -3 -2 -6 0 -9zM12 21c2 -3 2 -6 0 -9c-2 3 -2 6 0 9z"
    "M3 12c3 -2 6 -2 9 0c-3 2 -6 2 -9 0zM21 12c-3 -2 -6 -2 -9 0c3 2 6 2 9 0z",
)
PIP = Glyph("one", "M12 9.500a2.500 2.500 0 1 1 -0.010 0z")
BLANK = Glyph("zero", "")
DICE = 4


def hand_id(seat: int) -> str:
    return ("light", "dark")[seat]


def touches(state: UrState, seat: int, action: int) -> tuple[str, ...]:
    if action == PASS:
        return ("pass",)
    return (hand_id(seat) if action == IN else square(seat, action),)


@functools.cache
def board() -> tuple[Site, ...]:
    """The twenty squares, and places for the dice of each side in the gap beside its road."""
    squares = {square(seat, number): number for seat in range(2) for number in range(1, OUT)}
    cells = [
        Site(
            name,
            int(name[1]),
            "ABC".index(name[0]) + 1,
            say("{square}, a rosette", square=name) if ROSETTES >> number & 1 else name,
            "cell",
            glyph=ROSETTE if ROSETTES >> number & 1 else None,
        )
        for name, number in squares.items()
    ]
    dice = [
        Site(f"die-{seat}-{n}", 4.87 + 0.42 * n, 1 + 2 * seat, say("die"), "die", seat)
        for seat in range(2)
        for n in range(DICE)
    ]
    return (*cells, *dice)


LABELS = (
    *(Label(0, row, letter) for row, letter in enumerate("ABC", 1)),
    *(Label(column, 0, str(column)) for column in range(1, 9)),
)


def dice(state: UrState) -> list[Piece]:
    if state.throw == TO_THROW:
        return []
    places = [f"die-{state.seat}-{n}" for n in range(DICE)]
    shown = [(say("die: 1"), "1", PIP), (say("die: 0"), "0", BLANK)]
    return [
        Piece(place, place, "die", "ivory", *shown[n >= state.throw], state.seat)
        for n, place in enumerate(places)
    ]


def view(state: UrState, before: UrState | None, action: int | None) -> View:
    own = sides(state)
    left = [state.pieces - popcount(squares) - home for squares, home in own]
    pieces = [
        Piece(f"piece-{name}", name, "counter", colour, PIECES[seat], "ox"[seat], None, seat)
        for seat, (squares, _) in enumerate(own)
        for name, colour in ((square(seat, n), COLOURS[seat]) for n in members(squares))
    ]
    hands = (
        HandItem(hand_id(seat), "counter", colour, PIECES[seat], "ox"[seat], None, left[seat])
        for seat, colour in enumerate(COLOURS)
    )
    seats = (
        SeatView(name, colour, (Tally(say("borne off"), "", home, state.pieces),))
        for name, colour, (_, home) in zip(SEATS, COLOURS, own, strict=True)
    )
    must_pass = state.throw != TO_THROW and not movable(state)
    return View(
        surface="stone",
        sites=board(),
        pieces=(*pieces, *dice(state)),
        seats=tuple(seats),
        status=status(state),
        movers=(state.seat,) if state.throw != TO_THROW else (),
        hands=tuple(Hand(seat, (item,)) for seat, item in enumerate(hands)),
        marks=last_marks(before, action),
        buttons=(Button("pass", say("Pass")),) if must_pass else (),
        labels=LABELS,
        task=say("you cannot move, so pass") if must_pass else say("move a piece"),
    )


def last_marks(before: UrState | None, action: int | None) -> tuple[Mark, ...]:
    if before is None or action is None or before.throw == TO_THROW or action == PASS:
        return ()
    ends = (action, action + before.throw)
    return tuple(Mark("last", square(before.seat, end)) for end in ends if end not in {IN, OUT})


def status(state: UrState) -> str:
    seat, other = SEATS[state.seat], SEATS[1 - state.seat]
    if not movers(state):
        return say("All pieces of {winner} are home: {winner} wins", winner=other)
    if state.throw == TO_THROW:
        return say("{seat} throws", seat=seat)
    if not movable(state):
        return say("{seat} throws {throw} and cannot move", seat=seat, throw=state.throw)
    return say("{seat} throws {throw} and is to move", seat=seat, throw=state.throw)


def ruleset(name: str, title: str, pieces: int) -> Ruleset:
    notes = counted("Each side has {n} piece.", "Each side has {n} pieces.", pieces)
    source = say("I. L. Finkel, after a cuneiform tablet")
    return Ruleset(name=name, title=title, source=source, notes=notes, parameters=pieces)


GAME = Game(
    name="ur",
    title=say("Royal Game of Ur"),
    seats=(2, 2),
    seat_names=SEATS,
    state=UrState,
    rulesets=(
        ruleset("finkel", say("Finkel"), 7),
        ruleset("short", say("Short"), 3),
    ),
    start=start,
    functions=named(movers, legal_count, nth_legal, chance_weight, play, returns),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    draws=False,
    hints="ludarium.hints.ur",
)
