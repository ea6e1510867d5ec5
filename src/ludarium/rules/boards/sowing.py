"""Sowing: seeds in pits, and what rules do with them.

The seeds of up to 16 pits are one number, eight bits a pit, so that sowing is a few additions. Pits
are numbered from 0 along the circuit on which seeds are sown.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludarium.rules.bits import Bits, nth_bit, popcount, to_bits, to_int
from ludarium.rules.dispatch import jitable

__all__ = [
    "NO_SEEDS",
    "Pits",
    "first_pits",
    "gather",
    "joined",
    "nth_occupied",
    "occupied_count",
    "only_pit",
    "passes",
    "seeds_in",
    "sow",
    "sow_others",
    "total",
    "with_seeds",
]


class Pits(Bits, width=128):
    """The seeds of up to 16 pits, at most 255 in each: those of pit n in the bits from 8 * n."""


NO_SEEDS = Pits(0)
ONE_SEED = Pits(1)
FULL = Pits(255)
ONE_EACH = Pits((1 << 128) // 255)  # a seed in each of 16 pits


def joined(counts: Sequence[int]) -> Pits:
    """The pits with so many seeds in each, 0 to 255; for plain Python."""
    return Pits(sum(count << 8 * pit for pit, count in enumerate(counts)))


@jitable
def seeds_in(pits: Pits, pit: int) -> int:
    """The number of seeds in one pit, 0 to 15."""
    return to_int((pits >> 8 * pit) & FULL)


@jitable
def with_seeds(pits: Pits, pit: int, seeds: int) -> Pits:
    """The pits after so many seeds, 0 to 255, were put into one that was empty."""
    return pits | (Pits(seeds) << 8 * pit)


@jitable
def first_pits(pits: Pits, count: int) -> Pits:
    """The first pits, 0 to 15 of them, without the others."""
    return pits & ((ONE_SEED << 8 * count) - ONE_SEED)


@jitable
def only_pit(pits: Pits, pit: int) -> Pits:
    """The pits without the seeds of any but this one."""
    return pits & (FULL << 8 * pit)


@jitable
def total(pits: Pits) -> int:
    """The number of seeds in all pits, at most 255."""
    return to_int(((pits * ONE_EACH) >> 120) & FULL)


@jitable
def occupied(pits: Pits) -> Pits:
    """The pits with one seed in each that has any."""
    pits |= pits >> 4
    pits |= pits >> 2
    pits |= pits >> 1
    return pits & ONE_EACH


@jitable
def occupied_count(pits: Pits) -> int:
    """The number of pits with seeds."""
    return popcount(occupied(pits))


@jitable
def nth_occupied(pits: Pits, n: int) -> int:
    """The n-th pit that has seeds, from 0; there are more than n."""
    return nth_bit(occupied(pits), n) >> 3


@jitable
def gather(pits: Pits, pit: int, into: int) -> Pits:
    """The pits after all seeds of one went into another."""
    seeds = (pits >> 8 * pit) & FULL
    return pits - (seeds << 8 * pit) + (seeds << 8 * into)


@jitable
def sow(pits: Pits, pit: int, length: int) -> Pits:
    """The pits after all seeds of one were sown, one into each of the following pits, on a circuit
    of `length` pits, 1 to 16, again and again; the pit itself is sown into like any other.

    The last seed falls into pit (pit + seeds) % length.
    """
    return spread(pits, pit, seeds_in(pits, pit), length)


@jitable
def sow_others(pits: Pits, pit: int, length: int) -> Pits:
    """Sow like `sow`, but the pit itself is passed over and stays empty; on a circuit of 2 to 16
    pits.

    The last seed falls into pit (pit + seeds + passes) % length, as `passes` has them.
    """
    passed = passes(seeds_in(pits, pit), length)
    return spread(pits, pit, seeds_in(pits, pit) + passed, length) - (Pits(passed) << 8 * pit)


@jitable
def passes(seeds: int, length: int) -> int:
    """The number of times that the pit that so many seeds came from, 1 or more, is passed over."""
    return (seeds - 1) // (length - 1)


@jitable
def spread(pits: Pits, pit: int, seeds: int, length: int) -> Pits:
    """The pits after one was emptied, and so many seeds were sown from it."""
    rounds, rest = seeds // length, seeds % length
    ahead = min(rest, length - 1 - pit)
    pits -= only_pit(pits, pit)
    pits += (ONE_EACH >> 8 * (16 - length)) * to_bits(rounds)
    # shifted twice, as a shift by the whole width is not defined
    pits += (first_pits(ONE_EACH, ahead) << 8 * pit) << 8
    return pits + first_pits(ONE_EACH, rest - ahead)
