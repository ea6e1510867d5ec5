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

Sources: the archive's match rules, the tabletop rules, and a wiki that repeats the archive; for
`live`, public descriptions of the online table. The archive calls the book "page", and so may you.

Notation: `P`, `B`, `E` for pen, book, beetle; `-` for a seat that sat out.
"""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

from ludarium.errors import PositionError
from ludarium.phrases import counted, listed, say
from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, popcount, to_bits, to_int
from ludarium.rules.dispatch import jitable
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.view import (
    Arrow,
    Colour,
    Glyph,
    Hand,
    HandItem,
    Mark,
    Piece,
    SeatView,
    Site,
    Tally,
    View,
)

# actions; each symbol beats the next, and the last the first
ABSENT, PEN, BOOK, BEETLE = 0, 1, 2, 3
SET = 3  # markers of one symbol that end the game
BITS = 2  # of a seat's action in a joint action
LOW_BITS = Bits(0b0101010101)

# Markers: four bits each, first the three symbols of seat 0, then those of seat 1, and so on.
COUNT = Bits(0xF)
# a count of 3 or more plus 5 carries into the count's highest bit
FIVE_OF_EACH = Bits(0x555555555555555)
HIGHEST_BITS = Bits(0x888888888888888)


class AhyoheekState(NamedTuple):
    """markers: as above; active: the seats still in, all until somebody has a set; gain_points:
    whether a round is worth its points.
    """

    markers: Bits
    active: Bits
    seats: int
    gain_points: int


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
    """The symbol that wins a round in which so many seats chose each, or ABSENT where nobody wins.

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
    """Of the seats that hold a set, those with the most markers in total."""
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


SEAT_BITS = Bits(0xFFF)


@jitable
def marker_count(markers: Bits, seat: int, symbol: int) -> int:
    return to_int((markers >> to_bits(12 * seat + 4 * (symbol - 1))) & COUNT)


@jitable
def returns(state: AhyoheekState, seat: int) -> float:
    return 1.0 if state.active == bit(seat) else 0.0


# Symmetries: seats can be exchanged in any way, and the symbols rotated together.

ORDERS = (1, 1, 2, 6, 24, 120)  # of so many seats


@jitable
def symmetry_count(state: AhyoheekState) -> int:
    return 3 * ORDERS[state.seats]


@jitable
def symmetric_seat(state: AhyoheekState, symmetry: int, seat: int) -> int:
    """The seat's place in an order of the seats, which is read off the symmetry's number digit by
    digit (Lehmer's code).
    """
    code = symmetry // 3
    taken = EMPTY
    place = 0
    for which in range(seat + 1):
        left = state.seats - which
        skip = code % left
        code //= left
        place = 0
        while (taken >> to_bits(place)) & ONE:
            place += 1
        for _ in range(skip):
            place += 1
            while (taken >> to_bits(place)) & ONE:
                place += 1
        taken |= bit(place)
    return place


@jitable
def symmetric_action(state: AhyoheekState, symmetry: int, action: int) -> int:
    return ABSENT if action == ABSENT else 1 + (action - 1 + symmetry % 3) % 3


@jitable
def symmetric_state(state: AhyoheekState, symmetry: int) -> AhyoheekState:
    markers = EMPTY
    active = EMPTY
    for seat in range(state.seats):
        place = symmetric_seat(state, symmetry, seat)
        active |= ((state.active >> to_bits(seat)) & ONE) << to_bits(place)
        for symbol in range(PEN, BEETLE + 1):
            image = symmetric_action(state, symmetry, symbol)
            markers |= to_bits(marker_count(state.markers, seat, symbol)) << to_bits(
                12 * place + 4 * (image - 1)
            )
    return AhyoheekState(markers, active, state.seats, state.gain_points)


@jitable
def canonical_state(state: AhyoheekState) -> AhyoheekState:
    """In sudden death markers no longer matter: as if all who are still in had three pens."""
    if not holding_sets(state.markers):
        return state
    markers = EMPTY
    for seat in range(state.seats):
        if (state.active >> to_bits(seat)) & ONE:
            markers |= THREE_PENS << to_bits(12 * seat)
    return AhyoheekState(markers, state.active, state.seats, state.gain_points)


