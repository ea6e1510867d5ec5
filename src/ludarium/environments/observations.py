"""Observations: what a seat sees, as numbers in an array, made from the state itself.

A state is a NamedTuple of sets and numbers, so each set becomes a plane of the board and each
number a scaled value, with nothing for a game's author to write. What is hidden from a seat is
blanked by `seen_by` first.

An observation is of uint8, 0 to 255, and stands for values from 0 to 1: 255 is a member of a set,
or the greatest value of a number. Where any set lies on a board, it has the shape (planes, rows,
columns), the first row being the lowest, and a number fills a plane; else it has the shape
(values,). The last plane or value tells the seat that sees this, from 0 for the first to 255 for
the last.

What a field means is read from these, in this order:

- its annotation (`ludarium.rules.fields`): a range, several numbers, places on a grid, or that it
  is fixed, and then left out;
- a field `seat` is the seat to move, and left out, as the last plane tells it;
- a set is of cells of the game's board, where it has one, and else a value for each of its bits;
- a number is taken to be from 0 to 255.

A number beyond its range counts as its end.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ludarium.errors import RulesError
from ludarium.rules.bits import WORD, Bits, members, to_bits, to_int
from ludarium.rules.dispatch import jitable
from ludarium.rules.fields import FIXED, Packed
from ludarium.rules.game import Game
from ludarium.rules.generic import hides, seen_by
from ludarium.rules.memory import Memory, fill_bytes, peek, poke_byte, poke_eight
from ludarium.rules.packing import leaves, store, word_count, words_of

__all__ = ["ObservationSpace", "Planes", "fields_of", "observation_space", "observe"]

Array = Any
State = Any

FULL = 255
"""The number that stands for 1."""
SEAT = "seat"
"""The field of the seat to move, and the name of the last plane."""
ROW = 8
"""The most values that are written at once."""
NUMBER_COLUMNS = 7
UNKNOWN = range(FULL + 1)
"""The range of a number whose annotation gives none."""


class Planes(NamedTuple):
    """Tables by which compiled code makes observations of the words of a state."""

    rows: Memory
    """Five numbers for each row of up to eight values that are neighbouring bits of one word, in
    order of the values: the word, the lowest bit, the set of bits 0 and up that are in the row, its
    first value, its length."""
    row_count: int
    numbers: Memory
    """Seven numbers for each number: its word, its lowest bit there, how many bits it has, the
    least and the greatest that it can be, the `reciprocal` of their difference, its first value."""
    number_count: int
    area: int
    """The number of values that a number fills."""
    size: int
    """The number of values of an observation; the last `area` are of the seat."""


PRECISION = 40  # bits of a reciprocal
EXACT = 1 << 15
"""Up to here a division by twice a number is the same as a multiplication by its reciprocal: the
dividend is below 512 times the number, and that times twice the number must be below 2**PRECISION.
"""


def reciprocal(span: int) -> int:
    """The factor to multiply by, before a shift right by PRECISION, in order to divide by 2 * span;
    0 where that would not be exact.
    """
    return -(-(1 << PRECISION) // (2 * span)) if span <= EXACT else 0


@jitable
def scaled(value: int, least: int, most: int, factor: int) -> int:
    """The number from least..most as one from 0 to 255, rounded. factor: `reciprocal`, as a
    division takes longer than all the rest of a small observation.
    """
    doubled = 2 * FULL * (min(max(value, least), most) - least) + most - least
    return doubled * factor >> PRECISION if factor else doubled // (2 * (most - least))


@jitable
def fill(out: Memory, place: int, count: int, value: int) -> None:
    """Put the same byte at `count` places: a single one without a call."""
    if count == 1:
        poke_byte(out, place, value)
    else:
        fill_bytes(out, place, count, value)


_BYTES = Bits(0x0101_0101_0101_0101)
_BIT_OF_BYTE = Bits(0x8040_2010_0804_0201)  # bit n of byte n
_LOW_BITS, _HIGH_BIT = Bits(0x7F7F_7F7F_7F7F_7F7F), Bits(0x8080_8080_8080_8080)
_TOP = Bits(7)
_FULL_BYTE = Bits(FULL)


@jitable
def as_bytes(bits: Bits) -> Bits:
    """A set of members from 0 to 7 as eight bytes, 255 for each member, else 0."""
    single = (bits * _BYTES) & _BIT_OF_BYTE
    return (((single + _LOW_BITS) & _HIGH_BIT) >> _TOP) * _FULL_BYTE


@jitable
def spread(
    words: Memory, at: int, planes: Planes, seat: int, seats: int, out: Memory, place: int
) -> None:
    """Write the observation of the state whose words are in memory at `at` to memory of bytes from
    `place`.
    """
    for row in range(planes.row_count):
        word = to_bits(peek(words, at + peek(planes.rows, 5 * row)))
        bits = word >> to_bits(peek(planes.rows, 5 * row + 1))
        values = as_bytes(bits & to_bits(peek(planes.rows, 5 * row + 2)))
        first, length = peek(planes.rows, 5 * row + 3), peek(planes.rows, 5 * row + 4)
        if first + 8 <= planes.size:  # what is behind this row is written later
            poke_eight(out, place + first, to_int(values))
        else:
            for n in range(length):
                poke_byte(out, place + first + n, to_int(values >> to_bits(8 * n)))
    for number in range(planes.number_count):
        at_number = NUMBER_COLUMNS * number
        value = peek(words, at + peek(planes.numbers, at_number))
        bits_of = peek(planes.numbers, at_number + 2)
        if bits_of < WORD:
            shifted = to_bits(value) >> to_bits(peek(planes.numbers, at_number + 1))
            value = to_int(shifted & to_bits((1 << bits_of) - 1))
        least, most = peek(planes.numbers, at_number + 3), peek(planes.numbers, at_number + 4)
        byte = scaled(value, least, most, peek(planes.numbers, at_number + 5))
        fill(out, place + peek(planes.numbers, at_number + 6), planes.area, byte)
    own = FULL * seat if seats <= 2 else scaled(seat, 0, seats - 1, 0)
    fill(out, place + planes.size - planes.area, planes.area, own)


@jitable
def observe(
    state: State,
    words: Memory,
    at: int,
    planes: Planes,
    seat: int,
    seats: int,
    spare: Memory,
    out: Memory,
    place: int,
) -> None:
    """Write what this seat sees of the state, whose words are in memory at `at`, to memory of bytes
    from `place`. spare: memory for the words of a state.
    """
    if hides(state):
        store(seen_by(state, seat), spare, 0)
        spread(spare, 0, planes, seat, seats, out, place)
    else:
        spread(words, at, planes, seat, seats, out, place)


class StateField(NamedTuple):
    """A number or set of a state, and what it becomes."""

    name: str
    kind: type
    word: int
    """The first of its words."""
    what: Any
    """A range, a Packed, a column and a row by member, or FIXED; None of the seat to move."""

    def fault(self, value: int, first: int) -> str:
        """The expectation that this value does not fit; empty where it fits. first: the value when
        the game began.
        """
        what = self.what
        if what == FIXED:
            return "" if value == first else f"expected {first}, as it is said to be fixed"
        if isinstance(what, range) and what is not UNKNOWN:
            return "" if value in what else f"expected {what[0]} to {what[-1]}"
        if isinstance(what, Packed):
            parts = [value >> n * what.bits & (1 << what.bits) - 1 for n in range(what.numbers)]
            fits = 0 <= value < 1 << what.numbers * what.bits and max(parts) <= what.most
            return "" if fits else f"expected {what.numbers} numbers from 0 to {what.most}"
        if isinstance(what, dict):
            others = set(members(Bits(value))) - set(what)
            return (
                "" if not others else f"which has {min(others)}, expected only {len(what)} places"
            )
        return ""


def fields_of(game: Game, state: State) -> list[StateField]:
    """The numbers and sets of the game's states that are of this one's type and board, in order.

    Raises RulesError where an annotation says what a field of its type cannot hold.
    """
    board = game.board_under(state) if game.board_under else game.board
    places = getattr(board, "places", None)
    fields, word = [], 0
    for name, _, kind, said in leaves(state):
        words = words_of(kind)
        what = next((one for one in said if _says(one)), None)
        if what is not None and not _fits(what, words):
            raise RulesError(f"field {name!r} of {type(state).__name__} cannot hold {what}")
        if name == SEAT:
            what = None
        elif what is None and not issubclass(kind, Bits):
            what = UNKNOWN
        elif what is None:
            on_board = places is not None and _fits(places, words)
            what = places if on_board else Packed(WORD * words, 1, 1)
        fields.append(StateField(name, kind, word, what))
        word += words
    return fields


def _says(said: Any) -> bool:
    return isinstance(said, (range, Packed, dict)) or said == FIXED


def _fits(what: Any, words: int) -> bool:
    """Return whether a field of so many words can hold such values."""
    if isinstance(what, dict):
        numbers = [number for place in what.values() for number in place]
        return bool(what) and min(*what, *numbers) >= 0 and max(what) < WORD * words
    if isinstance(what, Packed):
        fits = 0 < what.numbers * what.bits <= WORD * words
        return fits and what.bits in {1, 2, 4, 8} and 0 < what.most < 1 << what.bits
    return what == FIXED or len(what) > 1


class ObservationSpace:
    """The space of a game's observations.

    seats: how many there are.
    """

    def __init__(self, game: Game, state: State, seats: int) -> None:
        self.seats = seats
        fields = [field for field in fields_of(game, state) if _is_seen(field)]
        places = [place for field in fields if _has_places(field) for place in field.what.values()]
        self.shape: tuple[int, ...]
        """The shape of one observation."""
        columns = 1 + max((column for column, _ in places), default=0)
        rows = 1 + max((row for _, row in places), default=0)
        self.names: tuple[str, ...]
        """The names of the planes or values: a field's name, with a number where it has several."""
        names: list[str] = []
        runs: list[tuple[int, ...]] = []
        numbers: list[tuple[int, ...]] = []
        area = rows * columns
        for field in fields:
            at = len(names) * area
            if _has_places(field):
                places_at = {
                    member: at + column + columns * row
                    for member, (column, row) in field.what.items()
                }
                runs += _rows(field.word, places_at)
                names.append(field.name)
            elif isinstance(field.what, Packed):
                count, bits, most = field.what
                if bits == 1 and area == 1:
                    runs += _rows(field.word, {n: at + n for n in range(count)})
                else:
                    for n in range(count):
                        word, low = divmod(n * bits, WORD)
                        scale = (0, most, reciprocal(most))
                        numbers.append((field.word + word, low, bits, *scale, at + n * area))
                names += [f"{field.name} {n}" for n in range(count)]
            else:
                least, most = field.what[0], field.what[-1]
                scale = (least, most, reciprocal(most - least))
                numbers.append((field.word, 0, WORD, *scale, at))
                names.append(field.name)
        self.names = (*names, SEAT)
        self.shape = (len(self.names), rows, columns) if places else (len(self.names),)
        self.size = len(self.names) * area
        """The number of values of an observation."""
        self._area, self._words = area, word_count(state)
        self._rows, self._numbers = np.array(runs, np.int64), np.array(numbers, np.int64)

    def __repr__(self) -> str:
        return f"<ObservationSpace of shape {self.shape}: {len(self.names)} planes or values>"

    def planes(self, reach: Callable[[Array], Memory]) -> Planes:
        """The tables for code that takes arrays as `reach` gives them. They are kept here, so this
        space has to be kept as long as they are used.
        """
        rows, numbers = reach(self._rows.ravel()), reach(self._numbers.ravel())
        row_count, number_count = len(self._rows), len(self._numbers)
        return Planes(rows, row_count, numbers, number_count, self._area, self.size)

    def observe(self, state: State, seat: int) -> Array:
        """Observe a state of plain ints as this seat sees it: a new uint8 array of `shape`."""
        words, spare = np.zeros((2, self._words), np.int64)
        out = np.zeros(self.size, np.uint8)
        store(state, words, 0)
        planes = self.planes(lambda array: array)
        observe(state, words, 0, planes, seat, self.seats, spare, out, 0)
        return out.reshape(self.shape)


def _is_seen(field: StateField) -> bool:
    return field.what is not None and field.what != FIXED


def _has_places(field: StateField) -> bool:
    return isinstance(field.what, dict)


def _rows(first_word: int, values: dict[int, int]) -> list[tuple[int, ...]]:
    """The rows of `Planes` of a set that begins in this word, by the value of each member."""
    rows: list[list[int]] = []  # the first value, the first member, the length
    for value, member in sorted((value, member) for member, value in values.items()):
        if rows:
            first, lowest, length = rows[-1]
            follows = (value, member) == (first + length, lowest + length)
            if follows and length < ROW and lowest // WORD == member // WORD:
                rows[-1][2] += 1
                continue
        rows.append([value, member, 1])
    return [
        (first_word + member // WORD, member % WORD, (1 << length) - 1, first, length)
        for first, member, length in rows
    ]


@functools.cache
def observation_space(game: Game, ruleset: str, seats: int) -> ObservationSpace:
    """The observations of a game with the ruleset of this name and this number of seats."""
    state = game.plain(game.start(game.ruleset(ruleset), seats))
    return ObservationSpace(game, state, seats)
