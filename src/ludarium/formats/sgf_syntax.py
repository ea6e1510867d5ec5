"""The syntax of SGF: nodes with properties, read piece by piece.

Source: SGF FF[4], user guide and specification (A. Hollosi, red-bean.com/sgf); FF[3], whose long
names have small letters that do not count.
"""

from __future__ import annotations

import codecs
import re

from ludarium.formats.game_tree import LONGEST_TEXT, MOST_NODES
from ludarium.formats.source import Source

__all__ = ["NEXT_GAME", "START", "BrokenError", "Node", "Text", "plain", "read_nodes"]

CHARSET = re.compile(rb"CA\s*\[\s*([\w.:-]{1,40})\s*\]")
NAME = re.compile(r"[A-Za-z]{1,40}")
START = re.compile(r"\(\s*;")
NEXT_GAME = re.compile(r"\(\s*;\s*(?=(?:FF|GM|CA|AP|SZ|GN|PB|PW|EV|US)\s*\[)")
INSIDE = re.compile(r"\n[ \t\r]*\(\s*;\s*(?:FF|GM)\[")
"""The start of another game within a value, which then has lost its end."""
WHOLE_GAME = re.compile(r"\(\s*;\s*(?:FF|GM)\s*\[")
LONGEST_MOVE = 60  # characters
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
WHITE_SPACE = re.compile(r"\s*")
MOST_PROPERTIES = 200  # of a node
PAUSE = 1 << 17
"""Characters that are read at once."""


class BrokenError(Exception):
    """A fault of the syntax, with its place."""


class Text:
    """The text of a file, of which what was read is forgotten."""

    def __init__(self, source: Source) -> None:
        found = CHARSET.search(source.peek(4096))
        if found:
            name = found[1].decode()
            try:
                if codecs.lookup(name).name not in ("utf-8", "iso8859-1", "ascii"):
                    source.encoding = (codecs.lookup(name)._is_text_encoding and name) or None
            except LookupError:
                pass
        self._pieces = source.pieces()
        self.text = ""
        self.at = 0
        self.line, self.column = 1, 1
        self._placed, self._place = 0, (1, 1)  # the last place that was asked for
        self.whole = False

    def more(self) -> bool:
        """Read on, and forget what was read; returns whether there was more."""
        if self.whole:
            return False
        self.line, self.column = self.place(self.at)
        parts = [self.text[self.at :]]
        size = 0
        for piece in self._pieces:
            parts.append(piece)
            size += len(piece)
            if size >= PAUSE:
                break
        else:
            self.whole = True
        self.text, self.at = "".join(parts), 0
        self._placed = 0
        return size > 0

    def ready(self) -> None:
        """Have as much text as the longest value, if there is as much."""
        while len(self.text) - self.at <= LONGEST_TEXT + 100 and self.more():
            pass

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of a place of the text."""
        begin = self._placed if at >= self._placed else 0
        line, column = (self.line, self.column) if not begin else self._place
        before = self.text.count("\n", begin, at)
        if before:
            line, column = line + before, at - self.text.rfind("\n", begin, at)
        else:
            column += at - begin
        self._placed, self._place = at, (line, column)
        return line, column

    def skip_space(self) -> str:
        """Go to the next sign; returns it, empty at the end."""
        while True:
            found = WHITE_SPACE.match(self.text, self.at)
            assert found is not None
            self.at = found.end()
            if self.at < len(self.text):
                return self.text[self.at]
            if not self.more():
                return ""

    def find(self, pattern: re.Pattern[str]) -> bool:
        """Go to the next match, and return whether there is one."""
        while True:
            self.ready()
            if found := pattern.search(self.text, self.at):
                self.at = found.start()
                return True
            self.at = max(self.at, len(self.text) - 200)
            if not self.more():
                self.at = len(self.text)
                return False


class Node:
    """A node of SGF: its properties, by their names."""

    __slots__ = ("after", "column", "line", "properties")

    def __init__(self, after: int, line: int, column: int) -> None:
        self.after, self.line, self.column = after, line, column
        self.properties: dict[str, list[str]] = {}


def read_nodes(text: Text) -> list[Node]:
    """The nodes of the next game. Raises BrokenError."""
    nodes: list[Node] = []
    stack: list[int] = []
    current = -1
    opened = False
    while True:
        sign = text.skip_space()
        text.ready()
        here = text.at
        if sign == "(":
            if opened:
                raise BrokenError("( after (: expected ; and a node", text.place(here))
            if stack and WHOLE_GAME.match(text.text, here):
                raise BrokenError("a game within a game: expected ) before", text.place(here))
            stack.append(current)
            opened = True
        elif sign == ")":
            if opened:
                raise BrokenError(") after (: expected ; and a node", text.place(here))
            current = stack.pop()
            if not stack:
                text.at = here + 1
                return nodes
        elif sign == ";":
            if len(nodes) > MOST_NODES:
                told = f"a game of more than {MOST_NODES:,} nodes: expected its end"
                raise BrokenError(told, text.place(here))
            nodes.append(Node(current, *text.place(here)))
            current, opened = len(nodes) - 1, False
        elif not sign:
            raise BrokenError("the end of the file within a game: expected )", text.place(here))
        else:
            if opened or current < 0:
                raise BrokenError(f"{sign!r}: expected ; and a node", text.place(here))
            read_property(text, nodes[current].properties)
            continue
        text.at = here + 1


def read_property(text: Text, properties: dict[str, list[str]]) -> None:
    """Read a property with its values. Raises BrokenError."""
    here = text.at
    found = NAME.match(text.text, here)
    if not found:
        told = f"{text.text[here : here + 1]!r}: expected a property such as B[dd], ; ( or )"
        raise BrokenError(told, text.place(here))
    name = "".join(sign for sign in found[0] if sign.isupper()) or found[0].upper()
    text.at = found.end()
    place = text.place(here)
    values = properties.setdefault(name, [])
    if len(properties) > MOST_PROPERTIES:
        raise BrokenError(f"a node of more than {MOST_PROPERTIES} properties", place)
    some = False
    while text.skip_space() == "[":
        text.ready()
        value = VALUE.match(text.text, text.at, text.at + LONGEST_TEXT + 2)
        if not value:
            told = (
                f"a value of {name} without its end, or of more than {LONGEST_TEXT:,} characters: "
            )
            raise BrokenError(f"{told}expected ]", text.place(text.at))
        if (name in ("B", "W") and len(value[1]) > LONGEST_MOVE) or INSIDE.search(value[1]):
            told = f"a value of {name} without its end: expected ]"
            raise BrokenError(told, text.place(text.at))
        if len(values) > MOST_NODES:
            raise BrokenError(f"a property of more than {MOST_NODES:,} values", place)
        values.append(value[1])
        text.at = value.end()
        some = True
    if not some:
        raise BrokenError(f"{name} without a value: expected [", text.place(text.at))


def plain(value: str) -> str:
    """A value with its escapes understood."""
    return re.sub(
        r"\\(\r\n|\n\r|\n|\r|.)", lambda found: found[1].strip("\r\n"), value, flags=re.DOTALL
    )
