"""Ahyoheek: pen beats book, book beats beetle, beetle beats pen, for two to five at one table.

In each round all seats choose one of the three symbols in secret; then all choices are shown
together. A seat's round-points are the number of seats that it beats less the number that beat it.
The seats with the most round-points win the round, and each takes a marker of the symbol that it
played. Where all seats are equal, nobody wins the round.

The game ends after the round in which some seat holds three markers of one symbol: a set. If
several seats complete a set in that round, the one with the most markers in total wins. If these
are equal too, the tied seats play sudden-death rounds, for no markers: the winners of such a round
stay, the others drop out, a round that nobody wins is played again, until one seat is left.

Rulesets: in `classic` a round is worth one marker to each winner; in `live`, as at the game's own
online tables, as many markers as the round-points that it was won with. Played against the clock, a
seat that has not chosen in time sits the round out: it beats nobody and nobody beats it.

Sources: the archive's match rules and a wiki, which say "page" for book, and tabletop rules; for
`live`, public descriptions. Notation: `P`, `B`, `E`; `-` for a seat that sat out.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.phrases import counted, listed, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, members, popcount, to_bits, to_int
from ludarium.rules.cursor import Cursor
from ludarium.rules.dispatch import jitable, named
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.simultaneous_table import RoundTable, Symbol
from ludarium.rules.view import Glyph, Mark, SeatView, Tally, View

ABSENT, PEN, BOOK, BEETLE = 0, 1, 2, 3
SET = 3  # markers of one symbol that end the game
BITS = 2  # of a seat's action in a joint action
LOW_BITS = Bits(0b0101010101)
# Markers: four bits each, first the three symbols of seat 0, then those of seat 1, and so on.
COUNT, SEAT_BITS = Bits(0xF), Bits(0xFFF)  # of a symbol and of a seat
FIVE_OF_EACH = Bits(0x555555555555555)  # added, 3 and more carry into a count's highest bit
HIGHEST_BITS = Bits(0x888888888888888)


class AhyoheekState(NamedTuple):
    """A position, between rounds."""

    markers: Annotated[Bits, Packed(15, 4, 6)]
    """Four bits for each count, as above."""
    active: Annotated[Bits, Packed(5, 1, 1)]
    """The seats that are still in: all until somebody has a set."""
    seats: Annotated[int, FIXED]
    gain_points: Annotated[int, FIXED]
    """1 if a round is worth its round-points, as in ruleset `live`, else 0."""


def start(ruleset: Ruleset, seats: int) -> AhyoheekState:
    return AhyoheekState(EMPTY, Bits((1 << seats) - 1), seats, ruleset.parameters)


# Rules


@jitable
def seat_count(state: AhyoheekState) -> int:
    return state.seats


@jitable
def action_bits(state: AhyoheekState) -> int:
    return BITS


@jitable
def movers(state: AhyoheekState) -> Bits:
    return EMPTY if popcount(state.active) == 1 else state.active


@jitable
def legal_count(state: AhyoheekState, seat: int) -> int:
    return 3


@jitable
def nth_legal(state: AhyoheekState, seat: int, n: int) -> int:
    return PEN + n


@jitable
def holding_sets(markers: Bits) -> Bits:
    """Not empty where some seat holds a set."""
    return (markers + FIVE_OF_EACH) & HIGHEST_BITS


@jitable
def choosers(joint: int, symbol: int) -> Bits:
    """The seats that chose this symbol, as a set with one bit in two, like the joint action."""
    choices = to_bits(joint)
    low = choices & LOW_BITS if symbol & 1 else (choices & LOW_BITS) ^ LOW_BITS
    high = (choices >> ONE) & LOW_BITS if symbol & 2 else ((choices >> ONE) & LOW_BITS) ^ LOW_BITS
    return low & high


@jitable
def round_winner(pens: int, books: int, beetles: int) -> int:
    """The symbol that wins a round, by the number of seats that chose each; ABSENT if nobody wins.

    With at most five seats, two different symbols never share the most round-points unless all
    seats are equal.
    """
    if pens and books and beetles:
        pen_points, book_points, beetle_points = books - beetles, beetles - pens, pens - books
        if pen_points > book_points and pen_points > beetle_points:
            return PEN
        if book_points > pen_points and book_points > beetle_points:
            return BOOK
        return BEETLE if beetle_points > pen_points and beetle_points > book_points else ABSENT
    if pens and books:
        return PEN
    if books and beetles:
        return BOOK
    return BEETLE if beetles and pens else ABSENT


@jitable
def round_points(winner: int, pens: int, books: int, beetles: int) -> int:
    """The round-points of the seats that chose the winning symbol."""
    if winner == PEN:
        return books - beetles
    return beetles - pens if winner == BOOK else pens - books


@jitable
def play(state: AhyoheekState, action: int) -> AhyoheekState:
    pens = popcount(choosers(action, PEN))
    books = popcount(choosers(action, BOOK))
    beetles = popcount(choosers(action, BEETLE))
    winner = round_winner(pens, books, beetles)
    if winner == ABSENT:
        return state
    gain = round_points(winner, pens, books, beetles) if state.gain_points else 1
    winners = EMPTY
    gains = EMPTY
    left = choosers(action, winner)
    while left:
        seat = lowest(left) >> 1
        winners |= bit(seat)
        gains |= to_bits(gain) << to_bits(12 * seat + 4 * (winner - 1))
        left &= left - ONE
    if holding_sets(state.markers):  # sudden death
        return AhyoheekState(state.markers, winners, state.seats, state.gain_points)
    markers = state.markers + gains
    active = leaders(markers, state.seats) if holding_sets(markers) else state.active
    return AhyoheekState(markers, active, state.seats, state.gain_points)


@jitable
def leaders(markers: Bits, seats: int) -> Bits:
    """The seats with the most markers in total among those that hold a set."""
    sets = holding_sets(markers)
    best = 0
    leading = EMPTY
    for seat in range(seats):
        shift = to_bits(12 * seat)
        if (sets >> shift) & SEAT_BITS:
            total = (
                marker_count(markers, seat, PEN)
                + marker_count(markers, seat, BOOK)
                + marker_count(markers, seat, BEETLE)
            )
            if total > best:
                best = total
                leading = EMPTY
            if total == best:
                leading |= bit(seat)
    return leading


@jitable
def marker_count(markers: Bits, seat: int, symbol: int) -> int:
    return to_int((markers >> to_bits(12 * seat + 4 * (symbol - 1))) & COUNT)


@jitable
def returns(state: AhyoheekState, seat: int) -> float:
    return 1.0 if state.active == bit(seat) else 0.0


# Text: moves and positions, both ways

SPELLINGS = (("-",), ("P", "pen"), ("B", "book", "page"), ("E", "beetle"))


def action_texts(state: AhyoheekState, seat: int, action: int) -> tuple[str, ...]:
    return SPELLINGS[action]


def counts(state: AhyoheekState, seat: int) -> tuple[int, ...]:
    """The seat's markers: pens, books, beetles."""
    return tuple(marker_count(state.markers, seat, symbol) for symbol in (PEN, BOOK, BEETLE))


