"""States of Go: plain ones, and those of games whose players agree on dead stones."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from ludarium.phrases import say
from ludarium.rules.bits import Bits
from ludarium.rules.boards.agreement import MOST_CHANGES, MOST_TALKS
from ludarium.rules.boards.piece_placement import Side
from ludarium.rules.boards.points import PointBoard, Points9, Points13, Points19
from ludarium.rules.dispatch import jitable

__all__ = [
    "AGA",
    "AGREED_TYPES",
    "BOARDS",
    "CHINESE",
    "JAPANESE",
    "KOMI",
    "PASS",
    "SIDES",
    "SIZED",
    "agrees",
    "in_turn",
    "living_stones",
    "stones_of",
]


class Go9State(NamedTuple):
    """ko: the point that may not be taken back, if any. passes: those just before. plies: moves
    made.
    """

    black: Points9
    white: Points9
    ko: Points9
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 9 * 9 + 1)]


class Go13State(NamedTuple):
    """The state on a board of 13 by 13, like Go9State."""

    black: Points13
    white: Points13
    ko: Points13
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 13 * 13 + 1)]


class Go19State(NamedTuple):
    """The state on a board of 19 by 19, like Go9State."""

    black: Points19
    white: Points19
    ko: Points19
    seat: int
    passes: Annotated[int, range(3)]
    plies: Annotated[int, range(2 * 19 * 19 + 1)]


class AgreedGo9State(NamedTuple):
    """The state of a game whose players agree on dead stones.

    ko, plies: as in Go9State. passes: those just before; 3 after play was resumed. stage, changes,
    talks: as in `ludarium.rules.boards.agreement`. dead: the stones marked as dead. black_lost,
    white_lost: stones captured of each. law: CHINESE, JAPANESE or AGA. komi: White's points for
    moving second and for handicap stones, in half points.
    """

    black: Points9
    white: Points9
    ko: Points9
    seat: int
    passes: Annotated[int, range(4)]
    plies: Annotated[int, range(2 * 9 * 9 + 1)]
    stage: Annotated[int, range(6)]
    changes: Annotated[int, range(MOST_CHANGES + 1)]
    talks: Annotated[int, range(MOST_TALKS + 1)]
    dead: Points9
    black_lost: Annotated[int, range(2 * 9 * 9 + 1)]
    white_lost: Annotated[int, range(2 * 9 * 9 + 1)]
    law: Annotated[int, range(3)]
    komi: Annotated[int, range(64)]


class AgreedGo13State(NamedTuple):
    """The state on a board of 13 by 13, like AgreedGo9State."""

    black: Points13
    white: Points13
    ko: Points13
    seat: int
    passes: Annotated[int, range(4)]
    plies: Annotated[int, range(2 * 13 * 13 + 1)]
    stage: Annotated[int, range(6)]
    changes: Annotated[int, range(MOST_CHANGES + 1)]
    talks: Annotated[int, range(MOST_TALKS + 1)]
    dead: Points13
    black_lost: Annotated[int, range(2 * 13 * 13 + 1)]
    white_lost: Annotated[int, range(2 * 13 * 13 + 1)]
    law: Annotated[int, range(3)]
    komi: Annotated[int, range(64)]


class AgreedGo19State(NamedTuple):
    """The state on a board of 19 by 19, like AgreedGo9State."""

    black: Points19
    white: Points19
    ko: Points19
    seat: int
    passes: Annotated[int, range(4)]
    plies: Annotated[int, range(2 * 19 * 19 + 1)]
    stage: Annotated[int, range(6)]
    changes: Annotated[int, range(MOST_CHANGES + 1)]
    talks: Annotated[int, range(MOST_TALKS + 1)]
    dead: Points19
    black_lost: Annotated[int, range(2 * 19 * 19 + 1)]
    white_lost: Annotated[int, range(2 * 19 * 19 + 1)]
    law: Annotated[int, range(3)]
    komi: Annotated[int, range(64)]


SIZED = {
    Go9State: PointBoard(9, Points9),
    Go13State: PointBoard(13, Points13),
    Go19State: PointBoard(19, Points19),
}
AGREED_TYPES: dict[type, type] = {
    Go9State: AgreedGo9State,
    Go13State: AgreedGo13State,
    Go19State: AgreedGo19State,
}
BOARDS: dict[type, PointBoard] = {
    **SIZED,
    **{agreed: SIZED[plain] for plain, agreed in AGREED_TYPES.items()},
}
KOMI = {Go9State: 7.0, Go13State: 7.5, Go19State: 7.5}
CHINESE, JAPANESE, AGA = range(3)
PASS = 511
"""The action to pass; that to place a stone is the index of its point."""
State = Any  # one of the six
SIDES = (Side(say("Black"), "ebony", "b"), Side(say("White"), "ivory", "w"))


@jitable
def in_turn(state: State) -> tuple[Bits, Bits]:
    """The stones of the seat to move, and those of the other."""
    return (state.black, state.white) if state.seat == 0 else (state.white, state.black)


@jitable
def living_stones(state: State) -> tuple[Bits, Bits]:
    """The stones of both sides without those marked as dead."""
    black, white, dead = state.black, state.white, state.dead
    return black ^ (black & dead), white ^ (white & dead)


def agrees(kind: type) -> bool:
    """Return whether the players of games with this type of states agree on dead stones."""
    return "stage" in kind._fields  # type: ignore[attr-defined]


def stones_of(state: State) -> tuple[Bits, ...]:
    """The stones of both sides, and apart from them those marked as dead."""
    if not agrees(type(state)):
        return state.black, state.white
    black, white = living_stones(state)
    return black, white, state.black ^ black, state.white ^ white
