"""Notices to devices whose owners are elsewhere: whose turn it is, challenges, offers, calls.

What is said follows from a change of a table or tournament, on the server that wrote it. It goes
into a bounded queue, so that no move waits for it; what does not fit is not said.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from typing import Any, Self

import orjson

from ludarium.database.store import DATABASE_FAULTS, DatabaseError, Store
from ludarium.eventlog.clock import server_time
from ludarium.languages import translator
from ludarium.phrases import say
from ludarium.tables.display_names import shown_names
from ludarium.tables.errors import TableError
from ludarium.tables.live_table import LiveTable
from ludarium.tables.table import Table
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.server.server import TournamentServer
from ludarium.tournaments.tournament import Tournament
from ludarium.web.http.guards import Bucket
from ludarium.web.people.push import Push
from ludarium.web.people.visitors import YEAR

__all__ = [
    "MOST_DEVICES",
    "Notice",
    "Notices",
    "is_told",
    "subscription_id",
    "table_news",
    "tournament_news",
]

MOST_DEVICES = 8  # of a person
MOST_WAITING = 10_000  # notices
SENDERS = 16
FAILURES = 3  # in a row, after which a device gets no more notices
MOST_FAILING = 10_000  # devices whose failures are counted
SLOW = ("days", "none")
"""Clocks of games that people leave and come back to; others are played at the table."""
DAY = 86_400
LONGEST = 14 * DAY
CALL = 15 * 60  # seconds for which a call to a tournament is worth telling


@dataclasses.dataclass(frozen=True, slots=True)
class Notice:
    """A notice for one person."""

    holder: str
    title: str
    body: str
    path: str
    """The path to which it leads."""
    seconds: int = DAY
    """The seconds for which it is worth telling."""
    urgent: bool = False

    @property
    def topic(self) -> str:
        """The topic; a later notice of the same one takes its place."""
        return hashlib.blake2s(self.path.encode(), digest_size=12).hexdigest()


def table_news(before: Table | None, after: Table, here: Sequence[bool]) -> Iterator[Notice]:
    """Yield notices of a table's change for people who are not there.

    here: for each seat, whether somebody is connected to the table.
    """
    game, path = after.options.rules.title, f"/table/{after.id}"
    if before is None and after.invited and after.status == "open":
        names = [chair.name for chair in after.chairs if chair.account]
        body = say("{name} challenges you.", name=names[0] if names else "?")
        yield Notice(after.invited, game, body, path)
    if after.status != "live" or after.options.clock.kind not in SLOW:
        return
    away = [seat for seat in after.people if not here[seat] and has_company(after, seat)]
    limit = after.deadline
    seconds = DAY if limit is None else int(min(max(limit - after.changed, 60), LONGEST))
    offer = after.offer
    is_new = offer and (before is None or before.offer is None or before.offer != offer)
    for seat in away:
        for holder in after.chairs[seat].holders:
            if offer and is_new and seat not in offer.agreed:
                name = shown_names(after)[offer.seat]
                body = (
                    say("{name} offers a draw.", name=name)
                    if offer.what == "draw"
                    else say("{name} asks to take a move back.", name=name)
                )
                yield Notice(holder, game, body, path, seconds)
            elif seat in after.waiting and is_new_turn(before, after, seat):
                yield Notice(holder, game, say("It is your turn."), path, seconds)


def has_company(table: Table, seat: int) -> bool:
    """Return whether the seat plays with somebody who is neither a bot nor at the same device."""
    own = table.chairs[seat].holders
    return any(table.chairs[other].holders != own for other in table.people)


def is_told(table: Table, holder: str) -> bool:
    """Return whether this identity gets notices of the table while it is not there: it has a seat,
    the game is slow, and somebody else plays or may yet come.
    """
    seats = table.seats_of(holder)
    others = any(chair.free for chair in table.chairs) or any(
        has_company(table, seat) for seat in seats
    )
    return table.options.clock.kind in SLOW and bool(seats) and others


def is_new_turn(before: Table | None, after: Table, seat: int) -> bool:
    if before is None or before.status != "live":
        return True
    return seat not in before.waiting or (before.ply, before.takebacks) != (
        after.ply,
        after.takebacks,
    )


def tournament_news(
    before: Tournament | None, after: Tournament, present: Collection[PlayerId]
) -> Iterator[Notice]:
    """Calls to games of players who are not at this server."""
    if not after.options.online:
        return
    known = set(before.matches) if before else set()
    called = {
        player
        for number, match in after.matches.items()
        if number not in known and not match.over
        for player in match.here
    }
    for holder, player in after.holders.items():
        if player in called and player not in present:
            body = say("Your next game is called: come to the tournament.")
            yield Notice(holder, after.name, body, f"/tournament/{after.id}", CALL, urgent=True)


def subscription_id(endpoint: str) -> str:
    """Return the key by which the address of a device is known."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Notices:
    """Sends notices. Make one with `Notices.opened`."""

    def __init__(self, store: Store, push: Push | None, tournaments: TournamentServer) -> None:
        self.push = push
        """None where notices cannot be sent."""
        self._store, self._tournaments = store, tournaments
        self._queue: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)
        self._rates = Bucket(rate=0.1, burst=10)  # per person
        self._failures: Counter[str] = Counter()  # in a row, by device

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(
        cls, store: Store, push: Push | None, tournaments: TournamentServer
    ) -> AsyncIterator[Self]:
        """Tells of all changes of tables and tournaments until the context ends."""
        notices = cls(store, push, tournaments)
        if push is None:
            yield notices
            return
        tournaments.tables.on_change.add(notices._table_changed)
        tournaments.on_change.add(notices._tournament_changed)
        senders = [asyncio.create_task(notices._send_forever()) for _ in range(SENDERS)]
        try:
            yield notices
        finally:
            for sender in senders:
                sender.cancel()
            await asyncio.gather(*senders, return_exceptions=True)
            await push.close()

    def _table_changed(self, live: LiveTable, before: Table | None) -> None:
        for notice in table_news(before, live.table, live.here()):
            self._tell(notice)

    def _tournament_changed(self, live: LiveTournament, before: Tournament | None) -> None:
        for notice in tournament_news(before, live.tournament, self._tournaments.present(live)):
            self._tell(notice)

    def _tell(self, notice: Notice) -> None:
        with contextlib.suppress(TableError, asyncio.QueueFull):
            self._rates.take(notice.holder)
            self._queue.put_nowait(notice)

    async def _send_forever(self) -> None:
        while True:
            notice = await self._queue.get()
            with contextlib.suppress(*DATABASE_FAULTS, DatabaseError):
                await self._send(notice)

    async def _send(self, notice: Notice) -> None:
        assert self.push
        devices = await self._store.subscriptions.of(notice.holder, server_time() - YEAR)
        turns = (await self._store.table_index.own_counts(notice.holder))[0] if devices else 0
        await asyncio.gather(*(self._send_to(device, notice, turns) for device in devices))

    async def _send_to(self, device: dict[str, Any], notice: Notice, turns: int) -> None:
        """Send a notice to one device, which is forgotten where it is gone, or seems to be."""
        assert self.push
        translate = translator(device["language"])
        told = {
            "title": translate(notice.title),
            "body": translate(notice.body),
            "path": notice.path,
            "turns": turns,
        }
        outcome = await self.push.send(
            device, orjson.dumps(told), notice.seconds, notice.urgent, notice.topic
        )
        failures = self._failures.pop(device["id"], 0) + 1
        if outcome == "gone" or (outcome == "failed" and failures >= FAILURES):
            await self._store.subscriptions.end(device["id"])
        elif outcome == "failed" and len(self._failures) < MOST_FAILING:
            self._failures[device["id"]] = failures
