"""Tournaments as files: JSON, CSV and TRF."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from ludarium.tournaments.reports.exporting import as_csv, as_json, as_trf
from ludarium.web.context import (
    Reader,
    context_of,
    json_response,
    run_job,
)
from ludarium.web.http.models import REFUSALS
from ludarium.web.tournaments.requests import (
    TournamentId,
    attached,
    find_tournament,
)

__all__ = ["router"]

router = APIRouter(prefix="/api/tournaments", tags=["tournaments"], responses=REFUSALS)


@router.get("/{tournament_id}/export.json")
async def export_json(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """All that everybody may know, log included."""
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.log))
    return await run_job(request, lambda check: json_response(as_json(tournament)))


@router.get(
    "/{tournament_id}/standings.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def export_csv(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """The standings as a table; its first columns are read by the import of players."""
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    text = await run_job(request, lambda check: as_csv(tournament))
    return attached(text, "text/csv", f"standings-{tournament_id}.csv")


@router.get(
    "/{tournament_id}/tournament.trf",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def export_trf(request: Request, visitor: Reader, tournament_id: TournamentId) -> Response:
    """A Swiss as TRF, the report file of FIDE."""
    tournament = await find_tournament(request, tournament_id)
    context_of(request).limit_items(request, len(tournament.players))
    text = await run_job(request, lambda check: as_trf(tournament))
    return attached(text, "text/plain", f"{tournament_id}.trf")
