"""The API of people: names, tokens and accounts.

An account keeps history and ratings across devices; nobody needs one to play.
"""

from __future__ import annotations

import asyncio
import dataclasses
import unicodedata
from collections.abc import Callable
from hmac import compare_digest
from typing import Annotated, Any, Literal

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response, StreamingResponse

from ludarium import catalogue
from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codes import code_digest, new_code
from ludarium.languages import LANGUAGES
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.requests import clean_name, plain_name
from ludarium.tournaments import requests as tournament_requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.tournament import Tournament
from ludarium.web.api.people_models import (
    AccountBody,
    Code,
    CodeBody,
    CountsAnswer,
    DeviceAnswer,
    DeviceBody,
    Identity,
    IdentityBody,
    Me,
    MeBody,
    NoticesAnswer,
    OwnGamesAnswer,
    PasswordBody,
    PersonAnswer,
    PointsAnswer,
    RankingAnswer,
    RecoveryBody,
    SignedIn,
)
from ludarium.web.api.shared_models import REFUSALS
from ludarium.web.context import (
    Context,
    Reader,
    Writer,
    address,
    context_of,
    json_response,
    reader,
    share_of,
)
from ludarium.web.services.export import MOST_EXPORTED, archive
from ludarium.web.services.listings import localised_summaries
from ludarium.web.services.notices import MOST_DEVICES, subscription_id
from ludarium.web.services.own_games import own_counts, own_games
from ludarium.web.services.push import check_keys
from ludarium.web.services.visitors import YEAR, Visitor, new_session

__all__ = ["BEST", "MOST_OWN", "key_of", "person_json", "router"]

SHORTEST_PASSWORD = 8
BEST = 50  # players in a ranking
MOST_OWN = 10_000  # of one's games that can be paged through
PATIENCE = 5.0  # seconds that a sign-in waits for the games that go over to the account
KEY_LENGTH = 64  # as many as the database keeps; case-folding can make several letters of one
router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
hasher = PasswordHasher(parallelism=1)  # or one sign-in would take all processors
WRONG = say("The name or the password is not right.")
WRONG_PASSWORD = say("The password is not right.")
WRONG_CODE = say("The name or the recovery code is not right.")


def me_json(visitor: Visitor) -> dict[str, Any]:
    return {
        "name": visitor.account or visitor.name,
        "account": visitor.account,
        "language": visitor.language,
    }


def recognised(
    request: Request, context: Context, visitor: Visitor, status: int = 200, **more: Any
) -> Response:
    """A response that makes the browser this visitor's."""
    response = json_response({**me_json(visitor), **more}, status)
    context.visitors.set_cookie(response, visitor, request.url.scheme == "https")
    request.state.visitor = dataclasses.replace(visitor, new=False)  # the cookie is set
    return response


