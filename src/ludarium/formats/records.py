"""Our own records, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ludarium.errors import RecordError
from ludarium.formats.file_game import FileGame, GameNode, Result
from ludarium.formats.game_tree import FileFault, Remark
from ludarium.formats.source import Source, too_long
from ludarium.play.record import BY_MOVES, Record

__all__ = ["game_of", "read_records", "written_record"]

LONGEST_LINE = 1 << 25
"""Characters of a record."""


def read_records(source: Source) -> Iterator[FileGame | FileFault]:
    """The games of a file of records, and what is wrong with other lines. Raises FileError."""
    number = line_number = 0
    parts: list[str] = []
    length = 0
    for piece in source.pieces():
        length += len(piece)
        if length <= LONGEST_LINE:
            parts.append(piece)
        elif parts:
            number, parts = number + 1, []
            told = f"a line of more than {LONGEST_LINE:,} characters: expected a record"
            yield FileFault(told, source.name, line_number + 1, 1, number)
        if not piece.endswith("\n"):
            continue
        line_number += 1
        if text := "".join(parts).strip():
            number += 1
            yield _read(text, source, line_number, number)
        parts, length = [], 0
    if text := "".join(parts).strip():
        yield _read(text, source, line_number + 1, number + 1)


def _read(text: str, source: Source, line: int, number: int) -> FileGame | FileFault:
    file, moves = source.name, moves_in(text, source.most_moves)
    if moves > source.most_moves:
        return FileFault(too_long(moves, source), file, line, 1, number)
    try:
        game = game_of(Record.from_json(text))
    except RecordError as error:
        return FileFault(str(error), file, line, 1, number)
    game.number, game.line = number, line
    return game


def moves_in(text: str, few: int) -> int:
    """The number of moves of a record, before they are played; 0 where it is none, or so short that
    they must be few.
    """
    if len(text) <= few:
        return 0
    try:
        moves = json.loads(text)["moves"]
    except (ValueError, RecursionError, LookupError, TypeError):
        return 0
    return len(moves) if isinstance(moves, list) else 0


def game_of(record: Record) -> FileGame:
    """A record as a game of a file.

    >>> import ludarium
    >>> record = ludarium.Record.new("chess", ["Ann", "Bob"])
    >>> _ = record.play("e4")
    >>> game_of(record).players
    ('Ann', 'Bob')
    """
    nodes = [GameNode(-1, -1, record.first.state)]
    for seconds, position in zip(record.seconds, [*record.positions()][1:], strict=True):
        assert position.joint is not None
        remark = None if seconds is None else Remark(elapsed=seconds)
        nodes.append(GameNode(len(nodes) - 1, position.joint, position.state, remark))
    reason = "" if record.reason in BY_MOVES else record.reason
    result = Result(record.returns, reason) if record.over else Result()
    return FileGame(record.first, nodes, record.players, result=result, original=record)


def written_record(game: FileGame) -> str:
    """The main line as a line of JSON."""
    return f"{game.record().to_json()}\n"
