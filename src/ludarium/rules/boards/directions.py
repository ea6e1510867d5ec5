"""Moves in eight directions: one set of pieces for each."""

from __future__ import annotations

from ludarium.rules.bits import Bits, nth_bit, popcount
from ludarium.rules.dispatch import jitable

__all__ = ["DirectionSets", "count_of_eight", "masked", "nth_of_eight", "stepped", "union_of_eight"]

DirectionSets = tuple[Bits, Bits, Bits, Bits, Bits, Bits, Bits, Bits]


@jitable
def stepped(cells: Bits, steps: tuple[Bits, Bits, Bits, Bits], onto: Bits) -> DirectionSets:
    """The cells shifted by each of four steps and its opposite, masked by `onto`."""
    a, b, c, d = steps
    return (
        (cells << a) & onto,
        (cells >> a) & onto,
        (cells << b) & onto,
        (cells >> b) & onto,
        (cells << c) & onto,
        (cells >> c) & onto,
        (cells << d) & onto,
        (cells >> d) & onto,
    )


@jitable
def masked(sets: DirectionSets, onto: Bits) -> DirectionSets:
    """The intersection of each set with `onto`."""
    a, b, c, d, e, f, g, h = sets
    return a & onto, b & onto, c & onto, d & onto, e & onto, f & onto, g & onto, h & onto


@jitable
def union_of_eight(sets: DirectionSets) -> Bits:
    """The bits that are in any of the sets."""
    a, b, c, d, e, f, g, h = sets
    return (a | b | c | d) | (e | f | g | h)


@jitable
def count_of_eight(sets: DirectionSets) -> int:
    """The number of set bits in all sets."""
    a, b, c, d, e, f, g, h = sets
    low = popcount(a) + popcount(b) + popcount(c) + popcount(d)
    return low + popcount(e) + popcount(f) + popcount(g) + popcount(h)


@jitable
def nth_of_eight(sets: DirectionSets, tags: tuple[int, ...], n: int) -> tuple[int, int]:
    """The n-th bit, counted from 0 through the sets in order: its set's tag, and its index."""
    a, b, c, d, e, f, g, h = sets
    chosen, before, tag, passed = _narrow(a, 0, tags[0], 0, n, a, tags[0])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, b, tags[1])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, c, tags[2])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, d, tags[3])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, e, tags[4])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, f, tags[5])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, g, tags[6])
    chosen, before, tag, passed = _narrow(chosen, before, tag, passed, n, h, tags[7])
    return tag, nth_bit(chosen, n - before)


@jitable
def _narrow(
    chosen: Bits, before: int, tag: int, passed: int, n: int, candidate: Bits, its_tag: int
) -> tuple[Bits, int, int, int]:
    # Takes the candidate if the n-th bit is in it or comes later; without a branch, which would be
    # mispredicted.
    here = n >= passed
    return (
        candidate if here else chosen,
        passed if here else before,
        its_tag if here else tag,
        passed + popcount(candidate),
    )
