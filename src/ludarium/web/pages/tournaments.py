"""Pages of tournaments: list, creation, tournament, projector, player and print."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Collection
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from ludarium import catalogue
from ludarium.phrases import listed, say
from ludarium.ratings.ranking_points import SCHEMES, Scheme
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.progress import (
    entry_closed,
    fillers_of,
    rounds_planned,
    state,
    why_not_drawn,
)
from ludarium.tournaments.ids import PlayerId, RoundNumber
from ludarium.tournaments.options import DEFAULT_SIZE, FORMATS
from ludarium.tournaments.reports.bracket_picture import has_bracket
from ludarium.tournaments.reports.paper import HOW, SHEETS, SIGNS, STATES, paper
from ludarium.tournaments.server import report
from ludarium.tournaments.server.chores import absent_players, is_online
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.standings import BREAKS, Standing, champion, standings
from ludarium.tournaments.tournament import Match, Tournament, standing_entries
from ludarium.web.context import Reader, context_of, made
from ludarium.web.pages.shared import page
from ludarium.web.services.games import game_json
from ludarium.web.services.leaderboard import point_games
from ludarium.web.services.listings import listed_tournaments
from ludarium.web.services.visitors import Visitor

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
LEVELS = range(1, 9)
MOST_ROWS = 300  # players whose standings a page shows at once
MOST_CARDS = 150  # tables that a page shows at once
MOST_PAGES = 40  # that are kept as all who only watch read them
MOST_LOG = 200  # entries of the log that a page shows
# Sheets for paper carry their own style.
PAPER_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "frame-ancestors 'none'"
)
NOT_OVER = ("open", "running", "paused")
# entries beside which no button offers to take them back
LASTING = ("created", "claimed", "opened", "added")


@router.get("/tournaments")
async def tournaments(request: Request, visitor: Reader) -> Response:
    store = context_of(request).tables.store
    now = await listed_tournaments(store, visitor, NOT_OVER)
    past = await listed_tournaments(store, visitor, ("over",))
    return page(request, visitor, "tournaments/list.html", now=now, past=past[:20])


@router.get("/tournaments/new")
async def new_tournament(request: Request, visitor: Reader) -> Response:
    games = [game_json(catalogue.find(name), visitor) for name in catalogue.names()]
    fitting = [game for game in games if game["seats"][0] <= 2 <= game["seats"][1]]
    formats = {name: visitor.translate(text) for name, text in FORMATS.items()}
    return page(
        request,
        visitor,
        "tournaments/new.html",
        games=fitting,
        formats=formats,
        size=DEFAULT_SIZE,
        levels=LEVELS,
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
    fresh: bool = False,
) -> Response:
    """number: of the page of standings; table: the first that is shown; fresh: asks a page that is
    there, for what may have changed.
    """
    live = await context_of(request).tournaments.live(tournament_id)
    return tournament_page(
        request, visitor, live, "tournaments/tournament.html", fresh, number, table
    )


@router.get("/tournament/{tournament_id}/screen")
async def screen(
    request: Request, visitor: Reader, tournament_id: str, fresh: bool = False
) -> Response:
    live = await context_of(request).tournaments.live(tournament_id)
    return tournament_page(request, visitor, live, "tournaments/projector.html", fresh)


def tournament_page(
    request: Request,
    visitor: Visitor,
    live: LiveTournament,
    template: str,
    fresh: bool,
    number: int = 1,
    table: int = 1,
) -> Response:
    """A page about the tournament.

    Reloads by spectators share one cached page per change.
    """
    event = live.tournament
    if not fresh or visitor.holder in event.holders or visitor.holder in event.organisers:
        return page(request, visitor, template, **shown(request, visitor, live, number, table))
    state_now = (event.version, frozenset(context_of(request).tournaments.present(live)))
    if live.pages_of != state_now:
        live.pages, live.pages_of = {}, state_now
    key = (template, visitor.language, number, table)
    if key not in live.pages:
        if len(live.pages) >= MOST_PAGES:
            live.pages.clear()
        stranger = dataclasses.replace(visitor, holder="", name="", account=None)
        live.pages[key] = bytes(
            page(request, stranger, template, **shown(request, stranger, live, number, table)).body
        )
    return HTMLResponse(live.pages[key], headers={"cache-control": "no-store"})


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
    html = await made(
        request,
        lambda check: paper(event, wanted, visitor.language, visitor.translate, number, check),
        ("paper", event.id, event.version, tuple(wanted), visitor.language, number),
    )
    context_of(request).limit_text(request, html)
    return HTMLResponse(
        html, headers={"cache-control": "no-store", "content-security-policy": PAPER_POLICY}
    )


def is_there(event: Tournament, sheet: str) -> bool:
    """Whether the sheet has any content."""
    if sheet == "bracket":
        return has_bracket(event)
    return sheet == "standings" or bool(event.rounds)


# What pages show


def shown(
    request: Request, visitor: Visitor, live: LiveTournament, number: int = 1, table: int = 1
) -> dict[str, Any]:
    """Template values of a page about the tournament, for this visitor.

    number: the page of standings. table: the first board shown.
    """
    event, translate = live.tournament, visitor.translate
    context = context_of(request)
    present = context.tournaments.present(live)
    you = report.you_json(event, visitor.holder, context.tables.store.secret)
    winner = champion(event)
    ranking = standings(event)
    rows = [
        row_json(event, row, visitor)
        for row in ranking[(number - 1) * MOST_ROWS : number * MOST_ROWS]
    ]
    mine_in = next((row for row in ranking if row.player == you["player"]), None)
    open_matches = [
        match for match in event.open_matches if match.table >= table or match.disputed is not False
    ]
    open_matches.sort(key=lambda match: match.disputed is False)
    closed, reason = entry_closed(event), why_not_drawn(event)
    last = report.last_decision(event)
    mine = event.match_of(you["player"]) if you["player"] else None
    missed = report.missed_by(event, you["player"]) if you["player"] else None
    return {
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
        "cards": [
            match_card(event, match, visitor, present) for match in open_matches[:MOST_CARDS]
        ],
        "more_cards": max(0, len(event.open_matches) - MOST_CARDS),
        "from_table": table,
        # only a projector asks for them, and there may be thousands
        "wall_cards": lambda: wall_cards(event, visitor, present),
        "byes": [event.players[one].name for one in event.rounds[-1].byes] if event.rounds else [],
        "rows": rows,
        "row_pages": [
            (at + 1, at * MOST_ROWS + 1, min((at + 1) * MOST_ROWS, len(ranking)))
            for at in range(math.ceil(len(ranking) / MOST_ROWS))
        ],
        "row_page": number,
        "shown_players": [event.players[one] for one in sorted(row["number"] for row in rows)],
        "players": len(ranking),
        "by_losses": event.options.elimination,
        "breaks": [translate(BREAKS[name]) for name in ranking[0].breaks if name != "wins"]
        if ranking
        else [],
        "rounds": [
            round_json(event, number, visitor, present)
            for number in range(len(event.rounds), 0, -1)
        ][:30],
        "log": report.log_words(event, translate, MOST_LOG)[::-1],
        "bracket": has_bracket(event),
        "closed": None if closed is None else translate(closed),
        "why_not": None if reason is None else translate(reason),
        "draws": event.options.rules.draws,
        "undoable": {
            number
            for number, entry in standing_entries(event.log)
            if entry.KIND not in ("created", "claimed", "opened", "added")
        },
        "undo": {
            "entry": last,
            "words": translate(report.entry_words(event, event.log[last - 1])),
        }
        if last
        else None,
        "sheets": [sheet for sheet in SHEETS if is_there(event, sheet)],
        "levels": LEVELS,
    }


def wall_cards(
    event: Tournament, visitor: Visitor, present: Collection[PlayerId]
) -> list[dict[str, Any]]:
    """The matches for a projector: the last round, or in rolling formats the open matches."""
    if not event.rounds:
        return []
    matches = (
        event.open_matches
        if event.options.rolling and event.open_matches
        else [event.matches[one] for one in event.rounds[-1].matches]
    )
    return [match_card(event, match, visitor, present) for match in matches]


STATE_WORDS = {
    "open": say("Players enter"),
    "running": say("Being played"),
    "paused": say("Paused"),
    "over": say("Over"),
}


def standing_of(event: Tournament, number: PlayerId) -> Standing:
    """The player's row in the standings."""
    return next(row for row in standings(event) if row.player == number)


