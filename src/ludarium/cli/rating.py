"""`ludarium ratings`: how strong players are, worked out again from the records of their games, or from a server's database."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from ludarium import catalogue
from ludarium.cli.work import errors, output
from ludarium.errors import LudariumError, RecordError
from ludarium.events.ratings import Ratings, from_records
from ludarium.play.record import read_records

__all__ = ["show_ratings"]


def show_ratings(files: Sequence[Path], database: str | None, game: str | None, as_json: bool) -> None:
    """Print the ratings at all games, or at one. Raises LudariumError."""
    if bool(files) == (database is not None):
        raise LudariumError("ratings are of files of records or of a --database: expected one of them")
    found = asyncio.run(from_database(database)) if database is not None else from_files(files)
    wanted = catalogue.find(game).name if game else None
    games = {name: ratings for name, ratings in found.items() if wanted in (None, name)}
    if as_json:
        print(json.dumps({name: ratings.to_json() for name, ratings in games.items()}, ensure_ascii=False, indent=1))
    elif not games:
        output.print("No rated game: they must have been played to an end, by different players.")
    else:
        for name, ratings in games.items():
            output.print(f"[bold]{catalogue.find(name).title}[/]")
            output.print(board(ratings))


def from_files(files: Sequence[Path]) -> dict[str, Ratings]:
    """The ratings from all records of these files, in order; a record that does not hold ends it, for it would change all that follow."""
    records = []
    for file in files:
        sound, failures = read_records(file)
        for failure in failures:
            errors.print(f"ludarium: {file}: {failure}", highlight=False, markup=False, soft_wrap=True)
        if failures:
            raise RecordError(f"{file}: {len(failures)} records do not hold, so that no rating can be worked out")
        records += sound
    return from_records(records)


async def from_database(address: str) -> dict[str, Ratings]:
    """The ratings of accounts and bots from all finished games of a server, in the order in which they ended."""
    from ludarium.tables.store import Store
    from ludarium.web.ranking import Ranking

    if "://" not in address and not Path(address).exists():
        raise LudariumError(f"there is no database {address}")
    async with Store.opened(address) as store:
        return await Ranking(store).all()


def board(ratings: Ratings) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("", "player", "rating", "95% interval", "games"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for line in ratings.board():
        rating = line.rating
        table.add_row(str(line.place), line.player, f"{rating.rating:g}", f"{rating.low:g} to {rating.high:g}", str(rating.games))
    return table
