"""Files of solutions: compact, versioned and with a checksum.

A file is three lines and a body. The first line names the format and its version; the second is the
SHA-256 of all that follows it, in hexadecimal; the third is a JSON header. The body is three arrays
of little-endian numbers, compressed by LZMA, with the states in ascending order: the fields of the
states (int64, field by field, as differences from the state before); their mixed strategies
(uint32, for each seat the probability of each action but the last, in units of 1 / WHOLE); and
their values (uint32, scaled from the least to the largest return, in units of 1 / WHOLE).
"""

from __future__ import annotations

import hashlib
import json
import lzma
from pathlib import Path
from typing import Any

import numpy as np

from ludarium.errors import LudariumError, TableFileError
from ludarium.files import write_whole
from ludarium.rules.game import Game
from ludarium.solvers.equilibrium.solution import Solution

__all__ = ["FORMAT", "pack", "read_solution", "unpack", "write_solution"]

FORMAT = b"ludarium equilibrium 1"
# just below 2**32; a half, a third, a quarter, a fifth and a sixth of it are whole numbers
WHOLE = 4_294_967_280


def pack(solution: Solution) -> bytes:
    """Encode a solution as the content of a file."""
    fields = np.array(solution.states, np.int64)
    order = np.lexsort(fields.T[::-1])
    low, high = map(float, solution.game.returns_range)
    weights = np.rint(solution.mix_rows[order] * WHOLE).astype(np.int64)
    largest = weights.argmax(axis=2)[..., None]
    excess = weights.sum(axis=2, keepdims=True) - WHOLE
    np.put_along_axis(weights, largest, np.take_along_axis(weights, largest, 2) - excess, 2)
    levels = np.rint((solution.value_rows[order] - low) / (high - low) * WHOLE)
    arrays = (
        np.diff(fields[order], axis=0, prepend=0).T.astype("<i8"),
        np.where(solution.mix_rows[order].any(axis=2, keepdims=True), weights, 0)[:, :, :-1].astype(
            "<u4"
        ),
        levels.astype("<u4"),
    )
    header = {
        "game": solution.game.name,
        "ruleset": solution.ruleset.name,
        "seats": solution.seats,
        "gamma": solution.gamma,
        "epsilon": solution.epsilon,
        "states": len(solution.states),
        "fields": fields.shape[1],
        "choices": int(solution.mix_rows.shape[2]),
    }
    body = lzma.compress(b"".join(array.tobytes() for array in arrays), preset=9)
    rest = json.dumps(header).encode() + b"\n" + body
    return b"\n".join((FORMAT, hashlib.sha256(rest).hexdigest().encode(), rest))


def unpack(content: bytes, name: str, game: Game) -> Solution:
    """Decode the content of a file. Raises TableFileError, which calls the file `name`."""
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


def _decode(header: dict[str, Any], data: bytes, game: Game) -> Solution:
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
    return Solution(
        game=game,
        ruleset=game.ruleset(header["ruleset"]),
        seats=seats,
        gamma=float(header["gamma"]),
        epsilon=float(header["epsilon"]),
        states=tuple(game.state(*state) for state in states),
        value_rows=low + (high - low) * arrays[2] / WHOLE,
        mix_rows=mixes,
    )


def write_solution(solution: Solution, path: Path) -> int:
    """Write a solution to a file atomically; returns its size in bytes.

    Raises LudariumError where it cannot be written.
    """
    content = pack(solution)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as error:
        raise LudariumError(f"cannot write {path}: {error.strerror}") from None
    return len(content)


def read_solution(path: Path, game: Game) -> Solution:
    """Read a solution from a file. Raises TableFileError where it is missing or damaged."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TableFileError(f"cannot read {path}: {error.strerror}") from None
    return unpack(content, str(path), game)
