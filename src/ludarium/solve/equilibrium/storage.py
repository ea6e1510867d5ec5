"""Files of solved positions: compact, versioned, and sure to be whole.

A file is three lines and a body. The first line names the format and its version; the second is the
SHA-256 of all that follows it, in hexadecimal; the third says as JSON what the table is of. The
body is LZMA of three arrays of little-endian numbers, states in ascending order: the fields of the
states (int64, field by field, as differences from the state before), their mixes (uint32, for each
seat the probability of each choice but the last, in parts of WHOLE), and their values (uint32, from
the least to the most return, in parts of WHOLE).
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.errors import LudariumError, TableFileError
from ludarium.rules.game import Game
from ludarium.solve.equilibrium.solution import Table

__all__ = ["FORMAT", "pack", "read_table", "unpack", "write_table"]

FORMAT = b"ludarium equilibrium 1"
# just below 2**32; a half, a third, a quarter, a fifth and a sixth of it are whole numbers
WHOLE = 4_294_967_280


def pack(table: Table) -> bytes:
    """The file's content."""
    fields = np.array(table.states, np.int64)
    order = np.lexsort(fields.T[::-1])
    low, high = map(float, table.game.returns_range)
    weights = np.rint(table.mix_rows[order] * WHOLE).astype(np.int64)
    largest = weights.argmax(axis=2)[..., None]
    excess = weights.sum(axis=2, keepdims=True) - WHOLE
    np.put_along_axis(weights, largest, np.take_along_axis(weights, largest, 2) - excess, 2)
    levels = np.rint((table.value_rows[order] - low) / (high - low) * WHOLE)
    arrays = (
        np.diff(fields[order], axis=0, prepend=0).T.astype("<i8"),
        np.where(table.mix_rows[order].any(axis=2, keepdims=True), weights, 0)[:, :, :-1].astype(
            "<u4"
        ),
        levels.astype("<u4"),
    )
    header = {
        "game": table.game.name,
        "ruleset": table.ruleset.name,
        "seats": table.seats,
        "gamma": table.gamma,
        "epsilon": table.epsilon,
        "states": len(table.states),
        "fields": fields.shape[1],
        "choices": int(table.mix_rows.shape[2]),
    }
    body = lzma.compress(b"".join(array.tobytes() for array in arrays), preset=9)
    rest = json.dumps(header).encode() + b"\n" + body
    return b"\n".join((FORMAT, hashlib.sha256(rest).hexdigest().encode(), rest))


def unpack(content: bytes, name: str, game: Game) -> Table:
    """The table of a file's content; `name` is what errors call it. Raises TableFileError."""
    head, _, rest = content.partition(b"\n")
    if head != FORMAT:
        raise TableFileError(
            f"{name} is no table of this version: expected it to begin with {FORMAT.decode()!r}"
        )
    digest, _, rest = rest.partition(b"\n")
    if hashlib.sha256(rest).hexdigest().encode() != digest:
        raise TableFileError(
            f"{name} is damaged: its content does not have the SHA-256 that it says"
        )
    head, _, body = rest.partition(b"\n")
    header = json.loads(head)
    if header["game"] != game.name:
        raise TableFileError(f"{name} is a table of {header['game']}: expected one of {game.name}")
    return _decode(header, lzma.decompress(body), game)


def _decode(header: dict[str, Any], data: bytes, game: Game) -> Table:
    count, seats, fields, choices = (
        int(header[key]) for key in ("states", "seats", "fields", "choices")
    )
    kinds = (
        ("<i8", (fields, count)),
        ("<u4", (count, seats, choices - 1)),
        ("<u4", (count, seats)),
    )
    arrays = []
    begin = 0
    for kind, shape in kinds:
        size = int(np.prod(shape))
        arrays.append(np.frombuffer(data, kind, size, begin).reshape(shape))
        begin += size * int(kind[-1])
    states = np.cumsum(arrays[0], axis=1).T.tolist()
    weights = arrays[1].astype(np.float64)
    mixes = np.concatenate([weights, WHOLE - weights.sum(axis=2, keepdims=True)], axis=2) / WHOLE
    low, high = map(float, game.returns_range)
    return Table(
        game=game,
        ruleset=game.ruleset(header["ruleset"]),
        seats=seats,
        gamma=float(header["gamma"]),
        epsilon=float(header["epsilon"]),
        states=tuple(game.state(*state) for state in states),
        value_rows=low + (high - low) * arrays[2] / WHOLE,
        mix_rows=mixes,
    )


def write_table(table: Table, path: Path) -> int:
    """Write the file in one step, so that nobody finds half of one; its size in bytes.

    Raises LudariumError.
    """
    content = pack(table)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            file.write(content)
        os.chmod(file.name, 0o644)
        os.replace(file.name, path)
    except OSError as error:
        raise LudariumError(f"cannot write {path}: {error.strerror}") from None
    return len(content)


def read_table(path: Path, game: Game) -> Table:
    """The table of this file. Raises TableFileError where it is missing or not whole."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror}") from None
    return unpack(content, str(path), game)