def write_position(state: AhyoheekState) -> str:
    """Write for each seat its pens, books and beetles, three digits; once a seat holds a set, a
    star after each that is still in.
    """
    starred = state.active if holding_sets(state.markers) else EMPTY
    seats = range(state.seats)
    return "/".join(
        "".join(map(str, counts(state, seat))) + "*" * (starred >> seat & 1) for seat in seats
    )


def read_position(text: str, ruleset: Ruleset) -> AhyoheekState:
    cursor = Cursor(text)
    seats = text.count("/") + 1
    least, most = GAME.seats
    if not least <= seats <= most:
        raise cursor.impossible(f"{seats} seats, expected {least} to {most}")
    # A winner has at most two markers of a symbol before its last round, which gives it at most
    # four (a lone winner of five seats).
    highest = SET - 1 + (most - 1 if ruleset.parameters else 1)
    digits = "0123456789"[: highest + 1]
    markers = starred = 0
    for seat in range(seats):
        for symbol in range(3):
            count = cursor.take(digits, f"a number of markers, 0 to {highest}")
            markers |= int(count) << (12 * seat + 4 * symbol)
        if cursor.next == "*":
            starred |= 1 << seat
            cursor.at += 1
        if seat < seats - 1:
            cursor.take("/", "*, / or the end")
    cursor.end("*, / or the end")
    leading = leaders(Bits(markers), seats)
    if not leading and starred:
        raise cursor.impossible(f"expected no * while no seat has {SET} markers of a symbol")
    if leading and (not starred or starred & ~leading):
        names = ", ".join(SEATS[seat] for seat in members(leading))
        raise cursor.impossible(f"expected a * after those who are still in, of {names}")
    active = Bits(starred if leading else (1 << seats) - 1)
    return AhyoheekState(Bits(markers), active, seats, ruleset.parameters)


