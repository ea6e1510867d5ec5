"""Games as PGN and PDN have them: tag pairs, then moves with comments and variations.

Sources: Portable Game Notation Specification and Implementation Guide (S. J. Edwards, 1994), with
the commands in comments that servers write (`%clk`, `%emt`, `%eval`, `%csl`, `%cal`); Portable
Draughts Notation 3.0.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from ludarium.analysis.study import Colour, DrawnMark
from ludarium.formats.game_tree import (
    LONGEST_TEXT,
    MOST_HEADERS,
    MOST_NODES,
    FileFault,
    GameTree,
    Remark,
    TreeNode,
)
from ludarium.formats.source import Source

__all__ = ["COLOURS", "Dialect", "read_trees"]

TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_+#=:-]+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
LOOSE_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_+#=:-]+)\s+"(.*)"\s*\]\s*$')
TOKEN = re.compile(r"[^\s{}()\[\];$!?]+|[!?]+|\$\d+|\S")
NUMBER = re.compile(r"(\d+)\.+|\.+")
COMMAND = re.compile(r"\[%(clk|emt|eval|csl|cal)\s([^\[\]]*)\]\s*")
SIGNS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "N": 146}
SIGNS |= {"□": 7, "∞": 13, "⩲": 14, "⩱": 15, "±": 16, "∓": 17, "TN": 146}
SIGNS |= {"+=": 14, "=+": 15, "+/-": 16, "-/+": 17, "+-": 18, "-+": 19}
"""Numeric annotation glyphs of signs."""
EN_PASSANT = ("e.p.", "ep")
COLOURS: dict[str, Colour] = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
LONGEST_WORD = 200


class Dialect(NamedTuple):
    """A format of this kind."""

    results: Mapping[str, str]
    """The words that end a game, each with what it is in this format's own words."""
    sites: re.Pattern[str]
    """A site in a mark."""
    null_moves: Collection[str] = ()
    """The words of moves that only give the turn to the other side."""


class BrokenError(Exception):
    """A fault of the syntax, with its place."""


