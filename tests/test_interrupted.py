"""Reads of the database that somebody stopped waiting for."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import aiosqlite
import pytest

from ludarium.database.store import Store

NUMBER = 10


@pytest.fixture
def without_collector() -> Iterator[None]:
    """As a server has it, which looks at new objects only."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
def test_what_is_not_read_to_its_end_keeps_no_state_of_the_file(tmp_path: Path) -> None:
    """Else the write-ahead log would grow until the disk is full."""
    file = tmp_path / "tables.db"
    execute = aiosqlite.Cursor.execute

    async def executed(self: Any, *arguments: Any) -> Any:
        found = await execute(self, *arguments)
        await asyncio.sleep(0.01)  # here SQLite waits for its rows to be fetched
        return found

    async def interrupt() -> None:
        async with Store.opened(str(file)) as store:
            for number in range(NUMBER):
                await store.setting(f"row {number}", "x")
            with mock.patch.object(aiosqlite.Cursor, "execute", executed):
                reads = [
                    asyncio.create_task(
                        store.table_index.unfinished() if number % 2 else store.owned.everything()
                    )
                    for number in range(NUMBER)
                ]
                await asyncio.sleep(0.005)
                for read in reads:
                    read.cancel()
                found = await asyncio.gather(*reads, return_exceptions=True)
            assert any(isinstance(one, asyncio.CancelledError) for one in found)
            await store.setting("later", "x")
            with closing(sqlite3.connect(file)) as other:
                busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert not busy
            assert (tmp_path / "tables.db-wal").stat().st_size == 0

    asyncio.run(interrupt())