# Touches and View

SEATS = tuple(say("Seat {number}", number=number) for number in range(1, 6))
PEN_PATH = (
    "M5 19l1.2 -4.6L16.4 4.2a1.6 1.6 0 0 1 2.3 0l1.1 1.1a1.6 1.6 0 0 1 0 2.3L9.6 17.8z"
    "M14.2 6.4l3.4 3.4M5 19l3.2 -3.2"
)
BOOK_PATH = (
    "M12 7c-2 -1.6 -4.6 -2 -8 -2v12.5c3.4 0 6 .4 8 2c2 -1.6 4.6 -2 8 -2V5c-3.4 0 -6 .4 -8 2z"
    "M12 7v12.5"
)
BEETLE_PATH = (
    "M12 8.5c3 0 4.6 2.3 4.6 5.5s-1.8 6 -4.6 6s-4.6 -2.8 -4.6 -6s1.6 -5.5 4.6 -5.5z"
    "M12 8.5v11.5M9 8.6a3 3 0 0 1 6 0M10.4 5.8l-1.6 -2.3M13.6 5.8l1.6 -2.3M7.5 12l-3.2 -1.8"
    "M7.4 14.7H4M8.2 17.4l-3 2M16.5 12l3.2 -1.8M16.6 14.7H20M15.8 17.4l3 2"
)
SYMBOLS = (
    Symbol("pen", say("pen"), "P", "amber", Glyph("pen", PEN_PATH)),
    Symbol("book", say("book"), "B", "blue", Glyph("book", BOOK_PATH)),
    Symbol("beetle", say("beetle"), "E", "green", Glyph("beetle", BEETLE_PATH)),
)
TABLE = RoundTable(SEATS, SYMBOLS, SET)


def touches(state: AhyoheekState, seat: int, action: int) -> tuple[str, ...]:
    return (SYMBOLS[action - 1].id if action else "sit out",)


def beats(symbol: int, other: int) -> bool:
    return bool(symbol and other) and other == symbol % 3 + 1


def winners_of(choices: tuple[int, ...]) -> tuple[int, ...]:
    symbol = round_winner(*(choices.count(symbol) for symbol in (PEN, BOOK, BEETLE)))
    return tuple(seat for seat, chosen in enumerate(choices) if symbol and chosen == symbol)


