"""Games as files have them: headers, and a tree of moves that are only text yet.

The tree is a flat list of nodes, each after an earlier one, so that no depth of variations is too
deep.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Protocol

from ludarium.analysis.study import DrawnMark

__all__ = [
    "LONGEST_TEXT",
    "MOST_HEADERS",
    "MOST_NODES",
    "FileFault",
    "GameTree",
    "Remark",
    "TreeNode",
    "main_line",
]

LONGEST_TEXT = 100_000
"""Characters of a comment or a value."""
MOST_NODES = 100_000
"""Moves of a game, with those of all variations."""
MOST_HEADERS = 500


@dataclasses.dataclass(frozen=True, slots=True)
class FileFault:
    """A fault of a game in a file, with its place."""

    told: str
    """The fault, and what was expected, in one line."""
    file: str = ""
    line: int | None = None
    """From 1; None in files that have no lines."""
    column: int | None = None
    """From 1."""
    game: int | None = None
    """The number of the game in the file, from 1."""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        return f"{place}: {self.told}" if place else self.told


@dataclasses.dataclass(slots=True)
class Remark:
    """The comment and all else that stands beside a move."""

    comment: str = ""
    before: str = ""
    """A comment before the move, where a variation begins."""
    nags: list[int] = dataclasses.field(default_factory=list)
    """Numeric annotation glyphs: 1 a good move, 2 a mistake, ..."""
    clock: float | None = None
    """Seconds that are left on the clock of who moved."""
    elapsed: float | None = None
    """Seconds that the move took."""
    evaluation: str = ""
    """The judgement of a program on the position, as text."""
    marks: list[DrawnMark] = dataclasses.field(default_factory=list)
    properties: dict[str, list[str]] = dataclasses.field(default_factory=dict)
    """Properties of the format that are kept as they are."""

    def __bool__(self) -> bool:
        return bool(
            self.comment
            or self.before
            or self.nags
            or self.clock is not None
            or self.elapsed is not None
            or self.evaluation
            or self.marks
            or self.properties
        )


@dataclasses.dataclass(slots=True)
class TreeNode:
    """A move as text. The first node of a tree is the start, and no move."""

    after: int
    """The place of the node before it; -1 for the first."""
    word: str = ""
    """The move."""
    side: str = ""
    """The side that moves, where the format says it with each move."""
    own: bool = False
    """True if the move is in our own notation, as the format has none for it."""
    null: bool = False
    """True if it only gives the turn to the other side, whatever the rules say."""
    remark: Remark | None = None
    line: int = 0
    column: int = 0

    def remarked(self) -> Remark:
        """Return its remark, made where there is none yet."""
        if self.remark is None:
            self.remark = Remark()
        return self.remark


@dataclasses.dataclass(slots=True)
class GameTree:
    """A game as a file has it."""

    headers: dict[str, str]
    nodes: list[TreeNode] = dataclasses.field(default_factory=lambda: [TreeNode(-1)])
    result: str = ""
    """The result at the end of the moves, as the format has it."""
    line: int = 1
    """The line where the game begins in its file."""
    number: int = 1
    """The number of the game in its file."""


class FollowingNode(Protocol):
    """A node of a flat tree."""

    @property
    def after(self) -> int:
        """The place of the node before it; -1 for the first."""


def main_line(nodes: Sequence[FollowingNode]) -> list[int]:
    """The places of the nodes of the main line, the first one included: after each, the first of
    those that follow it.
    """
    following: dict[int, int] = {}
    for place, node in enumerate(nodes):
        following.setdefault(node.after, place)
    line = [0]
    while (place := following.get(line[-1], -1)) > 0:
        line.append(place)
    return line