THREE_PENS = Bits(SET)

# Text

SPELLINGS = {
    ABSENT: ("-",),
    PEN: ("P", "pen"),
    BOOK: ("B", "book", "page"),
    BEETLE: ("E", "beetle"),
}
SYMBOLS = {PEN: "pen", BOOK: "book", BEETLE: "beetle"}  # as ids


def action_texts(state: AhyoheekState, seat: int, action: int) -> tuple[str, ...]:
    return SPELLINGS[action]


def markers_of(state: AhyoheekState, seat: int) -> tuple[int, ...]:
    """The seat's markers: pens, books, beetles."""
    return tuple(marker_count(state.markers, seat, symbol) for symbol in SYMBOLS)


def write_position(state: AhyoheekState) -> str:
    """For each seat its pens, books and beetles, three digits; once a seat holds a set, a star
    after each that is still in.
    """
    ended = holding_sets(state.markers)
    seats = (
        "".join(map(str, markers_of(state, seat)))
        + ("*" if ended and state.active >> seat & 1 else "")
        for seat in range(state.seats)
    )
    return "/".join(seats)


def read_position(text: str, ruleset: Ruleset) -> AhyoheekState:
    def fail(column: int, expected: str) -> PositionError:
        return PositionError(f"position {text!r}: at column {column + 1} expected {expected}")

    words = text.split("/")
    least, most = GAME.seats
    if not least <= len(words) <= most:
        raise PositionError(f"position {text!r}: {len(words)} seats, expected {least} to {most}")
    # A winner has at most two markers of a symbol before its last round, which gives it at most
    # four (a lone winner of five seats).
    highest = SET - 1 + (most - 1 if ruleset.parameters else 1)
    markers = 0
    starred = 0
    column = 0
    for seat, word in enumerate(words):
        for place, digit in enumerate(word[:3].ljust(3)):
            if not ("0" <= digit <= "9") or int(digit) > highest:
                raise fail(column + place, f"a number of markers, 0 to {highest}")
            markers |= int(digit) << (12 * seat + 4 * place)
        if word[3:] not in ("", "*"):
            raise fail(column + 3, "*, / or the end")
        starred |= (word[3:] == "*") << seat
        column += len(word) + 1
    return checked_state(text, Bits(markers), Bits(starred), len(words), ruleset.parameters)


def checked_state(
    text: str, markers: Bits, starred: Bits, seats: int, gain_points: int
) -> AhyoheekState:
    """The state of these markers. Raises PositionError where no game can come to it."""
    if not holding_sets(markers):
        if starred:
            raise PositionError(
                f"position {text!r}: expected no * while no seat has {SET} markers of a symbol"
            )
        return AhyoheekState(markers, Bits((1 << seats) - 1), seats, gain_points)
    leading = leaders(markers, seats)
    names = ", ".join(SEATS[seat] for seat in range(seats) if leading >> seat & 1)
    if not starred or starred & ~leading:
        raise PositionError(
            f"position {text!r}: expected a * after those who are still in, of {names}"
        )
    return AhyoheekState(markers, starred, seats, gain_points)


# Touches and View

SEATS = tuple(say("Seat {number}", number=number) for number in range(1, 6))
SYMBOL_NAMES = {PEN: say("pen"), BOOK: say("book"), BEETLE: say("beetle")}
COLOURS: dict[int, Colour] = {PEN: "amber", BOOK: "blue", BEETLE: "green"}
GLYPHS = {
    PEN: Glyph(
        "pen",
        "M5 19l1.2 -4.6L16.4 4.2a1.6 1.6 0 0 1 2.3 0l1.1 1.1a1.6 1.6 0 0 1 0 2.3L9.6 17.8zM14.2 "
        "6.4l3.4 3.4M5 19l3.2 -3.2",
    ),
    BOOK: Glyph(
        "book",
        "M12 7c-2 -1.6 -4.6 -2 -8 -2v12.5c3.4 0 6 .4 8 2c2 -1.6 4.6 -2 8 -2V5c-3.4 0 -6 .4 -8 "
        "2zM12 7v12.5",
    ),
    BEETLE: Glyph(
        "beetle",
        "M12 8.5c3 0 4.6 2.3 4.6 5.5s-1.8 6 -4.6 6s-4.6 -2.8 -4.6 -6s1.6 -5.5 4.6 -5.5zM12 "
        "8.5v11.5M9 8.6a3 3 0 0 1 6 0"
        "M10.4 5.8l-1.6 -2.3M13.6 5.8l1.6 -2.3M7.5 12l-3.2 -1.8M7.4 14.7H4M8.2 17.4l-3 2M16.5 "
        "12l3.2 -1.8M16.6 14.7H20M15.8 17.4l3 2",
    ),
}
LETTERS = {PEN: "P", BOOK: "B", BEETLE: "E"}
CARDS = tuple(
    HandItem(
        SYMBOLS[symbol],
        "card",
        COLOURS[symbol],
        SYMBOL_NAMES[symbol],
        LETTERS[symbol],
        GLYPHS[symbol],
    )
    for symbol in SYMBOLS
)
# of a seat's choice from the middle of the table, by the number of seats
CHOICE_DISTANCE = {2: 1.7, 3: 2.1, 4: 2.1, 5: 2.4}


