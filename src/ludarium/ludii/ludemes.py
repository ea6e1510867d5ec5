"""Ludemes, the language of Ludii's game descriptions, as text.

A description is put together as strings, such as `(move Step (to if:(is Empty (to))))`, and laid
out at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["all_of", "layout", "quoted", "sites"]

WIDTH = 100
FILLED = 20
"""Ludemes of at most so many letters share lines."""
TOKENS = re.compile(r'"[^"]*"|[({})]|[^\s({})"]+')
CLOSING = {"(": ")", "{": "}"}


class Ludeme(NamedTuple):
    """A word or text, or what is in brackets."""

    opening: str
    """The word; or the bracket, with the name of the argument before it, such as `if:(`."""
    inner: tuple[Ludeme, ...] = ()

    @property
    def line(self) -> str:
        """The ludeme on one line."""
        bracket = self.opening[-1:]
        if bracket not in CLOSING:
            return self.opening
        return self.opening + " ".join(one.line for one in self.inner) + CLOSING[bracket]


def all_of(ludemes: Sequence[str]) -> str:
    """All of these conditions, or all of these actions one after the other."""
    return ludemes[0] if len(ludemes) == 1 else f"(and {{{' '.join(ludemes)}}})"


def quoted(text: str) -> str:
    """The text as a string of a description, on one line; strings have no escapes."""
    return '"{}"'.format(" ".join(text.replace('"', "'").split()))


def sites(points: Iterable[int]) -> str:
    """The region of these sites."""
    return f"(sites {{{' '.join(map(str, points))}}})"


def layout(text: str) -> str:
    """The ludemes of the text, on several lines where they do not fit into one.

    Raises ValueError where brackets do not match.
    """
    tokens = iter(TOKENS.findall(text))
    return "".join(f"{line}\n" for one in _read(tokens, "") for line in _lines(one, ""))


def _read(tokens: Iterator[str], closing: str) -> Iterator[Ludeme]:
    """The ludemes up to this bracket, or to the end."""
    name = ""
    for token in tokens:
        if token in CLOSING:
            yield Ludeme(name + token, tuple(_read(tokens, CLOSING[token])))
            name = ""
        elif token in CLOSING.values():
            if token != closing:
                raise ValueError(f"brackets do not match: {token}, expected {closing or 'none'}")
            return
        elif token.endswith(":"):
            name = token
        else:
            yield Ludeme(name + token)
            name = ""
    if closing:
        raise ValueError(f"brackets do not match: expected {closing}")


def _lines(ludeme: Ludeme, indent: str) -> Iterator[str]:
    if len(indent + ludeme.line) <= WIDTH or not ludeme.inner:
        yield indent + ludeme.line
        return
    inner = list(ludeme.inner)
    head = indent + ludeme.opening
    while inner and not inner[0].inner:
        head += (" " if head[-1] not in CLOSING else "") + inner.pop(0).line
    yield head
    row = ""
    for one in inner:
        if len(one.line) > FILLED or len(f"{indent}    {row} {one.line}") > WIDTH:
            if row:
                yield f"{indent}    {row}"
            row = ""
        if len(one.line) > FILLED:
            yield from _lines(one, f"{indent}    ")
        else:
            row = f"{row} {one.line}".lstrip()
    if row:
        yield f"{indent}    {row}"
    yield indent + CLOSING[ludeme.opening[-1]]
