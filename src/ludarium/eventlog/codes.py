"""Ids of logs, and short codes that only the servers of a database can make."""

from __future__ import annotations

import base64
import hmac
import secrets

__all__ = ["LETTERS", "LONGEST_ID", "derived_id", "is_code", "new_id", "short_code"]

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of ids; none looks like another."""
LONGEST_ID = 16
LENGTH = 8


def new_id() -> str:
    """An id that nobody can guess: 8 of LETTERS, 39 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def derived_id(secret: str, message: str, length: int = LENGTH) -> str:
    """An id that nobody can guess, and every server with this secret comes to."""
    digest = hmac.digest(secret.encode(), message.encode(), "sha256")
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])


def short_code(secret: str, message: str) -> str:
    """A code of eight letters and digits, 40 bits, such as `K3V9-Q2MA`."""
    letters = base64.b32encode(hmac.digest(secret.encode(), message.encode(), "sha256")[:5])
    return f"{letters[:4].decode()}-{letters[4:].decode()}"


def is_code(given: str, code: str) -> bool:
    """Whether this is the code, however it is spaced; takes as long whether it is or not."""
    plain = "".join(sign for sign in given.upper() if sign.isalnum())
    return hmac.compare_digest(plain.encode(), code.replace("-", "").encode())
