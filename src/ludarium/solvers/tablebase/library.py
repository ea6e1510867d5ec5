"""Tablebases of games of counters on lines: makes, stores, verifies and probes them.

A file is a page of PAGE bytes and a body. The page's lines are the format and its version, the
SHA-256 of the body in hexadecimal, and a JSON header. The body is the array that
`ludarium.solvers.tablebase.indexing` describes, as little-endian numbers; it is mapped into memory.
While a tablebase is made, finished parts are kept in a file beside it (`.part`), from which an
interrupted run continues.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ludarium.cache import cache_folder
from ludarium.errors import LudariumError, TableFileError
from ludarium.files import write_whole
from ludarium.play.position import Position
from ludarium.rules import generic
from ludarium.rules.bits import EMPTY, bit, lowest, popcount
from ludarium.rules.compiling import compiled, is_plain, reach
from ludarium.rules.counters.bitboard.state import BitboardState, packed
from ludarium.rules.counters.parts import LOSES, Parts
from ludarium.rules.game import Game, Ruleset
from ludarium.solvers.tablebase.indexing import (
    COUNTERS,
    HEAD,
    LOST,
    MOST_TURNS,
    head_of,
    probe,
)
from ludarium.solvers.tablebase.retrograde import begin, check, find_classes, look_back

__all__ = [
    "FEW",
    "MOST",
    "Census",
    "Tablebase",
    "Worth",
    "base_for",
    "check_solvable",
    "has_tablebase",
    "largest_file",
    "make",
    "read",
    "tablebase_file",
    "verify",
]

FORMAT = "ludarium tablebase 1"
PAGE = 4096
# counters of both sides together, of tablebases that are made in seconds where they are needed
FEW = 4
MOST = 6

Report = Callable[[str, int, int], None]  # what is being done, how much of it is done, of how much


class Worth(NamedTuple):
    """Value of a position for the seat to move."""

    value: float
    """1 for a win, 0 for a draw, -1 for a loss."""
    turns: int
    """Number of turns to the win or loss; 0 for a draw."""


class Census(NamedTuple):
    """Numbers of positions in a tablebase, for each seat where the rules distinguish seats."""

    won: int
    """Positions won for the seat to move."""
    lost: int
    """Positions lost for the seat to move."""
    drawn: int
    """Drawn positions."""
    most_turns: int
    """Turns of the longest win or loss."""


@dataclasses.dataclass(frozen=True, eq=False)
class Tablebase:
    """The values of all positions of few counters, by one ruleset."""

    game: Game
    """The game."""
    ruleset: Ruleset
    """The ruleset."""
    counters: int
    """Largest number of counters of both sides together."""
    array: Any
    """The int64 array of the file's body."""

    def worth(self, position: Position) -> Worth | None:
        """The position's value; None where it is not stored, as in the middle of a run of hops."""
        if (
            position.over
            or position.game is not self.game
            or rules_of(position.ruleset) != rules_of(self.ruleset)
        ):
            return None
        code = probe(position.game.plain(position.state), self.array)
        if code == -1:
            return None
        return (
            Worth(-1.0, code - LOST)
            if code >= LOST
            else Worth(1.0, code)
            if code
            else Worth(0.0, 0)
        )


def has_tablebase(game: Game, ruleset: Ruleset) -> bool:
    """Return whether the game can have a tablebase.

    It must be a game of counters on lines where rows do not close, a seat that cannot move does not
    win, and one without counters loses.
    """
    if not issubclass(game.state, BitboardState):
        return False
    parts: Parts = ruleset.parameters.parts
    outcomes = parts.outcomes
    return not parts.closing and max(outcomes) <= LOSES and outcomes[2:] == (LOSES, LOSES)


def check_solvable(game: Game, ruleset: Ruleset, counters: int) -> None:
    """Raise LudariumError where there can be no such tablebase."""
    if not has_tablebase(game, ruleset):
        raise LudariumError(
            f"{game.name}/{ruleset.name} has no tablebase: expected a game of counters on "
            "lines, without closing rows"
        )
    if not 2 <= counters <= MOST:
        raise LudariumError(f"a tablebase is of 2 to {MOST} counters, not {counters}")


