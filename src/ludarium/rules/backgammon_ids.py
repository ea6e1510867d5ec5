"""Positions of backgammon as other programs write them on one line: XGID of eXtreme Gammon, and the
position ID of GNU Backgammon.

White is the lower player of an XGID, and in a position ID the one on roll, which has no dice.

Sources: eXtreme Gammon's help on XGID; GNU Backgammon's manual, "A technical description of the
Position ID".
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping
from typing import Any

from ludarium.errors import PositionError
from ludarium.rules.backgammon_board import BAR, LAST
from ludarium.rules.backgammon_rulesets import Doubling

__all__ = ["with_ids"]

Read = Callable[[str, Any], Any]
XGID = re.compile(
    r"(?:XGID=)?([-A-Oa-o]{26}):(\d{1,2}):(-?[01]):(-?1):(00|[1-6][1-6]|D|B|R)"
    r":(\d{1,2}):(\d{1,2}):([0-3]):(\d{1,2}):(\d{1,2})"
)
POSITION_ID = re.compile(r"[A-Za-z0-9+/]{14}")
EXPECTED_XGID = (
    "expected 26 signs of points, then cube, owner, turn, dice, scores, Crawford, length and "
    "limit, with : between"
)


def with_ids(read: Read) -> Read:
    """A function that reads positions as `read` does, and such ids as well."""

    def read_position(text: str, ruleset: Any) -> Any:
        if text.startswith("XGID="):
            return of_xgid(read, text, ruleset)
        if POSITION_ID.fullmatch(text):
            return of_position_id(read, text, ruleset)
        return read(text, ruleset)

    return read_position


def of_xgid(read: Read, text: str, ruleset: Any) -> Any:
    """The position of an XGID. Raises PositionError."""
    found = XGID.fullmatch(text.strip())
    if not found:
        raise PositionError(f"position {text[:60]!r}: {EXPECTED_XGID}")
    signs, cube, owner, turn, dice, white_score, black_score, crawford, length, _ = found.groups()
    white, black = checkers_of(signs)
    mover = "w" if turn == "1" else "b"
    thrown = dice if dice.isdigit() and dice != "00" else ""
    sides = f"{side_text(white)} {side_text(black)}"
    if not isinstance(ruleset.parameters, Doubling):
        return read(f"{sides} {mover} {thrown or '?'}", ruleset)
    doubling = ruleset.parameters
    if int(length) != doubling.length:
        raise PositionError(
            f"position {text[:60]!r}: a match to {length}, expected one to {doubling.length}, as "
            f"the ruleset {ruleset.name} has"
        )
    holder = {"0": "-", "1": "w", "-1": "b"}[owner] if int(cube) else "-"
    stage = "before"
    if not doubling.crawford:
        stage = "after"
    elif max(int(white_score), int(black_score)) == doubling.length - 1:
        stage = "crawford" if crawford == "1" else "after"
    score = f"{white_score} {black_score}" if doubling.length else "0 0"
    head = f"{sides} {2 ** int(cube)}{holder} {score} {stage}"
    if thrown:
        return read(f"{head} {mover} {thrown}", ruleset)
    other = "b" if mover == "w" else "w"
    # the turn is of who has doubled; some files give it to who answers
    ways = (f"{other} offered", f"{mover} offered") if dice == "D" else (f"{mover} choose",)
    for way in ways:
        try:
            return read(f"{head} {way}", ruleset)
        except PositionError:  # the seat may not double
            pass
    return read(f"{head} {mover} ?", ruleset)


def checkers_of(signs: str) -> tuple[dict[int, int], dict[int, int]]:
    """The checkers of White and of Black, each by the side's own numbers."""
    white: dict[int, int] = {}
    black: dict[int, int] = {}
    for place, sign in enumerate(signs):
        if sign.isupper():
            white[place] = ord(sign) - ord("A") + 1
        elif sign.islower():
            black[BAR - place] = ord(sign) - ord("a") + 1
    return white, black


def side_text(places: Mapping[int, int]) -> str:
    """The checkers of a side as positions have them."""
    named = (
        f"{'bar' if place == BAR else place}:{count}"
        for place, count in sorted(places.items(), reverse=True)
        if count
    )
    return ",".join(named) or "-"


def of_position_id(read: Read, text: str, ruleset: Any) -> Any:
    """The position of GNU's position ID, in which White is on roll. Raises PositionError."""
    try:
        data = base64.b64decode(text + "==", validate=True)
    except binascii.Error:
        raise PositionError(f"position {text!r}: no position ID as GNU has it") from None
    bits = int.from_bytes(data, "little")
    sides: list[dict[int, int]] = []
    for _ in range(2):
        places: dict[int, int] = {}
        for place in range(1, LAST + 2):
            while bits & 1:
                places[place] = places.get(place, 0) + 1
                bits >>= 1
            bits >>= 1
        sides.append(places)
    if bits:
        raise PositionError(
            f"position {text!r}: no position ID as GNU has it, expected 80 bits that hold the "
            "checkers of both sides"
        )
    black, white = sides
    told = f"{side_text(white)} {side_text(black)}"
    if not isinstance(ruleset.parameters, Doubling):
        return read(f"{told} w ?", ruleset)
    stage = "before" if ruleset.parameters.crawford else "after"
    return read(f"{told} 1- 0 0 {stage} w choose", ruleset)
