"""An index of tables and tournaments: the rows that are written with their logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
import sqlalchemy as sa

from ludarium.database import schema
from ludarium.database.repository import Repository

__all__ = ["OF_HOST", "OpenTable", "TableIndex"]

MOST_NAMED = 10_000  # ids in a statement: SQLite takes 32,766
OF_NETWORK = 6  # open tables that lists show of a network,
OF_HOST = 3  # and of a host there
RANKED = 2_000  # open tables that are looked at for that; a network may have 100
OPEN: Any = sa.literal_column("'open'")  # as it stands in the conditions of indexes


class OpenTable(NamedTuple):
    """A table of public lists whose game has not begun."""

    summary: dict[str, Any]
    network: str | None
    """The network in which it was opened; None where that is not known."""
    is_one_of_many: bool
    """True if there are so many that not all were ranked."""


class TableIndex(Repository):
    """The rows of tables and tournaments."""

    async def summaries(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        holder: str | None = None,
        shown: bool = True,
        limit: int = 50,
        since: float = 0.0,
    ) -> list[dict[str, Any]]:
        """Summaries of tables, the latest change first; of one identity those that are not over,
        and of the others the last that ended.

        shown: only tables of public lists. holder: only tables where this identity had a seat.
        since: only tables changed at this time or later.
        """
        row = schema.tables.c
        query = sa.select(row.updated, row.summary).where(row.updated >= since).limit(limit)
        # of one person's tables few are read; by these conditions a database might read all others'
        status_of, game_of = (
            sa.func.coalesce(column, "") if holder else column for column in (row.status, row.game)
        )
        if status:
            query = query.where(status_of == status)
        if game:
            query = query.where(game_of == game)
        if shown:
            query = query.where(row.shown)
        queries = [query.order_by(row.updated.desc())]
        if holder:
            seat = schema.seatings.c
            own = query.select_from(schema.tables).join(schema.seatings, first_seat(holder))
            going = own.where(seat.ended.is_(None)).order_by(row.updated.desc())
            over = own.where(seat.ended.is_not(None)).order_by(seat.ended.desc())
            queries = [going, over] if status is None else [over if status == "over" else going]
        async with self._engine.connect() as connection:
            rows = [one for query in queries for one in await connection.execute(query)]
        rows.sort(key=lambda one: -one.updated)
        return [orjson.loads(one.summary) for one in rows[:limit]]

    async def open_tables(
        self, *, game: str | None = None, pairing: bool = False, fair: bool = True, limit: int
    ) -> list[OpenTable]:
        """Tables of public lists whose games have not begun: the last of each network first, then
        the ones before these, each time the latest change first.

        OF_NETWORK of a network at most, and OF_HOST of a host there, so that nobody fills a list.
        pairing: only those of quick pairing. fair: False to go by the latest change alone.
        """
        row, ranked = schema.tables.c, ranked_tables(open_to_all(game, pairing), fair).c
        order = ranked.of_network, ranked.updated.desc(), ranked.id
        few = sa.select(*ranked).where(ranked.of_network <= OF_NETWORK)
        chosen = few.order_by(*order).limit(limit).subquery().c
        query = (
            sa.select(row.summary, row.network, chosen.number == RANKED)
            .where(row.id == chosen.id)
            .order_by(chosen.of_network, chosen.updated.desc(), chosen.id)
        )
        async with self._engine.connect() as connection:
            return [
                OpenTable(orjson.loads(summary), network, bool(is_one_of_many))
                for summary, network, is_one_of_many in await connection.execute(query)
            ]

    async def open_of_network(
        self, network: str, *, game: str | None = None, pairing: bool = False, limit: int
    ) -> list[dict[str, Any]]:
        """Summaries of those that were opened there, the latest change first."""
        row = schema.tables.c
        query = (
            sa.select(row.summary)
            .where(row.network == network, *open_to_all(game, pairing))
            .order_by(row.updated.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def number_open(self, host: str, network: str) -> tuple[int, int]:
        """Count the tables opened in this network that wait for players, listed or not: those of
        this host, and all.
        """
        row = schema.tables.c
        own = sa.func.count(sa.case((row.host == host, 1)))
        query = sa.select(own, sa.func.count()).where(row.network == network, row.status == OPEN)
        async with self._engine.connect() as connection:
            return tuple((await connection.execute(query)).one())  # type: ignore[return-value]

    async def own_games(
        self, holder: str, *, limit: int, after: int = 0
    ) -> list[tuple[dict[str, Any], float | None, int, bool]]:
        """The games of this identity that are not over, but the first `after`: those that wait for
        it, the most urgent first, then the others, the latest change first.

        For each the summary, when it is due, a seat of the identity, and whether it waits for it.
        """
        row, own = schema.tables.c, own_tables(holder)
        urgency = sa.case((own.c.turn == 1, row.due))
        query = (
            sa.select(row.summary, row.due, own.c.seat, own.c.turn)
            .join(own, own.c.id == row.id)
            .order_by(own.c.turn.desc(), urgency, row.updated.desc(), row.id)
            .limit(limit)
            .offset(after)
        )
        async with self._engine.connect() as connection:
            return [
                (orjson.loads(summary), due, seat, bool(turn))
                for summary, due, seat, turn in await connection.execute(query)
            ]

    async def own_counts(self, holder: str, besides: str = "") -> tuple[int, int]:
        """Count the games of this identity that wait for it, not counting the table `besides`, and
        those that are not over.
        """
        own = own_tables(holder)
        waits = sa.case((own.c.id != besides, own.c.turn), else_=0)
        query = sa.select(sa.func.coalesce(sa.func.sum(waits), 0), sa.func.count()).select_from(own)
        async with self._engine.connect() as connection:
            turns, games = (await connection.execute(query)).one()
        return int(turns), int(games)

    async def finished(self, holder: str, limit: int) -> list[str]:
        """Ids of the tables whose games are over and where this identity had a seat, the last that
        ended first.
        """
        row, seat = schema.tables.c, schema.seatings.c
        query = (
            sa.select(row.id)
            .select_from(schema.tables)
            .join(schema.seatings, first_seat(holder))
            .where(seat.ended.is_not(None))
            .order_by(seat.ended.desc(), row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def unfinished_among(self, tables: Sequence[str]) -> set[str]:
        """Select from these tables those whose games are not over."""
        row = schema.tables.c
        unfinished: set[str] = set()
        async with self._engine.connect() as connection:
            for first in range(0, len(tables), MOST_NAMED):
                query = sa.select(row.id).where(
                    row.id.in_(tables[first : first + MOST_NAMED]), row.status != "over"
                )
                unfinished.update(await connection.scalars(query))
        return unfinished

    async def ended_after(
        self, ended: float, table_id: str, until: float, limit: int = 500
    ) -> list[dict[str, Any]]:
        """Summaries of games by time of end and id: after the given pair, up to `until`."""
        row = schema.tables.c
        later = sa.or_(row.ended > ended, sa.and_(row.ended == ended, row.id > table_id))
        query = (
            sa.select(row.summary)
            .where(later, row.ended <= until)
            .order_by(row.ended, row.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]

    async def tables_of(self, holder: str) -> list[str]:
        """Ids of all tables where this identity had a seat, or was challenged."""
        seat = schema.seatings.c
        query = sa.select(seat.table_id).where(seat.holder == holder).distinct()
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def hosted(self, host: str, besides: Sequence[str]) -> list[str]:
        """Ids of the open tables of this host, a digest, without those given."""
        row = schema.tables.c
        query = sa.select(row.id).where(row.host == host, row.status == OPEN)
        async with self._engine.connect() as connection:
            ids = await connection.scalars(query)
            return sorted(set(ids).difference(besides))

    async def tournaments_of(self, holder: str) -> list[str]:
        """Ids of all tournaments that this identity organises or plays in, or did."""
        row = schema.tournament_holders.c
        query = sa.select(row.tournament_id).where(row.holder == holder)
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def holders_of_unfinished(self, since: float) -> list[tuple[str, str]]:
        """List pairs of identity and tournament: organisers and players of tournaments that are not
        over and changed since.
        """
        row, held = schema.tournaments.c, schema.tournament_holders.c
        query = (
            sa.select(held.holder, held.tournament_id)
            .join(schema.tournaments, row.id == held.tournament_id)
            .where(row.state != "over", row.updated >= since)
        )
        async with self._engine.connect() as connection:
            return [(pair[0], pair[1]) for pair in await connection.execute(query)]

    async def seats_of(self, holder: str, tables: Sequence[str]) -> dict[str, int]:
        """A seat that the identity has at each of these tables where it has one."""
        row = schema.seatings.c
        query = (
            sa.select(row.table_id, row.seat)
            .where(row.holder == holder, row.table_id.in_(tables))
            .order_by(row.seat)
        )
        async with self._engine.connect() as connection:
            rows = await connection.execute(query)
            return {row.table_id: row.seat for row in rows}

    async def unfinished(self) -> list[tuple[str, float | None, bool]]:
        """All unfinished tables: id, when each is due, and whether its bots have to move."""
        row = schema.tables.c
        query = sa.select(row.id, row.due, row.bots).where(row.status != "over")
        async with self._engine.connect() as connection:
            return [
                (table[0], table[1], bool(table[2])) for table in await connection.execute(query)
            ]

    async def incomplete(self) -> list[str]:
        """Ids of unfinished tables whose rows do not say whom they wait for."""
        row = schema.tables.c
        query = sa.select(row.id).where(row.status != "over", row.awaited.is_(None))
        async with self._engine.connect() as connection:
            return list(await connection.scalars(query))

    async def complete(self, new: dict[str, Any]) -> None:
        """Note in the row of this version whom the table waits for."""
        row = schema.tables.c
        noted = (
            sa.update(schema.tables)
            .where(row.id == new["id"], row.version == new["version"])
            .values(awaited=new["awaited"])
        )
        async with self._engine.connect() as connection:
            await connection.execute(noted)

    async def tournaments(
        self, states: Sequence[str] = (), since: float = 0.0, limit: int = 50
    ) -> list[dict[str, Any]]:
        """Summaries of tournaments, the latest change first.

        states: only those in one of these states; empty for all. since: only those changed at this
        time or later.
        """
        row = schema.tournaments.c
        query = (
            sa.select(row.summary)
            .where(row.updated >= since)
            .order_by(row.updated.desc(), row.id)
            .limit(limit)
        )
        if states:
            query = query.where(row.state.in_(states))
        async with self._engine.connect() as connection:
            return [orjson.loads(text) for text in await connection.scalars(query)]


def open_to_all(game: str | None, pairing: bool) -> list[sa.ColumnElement[bool]]:
    """The conditions of tables of public lists whose games have not begun."""
    row = schema.tables.c
    conditions: list[sa.ColumnElement[bool]] = [row.status == OPEN, row.shown]
    if game:
        conditions.append(row.game == game)
    if pairing:
        conditions.append(row.pairing)
    return conditions


def ranked_tables(conditions: Sequence[sa.ColumnElement[bool]], fair: bool) -> sa.Subquery:
    """The last RANKED tables for which these hold, without those that are beyond OF_HOST at their
    network: `id`, `updated`, the `number` of all, and as `of_network` the rank of each at its
    network, where the last of each host comes first. fair: as of `TableIndex.open_tables`.
    """
    row, rank = schema.tables.c, sa.func.row_number()
    network = sa.func.coalesce(row.network, row.id) if fair else row.id
    last = (
        sa.select(row.id, row.updated, row.host, network.label("network"))
        .where(*conditions)
        .order_by(row.updated.desc())
        .limit(RANKED)
        .subquery()
    )
    one = last.c
    of_host = rank.over(
        partition_by=(one.network, one.host), order_by=(one.updated.desc(), one.id)
    ).label("of_host")
    by_host = sa.select(last, of_host, sa.func.count().over().label("number")).subquery()
    one = by_host.c
    of_network = rank.over(
        partition_by=one.network, order_by=(one.of_host, one.updated.desc(), one.id)
    ).label("of_network")
    ranked = sa.select(one.id, one.updated, one.number, of_network)
    return ranked.where(one.of_host <= OF_HOST).subquery()


def first_seat(holder: str) -> sa.ColumnElement[bool]:
    """Joins a table with the first seat that this identity has there."""
    row, seat, other = schema.tables.c, schema.seatings.c, schema.seatings.alias().c
    first = (
        sa.select(sa.func.min(other.seat))
        .where(other.holder == holder, other.table_id == seat.table_id)
        .correlate(schema.seatings)
        .scalar_subquery()
    )
    return sa.and_(seat.holder == holder, seat.table_id == row.id, seat.seat == first)


def own_tables(holder: str) -> sa.Subquery:
    """The unfinished tables where this identity has a seat: their ids, the first such seat, and as
    `turn` whether they wait for it, as 0 or 1.
    """
    row, seat = schema.tables.c, schema.seatings.c
    turn = sa.func.coalesce(row.awaited, 0).op(">>")(seat.seat).op("&")(1)
    return (
        sa.select(row.id, sa.func.min(seat.seat).label("seat"), sa.func.max(turn).label("turn"))
        .join(schema.seatings, seat.table_id == row.id)
        .where(seat.holder == holder, seat.ended.is_(None), row.status.in_(("open", "live")))
        .group_by(row.id)
        .subquery()
    )
