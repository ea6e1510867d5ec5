"""Bit sets of any width: compiled code computes what Python's ints do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludarium.rules.bits import (
    ALL,
    WIDEST,
    Bits,
    fold,
    lowest,
    nth_bit,
    nth_single,
    popcount,
    to_bits,
    to_int,
)
from ludarium.rules.compiling import register_all
from ludarium.rules.typed_states import converters


class Points(Bits, width=132):
    """As on a board of 11 by 12."""


class Crosses(Bits, width=380):
    """As on a board of 19 by 20."""


class State(NamedTuple):
    stones: Crosses
    hands: tuple[int, Bits]
    seat: int


FULL = Crosses((1 << 380) - 1)
MIDDLE = Points(0x0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F_0F0F)


def facts(a: Points, b: Crosses, word: Bits, n: int) -> tuple[Any, ...]:
    """Something of every operator; `b` has more than n bits."""
    gathered = Points(0)
    rest = a
    while rest:
        gathered ^= Points(1) << lowest(rest)
        rest &= rest - Points(1)
    both = b | Crosses(a)
    state = State(both, (n, word), 1)
    return (
        gathered == a,
        a != MIDDLE,
        a < MIDDLE,
        not a,
        a & MIDDLE,
        a | MIDDLE,
        a ^ MIDDLE,
        (b >> to_bits(n)) << 3 & FULL,
        popcount(b),
        nth_bit(b, n),
        nth_single(b, n),
        to_int(b >> 320),
        fold(state),
        fold((word, a)),
        state,
    )


@pytest.fixture(scope="module")
def compiled_facts() -> Any:
    register_all()
    return numba.njit(facts)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, (1 << 132) - 1),
    st.integers(1, (1 << 380) - 1),
    st.integers(0, ALL),
    st.integers(0, 379),
)
@example(0, 1, 0, 0)
@example((1 << 132) - 1, (1 << 380) - 1, ALL, 379)
def test_compiled_sets_are_pythons_ints(
    compiled_facts: Any, a: int, b: int, word: int, n: int
) -> None:
    n %= b.bit_count()
    plain = facts(Points(a), Crosses(b), Bits(word), n)
    typed = converters(State)[1]((n, word))[1]
    assert compiled_facts(Points(a), Crosses(b), typed, n) == plain


def test_the_hash_of_words_ends_each_field() -> None:
    low, high = 5, 7 << 64
    assert fold((low | high, 3)) != fold((low, 3 | high)) != fold((low, 3))


def test_widths() -> None:
    assert (Bits.width, Points.width, Crosses.width) == (64, 132, 380)
    for width in (0, WIDEST + 1):
        with pytest.raises(ValueError, match=f"expected 1 to {WIDEST}"):
            type("Odd", (Bits,), {}, width=width)
