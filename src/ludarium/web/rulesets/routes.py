"""The API of games, and of positions without a table."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from ludarium import catalogue
from ludarium.errors import LudariumError, MoveError, RecordError
from ludarium.finding import LONGEST
from ludarium.ludii.description import description
from ludarium.phrases import say
from ludarium.play.position import Position, parse, start
from ludarium.play.record import Record
from ludarium.rules.game import Game
from ludarium.rulesets.knowledge import ruleset_json
from ludarium.tables.errors import TableError
from ludarium.web.analysis.openings import GamesAsked
from ludarium.web.analysis.previews import preview_scene
from ludarium.web.background.job_pool import Check, Result
from ludarium.web.context import Reader, context_of, json_answer, json_response, run_job
from ludarium.web.http.models import MOST_MOVES, refusals
from ludarium.web.people.visitors import Visitor
from ludarium.web.rulesets.games import game_json
from ludarium.web.rulesets.models import FoundAnswer, GameAnswer, OpeningAnswer, RulesetKnown
from ludarium.web.tables.scene_models import SceneAnswer
from ludarium.web.tables.scenes import legal_json, scene_json, with_outcomes

__all__ = ["position_after", "position_of", "router"]

ANSWERS = refusals(403, 404, 422, 429, 431, 503)
router = APIRouter(prefix="/api/games", tags=["games"], responses=ANSWERS)
Name = Annotated[str, Path(max_length=64)]
MOST_OF_NAME = 60  # letters of a ruleset's name in that of its file
SHORT = 50  # moves of a line that is replayed in the drawing thread


@router.get("", response_model=list[GameAnswer])
async def list_games(visitor: Reader) -> Response:
    """All games."""
    return json_response([game_json(catalogue.find(name), visitor) for name in catalogue.names()])


@router.get("/search", response_model=FoundAnswer)
async def search_games(
    request: Request, visitor: Reader, text: Annotated[str, Query(max_length=LONGEST)] = ""
) -> Response:
    """Find games by what people call them, in any language, with a slip of the finger forgiven:
    one missing, wrong or exchanged letter of a word of four letters or more, two of eight or more.
    """
    context_of(request).limit_search(request)
    return json_response(catalogue.search(text)._asdict())


@router.get("/{name}", response_model=GameAnswer)
async def get_game(visitor: Reader, name: Name) -> Response:
    """One game."""
    return json_response(game_json(catalogue.find(name), visitor))


@router.get("/{name}/rulesets/{ruleset}", response_model=RulesetKnown)
async def get_ruleset(
    visitor: Reader, name: Name, ruleset: Annotated[str, Path(max_length=400)]
) -> Response:
    """Describe a ruleset: its rules in sentences, where and when it was played, how it was
    reconstructed, what was measured, and in what the game's other rulesets differ.
    """
    game = catalogue.find(name)
    return json_response(ruleset_json(game, game.ruleset(ruleset), visitor.translate))


@router.get(
    "/{name}/rulesets/{ruleset}/ludii",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def get_description(
    request: Request,
    visitor: Reader,
    name: Name,
    ruleset: Annotated[str, Path(max_length=400)],
) -> Response:
    """The ruleset as a game description of Ludii, where it is of a game of counters on lines; 422
    where a part of it cannot be written.
    """
    game, context = catalogue.find(name), context_of(request)
    chosen = game.ruleset(ruleset)
    context.limit_drawing(request, 0)
    file = f"{game.name}-{re.sub(r'[^a-z0-9]+', '-', chosen.name)[:MOST_OF_NAME]}.lud"
    return Response(
        await context.drawing.draw(description, game, chosen),
        media_type="text/plain",
        headers={"content-disposition": f'attachment; filename="{file}"'},
    )


@dataclasses.dataclass(frozen=True)
class RequestedLine:
    """A position of a game that a request names: the start, or the given one, after moves."""

    game: Game
    ruleset: str | None
    seats: int | None
    position: str | None
    moves: list[str]

    def after(self, check: Check) -> Position:
        """The position. Raises LudariumError.

        check: called before each move.
        """
        return position_after(self.game, self.ruleset, self.seats, self.position, self.moves, check)


def line(
    name: Name,
    ruleset: Annotated[str | None, Query(max_length=400)] = None,
    seats: Annotated[int | None, Query(ge=1, le=64)] = None,
    position: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=60_000)] = "",
) -> RequestedLine:
    return RequestedLine(catalogue.find(name), ruleset, seats, position, listed(moves))


Asked = Annotated[RequestedLine, Depends(line)]


async def made_of(request: Request, line: RequestedLine, work: Callable[[Check], Result]) -> Result:
    """Return the result of work on a line, done beside requests. Raises TableError, BusyError and
    LudariumError.

    A long line, or one from a position that somebody may have thought up, is work for the workshop:
    in some games it takes seconds, for which others would wait for their drawings.
    """
    context = context_of(request)
    context.limit_drawing(request, len(line.moves))
    if len(line.moves) <= SHORT and not line.position:
        return await context.drawing.draw(work, unchecked)
    return await run_job(request, work)


@router.get("/{name}/scene", response_model=SceneAnswer)
async def get_scene(
    request: Request,
    visitor: Reader,
    line: Asked,
    viewer: Annotated[int, Query(ge=0, le=63)] = 0,
) -> Response:
    """A position of the game, drawn, with all legal moves: the start, or the given one, after the
    given moves.
    """
    return json_response(
        await made_of(request, line, lambda check: scene_of(visitor, line, viewer, check))
    )


@router.get("/{name}/preview", response_model=SceneAnswer)
async def get_preview(
    request: Request, visitor: Reader, name: Name, ply: Annotated[int, Query(ge=0, le=63)] = 0
) -> Response:
    """A position of the sample game that the lobby shows, drawn, without legal moves."""
    context = context_of(request)
    context.limit_drawing(request, ply)
    return json_answer(await context.drawing.draw(preview_scene, name, ply, visitor.language))


@router.get("/{name}/openings", response_model=OpeningAnswer)
async def get_opening(
    request: Request,
    visitor: Reader,
    line: Asked,
    games: Annotated[GamesAsked, Query()] = "all",
) -> Response:
    """The opening explorer: what was played in a position, and who won then.

    games: all finished games of this server, those between people, or the engine's games against
    itself that come with the package. The first moves of each game are counted, soon after its end.
    """
    context = context_of(request)
    here = await made_of(request, line, line.after)
    opening = await context.openings.of(here, games, context.drawing)
    return json_response(dataclasses.asdict(opening))


@router.get(
    "/{name}/record.jsonl",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
async def get_line(request: Request, visitor: Reader, line: Asked) -> Response:
    """The given moves, from the start or from the given position, as a record: one line of JSON,
    which `ludarium replay` verifies.
    """
    return Response(
        await made_of(request, line, lambda check: record_of(line, check)),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{line.game.name}.jsonl"'},
    )


def record_of(line: RequestedLine, check: Check) -> str:
    first = position_of(line.game, line.ruleset, line.seats, line.position)
    players = tuple(str(seat.name) for seat in first.view.seats)
    record = Record(first, players)
    for number, move in enumerate(line.moves, 1):
        check()
        try:
            record.play(move)
        except MoveError as error:
            raise RecordError(f"move {number}: {error}") from None
    return record.to_json() + "\n"


def listed(moves: str) -> list[str]:
    """The moves of a list with commas. Raises TableError where they are too many."""
    texts = [move.strip() for move in moves.split(",") if move.strip()]
    if len(texts) > MOST_MOVES:
        raise TableError(
            "invalid",
            say("{given} moves: expected at most {most}.", given=len(texts), most=MOST_MOVES),
        )
    return texts


def scene_of(visitor: Visitor, line: RequestedLine, viewer: int, check: Check) -> dict[str, Any]:
    here = line.after(check)
    # pieces are known by those before: looked at one by one, it can be stopped
    for position in here.history():
        check()
        _ = position.view
    scene = scene_json(
        here,
        len(line.moves),
        viewer=viewer if viewer < here.seats else 0,
        translate=visitor.translate,
    )
    return with_outcomes({**scene, "legal": legal_json(here, here.movers)}, here)


def unchecked() -> None:
    """The check of work that need not be stopped."""


def position_after(
    game: Game,
    ruleset: str | None,
    seats: int | None,
    position: str | None,
    moves: Sequence[str],
    check: Check = unchecked,
) -> Position:
    """The position after these moves from the start, or from a position as text.

    check: called before each move. Raises LudariumError.
    """
    here = position_of(game, ruleset, seats, position)
    for number, move in enumerate(moves, 1):
        check()
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
