"""Commitments: how a choice is fixed for all to see before anybody can read it.

`docs/fair-choices.md` says what that proves.
"""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["commitment", "new_nonce"]


def new_nonce() -> str:
    """32 random hexadecimal digits; without them, a commitment to one of three symbols could be
    guessed.
    """
    return secrets.token_hex(16)


def commitment(table: str, round_number: int, seat: int, choice: str, nonce: str) -> str:
    """The SHA-256, in hexadecimal, that is published when a choice is made.

    round_number counts from 1, seat from 0; choice is the move's text.
    """
    text = f"ludarium-choice/1 {table} {round_number} {seat} {choice} {nonce}"
    return hashlib.sha256(text.encode()).hexdigest()
