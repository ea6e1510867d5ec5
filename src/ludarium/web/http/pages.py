"""Rendering of pages; API documentation, error pages, colours and what scripts say."""

from __future__ import annotations

import contextlib
import functools
import gzip
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from anyio import to_thread
from fastapi import APIRouter, Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response

from ludarium import catalogue
from ludarium.analysis.puzzles import puzzles_of
from ludarium.draw.scene import paints_css
from ludarium.errors import LudariumError
from ludarium.languages import LANGUAGES, messages, translator
from ludarium.phrases import Translator, counted, say
from ludarium.rulesets.selection import game_entry
from ludarium.tables.display_names import bot_title
from ludarium.tables.guests import beast_name
from ludarium.version import __version__
from ludarium.web.analysis.previews import preview_plies
from ludarium.web.context import Reader, context_of, json_response
from ludarium.web.http.bundles import STATIC, Bundle
from ludarium.web.http.static_files import FOR_GOOD, packed_response, static_address, takes_gzip
from ludarium.web.lobby.game_filters import kinds
from ludarium.web.people.visitors import Visitor

__all__ = [
    "Reads",
    "error_page",
    "language_of",
    "page",
    "picture_response",
    "rendered",
    "router",
    "warm",
]

router = APIRouter(include_in_schema=False)
LEVEL = 4  # of compression: a millisecond for a page of 100 kB, a tenth of which is left
templates = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


class Reads(Protocol):
    """A reader of pages in a language."""

    @property
    def language(self) -> str:
        """The code of the language."""

    @property
    def translate(self) -> Translator:
        """The translator into it."""


async def warm() -> None:
    """Make what is the same for all readers before somebody has to wait for it, in a thread, a
    little at a time.
    """

    def known(name: str) -> None:
        game = catalogue.find(name)
        puzzles_of(name)
        catalogue.search(game.name)
        kinds(game)
        game_entry(game, str)
        preview_plies(game)

    works: list[Callable[[], object]] = [
        *(functools.partial(translator, language) for language in LANGUAGES),
        *(functools.partial(known, name) for name in catalogue.names()),
        *(functools.partial(templates.get_template, name) for name in templates.list_templates()),
    ]
    for work in works:
        with contextlib.suppress(LudariumError):  # who asks for it is told
            await to_thread.run_sync(work)


def page(
    request: Request,
    visitor: Visitor,
    template: str,
    http_status: int = 200,
    *,
    secret: bool = False,
    **values: Any,
) -> HTMLResponse:
    """A page in the reader's language.

    secret: True for one that holds what others may not know, such as a code; it is not compressed,
    as its length would tell something of that beside what others can put there. values: of the
    template; among them `path`, that of the page's address where it is not the request's.
    """
    html = rendered(
        template,
        visitor,
        languages=LANGUAGES,
        known=not visitor.new,
        me={
            "name": visitor.name,
            "account": visitor.account,
            "beast": visitor.translate(beast_name(visitor.holder)),
        },
        phrases=phrases_address(visitor.language),
        version=__version__,
        static=static_address(),
        script=bundle(".js"),
        style=bundle(".css"),
        bundle=bundle,
        called=context_of(request).tournaments.has_tournaments(visitor.holder),
        **{"path": request.url.path, **values},
    )
    content, headers = html.encode(), {"cache-control": "no-store", "vary": "accept-encoding"}
    # a query is what others can put there
    open_to_all = not secret and not request.url.query
    if open_to_all and takes_gzip(request):
        content = gzip.compress(content, LEVEL, mtime=0)
        headers["content-encoding"] = "gzip"
    return HTMLResponse(content, http_status, headers)


def rendered(template: str, visitor: Reads, **values: Any) -> str:
    """A template with these values, in the reader's language."""
    translate = visitor.translate
    return templates.get_template(template).render(
        say=lambda text, **given: translate(say(text, **given) if given else text),
        counted=lambda one, many, n, **given: translate(counted(one, many, n, **given)),
        bot=lambda level: translate(bot_title(str(level))),
        piece_letters=lambda name: piece_letters(name, translate),
        lang=visitor.language,
        **values,
    )


def piece_letters(name: str, translate: Translator) -> Markup:
    """The attributes that tell scripts how moves of a game are shown; none where it has no letters
    of pieces.
    """
    letters = catalogue.find(name).piece_letters
    if letters is None:
        return Markup()
    shown = translate(letters.shown)
    return Markup('data-letters="{}" data-own-letters="{}" data-figurines="{}"').format(
        letters.notation, shown, letters.figurines
    )


def bundle(suffix: str) -> Bundle:
    return Bundle(suffix, static_address())


@functools.cache
def phrases_script(language: str) -> str:
    """The script that brings the translations of what the other scripts say."""
    return f"globalThis.phrases={json.dumps(messages(language, '.js'), ensure_ascii=False)};\n"


@functools.cache
def phrases_address(language: str) -> str:
    """Return the address at which browsers get that script, another whenever it has changed; empty
    where scripts say everything as they are written.
    """
    if not messages(language, ".js"):
        return ""
    digest = hashlib.blake2s(phrases_script(language).encode(), digest_size=5).hexdigest()
    return f"/phrases/{language}.js?{digest}"


async def picture_response(request: Request, packed: bytes) -> Response:
    """An SVG file that is compressed by gzip, for a while good."""
    return await packed_response(request, packed, "image/svg+xml", "private, max-age=3600")


@functools.cache
def packed(text: str) -> bytes:
    """A text that is the same for all readers, compressed once."""
    return gzip.compress(text.encode(), mtime=0)


def language_of(language: str, visitor: Visitor) -> str:
    """The language that an address names, else the visitor's."""
    return language if language in LANGUAGES else visitor.language


def error_page(request: Request, visitor: Visitor, status: int, message: str) -> HTMLResponse:
    return page(
        request, visitor, "shared/error.html", status, secret=True, message=message, status=status
    )


@router.get("/api/docs")
async def api_docs(request: Request, visitor: Reader) -> Response:
    """The API for people to read, from its own description."""
    described = await to_thread.run_sync(request.app.openapi)  # which takes 0.2 s at first
    return page(request, visitor, "shared/api.html", api=described)


@router.get("/api/openapi.json")
async def openapi(request: Request) -> Response:
    """The API for programs to read."""
    return json_response(await to_thread.run_sync(request.app.openapi))


@router.get("/phrases/{language}.js")
async def phrases(request: Request, language: str) -> Response:
    if language not in LANGUAGES:
        raise HTTPException(404)
    return await packed_response(
        request, packed(phrases_script(language)), "text/javascript", FOR_GOOD
    )


@router.get("/offline")
async def offline(request: Request, visitor: Reader) -> Response:
    """Show the page that the service worker puts in place of one that cannot be had."""
    return page(request, visitor, "shared/offline.html")


@router.get("/worker.js")
async def worker(request: Request) -> Response:
    return await packed_response(request, packed(worker_script()), "text/javascript", "no-cache")


@functools.cache
def worker_script() -> str:
    """The service worker, which has to know this version."""
    version = json.dumps(static_address().rpartition("/")[2])
    script = (STATIC / "worker/worker.js").read_text(encoding="utf-8")
    return f"self.version={version};\n{script}"


@router.get("/paints.css")
async def paints(request: Request) -> Response:
    return await packed_response(request, packed(paints_css()), "text/css", "max-age=3600")