class Reader:
    """Reads one file, game by game."""

    def __init__(self, source: Source, dialect: Dialect) -> None:
        self.dialect = dialect
        self.tree: GameTree | None = None
        self.number = 0
        self._source = source
        self._line, self._column = 1, 1
        self._current = 0
        self._stack: list[tuple[int, int, int]] = []
        self._comment: list[str] | None = None
        self._comment_at = (0, 0)
        self._comment_length = 0
        self._pending = ""
        self._fresh = False
        self._moves_begun = False
        self._ended = False  # its result was read: only comments may follow
        self._skipping = False
        self._after_blank = False

    def games(self) -> Iterator[GameTree | FileFault]:
        """The games of the file, and what is wrong with others. Raises FileError."""
        at_start = True
        rest = ""
        for piece in self._source.pieces():
            text = rest + piece
            rest = ""
            whole = text.endswith("\n")
            if not whole and len(text) > LONGEST_WORD:
                # a long line: what may be a part of a word waits for the rest
                cut = max(text.rfind(" "), text.rfind("}"), text.rfind("(")) + 1
                if cut and len(text) - cut <= LONGEST_TEXT:
                    text, rest = text[:cut], text[cut:]
            yield from self._line_read(text, at_start)
            at_start = whole
            if whole:
                self._line, self._column = self._line + 1, 1
            else:
                self._column += len(text)
        if rest:
            yield from self._line_read(rest, at_start)
        yield from self._finish()

    def _line_read(self, text: str, at_start: bool) -> Iterator[GameTree | FileFault]:
        stripped = text.lstrip(" \t\ufeff")
        if self._comment is None and at_start and text.startswith("%"):
            return
        if at_start and stripped.startswith("[") and (tag := TAG.match(stripped)):
            if self._comment is not None and tag[1] != "Event" and not self._after_blank:
                pass  # a line of a comment
            elif self._begins(tag[1]):
                yield from self._finish()
                self._begin()
        self._after_blank = at_start and not stripped.strip()
        if self._skipping:
            return
        try:
            if not self._moves_begun and self._comment is None and stripped.startswith("["):
                if self.tree is None:
                    self._begin()
                self._tags(stripped.rstrip(), len(text) - len(stripped))
            else:
                yield from self._movetext(text)
        except BrokenError as broken:
            message, place = broken.args
            line, column = place or (self._line, self._column)
            self.number += self.tree is None
            yield FileFault(message, self._source.name, line, column, max(1, self.number))
            self._drop()

    def _begins(self, tag: str) -> bool:
        """Return whether a game begins with this tag."""
        busy = self._comment is not None or self._moves_begun or self._skipping
        return busy or self.tree is None or tag in self.tree.headers

    def _drop(self) -> None:
        """Leave the rest of this game out."""
        self.tree, self._skipping, self._moves_begun = None, True, False
        self._comment, self._stack = None, []

    def _begin(self) -> None:
        self.number += 1
        self.tree = GameTree({}, line=self._line, number=self.number)
        self._current, self._stack, self._pending, self._fresh = 0, [], "", False
        self._comment, self._moves_begun, self._skipping = None, False, False
        self._ended = False

    def _finish(self) -> Iterator[GameTree | FileFault]:
        """End the game that is being read, at what follows its result, or the end of the file."""
        tree = self.tree
        if tree is None:
            return
        place, told = None, ""
        if self._comment is not None:
            place, told = self._comment_at, "a comment without its end: expected }"
        elif self._stack:
            place, told = self._stack[-1][1:], "a variation without its end: expected )"
        elif not tree.headers and len(tree.nodes) == 1:
            place, told = (tree.line, 1), 'expected a tag pair such as [Event "..."], or moves'
        if told and not self._ended:
            assert place is not None
            yield FileFault(told, self._source.name, *place, tree.number)
        else:
            if self._pending:
                note = tree.nodes[self._current].remarked()
                note.comment = joined(note.comment, self._pending)
            yield tree
            if told:
                assert place is not None
                yield FileFault(told, self._source.name, *place, tree.number)
        self.tree, self._moves_begun, self._comment, self._stack = None, False, None, []
        self._pending, self._ended = "", False

    def _tags(self, text: str, offset: int) -> None:
        tree = self.tree
        assert tree is not None
        at = 0
        while at < len(text):
            found = TAG.match(text, at) or (LOOSE_TAG.match(text) if at == 0 else None)
            if not found:
                if text[at:].lstrip().startswith(("[", "]")) or at == 0:
                    self._fail('expected a tag pair such as [Event "..."]', offset + at)
                break
            if len(tree.headers) >= MOST_HEADERS:
                self._fail(f"expected at most {MOST_HEADERS} tag pairs", offset + at)
            name, value = found.groups()
            tree.headers[name] = re.sub(r"\\(.)", r"\1", value)
            at = found.end()

    def _movetext(self, text: str) -> Iterator[GameTree | FileFault]:
        at = 0
        while at < len(text):
            if self._comment is not None:
                at = self._commented(text, at)
                continue
            found = TOKEN.search(text, at)
            if not found:
                return
            at = found.end()
            token = found[0]
            if token == ";":
                self._noted(text[at:].strip())
                return
            if self._ended and token != "{":
                yield from self._finish()
            if self.tree is None:
                self._begin()
            self._moves_begun = True
            if token == "{":
                self._comment, self._comment_length = [], 0
                self._comment_at = (self._line, self._column + found.start())
            else:
                self._ended = self._token(token, found.start())
        return

    def _commented(self, text: str, at: int) -> int:
        """Read on in a comment; returns the place after it, or of the end of the text."""
        assert self._comment is not None
        end = text.find("}", at)
        part = text[at : end if end >= 0 else len(text)]
        self._comment.append(part)
        self._comment_length += len(part)
        if self._comment_length > LONGEST_TEXT:
            raise BrokenError(
                f"a comment of more than {LONGEST_TEXT:,} characters: expected }} before",
                self._comment_at,
            )
        if end < 0:
            return len(text)
        told = " ".join("".join(self._comment).split())
        self._comment = None
        self._noted(told)
        return end + 1

    def _token(self, token: str, offset: int) -> bool:
        """Read a token of the moves; returns whether the game ends with it."""
        tree = self.tree
        assert tree is not None
        if token in self.dialect.results:
            if self._stack:
                return False  # a result in a variation says no more
            tree.result = self.dialect.results[token]
            return True
        if token == "(":
            self._open(offset)
        elif token == ")":
            if not self._stack:
                self._fail(") without (: expected a move", offset)
            if self._fresh:
                self._fail("an empty variation: expected a move", offset)
            self._current = self._stack.pop()[0]
        elif token[0] == "$" and len(token) > 1:
            self._nag(int(token[1:6]), offset)
        elif token in SIGNS:
            self._nag(SIGNS[token], offset)
        elif token[0] in "[]}$!?":
            self._fail(f"{token[:20]!r}: expected a move, a comment or a result", offset)
        else:
            self._word(token, offset)
        return False

    def _open(self, offset: int) -> None:
        assert self.tree is not None
        if self._fresh or not self._current:
            self._fail("a variation before any move: expected a move", offset)
        self._stack.append((self._current, self._line, self._column + offset))
        self._current = self.tree.nodes[self._current].after
        self._fresh = True

    def _word(self, token: str, offset: int) -> None:
        """Read a move, with its number before it or not."""
        tree = self.tree
        assert tree is not None
        number = NUMBER.match(token)
        if number:
            offset += number.end()
            token = token[number.end() :]
        null = token in self.dialect.null_moves
        if not null and (
            not token or token.isdigit() or token in self.dialect.results or token in EN_PASSANT
        ):
            return
        if len(token) > LONGEST_WORD:
            self._fail(f"a word of {len(token):,} characters: expected a move", offset)
        if len(tree.nodes) > MOST_NODES:
            self._fail(f"a game of more than {MOST_NODES:,} moves: expected its end", offset)
        column = self._column + offset
        node = TreeNode(self._current, token, null=null, line=self._line, column=column)
        if self._pending:
            node.remarked().before, self._pending = self._pending, ""
        tree.nodes.append(node)
        self._current, self._fresh = len(tree.nodes) - 1, False

    def _nag(self, number: int, offset: int) -> None:
        assert self.tree is not None
        if self._fresh or not self._current:
            self._fail("a sign before any move: expected a move", offset)
        self.tree.nodes[self._current].remarked().nags.append(number)

    def _noted(self, told: str) -> None:
        """Keep a comment beside the move before it, or before the first of a variation."""
        if not told or self.tree is None:
            return
        if self._fresh:
            kept = self._pending = joined(self._pending, told)
        else:
            remark = self.tree.nodes[self._current].remarked()
            add_comment(remark, told, self.dialect)
            kept = remark.comment
        if len(kept) > LONGEST_TEXT:
            self._fail(f"more than {LONGEST_TEXT:,} characters of comments: expected a move", 0)

    def _fail(self, told: str, offset: int) -> None:
        raise BrokenError(told, (self._line, self._column + offset))


