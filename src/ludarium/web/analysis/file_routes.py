"""The API of files of games: what other programs have written is read, and studies are written for
them.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium.analysis.study import MOST_POSITIONS as MOST_STUDIED
from ludarium.analysis.study import clean
from ludarium.errors import LudariumError
from ludarium.formats import FileGame, Source, format_of, read, written
from ludarium.formats.guessing import format_in
from ludarium.formats.source import FileError
from ludarium.formats.studies import game_of_positions
from ludarium.phrases import say
from ludarium.tables.errors import TableError
from ludarium.web.analysis.file_models import FileAnswer, ImportAnswer, ImportBody, StudyFileBody
from ludarium.web.analysis.study_routes import tree_of
from ludarium.web.background.job_pool import Check
from ludarium.web.context import Reader, context_of, json_response, run_job
from ludarium.web.http.models import REFUSALS
from ludarium.web.tables.game_files import format_for

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["analysis"], responses=REFUSALS)

MOST_GAMES = 200  # that are told of a file
MOST_POSITIONS = 5_000  # of all of them
MOST_FAULTS = 20
LONGEST = MOST_STUDIED - 1  # moves of a game, as a study has room for


@router.post("/imports", response_model=ImportAnswer)
async def read_games(request: Request, visitor: Reader, body: ImportBody) -> Response:
    """The games of a file, each as a study; nothing is kept.

    PGN, PDN, SGF, matches of backgammon, WTHOR, and records and studies of this program.
    """
    content = content_in(body)
    context_of(request).limit_text(request, content)
    return json_response(await run_job(request, lambda check: games_in(content, body, check)))


@router.post("/studies/file", response_model=FileAnswer)
async def write_study(request: Request, visitor: Reader, body: StudyFileBody) -> Response:
    """A study as a file of another program, with its variations, comments and marks as far as the
    format has them; the study need not be saved.
    """
    context_of(request).limit_drawing(request, len(body.positions))

    def work(check: Check) -> dict[str, str]:
        first, positions = tree_of(body)
        title = clean(" ".join(body.title.split()))
        game = game_of_positions(title, first, positions, check)
        form = format_for(body.format, game.game)
        return {"name": f"{game.game.name}{form.suffixes[0]}", "content": str(written(game, form))}

    return json_response(await run_job(request, work))


def content_in(body: ImportBody) -> bytes:
    """The bytes of the file. Raises TableError where they are no base64."""
    if body.text is not None:
        return body.text.encode("utf-8", "replace")
    try:
        return base64.b64decode(body.base64 or "", validate=True)
    except binascii.Error:
        raise TableError("invalid", say("The content of this file is no base64.")) from None


def games_in(content: bytes, body: ImportBody, check: Check) -> dict[str, Any]:
    """The games of a file as an answer. Raises FileError where it is of no known format."""
    form = format_of(body.format) if body.format else format_in(content, body.name)
    games: list[dict[str, Any]] = []
    faults: list[str] = []
    positions, more = 0, False
    for found in read(Source(content, body.name, most_moves=LONGEST, check=check), form):
        check()
        if more := len(games) == MOST_GAMES or positions > MOST_POSITIONS:
            break
        try:
            if not isinstance(found, FileGame):
                raise FileError(str(found))
            games.append(told(found))
            positions += len(found.nodes)
        except LudariumError as error:
            faults.append(clean(str(error)))
            if len(faults) == MOST_FAULTS:
                break
    return {"format": form.name, "games": games, "faults": faults, "more": more}


def told(game: FileGame) -> dict[str, Any]:
    """A game as an answer has it. Raises FileError where it is too long for a study."""
    study = game.study()
    return {
        **study.to_json(),
        "players": [clean(name) for name in game.players],
        "result": clean(game.result.text),
        "notes": [*game.notes, *study.cut],
    }
