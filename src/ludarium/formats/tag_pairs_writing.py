"""Games written as PGN and PDN have them."""

from __future__ import annotations

import re
from collections.abc import Callable

from ludarium.formats.game_tree import GameTree, Remark, TreeNode
from ludarium.formats.tag_pairs import COLOURS

__all__ = ["written_tree"]

LETTERS = {colour: letter for letter, colour in COLOURS.items()}
WIDTH = 80  # characters of a line
COMMAND_OR_WORD = re.compile(r"\[%[^\]\s]+ [^\]\s]+\]|\S+")


def written_tree(tree: GameTree, children: list[list[int]], numbered: Callable[[int], str]) -> str:
    """The text of a game. numbered: the number before the move of this place: `12.` or `12...`,
    of which the second is told where something else stood before.
    """
    lines = [f'[{name} "{escaped(value)}"]' for name, value in tree.headers.items()]
    words = Words()
    if (root := tree.nodes[0].remark) is not None:
        words.comment(root)
    open_ways: list[tuple[str, int]] = [("children", 0)]
    told_number = True
    while open_ways:
        kind, place = open_ways.pop()
        if kind == "text":
            words.add(")", glued=True)
            told_number = True
            continue
        if kind == "move":
            told_number = words.move(tree.nodes[place], numbered(place), told_number)
            continue
        if kind == "variation":
            words.open()
            told_number = words.move(tree.nodes[place], numbered(place), True)
            open_ways += [("text", 0), ("children", place)]
            continue
        following = children[place]
        if following:
            first, *others = following
            open_ways.append(("children", first))
            open_ways += [("variation", other) for other in reversed(others)]
            open_ways.append(("move", first))
    words.add(tree.result)
    return "\n".join([*lines, "", *words.lines(), "", ""])


class Words:
    """The words of moves, in lines."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._opening = ""

    def add(self, word: str, *, glued: bool = False) -> None:
        """Add a word; glued: to the one before."""
        if glued:
            self._words[-1] += word
        else:
            self._words.append(self._opening + word)
            self._opening = ""

    def open(self) -> None:
        """Begin a variation, glued to what follows."""
        self._opening += "("

    def comment(self, remark: Remark) -> bool:
        """Add the comment of a remark, with commands; returns whether there is one."""
        return self._braces(told_in_comment(remark))

    def _braces(self, told: str) -> bool:
        """Add a comment, if any, of which the end of a line breaks no command."""
        if told:
            for word in ("{", *COMMAND_OR_WORD.findall(told.replace("}", ")")), "}"):
                self.add(word)
        return bool(told)

    def move(self, node: TreeNode, number: str, number_told: bool) -> bool:
        """Add a move; returns whether the next one is to have its number."""
        remark = node.remark
        if remark and remark.before:
            number_told = self._braces(remark.before)
        if number_told or not number.endswith("..."):
            self.add(number)
        self.add(node.word)
        if remark is None:
            return False
        for nag in remark.nags:
            self.add(f"${nag}")
        return self.comment(remark)

    def lines(self) -> list[str]:
        """The words as lines of the usual width."""
        lines, line = [], ""
        for word in self._words:
            if not word:
                continue
            if line and len(line) + 1 + len(word) > WIDTH:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        return [*lines, line] if line else lines


def told_in_comment(remark: Remark) -> str:
    """The comment of a remark, with what is told by commands in it."""
    told = []
    if remark.evaluation:
        told.append(f"[%eval {remark.evaluation}]")
    if remark.clock is not None:
        told.append(f"[%clk {time_text(remark.clock)}]")
    if remark.elapsed is not None:
        told.append(f"[%emt {time_text(remark.elapsed)}]")
    for name, marks in (
        ("csl", [mark for mark in remark.marks if mark.end is None]),
        ("cal", [mark for mark in remark.marks if mark.end is not None]),
    ):
        if marks:
            texts = (f"{LETTERS[mark.colour]}{mark.start}{mark.end or ''}" for mark in marks)
            told.append(f"[%{name} {','.join(texts)}]")
    return " ".join([*told, *([remark.comment] if remark.comment else [])])


def time_text(seconds: float) -> str:
    """A time as PGN has it: 0:01:05, with parts of a second where there are some."""
    whole, part = divmod(round(seconds * 1000), 1000)
    rest = f".{part:03d}".rstrip("0") if part else ""
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}{rest}"


def escaped(value: str) -> str:
    """A tag's value with its signs escaped, as one line."""
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')
