"""Text as terminals may be shown it.

Names, records and what a server says are the text of strangers, and may hold what a terminal
obeys: to clear the screen, to turn the direction of writing, to write over the line above.
"""

from __future__ import annotations

import re

__all__ = ["printable", "printable_line"]

UNSEEN = "\ufffd"  # takes the place of each such character
ORDERS = (
    r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, ESC among them
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # turn the direction of writing
    r"\u2028\u2029"  # separate lines and paragraphs
)
# a name in its own direction of writing (`ludarium.phrases.isolated`), which ends where it does
ISOLATED = rf"\u2068[^{ORDERS}\r\n\t]*\u2069"
ORDER = re.compile(rf"({ISOLATED})|[{ORDERS}]|\r(?!\n)")  # lines of CSV end with both
ORDER_IN_LINE = re.compile(rf"({ISOLATED})|[{ORDERS}\r\n\t]")


def printable(text: str) -> str:
    """The text with U+FFFD in the place of what terminals obey, but for newlines and tabs."""
    return ORDER.sub(_seen, text) if ORDER.search(text) else text  # a Phrase stays one


def printable_line(text: str) -> str:
    """Likewise of text that is one line, so that it has no newlines and tabs either."""
    return ORDER_IN_LINE.sub(_seen, text) if ORDER_IN_LINE.search(text) else text


def _seen(match: re.Match[str]) -> str:
    return match[1] or UNSEEN
