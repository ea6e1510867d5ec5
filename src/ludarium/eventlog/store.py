"""The contract of stores of logs: entries are appended under the next number, and the first commit
of a number wins.

A *stream* is one kind of logs: those of tables, or those of tournaments. A server's database keeps
both (`ludarium.database.store`). The desk keeps a tournament in a file, by the same rule
(`ludarium.cli.desk`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from ludarium.eventlog.codec import Fields

__all__ = ["Commit", "EventStore", "SideRow", "StreamName"]

StreamName = Literal["table", "tournament"]
"""The name of a stream."""
Result = TypeVar("Result")


class SideRow(NamedTuple):
    """A row of another table of the database that says what entries say, for look-ups."""

    table: str
    """The name of the table."""
    values: dict[str, Any]
    """The columns of its primary key, and where it is kept, all others."""
    kept: bool = True
    """False: the row is deleted."""


class Commit(NamedTuple):
    """Entries to append to a log, and what follows from them: written together or not at all."""

    stream: StreamName
    log_id: str
    first: int
    """The number of the first entry; the first of a log has 1."""
    entries: tuple[tuple[str, str], ...]
    """The public and the private fields of each, as JSON."""
    row: dict[str, Any]
    """The new row for lists."""
    side: tuple[SideRow, ...] = ()
    """Changes of other tables, in this order."""
    note: tuple[Any, ...] = ()
    """The values that other servers are told, after the stream and the log."""

    @property
    def size(self) -> int:
        """The length of all entries, in characters of JSON."""
        return sum(len(public) + len(private) for public, private in self.entries)


class EventStore(Protocol):
    """A store of logs that several processes may append to."""

    @property
    def is_shared(self) -> bool:
        """True if other processes may have appended to a log that is in memory here."""
        ...

    async def load(
        self, stream: StreamName, log_id: str, after: int = 0, limit: int | None = None
    ) -> list[Fields]:
        """Return the entries of a log that follow entry `after`; empty where there are none.

        limit: return so many at most.
        """
        ...

    async def append(self, commit: Commit) -> bool:
        """Append a commit, and return when it is on the disk.

        False if the log has another entry with the first number.
        """
        ...

    async def patiently(self, work: Callable[..., Awaitable[Result]], *arguments: Any) -> Result:
        """Do the work with these arguments, again and again while the store does not answer."""
        ...
