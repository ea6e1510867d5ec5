"""Time controls, against stopwatches that count second by second."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludarium.tables.clocks import Clock
from ludarium.tables.errors import TableError

Stopwatch = Callable[[dict[str, Any], int], bool]
"""Counts the seconds of a turn on a clock; returns whether the time was enough."""


def increment(clock: dict[str, Any], seconds: int) -> bool:
    for _ in range(seconds):
        clock["main"] -= 1
        if clock["main"] <= 0:
            return False
    clock["main"] += 7
    return True


def delay(clock: dict[str, Any], seconds: int) -> bool:
    for second in range(seconds):
        if second >= 7:
            clock["main"] -= 1
        if clock["main"] <= 0:
            return False
    return True


def given_back(clock: dict[str, Any], seconds: int) -> bool:
    for _ in range(seconds):
        clock["main"] -= 1
        if clock["main"] <= 0:
            return False
    clock["main"] += min(7, seconds)
    return True


def japanese(clock: dict[str, Any], seconds: int) -> bool:
    """Three periods of 10 seconds, of which each is whole again after a move within it."""
    in_period = 0
    for _ in range(seconds):
        if clock["main"] > 0:
            clock["main"] -= 1
            continue
        in_period += 1
        if in_period == 10:
            clock["periods"] -= 1
            in_period = 0
        if clock["periods"] == 0:
            return False
    return True


def canadian(clock: dict[str, Any], seconds: int) -> bool:
    """Three moves in 30 seconds, again and again, once the main time is used up."""
    clock["over"] = clock["main"] == 0
    for _ in range(seconds):
        if clock["main"] > 0:
            clock["main"] -= 1
            continue
        clock["over"] = True
        clock["period"] -= 1
        if clock["period"] <= 0:
            return False
    if clock["over"]:
        clock["moves"] += 1
        if clock["moves"] == 3:
            clock["moves"], clock["period"] = 0, 30
    return True


@pytest.mark.parametrize(
    ("stopwatch", "data"),
    [
        (increment, {"kind": "fischer", "minutes": 1, "increment": 7}),
        (delay, {"kind": "delay", "minutes": 1, "delay": 7}),
        (given_back, {"kind": "bronstein", "minutes": 1, "delay": 7}),
        (japanese, {"kind": "byoyomi", "minutes": 1, "period": 10, "periods": 3}),
        (canadian, {"kind": "canadian", "minutes": 1, "period": 30, "moves": 3}),
    ],
    ids=lambda one: one["kind"] if isinstance(one, dict) else "",
)
def test_clocks_count_as_stopwatches_do(stopwatch: Stopwatch, data: dict[str, Any]) -> None:
    clock = Clock.from_json(data)
    assert Clock.from_json(clock.to_json()) == clock
    source, turns = random.Random(3), 0
    for _ in range(200):
        watch: dict[str, Any] = {"main": 60, "periods": 3, "period": 30, "moves": 0, "over": False}
        assert clock.at_first is not None
        left, moves = clock.at_first, 0
        while True:
            seconds = source.choice((0, 1, 3, 7, 8, 9, 11, 19, 24))
            enough = seconds < clock.longest(left)
            assert stopwatch(watch, seconds) == enough
            if not enough:
                break
            left, moves = clock.after(left, seconds, moves)
            turns += 1
            total = watch["main"]
            if stopwatch is japanese:
                total += 10 * watch["periods"]
            if stopwatch is canadian:
                total += watch["period"]
            assert (left, moves) == (total, watch["moves"])
            if left > 200:
                break
    assert turns > 500


def test_a_terminal_shows_the_period() -> None:
    clock = Clock("byoyomi", 60, period=10, count=3)
    told = [clock.text(left, 0) for left in (90, 30, 12)]
    assert told == ["(1:00 left)", "(0:10 left, 3 periods)", "(0:02 left, 2 periods)"]
    assert Clock("canadian", 60, period=30, count=5).text(21, 2) == "(0:21 left for 3 moves)"
    assert Clock("fischer", 60, 2).text(61, 0) == "(1:01 left)"


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "delay", "minutes": 0, "delay": 5},
        {"kind": "bronstein", "minutes": 5},
        {"kind": "byoyomi", "minutes": 5, "period": 0, "periods": 5},
        {"kind": "byoyomi", "minutes": 5, "period": 30, "periods": 2.5},
        {"kind": "canadian", "minutes": 181, "period": 30, "moves": 5},
        {"kind": "canadian", "minutes": 5, "period": float("nan"), "moves": 5},
        {"kind": "canadian", "minutes": 5, "period": 30, "moves": True},
        {"kind": "fischer", "minutes": float("inf"), "increment": 5},
        {"kind": "sand"},
    ],
)
def test_clocks_that_cannot_be_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(TableError, match="expected"):
        Clock.from_json(data)
