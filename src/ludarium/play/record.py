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
from ludarium.play.cycles import plies_of_cycle, returns_of_cycle
from ludarium.play.joint import Choice, Move
from ludarium.play.position import Position, parse, start
from ludarium.play.record_shape import EDITION, check_shape
from ludarium.play.turns import read_turn
from ludarium.rules import generic
from ludarium.rules.game import Game
from ludarium.rules.resignation import Resignation
from ludarium.rules.termination import Termination

__all__ = ["EDITION", "Outcome", "Record"]

BY_RULES, BY_REPETITION, BY_DEAD_POSITION = "rules", "repetition", "dead-position"
BY_MOVES = (BY_RULES, BY_REPETITION, BY_DEAD_POSITION)
SINCE_CYCLES = 3
"""The edition since which repetitions are judged, and positions are written, as today."""
OTHER_REASONS = ("resignation", "agreement", "time", "abandoned", "forfeit")


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game."""

    termination: Termination
    """The reason."""
    returns: tuple[float, ...]
    """Return of each seat."""
    winners: tuple[int, ...]
    """The seats that won; none of a draw."""

    @property
    def winner(self) -> int | None:
        """The only seat that won; None of a draw, and where several did."""
        return self.winners[0] if len(self.winners) == 1 else None


@dataclasses.dataclass
class Record:
    """A game that is being played, or is over: positions, and what happens beside them.

    `Record.new` begins one that ends as games at tables do, by repetition, too.

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
    edition: int = dataclasses.field(default=EDITION, kw_only=True)
    """The edition of how ends are judged."""
    moves: list[str] = dataclasses.field(default_factory=list)
    """The joint moves as text."""
    seconds: list[float | None] = dataclasses.field(default_factory=list)
    """Duration of each move, where it is known."""
    reason: str = ""
    """The reason why the game ended, empty while it goes on.

    One of rules, repetition, dead-position, resignation, agreement, time, abandoned and forfeit.
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
        players: Iterable[str] | None = None,
        *,
        ruleset: str | None = None,
        seats: int | None = None,
        **options: Any,
    ) -> Record:
        """Begin a game between these players, one for each seat; by default named as the seats,
        of which there are `seats`, by default the fewest. Raises the errors of `start`.

        options: further fields, such as seed. The game ends by its own rule of repetition, unless
        `repetition` says otherwise.
        """
        named = None if players is None else tuple(players)
        first = start(game, ruleset, seats if named is None else len(named))
        names = named or tuple(str(name) for name in first.game.seat_names[: first.seats])
        return cls(first, names, **{"repetition": first.game.repetition, **options})

    @property
    def over(self) -> bool:
        """True if the game has ended, by its rules or otherwise."""
        return bool(self.reason)

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None while it goes on."""
        if not self.over:
            return None
        game = self.first.game
        return Outcome(self._termination(), self.returns, game.winners(self.returns))

    def _termination(self) -> Termination:
        game, state = self.first.game, self.position.state
        if self.reason != BY_RULES:
            return Termination(self.reason)
        if game.termination is not None:
            return game.termination(state)
        return Termination.LIMIT if generic.ends_by_limit(state) else Termination.RULES

    @property
    def to_move(self) -> int | None:
        """The seat to move, or CHANCE; None where several choose, or the game is over."""
        return None if self.over else self.position.to_move

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves of the seat to move; none when the game is over, by repetition or
        agreement, too. Raises MoveError where several seats choose.
        """
        return () if self.over else self.position.legal

    def play(self, move: Choice | dict[int, Choice], seconds: float | None = None) -> Position:
        """Play a move, or the moves of all choosing seats; returns the new position.

        seconds: how long it took. Raises MoveError where it is not legal, or the game is over.
        """
        self.reopen()
        if self.over:
            raise MoveError(f"the game is over ({self.reason}): no move can follow")
        after = self.position.play(move)
        assert after.joint is not None
        return self._go_on(after, after.joint, seconds)

    def play_joint(self, joint: int, seconds: float | None = None) -> Position:
        """Play a legal joint action, which is not checked; returns the new position.

        seconds: how long it took. Raises MoveError where the game is over.
        """
        self.reopen()
        if self.over:
            raise MoveError(f"the game is over ({self.reason}): no move can follow")
        return self._go_on(self.position.play_joint(joint), joint, seconds)

    def _go_on(self, after: Position, joint: int, seconds: float | None) -> Position:
        # interned, as many games have the same moves
        self.moves.append(sys.intern(self.position.joint_text(joint)))
        self.seconds.append(seconds)
        self.position.leave()
        self.position = after
        self._note_position()
        return after

    def play_turn(self, text: str, seconds: float | None = None) -> Position:
        """Play the moves that the text denotes: one, or a whole turn of a seat that plays several
        in a row; returns the new position.

        seconds: how long they took, noted with the first. Raises MoveError where it denotes none;
        then nothing is played.
        """
        self.reopen()
        if self.over:
            raise MoveError(f"the game is over ({self.reason}): no move can follow")
        for move in read_turn(self.position, text):
            if self.over:  # by repetition, within the turn
                break
            self.play(move, seconds)
            seconds = None if seconds is None else 0.0
        return self.position

    def undo(self) -> Position:
        """Take back the last move; returns the position before it. A game that its moves ended goes
        on from there.

        Raises RecordError where there is none, or the game ended otherwise.
        """
        if self.moves and self.reason in BY_MOVES:
            self.reason, self.returns = "", ()
        return self.take_back()

    def take_back(self, count: int = 1) -> Position:
        """Take back the last `count` moves; returns the position before them.

        Raises RecordError where there are fewer, or the game is over.
        """
        self.reopen()
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
        """Record the current position's key, and end the game where that does."""
        self._keys.append(hash(self.position.repetition_state))
        if self.position.over:
            self.reason, self.returns = BY_RULES, self.position.returns
        elif self.repetition and (past := self._occurrences(self.repetition)):
            self.reason = BY_REPETITION
            self.returns = self._repeated_returns(past)
        elif self.edition > 2 and generic.nobody_can_win(self.position.state):
            self.reason = BY_DEAD_POSITION
            self.returns = (self.first.game.even_return(self.first.seats),) * self.first.seats

    def _occurrences(self, times: int) -> int:
        """The number of moves since the current position first occurred, where it has occurred this
        number of times or more; else 0.
        """
        key = self.position.repetition_state
        if self._keys.count(hash(key)) < times:
            return 0
        # other positions can have the same hash
        return plies_of_cycle(self.backwards(), times)

    def _repeated_returns(self, past: int) -> tuple[float, ...]:
        if self.edition == 1:
            state, seats = self.position.state, range(self.position.seats)
            return tuple(generic.repetition_returns(state, seat) for seat in seats)
        return returns_of_cycle(self.backwards(), past, by_moves=self.edition > 2)

    def reopen(self) -> None:
        """Let a game of an earlier edition go on where only today's judgement ends it."""
        if self.edition < SINCE_CYCLES and self.reason == BY_REPETITION:
            self.reason, self.returns = "", ()

    def end(self, reason: str, returns: Iterable[float]) -> None:
        """End the game other than by its rules, with this return for each seat.

        Raises RecordError where the game is over, or the reason or the returns are not possible.
        """
        gained = tuple(map(float, returns))
        low, high = self.first.game.returns_range
        self.reopen()
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

    def resignation(self, seat: int) -> Resignation | None:
        """The loss of a seat, of two, that resigns now; None where all lost games cost the same, or
        it loses nothing, as the other can win no more.
        """
        loss, state = self.first.game.resignation, self.position.state
        if loss is None or self.edition < 4 or self.over or not generic.can_win(state, 1 - seat):
            return None
        return loss(state, seat)

    def lose(self, losers: Iterable[int], reason: str) -> None:
        """End the game with these seats as losers.

        They get the least return, one of two the least that it can still get by play, and the
        others share the rest equally, or get the greatest where returns have no sum. All share
        where all of several lose, or where time or a resignation would have somebody win who cannot
        win by any play. Raises RecordError as `end` does.
        """
        game, seats, lost = self.first.game, range(self.first.seats), set(losers)
        state, others = self.position.state, [seat for seat in seats if seat not in lost]
        spared = self.edition > 1 and reason in ("time", "resignation")
        if spared and others and not any(generic.can_win(state, seat) for seat in others):
            lost = set()
        if len(lost) == len(seats) > 1:
            lost = set()
        least, rest = game.returns_range
        if len(lost) == 1 and (told := self.resignation(*lost)):
            least = told.returned
        if game.returns_sum is not None and len(lost) < len(seats):
            rest = (game.returns_sum - least * len(lost)) / (len(seats) - len(lost))
        self.end(reason, (least if seat in lost else rest for seat in seats))

    def positions(self) -> Iterator[Position]:
        """The positions of the game, from the first to the last."""
        return reversed(list(self.backwards()))

    def to_json(self) -> str:
        """The record as one line of JSON."""
        first = self.first
        fields: dict[str, Any] = {
            "ludarium": self.edition,
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
        check_shape(fields)
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
            edition=fields["ludarium"],
        )
        _check_end(record, fields.get("end"))
        return record


def _check_end(record: Record, end: Any) -> None:
    """Compare the replayed end with the recorded one; take over one that no move shows."""
    if end is None:
        record.reopen()
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
    if record.position.text != end["position"] and not _is_position(record, end["position"]):
        raise RecordError(
            f"{where}the moves lead to {record.position.text!r}, but the record says "
            f"{end['position']!r}"
        )
    if not all(isinstance(gained, int | float) for gained in end["returns"]):
        raise RecordError("the field 'end': returns must be numbers")
    if end["reason"] in OTHER_REASONS:
        record.reopen()
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


def _is_position(record: Record, text: Any) -> bool:
    """Return whether the text, written as an earlier version did, is the record's position."""
    try:
        written = parse(str(text))
    except LudariumError:
        return False
    same = written.repetition_state == record.position.repetition_state
    return record.edition < SINCE_CYCLES and written.game is record.first.game and same