def touches(state: AhyoheekState, seat: int, action: int) -> tuple[str, ...]:
    return (SYMBOLS.get(action, "sit out"),)


def choice(action: int, seat: int) -> int:
    """One seat's action in a joint action."""
    return action >> (BITS * seat) & 3


@functools.cache
def seat_sites(seat: int, seats: int) -> tuple[Site, ...]:
    """The place for the seat's choice, and its nine lamps, on its side of the table; the first seat
    is nearest to the reader.
    """
    angle = math.tau * seat / seats
    x, y = -math.sin(angle), -math.cos(angle)
    near = CHOICE_DISTANCE[seats]
    place = Site(
        f"choice-{seat}",
        near * x,
        near * y,
        say("choice of {seat}", seat=SEATS[seat]),
        "place",
        seat,
    )

    def lamp(symbol: int, number: int) -> Site:
        # from the left hand; first lamps outermost
        along, out = 1.2 * (symbol - BOOK), near + 2.4 + 0.95 * (2 - number)
        name = say(
            "{symbol} {number} of {seat}",
            symbol=SYMBOL_NAMES[symbol],
            number=number,
            seat=SEATS[seat],
        )
        return Site(
            f"{SYMBOLS[symbol]}-{seat}-{number}",
            out * x - along * y,
            out * y + along * x,
            name,
            "lamp",
            seat,
        )

    return (place, *(lamp(symbol, number) for symbol in SYMBOLS for number in (1, 2, 3)))


def marker_pieces(state: AhyoheekState, seat: int) -> list[Piece]:
    lamps = (
        (symbol, f"{symbol_id}-{seat}-{number}")
        for symbol, symbol_id in SYMBOLS.items()
        for number in range(1, min(marker_count(state.markers, seat, symbol), SET) + 1)
    )
    return [
        Piece(
            lamp,
            lamp,
            "lamp",
            COLOURS[symbol],
            SYMBOL_NAMES[symbol],
            LETTERS[symbol],
            GLYPHS[symbol],
            seat,
        )
        for symbol, lamp in lamps
    ]


def choice_pieces(action: int, seats: int) -> list[Piece]:
    return [
        Piece(
            f"choice-{seat}",
            f"choice-{seat}",
            "card",
            COLOURS[symbol],
            SYMBOL_NAMES[symbol],
            LETTERS[symbol],
            GLYPHS[symbol],
            seat,
        )
        for seat in range(seats)
        if (symbol := choice(action, seat))
    ]


def beats(action: int, seat: int, other: int) -> bool:
    """Whether this seat's choice beats the other's."""
    symbol, beaten = choice(action, seat), choice(action, other)
    return bool(symbol and beaten) and beaten == symbol % 3 + 1


