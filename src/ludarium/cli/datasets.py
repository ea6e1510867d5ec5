"""`ludarium dataset`: games as rows of a Parquet file."""

from __future__ import annotations

import dataclasses
import os
import time
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from ludarium.cli.options import print_json
from ludarium.cli.work import cluster_at, interruptible, output, preparing, reporting
from ludarium.errors import LudariumError
from ludarium.play.endings import refuse_unplayable
from ludarium.play.position import start

__all__ = ["write_and_report"]


def write_and_report(
    game: str,
    *,
    agents: Sequence[str],
    out: Path,
    games: int,
    ruleset: str | None,
    seats: int | None,
    opening: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    observations: bool,
    states: bool,
    as_json: bool,
) -> None:
    """Play the games, write their rows, and say how many there are. Raises LudariumError."""
    try:
        from ludarium.datasets.writing import header_for, prepared, write_dataset
    except ImportError as error:
        raise LudariumError(str(error)) from None
    header = header_for(
        game,
        tuple(agents),
        games,
        ruleset=ruleset,
        seats=seats,
        seed=seed,
        opening=opening,
        observations=observations,
        states=states,
    )
    refuse_unplayable(start(game, ruleset, seats))
    if ray is None:
        with preparing(header.rules):
            interruptible(lambda: prepared(header))
    staff = nullcontext() if ray is None else cluster_at(ray, processes)
    begin = time.perf_counter()
    with staff as workers, reporting() as report:
        written = interruptible(
            lambda: write_dataset(
                header,
                out,
                processes=processes or os.cpu_count() or 1,
                workers=workers,
                on_games=lambda done: report("games", done, games),
            )
        )
    seconds = time.perf_counter() - begin
    if as_json:
        print_json({"file": str(out), **dataclasses.asdict(written), "seconds": seconds})
        return
    output.print(
        f"{written.rows:,} rows of {written.games:,} games in {seconds:.1f} s: "
        f"{written.rows / seconds:,.0f} rows/s, {written.bytes / 1e6:,.2f} MB in {out}",
        highlight=False,
        soft_wrap=True,
    )
