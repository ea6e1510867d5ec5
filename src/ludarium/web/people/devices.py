"""Devices on which somebody signed in to an account before: others cannot keep it from them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.eventlog.codes import keyed_digest
from ludarium.web.people.visitors import YEAR

__all__ = ["Devices"]

COOKIE = "ludarium-device"
PATH = "/api"  # pages do not ask for it
MOST_ACCOUNTS = 8  # of a device, such as one of a school


class Devices:
    """Signs and verifies a cookie that says on which accounts' devices it was set.

    It outlives a session, and opens nothing: the password is asked for all the same. It counts
    until the password is changed, so that whoever knew an old one has no advantage.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._signer = URLSafeSerializer(secret, salt="device/1")

    def known(self, connection: HTTPConnection, account: Mapping[str, Any]) -> str | None:
        """The id of the device, if somebody signed in to the account there; else None."""
        device, marks = self._read(connection)
        return device if self._mark(account) in marks else None

    def remember(
        self, connection: HTTPConnection, response: Response, account: Mapping[str, Any]
    ) -> None:
        """Note in the device's cookie that somebody signed in to the account there."""
        device, marks = self._read(connection)
        own = self._mark(account)
        kept = [own, *(mark for mark in marks if mark != own)][:MOST_ACCOUNTS]
        response.set_cookie(
            COOKIE,
            str(self._signer.dumps([device, *kept])),
            max_age=YEAR,
            path=PATH,
            httponly=True,
            samesite="lax",
            secure=connection.url.scheme == "https",
        )

    def _read(self, connection: HTTPConnection) -> tuple[str, list[str]]:
        """The id of the device, a new one where it has none, and the marks of its accounts."""
        try:
            device, *marks = self._signer.loads(connection.cookies.get(COOKIE, ""))
        except BadSignature:
            return secrets.token_hex(8), []
        return device, marks

    def _mark(self, account: Mapping[str, Any]) -> str:
        return keyed_digest(self._secret, f"device/1 {account['password']} {account['key']}")
