"""Pictures: of each game, from the middle of a sample line, of puzzles, and in guides."""

from __future__ import annotations

import functools
import gzip
import random

import orjson
from markupsafe import Markup

from ludarium import catalogue
from ludarium.draw.scene import picture, still
from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.play.position import Position, start
from ludarium.rules.game import Game
from ludarium.rules.view import View
from ludarium.tables.errors import TableError
from ludarium.web.analysis.guides import guide_path, shown_positions
from ludarium.web.rulesets.games import puzzle_for
from ludarium.web.tables.scenes import scene_json

__all__ = [
    "guide_file",
    "packed_picture",
    "preview",
    "preview_file",
    "preview_plies",
    "preview_scene",
    "puzzle_file",
]

PREVIEW_MOVES = 14


def preview_plies(game: Game) -> tuple[int, int]:
    """Return two plies of a game's sample line: the one that is shown first, and the last."""
    last = len(_line(game)) - 1
    return (last + 1) // 2, last


def preview_scene(name: str, ply: int, language: str) -> bytes:
    """A position of the sample line as the JSON of a scene. Raises TableError where the line is
    shorter.
    """
    return _scene(catalogue.find(name), ply, language)


@functools.lru_cache(maxsize=1024)
def _scene(game: Game, ply: int, language: str) -> bytes:
    line = _line(game)
    if ply >= len(line):
        raise TableError("unknown", say("There is no such picture here."))
    return orjson.dumps(scene_json(line[ply], ply, translate=translator(language)))


@functools.lru_cache(maxsize=256)
def _line(game: Game) -> tuple[Position, ...]:
    """The opening of a sample game, always the same."""
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


def preview_file(name: str, language: str) -> bytes:
    """The same position as an SVG file, compressed by gzip; nothing in it is anybody's secret."""
    return _preview_file(catalogue.find(name), language)


@functools.lru_cache(maxsize=256)
def _preview_file(game: Game, language: str) -> bytes:
    line = _line(game)
    return packed_picture(line[len(line) // 2].view, language)


@functools.lru_cache(maxsize=1024)
def puzzle_file(puzzle_id: str, language: str) -> bytes:
    """A puzzle's position, likewise. Raises TableError where there is no such puzzle."""
    return packed_picture(puzzle_for(puzzle_id).start.view, language)


def guide_file(name: str, language: str, number: int) -> bytes:
    """The picture of a position in a game's guide, likewise; number: from 1.

    Raises TableError where there is no such position.
    """
    path = guide_path(name, language) if name in catalogue.names() else None
    changed = path.stat().st_mtime_ns if path else 0
    return _guide_file(name, path and catalogue.find(name), changed, language, number)


@functools.lru_cache(maxsize=2048)
def _guide_file(name: str, game: Game | None, changed: int, language: str, number: int) -> bytes:
    shown = shown_positions(name, language) if game else []
    if not 1 <= number <= len(shown):
        raise TableError("unknown", say("There is no such picture here."))
    return packed_picture(shown[number - 1].view, language)


def packed_picture(view: View, language: str) -> bytes:
    """The picture of a View as an SVG file, compressed by gzip."""
    drawn = picture(view, translate=translator(language))
    return gzip.compress(drawn.encode(), mtime=0)
