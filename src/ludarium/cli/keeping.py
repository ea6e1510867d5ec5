"""`ludarium kept`: what a server keeps, and whose it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from rich.table import Table
from sqlalchemy.ext.asyncio import create_async_engine

from ludarium.cli.options import print_json
from ludarium.cli.work import output
from ludarium.database.owned import SHARERS, Owned, Stock
from ludarium.database.store import DATABASE_FAULTS, DatabaseError, database_url
from ludarium.web.people.allowances import ALLOWANCES

__all__ = ["show_kept"]

LARGEST = 5  # owners of each kind
SHOWN = 12  # signs of an identity or a digest


def show_kept(database: str, as_json: bool) -> None:
    """Print what is in a database, also in one that a server uses. Raises DatabaseError."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise DatabaseError(f"there is no database {url.database}")
    try:
        stocks, owners = asyncio.run(kept(url))
    except DATABASE_FAULTS as error:
        what = str(getattr(error, "orig", error)).splitlines()[0]
        raise DatabaseError(f"cannot read the database {database}: {what}") from None
    if as_json:
        print_json(
            {
                "tables": {name: stock._asdict() for name, stock in stocks.items()},
                "owners": [
                    {"kind": kind, "by": sharer, "whose": whose, **stock._asdict()}
                    for kind, sharer, whose, stock in owners
                ],
            }
        )
        return
    output.print(
        board(("", "rows", "MB"), [(name, *told(stock)) for name, stock in stocks.items()])
    )
    if owners:
        output.print(
            board(
                ("kind", "by", "whose", "number", "MB"),
                [(kind, by, whose[:SHOWN], *told(stock)) for kind, by, whose, stock in owners],
            )
        )


async def kept(url: sa.URL) -> tuple[dict[str, Stock], list[tuple[str, str, str, Stock]]]:
    """The rows and bytes of each table; and by kind the largest owners."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    try:
        owned = Owned(engine, sa.insert)
        owners = [
            (kind, sharer, whose, stock)
            for kind in ALLOWANCES
            for sharer in SHARERS
            for whose, stock in await owned.largest(kind, sharer, LARGEST)
        ]
        return await owned.everything(), owners
    finally:
        await engine.dispose()


def told(stock: Stock) -> tuple[str, str]:
    return f"{stock.number:,}", f"{stock.size / 1e6:,.1f}"


def board(headings: tuple[str, ...], rows: list[Any]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in headings:
        table.add_column(
            heading, justify="right" if heading in ("rows", "number", "MB") else "left"
        )
    for row in rows:
        table.add_row(*row)
    return table
