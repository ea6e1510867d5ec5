"""The engine protocol, version 1: messages of host and engine, one JSON object on each line.

It is specified in docs/engine-protocol.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from ludarium.errors import LudariumError, ProtocolError
from ludarium.play.position import Position, parse, start

__all__ = ["VERSION", "PositionReader", "described", "read_line", "written"]

VERSION = 1
MOST_TEXT = 1_000_000  # characters in a line

Message = Mapping[str, Any]


def described(position: Position) -> dict[str, Any]:
    """The fields of a message that describe a position, with the game so far."""
    path = [position]
    while path[-1].before is not None:
        path.append(path[-1].before)
    path.reverse()
    first = path[0]
    return {
        "game": first.game.name,
        "ruleset": first.ruleset.name,
        "seats": first.seats,
        "start": None
        if first == start(first.game, first.ruleset.name, first.seats)
        else first.text,
        "moves": [
            before.joint_text(after.joint)
            for before, after in pairwise(path)
            if after.joint is not None
        ],
        "position": position.text,
    }


class PositionReader:
    """Reads the positions that messages describe.

    Where a message continues the last game, its position continues the same history, so that agents
    can reuse what they computed.
    """

    def __init__(self) -> None:
        self._named: tuple[Any, ...] = ()
        self._moves: list[str] = []
        self._positions: list[Position] = []

    def read(self, message: Message) -> Position:
        """The position that the message describes.

        Raises ProtocolError where fields are missing, of the wrong type, or do not fit; and the
        errors of `start` and `parse`.
        """
        moves = field(message, "moves", list, [])
        if not all(isinstance(move, str) for move in moves):
            raise ProtocolError("the field 'moves' must hold strings only")
        named = (
            field(message, "game", str),
            field(message, "ruleset", (str, type(None)), None),
            field(message, "seats", (int, type(None)), None),
            field(message, "start", (str, type(None)), None),
            None if "moves" in message else field(message, "position", (str, type(None)), None),
        )
        if named != self._named:
            self._named, self._moves, self._positions = (), [], [_first(*named)]
            self._named = named
        same = 0
        while same < min(len(moves), len(self._moves)) and moves[same] == self._moves[same]:
            same += 1
        del self._moves[same:], self._positions[same + 1 :]
        for number, move in enumerate(moves[same:], same + 1):
            try:
                self._positions.append(self._positions[-1].play(move))
            except LudariumError as error:
                raise ProtocolError(f"move {number}: {error}") from None
            self._moves.append(move)
        return self._positions[-1]


def _first(
    game: str, ruleset: str | None, seats: int | None, begun: str | None, position: str | None
) -> Position:
    text = begun or position
    if text is None:
        return start(game, ruleset, seats)
    parsed = parse(text)
    if (
        parsed.game.name != game
        or (ruleset or parsed.ruleset.name) != parsed.ruleset.name
        or (seats or parsed.seats) != parsed.seats
    ):
        raise ProtocolError(
            f"{text!r} is a position of {parsed.game.name}/{parsed.ruleset.name} with "
            f"{parsed.seats} seats, not what is named"
        )
    return parsed


def field(message: Message, name: str, kind: type | tuple[type, ...], *default: Any) -> Any:
    """A field of a message, checked to have a type of `kind`, or the default.

    Raises ProtocolError where it is missing without a default, or has another type.
    """
    if name not in message and default:
        return default[0]
    if name not in message:
        raise ProtocolError(f"the field {name!r} is missing")
    value = message[name]
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        expected = " or ".join("null" if one is type(None) else one.__name__ for one in kinds)
        raise ProtocolError(f"the field {name!r} is {value!r}, expected {expected}")
    return value


def read_line(line: str) -> dict[str, Any]:
    """Decode a line. Raises ProtocolError where it is no JSON object, or too long."""
    if len(line) > MOST_TEXT:
        raise ProtocolError(f"a line of {len(line):,} characters, expected at most {MOST_TEXT:,}")
    try:
        message = json.loads(line)
    except json.JSONDecodeError as error:
        raise ProtocolError(
            f"not a whole JSON object: {error.msg} at column {error.colno}"
        ) from None
    # a number with thousands of digits, or brackets nested as deeply
    except (ValueError, RecursionError):
        raise ProtocolError("not a message: nothing in one is that large") from None
    if not isinstance(message, dict):
        raise ProtocolError(f"{line.strip()[:40]!r} is not a JSON object")
    return message


def written(message: Message) -> str:
    """Encode a message as a line, with its newline."""
    return json.dumps(message, ensure_ascii=False) + "\n"
