"""Yoxii: move the totem you share, and wall it in among your own stones.

Two players, White and Red, on 37 cells: a 7 by 7 square without its corners. Each has 18 stones:
five each of value 1, 2 and 3, three of value 4. The totem starts on d4, the centre. White begins.

A turn has two parts. First move the totem: to a free neighbouring cell (of eight), or in a straight
line over one or more of your own stones, in an unbroken row next to the totem, to the free cell
directly behind them. Then place one of your stones, of any value, on a free cell next to the totem
(the cell that it just left is free); only if there is none, on any free cell.

When the player whose turn it is cannot move the totem, the game ends. Each side adds up the values
of its stones on the cells around the totem. More points win; if they are equal, more stones around
the totem; if these are equal too, it is a draw.

Ruleset `both` follows the aim in the rules, not the end: who cannot move the totem, or has no stone
left to place, is passed over, and the game ends when neither can take a turn.

Source: the rules in the box, in Czech; public descriptions of it say how many stones there are.

Notation: `d5/3d6` moves the totem to d5, then places a stone of value 3 on d6.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ludarium.phrases import counted, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, nth_bit, popcount, to_bits
from ludarium.rules.boards.directions import DirectionSets, count_of_eight, nth_of_eight, stepped
from ludarium.rules.boards.piece_placement import Kind, Side, Stones, sides
from ludarium.rules.boards.square import SquareBoard
from ludarium.rules.boards.verbs import leaping, neighbourhood, neighbours
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.game import Ruleset
from ludarium.rules.view import Glyph, Hand, SeatView, Tally, View

GRID = SquareBoard(7, 7, missing="a1 b1 f1 g1 a2 g2 a6 g6 a7 b7 f7 g7")
NAMES, BOARD, STEPS, WAYS = GRID.names, GRID.cells, GRID.shifts, GRID.ways
STOCK = (5, 5, 5, 3)  # stones of value 1, 2, 3 and 4 that each side has


class YoxiiState(NamedTuple):
    """mine, theirs: the mover's stones and the other's; low, high: the bits of their value - 1."""

    mine: Bits
    theirs: Bits
    low: Bits
    high: Bits
    totem: Bits
    seat: int


class BothState(YoxiiState):
    """The same, where who cannot take a turn is passed over."""

    __slots__ = ()


def start(ruleset: Ruleset, seats: int) -> YoxiiState:
    state: type[YoxiiState] = ruleset.parameters
    return state(EMPTY, EMPTY, EMPTY, EMPTY, GRID.cells_of(["d4"]), 0)


# Rules

around, next_to, (landing, reached) = neighbourhood(GRID), neighbours(GRID), leaping(GRID)


@jitable
def free_cells(state: YoxiiState) -> Bits:
    return BOARD ^ (state.mine | state.theirs | state.totem)


@jitable
def targets(state: YoxiiState) -> Bits:
    """The cells where the totem can go."""
    return reached(state.totem, state.mine, free_cells(state))


@jitable
def cells_by_way(state: YoxiiState, totems: Bits) -> DirectionSets:
    """The free cells next to these targets: a set for each of WAYS from the target to the cell."""
    return stepped(totems, STEPS, free_cells(state) | state.totem)


@jitable
def walled_in(state: YoxiiState, totems: Bits) -> Bits:
    """The targets among these that have no free cell around them."""
    return totems & (BOARD ^ next_to(free_cells(state) | state.totem))


@jitable
def stones_of(state: YoxiiState, value: int) -> Bits:
    """All stones of this value, 1 to 4."""
    low = state.low if (value - 1) & 1 else BOARD ^ state.low
    high = state.high if (value - 1) & 2 else BOARD ^ state.high
    return low & high


@jitable
def in_hand(state: YoxiiState, value: int) -> int:
    """The number of stones of this value that the seat to move has left."""
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
    free_count = popcount(free_cells(state))
    target = nth_bit(walled_in(state, totems), (n - count) // free_count)
    cell = nth_bit(free_cells(state) ^ state.totem ^ bit(target), (n - count) % free_count)
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
    lead = 16 * (points(state, state.mine) - points(state, state.theirs))
    lead += popcount(near & state.mine) - popcount(near & state.theirs)  # where these are equal
    if lead == 0:
        return 0.0
    return 1.0 if (lead > 0) == (seat == state.seat) else -1.0


# Rules where who cannot take a turn is passed over


@jitable
def can_take_turn(state: YoxiiState) -> bool:
    """Return whether the seat to move can move the totem and has a stone left."""
    return popcount(state.mine) < sum(STOCK) and targets(state) != EMPTY


@jitable
def movers_of_both(state: BothState) -> Bits:
    return ONE << to_bits(state.seat) if can_take_turn(state) else EMPTY


@jitable
def play_of_both(state: BothState, action: int) -> BothState:
    mine, theirs, low, high, totem, seat = play(state, action)
    after = BothState(mine, theirs, low, high, totem, seat)
    if can_take_turn(after):
        return after
    return BothState(theirs, mine, low, high, totem, state.seat)


FUNCTIONS = named(movers, legal_count, nth_legal, play, returns)
OF_BOTH = {**FUNCTIONS, "movers": movers_of_both, "play": play_of_both}

# Text, touches and View

SIDES = (Side(say("White"), "ivory", "w"), Side(say("Red"), "brick", "r"))
SIGNS = ("OIYX", "oiyx")  # of White's and Red's stones of value 1 to 4, as drawn on them
GLYPHS = (
    Glyph("circle", "M12 6.5a5.5 5.5 0 1 1 -0.01 0z"),
    Glyph("bars", "M8.5 6v12M15.5 6v12"),
    Glyph("Y", "M6.5 6l5.5 6.5l5.5 -6.5M12 12.5v6"),
    Glyph("X", "M6.5 6.5l11 11M17.5 6.5l-11 11"),
)


def sets(state: YoxiiState) -> list[Bits]:
    """The cells of each kind of stones, then of the totem."""
    stones = [own & stones_of(state, value) for own in sides(state) for value in (1, 2, 3, 4)]
    return [*stones, state.totem]


def kind(seat: int, value: int) -> Kind:
    """The stones of a side that have this value."""
    sign, side, glyph = SIGNS[seat][value - 1], SIDES[seat], GLYPHS[value - 1]
    if seat == 0:
        item, name = f"white-{value}", say("White stone of value {value}", value=value)
    else:
        item, name = f"red-{value}", say("Red stone of value {value}", value=value)
    return Kind(sign, seat, "stone", side.colour, name, f"{side.sign}{value}", glyph, item=item)


TOTEM = Kind("T", None, "figure", "green", say("totem"), "T", single="totem")
KINDS = tuple(kind(seat, value) for seat in (0, 1) for value in (1, 2, 3, 4))
STONES = Stones(GRID, SIDES, (*KINDS, TOTEM), sets)


def action_texts(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    return (f"{NAMES[action & 63]}/{action >> 12}{NAMES[action >> 6 & 63]}",)


NOTATION = re.compile(r"([a-z]\d)/([1-4])([a-z]\d)")


def named_by(state: YoxiiState, seat: int, text: str) -> Iterator[int]:
    match = NOTATION.fullmatch(text)
    if match and match[1] in GRID.index and match[3] in GRID.index:
        yield GRID.index[match[1]] | GRID.index[match[3]] << 6 | int(match[2]) << 12


def touches(state: YoxiiState, seat: int, action: int) -> tuple[str, ...]:
    """The totem's new cell, the stone in hand, and the stone's cell."""
    return NAMES[action & 63], KINDS[4 * seat + (action >> 12) - 1].item, NAMES[action >> 6 & 63]


def read_position(text: str, ruleset: Ruleset) -> YoxiiState:
    sets, seat, cursor = STONES.read(text, "T, a stone (OIYX or oiyx) or a number of empty cells")
    count = {sign: popcount(cells) for sign, cells in sets.items()}
    if count["T"] != 1:
        raise cursor.impossible(f"{count['T']} totems, expected one")
    for sign, most in zip("".join(SIGNS), STOCK * 2, strict=True):
        if count[sign] > most:
            raise cursor.impossible(f"{count[sign]} stones {sign}, expected at most {most}")
    groups = (*SIGNS, "IiXx", "YyXx")
    white, red, low, high = (Bits(sum(sets[sign] for sign in group)) for group in groups)
    mine, theirs = (white, red) if seat == 0 else (red, white)
    state: YoxiiState = ruleset.parameters(mine, theirs, low, high, sets["T"], seat)
    if isinstance(state, BothState):
        other = BothState(theirs, mine, low, high, sets["T"], 1 - seat)
        if not can_take_turn(state) and can_take_turn(other):
            raise cursor.impossible(
                f"{SIDES[seat].name} to move, who cannot, expected {SIDES[1 - seat].name}"
            )
    elif popcount(white) - popcount(red) != seat:
        raise cursor.impossible(
            f"{popcount(white)} stones of White and {popcount(red)} of Red, expected as many "
            "stones of White as of Red when White moves, one more when Red moves"
        )
    return state


def hand(state: YoxiiState, seat: int) -> Hand:
    left = [most - popcount(own) for most, own in zip(STOCK * 2, sets(state), strict=False)]
    kinds = zip("1234", KINDS[4 * seat :], left[4 * seat :], strict=False)
    return Hand(seat, tuple(kind.held(value, count) for value, kind, count in kinds))


def seat_view(state: YoxiiState, seat: int) -> SeatView:
    count = points(state, sides(state)[seat])
    text = counted("{n} point at the totem", "{n} points at the totem", count)
    tally = Tally(say("points at the totem"), "", count, text=text)
    return SeatView(SIDES[seat].name, SIDES[seat].colour, (tally,))


def view(state: YoxiiState, before: YoxiiState | None, action: int | None) -> View:
    last = touches(before, before.seat, action) if before and action else ()
    return STONES.view(
        state,
        (NAMES[lowest(before.totem)], *last) if before else (),
        going=is_going(state),
        seats=(seat_view(state, 0), seat_view(state, 1)),
        hands=(hand(state, 0), hand(state, 1)),
        status=status(state, before),
        task=say("move the totem, then place a stone"),
    )


def is_going(state: YoxiiState) -> bool:
    return bool(movers_of_both(state) if isinstance(state, BothState) else movers(state))


def status(state: YoxiiState, before: YoxiiState | None) -> str:
    seat = SIDES[state.seat].name
    if is_going(state):
        if before is not None and before.seat == state.seat:
            other = SIDES[1 - state.seat].name
            return say(
                "{other} cannot take a turn: {seat} to move the totem", other=other, seat=seat
            )
        return say("{seat} to move the totem", seat=seat)
    both = isinstance(state, BothState)
    end = say("Neither can take a turn") if both else say("{seat} cannot move the totem", seat=seat)
    result = returns(state, 0)
    white, red = (points(state, own) for own in sides(state))
    whites, reds = (popcount(around(state.totem) & own) for own in sides(state))
    if result == 0:
        scores = {"end": end, "white": white, "red": red}
        return counted(
            "{end}: a draw, {white} to {red} with {n} stone each",
            "{end}: a draw, {white} to {red} with {n} stones each",
            whites,
            **scores,
        )
    more, less = max(white, red), min(white, red)
    ended = {"end": end, "winner": SIDES[result < 0].name, "points": more, "other": less}
    if white != red:
        return say("{end}: {winner} wins {points} to {other}", **ended)
    return say(
        "{end}: {winner} wins {points} to {other}, by {stones} stones to {fewer}",
        stones=max(whites, reds),
        fewer=min(whites, reds),
        **ended,
    )


def every_action(ruleset: Ruleset, seats: int) -> list[int]:
    """A stone goes to any cell where the totem has no free one next to it."""
    cells = list(NAMES)
    return [
        pack(target, value, cell)
        for target in cells
        for value in range(1, 5)
        for cell in cells
        if cell != target
    ]


GAME = STONES.game(
    name="yoxii",
    title=say("Yoxii"),
    kinds=("territory",),
    first_pick=True,
    state=YoxiiState,
    rulesets=(
        Ruleset(
            name="standard",
            title=say("Standard"),
            source=say("the rules in the box, in Czech"),
            parameters=YoxiiState,
        ),
        Ruleset(
            name="both",
            title=say("Until neither can move"),
            source=say("the rules in the box, in Czech, read by their aim"),
            notes=say(
                "The other reading of the rules in the box: who cannot take a turn is passed over, "
                "and the game ends when neither player can."
            ),
            mark=say("the other reading of the rules"),
            parameters=BothState,
        ),
    ),
    start=start,
    functions=FUNCTIONS,
    notes_on_sources="ludarium.games.sources.yoxii",
    other_states={BothState: OF_BOTH},
    action_texts=action_texts,
    named_by=named_by,
    touches=touches,
    read_position=read_position,
    view=view,
    actions=every_action,
    hints="ludarium.hints.yoxii",
    wording="ludarium.games.wording.yoxii",
)
