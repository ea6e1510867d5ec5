"""The API of reviews, analyses and puzzles.

Every evaluation has a label that says how certain it is.
"""

from __future__ import annotations

import dataclasses
import hashlib
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.analysis.puzzles import Puzzle, puzzle_of, puzzles_of, shipped
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.play.record import Record
from ludarium.rules.game import Game
from ludarium.tables.errors import TableError
from ludarium.web.analysis.models import (
    AnalysisAnswer,
    AnalysisBody,
    AttemptAnswer,
    AttemptBody,
    MovesBody,
    PuzzleAnswer,
    PuzzleSummary,
    ReviewAnswer,
    WorkingAnswer,
)
from ludarium.web.analysis.reviews import Working
from ludarium.web.background.job_pool import Check
from ludarium.web.context import (
    Context,
    Reader,
    Writer,
    address,
    client_key,
    context_of,
    json_response,
    run_job,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import puzzle_for
from ludarium.web.rulesets.routes import position_after, position_of
from ludarium.web.tables.play import TableId, watched

__all__ = ["router"]

OVERHEAD = 0.2  # seconds that an analysis costs besides its thinking
router = APIRouter(prefix="/api", tags=["analysis"], responses=REFUSALS)


@router.get(
    "/tables/{table_id}/review",
    response_model=ReviewAnswer,
    responses={202: {"model": WorkingAnswer}},
)
async def get_review(request: Request, visitor: Reader, table_id: TableId) -> Response:
    """The review of a game that is over.

    It is made once, when it is asked for, and kept: until it is done, 202 says how far it is. While
    the game is being compiled the answer is `provisional`: it comes from a short look.
    """
    context = context_of(request)
    table = (await watched(request, visitor, table_id)).table
    review = await context.reviews.of(
        table,
        lambda: context.limit(context.reviewing, address(request)),
        client_key(request),
        None if context.warmup.hurried(table.options.game) else context.warmup.plain,
    )
    return review_answer(context, visitor, review)


@router.post(
    "/reviews",
    response_model=ReviewAnswer,
    responses={202: {"model": WorkingAnswer}},
)
async def review_game(request: Request, visitor: Reader, body: MovesBody) -> Response:
    """The review of a game that was played elsewhere: of all its moves.

    It is made as that of a table, and kept for a while: until it is done, 202 says how far it is,
    and the same request asks again.
    """
    context = context_of(request)
    game = catalogue.find(body.game)

    async def find() -> Record:
        context.limit_drawing(request, len(body.moves))
        return await run_job(request, lambda check: record_of(game, body, check))

    review = await context.reviews.of_game(
        hashlib.sha256(body.model_dump_json().encode()).hexdigest(),
        find,
        lambda: context.limit(context.reviewing, address(request)),
        client_key(request),
        None if context.warmup.hurried(game.name) else context.warmup.plain,
    )
    return review_answer(context, visitor, review)


def record_of(game: Game, body: MovesBody, check: Check) -> Record:
    """The game of these moves; check: called before each. Raises LudariumError."""
    first = position_of(game, body.ruleset, body.seats, body.position)
    record = Record(first, ("",) * first.seats)
    for number, move in enumerate(body.moves, 1):
        check()
        try:
            record.play(move)
        except LudariumError as error:
            raise TableError("illegal", f"{number}: {error}") from None
    return record


def review_answer(context: Context, visitor: Visitor, review: dict[str, Any] | Working) -> Response:
    if isinstance(review, Working):
        ahead = context.reviews.ahead(review)
        answer = json_response({"done": review.done, "of": review.of, "ahead": ahead}, 202)
        answer.headers["retry-after"] = "1"
        return answer
    return json_response(in_language(review, visitor))


@router.post("/analysis", response_model=AnalysisAnswer)
async def analyse(request: Request, visitor: Writer, body: AnalysisBody) -> Response:
    """Analyse a position: the start of a game, or the given one, after the given moves.

    Asked again about the same position, the engine goes on from what it found before. While the
    game is being compiled the answer is `provisional`: it comes from a short look.
    """
    context = context_of(request)
    game = catalogue.find(body.game)
    ready = context.warmup.hurried(game.name)
    context.limit(context.analysing, address(request), body.seconds + OVERHEAD)

    async def wanted() -> bool:
        return not await request.is_disconnected()

    analysis = await context.analyses.analyse(
        lambda: position_after(game, body.ruleset, body.seats, body.position, body.moves),
        body.seconds,
        body.lines,
        wanted,
        client_key(request),
        None if ready else context.warmup.plain,
    )
    return json_response(in_language(analysis, visitor))


@router.get("/puzzles", response_model=list[PuzzleSummary])
async def list_puzzles(
    visitor: Reader, game: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """Positions of games in which exactly one move wins, or wins or gains pieces in time."""
    puzzles_by_game = (
        {catalogue.find(game).name: puzzles_of(catalogue.find(game).name)} if game else shipped()
    )
    return json_response(
        [
            {
                "id": puzzle.id,
                "game": name,
                "title": visitor.translate(catalogue.find(name).title),
                "seat": puzzle.seat,
                "steps": len(puzzle.steps),
                "within": puzzle.within,
                "gain": puzzle.gain,
            }
            for name, puzzles in puzzles_by_game.items()
            for puzzle in puzzles
        ]
    )


@router.get("/puzzles/today", response_model=PuzzleAnswer)
async def get_puzzle_of_the_day(request: Request, visitor: Reader) -> Response:
    """The puzzle of the day, which is another one at midnight by UTC, with its solution."""
    return await puzzle_answer(request, visitor, puzzle_of(datetime.now(UTC).date()))


@router.get("/puzzles/{puzzle_id}", response_model=PuzzleAnswer)
async def get_puzzle(
    request: Request, visitor: Reader, puzzle_id: Annotated[str, Path(max_length=80)]
) -> Response:
    """A puzzle, with its solution."""
    return await puzzle_answer(request, visitor, puzzle_for(puzzle_id))


@router.post("/puzzles/{puzzle_id}/attempts", response_model=AttemptAnswer)
async def add_attempt(
    request: Request,
    visitor: Writer,
    puzzle_id: Annotated[str, Path(max_length=80)],
    body: AttemptBody,
) -> Response:
    """Tell of your first attempt at a puzzle: it is a game against the puzzle, which counts for
    both. Later attempts change nothing. Whoever has an account can do so.
    """
    puzzle = puzzle_for(puzzle_id)
    if not visitor.account:
        message = say("Puzzles are rated for whoever has an account: sign in first.")
        raise TableError("forbidden", message)
    ratings = context_of(request).puzzle_ratings
    return json_response(await ratings.attempt(puzzle, visitor.holder, body.solved))


async def puzzle_answer(request: Request, visitor: Visitor, puzzle: Puzzle) -> Response:
    ratings = await context_of(request).puzzle_ratings.of_puzzles([puzzle])
    return json_response({**puzzle_json(puzzle, visitor), "rating": ratings.get(puzzle.id)})


def puzzle_json(puzzle: Puzzle, visitor: Visitor) -> dict[str, Any]:
    start = puzzle.start
    fields = dataclasses.asdict(puzzle)
    names = {
        "game": start.game.name,
        "title": visitor.translate(start.game.title),
        "ruleset": start.ruleset.name,
    }
    return {**fields, **names, "position": puzzle.position.partition(" ")[2]}


def in_language(answer: dict[str, Any], visitor: Visitor) -> dict[str, Any]:
    return (
        {**answer, "reason": visitor.translate(answer["reason"])} if "reason" in answer else answer
    )
