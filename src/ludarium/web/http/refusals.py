"""Words that say what is wrong with a request, or a message over a WebSocket, in one sentence."""

from __future__ import annotations

import logging
import math

from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DataError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from ludarium import catalogue
from ludarium.database.store import DatabaseError
from ludarium.errors import (
    LONGEST_SHOWN,
    LudariumError,
    UnknownGameError,
    UnknownRulesetError,
    some_of,
)
from ludarium.phrases import Phrase, alternatives, say
from ludarium.printable import printable_line
from ludarium.tables.errors import CODES, TableError
from ludarium.tournaments.errors import CODES as TOURNAMENT_CODES
from ludarium.tournaments.errors import TournamentError
from ludarium.web.background.job_pool import BusyError

__all__ = ["FAILED", "wait_after", "what_was_wrong"]

log = logging.getLogger(__name__)

FAILED = say("Something went wrong here, and it was not you. Nothing that was played is lost.")
NEAR = 3  # games that are told where none is called as asked
NO_JSON = say("What this request brings is no sound JSON.")


def what_was_wrong(error: Exception) -> tuple[int, str, str]:
    """HTTP status, error code and sentence of an error. Raises one that is a fault of ours."""
    match error:
        case TableError():
            return CODES[error.code], error.code, error.message
        case TournamentError():
            return TOURNAMENT_CODES[error.code], error.code, error.message
        case BusyError():
            return 503, "not-now", str(error)
        case UnknownGameError() if error.near:
            titles = [catalogue.find(name).title for name in error.near[:NEAR]]
            return (
                404,
                "unknown",
                say("There is no such game here. Do you mean {games}?", games=alternatives(titles)),
            )
        case UnknownGameError():
            return (
                404,
                "unknown",
                say(
                    "There is no such game here: expected one of {games}.",
                    games=some_of(catalogue.names()),
                ),
            )
        case UnknownRulesetError():
            return (
                422,
                "invalid",
                say(
                    "{game} has no ruleset {ruleset!r}: expected one of {rulesets}.",
                    game=error.title,
                    ruleset=printable_line(error.given[:LONGEST_SHOWN]),
                    rulesets=some_of(error.names),
                ),
            )
        case DataError():  # a text that the database cannot even look up
            return 404, "unknown", say("There is nothing here.")
        case DatabaseError() | OperationalError() | InterfaceError() | PoolTimeout():
            log.error("%s", str(error).partition("\n")[0])  # what follows are the values of a query
            return (
                503,
                "not-now",
                say("The server cannot reach its database: try again in a moment."),
            )
        case LudariumError(args=(Phrase() as told,)):  # `str` would forget what to translate
            return 422, "invalid", told
        case LudariumError():
            return 422, "invalid", str(error)
        case RequestValidationError():
            return 422, "invalid", what_does_not_fit(error)
        case ClientDisconnect():
            return 400, "invalid", say("This request broke off.")
        case HTTPException(status_code=400):
            return 422, "invalid", NO_JSON
        case HTTPException(status_code=404):
            return 404, "unknown", say("There is nothing here.")
        case HTTPException(status_code=405):
            return 405, "invalid", say("This address does not take that kind of request.")
        case HTTPException():
            return error.status_code, "invalid", str(error.detail)
    raise error


def what_does_not_fit(error: RequestValidationError) -> str:
    """The first violation of the API's schema in a request."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return NO_JSON
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    return say(
        "{field} is not as the API wants it: {fault}.", field=where or "body", fault=first["msg"]
    )


def wait_after(error: Exception) -> int | None:
    """After how many seconds to try again, where that is known."""
    if isinstance(error, (TableError, BusyError)) and error.wait is not None:
        return math.ceil(error.wait)
    return None