def view(state: AhyoheekState, before: AhyoheekState | None, action: int | None) -> View:
    seats = range(state.seats)
    joint = action or 0 if before else 0
    choices = tuple(joint >> (BITS * seat) & 3 for seat in seats)
    winners = winners_of(choices)
    lamps = [lamp for seat in seats for lamp in TABLE.lit(seat, counts(state, seat))]
    took_part = before.active if before and action is not None else EMPTY
    coming = outlook(state)
    return View(
        surface="table",
        sites=TABLE.sites(state.seats),
        pieces=(*lamps, *TABLE.cards(choices)),
        hands=(TABLE.hand,),
        marks=tuple(Mark("last", f"choice-{seat}") for seat in winners),
        arrows=TABLE.arrows(choices, beats),
        seats=tuple(
            seat_view(state, choices if took_part >> seat & 1 else (), seat) for seat in seats
        ),
        movers=tuple(members(movers(state))),
        status=say("{result}. {outlook}", result=result(choices, winners), outlook=coming)
        if took_part
        else coming,
        task=say("choose pen, book or beetle"),
    )


def seat_view(state: AhyoheekState, choices: tuple[int, ...], seat: int) -> SeatView:
    """choices: of the last round, where the seat took part in it."""
    tallies = tuple(
        Tally(symbol.name, symbol.letter, count, SET)
        for symbol, count in zip(SYMBOLS, counts(state, seat), strict=True)
    )
    note = standing(state, seat)
    if choices:
        shown = round_note(choices, seat)
        note = say("{round}, {standing}", round=shown, standing=note) if note else shown
    return SeatView(SEATS[seat], "grey", tallies, note)


def standing(state: AhyoheekState, seat: int) -> str:
    """The standing of the seat, once somebody has a set."""
    if not state.active >> seat & 1:
        return say("out")
    if not movers(state):
        return say("winner")
    return say("sudden death") if holding_sets(state.markers) else ""


def round_note(choices: tuple[int, ...], seat: int) -> str:
    """The points that the round brought to the seat, in words."""
    if not (own := choices[seat]):
        return say("sat out")
    points = sum(beats(own, other) - beats(other, own) for other in choices)
    shown = f"{points:+d}".replace("-", "−") if points else "0"  # a minus, no hyphen
    return counted("{points} round-point", "{points} round-points", abs(points), points=shown)


def result(choices: tuple[int, ...], winners: tuple[int, ...]) -> str:
    if not winners:
        return say("Nobody wins the round")
    return counted(
        "{seats} wins the round with a {symbol}",
        "{seats} win the round with a {symbol}",
        len(winners),
        seats=listed([SEATS[seat] for seat in winners]),
        symbol=SYMBOLS[choices[winners[0]] - 1].name,
    )


def outlook(state: AhyoheekState) -> str:
    if not movers(state):
        return say("{seat} wins the game", seat=SEATS[lowest(state.active)])
    if holding_sets(state.markers):
        tied = listed([SEATS[seat] for seat in members(state.active)])
        return say("Sudden death between {seats}", seats=tied)
    return say("All seats choose")


GAME = Game(
    name="ahyoheek",
    title=say("Ahyoheek"),
    kinds=("cards",),
    first_pick=True,
    seats=(2, 5),
    seat_names=SEATS,
    state=AhyoheekState,
    rulesets=(
        Ruleset(
            name="classic",
            title=say("Classic"),
            source=say("the archive's match rules, the tabletop rules, the wiki"),
            notes=say("A round is worth one marker to each winner."),
            parameters=0,
        ),
        Ruleset(
            name="live",
            title=say("Live table"),
            source=say("public descriptions of the game's online table"),
            notes=say("A round is worth as many markers as the round-points that it was won with."),
            parameters=1,
        ),
    ),
    start=start,
    notes_on_sources="ludarium.games.sources.ahyoheek",
    functions=named(seat_count, action_bits, movers, legal_count, nth_legal, play, returns),
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    returns_sum=1.0,
    returns_range=(0.0, 1.0),
    draws=False,
    absent=ABSENT,
    actions=lambda ruleset, seats: (PEN, BOOK, BEETLE),
    hints="ludarium.hints.ahyoheek",
    wording="ludarium.games.wording.ahyoheek",
    ranking_points=True,
)
