"""Guides: Markdown with positions, rendered as HTML; and the blocks of data in them."""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Collection, Iterator
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from ludarium import catalogue, games
from ludarium.draw.scene import size
from ludarium.draw.words import words
from ludarium.errors import LudariumError
from ludarium.languages import LANGUAGES, translator
from ludarium.play.position import Position, parse, start
from ludarium.rules.game import Game

__all__ = [
    "POSITION_FIELDS",
    "blocks_of",
    "guide_html",
    "guide_path",
    "positions_of",
    "shown_positions",
]

OWN = Path(__file__).parents[1] / "guides"  # of what belongs to no game
POSITION_FIELDS = ("ruleset", "seats", "position", "moves")
SHOWN_FIELDS = (*POSITION_FIELDS, "caption", "try")
DATA_BLOCKS = ("introduction", "step")  # not shown on the page of the guide


def guide_path(name: str, language: str) -> Path | None:
    """The file of a guide, in `guides` beside the game's module.

    English where it is not translated; None if there is none.
    """
    folder = folder_of(catalogue.find(name)) if name in catalogue.names() else OWN
    if not re.fullmatch("[a-z0-9_-]{1,64}", name):
        return None
    for wanted in (language, next(iter(LANGUAGES))):
        path = folder / f"{name}.{wanted}.md"
        if path.is_file():
            return path
    return None


def folder_of(game: Game) -> Path:
    """The folder of the game's guides."""
    if catalogue.is_own(game):
        return Path(str(games.__file__)).parent / "guides"
    module = sys.modules[game.state.__module__]
    return Path(str(module.__file__)).parent / "guides"


def blocks_of(path: Path, kind: str, known: Collection[str]) -> Iterator[dict[str, str]]:
    """The blocks of this kind in a guide, each as its fields. Raises LudariumError."""
    for token in MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8")):
        if token.type == "fence" and token.info.strip() == kind:
            yield fields_of(token.content, kind, known)


def fields_of(block: str, kind: str, known: Collection[str]) -> dict[str, str]:
    """The fields of a block, one a line. Raises LudariumError."""
    fields = {}
    for line in filter(str.strip, block.splitlines()):
        name, colon, value = line.partition(":")
        if not colon or name.strip() not in known:
            raise LudariumError(
                f"{kind} block: {line!r}, expected one of {', '.join(known)}, a colon and a value"
            )
        fields[name.strip()] = value.strip()
    return fields


def positions_of(game: Game, fields: dict[str, str]) -> Iterator[Position]:
    """The positions of a block, from the first to that after its last move."""
    if fields.get("position"):
        here = parse(f"{game.name}/{game.ruleset(fields.get('ruleset')).name} {fields['position']}")
    else:
        here = start(
            game, fields.get("ruleset"), int(fields["seats"]) if "seats" in fields else None
        )
    yield here
    for move in filter(None, map(str.strip, fields.get("moves", "").split(","))):
        here = here.play(move)
        yield here


def shown_positions(name: str, language: str) -> list[Position]:
    """The positions that the guide of this game draws, in their order."""
    path = guide_path(name, language)
    if path is None:
        return []
    game = catalogue.find(name)
    blocks = blocks_of(path, "position", SHOWN_FIELDS)
    return [list(positions_of(game, fields))[-1] for fields in blocks]


def guide_html(name: str, language: str) -> str | None:
    """The guide as HTML with pictures of positions.

    Without a guide, the rules in the game's module; None if there are none.
    """
    path = guide_path(name, language)
    game = catalogue.find(name) if name in catalogue.names() else None
    if path is None and game is None:
        return None
    return _rendered(path, path.stat().st_mtime_ns if path else 0, game, language)


@functools.lru_cache(maxsize=64)
def _rendered(path: Path | None, changed: int, game: Game | None, language: str) -> str:
    text = path.read_text(encoding="utf-8") if path else game.rules if game else ""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.renderer = _Renderer(game, language)
    return str(markdown.render(text))


class _Renderer(RendererHTML):
    """Makes `position` blocks figures, and gives headings ids."""

    def __init__(self, game: Game | None, language: str) -> None:
        super().__init__()
        self.game, self.language, self.shown = game, language, 0

    def fence(self, tokens, idx, options, env) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001
        token: Token = tokens[idx]
        kind = token.info.strip()
        if self.game is None or kind not in ("position", *DATA_BLOCKS):
            return str(super().fence(tokens, idx, options, env))
        if kind in DATA_BLOCKS:
            return ""
        self.shown += 1
        fields = fields_of(token.content, kind, SHOWN_FIELDS)
        return figure(self.game, fields, self.language, self.shown)

    def heading_open(self, tokens, idx, options, env) -> str:  # type: ignore[no-untyped-def]  # noqa: ANN001
        words = "".join(
            sign if sign.isalnum() else " " for sign in tokens[idx + 1].content.casefold()
        ).split()
        tokens[idx].attrSet("id", "-".join(words))
        return str(self.renderToken(tokens, idx, options, env))


def figure(game: Game, fields: dict[str, str], language: str, number: int) -> str:
    """A position, with the data for the script that animates it; number: of its picture."""
    *_, last = positions_of(game, fields)
    data = {"game": game.name, "ruleset": last.ruleset.name, "seats": str(last.seats), **fields}
    attributes = "".join(
        f' data-{name}="{escape(value)}"' for name, value in data.items() if name != "caption"
    )
    caption = (
        f"<figcaption>{MarkdownIt().renderInline(fields['caption'])}</figcaption>"
        if "caption" in fields
        else ""
    )
    address = f"/rules/{game.name}/pictures/{number}.svg?language={language}"
    width, height = size(last.view)
    told = "; ".join(words(last.view, translate=translator(language)).splitlines())
    return (
        f'<figure class="position"{attributes}><div class="board-here"><img src="{address}" '
        f'width="{width}" height="{height}" loading="lazy" alt="{escape(told)}"></div>'
        f"{caption}</figure>\n"
    )
