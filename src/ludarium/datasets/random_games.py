"""Datasets of random games, which compiled code plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from ludarium.datasets.schema import Header, batch_of
from ludarium.environments import trajectories
from ludarium.environments.trajectories import Log, Room, record_games
from ludarium.play.record import BY_DEAD_POSITION, BY_REPETITION, BY_RULES
from ludarium.rules.bits import ALL, Bits
from ludarium.rules.game import Game
from ludarium.rules.packing import load, word_count

__all__ = ["MOST_MOVES", "RandomGames"]

Array = Any

MOST_MOVES = 100_000
"""A game of so many moves is abandoned as a draw."""
ROOM = 1 << 25  # bytes that the rows of a batch may take
REASONS = (BY_RULES, BY_REPETITION, BY_DEAD_POSITION, "abandoned")  # in the order of `recording`


class RandomGames:
    """Plays random games and gives them as rows.

    compile: whether compiled code plays, or plain Python, which is slow and plays the same.
    """

    def __init__(self, header: Header, *, compile: bool = True) -> None:
        self.header, self._compile = header, compile
        self._size = word_count(header.first.state)
        self._seen = header.observation_space.size if header.observations else 0
        row = 8 * (self._size + trajectories.ROW_COLUMNS) + self._seen + 8 * header.actions.size
        self._rows = max(256, min(1 << 16, ROOM // row))

    def batches(self, first: int, last: int) -> Iterator[pa.RecordBatch]:
        """The rows of the games of numbers first .. last-1."""
        while first < last:
            count = min(last - first, self._rows)
            arrays, room = self._arrays(count)
            run = self._runner()
            done = run(
                self.header.first.state,
                first,
                count,
                Bits(self.header.seed & ALL),
                Log(**{name: self._reach(arrays[name]) for name in Log._fields}),
                room,
                arrays["gains"],
            )
            if done:
                yield self._batch(first, done, arrays)
                first += done
            else:  # not even one game fits
                self._rows *= 2

    def _runner(self) -> Any:
        if not self._compile:
            return record_games
        from ludarium.rules.compiling import compiled

        return compiled(record_games, self.header.rules)

    def _reach(self, array: Array) -> Any:
        if not self._compile:
            return array
        from ludarium.rules.compiling import reach

        return reach(array)

    def _arrays(self, count: int) -> tuple[dict[str, Array], Room]:
        header, rows = self.header, self._rows
        game, space = header.rules, header.observation_space
        ruled = game.superko or game.repetition is not None
        legal = rows * min(header.actions.size, 1024) + header.actions.size
        room = Room(
            rows=rows,
            legal=legal,
            chance=4 * rows,
            moves=MOST_MOVES,
            size=self._size,
            seats=header.seats,
            occurrences=game.repetition or 0,
            observed=header.observations,
            planes=space.planes(self._reach),
        )
        numbers = {
            "games": count * trajectories.GAME_COLUMNS,
            "rows": rows * trajectories.ROW_COLUMNS,
            "words": rows * self._size,
            "legal": legal,
            "chance": room.chance,
            "keys": MOST_MOVES + 1 if ruled else 0,
            "spare": self._size,
        }
        arrays = {name: np.empty(size, np.int64) for name, size in numbers.items()}
        arrays["observations"] = np.zeros(rows * self._seen, np.uint8)  # not all is written
        arrays["gains"] = np.full((count, header.seats), game.even_return(header.seats))
        return arrays, room

    def _batch(self, first: int, count: int, arrays: dict[str, Array]) -> pa.RecordBatch:
        header = self.header
        games = arrays["games"].reshape(-1, trajectories.GAME_COLUMNS)[:count]
        ends = games[:, trajectories.ROWS_END]
        number = int(ends[-1])
        rows = arrays["rows"].reshape(-1, trajectories.ROW_COLUMNS)[:number]
        of_game = np.repeat(np.arange(count), np.diff(ends, prepend=0))
        seat, ply = rows[:, trajectories.SEAT], rows[:, trajectories.PLY]
        legal_ends, chance_ends = rows[:, trajectories.LEGAL_END], rows[:, trajectories.CHANCE_END]
        indices = header.actions.indices
        gains = arrays["gains"][of_game]
        words = arrays["words"][: number * self._size]
        agents = header.agent_at(of_game + first, seat).astype(np.int8)
        columns: dict[str, Any] = {
            "game": of_game + first,
            "ply": ply.astype(np.int32),
            "seat": seat.astype(np.int8),
            "agent": pa.array(agents, mask=ply < header.opening),
            "legal": _lists(legal_ends, indices[arrays["legal"][: _last(legal_ends)]], np.int32),
            "action": indices[rows[:, trajectories.ACTION]].astype(np.int32),
            "chance": _lists(chance_ends, arrays["chance"][: _last(chance_ends)], np.int64),
            "returns": pa.FixedSizeListArray.from_arrays(gains.ravel(), header.seats),
            "length": games[of_game, trajectories.LENGTH].astype(np.int32),
            "reason": np.array(REASONS)[games[of_game, trajectories.REASON]],
        }
        if header.states:
            columns["state"] = pa.FixedSizeListArray.from_arrays(words.copy(), self._size)
        else:
            columns["position"] = self._texts(words)
        if header.observations:
            observations = arrays["observations"][: number * self._seen].tobytes()
            buffers = [None, pa.py_buffer(observations)]
            columns["observation"] = pa.Array.from_buffers(pa.binary(self._seen), number, buffers)
        return batch_of(header, columns)

    def _texts(self, words: Array) -> list[str]:
        game: Game = self.header.rules
        begin = f"{game.name}/{self.header.ruleset} "
        like, size = self.header.first.state, self._size
        return [
            begin + game.write_position(load(like, words, place))
            for place in range(0, len(words), size)
        ]


def _last(ends: Array) -> int:
    return int(ends[-1]) if len(ends) else 0


def _lists(ends: Array, values: Array, kind: type) -> pa.ListArray:
    """Lists that lie one after the other in `values`, from where each ends."""
    offsets = np.concatenate(([0], ends)).astype(np.int32)
    return pa.ListArray.from_arrays(offsets, values.astype(kind))