@router.get("/me", response_model=Me)
async def get_me(visitor: Reader) -> Response:
    """Who you are here."""
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
        name = clean_name(body.name)
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
    your games that are over, the latest 5,000, which `ludarium replay` verifies.
    """
    context = context_of(request)
    for key in (visitor.holder, address(request)):
        context.limit(context.exporting, key)
    store = context.tables.store
    tables = await store.lists.finished(visitor.holder, MOST_EXPORTED)
    account = await store.accounts.find(key_of(visitor.account)) if visitor.account else None
    playing = await store.lists.own_games(visitor.holder, limit=MOST_EXPORTED)
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
    """How many games wait for you, not counting the table `besides`, and how many you have."""
    return json_response(await own_counts(context_of(request).tables.store, visitor, besides))


@router.get("/me/notices", response_model=NoticesAnswer, dependencies=[Depends(reader)])
async def get_notices(request: Request) -> Response:
    """What a browser needs to get notices by Web Push."""
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
    visitor = dataclasses.replace(context.visitors.newcomer(), name=clean_name(body.name))
    return json_response({"token": context.visitors.token(visitor)}, 201)


@router.post("/accounts", status_code=201, response_model=SignedIn)
async def make_account(request: Request, visitor: Writer, body: AccountBody) -> Response:
    """Make an account for the guest that you are: your games stay yours."""
    context = context_of(request)
    context.limit_here(context.newcomers, request)
    name = clean_name(body.name)
    if not name.strip(".") or "/" in name:  # a name is a part of its page's address
        raise TableError(
            "invalid", say("An account needs a name, without any slash, and not of dots alone.")
        )
    check_password(body.password)
    if visitor.account:
        raise TableError("not-now", say("You have an account: sign out first."))
    owner = context.allowances.owner(visitor.holder, request)
    await context.allowances.check("account", owner)
    code = new_code()
    account = {
        "key": key_of(name),
        "name": name,
        "holder": visitor.holder,
        "password": await hashed(request, body.password),
        "recovery": code_digest(code),
    }
    if not await context.tables.store.accounts.add(**account, now=server_time()):
        raise TableError(
            "not-now",
            say(
                "This name is taken, or this browser has an account: sign in, or choose another "
                "name."
            ),
        )
    await context.allowances.keep("account", account["key"], owner, 0)
    await context.visitors.changed(visitor.holder)
    return await signed_in(request, visitor, account, 201, recovery=code)


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
    """What is kept of a password. Raises TableError where too many of the address wait for that."""
    return await context_of(request).hashing.do(hasher.hash, password, whose=share_of(request))


@router.post("/session", response_model=SignedIn)
async def sign_in(request: Request, visitor: Writer, body: AccountBody) -> Response:
    """Sign in."""
    context = context_of(request)
    context.limit_guesses(request, key_of(body.name))
    account = await context.tables.store.accounts.find(key_of(body.name))
    if account:
        context.limit_sign_in(request, account)
    if not await is_password(request, account, body.password) or account is None:
        raise TableError("wrong-code", WRONG)
    return await signed_in(request, visitor, account)


async def is_password(request: Request, account: dict[str, Any] | None, password: str) -> bool:
    """Whether this is the password of the account, if there is one. Raises as `hashed` does."""
    kept = account["password"] if account else None
    return await context_of(request).hashing.do(fits, kept, password, whose=share_of(request))


async def signed_in(
    request: Request,
    visitor: Visitor,
    account: dict[str, Any],
    status: int = 200,
    recovery: str | None = None,
) -> Response:
    """A response that begins a session of the account, in place of one that the visitor had.

    Raises TableError where its password was changed meanwhile.
    """
    context, session, now = context_of(request), new_session(), server_time()
    store, key = context.tables.store, account["key"]
    is_guest = not (visitor.session or visitor.new or visitor.holder == account["holder"])
    guest = visitor.holder if is_guest else ""
    if not await store.accounts.sign_in(account, session, now, guest=guest):
        raise TableError("wrong-code", WRONG)
    await store.accounts.end_sessions(key=key, before=now - YEAR)  # their cookies are gone
    if visitor.session:
        await store.accounts.end_sessions(session=visitor.session)
    elif guest:
        handing = context.tables.in_background(
            context.tables.identities.hand_over(guest, account["holder"])
        )
        await asyncio.wait([handing], timeout=PATIENCE)
    for holder in {visitor.holder, account["holder"]}:
        await context.visitors.changed(holder)
    changed = dataclasses.replace(
        visitor, holder=account["holder"], account=account["name"], session=session, name=""
    )
    # scripts of pages must not get to know what the cookie says, but programs have no other way
    program = not (visitor.by_cookie or visitor.new)
    token = context.visitors.token(changed) if program else None
    response = recognised(request, context, changed, status, token=token, recovery=recovery)
    if not program:
        context.devices.remember(request, response, account)
    return response


@router.put("/account/password", response_model=Me)
async def change_password(request: Request, visitor: Writer, body: PasswordBody) -> Response:
    """Change your account's password. All its other devices are signed out."""
    context, account = await own_account(request, visitor, body.current)
    check_password(body.password)
    changed = {"password": await hashed(request, body.password)}
    if not await context.tables.store.accounts.change(account, keep=visitor.session, **changed):
        raise TableError("wrong-code", WRONG_PASSWORD)
    await context.visitors.changed(account["holder"])
    response = recognised(request, context, visitor)
    context.devices.remember(request, response, {**account, **changed})
    return response


@router.post("/account/recovery", status_code=201, response_model=Code)
async def make_recovery_code(request: Request, visitor: Writer, body: CodeBody) -> Response:
    """A new recovery code for your account, in place of the one before."""
    context, account = await own_account(request, visitor, body.password)
    code = new_code()
    if not await context.tables.store.accounts.change(account, recovery=code_digest(code)):
        raise TableError("wrong-code", WRONG_PASSWORD)
    return json_response({"recovery": code}, 201)


