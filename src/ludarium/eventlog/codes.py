"""Ids of logs, and short codes derived from the database's secret."""

from __future__ import annotations

import base64
import hmac
import secrets

__all__ = ["LETTERS", "LONGEST_ID", "derived_id", "is_code", "new_id", "short_code"]

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""The alphabet of ids, without lookalikes."""
LONGEST_ID = 16
LENGTH = 8


def new_id() -> str:
    """An unguessable id: 8 of LETTERS, 39 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def derived_id(secret: str, message: str, length: int = LENGTH) -> str:
    """An unguessable id that every server with the secret derives from the message."""
    digest = hmac.digest(secret.encode(), message.encode(), "sha256")
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:length])


def short_code(secret: str, message: str) -> str:
    """A 40-bit code of eight letters and digits, such as `K3V9-Q2MA`."""
    letters = base64.b32encode(hmac.digest(secret.encode(), message.encode(), "sha256")[:5])
    return f"{letters[:4].decode()}-{letters[4:].decode()}"


def is_code(given: str, code: str) -> bool:
    """Whether the code is right, whatever its case and spacing; in constant time."""
    plain = "".join(sign for sign in given.upper() if sign.isalnum())
    return hmac.compare_digest(plain.encode(), code.replace("-", "").encode())
