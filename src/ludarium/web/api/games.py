"""The API of games, and of positions without a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.play.position import Position, parse, start
from ludarium.play.record import Record
from ludarium.rules.game import Game
from ludarium.tables.errors import TableError
from ludarium.web.api.game_models import GameAnswer, RulesetKnown, SceneAnswer
from ludarium.web.api.shared_models import MOST_MOVES, refusals
from ludarium.web.context import Reader, context_of, json_response
from ludarium.web.services.games import game_json
from ludarium.web.services.rulesets import ruleset_json
from ludarium.web.services.scenes import legal_json, scene_json, with_outcomes
from ludarium.web.services.visitors import Visitor

__all__ = ["position_after", "position_of", "router"]

router = APIRouter(prefix="/api/games", tags=["games"], responses=refusals(403, 404, 422, 429, 431))
Name = Annotated[str, Path(max_length=64)]


@router.get("", response_model=list[GameAnswer])
async def list_games(visitor: Reader) -> Response:
    """All games."""
    return json_response([game_json(catalogue.find(name), visitor) for name in catalogue.names()])


@router.get("/{name}", response_model=GameAnswer)
async def get_game(visitor: Reader, name: Name) -> Response:
    """One game."""
    return json_response(game_json(catalogue.find(name), visitor))


@router.get("/{name}/rulesets/{ruleset}", response_model=RulesetKnown)
async def get_ruleset(
    visitor: Reader, name: Name, ruleset: Annotated[str, Path(max_length=400)]
) -> Response:
    """What is known of a ruleset: its rules in sentences, where and when it was played, how it was
    reconstructed, what was measured, and in what the game's other rulesets differ.
    """
    game = catalogue.find(name)
    return json_response(ruleset_json(game, game.ruleset(ruleset), visitor))


@router.get("/{name}/scene", response_model=SceneAnswer)
async def get_scene(
    request: Request,
    visitor: Reader,
    name: Name,
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    seats: Annotated[int | None, Query(ge=1, le=64)] = None,
    position: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=60_000)] = "",
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> Response:
    """A position of the game, drawn, with all legal moves: the start, or the given one, after the
    given moves.
    """
    texts = listed(moves)
    context = context_of(request)
    context.limit_drawing(request, len(texts))
    return json_response(
        await context.drawing.draw(
            scene_after, visitor, catalogue.find(name), ruleset, seats, position, texts, viewer
        )
    )


@router.get(
    "/{name}/record.jsonl",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
async def get_line(
    request: Request,
    visitor: Reader,
    name: Name,
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    seats: Annotated[int | None, Query(ge=1, le=64)] = None,
    position: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=60_000)] = "",
) -> Response:
    """The given moves, from the start or from the given position, as a record: one line of JSON,
    which `ludarium replay` verifies.
    """
    texts, game = listed(moves), catalogue.find(name)
    context = context_of(request)
    context.limit_drawing(request, len(texts))
    line = await context.drawing.draw(record_of, game, ruleset, seats, position, texts)
    return Response(
        line,
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{game.name}.jsonl"'},
    )


def record_of(
    game: Game, ruleset: str | None, seats: int | None, position: str | None, moves: list[str]
) -> str:
    first = position_of(game, ruleset, seats, position)
    players = tuple(str(seat.name) for seat in first.view.seats)
    return Record(first, players, moves=moves).to_json() + "\n"


def listed(moves: str) -> list[str]:
    """The moves of a list with commas. Raises TableError where they are too many."""
    texts = [move.strip() for move in moves.split(",") if move.strip()]
    if len(texts) > MOST_MOVES:
        raise TableError(
            "invalid",
            say("{given} moves: expected at most {most}.", given=len(texts), most=MOST_MOVES),
        )
    return texts


def scene_after(
    visitor: Visitor,
    game: Game,
    ruleset: str | None,
    seats: int | None,
    position: str | None,
    moves: list[str],
    viewer: int,
) -> dict[str, Any]:
    here = position_after(game, ruleset, seats, position, moves)
    scene = scene_json(
        here, len(moves), viewer=viewer if viewer < here.seats else 0, translate=visitor.translate
    )
    return with_outcomes({**scene, "legal": legal_json(here, here.movers)}, here)


def position_after(
    game: Game, ruleset: str | None, seats: int | None, position: str | None, moves: Sequence[str]
) -> Position:
    """The position after these moves from the start, or from a position as text.

    Raises LudariumError.
    """
    here = position_of(game, ruleset, seats, position)
    for number, move in enumerate(moves, 1):
        try:
            here = here.play(move)
        except LudariumError as error:
            raise TableError("illegal", f"{number}: {error}") from None
    return here


def position_of(
    game: Game, ruleset: str | None, seats: int | None, position: str | None
) -> Position:
    if not position:
        return start(game, ruleset, seats)
    return parse(f"{game.name}/{game.ruleset(ruleset).name} {position}")
