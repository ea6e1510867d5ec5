"""Turns of backgammon as people and other programs write them: `13/9 24/23`, `bar/23(2)`; and
positions as XGID (eXtreme Gammon, the format of its text exports).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ludarium.rules.backgammon_board import BAR, OFF, count_at, place_name
from ludarium.rules.backgammon_doubling import CRAWFORD_GAME, DoublingState, points_of
from ludarium.rules.backgammon_moves import MOVE_ACTIONS
from ludarium.rules.stakes import NOBODY

__all__ = ["ends", "rest_of", "xgid"]

Steps = list[tuple[int, bool]]
"""The places of one checker, each with True where it is said to hit."""
MOST_MOVES = 4  # of a turn, with a double
CHECKER = re.compile(r"(?:bar|\d+)(?:/(?:off|\d+)\*?)+(?:\([1-4]\))?")


def ends(action: int) -> tuple[int, int]:
    """From which place an action leads to which, by the numbers of the seat to move."""
    return action & 31, max((action & 31) - (action >> 5), OFF)


def rest_of(state: Any, seat: int, action: int, text: str) -> Iterator[str]:
    """The rest of the text after a move of a checker, which may stand anywhere in it."""
    if action not in MOVE_ACTIONS:
        return
    source, goal = ends(action)
    hits = goal != OFF and bool(count_at(state.theirs, goal))
    checkers = read_checkers(text.lower())
    for number, steps in enumerate(checkers):
        (begin, _), (end, must_hit), *further = steps
        if begin != source or end > goal or source == goal or (end == goal and must_hit > hits):
            continue
        left = [(goal, False), *(further if end == goal else steps[1:])]
        others = checkers[:number] + checkers[number + 1 :]
        yield " ".join(map(written, [*others, left] if len(left) > 1 else others))


def read_checkers(text: str) -> list[Steps]:
    """The checkers that a text moves, each once for each time; none where it is no such text, or
    one of more than a turn.
    """
    checkers: list[Steps] = []
    for word in re.split("[ ,]+", text):
        if not CHECKER.fullmatch(word):
            return []
        path, _, times = word.rstrip(")").partition("(")
        steps = [(place(name.rstrip("*")), name.endswith("*")) for name in path.split("/")]
        quiet = [(at, False) for at, _ in steps]  # what is hit by the first is hit no more
        checkers += [steps, *[quiet] * (int(times or 1) - 1)]
    return checkers if sum(len(steps) - 1 for steps in checkers) <= MOST_MOVES else []


def place(name: str) -> int:
    return {"bar": BAR, "off": OFF}[name] if name.isalpha() else int(name)


def written(steps: Steps) -> str:
    return "/".join(place_name(at) + "*" * hits for at, hits in steps)


LARGEST_CUBE = 10  # of XGID, as a power of two


def xgid(state: Any) -> str:
    """The position as XGID, without these letters, from the side of the seat to move.

    Letters are checkers: capitals its own, A for one, from its opponent's bar over the points 1 to
    24 to its own bar. Then the cube, as a power of two, and whose it is (1 its own); whose turn it
    is; the dice, or 00; the points of both; Crawford's rule in this game, or Jacoby's in a single
    one; and the length of the match. Where a double is offered it is the position before.
    """
    mine, theirs = state.mine, state.theirs
    board = "".join(
        sign(place != OFF and count_at(mine, place), place != BAR and count_at(theirs, place))
        for place in range(OFF, BAR + 1)
    )
    dice = f"{state.high}{state.low}" if state.left > 0 else "00"
    if not isinstance(state, DoublingState):
        return f"{board}:0:0:1:{dice}:0:0:0:0:{LARGEST_CUBE}"
    own = 0 if state.owner == NOBODY else 1 if state.owner == state.seat else -1
    turn = -1 if state.offered else 1
    points = f"{points_of(state, state.seat)}:{points_of(state, 1 - state.seat)}"
    rule = int(state.stage == CRAWFORD_GAME) if state.length else state.jacoby
    if not state.length:
        points = "0:0"
    cube = f"{state.doublings}:{own}"
    return f"{board}:{cube}:{turn}:{dice}:{points}:{rule}:{state.length}:{LARGEST_CUBE}"


def sign(own: int, other: int) -> str:
    """The sign of a place in XGID."""
    return chr(ord("@") + own) if own else chr(ord("`") + other) if other else "-"