def mappings_of(state: Any) -> tuple[tuple[int, ...], ...]:
    """The image of each point under each symmetry, for a state whose points are all in play."""

    def mapped(point: int, symmetry: int) -> int:
        alone = generic.tablebase_state(state, bit(point), EMPTY, EMPTY, 0)
        return lowest(generic.tablebase_pieces(generic.symmetric_state(alone, symmetry))[0])

    points = range(popcount(state.area))
    return tuple(
        tuple(mapped(point, symmetry) for point in points)
        for symmetry in range(generic.symmetry_count(state))
    )


def rules_of(ruleset: Ruleset) -> int:
    """The rules as one number: rulesets that are the same game share a tablebase."""
    return packed(ruleset.parameters.parts)


def tablebase_file(game: Game, ruleset: Ruleset, counters: int) -> Path:
    """The tablebase's file in the cache folder."""
    return cache_folder() / "tablebases" / f"{game.name}-{rules_of(ruleset)}-{counters}.endings"


def largest_file(game: Game, ruleset: Ruleset) -> Path | None:
    """The existing file with the most counters; None where there is none."""
    files = (tablebase_file(game, ruleset, counters) for counters in range(MOST, 1, -1))
    return next((file for file in files if file.exists()), None)


def base_for(game: Game, ruleset: Ruleset) -> Any:
    """The array of the game's largest tablebase, made with FEW counters where there is no file.

    Empty for games without tablebases, and where nothing is compiled, as plain Python would take
    minutes. Raises TableFileError where the file is damaged.
    """
    if not has_tablebase(game, ruleset):
        return np.zeros(HEAD, np.int64)
    file = largest_file(game, ruleset)
    if file is None and is_plain():
        return np.zeros(HEAD, np.int64)
    if file is None:
        return _few(game, rules_of(ruleset), ruleset.name)
    try:
        return _mapped(file, file.stat().st_mtime_ns, game, ruleset.name)
    except TableFileError as error:
        raise TableFileError(
            f"{error}; to make it anew: {command_for(file, game, ruleset)}"
        ) from None


def command_for(file: Path, game: Game, ruleset: Ruleset) -> str:
    """The command that makes this file."""
    return (
        f"ludarium solve {game.name} --ruleset {ruleset.name} --counters "
        f"{file.stem.rpartition('-')[2]} --again"
    )


@functools.lru_cache(maxsize=32)
def _mapped(file: Path, changed: int, game: Game, ruleset: str) -> Any:
    return read(file, game, game.ruleset(ruleset)).array


@functools.lru_cache(maxsize=32)
def _few(game: Game, rules: int, ruleset: str) -> Any:
    """Not kept in a file: reading and checking it would take as long."""
    array, _ = _begun(game, game.ruleset(ruleset), FEW, None)
    for total in range(2, FEW + 1):
        _solve(game, game.ruleset(ruleset), array, total, None)
    return array


def make(
    game: Game,
    ruleset: Ruleset,
    counters: int,
    *,
    path: Path | None = None,
    report: Report | None = None,
) -> Tablebase:
    """Solve all positions of up to `counters` counters, and write the file.

    path: the file, by default in the cache folder. report: called with the name of the step, the
    amount done and the total. Raises LudariumError where there can be no such tablebase, or the
    file cannot be written.
    """
    check_solvable(game, ruleset, counters)
    file = path or tablebase_file(game, ruleset, counters)
    part = file.with_name(file.name + ".part")
    array, done = _begun(game, ruleset, counters, part)
    for total in range(done + 1, counters + 1):
        _solve(game, ruleset, array, total, report)
        _write(part, game, ruleset, array, total)
    _write(file, game, ruleset, array, counters)
    part.unlink(missing_ok=True)
    return Tablebase(game, ruleset, counters, array)


def _begun(game: Game, ruleset: Ruleset, counters: int, part: Path | None) -> tuple[Any, int]:
    """The array of an interrupted run, or a new one; and the number of counters solved so far."""
    if part is not None and part.exists():
        try:
            array, head = _content(part, game, ruleset)
            if head["counters"] == counters:
                return np.array(array), int(head["solved"])
        except TableFileError:
            pass  # what was interrupted while it was written, or is of other rules, is made anew
    state = game.start(ruleset, 2)
    mappings = mappings_of(state)
    array = head_of(
        len(mappings[0]), mappings, 2 if ruleset.parameters.parts.sides_differ else 1, counters
    )
    for k in range(1, counters):
        compiled(find_classes, game)(state, reach(array), k)
    return array, 1