def row_json(event: Tournament, row: Standing, visitor: Visitor) -> dict[str, Any]:
    """A row of the standings."""
    player = event.players[row.player]
    return {
        "number": row.player,
        "rank": row.rank,
        "name": player.name,
        "bot": player.agent,
        "account": player.account,
        "state": row.state,
        "state_words": visitor.translate(STATES[row.state]) if STATES[row.state] else "",
        "points": f"{row.points:g}",
        "wins": row.wins,
        "losses": row.losses,
        "breaks": [f"{value:g}" for name, value in row.breaks.items() if name != "wins"],
        "path": [step_json(event, step, visitor) for step in row.path],
    }


def step_json(event: Tournament, step: Any, visitor: Visitor) -> dict[str, Any]:
    """A step of a player's path: its sign, and its opponents in words."""
    names = listed([event.players[other].name for other in step.others]) if step.others else ""
    words = (
        say("{what}, with {names}", what=STEP_WORDS[step.what], names=names)
        if names
        else STEP_WORDS[step.what]
    )
    table = event.matches[step.match].live if step.match else None
    fields = {"round": step.round, "what": step.what, "match": step.match, "live": table}
    return {**fields, "sign": SIGNS[step.what], "words": visitor.translate(words)}


STEP_WORDS = {
    "win": say("won"),
    "loss": say("lost"),
    "draw": say("drew"),
    "bye": say("bye"),
    "playing": say("playing"),
    "absent": say("did not come"),
}


