"""A sample line of each game, and the picture from the middle of it."""

from __future__ import annotations

import functools
import gzip
import random

from markupsafe import Markup

from ludarium import catalogue
from ludarium.draw.scene import picture, still
from ludarium.languages import translator
from ludarium.play.position import Position, start
from ludarium.rules.game import Game

__all__ = ["preview", "preview_file", "preview_line", "preview_packed"]

PREVIEW_MOVES = 14


def preview_line(name: str) -> tuple[Position, ...]:
    """The opening of a sample game, always the same."""
    return _line(catalogue.find(name))


@functools.lru_cache(maxsize=256)
def _line(game: Game) -> tuple[Position, ...]:
    chance = random.Random(game.name)
    line = [start(game, seats=game.seats[1])]
    for _ in range(PREVIEW_MOVES):
        here = line[-1]
        later = here.play({seat: chance.choice(here.legal_for(seat)) for seat in here.movers})
        if later.over:
            break
        line.append(later)
    return tuple(line)


def preview(name: str, language: str) -> Markup:
    """The position in the middle of the sample line."""
    return _preview(catalogue.find(name), language)


@functools.lru_cache(maxsize=256)
def _preview(game: Game, language: str) -> Markup:
    line = _line(game)
    return Markup(still(line[len(line) // 2].view, translate=translator(language)))


def preview_file(name: str, language: str) -> str:
    """The same position as an SVG file."""
    return _preview_file(catalogue.find(name), language)


def preview_packed(name: str, language: str) -> bytes:
    """The same, compressed by gzip; nothing in it is anybody's secret."""
    return _preview_packed(catalogue.find(name), language)


@functools.lru_cache(maxsize=256)
def _preview_packed(game: Game, language: str) -> bytes:
    return gzip.compress(_preview_file(game, language).encode(), mtime=0)


@functools.lru_cache(maxsize=256)
def _preview_file(game: Game, language: str) -> str:
    line = _line(game)
    return picture(line[len(line) // 2].view, translate=translator(language))