async def own_account(
    request: Request, visitor: Visitor, password: str
) -> tuple[Context, dict[str, Any]]:
    """The visitor's account, which the password must prove. Raises TableError.

    A session alone does not: somebody may have left a device unlocked.
    """
    context = context_of(request)
    if not visitor.account:
        raise TableError("forbidden", say("You are a guest: sign in first."))
    key = key_of(visitor.account)
    context.limit_guesses(request, key)
    context.limit(context.known_guesses, visitor.session)
    account = await context.tables.store.accounts.find(key)
    if not await is_password(request, account, password) or account is None:
        raise TableError("wrong-code", WRONG_PASSWORD)
    return context, account


@router.post("/account/deletion", response_model=Me)
async def delete_account(request: Request, visitor: Writer, body: CodeBody) -> Response:
    """Delete your account. It is closed at once; games that go on are given up, and in those that
    are over you become a deleted player. Ratings of others stay, and so do names in tournaments.
    """
    context, account = await own_account(request, visitor, body.password)
    tables, tournaments = context.tables, context.tournaments
    if not await tables.store.accounts.close(account, server_time()):
        raise TableError("wrong-code", WRONG_PASSWORD)
    await context.visitors.changed(account["holder"])
    former = tables.identities.former(account)
    for board in (context.ranking, *context.points.values()):
        board.forget(account["name"], former)
    context.puzzle_ratings.forget(account["holder"], former)
    await tournaments.load_of(account["holder"])
    for live, player in tournaments.of_holder(account["holder"]):
        await tournaments.attempt(live, withdrawing(player))
    tables.in_background(tables.identities.forget_person(account))
    return forgotten(request, context, visitor)


def withdrawing(player: PlayerId) -> Callable[[Tournament, float], Entry]:
    """The request to withdraw a player, as that player."""
    actor = Actor("player", str(player))
    return lambda tournament, now: tournament_requests.withdraw(tournament, actor, now, player)


@router.post("/recovery", response_model=SignedIn)
async def recover(request: Request, visitor: Writer, body: RecoveryBody) -> Response:
    """Sign in by an account's recovery code, with a new password.

    All its devices are signed out, and it gets another code.
    """
    context = context_of(request)
    context.limit_guesses(request, key_of(body.name))
    check_password(body.password)
    store, code = context.tables.store, new_code()
    account = await store.accounts.find(key_of(body.name))
    if account is None or not compare_digest(account["recovery"] or "", code_digest(body.code)):
        raise TableError("wrong-code", WRONG_CODE)
    changed = {"password": await hashed(request, body.password), "recovery": code_digest(code)}
    if not await store.accounts.change(account, **changed):
        raise TableError("wrong-code", WRONG_CODE)
    await context.visitors.changed(account["holder"])
    return await signed_in(request, visitor, {**account, **changed}, recovery=code)


def key_of(name: str) -> str:
    """The key of a name: equal for lookalikes such as capitals and wide letters."""
    return unicodedata.normalize("NFKC", plain_name(name)).casefold()[:KEY_LENGTH]


def fits(hashed: str | None, password: str) -> bool:
    """Whether the password is the hashed one; None, of nobody, takes as long and never fits."""
    if hashed is None:
        hasher.hash(password)
        return False
    try:
        return hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


@router.delete("/session", response_model=Me)
async def sign_out(request: Request, visitor: Writer) -> Response:
    """Sign out: this browser becomes a new guest's, and its cookie, or token, worthless.

    Other devices stay signed in.
    """
    context = context_of(request)
    if visitor.session:
        await context.tables.store.accounts.end_sessions(session=visitor.session)
        await context.visitors.changed(visitor.holder)
    return forgotten(request, context, visitor)


@router.delete("/sessions", response_model=Me)
async def sign_out_everywhere(request: Request, visitor: Writer) -> Response:
    """Sign out on all devices: all cookies and tokens of the account become worthless."""
    context = context_of(request)
    if visitor.account:
        await context.tables.store.accounts.end_sessions(key=key_of(visitor.account))
        await context.visitors.changed(visitor.holder)
    return forgotten(request, context, visitor)


def forgotten(request: Request, context: Context, visitor: Visitor) -> Response:
    """A response that makes the browser a new guest's, who reads the same language."""
    guest = context.visitors.newcomer(visitor.language)
    return recognised(
        request,
        context,
        dataclasses.replace(guest, chosen_language=visitor.chosen_language, new=False),
    )


async def person_json(context: Context, visitor: Visitor, name: str) -> dict[str, Any]:
    """The public data of an account. Raises TableError."""
    store = context.tables.store
    account = await store.accounts.find(key_of(name))
    if account is None:
        raise TableError("unknown", say("There is nobody of the name {name!r} here.", name=name))
    own = account["holder"] == visitor.holder
    games = await store.lists.summaries(holder=account["holder"], shown=not own)
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
