"""Writes datasets: games are played in one process or several, and their rows go to the file while
others are played.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ludarium import catalogue, jobs
from ludarium.agents import agent
from ludarium.datasets.agent_games import play
from ludarium.datasets.random_games import RandomGames
from ludarium.datasets.schema import Header, schema_of
from ludarium.errors import LudariumError, SeatsError
from ludarium.files import written_whole
from ludarium.jobs import Workers
from ludarium.play.agent import prepare
from ludarium.simulate.playouts import run_playouts

__all__ = ["Written", "header_for", "prepared", "write_dataset"]

ROWS = 1 << 16  # of a row group
BYTES = 1 << 26  # that a row group may take before it is written
RANDOM = "random"
SOME = 200  # random games of which the mean length is taken


@dataclasses.dataclass(frozen=True)
class Written:
    """The amounts that were written."""

    games: int
    rows: int
    bytes: int
    """The size of the file."""


def header_for(
    game: str,
    agents: tuple[str, ...],
    games: int,
    *,
    ruleset: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    opening: int = 0,
    observations: bool = False,
    states: bool = False,
) -> Header:
    """The header of a dataset that is to be written.

    agents: one for each seat, or one that plays all; seats: then how many there are. Raises
    SeatsError where these do not fit, AgentError, and the errors of `ludarium.start`.
    """
    chosen = catalogue.find(catalogue.named(game))
    number = len(agents) if len(agents) > 1 else seats
    if seats is not None and number != seats:
        raise SeatsError(f"{len(agents)} agents for {seats} seats: expected one for each, or one")
    if games < 1 or opening < 0:
        raise LudariumError(f"{games} games, {opening} random moves: expected 1 or more, and 0")
    for name in agents:
        agent(name)
    return Header(
        game=catalogue.found_again(chosen.name),
        ruleset=chosen.ruleset(ruleset).name,
        seats=chosen.seat_number(number),
        agents=tuple(name.strip() for name in agents),
        games=games,
        seed=seed,
        opening=opening,
        observations=observations,
        states=states,
    )


def prepared(header: Header) -> None:
    """Compile what plays the games, once in a machine's cache. Raises what agents raise."""
    if _is_random(header):
        run_playouts(header.rules, header.first.state, count=1)
        next(RandomGames(header).batches(0, 1), None)
        return
    prepare([agent(name) for name in header.agents], header.first)


def write_dataset(
    header: Header,
    path: Path,
    *,
    processes: int = 1,
    workers: Workers | None = None,
    on_games: Callable[[int], None] | None = None,
) -> Written:
    """Play the games, and write their rows to a new Parquet file, in the order of the games.

    The rows are the same on any number of processes, and on any other workers (`ludarium.jobs`)
    that are given instead. The file is there when all are written. on_games: called with how many
    games have been written. Raises LudariumError where the file is there already or cannot be
    written, and what agents raise.
    """
    try:
        with (
            written_whole(path, new=True) as part,
            pq.ParquetWriter(part, schema_of(header), compression="zstd") as writer,
            nullcontext(workers) if workers else _staff(header, processes) as staff,
        ):
            rows = _write(header, writer, staff, on_games)
    except FileExistsError:
        raise LudariumError(f"{path} is there already: expected the name of a new file") from None
    except OSError as error:
        raise LudariumError(f"cannot write {path}: {error.strerror or error}") from None
    return Written(header.games, rows, path.stat().st_size)


def _write(
    header: Header,
    writer: pq.ParquetWriter,
    staff: Workers,
    on_games: Callable[[int], None] | None,
) -> int:
    """Write all rows in groups of about the same size; returns their number."""
    waiting: list[pa.RecordBatch] = []
    rows = size = total = 0
    for last, batches in _played(header, staff):
        for batch in batches:
            waiting.append(batch)
            rows, size = rows + batch.num_rows, size + batch.nbytes
            if rows >= ROWS or size >= BYTES:
                total += rows
                writer.write_table(pa.Table.from_batches(waiting), rows)
                waiting, rows, size = [], 0, 0
        if on_games:
            on_games(last)
    if waiting:
        writer.write_table(pa.Table.from_batches(waiting), max(rows, 1))
    return total + rows


def _played(header: Header, staff: Workers) -> Iterator[tuple[int, Iterable[pa.RecordBatch]]]:
    """The rows of all games in order, job by job, each with the number of games done then."""
    wanted = _jobs(header, staff.size)
    if staff.here or len(wanted) == 1:
        for job in wanted:
            yield job[1], _batches(header, *job)
        return
    sent = dataclasses.replace(header)  # without the position, which other processes may not know
    for (_, last), batches in staff.map(functools.partial(_job, sent), wanted, in_order=True):
        yield last, batches


def _staff(header: Header, processes: int) -> AbstractContextManager[Workers]:
    """Threads where compiled code does all the work, else processes."""
    if _is_random(header) and header.states:
        return jobs.threads(processes)
    return jobs.processes(processes)


def _jobs(header: Header, processes: int) -> list[tuple[int, int]]:
    """The numbers of the first game and of that after the last, of what is played at a time."""
    size = 1
    if _is_random(header):
        some = run_playouts(header.rules, header.first.state, count=SOME)
        size = math.ceil(min(ROWS / max(1.0, some.mean_length), header.games / processes))
    return [(first, min(first + size, header.games)) for first in range(0, header.games, size)]


def _is_random(header: Header) -> bool:
    return all(name.casefold() == RANDOM for name in header.agents)


def _job(header: Header, numbers: tuple[int, int]) -> list[pa.RecordBatch]:
    return list(_batches(header, *numbers))


def _batches(header: Header, first: int, last: int) -> Iterator[pa.RecordBatch]:
    if _is_random(header):
        yield from RandomGames(header).batches(first, last)
    else:
        for number in range(first, last):
            yield play(header, number)
