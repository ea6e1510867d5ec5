"""Studies: trees of moves with variations, comments, and marks drawn on the board.

A study is a list of positions, each after an earlier one of the list: the first is where it begins,
and of several that follow one position the first is the main line. As JSON it is flat, however deep
the tree is.
"""

from __future__ import annotations

import dataclasses
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, Literal

from ludarium.errors import LudariumError
from ludarium.phrases import say
from ludarium.play.position import Position

__all__ = [
    "LONGEST_COMMENT",
    "MOST_MARKS",
    "MOST_POSITIONS",
    "Colour",
    "DrawnMark",
    "StudyError",
    "StudyPosition",
    "check_marks",
    "checked",
    "clean",
    "reached",
    "seats_of_moves",
    "to_json",
]

MOST_POSITIONS = 1_000
MOST_MARKS = 32  # on one position
LONGEST_COMMENT = 1_000  # characters
Colour = Literal["green", "red", "blue", "yellow"]


class StudyError(LudariumError):
    """A study that cannot be."""


@dataclasses.dataclass(frozen=True, slots=True)
class DrawnMark:
    """An arrow between two sites, or a ring around one."""

    start: str
    end: str | None = None
    """The site at which an arrow points; None for a ring."""
    colour: Colour = "green"


@dataclasses.dataclass(frozen=True, slots=True)
class StudyPosition:
    """A position of a study."""

    move: str = ""
    """The move that led here; empty where the study begins."""
    after: int | None = None
    """The place of the position before it; None for the one before it in the list."""
    comment: str = ""
    marks: tuple[DrawnMark, ...] = ()


def checked(
    first: Position, positions: Sequence[StudyPosition], check: Callable[[], None] = lambda: None
) -> list[StudyPosition]:
    """The positions with their moves as the game writes them, and clean comments.

    check: called between moves, to stop what takes too long. Raises StudyError, and LudariumError
    for a move that is not legal.
    """
    sites = {site.id for site in first.view.sites}
    checked_positions: list[StudyPosition] = []
    for given, (before, here) in zip(positions, reached(first, positions, check), strict=True):
        move = before.joint_text(here.joint) if before and here.joint is not None else ""
        check_marks(given.marks, sites)
        checked_positions.append(
            dataclasses.replace(given, move=move, comment=clean(given.comment))
        )
    return checked_positions


def seats_of_moves(
    first: Position, positions: Sequence[StudyPosition], check: Callable[[], None] = lambda: None
) -> list[tuple[int, ...]]:
    """The seats that made the move which led to each position: none before the first position, and
    for what chance did. Raises as `checked`.
    """
    return [
        before.movers if before and not before.by_chance else ()
        for before, _ in reached(first, positions, check)
    ]


def reached(
    first: Position, positions: Sequence[StudyPosition], check: Callable[[], None]
) -> list[tuple[Position | None, Position]]:
    """Each position, played out, with the one before it. Raises as `checked`."""
    if not 1 <= len(positions) <= MOST_POSITIONS:
        raise StudyError(
            say(
                "A study of {n} positions: expected 1 to {most}.",
                n=len(positions),
                most=MOST_POSITIONS,
            )
        )
    if positions[0].move or positions[0].after is not None:
        raise StudyError(say("The first position of a study comes after no move."))
    found: list[tuple[Position | None, Position]] = [(None, first)]
    for number, given in enumerate(positions[1:], 1):
        check()
        after = number - 1 if given.after is None else given.after
        if not 0 <= after < number:
            raise StudyError(
                say("Position {n} follows {after}, which is not before it.", n=number, after=after)
            )
        before = found[after][1]
        found.append((before, before.play(given.move)))
    return found


def check_marks(marks: Sequence[DrawnMark], sites: set[str]) -> None:
    """Raises StudyError where a mark is not on the board."""
    if len(marks) > MOST_MARKS:
        raise StudyError(
            say(
                "{n} marks on one position: expected at most {most}.", n=len(marks), most=MOST_MARKS
            )
        )
    for mark in marks:
        for site in (mark.start, mark.end):
            if site is not None and site not in sites:
                raise StudyError(say("There is no place {site!r} on this board.", site=site))


def clean(comment: str) -> str:
    """The comment without signs that control a terminal or a page."""
    kept = (
        sign for sign in comment if sign == "\n" or unicodedata.category(sign) not in ("Cc", "Cs")
    )
    return "".join(kept)[:LONGEST_COMMENT].strip()


def to_json(positions: Sequence[StudyPosition]) -> list[dict[str, Any]]:
    """The positions as plain data, without what is empty."""
    return [
        {
            name: value
            for name, value in dataclasses.asdict(position).items()
            if value not in ("", None, ())
        }
        for position in positions
    ]
