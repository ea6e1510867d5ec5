"""Dots and Boxes: draw the fourth side of a box, and it is yours.

Two players, Red and Blue, on a square grid of dots. Red begins. In turn each draws a line between
two neighbouring dots. Who draws the last side of one box, or of two at once, owns them and must
draw another line, as long as there is one. When all lines are drawn, who owns more boxes wins; it
is a draw if both own as many.

Rulesets are named for the boxes along a side. Nobody is forced to complete a box.

Source: Édouard Lucas, La Pipopipette (1889); Elwyn Berlekamp, The Dots-and-Boxes Game (2000).

Notation: the two dots, such as `b2-b3`; row 1 is drawn at the bottom. A box is called by the dot at
its lower left corner.
"""

from __future__ import annotations

import math
from typing import Annotated, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, members, nth_bit, popcount, to_bits
from ludarium.rules.boards.edges import EdgeBoard, boxes_at
from ludarium.rules.boards.piece_placement import Kind, Side, return_of, sides
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, OtherName, Ruleset
from ludarium.rules.provenance import Provenance
from ludarium.rules.view import Glyph, Mark, SeatView, Tally, View

BOARDS = {side: EdgeBoard(side) for side in (5, 4, 3, 2)}
SIDES = (Side(say("Red"), "brick", "r"), Side(say("Blue"), "blue", "b"))
SIGNS = "rb"
CROSS = Glyph("cross", "M6 6L18 18M18 6L6 18")
RING = Glyph("ring", "M5 12a7 7 0 1 0 14 0a7 7 0 1 0-14 0")
KINDS = (
    Kind("r", 0, "counter", "brick", say("red box"), "r", CROSS),
    Kind("b", 1, "counter", "blue", say("blue box"), "b", RING),
)
LINE = Kind("-", None, "wall", "ebony", say("line"), "-")  # whoever drew it, it is nobody's


class DotsState(NamedTuple):
    """free: the edges that are not drawn. open: the boxes that nobody owns. mine, theirs: those of
    the seat to move and of the other.
    """

    free: Annotated[Bits, BOARDS[5].places]
    open: Annotated[Bits, BOARDS[5].box_places]
    mine: Annotated[Bits, BOARDS[5].box_places]
    theirs: Annotated[Bits, BOARDS[5].box_places]
    seat: int


def start(ruleset: Ruleset, seats: int) -> DotsState:
    board = BOARDS[ruleset.parameters]
    return DotsState(board.edges, board.cells, EMPTY, EMPTY, 0)


# Rules. An action is the number of the edge.


@jitable
def movers(state: DotsState) -> Bits:
    return ONE << to_bits(state.seat) if state.free else EMPTY


@jitable
def legal_count(state: DotsState, seat: int) -> int:
    return popcount(state.free)


@jitable
def nth_legal(state: DotsState, seat: int, n: int) -> int:
    return nth_bit(state.free, n)


@jitable
def play(state: DotsState, action: int) -> DotsState:
    free = state.free ^ bit(action)
    left = state.open & boxes_at(free)
    if left != state.open:
        return DotsState(free, left, state.mine | (state.open ^ left), state.theirs, state.seat)
    return DotsState(free, left, state.theirs, state.mine, 1 - state.seat)


@jitable
def returns(state: DotsState, seat: int) -> float:
    return return_of(popcount(state.mine) - popcount(state.theirs), seat ^ state.seat)


# Text and touches


def board_of(state: DotsState) -> EdgeBoard:
    return BOARDS[math.isqrt((state.open | state.mine | state.theirs).bit_count())]


def action_texts(state: DotsState, seat: int, action: int) -> tuple[str, ...]:
    name = BOARDS[5].names[action]
    return (name, "-".join(reversed(name.split("-"))))


def touches(state: DotsState, seat: int, action: int) -> tuple[str, ...]:
    return (BOARDS[5].names[action],)