def view(state: AhyoheekState, before: AhyoheekState | None, action: int | None) -> View:
    seats = range(state.seats)
    played = action if before is not None and action is not None else None
    pieces = [piece for seat in seats for piece in marker_pieces(state, seat)]
    arrows: tuple[Arrow, ...] = ()
    if played is not None:
        pieces += choice_pieces(played, state.seats)
        pairs = ((seat, other) for seat in seats for other in seats if beats(played, seat, other))
        arrows = tuple(
            Arrow(f"choice-{seat}", f"choice-{other}", COLOURS[choice(played, seat)])
            for seat, other in pairs
        )
    winners = round_winners(before, played) if before is not None and played is not None else ()
    return View(
        surface="table",
        sites=tuple(site for seat in seats for site in seat_sites(seat, state.seats)),
        pieces=tuple(pieces),
        hands=(Hand(None, CARDS),),
        marks=tuple(Mark("last", f"choice-{seat}") for seat in winners),
        arrows=arrows,
        seats=tuple(seat_view(state, before, played, seat) for seat in seats),
        movers=tuple(seat for seat in seats if movers(state) >> seat & 1),
        status=status(state, winners, played),
        task=say("choose pen, book or beetle"),
    )


def round_winners(before: AhyoheekState, action: int) -> tuple[int, ...]:
    """The seats that won the round of these choices."""
    counts = tuple(popcount(choosers(action, symbol)) for symbol in SYMBOLS)
    symbol = round_winner(*counts)
    return tuple(seat for seat in range(before.seats) if symbol and choice(action, seat) == symbol)


def seat_view(
    state: AhyoheekState, before: AhyoheekState | None, action: int | None, seat: int
) -> SeatView:
    tallies = tuple(
        Tally(SYMBOL_NAMES[symbol], LETTERS[symbol], count, SET)
        for symbol, count in zip(SYMBOLS, markers_of(state, seat), strict=True)
    )
    note = standing(state, seat)
    if before is not None and action is not None and before.active >> seat & 1:
        shown = round_note(action, state.seats, seat)
        note = say("{round}, {standing}", round=shown, standing=note) if note else shown
    return SeatView(SEATS[seat], "grey", tallies, note)


def standing(state: AhyoheekState, seat: int) -> str:
    """Where the seat stands, once somebody has a set."""
    if not state.active >> seat & 1:
        return say("out")
    if not movers(state):
        return say("winner")
    return say("sudden death") if holding_sets(state.markers) else ""


def round_note(action: int, seats: int, seat: int) -> str:
    """What the round brought to the seat."""
    if not choice(action, seat):
        return say("sat out")
    points = sum(beats(action, seat, other) - beats(action, other, seat) for other in range(seats))
    return counted(
        "{points} round-point",
        "{points} round-points",
        abs(points),
        points=f"{points:+d}" if points else "0",
    )


def status(state: AhyoheekState, winners: tuple[int, ...], action: int | None) -> str:
    return (
        outlook(state)
        if action is None
        else say(
            "{result}. {outlook}", result=round_result(winners, action), outlook=outlook(state)
        )
    )


def round_result(winners: tuple[int, ...], action: int) -> str:
    if not winners:
        return say("Nobody wins the round")
    return counted(
        "{seats} wins the round with a {symbol}",
        "{seats} win the round with a {symbol}",
        len(winners),
        seats=listed([SEATS[seat] for seat in winners]),
        symbol=SYMBOL_NAMES[choice(action, winners[0])],
    )


def outlook(state: AhyoheekState) -> str:
    """What comes after the round."""
    if not movers(state):
        return say("{seat} wins the game", seat=SEATS[lowest(state.active)])
    if holding_sets(state.markers):
        tied = listed([SEATS[seat] for seat in range(state.seats) if state.active >> seat & 1])
        return say("Sudden death between {seats}", seats=tied)
    return say("All seats choose")


GAME = Game(
    name="ahyoheek",
    title=say("Ahyoheek"),
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
    functions={
        "seat_count": seat_count,
        "action_bits": action_bits,
        "movers": movers,
        "legal_count": legal_count,
        "nth_legal": nth_legal,
        "play": play,
        "returns": returns,
        "canonical_state": canonical_state,
        "symmetry_count": symmetry_count,
        "symmetric_seat": symmetric_seat,
        "symmetric_action": symmetric_action,
        "symmetric_state": symmetric_state,
    },
    action_texts=action_texts,
    touches=touches,
    write_position=write_position,
    read_position=read_position,
    view=view,
    returns_sum=1.0,
    returns_range=(0.0, 1.0),
    draws=False,
    absent=ABSENT,
)
