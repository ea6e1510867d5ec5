"""Records of games, and their files: one JSON object on each line.

A record is replayed when it is read; one that does not come to its stated end is an error.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ludarium.errors import LudariumError, MoveError, RecordError
from ludarium.play.joint import Choice
from ludarium.play.position import Position, parse, start
from ludarium.rules import generic
from ludarium.rules.game import Game

__all__ = ["Record"]

VERSION = 1
BY_RULES, BY_REPETITION = "rules", "repetition"
OTHER_REASONS = ("resignation", "agreement", "time", "abandoned", "forfeit")


@dataclasses.dataclass
class Record:
    """A game that is being played, or is over.

    Raises RecordError where the numbers of players, moves and times do not fit, or a move is not
    legal.
    """

    first: Position
    """The position that the game began from."""
    players: tuple[str, ...]
    """Name of the player at each seat."""
    seed: int | None = None
    """Seed of the agents, if known."""
    repetition: int | None = None
    """The game ends when a position occurs for this time; None: never."""
    moves: list[str] = dataclasses.field(default_factory=list)
    """The joint moves as text."""
    seconds: list[float | None] = dataclasses.field(default_factory=list)
    """Duration of each move, where it is known."""
    reason: str = ""
    """The reason why the game ended, empty while it goes on.

    One of rules, repetition, resignation, agreement, time, abandoned and forfeit.
    """
    returns: tuple[float, ...] = ()
    """Return of each seat, empty while the game goes on."""
    position: Position = dataclasses.field(init=False)
    """The current position."""
    _keys: array[int] = dataclasses.field(init=False, repr=False)
    """Hash of the repetition key of each position."""

    def __post_init__(self) -> None:
        if len(self.players) != self.first.seats:
            raise RecordError(
                f"{len(self.players)} players, expected one for each of {self.first.seats} seats"
            )
        if self.repetition is not None and self.repetition < 2:
            raise RecordError(
                f"an end by repetition {self.repetition}: expected 2 or more, or none"
            )
        if self.seconds and len(self.seconds) != len(self.moves):
            raise RecordError(
                f"{len(self.seconds)} times for {len(self.moves)} moves, expected one for each"
            )
        self.position = self.first
        self._keys = array("q")
        played, self.moves = self.moves, []
        taken, self.seconds = self.seconds or [None] * len(played), []
        self._note_position()
        for number, (move, seconds) in enumerate(zip(played, taken, strict=True), 1):
            try:
                self.play(move, seconds)
            except MoveError as error:
                raise RecordError(f"move {number}: {error}") from None

    @classmethod
    def new(
        cls,
        game: str | Path | Game,
        players: Iterable[str],
        *,
        ruleset: str | None = None,
        **options: Any,
    ) -> Record:
        """Begin a game between these players, one for each seat. Raises the errors of `start`.

        options: further fields, such as seed and repetition.
        """
        names = tuple(players)
        return cls(start(game, ruleset, len(names)), names, **options)

    @property
    def over(self) -> bool:
        """True if the game has ended, by its rules or otherwise."""
        return bool(self.reason)

    def play(self, move: Choice | dict[int, Choice], seconds: float | None = None) -> Position:
        """Play a move, or the moves of all choosing seats; returns the new position.

        seconds: how long it took. Raises MoveError where it is not legal, or the game is over.
        """
        if self.over:
            raise MoveError(f"the game is over ({self.reason}): no move can follow")
        after = self.position.play(move)
        assert after.joint is not None
        # interned, as many games have the same moves
        self.moves.append(sys.intern(self.position.joint_text(after.joint)))
        self.seconds.append(seconds)
        self.position.leave()
        self.position = after
        self._note_position()
        return after

    def take_back(self, count: int = 1) -> Position:
        """Take back the last `count` moves; returns the position before them.

        Raises RecordError where there are fewer, or the game is over.
        """
        if self.over:
            raise RecordError(f"the game is over ({self.reason}): no move can be taken back")
        if not 1 <= count <= len(self.moves):
            raise RecordError(
                f"{count} moves cannot be taken back: expected 1 or more, and {len(self.moves)} "
                "were played"
            )
        self.position = next(islice(self.backwards(), count, None))
        self.position.enter()
        for noted in (self.moves, self.seconds, self._keys):
            del noted[-count:]
        return self.position

    def copy(self) -> Record:
        """An independent copy, which shares the positions so far."""
        other = object.__new__(Record)  # not `copy.copy`, which would replay it as pickle does
        other.__dict__.update(self.__dict__)
        other.moves, other.seconds, other._keys = self.moves[:], self.seconds[:], self._keys[:]
        return other

    def backwards(self) -> Iterator[Position]:
        """The positions of the game, from the last to the first."""
        position: Position | None = self.position
        for _ in range(len(self.moves) + 1):
            assert position is not None
            yield position
            position = position.before

    def _note_position(self) -> None:
        """Record the current position's key, and end the game where it is over or repeated."""
        self._keys.append(hash(self._key(self.position)))
        if self.position.over:
            self.reason, self.returns = BY_RULES, self.position.returns
        elif self.repetition and self._occurred(self.repetition):
            state, seats = self.position.state, range(self.position.seats)
            self.reason = BY_REPETITION
            self.returns = tuple(generic.repetition_returns(state, seat) for seat in seats)

    def _occurred(self, times: int) -> bool:
        """Return whether the current position has occurred this number of times."""
        key = self._key(self.position)
        if self._keys.count(hash(key)) < times:
            return False
        # other positions can have the same hash
        equal = [position for position in self.backwards() if self._key(position) == key]
        return len(equal) >= times

    def _key(self, position: Position) -> Any:
        return generic.repetition_state(position.state)

    def end(self, reason: str, returns: Iterable[float]) -> None:
        """End the game other than by its rules, with this return for each seat.

        Raises RecordError where the game is over, or the reason or the returns are not possible.
        """
        gained = tuple(map(float, returns))
        low, high = self.first.game.returns_range
        if self.over:
            raise RecordError(f"the game is over already, by {self.reason}")
        if reason not in OTHER_REASONS:
            raise RecordError(
                f"a game cannot end by {reason!r}, expected {', '.join(OTHER_REASONS)}"
            )
        if len(gained) != self.first.seats or not all(low <= share <= high for share in gained):
            raise RecordError(
                f"returns {list(gained)}, expected one for each of {self.first.seats} seats, of "
                f"{low:g} to {high:g}"
            )
        self.reason, self.returns = reason, gained

    def lose(self, losers: Iterable[int], reason: str) -> None:
        """End the game with these seats as losers.

        They get the least return, and the others share the rest equally, or get the greatest where
        returns have no sum; where all seats lose, all share. Raises RecordError as `end` does.
        """
        game, seats, lost = self.first.game, range(self.first.seats), set(losers)
        if len(lost) == len(seats):
            lost = set()
        least, rest = game.returns_range
        if game.returns_sum is not None:
            rest = (game.returns_sum - least * len(lost)) / (len(seats) - len(lost))
        self.end(reason, (least if seat in lost else rest for seat in seats))

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the first to the last."""
        return reversed(list(self.backwards()))

    def to_json(self) -> str:
        """The record as one line of JSON."""
        first = self.first
        fields: dict[str, Any] = {
            "ludarium": VERSION,
            "game": first.game.name,
            "ruleset": first.ruleset.name,
            "seats": first.seats,
            "players": list(self.players),
            "seed": self.seed,
            "start": None
            if first == start(first.game, first.ruleset.name, first.seats)
            else first.text,
            "repetition": self.repetition,
            "moves": self.moves,
        }
        if any(seconds is not None for seconds in self.seconds):
            fields["seconds"] = [
                seconds if seconds is None else round(seconds, 3) for seconds in self.seconds
            ]
        if self.over:
            fields["end"] = {
                "reason": self.reason,
                "returns": list(self.returns),
                "position": self.position.text,
            }
        return json.dumps(fields, ensure_ascii=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Record.from_json, (self.to_json(),)

    @classmethod
    def from_json(cls, line: str) -> Record:
        """Decode a line, and replay its moves.

        Raises RecordError, which names the first move that is not legal or does not fit.
        """
        try:
            fields = json.loads(line)
        except json.JSONDecodeError as error:
            raise RecordError(
                f"not a whole JSON object: {error.msg} at column {error.colno}"
            ) from None
        # a number with thousands of digits, or brackets nested as deeply
        except (ValueError, RecursionError):
            raise RecordError("not a record: nothing in one is that large") from None
        _check_shape(fields)
        try:
            first = (
                parse(fields["start"])
                if fields["start"]
                else start(fields["game"], fields["ruleset"], fields["seats"])
            )
        except LudariumError as error:
            raise RecordError(str(error)) from None
        named = (fields["game"], fields["ruleset"], fields["seats"])
        if fields["start"] and (first.game.name, first.ruleset.name, first.seats) != named:
            raise RecordError(
                f"the field 'start' is a position of {first.text.split()[0]} with {first.seats} "
                f"seats, expected one of {named}"
            )
        record = cls(
            first,
            tuple(fields["players"]),
            fields["seed"],
            fields["repetition"],
            list(fields["moves"]),
            fields.get("seconds") or [],
        )
        _check_end(record, fields.get("end"))
        return record


_SHAPE: dict[str, tuple[type, ...]] = {
    "ludarium": (int,),
    "game": (str,),
    "ruleset": (str,),
    "seats": (int,),
    "players": (list,),
    "seed": (int, type(None)),
    "start": (str, type(None)),
    "repetition": (int, type(None)),
    "moves": (list,),
}


def _check_shape(fields: Any) -> None:
    if not isinstance(fields, dict) or "ludarium" not in fields:
        raise RecordError("not a record: expected a JSON object with the field 'ludarium'")
    if fields["ludarium"] != VERSION:
        raise RecordError(f"version {fields['ludarium']!r} of the format, expected {VERSION}")
    for name, kinds in _SHAPE.items():
        if name not in fields:
            raise RecordError(f"the field {name!r} is missing")
        if not isinstance(fields[name], kinds) or isinstance(fields[name], bool):
            raise RecordError(
                f"the field {name!r} is {fields[name]!r}, expected "
                f"{' or '.join(kind.__name__ for kind in kinds)}"
            )
    for name in ("players", "moves"):
        if not all(isinstance(item, str) for item in fields[name]):
            raise RecordError(f"the field {name!r} must hold strings only")
    seconds = fields.get("seconds") or []
    if (
        not isinstance(seconds, list)
        or len(seconds) not in (0, len(fields["moves"]))
        or not all(_is_time(item) for item in seconds)
    ):
        raise RecordError(
            "the field 'seconds' must hold one number or null for each of "
            f"{len(fields['moves'])} moves"
        )


def _is_time(item: object) -> bool:
    return item is None or (
        isinstance(item, int | float) and not isinstance(item, bool) and item >= 0
    )


def _check_end(record: Record, end: Any) -> None:
    """Compare the replayed end with the recorded one; take over one that no move shows."""
    if end is None:
        if record.over:
            raise RecordError(
                f"move {len(record.moves)}: the game ends here, but the record has no end"
            )
        return
    if (
        not isinstance(end, dict)
        or not {"reason", "returns", "position"} <= end.keys()
        or not isinstance(end["returns"], list)
    ):
        raise RecordError("the field 'end' must have reason, returns and position")
    where = f"move {len(record.moves)}, the last: "
    if record.position.text != end["position"]:
        raise RecordError(
            f"{where}the moves lead to {record.position.text!r}, but the record says "
            f"{end['position']!r}"
        )
    if not all(isinstance(gained, int | float) for gained in end["returns"]):
        raise RecordError("the field 'end': returns must be numbers")
    if not record.over and end["reason"] in OTHER_REASONS:
        record.end(end["reason"], end["returns"])
    if (record.reason, list(record.returns)) != (end["reason"], end["returns"]):
        came_to = (
            f"end by {record.reason} with {list(record.returns)}"
            if record.over
            else "do not end the game"
        )
        raise RecordError(
            f"{where}the moves {came_to}, but the record says {end['reason']!r} with "
            f"{end['returns']}"
        )
