"""Pages for study: reviews, analysis, puzzles, rules and lessons."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from ludarium import catalogue
from ludarium.analysis.openings import book_of
from ludarium.analysis.puzzles import Puzzle, puzzle_of, puzzles_of, shipped
from ludarium.phrases import say
from ludarium.rules.game import Game
from ludarium.rulesets.knowledge import disagreements_json
from ludarium.tables.errors import TableError
from ludarium.web.analysis.guides import guide_html
from ludarium.web.analysis.lessons import has_lesson, steps
from ludarium.web.analysis.previews import guide_file, puzzle_file
from ludarium.web.analysis.studies import opened_study
from ludarium.web.context import Reader, context_of
from ludarium.web.http.pages import language_of, page, picture_response
from ludarium.web.lobby.game_filters import other_games
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import game_json, puzzle_for

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/table/{table_id}/review")
async def review(request: Request, visitor: Reader, table_id: str) -> Response:
    table = (await context_of(request).tables.live(table_id)).table
    game = table.options.rules
    viewer = next(iter(table.seats_of(visitor.holder)), 0)
    return page(
        request,
        visitor,
        "analysis/review.html",
        table_id=table_id,
        title=visitor.translate(game.title),
        game=game.name,
        viewer=viewer,
        by_chance=game.has_chance,
    )


@router.get("/analysis/{name}")
async def analysis(
    request: Request,
    visitor: Reader,
    name: str,
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    seats: Annotated[int | None, Query(ge=1, le=64)] = None,
    position: Annotated[str, Query(max_length=2000)] = "",
    moves: Annotated[str, Query(max_length=60_000)] = "",
) -> Response:
    game = catalogue.find(name)
    setting: dict[str, Any] = {
        "ruleset": game.ruleset(ruleset).name,
        "seats": game.seat_number(seats),
        "position": position,
        "moves": moves,
        "study": "",
    }
    return analysis_page(request, visitor, game, setting)


@router.get("/import")
async def import_games(request: Request, visitor: Reader) -> Response:
    return page(request, visitor, "analysis/import.html")


def analysis_page(
    request: Request, visitor: Visitor, game: Game, setting: dict[str, Any]
) -> Response:
    return page(
        request,
        visitor,
        "analysis/analysis.html",
        game=game_json(game, visitor),
        book=book_of(game.name) is not None,
        by_chance=game.has_chance,
        **setting,
    )


@router.get("/study/{study_id}")
async def study(request: Request, visitor: Reader, study_id: str) -> Response:
    study = await opened_study(context_of(request), visitor, study_id)
    setting = {name: study[name] for name in ("ruleset", "seats", "position")}
    return analysis_page(
        request,
        visitor,
        catalogue.find(study["game"]),
        {**setting, "moves": "", "study": study_id},
    )


@router.get("/puzzles")
async def puzzles(
    request: Request,
    visitor: Reader,
    game: Annotated[str | None, Query(max_length=64)] = None,
) -> Response:
    """The puzzle of the day and the games that have puzzles, the featured ones first; or those of a
    game.
    """
    if game:
        return await puzzles_of_game(request, visitor, catalogue.find(game))
    today = puzzle_of(datetime.now(UTC).date())
    games = [
        {
            "name": name,
            "title": visitor.translate(catalogue.find(name).title),
            "puzzles": [puzzle.id for puzzle in some],
        }
        for name, some in sorted(shipped().items(), key=is_of_a_family)
    ]
    return page(
        request,
        visitor,
        "puzzles/puzzles.html",
        games=games,
        today={**puzzle_card(today), "title": visitor.translate(today.start.game.title)},
    )


def is_of_a_family(named: tuple[str, tuple[Puzzle, ...]]) -> bool:
    """Return whether the lobby lists this game with its family, and has no card for it."""
    return not catalogue.find(named[0]).featured


async def puzzles_of_game(request: Request, visitor: Visitor, game: Game) -> Response:
    puzzles = puzzles_of(game.name)
    if not puzzles:
        raise TableError("unknown", say("There are no puzzles of {game}.", game=game.title))
    ratings = await context_of(request).puzzle_ratings.of_puzzles(puzzles)
    return page(
        request,
        visitor,
        "puzzles/game-puzzles.html",
        title=visitor.translate(game.title),
        puzzles=[{**puzzle_card(puzzle), "rating": ratings.get(puzzle.id)} for puzzle in puzzles],
    )


def puzzle_card(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "steps": len(puzzle.steps),
        "within": puzzle.within,
        "gain": puzzle.gain,
    }


@router.get("/puzzles/{puzzle_id}/board.svg")
async def puzzle_picture(
    request: Request, visitor: Reader, puzzle_id: str, language: str = ""
) -> Response:
    """The position of a puzzle; language: of the names on it."""
    return await picture_response(request, puzzle_file(puzzle_id, language_of(language, visitor)))


@router.get("/puzzles/{puzzle_id}/next")
async def next_puzzle(request: Request, visitor: Reader, puzzle_id: str) -> Response:
    """Leads to another puzzle of the game: one that the reader has not tried, and can just solve,
    as far as that is known.
    """
    last = puzzle_for(puzzle_id)
    next_one = await context_of(request).puzzle_ratings.next_for(visitor.holder, last)
    headers = {"cache-control": "no-store"}
    return RedirectResponse(f"/puzzles/{next_one.id}", status_code=303, headers=headers)


@router.get("/puzzles/{puzzle_id}")
async def puzzle(request: Request, visitor: Reader, puzzle_id: str) -> Response:
    chosen = puzzle_for(puzzle_id)
    others = puzzles_of(chosen.start.game.name)
    number = others.index(chosen)
    title = visitor.translate(chosen.start.game.title)
    ratings = await context_of(request).puzzle_ratings.of_puzzles([chosen])
    return page(
        request,
        visitor,
        "puzzles/puzzle.html",
        puzzle_id=puzzle_id,
        title=title,
        game=chosen.start.game.name,
        number=number + 1,
        rating=ratings.get(puzzle_id),
    )


@router.get("/rules")
async def rules(request: Request, visitor: Reader) -> Response:
    games = [game_json(game, visitor) for game in featured_games()]
    families = other_games(visitor, [game["name"] for game in games])
    return page(request, visitor, "rulesets/rules.html", guides=games, families=families)


def featured_games() -> list[Game]:
    """The games that are shown with a board of their own."""
    return [game for game in map(catalogue.find, catalogue.names()) if game.featured]


@router.get("/rules/{name}")
async def guide(request: Request, visitor: Reader, name: str) -> Response:
    html = guide_html(name, visitor.language)
    if html is None:
        raise TableError("unknown", say("There is no guide {name!r}.", name=name))
    game = game_json(catalogue.find(name), visitor) if name in catalogue.names() else None
    guides = [
        {"name": one.name, "title": visitor.translate(one.title)}
        for one in map(catalogue.find, catalogue.names())
        if one.featured or one.name == name
    ]
    title = visitor.translate(say("How choices are kept fair")) if game is None else game["title"]
    return page(
        request,
        visitor,
        "guides/guide.html",
        title=title,
        game=game,
        learn=game is not None and has_lesson(catalogue.find(name), visitor.language),
        html=Markup(html),
        disagreements=disagreements_json(catalogue.find(name), visitor.translate) if game else [],
        guides=guides,
    )


@router.get("/rules/{name}/pictures/{number}.svg")
async def guide_picture(
    request: Request, visitor: Reader, name: str, number: int, language: str = ""
) -> Response:
    """A position in a guide; language: of the guide, and of the names on the board."""
    return await picture_response(request, guide_file(name, language_of(language, visitor), number))


@router.get("/learn/{name}")
async def lesson(request: Request, visitor: Reader, name: str) -> Response:
    game = catalogue.find(name)
    lesson = steps(game, visitor.language)
    if not lesson:
        raise TableError(
            "unknown", say("There is no lesson of {game}: read its rules.", game=game.title)
        )
    return page(
        request,
        visitor,
        "guides/lesson.html",
        game=game_json(game, visitor),
        steps=orjson.dumps(lesson).decode(),
    )
