"""A table in memory, and who looks on."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.live import LiveLog, Watcher
from ludarium.tables.table import Table
from ludarium.tables.threads import ClientKey

__all__ = ["CLAIMED_AFTER", "WATCHED", "LiveTable", "OwnGamesWatcher"]

CLAIMED_AFTER = 60.0
"""Seconds after which a game may be claimed whose other player is away in their turn."""
WATCHED = -1
"""Stands among the seats that servers tell each other of, where somebody looks on; less by one for
each who has no seat there."""
FEW = 10
"""Up to so many spectators are counted one by one, and more by steps, as each watcher is told."""
STEPS = tuple(step * 10**power for power in range(1, 6) for step in (1, 2, 5))


class LiveTable(LiveLog[Table]):
    """A table in memory, with its watchers and caches."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.rested = 0.0
        """The value of `used` when the caches were last cleared."""
        self.waits_for_bots = False
        self.left_at: float | None = None
        """The time at which whoever waits for a quick pairing was first missed, by the monotonic
        clock; None where they are here, or were never seen by this server.
        """
        self.noted_at = 0.0
        """The time at which this server last noted that they are here."""
        self.last_client: ClientKey | None = None
        """The address of the last request of a visitor that was carried out here."""
        self.said_elsewhere: list[int] = []
        """Presence as last sent to other servers."""
        self.messages: dict[Any, bytes] = {}
        """Cached messages of this version, by kind, language and first move."""
        self.scenes: dict[Any, dict[str, Any]] = {}
        """Cached scenes of this version, by kind, language and viewer."""
        self._holders: Counter[str] = Counter()  # watchers of each identity
        self._away_since: dict[int, float] = {}
        self.present: list[bool] = []
        """The presence of which the watchers were last told, as `here` gave it."""
        self.spectators = 0
        """The number of spectators of which they were told."""
        self._note_presence()

    @property
    def table(self) -> Table:
        """The table."""
        return self.state

    def here(self) -> list[bool]:
        """Return, for each seat, whether somebody is connected."""
        here = self.elsewhere.union(self.seats_here())
        return [seat in here for seat in range(len(self.table.chairs))]

    def _note_presence(self) -> None:
        self.present, self.spectators = self.here(), self.count_spectators()
        now = server_time()
        self._away_since = {
            seat: self._away_since.get(seat, now)
            for seat, here in enumerate(self.present)
            if not here
        }

    @property
    def claimable_at(self) -> float | None:
        """The time from which the game may be claimed, as the seat to move is away; None where it
        may not. What this server has not seen does not count.
        """
        table = self.table
        if not table.may_be_claimed or table.waiting[0] not in self._away_since:
            return None
        return max(self._away_since[table.waiting[0]], table.began) + CLAIMED_AFTER

    def seats_here(self) -> list[int]:
        """The seats that are connected to this server."""
        return [
            seat
            for seat, chair in enumerate(self.table.chairs)
            if not self._holders.keys().isdisjoint(chair.holders)
        ]

    def who_is_here(self) -> list[int]:
        """The seats that are connected to this server, and WATCHED where anybody is, less the
        number of spectators.
        """
        watched = [WATCHED - self._spectators_here()] if self.watchers else []
        return [*self.seats_here(), *watched]

    def _spectators_here(self) -> int:
        """The identities without a seat here that look on at this server."""
        seated = {holder for chair in self.table.chairs for holder in chair.holders}
        return len(self._holders.keys() - seated)

    def count_spectators(self) -> int:
        """The number of people who look on at all servers; of more than FEW, the step below."""
        told = [WATCHED - min(members, default=WATCHED) for members in self.elsewhere.by_server()]
        count = self._spectators_here() + sum(max(0, one) for one in told)
        return count if count <= FEW else max(step for step in STEPS if step <= count)

    @property
    def is_watched(self) -> bool:
        """True if somebody looks on, on any server."""
        return bool(self.watchers or self.elsewhere.union(()))

    @property
    def waiting_bots(self) -> tuple[int, ...]:
        """The bots that are to think now. Bots alone wait until somebody looks on."""
        table = self.table
        return table.waiting_bots if self.is_watched or not table.is_of_bots else ()

    @property
    def client(self) -> ClientKey:
        """Whom its bots think for: bots among themselves for their tournament, others for the
        address that asked last, or looks on; for the table where there is none.
        """
        table = self.table
        if table.options.tournament and not table.people:
            return ClientKey(f"tournament {table.options.tournament}")
        watching = next((watcher.address for watcher in self.watchers if watcher.address), "")
        return self.last_client or ClientKey(watching or f"table {table.id}")

    @property
    def is_missed(self) -> bool:
        """True if whoever waits for a quick pairing was here, and is no longer connected."""
        return bool(self.noted_at) and not any(self.here())

    def rank(self) -> int:
        """Return the priority of its bots' moves: 0 where people play and somebody looks on, 1
        where somebody only looks on, 2 where nobody does.
        """
        if not self.is_watched:
            return 2
        return 0 if self.table.people else 1

    def clear_caches(self) -> None:
        """Drop everything that can be recomputed quickly."""
        if self.rested == self.used:
            return
        self.rested = self.used
        self.messages.clear()
        self.scenes.clear()
        if self.table.record:
            self.table.position.forget()

    def come(self, watcher: Watcher) -> None:
        super().come(watcher)
        self._holders[watcher.holder] += 1

    def go(self, watcher: Watcher) -> None:
        super().go(watcher)
        self._holders[watcher.holder] -= 1
        if not self._holders[watcher.holder]:
            del self._holders[watcher.holder]

    def wake(self) -> None:
        self._note_presence()
        self.messages.clear()
        self.scenes.clear()
        super().wake()

    def wake_if_presence_changed(self) -> None:
        """Wake the watchers if the connected seats changed, or the number of spectators."""
        if (self.here(), self.count_spectators()) != (self.present, self.spectators):
            self.wake()


class OwnGamesWatcher(Watcher):
    """Somebody who follows all games of their own."""

    def __init__(self, holder: str) -> None:
        super().__init__(holder)
        self.shown: frozenset[str] = frozenset()
        """Ids of the tables that were shown last."""
