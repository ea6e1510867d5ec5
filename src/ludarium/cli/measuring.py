"""`ludarium measure`: properties of rulesets as numbers with intervals."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.table import Table

from ludarium import catalogue
from ludarium.cli.options import print_json
from ludarium.cli.work import (
    check_writable,
    cluster_at,
    errors,
    interruptible,
    output,
    preparing,
    reporting,
    write_file,
)
from ludarium.errors import LudariumError
from ludarium.extras import require
from ludarium.measures.definitions import GROUPS, MEASURES, Measure
from ludarium.measures.games import RANDOM
from ludarium.measures.measurement import Measurement, measure
from ludarium.measures.numbers import number_text
from ludarium.measures.statistics import Estimate

__all__ = ["measure_and_report"]

WITH_INTERVALS = 3  # rulesets whose intervals fit into the width of a terminal
IN_A_TABLE = 5  # rulesets that fit without them


def measure_and_report(
    name: str,
    *,
    rulesets: Sequence[str],
    every: bool,
    seats: int | None,
    agent: str,
    games: int,
    judged: int,
    playouts: int,
    opening: int | None,
    skill: int,
    threads: int | None,
    ray: str | None,
    seed: int,
    csv: Path | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Measure, print, and write the files that are asked for. Raises LudariumError."""
    game = catalogue.find(name)
    if every and rulesets:
        raise LudariumError("--all measures all rulesets: expected it or --ruleset, not both")
    wanted = [one.name for one in game.rulesets] if every else list(dict.fromkeys(rulesets))
    if html:
        require("desk", "A page of HTML")
    check_writable(csv, html)
    options = {"seats": seats, "agent": agent, "opening": opening, "seed": seed}
    if ray is None:
        with preparing(game):
            interruptible(
                lambda: measure(
                    game,
                    wanted[:1] or [None],
                    games=2,
                    judged=1,
                    playouts=1,
                    **options,  # type: ignore[arg-type]
                )
            )
    staff = nullcontext() if ray is None else cluster_at(ray, threads, "--threads")
    with staff as workers, reporting() as report:
        measurement = interruptible(
            lambda: measure(
                game,
                wanted or [None],
                games=games,
                judged=judged,
                playouts=playouts,
                skill=skill,
                threads=threads or os.cpu_count() or 1,
                workers=workers,
                report=report,
                **options,  # type: ignore[arg-type]
            )
        )
    if csv:
        write_file(csv, measurement.as_csv())
    if html:
        from ludarium.measures.page import page

        write_file(html, page(measurement))
    if as_json:
        print_json(measurement.as_json())
        return
    print_result(measurement)
    for path in filter(None, (csv, html)):
        errors.print(f"written: {path}", highlight=False, markup=False, soft_wrap=True)


def print_result(measurement: Measurement) -> None:
    """Print a table of the measures, with a column for each ruleset; several where there are more
    rulesets than fit beside each other.
    """
    game, names = measurement.game, list(measurement.rulesets)
    for at in range(0, len(names), IN_A_TABLE):
        output.print(_table(measurement, names[at : at + IN_A_TABLE]))
    way = "at random" if measurement.agent == RANDOM else f"by {measurement.agent}"
    output.print(
        f"{measurement.games:,} games of {game.title} {way} for each ruleset; outlook by "
        f"{measurement.playouts} playouts in {measurement.judged} of them; "
        f"seed {measurement.seed}.",
        highlight=False,
    )
    if len(names) > WITH_INTERVALS:
        output.print("Intervals: --html, --csv or --json", highlight=False)
    if len(names) > 1:
        output.print(f"* differs from {names[0]}, corrected for all comparisons", highlight=False)


def _table(measurement: Measurement, names: Sequence[str]) -> Table:
    """The measures of these rulesets."""
    brief = len(measurement.rulesets) > WITH_INTERVALS
    differing = {(one.measure, one.other) for one in measurement.differences}
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("measure")
    for name in names:
        table.add_column(name if brief else f"{name} (95%)", overflow="fold")
    for group, title in GROUPS.items():
        shown = [one for one in MEASURES if one.group == group and _any(measurement, one)]
        if shown:
            table.add_row(f"[bold]{title}[/]")
        for one in shown:
            cells = [
                _cell(
                    measurement.rulesets[name].get(one.name),
                    one,
                    (one.name, name) in differing,
                    brief,
                )
                for name in names
            ]
            table.add_row(one.title, *cells)
    return table


def _any(measurement: Measurement, one: Measure) -> bool:
    values = [
        measured[one.name].value
        for measured in measurement.rulesets.values()
        if one.name in measured
    ]
    return any(values) if one.group == "pieces" else bool(values)


def _cell(estimate: Estimate | None, one: Measure, differs: bool, brief: bool) -> str:
    if estimate is None:
        return "-"
    value, low, high = (number_text(number, one.percent) for number in estimate[:3])
    star = "*" * differs
    return f"{value}{star}" if brief or low == high else f"{value}{star} ({low} to {high})"
