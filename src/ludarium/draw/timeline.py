"""A time line: when things are known to have been, as SVG that is as wide as its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

__all__ = ["Span", "time_line"]

CENTURY = 100
LANE, MARK, AXIS = 16, 10, 24  # pixels: from lane to lane, of a mark, below them
DOT = 2.8
"""Percent of the line that a mark needs of its lane at least. Those of fewer years are dots."""
GAP = 1.6
"""Percent of the line between two marks of one lane."""
MOST_LINES = 20  # of centuries
MOST_YEARS_WRITTEN = 6  # so that they do not run into each other on a phone


class Span(NamedTuple):
    """A thing that was from one year to another."""

    name: str
    first: int
    last: int
    href: str
    """The target of the link of its mark."""


def time_line(spans: Sequence[Span], label: str, text: Callable[[int], str] = str) -> str:
    """Draw these spans, at least one, over an axis of whole centuries; marks that would cover each
    other are in lanes, the earliest on top. label: what a screen reader says; text: a year as
    people read it.

    Its classes `time-line`, `time-grid`, `time-year` and `time-span` are for a page's style.
    """
    begin = min(span.first for span in spans) // CENTURY * CENTURY
    end = max(-(-max(span.last for span in spans) // 50) * 50, begin + CENTURY)
    marks: list[str] = []
    lanes: list[float] = []  # where each lane is free again, in percent
    for span in sorted(spans, key=lambda span: (span.first, span.last, span.name)):
        left, right = (100 * (year - begin) / (end - begin) for year in span[1:3])
        lane = next((n for n, free in enumerate(lanes) if free <= left), len(lanes))
        lanes[lane : lane + 1] = [max(right, left + DOT) + GAP]
        marks.append(
            f'<a href="{escape(span.href)}"><title>{escape(span.name)}</title>'
            f"{_mark(left, right, lane * LANE + LANE // 2)}</a>"
        )
    floor = len(lanes) * LANE
    return (
        f'<svg class="time-line" width="100%" height="{floor + AXIS}" role="group" '
        f'aria-label="{escape(label)}">{_axis(begin, end, floor, text)}{"".join(marks)}</svg>'
    )


def _mark(left: float, right: float, y: int) -> str:
    if right - left < DOT:
        middle = (left + right) / 2
        return f'<circle class="time-span" cx="{middle:.2f}%" cy="{y}" r="{MARK // 2}"/>'
    return (
        f'<rect class="time-span" x="{left:.2f}%" y="{y - MARK // 2}" '
        f'width="{right - left:.2f}%" height="{MARK}" rx="{MARK // 2}"/>'
    )


def _axis(begin: int, end: int, floor: int, text: Callable[[int], str]) -> str:
    """A line down for each century, or of many only for those whose years are written, and the
    years of as many of them as there is room for.
    """
    centuries = range(begin, end + 1, CENTURY)
    every = -(-len(centuries) // MOST_YEARS_WRITTEN)
    parts = []
    for number, year in enumerate(centuries):
        if number % every and len(centuries) > MOST_LINES:
            continue
        x = f"{100 * (year - begin) / (end - begin):.2f}%"
        parts.append(f'<line class="time-grid" x1="{x}" x2="{x}" y1="0" y2="{floor + 4}"/>')
        if number % every == 0:
            anchor = "start" if year == begin else "end" if year == end else "middle"
            parts.append(
                f'<text class="time-year" x="{x}" y="{floor + AXIS - 4}" '
                f'text-anchor="{anchor}">{escape(text(year))}</text>'
            )
    return "".join(parts)
