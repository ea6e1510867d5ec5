"""Ids of logs, and short codes derived from the database's secret."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

__all__ = [
    "LETTERS",
    "LONGEST_ID",
    "code_digest",
    "derived_id",
    "is_code",
    "keyed_digest",
    "new_code",
    "new_id",
    "short_code",
]

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


def keyed_digest(secret: str, message: str) -> str:
    """Return a digest to store in place of a secret that nobody may read from the database, such as
    an address: 24 hexadecimal digits that only servers with the secret can derive from it.
    """
    return hmac.digest(secret.encode(), message.encode(), "sha256").hex()[:24]


def short_code(secret: str, message: str) -> str:
    """A 40-bit code of eight letters and digits, such as `K3V9-Q2MA`."""
    letters = base64.b32encode(hmac.digest(secret.encode(), message.encode(), "sha256")[:5])
    return f"{letters[:4].decode()}-{letters[4:].decode()}"


def new_code() -> str:
    """A random 80-bit code of 16 letters and digits, such as `K3V7-Q2MA-6TRE-WD5P`."""
    letters = base64.b32encode(secrets.token_bytes(10)).decode()
    return "-".join(letters[start : start + 4] for start in range(0, 16, 4))


def code_digest(code: str) -> str:
    """Return a digest to store in place of a code, whatever the code's case and spacing.

    A plain hash is enough: unlike passwords, codes are too many to be tried.
    """
    return hashlib.sha256(plain(code)).hexdigest()


def is_code(given: str, code: str) -> bool:
    """Return whether the code is right, whatever its case and spacing; in constant time."""
    return hmac.compare_digest(plain(given), plain(code))


def plain(code: str) -> bytes:
    """The letters and digits of a code."""
    return "".join(sign for sign in code.upper() if sign.isalnum()).encode()
