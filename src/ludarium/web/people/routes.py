"""The API of people: names, tokens and accounts.

An account keeps history and ratings across devices; nobody needs one to play.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from ludarium import catalogue
from ludarium.eventlog.clock import server_time
from ludarium.languages import LANGUAGES
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.names import granted_name
from ludarium.web.context import (
    Context,
    Reader,
    Writer,
    address,
    context_of,
    json_response,
    reader,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.lobby.listings import localised_summaries
from ludarium.web.lobby.own_games import own_counts, own_games
from ludarium.web.people.export import MOST_EXPORTED, archive
from ludarium.web.people.models import (
    CountsAnswer,
    DeviceAnswer,
    DeviceBody,
    Identity,
    IdentityBody,
    Me,
    MeBody,
    NameAnswer,
    NoticesAnswer,
    OwnGamesAnswer,
    PersonAnswer,
    PointsAnswer,
    RankingAnswer,
)
from ludarium.web.people.notices import MOST_DEVICES, subscription_id
from ludarium.web.people.passwords import key_of
from ludarium.web.people.push import check_keys
from ludarium.web.people.recognition import me_json, recognised
from ludarium.web.people.visitors import YEAR, Visitor

__all__ = ["BEST", "MOST_OWN", "person_json", "router"]

BEST = 50  # players in a ranking
MOST_OWN = 10_000  # of one's games that can be paged through
router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)


@router.get("/me", response_model=Me)
async def get_me(visitor: Reader) -> Response:
    """Return your identity here."""
    return json_response(me_json(visitor))


@router.put("/me", response_model=Me)
async def put_me(request: Request, visitor: Writer, body: MeBody) -> Response:
    """Change how you are called as a guest, or your language.

    It is kept in your cookie, so a program's token does not change.
    """
    name, language = visitor.name, visitor.chosen_language
    if body.name is not None:
        if visitor.account:
            raise TableError(
                "not-now", say("You are signed in: your account's name is the one that shows.")
            )
        name = granted_name(body.name)
    if body.language is not None:
        if body.language not in LANGUAGES:
            expected = ", ".join(LANGUAGES)
            raise TableError(
                "invalid",
                say(
                    "There is no language {language!r} here: expected one of {expected}.",
                    language=body.language,
                    expected=expected,
                ),
            )
        language = body.language
    changed = dataclasses.replace(
        visitor, name=name, chosen_language=language, language=language or visitor.language
    )
    return recognised(request, context_of(request), changed)


@router.get("/names", response_model=NameAnswer)
async def check_name(visitor: Reader, name: Annotated[str, Query(max_length=200)]) -> Response:
    """Return whether a player may be called so."""
    try:
        granted_name(name)
    except TableError as error:
        return json_response({"fault": visitor.translate(error.message)})
    return json_response({"fault": None})


@router.get("/me/games", response_model=OwnGamesAnswer)
async def get_own_games(
    request: Request, visitor: Reader, after: Annotated[int, Query(ge=0, le=MOST_OWN)] = 0
) -> Response:
    """Your games that are not over, a few at a time: those that wait for you first, then by the
    last change. `after`: how many to leave out at the start.
    """
    store = context_of(request).tables.store
    return json_response({**await own_games(store, visitor, after), "now": server_time()})


@router.get(
    "/me/export",
    response_class=StreamingResponse,
    responses={200: {"content": {"application/zip": {}}}},
)
async def export(request: Request, visitor: Reader) -> Response:
    """All that you have here, as a ZIP archive: `account.json`, and in `games.jsonl` the records of
    your games that are over, the latest 5,000, which `ludarium replay` verifies; in `games.pgn`,
    `games.sgf` and so on those of games that other programs know.
    """
    context = context_of(request)
    for key in (visitor.holder, address(request)):
        context.limit(context.exporting, key)
    store = context.tables.store
    tables = await store.table_index.finished(visitor.holder, MOST_EXPORTED)
    account = await store.accounts.find(key_of(visitor.account)) if visitor.account else None
    playing = await store.table_index.own_games(visitor.holder, limit=MOST_EXPORTED)
    devices = await store.subscriptions.of(visitor.holder, server_time() - YEAR)
    about = {
        "name": visitor.account or visitor.name,
        "account": visitor.account,
        "since": account and account["created"],
        "language": visitor.language,
        "ratings": await context.ranking.of(visitor.account) if visitor.account else {},
        "puzzles": await store.attempts.of(visitor.holder),
        "games": [f"/table/{table}" for table in tables],
        "unfinished": [f"/table/{summary['id']}" for summary, *_ in playing],
        "devices": [{"endpoint": one["endpoint"], "since": one["created"]} for one in devices],
    }
    return StreamingResponse(
        archive(store, about, tables, context.exports),
        media_type="application/zip",
        headers={
            "content-disposition": 'attachment; filename="ludarium.zip"',
            "cache-control": "no-store",
        },
    )


@router.get("/me/turns", response_model=CountsAnswer)
async def get_turns(
    request: Request, visitor: Reader, besides: Annotated[str, Query(max_length=32)] = ""
) -> Response:
    """Count the games that wait for you, not counting the table `besides`, and those you have."""
    return json_response(await own_counts(context_of(request).tables.store, visitor, besides))


@router.get("/me/notices", response_model=NoticesAnswer, dependencies=[Depends(reader)])
async def get_notices(request: Request) -> Response:
    """Return the key that a browser needs to get notices by Web Push."""
    push = context_of(request).notices.push
    return json_response({"key": push and push.key})


@router.put("/me/notices", response_model=DeviceAnswer)
async def put_device(request: Request, visitor: Writer, body: DeviceBody) -> Response:
    """Get notices on this device, in your language: when a game of days, or without a clock, waits
    for you and you are not at its table, of challenges and offers, and of calls in tournaments.
    """
    context = context_of(request)
    if context.notices.push is None:
        raise TableError("not-now", say("This server sends no notices."))
    context.notices.push.check(body.endpoint)
    check_keys(body.keys.p256dh, body.keys.auth)
    device = {
        "id": subscription_id(body.endpoint),
        "holder": visitor.holder,
        "session": visitor.session,
        "endpoint": body.endpoint,
        "p256dh": body.keys.p256dh,
        "auth": body.keys.auth,
        "language": visitor.language,
        "created": server_time(),
    }
    owner = context.allowances.owner(visitor.holder, request)
    await context.allowances.check("device", owner)
    if not await context.tables.store.subscriptions.add(device, MOST_DEVICES):
        raise TableError("forbidden", say("This device belongs to somebody else."))
    await context.allowances.keep("device", str(device["id"]), owner, 0)
    return json_response({"id": device["id"]})


@router.delete("/me/notices/{device}", response_model=NoticesAnswer)
async def delete_device(
    request: Request, visitor: Writer, device: Annotated[str, Path(max_length=64)]
) -> Response:
    """Send no more notices to a device of yours."""
    await context_of(request).tables.store.subscriptions.end(device, visitor.holder)
    return await get_notices(request)


@router.post("/identities", status_code=201, response_model=Identity)
async def make_identity(request: Request, body: IdentityBody) -> Response:
    """A token for a program: send it as `Authorization: Bearer TOKEN`.

    Whoever has it holds its seats.
    """
    context = context_of(request)
    context.limit_here(context.newcomers, request)
    visitor = dataclasses.replace(context.visitors.newcomer(), name=granted_name(body.name))
    return json_response({"token": context.visitors.token(visitor)}, 201)


async def person_json(context: Context, visitor: Visitor, name: str) -> dict[str, Any]:
    """The public data of an account. Raises TableError."""
    store = context.tables.store
    account = await store.accounts.find(key_of(name))
    if account is None:
        raise TableError("unknown", say("There is nobody of the name {name!r} here.", name=name))
    own = account["holder"] == visitor.holder
    games = await store.table_index.summaries(holder=account["holder"], shown=not own)
    return {
        "name": account["name"],
        "since": account["created"],
        "ratings": {
            game: rating
            for game, rating in (await context.ranking.of(account["name"])).items()
            if game in catalogue.names()
        },
        "games": localised_summaries(games, visitor),
    }


@router.get("/ranking", response_model=RankingAnswer, dependencies=[Depends(reader)])
async def get_ranking(request: Request) -> Response:
    """The best players at each game, people who have an account and bots."""
    return json_response({"games": await context_of(request).ranking.best(BEST)})


@router.get("/points", response_model=PointsAnswer)
async def get_points(
    request: Request,
    visitor: Reader,
    scheme: Annotated[Literal["archive", "live"], Query()] = "archive",
) -> Response:
    """The ranking-points of this place: the Top 10, and the last changes with their reasons."""
    return json_response(await context_of(request).points[scheme].to_json(visitor.translate))


@router.get("/people/{name}", response_model=PersonAnswer)
async def get_person(
    request: Request, visitor: Reader, name: Annotated[str, Path(max_length=100)]
) -> Response:
    """An account: its ratings and its games."""
    return json_response(await person_json(context_of(request), visitor, name))
