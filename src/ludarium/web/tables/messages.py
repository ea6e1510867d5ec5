"""Messages for watchers of a table: over a WebSocket, and first in the page itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson

from ludarium.eventlog.clock import server_time
from ludarium.tables import report
from ludarium.tables.display_names import shown_names
from ludarium.tables.live_table import LiveTable
from ludarium.tables.table import Table
from ludarium.web.lobby.listings import hidden_seats
from ludarium.web.people.visitors import Visitor
from ludarium.web.tables.scenes import own_legal_json, scene_json, without

__all__ = ["TableTeller"]


class TableTeller:
    """The messages to one watcher of a table.

    secret: the server's, of which codes of seats are made; None where they are not told. is_ready:
    whether the machine code of the game of this name is at hand.
    """

    def __init__(
        self,
        secret: str | None,
        is_ready: Callable[[str], bool],
        live: LiveTable,
        visitor: Visitor,
        viewer: int,
        with_scene: bool,
    ) -> None:
        self.live, self.visitor, self._secret = live, visitor, secret
        self._is_ready = is_ready
        self.viewer, self.with_scene = viewer, with_scene
        self.sent = (-1, -1)
        """Version and takebacks of the last message."""
        self.moves = 0
        self.here: tuple[list[bool], int] = [], 0
        self.known: set[str] = set()  # keys of boards and looks that the client has
        self.you: tuple[Any, bytes] = (None, b"")  # cached JSON, with the seats it depends on

    def messages(self) -> list[bytes]:
        """The messages to send now."""
        table, here = self.live.table, (self.live.present, self.live.spectators)
        if table.version == self.sent[0]:
            if here == self.here:
                return []
            self.here = here
            told = {
                "here": self.live.present,
                "claimable_at": self.live.claimable_at,
                "spectators": self.live.spectators,
            }
            return [orjson.dumps({"type": "presence", **told})]
        opened = table.status == "over" and table.options.rules.hides  # moves so far were hidden
        since = self.moves if self.sent[1] == table.takebacks and not opened else 0
        body = b'{"type":"table","table":' + self._table(since, self.live.present)
        if self.with_scene:
            body += b',"scene":' + orjson.dumps(self._scene())
        self.sent, self.moves, self.here = (table.version, table.takebacks), table.ply, here
        return [body + b"}"]

    def _table(self, since: int, here: list[bool]) -> bytes:
        """The table as JSON.

        The public part is cached for all readers of a language who have the same moves.
        """
        table = self.live.table
        key = ("table", self.visitor.language, since)
        shared = self.live.messages.get(key) if self.sent[0] >= 0 else None
        if shared is None:
            shared = orjson.dumps(
                report.table_json(
                    table,
                    self.visitor.translate,
                    server_time(),
                    here,
                    since,
                    self.live.claimable_at,
                    self.live.spectators,
                )
            )
            self.live.messages[key] = shared
        warming = b"false" if self._is_ready(table.options.game) else b"true"
        return shared[:-1] + b',"warming":' + warming + b',"you":' + self._you(table) + b"}"

    def _you(self, table: Table) -> bytes:
        """The private part, cached until a seat changes hands."""
        taken = tuple(chair.taken_at for chair in table.chairs), table.seats_of(self.visitor.holder)
        if self.you[0] != taken:
            self.you = (
                taken,
                orjson.dumps(report.you_json(table, self.visitor.holder, self._secret)),
            )
        return self.you[1]

    def _scene(self) -> dict[str, Any]:
        table = self.live.table
        record = table.record or table.options.record(table.players)
        seats = table.seats_of(self.visitor.holder)
        position = table.seen(record.position, seats)
        key = ("scene", self.visitor.language, self.viewer, table.viewpoint(seats))
        whole = self.live.scenes.get(key)
        if whole is None:
            names = shown_names(table)
            whole = scene_json(
                position,
                table.ply,
                viewer=self.viewer,
                names=names,
                translate=self.visitor.translate,
                hidden=hidden_seats(table),
            )
            self.live.scenes[key] = whole
        return {**without(whole, self.known), "legal": own_legal_json(table, position, seats)}
