"""Pages of tournaments: list, creation, tournament, projector, player and print."""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ludarium.phrases import listed, say
from ludarium.ratings.ranking_points import SCHEMES, Scheme
from ludarium.tables.clocks import PRESETS
from ludarium.tournaments.effective_entries import latest_effective
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import (
    entry_closed,
    rounds_planned,
    state,
    why_not_drawn,
)
from ludarium.tournaments.ids import PlayerId, RoundNumber
from ludarium.tournaments.options import DEFAULT_SIZE, FORMATS
from ludarium.tournaments.reports.bracket_picture import has_bracket
from ludarium.tournaments.reports.paper import SHEETS, paper
from ludarium.tournaments.server import report
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament
from ludarium.web.context import Reader, context_of, run_job
from ludarium.web.http.inviting import join_address, qr_code
from ludarium.web.http.pages import page
from ludarium.web.lobby.game_filters import most_wanted
from ludarium.web.lobby.listings import listed_tournaments
from ludarium.web.lobby.own_games import played_lately
from ludarium.web.people.leaderboard import point_games
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import game_json
from ludarium.web.tournaments.cards import match_card, row_json, standing_of, step_json
from ludarium.web.tournaments.sections import MOST_ROWS, SECTIONS, is_undoable, sections

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
LEVELS = range(1, 9)
# Sheets for paper carry their own style.
PAPER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "frame-ancestors 'none'"
)
NOT_OVER = ("open", "running", "paused")


@router.get("/tournaments")
async def tournaments(request: Request, visitor: Reader) -> Response:
    store = context_of(request).tables.store
    now = await listed_tournaments(store, visitor, NOT_OVER)
    past = await listed_tournaments(store, visitor, ("over",))
    return page(request, visitor, "tournaments/list.html", now=now, past=past[:20])


@router.get("/tournaments/new")
async def new_tournament(request: Request, visitor: Reader) -> Response:
    played = await played_lately(context_of(request).tables.store, visitor)
    games = [
        game_json(one, visitor)
        for several in most_wanted(played)
        for one in several
        if 2 in one.seat_counts
    ]
    formats = {name: visitor.translate(text) for name, text in FORMATS.items()}
    return page(
        request,
        visitor,
        "tournaments/new.html",
        games=games,
        formats=formats,
        size=DEFAULT_SIZE,
        levels=LEVELS,
        presets=PRESETS,
    )


@router.get("/points")
async def points(
    request: Request,
    visitor: Reader,
    scheme: Annotated[Literal["archive", "live"], Query()] = "archive",
) -> Response:
    chosen: Scheme = scheme
    leaderboard = await context_of(request).points[chosen].to_json(visitor.translate)
    return page(
        request,
        visitor,
        "tournaments/points.html",
        points=leaderboard,
        games=listed([game.title for game in point_games()]),
        schemes=list(SCHEMES),
    )


@router.get("/tournament/{tournament_id}")
async def tournament(
    request: Request,
    visitor: Reader,
    tournament_id: str,
    number: Annotated[int, Query(alias="page", ge=1, le=1000)] = 1,
    table: Annotated[int, Query(ge=1, le=100_000)] = 1,
) -> Response:
    """number: of the page of standings; table: the first that is shown."""
    live = await context_of(request).tournaments.live(tournament_id)
    values = shown(request, visitor, live, number)
    names = [name for name in SECTIONS if name != "players" or values["organiser"]]
    long = await sections(request, visitor, live, values, names, table)
    if own := values["you"]["player"]:
        row = f'data-player="{own}"'
        long["standings"] = Markup(
            str(long["standings"]).replace(row, f'{row} aria-current="true"')
        )
    join_url, _ = join_address(request, f"/tournament/{live.tournament.id}")
    return page(
        request, visitor, "tournaments/tournament.html", **values, sections=long, join_url=join_url
    )


@router.get("/tournament/{tournament_id}/screen")
async def screen(request: Request, visitor: Reader, tournament_id: str) -> Response:
    live = await context_of(request).tournaments.live(tournament_id)
    values = shown(request, visitor, live)
    long = await sections(request, visitor, live, values, ["wall"])
    address, local = join_address(request, f"/tournament/{live.tournament.id}")
    return page(
        request,
        visitor,
        "tournaments/projector.html",
        **values,
        sections=long,
        join_url=address.partition("://")[2],
        qr=qr_code(address) if values["state"] == "open" and not local else "",
    )


