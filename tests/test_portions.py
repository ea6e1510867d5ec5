"""Many things are looked at a few at a time."""

from __future__ import annotations

import asyncio

import pytest

from ludarium.eventlog.batches import AT_ONCE, portions


@pytest.mark.parametrize("count", [0, 1, AT_ONCE, AT_ONCE + 1, 10 * AT_ONCE - 1])
def test_all_things_come_once_and_take_the_whole_time(
    count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def look() -> list[list[int]]:
        return [some async for some in portions(range(count), 1.0)]

    monkeypatch.setattr(asyncio, "sleep", sleep)
    found = asyncio.run(look())
    assert sorted(one for some in found for one in some) == list(range(count))
    assert all(0 < len(some) <= AT_ONCE for some in found)
    assert sum(pauses) == pytest.approx(1.0)


def test_things_that_come_meanwhile_wait_for_the_next_look() -> None:
    there = list(range(AT_ONCE + 1))

    async def look() -> int:
        seen = 0
        async for some in portions(there, 0.0):
            seen += len(some)
            there.append(len(there))
        return seen

    assert asyncio.run(look()) == AT_ONCE + 1
