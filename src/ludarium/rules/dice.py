"""Dice of six faces: what they look like, and hands of dice that each seat hides from the others;
and binary dice, which count 1 or 0.

A hand's dice are four bits each in a set, seat after seat: NOT_THROWN, a face from 1 to 6, HIDDEN
in what another seat sees, or LOST. A hand is sorted in this order, but that dice still to be thrown
come after faces, so that equal throws are equal states.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import ALL, GOLDEN, Bits, bounded, mix, popcount, to_bits, to_int
from ludarium.rules.dispatch import jitable
from ludarium.rules.view import Colour, Glyph, Piece, Site

__all__ = [
    "FACES",
    "FACE_NAMES",
    "HIDDEN",
    "LOST",
    "NOT_THROWN",
    "PIPS",
    "BinaryDice",
    "DiceHands",
    "dice_hands",
    "die_piece",
]

NOT_THROWN, HIDDEN, LOST = 0, 7, 8
"""The values of four bits that are no face."""

FACES = 6
FACE_NAMES = (say("one"), say("two"), say("three"), say("four"), say("five"), say("six"))
"""By face, less 1."""
MIDDLE, HIGH, LOW = 12.0, 6.2, 17.8  # where pips are, in the box of a glyph


def pips(face: int) -> Glyph:
    """The pips of a face: one in the middle, and pairs of opposite ones."""
    spots = [(MIDDLE, MIDDLE)] if face % 2 else []
    spots += [(LOW, HIGH), (HIGH, LOW)] if face > 1 else []
    spots += [(HIGH, HIGH), (LOW, LOW)] if face > 3 else []
    spots += [(HIGH, MIDDLE), (LOW, MIDDLE)] if face == FACES else []
    # a ring whose stroke leaves a hole, and a dot in it
    dots = (f"M{x:.1f} {y - 0.5:.1f}a0.500 0.500 0 1 1 -0.010 0zM{x} {y}h0.010" for x, y in spots)
    return Glyph(f"pips-{face}", "".join(dots))


PIPS = tuple(pips(face) for face in range(1, FACES + 1))
"""The pips of each face, by face, less 1."""


def die_piece(site: str, die: int, colour: Colour, owner: int | None, name: str = "") -> Piece:
    """A die, 1 to 6 or HIDDEN, as the piece on this site; name: another than that of its face."""
    if die == HIDDEN:
        return Piece(site, site, "die", "grey", name or say("hidden"), "?", None, owner)
    look = colour, name or FACE_NAMES[die - 1], str(die), PIPS[die - 1]
    return Piece(site, site, "die", *look, owner)


SPOT = Glyph("one", "M12 9.500a2.500 2.500 0 1 1 -0.010 0z")
NO_SPOT = Glyph("zero", "")
BINARY_STEP = 0.42  # from one binary die to the next, in cells: they lie close together


class BinaryDice:
    """Dice that each count 1 or 0, such as sticks, shells or pyramids with two marked tips; of a
    throw only the sum is known.

    count: how many are thrown at once, 1 to 9. Raises ValueError for another number.
    """

    def __init__(self, count: int) -> None:
        if not 1 <= count <= 9:
            raise ValueError(f"{count} binary dice: expected 1 to 9")
        self.count = count
        self.weights = tuple(math.comb(count, throw) for throw in range(count + 1))
        """The number of ways in which the dice can fall with each sum, from 0 to `count`."""

    def sites(self, seat: int, x: float, y: float) -> tuple[Site, ...]:
        """The sites of the dice of a seat: a row to the right of its first place."""
        return tuple(
            Site(f"die-{seat}-{n}", x + BINARY_STEP * n, y, say("die"), "die", seat)
            for n in range(self.count)
        )

    def pieces(self, seat: int, throw: int) -> tuple[Piece, ...]:
        """The dice on the seat's sites after a throw with this sum: first those that count 1."""
        faces = (say("die: 0"), "0", NO_SPOT), (say("die: 1"), "1", SPOT)
        sites = [f"die-{seat}-{n}" for n in range(self.count)]
        return tuple(
            Piece(site, site, "die", "ivory", *faces[n < throw], seat)
            for n, site in enumerate(sites)
        )


