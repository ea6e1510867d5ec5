"""Identities: signed tokens, in a cookie for browsers and a header for programs.

Nobody needs an account.
"""

from __future__ import annotations

import contextlib
import dataclasses
import random
import secrets
import time
from collections import OrderedDict
from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludarium.database.store import DATABASE_FAULTS, Store
from ludarium.eventlog.clock import server_time
from ludarium.languages import LANGUAGES, best, translator
from ludarium.phrases import Translator, say
from ludarium.tables.errors import TableError

__all__ = ["COOKIE", "ENDED", "YEAR", "Visitor", "Visitors", "new_session", "preferred_language"]

COOKIE = "ludarium"
DAY = 86_400
YEAR = 365 * DAY
STANDING = 180.0  # seconds, at most, until the database is asked again whether a token stands
MOST_STANDING = 50_000
MOST_TOKENS = 20_000
ENDED = say("This session has ended: sign in again.")


@dataclasses.dataclass(frozen=True, slots=True)
class Visitor:
    """The person or program that makes a request."""

    holder: str
    """The identity that holds seats."""
    name: str = ""
    """The name of a guest."""
    account: str | None = None
    """The name of the account, if signed in."""
    session: str = ""
    """The session, if signed in."""
    language: str = "en"
    """The chosen language, else the browser's."""
    chosen_language: str | None = None
    by_cookie: bool = False
    """True if a cookie authenticates the request."""
    new: bool = False
    """True if a cookie has to be set."""

    @property
    def translate(self) -> Translator:
        """Translates into the visitor's language."""
        return translator(self.language)


def new_session() -> str:
    """The id of a session that begins."""
    return secrets.token_hex(16)


def preferred_language(connection: HTTPConnection) -> str:
    """The best supported language of the Accept-Language header; of a WebSocket first the one that
    its address names, as not every browser sends that header with it.
    """
    if connection.scope["type"] == "websocket":
        asked = connection.query_params.get("language", "")
        if asked in LANGUAGES:
            return asked
    return best(connection.headers.get("accept-language", ""))


class Visitors:
    """Signs and verifies tokens. Tokens are signed, not encrypted.

    A guest's token is good by its signature alone, an account's while its session is in the
    database. What a guest's token said before the guest made an account is worth nothing after it,
    as both act for the same seats.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._signer = URLSafeSerializer(store.secret, salt="visitor/1")
        self._tokens: OrderedDict[str, dict[str, Any]] = OrderedDict()
        """Tokens that were read and found signed lately; their content never changes."""
        self._standing: OrderedDict[str, dict[str, float]] = OrderedDict()
        """By identity and session: until when its tokens stand without asking the database."""
        self._changes = 0
        """The number of times that identities were forgotten: answers from before the last are not
        kept.
        """

    def token(self, visitor: Visitor) -> str:
        """The signed token of a visitor."""
        fields = {
            "h": visitor.holder,
            "n": visitor.name,
            "a": visitor.account,
            "s": visitor.session,
            "l": visitor.chosen_language,
        }
        return str(self._signer.dumps({key: value for key, value in fields.items() if value}))

    def set_cookie(self, response: Response, visitor: Visitor, secure: bool) -> None:
        """Store the visitor's token in a cookie."""
        response.set_cookie(
            COOKIE, self.token(visitor), max_age=YEAR, httponly=True, samesite="lax", secure=secure
        )

    def newcomer(self, language: str = "en") -> Visitor:
        """A new visitor."""
        return Visitor(secrets.token_hex(16), language=language, new=True)

    async def of(self, connection: HTTPConnection) -> Visitor:
        """The visitor of a request.

        An invalid cookie makes a newcomer. Raises TableError for an invalid bearer token.
        """
        visitor = self.claimed(connection)
        if visitor.new or await self.session_valid(visitor):
            return visitor
        if not visitor.by_cookie:
            raise TableError("forbidden", ENDED)
        return dataclasses.replace(
            self.newcomer(visitor.language), chosen_language=visitor.chosen_language
        )

    async def session_valid(self, visitor: Visitor) -> bool:
        """Return whether the session of the visitor's token is valid still."""
        now, changes = time.monotonic(), self._changes
        if self._standing.get(visitor.holder, {}).get(visitor.session, now) > now:
            return True
        exists = await self._store.accounts.has_session(
            visitor.holder, visitor.session, since=server_time() - YEAR
        )
        valid = not visitor.account if exists is None else exists
        if valid and changes == self._changes:
            self._keep(visitor, now)
        return valid

    def _keep(self, visitor: Visitor, now: float) -> None:
        # another server, whose message may be lost, can end a session of this database; as many
        # may have come at once, not all of them are asked about again at once
        lasting = STANDING * random.uniform(0.5, 1) if self._store.is_postgresql else DAY
        self._standing.setdefault(visitor.holder, {})[visitor.session] = now + lasting
        self._standing.move_to_end(visitor.holder)
        if len(self._standing) > MOST_STANDING:
            self._standing.popitem(last=False)

    async def changed(self, holder: str) -> None:
        """Note, on all servers, that this identity got an account, or sessions of it ended."""
        self.forget(holder)
        with contextlib.suppress(*DATABASE_FAULTS):  # asked again soon
            await self._store.tell_others([["identity", holder]])

    def forget(self, holder: str | None) -> None:
        """Ask the database again whether tokens of this identity stand; None: of all."""
        self._changes += 1
        if holder is None:
            self._standing.clear()
        else:
            self._standing.pop(holder, None)

    def claimed(self, connection: HTTPConnection) -> Visitor:
        """The visitor of a request by its token alone, whose session may have ended.

        An invalid cookie makes a newcomer. Raises TableError for an invalid bearer token.
        """
        preferred = preferred_language(connection)
        authorization = connection.headers.get("authorization", "")
        if authorization:
            scheme, _, token = authorization.partition(" ")
            fields = self._read(token.strip()) if scheme.casefold() == "bearer" else None
            if fields is None:
                raise TableError(
                    "forbidden",
                    say("The token is not one of ours: get one from POST /api/identities."),
                )
            return self._visitor(fields, preferred, by_cookie=False)
        fields = self._read(connection.cookies.get(COOKIE, ""))
        return (
            self.newcomer(preferred)
            if fields is None
            else self._visitor(fields, preferred, by_cookie=True)
        )

    def _read(self, token: str) -> dict[str, Any] | None:
        """The fields of a token that is ours."""
        if token in self._tokens:
            return self._tokens[token]
        try:
            fields = self._signer.loads(token)
        except BadSignature:
            return None
        if not isinstance(fields, dict) or "h" not in fields:
            return None
        self._tokens[token] = fields
        if len(self._tokens) > MOST_TOKENS:
            self._tokens.popitem(last=False)
        return fields

    def _visitor(self, fields: dict[str, Any], preferred: str, by_cookie: bool) -> Visitor:
        chosen = fields.get("l")
        language = chosen if chosen in LANGUAGES else preferred
        return Visitor(
            fields["h"],
            fields.get("n", ""),
            fields.get("a"),
            fields.get("s", ""),
            language,
            chosen,
            by_cookie,
        )