def _solve(game: Game, ruleset: Ruleset, array: Any, total: int, report: Report | None) -> None:
    """Solve the positions of exactly `total` counters; those of fewer are solved already."""
    state, base, stack = game.start(ruleset, 2), reach(array), np.zeros(1024, np.int64)
    for own in range(total // 2, 0, -1):
        pairs = sorted({(own, total - own), (total - own, own)})
        what = f"{own} against {total - own}"
        most = max(int(compiled(begin, game)(state, base, reach(stack), *pair)) for pair in pairs)
        turns = 0
        while turns <= most:
            if report:
                report(what, turns, most + 1)
            for pair in pairs:
                most = max(
                    most, int(compiled(look_back, game)(state, base, reach(stack), *pair, turns))
                )
            if most > MOST_TURNS:
                raise LudariumError(
                    f"{what}: a win takes more than {MOST_TURNS} turns, which a tablebase has "
                    "no place for"
                )
            turns += 1
        if report:
            report(what, turns, turns)


def _write(file: Path, game: Game, ruleset: Ruleset, array: Any, solved: int) -> None:
    """Write the file atomically."""
    body = array.astype("<i8", copy=False).tobytes()
    head = {
        "game": game.name,
        "ruleset": ruleset.name,
        "rules": rules_of(ruleset),
        "counters": int(array[COUNTERS]),
        "solved": solved,
    }
    page = (
        "\n".join((FORMAT, hashlib.sha256(body).hexdigest(), json.dumps(head), ""))
        .encode()
        .ljust(PAGE)
    )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, page + body)
    except OSError as error:
        raise LudariumError(f"cannot write {file}: {error.strerror}") from None


def _content(file: Path, game: Game, ruleset: Ruleset) -> tuple[Any, dict[str, Any]]:
    """The array, mapped into memory, and the file's header. Raises TableFileError."""
    try:
        with file.open("rb") as opened:
            page = opened.read(PAGE)
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise TableFileError(f"cannot read {file}: {error.strerror}") from None
    lines = page.rstrip().split(b"\n")
    if lines[0] != FORMAT.encode() or len(lines) != 3:
        raise TableFileError(
            f"{file} is no tablebase of this version: expected it to begin with {FORMAT!r}"
        )
    if lines[1].decode() != digest:
        raise TableFileError(
            f"{file} is damaged: its content does not have the SHA-256 that it says"
        )
    head = json.loads(lines[2])
    if (head["game"], head["rules"]) != (game.name, rules_of(ruleset)):
        raise TableFileError(
            f"{file} is of {head['game']}/{head['ruleset']}: expected one of "
            f"{game.name}/{ruleset.name}"
        )
    return np.memmap(file, "<i8", "r", PAGE), head


def read(file: Path, game: Game, ruleset: Ruleset) -> Tablebase:
    """Read a tablebase. Raises TableFileError where its file is missing or damaged."""
    array, head = _content(file, game, ruleset)
    return Tablebase(game, ruleset, int(head["counters"]), array)


def verify(tablebase: Tablebase, report: Report | None = None) -> Census:
    """Verify every position against its successors, not only one position of each class.

    As wins and losses have a number of turns, consistency proves them; and from a draw one can
    always move to another draw. Raises LudariumError where a position is not consistent.
    """
    game, array = tablebase.game, tablebase.array
    state, stack, counts = (
        game.start(tablebase.ruleset, 2),
        np.zeros(1024, np.int64),
        np.zeros(4, np.int64),
    )
    pairs = [
        (own, total - own) for total in range(2, tablebase.counters + 1) for own in range(1, total)
    ]
    for number, pair in enumerate(pairs):
        if report:
            report("checking", number, len(pairs))
        wrong = int(compiled(check, game)(state, reach(array), reach(stack), *pair, reach(counts)))
        if wrong:
            raise LudariumError(
                f"the tablebase is wrong: {wrong} positions of {pair[0]} against {pair[1]} do "
                "not fit what follows from them"
            )
    if report:
        report("checking", len(pairs), len(pairs))
    return Census(*map(int, counts))
