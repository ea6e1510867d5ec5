"""Passwords and names of accounts, as they are kept."""

from __future__ import annotations

import unicodedata
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import Request

from ludarium.personal_names import clean_name, name_key
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.web.context import (
    client_key,
    context_of,
)

__all__ = ["check_password", "hashed", "is_password", "key_of"]

SHORTEST_PASSWORD = 8
KEY_LENGTH = 64  # as many as the database keeps; case-folding can make several letters of one
hasher = PasswordHasher(parallelism=1)  # or one sign-in would take all processors


def check_password(password: str) -> None:
    """Reject short passwords."""
    if len(password) < SHORTEST_PASSWORD:
        raise TableError(
            "invalid",
            say(
                "A password of {length} signs: expected at least {least}.",
                length=len(password),
                least=SHORTEST_PASSWORD,
            ),
        )


async def hashed(request: Request, password: str) -> str:
    """Hash a password. Raises TableError where too many of the address wait for that."""
    return await context_of(request).hashing.do(hasher.hash, password, client=client_key(request))


async def is_password(request: Request, account: dict[str, Any] | None, password: str) -> bool:
    """Return whether the password is that of the account, if any. Raises as `hashed` does."""
    kept = account["password"] if account else None
    return await context_of(request).hashing.do(fits, kept, password, client=client_key(request))


def key_of(name: str) -> str:
    """The key of a name: equal for lookalikes such as capitals and wide letters."""
    return name_key(unicodedata.normalize("NFKC", clean_name(name)))[:KEY_LENGTH]


def fits(hashed: str | None, password: str) -> bool:
    """Return whether the password is the hashed one; None takes as long and never fits."""
    if hashed is None:
        hasher.hash(password)
        return False
    try:
        return hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
