"""`ludarium reconstruct`: fills the gaps of a half-known game from known ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from rich.table import Table

from ludarium.cli.options import print_json
from ludarium.cli.work import (
    check_writable,
    errors,
    interruptible,
    output,
    print_lines,
    reporting,
    write_file,
)
from ludarium.errors import LudariumError
from ludarium.extras import require
from ludarium.reconstruction.aspects import ASPECTS
from ludarium.reconstruction.evidence import read_evidence
from ludarium.reconstruction.reconstruct import SCORES, Reconstruction, reconstruct
from ludarium.reconstruction.validation import Validation, validate

__all__ = ["reconstruct_and_report", "show_example", "validate_and_report"]

LISTED = 20


def show_example() -> None:
    """Print the file of evidence that is an example."""
    text = (files("ludarium.reconstruction") / "example.toml").read_text(encoding="utf-8")
    print_lines(*text.splitlines())


def reconstruct_and_report(
    path: Path,
    weights: Sequence[str],
    most: int,
    games: int,
    skill: int,
    seed: int,
    threads: int | None,
    html: Path | None,
    as_json: bool,
) -> None:
    """Reconstruct, print, and write the page that is asked for. Raises LudariumError."""
    if html:
        require("desk", "A page of HTML")
    check_writable(html)
    evidence = read_evidence(path)
    with reporting() as report:
        reconstruction = interruptible(
            lambda: reconstruct(
                evidence,
                weights=weights_of(weights),
                most=most,
                games=games,
                skill=skill,
                seed=seed,
                threads=threads or os.cpu_count() or 1,
                report=report,
            )
        )
    if html:
        from ludarium.reconstruction.page import page

        write_file(html, page(reconstruction))
    if as_json:
        print_json(reconstruction.as_json())
        return
    print_result(reconstruction)
    if html:
        errors.print(f"written: {html}", highlight=False, markup=False, soft_wrap=True)


def weights_of(texts: Sequence[str]) -> dict[str, float]:
    """The weights of texts such as play=2. Raises LudariumError."""
    weights = {}
    for text in texts:
        name, equals, number = text.partition("=")
        try:
            weights[name] = float(number)
        except ValueError:
            equals = ""
        if not equals or name not in SCORES:
            raise LudariumError(
                f"weight {text!r}: expected one of {', '.join(SCORES)}, =, and a number"
            )
    return weights


def print_result(reconstruction: Reconstruction) -> None:
    """Print the best candidates as a table."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("candidate", overflow="fold")
    for name in ("culture", "place", "concept", "play", "all", "first", "ranks"):
        table.add_column(name, justify="right", no_wrap=True)
    for rank, one in enumerate(reconstruction.candidates[:LISTED], 1):
        named = f"\n= {', '.join(one.rulesets)}" if one.rulesets else ""
        table.add_row(
            str(rank),
            (one.candidate.parts.text or "-").replace("+", " + ") + named,
            *(f"{one.score(name):.3f}" for name in SCORES),
            f"[bold]{one.combined:.3f}[/]",
            f"{100 * one.first:.0f}%",
            f"{one.ranks[0]}-{one.ranks[1]}",
        )
    output.print(table)
    best = reconstruction.candidates[0]
    sources = "; ".join(
        f"{ASPECTS[aspect].title}: {known.title}"
        for aspect, known in best.candidate.based_on.items()
    )
    output.print(f"The first is based on: {sources}.", highlight=False, markup=False)
    output.print(
        f"{len(reconstruction.candidates)} candidates, "
        f"{reconstruction.games:,} random games of each. Scores: "
        "cultural, geographical, conceptual, play, and all combined; first: in how many of 1,000 "
        "random weightings; ranks: in nine of ten of them.",
        highlight=False,
    )


def validate_and_report(seed: int, as_json: bool) -> None:
    """Hide parts of known games, and print how often they are found."""
    with reporting() as report:
        validation = interruptible(lambda: validate(seed=seed, report=report))
    if as_json:
        print_json(validation.as_json())
        return
    print_validation(validation)


def print_validation(validation: Validation) -> None:
    """Print a table, a row for each aspect."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("hidden part", "games", "found first", "by chance", "most common"):
        table.add_column(column, justify="left" if column == "hidden part" else "right")
    aspects = [name for name in ASPECTS if any(one.aspect == name for one in validation.hidden)]
    for aspect in (*aspects, None):
        shares = validation.shares(aspect)
        table.add_row(
            ASPECTS[aspect].title if aspect else "all",
            f"{shares['hidden_parts']:.0f}",
            *(f"{100 * shares[name]:.0f}%" for name in ("first", "chance", "most_common")),
        )
    output.print(table)
    output.print(
        f"{validation.games} games of the family, each part of each hidden once.", highlight=False
    )
