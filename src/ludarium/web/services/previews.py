"""A sample line of each game."""

from __future__ import annotations

import functools
import random

from markupsafe import Markup

from ludarium import catalogue
from ludarium.draw.scene import still
from ludarium.languages import translator
from ludarium.play.position import Position, start

__all__ = ["preview", "preview_line"]

PREVIEW_MOVES = 14


@functools.cache
def preview_line(name: str) -> tuple[Position, ...]:
    """The opening of a sample game, always the same."""
    game = catalogue.find(name)
    chance = random.Random(name)
    line = [start(game, seats=game.seats[1])]
    for _ in range(PREVIEW_MOVES):
        here = line[-1]
        later = here.play({seat: chance.choice(here.legal_for(seat)) for seat in here.movers})
        if later.over:
            break
        line.append(later)
    return tuple(line)


@functools.cache
def preview(name: str, language: str) -> Markup:
    """The position in the middle of the sample line."""
    line = preview_line(name)
    return Markup(still(line[len(line) // 2].view, translate=translator(language)))
