"""Commitments to secret choices, published before the choices are revealed.

`docs/fair-choices.md` says what they prove.
"""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["commitment", "new_nonce"]


def new_nonce() -> str:
    """32 random hexadecimal digits.

    Without a nonce, a commitment to one of a few choices could be guessed.
    """
    return secrets.token_hex(16)


def commitment(table: str, round_number: int, seat: int, choice: str, nonce: str) -> str:
    """The hexadecimal SHA-256 commitment to a choice.

    round_number counts from 1, seat from 0; choice is the move's text.
    """
    text = f"ludarium-choice/1 {table} {round_number} {seat} {choice} {nonce}"
    return hashlib.sha256(text.encode()).hexdigest()
