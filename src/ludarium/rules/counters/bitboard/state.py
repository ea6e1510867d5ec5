"""The state of the bitboard back-end, and the parts of a ruleset as the number in it."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ludarium.rules.bits import Bits
from ludarium.rules.counters.parts import TURN_LIMIT, Parts
from ludarium.rules.fields import FIXED

__all__ = [
    "CLOSING",
    "COMPULSORY",
    "CONTINUES",
    "FLAG_BITS",
    "HOP",
    "OUTCOMES",
    "PASS",
    "BitboardState",
    "packed",
]

# an action is source + 64 * target, and HOP if it hops; no move goes from point 0 to point 0
PASS, HOP = 0, 4096

# A ruleset in one int, for compiled code: three flags, then two bits of outcome for each of four
# cases of a seat that cannot move: seat 0 and seat 1 with counters, seat 0 and seat 1 without.
CONTINUES, COMPULSORY, CLOSING = 1, 2, 4
FLAG_BITS = {"continues": CONTINUES, "compulsory": COMPULSORY, "closing": CLOSING}
OUTCOMES = 3


class BitboardState(NamedTuple):
    """A state. Each game has its own subclass, which selects its board."""

    mine: Bits
    """Counters of the seat to move."""
    theirs: Bits
    """Counters of the other seat."""
    area: Bits
    """Points in play."""
    chain_piece: Bits
    """The counter in the middle of a run of hops, or empty."""
    seat: int
    """The seat to move."""
    passes: Annotated[int, range(3)]
    """Number of forced passes in a row."""
    turns: Annotated[int, range(TURN_LIMIT + 1)]
    """Number of completed turns of both seats."""
    rules: Annotated[int, FIXED]
    """The ruleset: `packed`."""


def packed(parts: Parts) -> int:
    """The parts as the int that states carry."""
    flags = sum(FLAG_BITS[name] for name in parts.flags)
    outcomes = sum(outcome << (OUTCOMES + 2 * n) for n, outcome in enumerate(parts.outcomes))
    return flags | outcomes
