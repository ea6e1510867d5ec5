"""The line `go`: how long a host lets an engine think, in the words of a dialect."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from ludarium.cli.dialects import Dialect
from ludarium.errors import LudariumError

__all__ = ["Limits", "read_go"]

USUAL = 1.0  # seconds, where a line sets no limit
INFINITE = 3600.0  # seconds; nothing here thinks without an end
MOVES_LEFT = 20  # that the rest of a clock is shared among
MOST_OF_CLOCK = 0.8  # the share of a clock that one move may take
OVERHEAD = 0.02  # seconds from our answer to the host's clock


@dataclasses.dataclass(frozen=True)
class Limits:
    """Limits of a search, of which the first that is reached ends it."""

    seconds: float | None = USUAL
    """Seconds of thinking; None where depth or nodes alone limit it."""
    depth: int | None = None
    """Plies."""
    nodes: int | None = None
    """States that are visited."""
    endless: bool = False
    """True if the answer waits for `stop`."""
    refused: tuple[str, ...] = ()
    """The words that are understood, but not done."""


def read_go(words: list[str], dialect: Dialect, seat: int) -> Limits:
    """The limits of a line `go` with these words after it, for this seat.

    Raises LudariumError where a number is missing, is none or is negative.
    """
    numbers: dict[str, float] = {}
    flags: set[str] = set()
    waiting = iter(words)
    for word in waiting:
        if word in ("infinite", "ponder", "draw"):
            flags.add(word)
        elif word == "searchmoves":  # any number of moves follow, and maybe further limits
            flags.add(word)
            numbers |= _after(waiting, dialect)
        else:
            numbers[word] = _number(next(waiting, ""), words)
    refused = tuple(sorted(flags & {"ponder", "searchmoves"} | numbers.keys() & {"mate"}))
    if "infinite" in flags:
        return Limits(INFINITE, endless=True, refused=refused)
    seconds = _seconds(numbers, dialect, 0 if dialect.mover_first else seat)
    depth, nodes = (
        max(1, int(numbers[name])) if name in numbers else None for name in ("depth", "nodes")
    )
    if seconds is None and depth is None and nodes is None:
        seconds = USUAL
    return Limits(seconds, depth, nodes, refused=refused)


def _after(words: Iterator[str], dialect: Dialect) -> dict[str, float]:
    """The limits among the words after `searchmoves`."""
    known = {"movetime", "movestogo", "depth", "nodes", *dialect.clocks, *dialect.increments}
    numbers = {}
    for word in words:
        if word in known:
            numbers[word] = _number(next(words, ""), [word])
    return numbers


def _number(text: str, words: list[str]) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not -1e15 < number < 1e15:
        raise LudariumError(
            f"go {' '.join(words)[:100]}: expected pairs of a name and a number, such as movetime "
            "1000"
        )
    return max(0.0, number)  # a clock may be past its end


def _seconds(numbers: dict[str, float], dialect: Dialect, place: int) -> float | None:
    """Seconds for this move; None where no time is told. place: of the seat's clock."""
    if "movetime" in numbers:
        told = numbers["movetime"] / 1000
        return max(told / 2, told - OVERHEAD)
    if dialect.clocks[place] not in numbers:
        return None
    left = numbers[dialect.clocks[place]] / 1000
    gained = numbers.get(dialect.increments[place], 0.0) / 1000
    moves = numbers.get("movestogo") or MOVES_LEFT
    most = max(left / 10, MOST_OF_CLOCK * left - OVERHEAD)
    return min(most, left / max(1.0, min(moves + 1, MOVES_LEFT)) + gained)
