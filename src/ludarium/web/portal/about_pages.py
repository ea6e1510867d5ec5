"""The rooms for whoever wants to learn, to contribute, or to know what this is."""

from __future__ import annotations

import functools
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import Response

from ludarium.languages import LANGUAGES, translator
from ludarium.measures.definitions import MEASURES
from ludarium.phrases import Translator, say
from ludarium.rules.game import Game
from ludarium.rulesets.bibliography import KNOWN, sources
from ludarium.rulesets.families import LICENSE
from ludarium.rulesets.profiles import profiles
from ludarium.rulesets.selection import all_games
from ludarium.version import __version__
from ludarium.web.analysis.guides import guide_path
from ludarium.web.analysis.lessons import has_lesson
from ludarium.web.context import Reader, json_response
from ludarium.web.http.models import refusals
from ludarium.web.portal import examples
from ludarium.web.portal.models import AboutAnswer, LearnAnswer
from ludarium.web.portal.readings import KEPT, part, room

__all__ = ["CITED_AS", "REPOSITORY", "api", "router"]

router = APIRouter(include_in_schema=False)
api = APIRouter(tags=["games"], responses=refusals(403, 429, 431))
Games = tuple[Game, ...]
CITED_AS = "Ludarium: a general game system in Python"
"""The title by which it is cited, as in `CITATION.cff`."""
REPOSITORY = "https://github.com/ludarium/ludarium"
"""The address of its source, as in `CITATION.cff`."""


def learn_json(games: Games, translate: Translator) -> list[dict[str, Any]]:
    """The games with a guide or a lesson, by title."""
    found = [
        {
            "name": game.name,
            "title": translate(game.title),
            "summary": translate(game.summary),
            "guide": guide_path(game.name, "en") is not None,
            "lesson": has_lesson(game, "en"),
        }
        for game in games
    ]
    found = [one for one in found if one["guide"] or one["lesson"]]
    return sorted(found, key=lambda one: str(one["title"]).casefold())


def about_json(games: Games, translate: Translator) -> dict[str, Any]:
    """Facts of this server and of how to cite it."""
    return {
        "version": __version__,
        "license": LICENSE,
        "citation": f"The Ludarium authors. {CITED_AS}, version {__version__}. {REPOSITORY}",
        "bibtex": bibtex_entry(),
        "repository": REPOSITORY,
        "games": len(games),
        "rulesets": sum(len(game.rulesets) for game in games),
        "measured": len(profiles(games)),
        "measures": len(MEASURES),
        "sources": {
            known: sum(source.known == known for source in sources().values()) for known in KNOWN
        },
        "languages": list(LANGUAGES),
    }


def bibtex_entry() -> str:
    return (
        f"@software{{ludarium,\n  author = {{{{The Ludarium authors}}}},\n"
        f"  title = {{{{{CITED_AS}}}}},\n  version = {{{__version__}}},\n"
        f"  url = {{{REPOSITORY}}},\n}}"
    )


@router.get("/learn")
async def learn_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("Learn"),
        say("From a first move to one's own research, step by step."),
        learn_body(all_games(), visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def learn_body(games: Games, language: str) -> Markup:
    return part("portal/learn-body.html", language, games=learn_json(games, translator(language)))


@router.get("/contribute")
async def contribute_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("Contribute"),
        say("A game, a ruleset, a source, a translation: each is a few lines, as here."),
        contribute_body(visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def contribute_body(language: str) -> Markup:
    return part("portal/contribute-body.html", language, examples=examples, repository=REPOSITORY)


@router.get("/about")
async def about_page(request: Request, visitor: Reader) -> Response:
    return room(
        request,
        visitor,
        say("About"),
        say("Games of the world, to play, to compare and to do research with."),
        about_body(all_games(), visitor.language),
    )


@functools.lru_cache(maxsize=KEPT)
def about_body(games: Games, language: str) -> Markup:
    return part("portal/about-body.html", language, about=about_json(games, translator(language)))


@api.get("/api/learn", response_model=list[LearnAnswer])
async def get_learn(visitor: Reader) -> Response:
    """The games with a guide (`/rules/NAME`) or a lesson (`/learn/NAME`)."""
    return json_response(learn_json(all_games(), visitor.translate))


@api.get("/api/about", response_model=AboutAnswer)
async def get_about(visitor: Reader) -> Response:
    """Version, licence and citation of this program, and how much it knows."""
    return json_response(about_json(all_games(), visitor.translate))
