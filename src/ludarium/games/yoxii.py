"""Yoxii: move the totem you share, and wall it in among your own stones.

Two players, White and Red, on 37 cells: a 7 by 7 square without its corners. Each has 18 stones:
five each of value 1, 2 and 3, and three of value 4. The totem starts on the centre, d4. White
begins.

A turn has two parts. First move the totem: to a free neighbouring cell (of eight), or in a straight
line over one or more of your own stones, in an unbroken row next to the totem, to the free cell
directly behind them. Then place one of your stones, of any value, on a free cell next to the totem
(the cell that it just left is free); only if there is none, on any free cell.

When the player whose turn it is cannot move the totem, the game ends. Each side adds up the values
of its stones on the cells around the totem. More points win; if they are equal, more stones around
the totem; if these are equal too, it is a draw.

Source: the rules in the box, in Czech; how many stones there are of each value, from public
descriptions of the box.

Notation: `d5/3d6` moves the totem to d5, then places a stone of value 3 on d6.
"""

from __future__ import annotations

from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import (
    EMPTY,
    ONE,
    Bits,
    Eight,
    bit,
    count_of_eight,
    lowest,
    nth_bit,
    nth_of_eight,
    popcount,
    stepped,
    to_bits,
)
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.stones import Kind, Side, Stones, sides
from ludarium.rules.boards.verbs import neighbourhood
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import Glyph, Hand, HandItem, Piece, SeatView, Tally, View

CORNERS = "a1 b1 f1 g1 a2 g2 a6 g6 a7 b7 f7 g7"
GRID = SquareBoard(7, 7, missing=CORNERS.split())
NAMES, BOARD, STEPS, WAYS = GRID.names, GRID.cells, GRID.shifts, GRID.ways
EAST, NORTH, *_ = STEPS
CENTRE = bit(GRID.index["d4"])
STOCK = (5, 5, 5, 3)  # stones of value 1, 2, 3 and 4 that each side has


class YoxiiState(NamedTuple):
    """A position."""

    mine: Bits
    """The stones of the seat to move."""
    theirs: Bits
    """The stones of the other seat."""
    low: Bits
    """The stones whose value, less 1, has its low bit set."""
    high: Bits
    """The stones whose value, less 1, has its high bit set."""
    totem: Bits
    seat: int


def start(ruleset: Ruleset, seats: int) -> YoxiiState:
    return YoxiiState(EMPTY, EMPTY, EMPTY, EMPTY, CENTRE, 0)


# Rules


around = neighbourhood(GRID)


@jitable
def free_cells(state: YoxiiState) -> Bits:
    return BOARD ^ (state.mine | state.theirs | state.totem)


@jitable
def landing(totem: int, way: int, stones: Bits, free: Bits) -> Bits:
    """Where a jump this way over these stones, in an unbroken row, lands if that cell is free."""
    index = totem + 2 * way
    while bit(index & 63) & stones:
        index += way
    # what leaves the board below comes back above it, where no cells are
    return bit(index & 63) & free


@jitable
def targets(state: YoxiiState) -> Bits:
    """Where the totem can go."""
    free = free_cells(state)
    reached = around(state.totem) & free
    jumped = around(state.totem) & state.mine
    while jumped:
        totem = lowest(state.totem)
        reached |= landing(totem, lowest(jumped) - totem, state.mine, free)
        jumped &= jumped - ONE
    return reached


@jitable
def cells_by_way(state: YoxiiState, totems: Bits) -> Eight:
    """The free cells next to these targets: a set for each of WAYS from the target to the cell."""
    return stepped(totems, STEPS, free_cells(state) | state.totem)


@jitable
def walled_in(state: YoxiiState, totems: Bits) -> Bits:
    """Those of these targets that have no free cell around them."""
    free = free_cells(state) | state.totem
    east_west = (free << EAST) | (free >> EAST)
    rows = free | east_west
    return totems & (BOARD ^ ((east_west | (rows << NORTH) | (rows >> NORTH)) & BOARD))


@jitable
def stones_of(state: YoxiiState, value: int) -> Bits:
    """All stones of this value, 1 to 4."""
    low = state.low if (value - 1) & 1 else BOARD ^ state.low
    high = state.high if (value - 1) & 2 else BOARD ^ state.high
    return low & high


@jitable
def in_hand(state: YoxiiState, value: int) -> int:
    """How many stones of this value the seat to move has left."""
    return STOCK[value - 1] - popcount(state.mine & stones_of(state, value))


