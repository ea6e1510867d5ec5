"""All routes: of the API, of WebSockets and of pages."""

from __future__ import annotations

from ludarium.web.analysis import file_routes, study_routes
from ludarium.web.analysis import pages as analysis_pages
from ludarium.web.analysis import routes as analysis_routes
from ludarium.web.http import pages as shared_pages
from ludarium.web.lobby import routes as pairing_routes
from ludarium.web.lobby import sockets as lobby_sockets
from ludarium.web.people import account_routes
from ludarium.web.people import pages as people_pages
from ludarium.web.people import routes as people_routes
from ludarium.web.portal import (
    about_pages,
    concept_pages,
    download_pages,
    game_pages,
    map_pages,
    part_pages,
    reference_pages,
)
from ludarium.web.rulesets import family_pages, family_routes, identifiers, paper
from ludarium.web.rulesets import pages as ruleset_pages
from ludarium.web.rulesets import routes as game_routes
from ludarium.web.tables import drawing_routes, seat_routes
from ludarium.web.tables import pages as table_pages
from ludarium.web.tables import routes as table_routes
from ludarium.web.tables import sockets as table_sockets
from ludarium.web.tournaments import export_routes, player_routes
from ludarium.web.tournaments import pages as tournament_pages
from ludarium.web.tournaments import routes as tournament_routes
from ludarium.web.tournaments import sockets as tournament_sockets

__all__ = ["ROUTES"]

API = (
    table_routes,
    drawing_routes,
    seat_routes,
    game_routes,
    family_routes,
    pairing_routes,
    people_routes,
    account_routes,
    analysis_routes,
    file_routes,
    study_routes,
    tournament_routes,
    player_routes,
    export_routes,
)
ROOMS = (
    game_pages,
    map_pages,
    concept_pages,
    part_pages,
    reference_pages,
    download_pages,
    about_pages,
)
SOCKETS = (lobby_sockets, table_sockets, tournament_sockets)
PAGES = (
    shared_pages,
    table_pages,
    family_pages,
    ruleset_pages,
    identifiers,
    paper,
    *ROOMS,
    analysis_pages,
    people_pages,
    tournament_pages,
)
ROUTES = [
    *(route for module in (*API, *SOCKETS, *PAGES) for route in module.router.routes),
    *(route for module in ROOMS for route in module.api.routes),
]
"""Routes in the order in which they are tried."""
