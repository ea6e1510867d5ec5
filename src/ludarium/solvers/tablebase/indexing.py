"""The index of a tablebase: positions of few counters on a board of lines, numbered up to symmetry.

A tablebase is one array of numbers, so that it can be a file that is mapped into memory. It begins
with a head of HEAD numbers, then the binomials, the images of all points under all symmetries, and
for each number of the mover's counters a list: for each set of that size, in ascending order,
the number of its class of symmetric sets, and the symmetries that map it to the least of these.
Then come the codes, eight to a number: by class, by seat where the rules tell seats apart, and by
the other side's set of points, of whose images under these symmetries the least is meant. Sets of k
points are numbered in ascending order (the combinatorial number system).

A code is 0 for a draw, n for a win in n turns, and LOST + n for a loss in n turns; a run of hops is
one turn. No turns are left for a player whose turn it is when the game is over.
"""

from __future__ import annotations

from typing import Any

from ludarium.rules.bits import EMPTY, ONE, Bits, bit, lowest, popcount, to_bits
from ludarium.rules.dispatch import jitable, large
from ludarium.rules.generic import tablebase_pieces
from ludarium.rules.memory import Memory, peek, poke

__all__ = [
    "CLASSES",
    "CODES",
    "COUNTERS",
    "HEAD",
    "LOST",
    "MOST_TURNS",
    "POINTS",
    "SEATS",
    "SYMMETRIES",
    "code_at",
    "head_of",
    "probe",
    "put_code",
]

COUNTERS = 0  # the most counters of both sides together; 0: there is no tablebase
POINTS = 1
SYMMETRIES = 2
SEATS = 3  # 2 where the rules tell seats apart, else 1
BINOMIALS, IMAGES = 4, 5  # where they begin
LISTS = 8  # where the list begins, by the mover's number of counters
CLASSES = 16  # how many classes there are, by the same
CODES = 32  # where the codes begin, in eighths of a number, by 8 * mover's counters + the other's
HEAD = 96
LOST = 128
MOST_TURNS = 126
WIDTH = 8  # binomials of each number of points


@jitable
def number_of(base: Memory, points: Bits) -> int:
    """The place of the set among all sets of as many points, from 0."""
    binomials = peek(base, BINOMIALS)
    number = 0
    chosen = 1
    while points:
        number += peek(base, binomials + WIDTH * lowest(points) + chosen)
        chosen += 1
        points &= points - ONE
    return number


@jitable
def binomial(base: Memory, k: int) -> int:
    """The number of sets of k points of the board."""
    return peek(base, peek(base, BINOMIALS) + WIDTH * peek(base, POINTS) + k)


@jitable
def image_of(base: Memory, points: Bits, symmetry: int) -> Bits:
    """The set as this symmetry maps it."""
    images = peek(base, IMAGES) + symmetry * peek(base, POINTS)
    mapped = EMPTY
    while points:
        mapped |= bit(peek(base, images + lowest(points)))
        points &= points - ONE
    return mapped


@jitable
def least_image(base: Memory, points: Bits, symmetries: int) -> int:
    """The least number of the set's images under these symmetries, which are given as bits."""
    least = -1
    for symmetry in range(peek(base, SYMMETRIES)):
        if (symmetries >> symmetry) & 1:
            number = number_of(base, image_of(base, points, symmetry))
            if least == -1 or number < least:
                least = number
    return least


@large
def place_of(base: Memory, mine: Bits, theirs: Bits, seat: int) -> int:
    """The place of the code of this position, for these counters of the seat to move and of the
    other.
    """
    own, other = popcount(mine), popcount(theirs)
    entry = peek(base, peek(base, LISTS + own) + number_of(base, mine))
    rows = (entry >> 8) * peek(base, SEATS) + (seat if peek(base, SEATS) == 2 else 0)
    return (
        peek(base, CODES + 8 * own + other)
        + rows * binomial(base, other)
        + least_image(base, theirs, entry & 255)
    )


@jitable
def code_at(base: Memory, place: int) -> int:
    """The code that is kept here."""
    return (peek(base, place >> 3) >> (8 * (place & 7))) & 255


@jitable
def put_code(base: Memory, place: int, code: int) -> None:
    """Keep a code here."""
    shift = 8 * (place & 7)
    word = peek(base, place >> 3)
    poke(base, place >> 3, word ^ (((word >> shift) ^ code) & 255) << shift)


@jitable
def probe(state: Any, base: Memory) -> int:
    """The code of the state for the seat to move; -1 where the tablebase does not have it."""
    if peek(base, COUNTERS) == 0:
        return -1
    mine, theirs, seat = tablebase_pieces(state)
    own, other = popcount(mine), popcount(theirs)
    if own == 0 or other == 0 or own + other > peek(base, COUNTERS):
        return -1
    return code_at(base, place_of(base, mine, theirs, seat))


def head_of(points: int, mappings: tuple[tuple[int, ...], ...], seats: int, counters: int) -> Any:
    """The array of a tablebase with its head, binomials, images and lists, and codes that are all
    0.
    """
    from math import comb

    import numpy as np

    lists = [0] + [comb(points, k) for k in range(1, counters)]
    classes = [0] + [_classes(points, mappings, k) for k in range(1, counters)]
    binomials = HEAD
    images = binomials + WIDTH * (points + 1)
    at = images + len(mappings) * points
    head = np.zeros(HEAD, np.int64)
    head[[COUNTERS, POINTS, SYMMETRIES, SEATS, BINOMIALS, IMAGES]] = (
        counters,
        points,
        len(mappings),
        seats,
        binomials,
        images,
    )
    for k in range(1, counters):
        head[LISTS + k], head[CLASSES + k] = at, classes[k]
        at += lists[k]
    place = 8 * at
    for total in range(2, counters + 1):
        for own in range(1, total):
            head[CODES + 8 * own + total - own] = place
            place += classes[own] * seats * comb(points, total - own)
    array = np.zeros((place + 7) // 8, np.int64)
    array[:HEAD] = head
    for n in range(points + 1):
        array[binomials + WIDTH * n : binomials + WIDTH * (n + 1)] = [
            comb(n, k) for k in range(WIDTH)
        ]
    array[images : images + len(mappings) * points] = [
        target for mapping in mappings for target in mapping
    ]
    return array


def _classes(points: int, mappings: tuple[tuple[int, ...], ...], k: int) -> int:
    """The number of classes of symmetric sets of k points: the mean number of sets that a symmetry
    leaves as they are (Burnside).
    """
    total = 0
    for mapping in mappings:
        kept = [1] + [0] * k  # how many sets of each size are made of whole cycles so far
        seen: set[int] = set()
        for point in range(points):
            length, at = 0, point
            while at not in seen:
                seen.add(at)
                at = mapping[at]
                length += 1
            if length:
                kept = [kept[n] + (kept[n - length] if n >= length else 0) for n in range(k + 1)]
        total += kept[k]
    return total // len(mappings)


@jitable
def next_set(points: Bits) -> Bits:
    """The next set of as many points, in ascending order (Gosper's hack)."""
    least = points & ((points ^ to_bits(-1)) + ONE)
    ripple = points + least
    return ripple | (((points ^ ripple) >> to_bits(2)) >> to_bits(lowest(least)))