@jitable
def values_in_hand(state: YoxiiState) -> Bits:
    """The set of values, less 1, of which the seat to move has a stone left."""
    values = EMPTY
    for value in range(1, 5):
        if in_hand(state, value):
            values |= bit(value - 1)
    return values


@jitable
def movers(state: YoxiiState) -> Bits:
    return ONE << to_bits(state.seat) if targets(state) else EMPTY


@jitable
def legal_count(state: YoxiiState, seat: int) -> int:
    totems = targets(state)
    places = count_of_eight(cells_by_way(state, totems))
    walled = walled_in(state, totems)
    if walled:  # the target is taken, but the totem's old cell is free
        places += popcount(walled) * popcount(free_cells(state))
    return places * popcount(values_in_hand(state))


@jitable
def nth_legal(state: YoxiiState, seat: int, n: int) -> int:
    totems = targets(state)
    values = values_in_hand(state)
    value_count = popcount(values)
    value = 1 + nth_bit(values, n % value_count)
    n //= value_count
    cells = cells_by_way(state, totems)
    count = count_of_eight(cells)
    if n < count:
        way, cell = nth_of_eight(cells, WAYS, n)
        return pack(cell - way, value, cell)
    n -= count
    free_count = popcount(free_cells(state))
    target = nth_bit(walled_in(state, totems), n // free_count)
    cell = nth_bit(free_cells(state) ^ state.totem ^ bit(target), n % free_count)
    return pack(target, value, cell)


@jitable
def pack(target: int, value: int, cell: int) -> int:
    """The action that moves the totem to `target` and places a stone of `value` on `cell`."""
    return target + (cell << 6) + (value << 12)


@jitable
def play(state: YoxiiState, action: int) -> YoxiiState:
    target = action & 63
    cell = bit((action >> 6) & 63)
    code = (action >> 12) - 1
    low = state.low | cell if code & 1 else state.low
    high = state.high | cell if code & 2 else state.high
    return YoxiiState(state.theirs, state.mine | cell, low, high, bit(target), 1 - state.seat)


@jitable
def points(state: YoxiiState, stones: Bits) -> int:
    """The sum of the values of these stones that are next to the totem."""
    near = around(state.totem) & stones
    return popcount(near) + popcount(near & state.low) + 2 * popcount(near & state.high)


@jitable
def returns(state: YoxiiState, seat: int) -> float:
    near = around(state.totem)
    lead = points(state, state.mine) - points(state, state.theirs)
    if lead == 0:
        lead = popcount(near & state.mine) - popcount(near & state.theirs)
    if lead == 0:
        return 0.0
    return 1.0 if (lead > 0) == (seat == state.seat) else -1.0


# Text, touches and View

WHITE, RED = SIDES = (
    Side(say("White"), "ivory", "w"),
    Side(say("Red"), "brick", "r"),
)
SIGNS = ("OIYX", "oiyx")  # of White's and Red's stones of value 1 to 4, as drawn on them
GLYPHS = (
    Glyph("circle", "M12 6.5a5.5 5.5 0 1 1 -0.01 0z"),
    Glyph("bars", "M8.5 6v12M15.5 6v12"),
    Glyph("Y", "M6.5 6l5.5 6.5l5.5 -6.5M12 12.5v6"),
    Glyph("X", "M6.5 6.5l11 11M17.5 6.5l-11 11"),
)


def kind(seat: int, value: int) -> Kind:
    """The stones of a side that have this value."""
    sign, side, glyph = SIGNS[seat][value - 1], SIDES[seat], GLYPHS[value - 1]
    if seat == 0:
        name = say("White stone of value {value}", value=value)
    else:
        name = say("Red stone of value {value}", value=value)
    return Kind(sign, seat, "stone", side.colour, name, side.sign + str(value), glyph)


def stones_by_kind(state: YoxiiState) -> list[Bits]:
    return [own & stones_of(state, value) for own in sides(state) for value in range(1, 5)]


KINDS = tuple(kind(seat, value) for seat in (0, 1) for value in range(1, 5))
STONES = Stones(GRID, SIDES, KINDS, stones_by_kind)


def unpack(action: int) -> tuple[str, int, str]:
    """The totem's new cell, the stone's value, and the stone's cell."""
    return NAMES[action & 63], action >> 12, NAMES[action >> 6 & 63]


def action_texts(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (f"{target}/{value}{cell}",)


def write_position(state: YoxiiState) -> str:
    """Rows 7 to 1: T the totem, O I Y X White's stones of value 1 to 4, o i y x Red's, a digit for
    that many empty cells; then w or r, who moves.
    """
    return STONES.write(state, {lowest(state.totem): "T"})


def read_position(text: str, ruleset: Ruleset) -> YoxiiState:
    expected = "T, a stone (OIYX or oiyx) or a number of empty cells"
    sets, seat, cursor = STONES.read(text, expected, others="T")
    if popcount(sets["T"]) != 1:
        raise cursor.impossible(f"{popcount(sets['T'])} totems, expected one")
    for sign, most in zip("".join(SIGNS), STOCK * 2, strict=True):
        if popcount(sets[sign]) > most:
            found = popcount(sets[sign])
            raise cursor.impossible(f"{found} stones {sign}, expected at most {most}")
    white, red, low, high = (
        Bits(sum(sets[sign] for sign in signs)) for signs in (*SIGNS, "IiXx", "YyXx")
    )
    if popcount(white) - popcount(red) != seat:
        raise cursor.impossible(
            f"{popcount(white)} stones of White and {popcount(red)} of Red, expected as many "
            "stones of White as of Red when White moves, one more when Red moves"
        )
    mine, theirs = (white, red) if seat == 0 else (red, white)
    return YoxiiState(mine, theirs, low, high, sets["T"], seat)


def hand_id(seat: int, value: int) -> str:
    return f"{('white', 'red')[seat]}-{value}"


def touches(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    target, value, cell = unpack(action)
    return (target, hand_id(seat, value), cell)


def hand(state: YoxiiState, seat: int) -> Hand:
    items = []
    for value, most in enumerate(STOCK, 1):
        kind, left = (
            KINDS[4 * seat + value - 1],
            most - popcount(sides(state)[seat] & stones_of(state, value)),
        )
        items.append(
            HandItem(
                hand_id(seat, value), "stone", kind.colour, kind.name, str(value), kind.glyph, left
            )
        )
    return Hand(seat, tuple(items))


def seat_view(state: YoxiiState, seat: int) -> SeatView:
    count = points(state, sides(state)[seat])
    text = counted("{n} point at the totem", "{n} points at the totem", count)
    tally = Tally(say("points at the totem"), "", count, text=text)
    return SeatView(SIDES[seat].name, SIDES[seat].colour, (tally,))


def view(state: YoxiiState, before: YoxiiState | None, action: int | None) -> View:
    totem = NAMES[lowest(state.totem)]
    last = (NAMES[lowest(before.totem)], totem, unpack(action)[2]) if before and action else ()
    return STONES.view(
        state,
        last,
        going=bool(movers(state)),
        before=(Piece("totem", totem, "figure", "green", say("totem"), "T"),),
        seats=(seat_view(state, 0), seat_view(state, 1)),
        hands=(hand(state, 0), hand(state, 1)),
        status=status(state),
        task=say("move the totem, then place a stone"),
    )


def status(state: YoxiiState) -> str:
    seat = SIDES[state.seat].name
    if movers(state):
        return say("{seat} to move the totem", seat=seat)
    near = around(state.totem)
    white, red = (points(state, own) for own in sides(state))
    whites, reds = (popcount(near & own) for own in sides(state))
    result = returns(state, 0)
    if result == 0:
        return counted(
            "{seat} cannot move the totem: a draw, {white} to {red} with {n} stone each",
            "{seat} cannot move the totem: a draw, {white} to {red} with {n} stones each",
            whites,
            seat=seat,
            white=white,
            red=red,
        )
    winner, most, least = SIDES[result < 0].name, max(white, red), min(white, red)
    ended = {"seat": seat, "winner": winner, "points": most, "other": least}
    if most > least:
        return say("{seat} cannot move the totem: {winner} wins {points} to {other}", **ended)
    return say(
        "{seat} cannot move the totem: {winner} wins {points} to {other}, "
        "by {stones} stones to {fewer}",
        stones=max(whites, reds),
        fewer=min(whites, reds),
        **ended,
    )


GAME = Game(
    name="yoxii",
    title=say("Yoxii"),
    seats=(2, 2),
    seat_names=(WHITE.name, RED.name),
    state=YoxiiState,
    rulesets=(
        Ruleset(
            name="standard", title=say("Standard"), source=say("the rules in the box, in Czech")
        ),
    ),
    start=start,
    functions=named(movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    hints="ludarium.hints.yoxii",
)
