"""`ludarium ratings` and `ludarium points`: computed from records or a server's database."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from ludarium import catalogue
from ludarium.cli.work import output, print_lines
from ludarium.errors import LudariumError, RecordError, choice_of
from ludarium.extras import require
from ludarium.play.record import Record
from ludarium.play.record_files import read_records
from ludarium.printable import printable_line
from ludarium.ratings import ranking_points as ranking
from ludarium.ratings.ratings import Ratings, from_records

__all__ = ["show_points", "show_ratings"]


def show_ratings(
    files: Sequence[Path], database: str | None, game: str | None, as_json: bool
) -> None:
    """Print the ratings at all games, or at one. Raises LudariumError."""
    if bool(files) == (database is not None):
        raise LudariumError(
            "ratings are of files of records or of a --database: expected one of them"
        )
    ratings_by_game = (
        asyncio.run(from_database(database)) if database is not None else from_files(files)
    )
    wanted = catalogue.find(game).name if game else None
    games = {name: ratings for name, ratings in ratings_by_game.items() if wanted in (None, name)}
    if as_json:
        print(
            json.dumps(
                {name: ratings.to_json() for name, ratings in games.items()},
                ensure_ascii=False,
                indent=1,
            )
        )
    elif not games:
        output.print("No rated game: they must have been played to an end, by different players.")
    else:
        for name, ratings in games.items():
            output.print(f"[bold]{catalogue.find(name).title}[/]")
            output.print(board(ratings), markup=False)


def from_files(files: Sequence[Path]) -> dict[str, Ratings]:
    """The ratings from all records of these files, in order."""
    return from_records(records_of(files))


def records_of(files: Sequence[Path]) -> list[Record]:
    """All records of the files. Raises RecordError at the first invalid one.

    Skipping it would change everything that follows.
    """
    records = []
    for file in files:
        sound, failures = read_records(file)
        if failures:
            raise RecordError(f"{file}: {failures[0]}; what follows from it cannot be worked out")
        records += sound
    return records


async def from_database(address: str) -> dict[str, Ratings]:
    """Ratings of accounts and bots from a server's finished games, in the order of their ends."""
    require("server", "What a server's games tell")
    from ludarium.database.store import Store
    from ludarium.web.people.ranking import Ranking

    if "://" not in address and not Path(address).exists():
        raise LudariumError(f"there is no database {address}")
    async with Store.opened(address) as store:
        return await Ranking(store).all()


def board(ratings: Ratings) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("", "player", "rating", "95% interval", "games"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for place, (player, rating) in enumerate(ratings.best().items(), 1):
        table.add_row(
            str(place),
            printable_line(player),
            f"{rating.rating:g}",
            f"{rating.low:g} to {rating.high:g}",
            str(rating.games),
        )
    return table


def show_points(
    files: Sequence[Path], scheme: str, game: str | None, explain: bool, as_json: bool
) -> None:
    """Print the ranking-points of all players of these records. Raises LudariumError."""
    chosen = next((known for known in ranking.SCHEMES if known == scheme), None)
    if chosen is None:
        raise LudariumError(choice_of("scheme", scheme, ranking.SCHEMES))
    wanted = catalogue.find(game).name if game else None
    records = [record for record in records_of(files) if wanted in (None, record.first.game.name)]
    points, games = ranking.from_records(records, chosen)
    if as_json:
        rows = [dataclasses.asdict(row) for row in points.board(len(records) * 10)]
        changed = [
            [{**dataclasses.asdict(change), "after": change.after} for change in changes]
            for changes in games
        ]
        print(json.dumps({"scheme": chosen, "board": rows, "changes": changed}, ensure_ascii=False))
        return
    for number, changes in enumerate(games if explain else [], 1):
        for change in changes:
            line = (
                f"game {number}: {change.player}, {change.before} to {change.after}: "
                f"{change.reason}"
            )
            print_lines(line)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("", "player", "points", "rank"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for row in points.board():
        table.add_row(str(row.place), printable_line(row.player), str(row.points), str(row.rank))
    output.print(table, markup=False)
