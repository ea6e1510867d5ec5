"""Pages of people: account, person and ranking."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.web.context import Reader, context_of
from ludarium.web.http.pages import page
from ludarium.web.lobby.game_filters import most_wanted
from ludarium.web.lobby.own_games import played_lately
from ludarium.web.lobby.pairing import is_for_two
from ludarium.web.people.passwords import key_of
from ludarium.web.people.routes import BEST, person_json

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/account")
async def account(request: Request, visitor: Reader) -> Response:
    store = context_of(request).tables.store
    own = await store.accounts.find(key_of(visitor.account)) if visitor.account else None
    has_code = bool(own and own["recovery"])
    return page(request, visitor, "people/account.html", secret=True, has_code=has_code)


@router.get("/people/{name}")
async def person(request: Request, visitor: Reader, name: str) -> Response:
    context = context_of(request)
    profile = await person_json(context, visitor, name)
    account = await context.tables.store.accounts.find(key_of(name))
    assert account
    games = [game["id"] for game in profile["games"]]
    store = context.tables.store
    titles = {one: visitor.translate(catalogue.find(one).title) for one in catalogue.names()}
    played = [*await played_lately(store, visitor), *profile["ratings"]]
    challenges = [
        [{"name": one.name, "title": titles[one.name]} for one in several if is_for_two(one)]
        for several in most_wanted(played)
    ]
    return page(
        request,
        visitor,
        "people/person.html",
        person=profile,
        career=await context.player_stats.of(account, account["holder"] == visitor.holder),
        puzzles=await context.puzzle_ratings.of_solver(account["holder"]),
        graphs=await context.ranking.graphs(account["name"]),
        reviewed=await store.reviews.among(games),
        own_seats=await store.table_index.seats_of(account["holder"], games),
        titles=titles,
        challenges=challenges,
    )


@router.get("/ranking")
async def ranking(request: Request, visitor: Reader) -> Response:
    best = await context_of(request).ranking.best(BEST)
    games = [
        {"title": visitor.translate(catalogue.find(name).title), "players": best[name]}
        for name in catalogue.names()
        if name in best
    ]
    return page(request, visitor, "people/ranking.html", games=games)
