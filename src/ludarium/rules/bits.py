"""Bitboards, and a counter-based random generator (SplitMix64).

Every function here runs as plain Python, compiled for the CPU, and compiled for CUDA. A bit set is
therefore typed `Bits`, a plain int in Python and an unsigned 64-bit word in compiled code, or, on
boards of more than 64 places, a subclass of it with a greater width. Combine bit sets with bit sets
and `Bits` constants only, never with int literals: compiled code would have to choose a common type
of a signed and an unsigned number. A shift moves by a number of any type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from ludarium.rules.dispatch import jitable

__all__ = [
    "ALL",
    "EMPTY",
    "GOLDEN",
    "ONE",
    "WIDEST",
    "WORD",
    "Bits",
    "Four",
    "bit",
    "bounded",
    "count_of_four",
    "fold",
    "image",
    "lowest",
    "members",
    "mix",
    "nth_bit",
    "nth_of_four",
    "nth_single",
    "popcount",
    "stream",
    "to_bits",
    "to_int",
    "union_of_four",
    "widths",
]


WIDEST = 4096
"""The most bits of a set."""
WORD = 64
"""The width of `Bits` itself, in bits."""

widths: list[type[Bits]] = []
"""All types of bit sets, in order of definition."""


class Bits(int):
    """An int that is an unsigned 64-bit word in compiled code: the type of bit sets.

    A wider set is a subclass with a width, such as `class Points(Bits, width=384)`, and is one
    integer of that many bits in compiled code. Its constants are made by it, such as `Points(1)`;
    shifts are by less than its width.
    """

    __slots__ = ()
    width: ClassVar[int] = WORD
    """The number of bits of a set in compiled code."""

    def __init_subclass__(cls, *, width: int | None = None) -> None:
        if width is not None:  # None where a class is read from a pickle, which sets it later
            if not 1 <= width <= WIDEST:
                raise ValueError(f"a set {cls.__name__} of {width} bits: expected 1 to {WIDEST}")
            cls.width = max(width, WORD)
        widths.append(cls)

    if TYPE_CHECKING:  # at run time the results are plain ints, which serve as Bits in plain Python

        def __add__(self, other: int) -> Self: ...
        def __sub__(self, other: int) -> Self: ...
        def __mul__(self, other: int) -> Self: ...
        def __and__(self, other: int) -> Self: ...
        def __or__(self, other: int) -> Self: ...
        def __xor__(self, other: int) -> Self: ...
        def __lshift__(self, other: int) -> Self: ...
        def __rshift__(self, other: int) -> Self: ...


Word = TypeVar("Word", bound=Bits)
widths.append(Bits)
EMPTY = Bits(0)
ONE = Bits(1)
ALL = Bits(0xFFFFFFFFFFFFFFFF)


def to_bits(number: int) -> Bits:
    """The number as a bit set; compiled: a cast to unsigned. `number` is in 0..2**64-1."""
    return number  # type: ignore[return-value]  # plain ints serve as Bits in plain Python


def to_int(word: Bits) -> int:
    """The word as a signed number; compiled: a cast. `word` is below 2**63."""
    return word


def popcount(word: Bits) -> int:
    """The number of set bits; compiled: one instruction."""
    return word.bit_count()


def lowest(word: Bits) -> int:
    """The index of the lowest set bit, 0 to 63; `word` is not empty."""
    return (word & -word).bit_length() - 1


@jitable
def bit(index: int) -> Bits:
    """The set that holds only `index`, 0 to 63."""
    return ONE << to_bits(index)


@jitable
def nth_single(word: Bits, n: int) -> Bits:
    """The set of only the n-th set bit, from 0 at the low end; `word` has more than n bits."""
    passed = 0
    while n >= WORD:  # only in a wide set: not in its lowest word
        n -= popcount(word & ALL)
        word >>= WORD
        passed += WORD
    for _ in range(n):
        word &= word - ONE
    return (word ^ (word & (word - ONE))) << passed


@jitable
def nth_bit(word: Bits, n: int) -> int:
    """The index of the n-th set bit, counted from 0 at the low end; `word` has more than n bits."""
    return lowest(nth_single(word, n))


@jitable
def image(word: Word, mapping: tuple[int, ...], start: int) -> Word:
    """The set of mapping[start + index] for each index in the set, as wide as the set."""
    mapped = word ^ word
    single = mapped | ONE
    while word:
        mapped |= single << mapping[start + lowest(word)]
        word &= word - ONE
    return mapped


def members(word: Bits) -> list[int]:
    """The indices of the set bits, in order; for plain Python."""
    return [index for index in range(word.bit_length()) if word >> index & 1]


# Moves along four axes.

Four = tuple[Bits, Bits, Bits, Bits]
Tag = TypeVar("Tag", bound=int)


@jitable
def union_of_four(sets: Four) -> Bits:
    """The bits that are in any of the sets."""
    a, b, c, d = sets
    return a | b | c | d


@jitable
def count_of_four(sets: Four) -> int:
    """The number of set bits in all sets."""
    a, b, c, d = sets
    return popcount(a) + popcount(b) + (popcount(c) + popcount(d))


@jitable
def nth_of_four(sets: Four, tags: tuple[Tag, Tag, Tag, Tag], n: int) -> tuple[Tag, Bits]:
    """The n-th bit, counted from 0 through the sets in order: its set's tag, and the bit itself."""
    a, b, c, d = sets
    up_to_1 = popcount(a)
    up_to_2 = up_to_1 + popcount(b)
    up_to_3 = up_to_2 + popcount(c)
    chosen, tag, before = a, tags[0], 0
    chosen, tag, before = (b, tags[1], up_to_1) if n >= up_to_1 else (chosen, tag, before)
    chosen, tag, before = (c, tags[2], up_to_2) if n >= up_to_2 else (chosen, tag, before)
    chosen, tag, before = (d, tags[3], up_to_3) if n >= up_to_3 else (chosen, tag, before)
    return tag, nth_single(chosen, n - before)


# SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
GOLDEN = Bits(0x9E3779B97F4A7C15)
_MULTIPLIER_1 = Bits(0xBF58476D1CE4E5B9)
_MULTIPLIER_2 = Bits(0x94D049BB133111EB)
_30 = Bits(30)
_27 = Bits(27)
_31 = Bits(31)
_32 = Bits(32)


@jitable
def mix(word: Bits) -> Bits:
    """SplitMix64's output function: 64 bits that look random, for the counter `word`."""
    word = ((word ^ (word >> _30)) * _MULTIPLIER_1) & ALL
    word = ((word ^ (word >> _27)) * _MULTIPLIER_2) & ALL
    return word ^ (word >> _31)


def fold(fields: tuple[Any, ...]) -> Bits:
    """64-bit hash of all fields of a state, which may be tuples of fields; compiled: no loop.

    It does not depend on the widths of bit sets: words above the highest set bit do not count.
    """
    return fold_more(0, fields)  # type: ignore[return-value]  # a plain int serves as Bits in Python


def fold_more(folded: int, fields: tuple[Any, ...]) -> int:
    """The hash so far, of more fields; for plain Python."""
    for field in fields:
        if isinstance(field, tuple):
            folded = fold_more(folded, field)
            continue
        folded = fold_word(folded, field & ALL)
        words = 1
        while field >> WORD * words > 0:
            folded = fold_word(folded, field >> WORD * words & ALL)
            words += 1
        if words > 1:  # where the next field begins
            folded = fold_word(folded, words * GOLDEN & ALL)
    return folded


def fold_word(folded: int, word: int) -> int:
    """The hash so far, of one more word; for plain Python."""
    folded = ((folded ^ word) * GOLDEN) & ALL
    return folded ^ (folded >> 32)


@jitable
def bounded(random: Bits, n: int) -> int:
    """A number in 0..n-1 from the high 32 bits of `random`; its bias is at most n / 2**32."""
    return to_int(((random >> _32) * to_bits(n)) >> _32)


@jitable
def stream(seed: Bits, number: int) -> Bits:
    """The state of the `number`-th random stream of this seed.

    Each playout has its own, on whatever thread or device it runs.
    """
    return mix((seed + to_bits(number) * GOLDEN) & ALL)
