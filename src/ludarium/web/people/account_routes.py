"""Accounts: made, signed in to, recovered and deleted."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from hmac import compare_digest
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codes import code_digest, new_code
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.tables.names import granted_name
from ludarium.tournaments import requests as tournament_requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Entry
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.tournament import Tournament
from ludarium.web.context import (
    Context,
    Writer,
    context_of,
    json_response,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.people.models import (
    AccountBody,
    Code,
    Me,
    OwnPasswordBody,
    PasswordBody,
    RecoveryBody,
    SignedIn,
)
from ludarium.web.people.passwords import check_password, hashed, is_password, key_of
from ludarium.web.people.recognition import forgotten, recognised
from ludarium.web.people.visitors import YEAR, Visitor, new_session

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
PATIENCE = 5.0  # seconds that a sign-in waits for the games that go over to the account
WRONG = say("The name or the password is not right.")
WRONG_PASSWORD = say("The password is not right.")
WRONG_CODE = say("The name or the recovery code is not right.")


@router.post("/accounts", status_code=201, response_model=SignedIn)
async def make_account(request: Request, visitor: Writer, body: AccountBody) -> Response:
    """Make an account for the guest that you are: your games stay yours."""
    context = context_of(request)
    context.limit_here(context.newcomers, request)
    name = granted_name(body.name)
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
async def make_recovery_code(request: Request, visitor: Writer, body: OwnPasswordBody) -> Response:
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
async def delete_account(request: Request, visitor: Writer, body: OwnPasswordBody) -> Response:
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
