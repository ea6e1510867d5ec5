"""`ludarium analyse`: the best lines of a position, or what each choice is worth where seats choose
at once.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table

from ludarium.cli.work import errors, interruptible, output, preparing
from ludarium.errors import GameOverError, LudariumError
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import Position
from ludarium.rules import generic

if TYPE_CHECKING:
    from ludarium.analysis.choices import ChoiceAnalysis
    from ludarium.search.engine import Analysis

__all__ = ["analyse_position"]


def analyse_position(
    position: Position, seconds: float, lines: int, threads: int, seat: int | None, as_json: bool
) -> None:
    """Analyse the position, and print the result. Raises LudariumError."""
    if not seconds >= 0:
        raise LudariumError(f"--seconds {seconds:g}: expected 0 or more")
    if position.over:
        raise GameOverError(f"the game is over: {position.view.status}")
    refuse_unplayable(position)
    if generic.action_bits(position.state):
        show_choices(position, seat, lines, as_json)
    else:
        show_lines(position, seconds, lines, threads, as_json)


def show_choices(position: Position, seat: int | None, lines: int, as_json: bool) -> None:
    from ludarium.analysis.choices import analyse_choices

    analysis = analyse_choices(position, position.movers[0] if seat is None else seat)
    if as_json:
        chosen = [
            {
                "move": choice.move.text,
                "value": choice.value,
                "label": analysis.label,
                "pv": [choice.move.text],
                "probability": choice.probability,
            }
            for choice in analysis.choices[:lines]
        ]
        data = {
            "lines": chosen,
            "depth": 1,
            "nodes": 0,
            "nodes_per_second": 0.0,
            "seat": analysis.seat,
            "value": analysis.value,
        }
        print(json.dumps({**data, "epsilon": analysis.epsilon}))
        return
    output.print(choices_table(position, analysis))
    certain = f"{analysis.label}; nobody gains more than {analysis.epsilon:.0e} by leaving this mix"
    name = escape(position.view.seats[analysis.seat].name)
    output.print(
        f"{name} expects {analysis.value:+.3f} ({certain}).", highlight=False, soft_wrap=True
    )


def choices_table(position: Position, analysis: ChoiceAnalysis) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("choice", "share in the mix", "value by it", "lost by it"):
        table.add_column(heading)
    low, high = position.game.returns_range
    for choice in analysis.choices:
        lost = f"{choice.lost * 2 / (high - low):.3f}" if choice.lost else "-"
        table.add_row(
            escape(choice.move.text), f"{choice.probability:.1%}", f"{choice.value:+.3f}", lost
        )
    return table


def show_lines(position: Position, seconds: float, lines: int, threads: int, as_json: bool) -> None:
    from ludarium.search.engine_choice import choose_engine

    engine = choose_engine(position, threads=threads)
    with preparing(position.game):
        interruptible(lambda: engine.prepare(position))
    with errors.status("Thinking ...") as status:  # shows nothing where there is no terminal
        think = partial(engine.analyse, position, seconds=seconds, lines=lines)
        analysis = interruptible(
            lambda: think(on_progress=lambda so_far: status.update(escape(progress_line(so_far))))
        )
    if as_json:
        best = [
            {
                "move": line.move.text,
                "value": line.value,
                "label": line.label,
                "pv": [move.text for move in line.pv],
            }
            for line in analysis.lines
        ]
        print(
            json.dumps(
                {
                    "lines": best,
                    "depth": analysis.depth,
                    "nodes": analysis.nodes,
                    "unit": analysis.unit,
                    "nodes_per_second": analysis.nodes_per_second,
                }
            )
        )
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    points = position.game.points_of_return(position.ruleset)
    for heading in ("points" if points else "value", "", "depth", "line"):
        table.add_column(heading)
    for line in analysis.lines:
        table.add_row(
            f"{line.value * (points or 1):+.2f}",
            line.label,
            str(line.depth),
            escape("  ".join(move.text for move in line.pv)),
        )
    output.print(table)
    output.print(progress_line(analysis), highlight=False, markup=False)


def progress_line(analysis: Analysis) -> str:
    """Depth and size of the search, in a line."""
    best = analysis.lines[0]
    work = f"depth {analysis.depth}, {analysis.nodes:,} {analysis.unit}"
    speed = f"{analysis.nodes_per_second:,.0f} a second"
    return f"{best.move.text} {best.value:+.2f} {best.label}; {work}, {speed}"