def match_card(
    event: Tournament, match: Match, visitor: Visitor, present: Collection[PlayerId]
) -> dict[str, Any]:
    """A match as a card. present: the connected players."""
    outcome = match.outcome if match.over else None
    missing = (
        absent_players(event, match, present) if not match.over and is_online(event, match) else []
    )
    disputed = match.disputed is not False
    return {
        "number": match.number,
        "table": match.table,
        "round": match.round,
        "slot": match.slot,
        "game": len(match.games) + 1,
        "seats": [
            {
                "number": one,
                "name": event.players[one].name,
                "here": one not in missing,
                "absent": one in match.absent,
            }
            for one in match.in_order
        ],
        "live": match.live,
        "fillers": 0 if match.over else fillers_of(event, match),
        "online": is_online(event, match),
        "missing": [event.players[one].name for one in missing],
        "over": match.over,
        "disputed": disputed,
        "reported": _name(event, match.games[-1]) if disputed and match.games else None,
        "claimed": _name(event, match.disputed or None) if disputed else None,
        "winner": outcome.winner if outcome else None,
        "result": visitor.translate(HOW[outcome.how]) if outcome and outcome.how in HOW else "",
        "no_show_at": event.no_show_at(match) if missing else None,
    }


def _name(event: Tournament, player: PlayerId | None) -> str | None:
    return None if player is None else event.players[player].name


def round_json(
    event: Tournament, number: int, visitor: Visitor, present: Collection[PlayerId]
) -> dict[str, Any]:
    """A round with its cards."""
    drawn = event.rounds[number - 1]
    return {
        "number": number,
        "cards": [
            match_card(event, event.matches[match], visitor, present)
            for match in drawn.matches[:MOST_ROWS]
        ],
        "more": max(0, len(drawn.matches) - MOST_ROWS),
        "byes": [event.players[one].name for one in drawn.byes],
    }
