"""A measurement as one HTML page that needs nothing else, for screens, phones and paper."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from ludarium.draw.report import template
from ludarium.draw.svg import svg
from ludarium.measures.definitions import GROUPS, MEASURES, Measure
from ludarium.measures.measurement import Difference, Measurement
from ludarium.measures.numbers import number_text
from ludarium.measures.statistics import Estimate
from ludarium.play.position import start
from ludarium.simulate.survey import BINS
from ludarium.version import __version__

__all__ = ["page"]

LINES = 12  # different lines in a plot: six colours, whole and dashed


class EstimateRow(NamedTuple):
    """A ruleset's estimate of a measure, with where it lies on the measure's scale, in percent."""

    ruleset: str
    title: str
    text: str
    interval: str
    left: float
    width: float
    at: float
    difference: Difference | None


class PlotLine(NamedTuple):
    """A ruleset's line in a plot, as the points of an SVG polyline in a box of 100 by 40."""

    title: str
    points: str
    number: int


class Plot(NamedTuple):
    """A line for each ruleset in one picture, with what its axes say."""

    title: str
    meaning: str
    top: str
    """The value of the highest point; the lowest is 0."""
    left: str
    right: str
    lines: tuple[PlotLine, ...]


def signed(one: Difference) -> str:
    """By how much a ruleset differs, with its sign."""
    percent = any(measure.percent for measure in MEASURES if measure.name == one.measure)
    return f"{'+' if one.by > 0 else '−'}{number_text(abs(one.by), percent)}"


def page(measurement: Measurement) -> str:
    """The HTML page."""
    game = measurement.game
    titles = {name: game.ruleset(name).title for name in measurement.rulesets}
    plots = {
        "length": length_plot(measurement, titles),
        "choice": branching_plot(measurement, titles),
    }
    groups = []
    for key, title in GROUPS.items():
        measured = [
            (measure, rows)
            for measure in MEASURES
            if measure.group == key and (rows := rows_of(measurement, measure, titles))
        ]
        if measured:
            groups.append((title, measured, plots.get(key)))
    return str(
        template("ludarium.measures", "report.html").render(
            version=__version__,
            measurement=measurement,
            game=game,
            titles=titles,
            notes={name: game.ruleset(name).notes for name in titles},
            groups=groups,
            boards=boards(measurement, titles),
            differences=measurement.differences,
            measures={measure.name: measure.title for measure in MEASURES},
            signed=signed,
        )
    )


def rows_of(
    measurement: Measurement, measure: Measure, titles: dict[str, str]
) -> list[EstimateRow]:
    """A row for each ruleset that has the measure; empty where it tells nothing of any."""
    estimates = {
        name: measured[measure.name]
        for name, measured in measurement.rulesets.items()
        if measure.name in measured
    }
    if measure.group == "pieces" and not any(one.value for one in estimates.values()):
        return []
    scale = (
        1.0
        if measure.percent
        else max((one.high for one in estimates.values()), default=0.0) * 1.05
    )
    differ = {one.other: one for one in measurement.differences if one.measure == measure.name}
    return [
        _row(name, titles[name], one, measure, scale or 1.0, differ.get(name))
        for name, one in estimates.items()
    ]


def _row(
    name: str,
    title: str,
    one: Estimate,
    measure: Measure,
    scale: float,
    difference: Difference | None,
) -> EstimateRow:
    percent, least = measure.percent, measure.least
    low, high, at = (
        100 * (max(least, number) - least) / (scale - least)
        for number in (one.low, one.high, one.value)
    )
    interval = f"{number_text(one.low, percent)} to {number_text(one.high, percent)}"
    return EstimateRow(
        name,
        title,
        number_text(one.value, percent),
        interval if one.error or one.low != one.high else "",
        round(low, 2),
        round(high - low, 2),
        round(at, 2),
        difference,
    )


def branching_plot(measurement: Measurement, titles: dict[str, str]) -> Plot:
    """The branching factor in the course of a game."""
    highest = max(
        (value for curve in measurement.curves.values() for value in curve if value), default=1.0
    )
    courses = {
        name: [
            ((place + 0.5) / BINS, value / highest)
            for place, value in enumerate(curve)
            if value is not None
        ]
        for name, curve in measurement.curves.items()
    }
    return Plot(
        "Branching factor in the course of a game",
        "Mean number of legal moves in each twentieth of a game.",
        number_text(highest, percent=False),
        "the first move",
        "the last move",
        lines_of(courses, titles),
    )


def length_plot(measurement: Measurement, titles: dict[str, str]) -> Plot:
    """Plot how many games are over after so many moves."""
    longest = max(moves[-1] for moves in measurement.lengths.values())
    courses = {
        name: [
            (count / (longest or 1), part / (len(moves) - 1)) for part, count in enumerate(moves)
        ]
        for name, moves in measurement.lengths.items()
    }
    return Plot(
        "Distribution of the length",
        "Share of games that are over after so many moves.",
        "100%",
        "0 moves",
        f"{longest:,} moves",
        lines_of(courses, titles),
    )


def lines_of(
    courses: dict[str, list[tuple[float, float]]], titles: dict[str, str]
) -> tuple[PlotLine, ...]:
    """The line of each ruleset through its points, whose coordinates are from 0 to 1."""
    return tuple(
        PlotLine(
            titles[name],
            " ".join(f"{100 * x:.2f},{40 - 38 * y:.2f}" for x, y in course),
            number % LINES,
        )
        for number, (name, course) in enumerate(courses.items())
    )


def boards(measurement: Measurement, titles: dict[str, str]) -> list[tuple[Markup, list[str]]]:
    """The picture of each different start, with the titles of the rulesets that have it."""
    titles_by_picture: dict[str, list[str]] = {}
    for name, title in titles.items():
        first = start(measurement.game, name, measurement.seats)
        titles_by_picture.setdefault(svg(first.view), []).append(title)
    return [(Markup(picture), of) for picture, of in titles_by_picture.items()]
