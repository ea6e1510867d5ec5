"""The bytes of a file as text: piece by piece, so that memory does not grow with the file.

Files of the past are not all UTF-8. Each line that is not is read as Windows-1252, which is Latin-1
but for some signs.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from ludarium.errors import LudariumError
from ludarium.formats.game_tree import MOST_NODES

__all__ = ["PIECE", "FileError", "Source", "too_long"]

PIECE = 1 << 16
"""Bytes that are read at once, and the longest piece of a line."""
BYTE_ORDER = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LEFT_OPEN = {byte: chr(byte) for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
"""Bytes that Windows-1252 does not have, as Latin-1 has them."""
LOOKED_AT = 4096  # bytes, for whether it is text


class FileError(LudariumError):
    """A file that is none of the format, or cannot be converted."""


class Source:
    """A file, or text, to be read from its beginning to its end, once."""

    def __init__(
        self,
        content: BinaryIO | TextIO | bytes | str,
        name: str = "",
        folder: Path | None = None,
        most_moves: int = MOST_NODES,
        check: Callable[[], None] = lambda: None,
    ) -> None:
        """name: that messages call it by. folder: where it lies, which may hold more about it.
        most_moves: of a game, with those of all variations; a longer one is a fault. check: called
        now and then while it is read, and between moves; what it raises ends the reading.
        """
        if isinstance(content, str):
            content = content.encode("utf-8", "surrogatepass")
        if isinstance(content, bytes):
            content = io.BytesIO(content)
        self.name, self.folder, self.most_moves = name, folder, most_moves
        self.check = check
        self.encoding: str | None = None
        """The encoding of the text, where that is told; else each line is looked at."""
        self.read_bytes = 0
        self._stream = content
        self._kept = b""

    def read(self, count: int) -> bytes:
        """The next bytes, fewer only at the end. Raises FileError where it cannot be read."""
        kept = self._kept
        while len(kept) < count and (more := self._more(count - len(kept))):
            kept += more
        kept, self._kept = kept[:count], kept[count:]  # of text there may be more bytes than signs
        return kept

    def peek(self, count: int) -> bytes:
        """The next bytes, which stay to be read."""
        self._kept = self.read(count) + self._kept
        return self._kept[:count]

    def pieces(self) -> Iterator[str]:
        """The text, line by line with its newline; a long line in several pieces.

        Raises FileError where it is not text.
        """
        begin = self.peek(LOOKED_AT)
        if begin.startswith(BYTE_ORDER):
            raise FileError(f"{self.named}UTF-16 text: expected UTF-8 or Latin-1")
        if b"\0" in begin:
            raise FileError(f"{self.named}a byte 0 at {begin.index(0)}: expected text")
        if begin.startswith(codecs.BOM_UTF8):
            self.read(len(codecs.BOM_UTF8))
        held = b""
        while data := held + self.read(PIECE):
            last = len(data) < len(held) + PIECE
            end = len(data) if last else data.rfind(b"\n") + 1 or whole_signs(data)
            held = data[end:]
            yield from self._lines(data[:end])
            if last:
                break

    @property
    def named(self) -> str:
        """The name of the file before a message."""
        return f"{self.name}: " if self.name else ""

    def _lines(self, data: bytes) -> Iterator[str]:
        if self.encoding is None:
            try:
                text = data.decode()
            except UnicodeDecodeError:
                for line in data.splitlines(keepends=True):
                    yield decoded(line)
                return
        else:
            try:
                text = data.decode(self.encoding, "replace")
            except UnicodeError:
                raise FileError(f"{self.named}no text in {self.encoding}") from None
        yield from text.splitlines(keepends=True) if "\r" in text else split_lines(text)

    def _more(self, count: int) -> bytes:
        self.check()
        try:
            data = self._stream.read(count)
        except OSError as error:
            raise FileError(f"cannot read {self.name}: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise FileError(f"{self.named}not text in its encoding") from None
        more = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
        self.read_bytes += len(more)
        return more


def too_long(moves: int, source: Source) -> str:
    """The fault of a game with too many moves."""
    return f"a game of {moves:,} moves: expected at most {source.most_moves:,}"


def split_lines(text: str) -> list[str]:
    """The lines of a text with their newlines, and parted by nothing else."""
    lines = text.split("\n")
    last = lines.pop()
    whole = [f"{line}\n" for line in lines]
    return [*whole, last] if last else whole


def whole_signs(data: bytes) -> int:
    """The number of bytes up to the last that begins a sign of UTF-8, where that is near."""
    for end in range(len(data) - 1, len(data) - 4, -1):
        if data[end] & 0xC0 != 0x80:
            return end if data[end] >= 0xC0 else end + 1
    return len(data)


def decoded(line: bytes) -> str:
    """A line as UTF-8, or else as Windows-1252."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return "".join(
            LEFT_OPEN.get(byte) or bytes((byte,)).decode("cp1252") if byte > 127 else chr(byte)
            for byte in line
        )
