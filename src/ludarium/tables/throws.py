"""Throws of dice and deals of cards at live tables, made by the server and the players together.

When a table is opened the server draws a secret seed and publishes its commitment. Each person adds
a random share of their own on taking a seat, and with each move. A throw is a hash of the seed and
of all shares so far: the server cannot choose it, as it is committed before the shares; nobody can
foresee it who does not know both. When the game is over the seed is published, and everybody can
compute all throws again. `docs/fair-choices.md` says what that proves.
"""

from __future__ import annotations

import hashlib
import secrets

from ludarium.play.position import Move, Position
from ludarium.rules.generic import CHANCE

__all__ = ["MOST_SHARE", "add_share", "new_seed", "outcome", "seed_commitment", "throw"]

MOST_SHARE = 64
"""The most hexadecimal digits of a share."""


def new_seed() -> str:
    """64 random hexadecimal digits."""
    return secrets.token_hex(32)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def seed_commitment(table: str, seed: str) -> str:
    """The hexadecimal SHA-256 commitment to the seed of a table."""
    return _digest(f"ludarium-seed/1 {table} {seed}")


def add_share(shares: str, share: str) -> str:
    """The hash of all shares so far, with one more; the first is added to the commitment."""
    return _digest(f"ludarium-share/1 {shares} {share}")


def throw(table: str, number: int, seed: str, shares: str) -> str:
    """The hexadecimal digest that decides throw `number`, counted from 1."""
    return _digest(f"ludarium-throw/1 {table} {number} {seed} {shares}")


def outcome(position: Position, digest: str) -> Move:
    """The outcome of chance that a digest decides.

    The digest as a number, modulo the sum of all weights, falls to the first outcome up to which
    the weights add up to more. As the digest has 256 bits, its bias is below 2**-220.
    """
    outcomes = position.game.outcomes(position.state)
    left = int(digest, 16) % sum(weight for _, weight in outcomes)
    for action, weight in outcomes:
        left -= weight
        if left < 0:
            return position.move(CHANCE, action)
    raise AssertionError("weights of chance are at least 1")