class DiceHands(NamedTuple):
    """The operations of rules on hands of dice; all of them run in plain Python, compiled, and on
    CUDA.

    dice: the set that holds all hands; seats: how many there are; n: a die's number, the seat times
    the size of a hand and more.
    """

    die: Callable[[Bits, int], int]
    """die(dice, n): what the n-th die shows."""
    to_throw: Callable[[Bits, int], bool]
    """to_throw(dice, seats): whether any die is still to be thrown."""
    thrown: Callable[[Bits, int], Bits]
    """thrown(dice, face): the hands after the first die that is to be thrown shows this face."""
    left: Callable[[Bits, int], int]
    """left(dice, seat): how many dice the seat has not lost."""
    all_left: Callable[[Bits, int], int]
    """all_left(dice, seats): how many dice nobody has lost."""
    after: Callable[[Bits, int, int], int]
    """after(dice, seat, seats): the next seat that has dice; itself where no other has."""
    before: Callable[[Bits, int, int], int]
    """before(dice, seat, seats): the seat with dice whose next one this is; itself where no other
    has any."""
    counting: Callable[[Bits, int, int, int], int]
    """counting(dice, seats, face, wild): how many dice show the face or the wild one."""
    losing: Callable[[Bits, int], Bits]
    """losing(dice, seat): the hands for another round, all dice to be thrown, after the seat lost
    one; it has one."""
    seen: Callable[[Bits, int, int], Bits]
    """seen(dice, seats, seat): the hands as the seat sees them, the others' faces HIDDEN."""
    redrawn: Callable[[Bits, int, int, Bits], Bits]
    """redrawn(dice, seats, seat, random): the hands with random faces for all dice thrown by
    others."""


def dice_hands(sets: type[Bits], size: int, *, loses: bool) -> DiceHands:
    """Hands of `size` dice each, 1 or more.

    sets: the type of the set that holds all hands, four bits a die. loses: whether dice can be
    lost; where they cannot, the functions take less time.
    """
    nothing, nibble, lost = sets(0), Bits(0xF), sets(LOST)
    every = sets(sum(LOST << 4 * n for n in range(sets.width // 4)))
    hand = sets(sum(LOST << 4 * n for n in range(size)))

    @jitable
    def die(dice: Bits, n: int) -> int:
        return to_int((dice >> to_bits(4 * n)) & nibble)

    @jitable
    def left(dice: Bits, seat: int) -> int:
        return size - popcount((dice >> to_bits(4 * size * seat)) & hand) if loses else size

    @jitable
    def all_left(dice: Bits, seats: int) -> int:
        return size * seats - popcount(dice & every) if loses else size * seats

    @jitable
    def after(dice: Bits, seat: int, seats: int) -> int:
        seat = 0 if seat + 1 == seats else seat + 1
        while loses and left(dice, seat) == 0:
            seat = 0 if seat + 1 == seats else seat + 1
        return seat

    @jitable
    def before(dice: Bits, seat: int, seats: int) -> int:
        seat = seats - 1 if seat == 0 else seat - 1
        while loses and left(dice, seat) == 0:
            seat = seats - 1 if seat == 0 else seat - 1
        return seat

    @jitable
    def to_throw(dice: Bits, seats: int) -> bool:
        seat = seats - 1  # dice are thrown in order, so the last seat's last die says it
        while loses and left(dice, seat) == 0:
            seat -= 1
        return die(dice, size * seat + left(dice, seat) - 1) == NOT_THROWN

    @jitable
    def added(dice: Bits, n: int, face: int) -> Bits:
        """The face in place of the n-th die, NOT_THROWN, sorted into its hand."""
        while n % size and die(dice, n - 1) > face:
            moved = nothing | to_bits(die(dice, n - 1))
            dice ^= (moved << to_bits(4 * n)) ^ (moved << to_bits(4 * (n - 1)))
            n -= 1
        return dice | ((nothing | to_bits(face)) << to_bits(4 * n))

    @jitable
    def thrown(dice: Bits, face: int) -> Bits:
        n = 0
        while die(dice, n) != NOT_THROWN:
            n += 1
        return added(dice, n, face)

    @jitable
    def counting(dice: Bits, seats: int, face: int, wild: int) -> int:
        count = 0
        for n in range(size * seats):
            count += 1 if die(dice, n) in (face, wild) else 0
        return count

    @jitable
    def losing(dice: Bits, seat: int) -> Bits:
        last = size * seat + left(dice, seat) - 1
        return (dice & every) | (lost << to_bits(4 * last))

    @jitable
    def seen(dice: Bits, seats: int, seat: int) -> Bits:
        shown = nothing
        for n in range(size * seats):
            face = die(dice, n)
            if n // size != seat and NOT_THROWN < face < LOST:
                face = HIDDEN
            shown |= (nothing | to_bits(face)) << to_bits(4 * n)
        return shown

    @jitable
    def redrawn(dice: Bits, seats: int, seat: int, random: Bits) -> Bits:
        drawn = nothing
        for n in range(size * seats):
            face = die(dice, n)
            if n // size != seat and NOT_THROWN < face < LOST:
                random = (random + GOLDEN) & ALL
                drawn = added(drawn, n, bounded(mix(random), FACES) + 1)
            else:
                drawn |= (nothing | to_bits(face)) << to_bits(4 * n)
        return drawn

    turns = after, before
    return DiceHands(die, to_throw, thrown, left, all_left, *turns, counting, losing, seen, redrawn)
