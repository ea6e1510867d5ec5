"""Records in files: one a line, added as games end, and read though the last was cut off."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from ludarium.errors import RecordError
from ludarium.play.record import Record

__all__ = ["add_records", "cut_off_at", "cut_short", "read_records"]


BEGINNING = b'{"ludarium": '  # of every line


def add_records(path: Path | str, records: Iterable[Record]) -> None:
    """Append records to a file, which is created if missing.

    Raises RecordError where it cannot be written.
    """
    try:
        with Path(path).open("a+b") as file:
            # a line that was cut off must not spoil the first record that is added
            if file.tell() and not _ends_with_newline(file):
                file.write(b"\n")
            file.writelines(record.to_json().encode() + b"\n" for record in records)
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None


def _ends_with_newline(file: BinaryIO) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def read_records(path: Path | str) -> tuple[list[Record], list[RecordError]]:
    """Read a file: its valid records, and an error for each invalid one.

    Errors name the line and, where they can, the move. Raises RecordError where the file cannot be
    read.
    """
    records, errors = [], []
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            records.append(Record.from_json(line.decode("utf-8")))
        except UnicodeDecodeError:
            errors.append(RecordError(f"line {number}: not UTF-8 text"))
        except RecordError as error:
            errors.append(
                RecordError(
                    f"line {number}, {error}"
                    if str(error).startswith("move")
                    else f"line {number}: {error}"
                )
            )
    return records, errors


def cut_off_at(path: Path | str) -> int | None:
    """The byte from which the last line goes, if it is a record that was cut off while it was
    written: it begins as one does, and is neither whole nor ended; None if it is not.

    Raises RecordError where the file cannot be read.
    """
    try:
        written = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    start_of_line = written.rfind(b"\n") + 1
    line = written[start_of_line:]
    if not line or line[: len(BEGINNING)] != BEGINNING[: len(line)]:
        return None
    try:
        json.loads(line)
    except (json.JSONDecodeError, UnicodeDecodeError):
        return start_of_line
    except (ValueError, RecursionError):
        pass  # too large for a record, and not for having been cut off
    return None


def cut_short(path: Path | str, size: int) -> None:
    """Leave the first bytes of a file, as many as `size`. Raises RecordError where it cannot be
    written.
    """
    try:
        os.truncate(path, size)
    except OSError as error:
        raise RecordError(f"cannot write {path}: {error.strerror}") from None
