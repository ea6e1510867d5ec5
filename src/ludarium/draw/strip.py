"""A strip plot: things along one axis by a number that each has, as SVG that is as wide as its
place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Dot", "strip_plot"]

TALLEST, LANE, RADIUS, AXIS = 220, 13, 5, 26  # pixels: of all dots, from lane to lane, below them
ROOM = 1.5  # percent of the axis between two dots of one lane
MARGIN = 1.5  # percent at both ends
TICKS = 5
WIDE = 50  # times as great as the least value: then the axis is logarithmic


class Dot(NamedTuple):
    """A thing with a number."""

    name: str
    value: float
    href: str
    """The target of its link."""
    main: bool = False
    """True if it stands out."""


def strip_plot(dots: Sequence[Dot], label: str, text: Callable[[float], str] = str) -> str:
    """Draw these dots, at least one, over an axis; dots that would cover each other are stacked.

    label: what a screen reader says; text: a number as people read it. Its classes `strip`,
    `strip-grid`, `strip-tick`, `strip-dot` and `strip-main` are for a page's style.
    """
    low, high = min(dot.value for dot in dots), max(dot.value for dot in dots)
    logarithmic = low > 0 and high / low > WIDE
    scale: Callable[[float], float] = math.log if logarithmic else float
    begin, end = scale(low), scale(high)
    span = end - begin

    def at(value: float) -> float:
        share = (scale(value) - begin) / span if span else 0.5
        return MARGIN + share * (100 - 2 * MARGIN)

    lanes: list[float] = []  # where each is free again, in percent
    placed: list[tuple[Dot, float, int]] = []
    for dot in sorted(dots, key=lambda dot: (dot.value, dot.name)):
        x = at(dot.value)
        lane = next((n for n, free in enumerate(lanes) if free <= x), len(lanes))
        lanes[lane : lane + 1] = [x + ROOM]
        placed.append((dot, x, lane))
    step = min(LANE, TALLEST / len(lanes))
    floor = round(step * (len(lanes) - 1) + 2 * RADIUS + 4)
    marks = [
        f'<a href="{escape(dot.href)}"><title>{escape(f"{dot.name}: {text(dot.value)}")}</title>'
        f'<circle class="strip-dot{" strip-main" if dot.main else ""}" cx="{x:.2f}%" '
        f'cy="{floor - RADIUS - 2 - lane * step:.1f}" r="{RADIUS}"/></a>'
        for dot, x, lane in sorted(placed, key=lambda one: one[0].main)
    ]
    values = [begin + span * n / (TICKS - 1) for n in range(TICKS)] if span else [begin]
    ticks = []
    for number, value in enumerate(math.exp(one) if logarithmic else one for one in values):
        anchor = "middle" if 0 < number < len(values) - 1 or not span else "start"
        if span and number == len(values) - 1:
            anchor = "end"
        place = f"{at(min(max(value, low), high)):.2f}%"
        ticks.append(
            f'<line class="strip-grid" x1="{place}" x2="{place}" y1="0" y2="{floor + 4}"/>'
            f'<text class="strip-tick" x="{place}" y="{floor + AXIS - 6}" text-anchor="{anchor}">'
            f"{escape(text(value))}</text>"
        )
    return (
        f'<svg class="strip" width="100%" height="{floor + AXIS}" role="group" '
        f'aria-label="{escape(label)}">{"".join(ticks)}{"".join(marks)}</svg>'
    )