def joined(first: str, second: str) -> str:
    """Two comments as one."""
    return f"{first} {second}" if first and second else first or second


def add_comment(remark: Remark, text: str, dialect: Dialect) -> None:
    """Add a comment to a remark, with the commands in it understood."""

    def command(found: re.Match[str]) -> str:
        name, value = found[1], found[2].strip()
        if name in ("clk", "emt") and (seconds := read_time(value)) is not None:
            if name == "clk":
                remark.clock = seconds
            else:
                remark.elapsed = seconds
            return ""
        if name == "eval":
            remark.evaluation = value
            return ""
        marks = [read_mark(part.strip(), dialect) for part in value.split(",")]
        if name in ("csl", "cal") and all(marks):
            remark.marks += [mark for mark in marks if mark]
            return ""
        return found[0]

    left = COMMAND.sub(command, text) if "[%" in text else text
    remark.comment = joined(remark.comment, left.strip())


def read_mark(text: str, dialect: Dialect) -> DrawnMark | None:
    """A mark such as Gd4 or Ra1h8; None where it is none."""
    colour = COLOURS.get(text[:1])
    sites = dialect.sites.findall(text[1:])
    if colour is None or "".join(sites) != text[1:] or len(sites) not in (1, 2):
        return None
    return DrawnMark(sites[0], sites[1] if len(sites) == 2 else None, colour)


def read_time(text: str) -> float | None:
    """The seconds of a time such as 1:05:30 or 0:00:01.5; None where it is none."""
    parts = text.split(":")
    if not 1 <= len(parts) <= 3 or not all(
        re.fullmatch(r"\d{1,6}(\.\d{1,6})?", part) for part in parts
    ):
        return None
    seconds = 0.0
    for part in parts:
        seconds = 60 * seconds + float(part)
    return seconds


def read_trees(source: Source, dialect: Dialect) -> Iterator[GameTree | FileFault]:
    """The games of a file, and what is wrong with others, in the file's order. Raises FileError."""
    return Reader(source, dialect).games()
