"""Pages of rooms, parts of which are the same for all readers of a language, and refusals of
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from fastapi import Request
from markupsafe import Markup
from starlette.responses import HTMLResponse

from ludarium.errors import RulesetError
from ludarium.languages import translator
from ludarium.phrases import Translator, listed, say
from ludarium.rules.game import Game, Ruleset
from ludarium.spelling import alike
from ludarium.tables.errors import TableError
from ludarium.web.http.pages import page, rendered
from ludarium.web.people.visitors import Visitor

__all__ = ["KEPT", "Reading", "named_ruleset", "part", "room", "unknown"]

KEPT = 256
"""Bodies of one kind that are kept."""
LONGEST_RULESET = 400  # characters
LONGEST = 60  # letters of a name that are told, and compared
NEAR, LEAST = 3, 0.3  # names that are told, and the nearness of these


class Reading(NamedTuple):
    """A reader of a page that is the same for all readers of a language."""

    language: str

    @property
    def translate(self) -> Translator:
        """The translator into the reader's language."""
        return translator(self.language)


def part(template: str, language: str, **values: Any) -> Markup:
    """A part of a page in a language."""
    return Markup(rendered(template, Reading(language), **values))


def room(
    request: Request, visitor: Visitor, title: str, lead: str, body: Markup, **more: Any
) -> HTMLResponse:
    """The page of a room. more: further values of its template."""
    translate = visitor.translate
    return page(
        request,
        visitor,
        "portal/room.html",
        title=translate(title),
        lead=translate(lead),
        body=body,
        **more,
    )


def unknown(given: str, known: Iterable[str], titles: Callable[[str], str] = str) -> TableError:
    """A refusal of a name that there is not, with those that are like it.

    titles: the displayed name of each.
    """
    shown = given[:LONGEST]
    near = alike(shown, {name: (name, titles(name)) for name in known}, LEAST)
    if near:
        meant = listed([titles(name) for name in near[:NEAR]])
        return TableError(
            "unknown", say("There is no {name!r} here. Like it: {near}.", name=shown, near=meant)
        )
    return TableError("unknown", say("There is no {name!r} here.", name=shown))


def named_ruleset(game: Game, name: str) -> Ruleset:
    """The ruleset of this name, or made of the parts or choices that it lists.

    Raises TableError where there is none of this name, and RulesetError where the parts make none.
    """
    shown = name[:LONGEST_RULESET]
    try:
        return game.ruleset(shown)
    except RulesetError:
        if ":" in shown:
            raise
        titles = {one.name: one.title for one in game.rulesets}
        raise unknown(shown, titles, titles.__getitem__) from None
