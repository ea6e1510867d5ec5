"""Openings: how games went on from a position, and who won them.

Positions that are each other's image under a symmetry of the rules count as one, and so do the
moves that lead to such positions; only symmetries that leave each seat in its place are used. How
many moves were played before a position does not matter, as for repetitions
(`generic.repetition_state`).
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.rules import generic

__all__ = [
    "DEEPEST",
    "NOBODY",
    "Book",
    "Continuation",
    "Count",
    "Opening",
    "OpeningMove",
    "book_of",
    "continuations",
    "opening",
    "position_key",
    "winner_of",
]

DEEPEST = 30
"""Moves of a game that count as its opening."""
NOBODY = -1
"""The value in place of the winner where no seat alone has the greatest return."""
LONGEST = 200  # characters of the text of moves that seats choose together
KEY_LENGTH = 24  # hexadecimal digits


class Continuation(NamedTuple):
    """A continuation that was played in a position."""

    position: str
    """The key of the position."""
    name: str
    """The key of the position that a move leads to; where several seats choose, their moves as
    text."""


class Count(NamedTuple):
    """The number of games in which a continuation was played, with one result."""

    name: str
    """The name of the continuation."""
    winner: int
    """A seat, or NOBODY."""
    games: int
    latest: str | None = None
    """The id of the table where it was played last, if that can be told."""


@dataclasses.dataclass
class OpeningMove:
    """The results of games after a move."""

    move: str
    """The move as text; the first of those that are each other's image."""
    alike: list[str]
    """The others."""
    games: int
    wins: list[int]
    """Games that each seat won."""
    draws: int
    """Games that nobody won alone."""
    latest: str | None
    """The id of a table where it was played."""


@dataclasses.dataclass
class Opening:
    """The results of games that went on from a position."""

    games: int
    wins: list[int]
    draws: int
    moves: list[OpeningMove]
    """The moves, those that were played most first."""


def position_key(position: Position) -> str:
    """The key of a position: the same for positions that count as one."""
    state = generic.repetition_state(position.state)
    seats = range(position.seats)
    images = [state]
    if len(position.movers) < 2:
        images += [
            generic.symmetric_state(state, symmetry)
            for symmetry in range(1, int(generic.symmetry_count(state)))
            if all(generic.symmetric_seat(state, symmetry, seat) == seat for seat in seats)
        ]
    least = min(map(json.dumps, images))
    whole = f"{position.game.name}/{position.ruleset.name} {len(seats)} {least}"
    return hashlib.sha256(whole.encode()).hexdigest()[:KEY_LENGTH]


def continuations(record: Record, most: int = DEEPEST) -> list[Continuation]:
    """List what was played in the first positions of a game; where it comes back to one, the first
    time alone.
    """
    continuations_by_key: dict[str, Continuation] = {}
    before, key = None, ""
    for position, _ in zip(record.positions(), range(most + 1), strict=False):
        if before is not None and position.joint is not None:
            name = (
                before.joint_text(position.joint)
                if len(before.movers) > 1
                else position_key(position)
            )
            if len(name) <= LONGEST:
                continuations_by_key.setdefault(key, Continuation(key, name))
        before, key = position, position_key(position)
    return list(continuations_by_key.values())


def winner_of(returns: Sequence[float]) -> int:
    """The seat that alone has the greatest return; NOBODY where there is none."""
    best = max(returns)
    return returns.index(best) if list(returns).count(best) == 1 else NOBODY


def moves_by_name(position: Position, names: Collection[str]) -> dict[str, list[str]]:
    """The moves of a position that are continuations of these names."""
    if len(position.movers) > 1:
        return {name: [name] for name in names}
    texts: dict[str, list[str]] = {}
    for move in position.legal if names else ():
        name = position_key(position.play_joint(move.action))
        if name in names:
            texts.setdefault(name, []).append(move.text)
    return texts


def opening(position: Position, counts: Iterable[Count]) -> Opening:
    """The moves of a position that were counted, and what games came to after them."""
    by_name: dict[str, OpeningMove] = {}
    for count in counts:
        one = by_name.setdefault(
            count.name, OpeningMove("", [], 0, [0] * position.seats, 0, count.latest)
        )
        one.games += count.games
        if count.winner == NOBODY:
            one.draws += count.games
        else:
            one.wins[count.winner] += count.games
        one.latest = one.latest or count.latest
    for name, texts in moves_by_name(position, by_name).items():
        by_name[name].move, *by_name[name].alike = texts
    moves = sorted(
        (one for one in by_name.values() if one.move), key=lambda one: (-one.games, one.move)
    )
    return Opening(
        sum(one.games for one in moves),
        [sum(one.wins[seat] for one in moves) for seat in range(position.seats)],
        sum(one.draws for one in moves),
        moves,
    )


class Book:
    """An opening book: counted continuations by position."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[tuple[str, int]]] = {}

    def add(self, record: Record, most: int = DEEPEST) -> None:
        """Count a game that is over."""
        winner = winner_of(record.returns)
        for position, name in continuations(record, most):
            self._counts.setdefault(position, Counter())[name, winner] += 1

    def at(self, position: Position) -> Opening:
        """The results of the counted games that went on from this position."""
        counts = self._counts.get(position_key(position)) or Counter()
        return opening(
            position, (Count(name, winner, games) for (name, winner), games in counts.items())
        )

    def to_json(self, fewest: int = 1) -> str:
        """The book as JSON, a position a line; without positions of less than `fewest` games."""
        lines = (
            f"{json.dumps(position)}: {json.dumps(rows_of(counts))}"
            for position, counts in sorted(self._counts.items())
            if counts.total() >= fewest
        )
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def from_json(cls, text: str) -> Book:
        """Decode what `to_json` wrote."""
        book = cls()
        fields: dict[str, list[Any]] = json.loads(text)
        for position, counts in fields.items():
            book._counts[position] = Counter(
                {(name, winner): games for name, winner, games in counts}
            )
        return book


def rows_of(counts: Counter[tuple[str, int]]) -> list[list[Any]]:
    return [[name, winner, games] for (name, winner), games in sorted(counts.items())]


@cache
def book_of(game: str) -> Book | None:
    """The book of the engine's games against itself that comes with the package, if any."""
    file = files("ludarium.analysis") / "books" / f"{game}.json"
    return Book.from_json(file.read_text(encoding="utf-8")) if file.is_file() else None
