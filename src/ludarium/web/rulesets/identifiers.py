"""Permanent addresses of rulesets, and what machines are told of their pages.

`/id/GAME/RULESET` is an address for good, also where pages move; `/id/IDENTIFIER` is that of a
ruleset which its source calls so, such as `DLP.GameRulesets.3037` on the Ludii portal.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import orjson
from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from ludarium import catalogue
from ludarium.phrases import Translator
from ludarium.rules.game import Game, Ruleset
from ludarium.web.portal.readings import named_ruleset, unknown

__all__ = ["json_ld", "permanent_address", "portal_address", "router"]

LUDII = "DLP.GameRulesets."
router = APIRouter(include_in_schema=False)


@router.get("/id/{identifier}")
async def by_identifier(identifier: str) -> Response:
    """Go to the page of the ruleset that its source calls so, or of the game of this name."""
    known = identified()
    if identifier in known:
        game, ruleset = known[identifier]
        return to_page(game, ruleset)
    if identifier in catalogue.names():
        game = catalogue.find(identifier)
        return to_page(game, game.ruleset())
    raise unknown(identifier, [*known, *catalogue.names()])


@router.get("/id/{name}/{ruleset}")
async def by_name(name: str, ruleset: str) -> Response:
    """Go to the page of a ruleset."""
    game = catalogue.find(name)
    return to_page(game, named_ruleset(game, ruleset))


def to_page(game: Game, ruleset: Ruleset) -> Response:
    return RedirectResponse(page_address("/", game, ruleset), 303)


def page_address(root: str, game: Game, ruleset: Ruleset) -> str:
    return f"{root}rules/{game.name}/{quote(ruleset.name)}"


def identified() -> dict[str, tuple[Game, Ruleset]]:
    """The rulesets that have an identifier in their source, by it."""
    return {
        ruleset.identifier: (game, ruleset)
        for game in map(catalogue.find, catalogue.names())
        for ruleset in game.rulesets
        if ruleset.identifier
    }


def permanent_address(root: str, game: Game, ruleset: Ruleset) -> str:
    """root: the server's address, ending with /."""
    return f"{root}id/{game.name}/{quote(ruleset.name)}"


def portal_address(game: Game, ruleset: Ruleset) -> str:
    """The page of the ruleset on the Ludii portal; empty where it has no identifier there."""
    number = ruleset.identifier.removeprefix(LUDII)
    if number == ruleset.identifier:
        return ""
    query = urlencode({"keyword": str(game.title), "variant": number})
    return f"https://ludii.games/variantDetails.php?{query}"


def json_ld(root: str, game: Game, ruleset: Ruleset, translate: Translator) -> Markup:
    """The ruleset as schema.org describes games (https://schema.org/Game), in JSON-LD."""
    place = game.provenance
    portal = portal_address(game, ruleset)
    least, most = game.seats
    told: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Game",
        "@id": permanent_address(root, game, ruleset),
        "url": page_address(root, game, ruleset),
        "name": f"{translate(game.title)}: {translate(ruleset.title)}",
        "alternateName": [name.text for name in game.other_names],
        "description": translate(ruleset.notes) or translate(game.summary),
        "numberOfPlayers": {"@type": "QuantitativeValue", "minValue": least, "maxValue": most},
        "isBasedOn": translate(ruleset.source),
    }
    if ruleset.identifier:
        told["identifier"] = {
            "@type": "PropertyValue",
            "propertyID": ruleset.identifier.partition(".")[0],
            "value": ruleset.identifier,
        }
    if portal:
        told["sameAs"] = portal
    if place:
        told["locationCreated"] = {
            "@type": "Place",
            "name": translate(place.place),
            "geo": {
                "@type": "GeoCoordinates",
                "latitude": place.latitude,
                "longitude": place.longitude,
            },
        }
        told["temporalCoverage"] = translate(place.period)
    # what could end the element is written otherwise
    return Markup(orjson.dumps(told).decode().replace("<", "\\u003c"))
