"""The schema of a dataset: its columns, and the header of its file.

docs/datasets.md describes the columns.
"""

from __future__ import annotations

import dataclasses
import functools
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ludarium import catalogue
from ludarium.environments.actions import ActionSpace, action_space
from ludarium.environments.observations import ObservationSpace, observation_space
from ludarium.errors import RecordError
from ludarium.play.position import Position, start
from ludarium.rules.game import Game
from ludarium.rules.packing import load, word_count
from ludarium.version import __version__

__all__ = ["KEY", "SCHEMA", "Header", "batch_of", "read_header", "schema_of"]

KEY = b"ludarium"
"""The key of the file's metadata under which the header is, as JSON."""
SCHEMA = 1
"""The version of the columns and of the header."""

Array = Any


@dataclasses.dataclass(frozen=True)
class Header:
    """The common properties of all rows of a dataset."""

    game: str
    """The game's name, or the file that it is read from."""
    ruleset: str
    seats: int
    agents: tuple[str, ...]
    """One for each seat, which rotate from game to game, or one that plays all seats."""
    games: int
    """The number of games."""
    seed: int
    """The seed of all randomness."""
    opening: int = 0
    """The number of random moves that begin each game."""
    observations: bool = False
    """True if there is a column of observations."""
    states: bool = False
    """True if positions are the numbers of the state instead of text."""

    @functools.cached_property
    def first(self) -> Position:
        """The position from which each game begins. Raises the errors of `ludarium.start`."""
        return start(catalogue.named(self.game), self.ruleset, self.seats)

    @property
    def rules(self) -> Game:
        """The game itself."""
        return self.first.game

    @property
    def actions(self) -> ActionSpace:
        """The actions, whose indices the columns `legal` and `action` hold."""
        return action_space(self.rules, self.ruleset, self.seats)

    @property
    def observation_space(self) -> ObservationSpace:
        """The meaning of the bytes of an observation."""
        return observation_space(self.rules, self.ruleset, self.seats)

    def agent_at(self, game: Array, seat: Array) -> Array:
        """The index of the agent at the seat in the game of this number; both may be arrays."""
        return (seat + game) % len(self.agents)

    def position(self, state: Sequence[int]) -> Position:
        """The position of a value of the column `state`."""
        loaded = load(self.first.state, np.asarray(state, np.int64), 0)
        return Position(self.rules, self.first.ruleset, loaded)

    def to_json(self) -> str:
        """The header as it is in a file, with versions and the spaces that columns refer to."""
        more = {
            "schema": SCHEMA,
            "ludarium": __version__,
            "actions": self.actions.size,
            "observation_shape": self.observation_space.shape,
        }
        return json.dumps({**more, **dataclasses.asdict(self)})


@functools.cache
def schema_of(header: Header) -> pa.Schema:
    """The columns of a dataset, with its header as metadata."""
    words, size = word_count(header.first.state), header.observation_space.size
    columns = [
        pa.field("game", pa.int64(), nullable=False),
        pa.field("ply", pa.int32(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("agent", pa.int8()),
        pa.field("state", pa.list_(pa.int64(), words), nullable=False)
        if header.states
        else pa.field("position", pa.string(), nullable=False),
        pa.field("legal", pa.list_(pa.int32()), nullable=False),
        pa.field("action", pa.int32()),
        pa.field("policy", pa.list_(pa.float32())),
        pa.field("value", pa.float32()),
        pa.field("label", pa.string()),
        pa.field("chance", pa.list_(pa.int64()), nullable=False),
        pa.field("returns", pa.list_(pa.float64(), header.seats), nullable=False),
        pa.field("length", pa.int32(), nullable=False),
        pa.field("reason", pa.string(), nullable=False),
    ]
    if header.observations:
        columns.append(pa.field("observation", pa.binary(size), nullable=False))
    return pa.schema(columns, metadata={KEY: header.to_json().encode()})


def batch_of(header: Header, columns: Mapping[str, Any]) -> pa.RecordBatch:
    """Rows of a dataset: Arrow arrays or what these are made of, by column; those that are left
    out are null.
    """
    schema, count = schema_of(header), len(columns["game"])
    arrays = [
        pa.nulls(count, field.type)
        if field.name not in columns
        else columns[field.name]
        if isinstance(columns[field.name], pa.Array)
        else pa.array(columns[field.name], field.type)
        for field in schema
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def read_header(path: Path | str) -> Header:
    """The header of a dataset's file. Raises RecordError where it is not one."""
    try:
        content = (pq.read_schema(path).metadata or {}).get(KEY)
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or 'no such file'}") from None
    except pa.ArrowInvalid:
        content = None
    fields = json.loads(content) if content else {}
    if fields.get("schema") != SCHEMA:
        version = f"version {fields['schema']} of the columns" if fields else "no dataset of ours"
        raise RecordError(f"{path} is {version}, expected version {SCHEMA}, as of ludarium dataset")
    names = [field.name for field in dataclasses.fields(Header)]
    fields["agents"] = tuple(fields["agents"])
    return Header(**{name: fields[name] for name in names})