def write_position(state: DotsState) -> str:
    board, owned = board_of(state), dict(zip(SIGNS, sides(state), strict=True))
    signs = {box: sign for sign, boxes in owned.items() for box in members(boxes)}
    return f"{board.write(board.edges ^ state.free, signs)} {SIGNS[state.seat]}"


def read_position(text: str, ruleset: Ruleset) -> DotsState:
    board, cursor = BOARDS[ruleset.parameters], Cursor(text)
    drawn, owned = board.read(cursor, SIGNS)
    seat = SIGNS.index(cursor.take(SIGNS, "r or b, who moves"))
    cursor.end()
    free, boxes = board.edges ^ drawn, owned["r"] | owned["b"]
    left = boxes_at(free) & board.cells
    for box in members(board.cells ^ left ^ boxes):
        owner = "nobody, expected an owner" if left >> box & 1 == 0 else "somebody, expected nobody"
        raise cursor.impossible(f"the box {board.boxes[box]} belongs to {owner}")
    # each line passes the turn, but those that complete a box or two
    if boxes.bit_count() < 2 and (drawn.bit_count() - boxes.bit_count() - seat) % 2:
        raise cursor.impossible(f"{SIDES[1 - seat].name} to move, after so many lines")
    return DotsState(free, left, owned[SIGNS[seat]], owned[SIGNS[1 - seat]], seat)


# View


def result(state: DotsState) -> str:
    red, blue = map(popcount, sides(state))
    if red == blue:
        return say("All lines are drawn: a draw, {red} to {blue}", red=red, blue=blue)
    return say(
        "All lines are drawn: {winner} wins {boxes} to {other}",
        winner=SIDES[red < blue].name,
        boxes=max(red, blue),
        other=min(red, blue),
    )


def view(state: DotsState, before: DotsState | None, action: int | None) -> View:
    board, owned = board_of(state), sides(state)
    lines = (LINE.on(board.names[edge]) for edge in members(board.edges ^ state.free))
    boxes = (
        kind.on(board.boxes[n]) for kind, of in zip(KINDS, owned, strict=True) for n in members(of)
    )
    name = SIDES[state.seat].name
    status = say("{seat} to move", seat=name) if state.free else result(state)
    if state.free and before and before.seat == state.seat:
        status = say("{seat} completed a box and moves again", seat=name)
    return View(
        surface="stone",
        sites=board.sites,
        labels=board.labels,
        pieces=(*lines, *boxes),
        marks=() if before is None or action is None else (Mark("last", board.names[action]),),
        seats=tuple(
            SeatView(side.name, side.colour, (Tally(say("completed"), side.sign, popcount(of)),))
            for side, of in zip(SIDES, owned, strict=True)
        ),
        movers=(state.seat,) if state.free else (),
        status=status,
        task=say("draw a line between two dots"),
        upright=True,
    )


def ruleset(side: int) -> Ruleset:
    return Ruleset(
        name=f"{side}",
        title=say("{side} × {side}", side=side),
        source=say("the rules of Édouard Lucas"),
        parameters=side,
    )


GAME = Game(
    name="dotsandboxes",
    title=say("Dots and Boxes"),
    kinds=("territory",),
    provenance=Provenance(
        place=say("Paris"),
        latitude=48.86,
        longitude=2.35,
        period="1889",
        source=say("Lucas 1889: La Pipopipette"),
    ),
    other_names=(
        OtherName("Dots", "en"),
        OtherName("Boxes", "en"),
        OtherName("Čtverečky", "cs"),
        OtherName("Tečkovaná", "cs"),
    ),
    seats=(2, 2),
    seat_names=tuple(side.name for side in SIDES),
    state=DotsState,
    rulesets=tuple(map(ruleset, BOARDS)),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    actions=lambda ruleset, seats: BOARDS[ruleset.parameters].names,
    hints="ludarium.hints.dotsandboxes",
    wording="ludarium.games.wording.dotsandboxes",
)