@router.get("/tournament/{tournament_id}/player/{number}")
async def player(
    request: Request, visitor: Reader, tournament_id: str, number: PlayerId
) -> Response:
    live = await context_of(request).tournaments.live(tournament_id)
    if number not in live.tournament.players:
        raise TournamentError("unknown", say("there is no player {number}", number=number))
    values = shown(request, visitor, live)
    row = row_json(live.tournament, standing_of(live.tournament, number), visitor)
    match = live.tournament.match_of(number)
    present = context_of(request).tournaments.present(live)
    card = match_card(live.tournament, match, visitor, present) if match else None
    steps = [
        step_json(live.tournament, one, visitor)
        for one in standing_of(live.tournament, number).path
    ]
    return page(
        request,
        visitor,
        "tournaments/player.html",
        **values,
        player=row,
        card=card,
        steps=steps[::-1],
    )


@router.get("/tournament/{tournament_id}/print")
async def printed(
    request: Request,
    visitor: Reader,
    tournament_id: str,
    sheets: Annotated[Literal["cards", "pairings", "bracket", "standings"] | None, Query()] = None,
    number: Annotated[RoundNumber | None, Query(alias="round", ge=1, le=10**6)] = None,
) -> Response:
    event = (await context_of(request).tournaments.live(tournament_id)).tournament
    wanted = [sheets] if sheets else [sheet for sheet in SHEETS if is_there(event, sheet)]
    html = await run_job(
        request,
        lambda check: paper(
            event, wanted, visitor.language, visitor.translate, number, check
        ).encode(),
        ("paper", event.id, event.version, tuple(wanted), visitor.language, number),
    )
    context_of(request).limit_text(request, html)
    return HTMLResponse(
        html, headers={"cache-control": "no-store", "content-security-policy": PAPER_POLICY}
    )


def is_there(event: Tournament, sheet: str) -> bool:
    """Return whether the sheet has any content."""
    if sheet == "bracket":
        return has_bracket(event)
    return sheet == "standings" or bool(event.rounds)


# What pages show


def shown(
    request: Request, visitor: Visitor, live: LiveTournament, number: int = 1
) -> dict[str, Any]:
    """Template values of a page about the tournament, for this visitor. number: the page of
    standings.
    """
    event, translate = live.tournament, visitor.translate
    context = context_of(request)
    present = context.tournaments.present(live)
    you = report.you_json(event, visitor.holder, context.tables.store.secret, ())
    winner = champion(event)
    ranking = standings(event)
    mine_in = next((row for row in ranking if row.player == you["player"]), None)
    closed, reason = entry_closed(event), why_not_drawn(event)
    last = report.last_decision(event)
    mine = event.match_of(you["player"]) if you["player"] else None
    missed = report.missed_by(event, you["player"]) if you["player"] else None
    return {
        "secret": True,  # codes
        "event": event,
        "id": event.id,
        "options": event.options,
        "state": state(event),
        "state_words": translate(STATE_WORDS[state(event)]),
        "title": translate(event.options.rules.title),
        "format": translate(FORMATS[event.options.format]),
        "planned": rounds_planned(event),
        "you": you,
        "organiser": you["organiser"],
        "me_row": row_json(event, mine_in, visitor) if mine_in else None,
        "my_card": match_card(event, mine, visitor, present) if mine else None,
        "missed": translate(missed["words"]) if missed else None,
        "champion": None if winner is None else event.players[winner].name,
        "first_equals": translate(first_equals(event)),
        "row_pages": [
            (at + 1, at * MOST_ROWS + 1, min((at + 1) * MOST_ROWS, len(ranking)))
            for at in range(math.ceil(len(ranking) / MOST_ROWS))
        ],
        "row_page": number,
        "players": len(ranking),
        "by_losses": event.options.elimination,
        "bracket": has_bracket(event),
        "closed": None if closed is None else translate(closed),
        "why_not": None if reason is None else translate(reason),
        "draws": event.options.rules.draws,
        "undoable": any(is_undoable(entry) for _, entry in latest_effective(event.log)),
        "undo": {
            "entry": last,
            "words": translate(report.entry_words(event, event.log[last - 1])),
        }
        if last
        else None,
        "sheets": [sheet for sheet in SHEETS if is_there(event, sheet)],
        "levels": LEVELS,
    }


def first_equals(event: Tournament) -> str:
    """The names of those who share the first place of what was won; "" of one alone."""
    firsts = [row.player for row in standings(event) if row.rank == 1 and row.state != "withdrawn"]
    shared = len(firsts) > 1 and champion(event) in firsts
    return listed([event.players[player].name for player in firsts]) if shared else ""


STATE_WORDS = {
    "open": say("Players enter"),
    "running": say("Being played"),
    "paused": say("Paused"),
    "over": say("Over"),
}
