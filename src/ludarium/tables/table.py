"""A table: what the events of its log add up to.

No clock runs in here and nothing is stored: times are those of the events.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Iterable
from typing import Literal

from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.tables.entries import (
    Abandoned,
    Answered,
    Chose,
    Event,
    Greeted,
    Left,
    Moved,
    Offered,
    Opened,
    RematchOpened,
    Resigned,
    Returned,
    Sat,
    TimedOut,
    WantedRematch,
)
from ludarium.tables.options import DAY, Options

__all__ = ["MOST_MISSED", "Chair", "Offer", "Table", "fold"]

Status = Literal["open", "live", "over"]
WAITING = DAY  # seconds that an open table waits for players
FIRST_MOVE = 300  # seconds that a first move may take where a clock runs from the second on
# rounds in a row that somebody may sit out; a game of two in which one never chooses would have no
# end
MOST_MISSED = 5
FORGOTTEN = 14 * DAY  # seconds without any event after which a table without a clock is closed


@dataclasses.dataclass(slots=True)
class Chair:
    """A seat and who sits there.

    taken_at: the version of the table when it was taken, 0 while it is free. agent: of a bot.
    holders: who may move for the seat.
    left: seconds on its clock. moved: whether it has made a move, from when on its clock runs.
    missed: how many rounds in a row it has sat out. gone: it has left a game that goes on.
    """

    taken_at: int = 0
    name: str = ""
    agent: str | None = None
    account: str | None = None
    holders: tuple[str, ...] = ()
    left: float | None = None
    moved: bool = False
    missed: int = 0
    gone: bool = False

    @property
    def free(self) -> bool:
        return not self.taken_at

    @property
    def is_bot(self) -> bool:
        return self.agent is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Offer:
    """A draw that is offered, or a takeback that is asked for, and who has agreed. version: the
    table's with it, by which it is known.
    """

    what: Literal["draw", "takeback"]
    seat: int
    agreed: frozenset[int]
    version: int


class Table:
    """The state of a table after the events applied so far.

    version: how many these are; record: the game, None before it has begun; chosen: the unopened
    choices of the running round, by seat;
    opened: the choices of the round before; began: when the position at hand arose; changed: when
    the last event happened; ended: when the game was over.
    """

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.version = 0
        self.options: Options
        self.host = ""
        self.origin: str | None = None
        self.chairs: list[Chair] = []
        self.record: Record | None = None
        self.closed = False
        self.chosen: dict[int, Chose] = {}
        self.opened: tuple[Chose, ...] = ()
        self.first_choice: float | None = None  # of a person, from which a countdown runs
        self.offer: Offer | None = None
        self.takebacks = 0  # how often moves were taken back
        self.rematch_wanted: frozenset[int] = frozenset()
        self.rematch: str | None = None
        self.greeting: tuple[Greeted, int] | None = None  # with its version
        self.created = self.began = self.changed = 0.0
        self.ended: float | None = None

    # What it says

    @property
    def status(self) -> Status:
        if self.closed or (self.record and self.record.over):
            return "over"
        return "live" if self.record else "open"

    @property
    def position(self) -> Position:
        """The position of the game, which must have begun."""
        assert self.record is not None
        return self.record.position

    @property
    def ply(self) -> int:
        """How many moves, or rounds, have been played."""
        return len(self.record.moves) if self.record else 0

    @property
    def simultaneous(self) -> bool:
        """Whether several seats choose at once, in secret, by the rules of the game."""
        return self.options.rules.absent is not None

    @property
    def names(self) -> tuple[str, ...]:
        """What the players call themselves; empty for one who has not said."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def players(self) -> tuple[str, ...]:
        """The players as a record names them."""
        seat_names = self.options.rules.seat_names
        return tuple(
            chair.agent or chair.name or str(seat_names[seat])
            for seat, chair in enumerate(self.chairs)
        )

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose move or choice is missing."""
        if self.status != "live":
            return ()
        return tuple(
            seat
            for seat in self.position.movers
            if seat not in self.chosen and not self.chairs[seat].gone
        )

    @property
    def waiting_bots(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.waiting if self.chairs[seat].is_bot)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(
            seat for seat, chair in enumerate(self.chairs) if not chair.free and not chair.is_bot
        )

    def is_host(self, holder: str) -> bool:
        """Whether this is who opened the table: by the identity of then, or by another one that
        holds the same seat.
        """
        return holder == self.host or any(
            {holder, self.host} <= set(chair.holders) for chair in self.chairs
        )

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """The seats that this person may move for."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if holder in chair.holders)

    def running(self, seat: int) -> bool:
        """Whether the seat's own clock runs."""
        return (
            self.options.clock.kind == "fischer"
            and self.chairs[seat].moved
            and seat in self.waiting
        )

    def left(self, seat: int, now: float) -> float | None:
        """The seconds on the seat's own clock."""
        left = self.chairs[seat].left
        return (
            left if left is None or not self.running(seat) else max(0.0, left - (now - self.began))
        )

    @property
    def deadline(self) -> float | None:
        """When time runs out for those who are to move; None where no time is set."""
        if self.status != "live":
            return None
        clock = self.options.clock
        if clock.kind == "days":
            return self.began + clock.seconds
        if clock.kind == "countdown":
            return None if self.first_choice is None else self.first_choice + clock.seconds
        ends = [
            self.began + (self.chairs[seat].left or 0)
            for seat in self.waiting
            if self.running(seat)
        ]
        return min(ends, default=None)

    @property
    def due(self) -> float | None:
        """When something must happen if nobody does anything; None when the table is over."""
        if self.status == "over":
            return None
        if self.deadline is not None:
            return self.deadline
        if self.status == "live" and self.options.clock.kind == "fischer":
            return self.began + FIRST_MOVE
        patient = self.status == "live" or self.options.clock.kind == "days"
        return self.changed + (FORGOTTEN if patient else WAITING)

    def what_is_due(self, now: float) -> Event | None:
        """The event that must happen by now because of the time alone."""
        if self.due is None or now < self.due:
            return None
        everybody_sleeps = self.simultaneous and self.first_choice is None
        if self.deadline is None or everybody_sleeps:
            return Abandoned(at=now)
        late = self.waiting if self.simultaneous else ()
        return TimedOut(
            at=now,
            leaving=tuple(seat for seat in late if self.chairs[seat].missed + 1 >= MOST_MISSED),
        )

    @property
    def rematch_agreed(self) -> bool:
        """Whether all people want to play again."""
        return bool(self.people) and self.rematch_wanted >= set(self.people)

    def takeback_count(self, seat: int) -> int:
        """How many moves must be taken back until the seat has its last choice again; 0 where it
        has made none.
        """
        before = self.position.before
        count = 1
        while before is not None and seat not in before.movers:
            before = before.before
            count += 1
        return count if before is not None else 0

    # What happens to it

    def after(self, event: Event) -> Table:
        """The table after the next event; this one stays as it is."""
        later = copy.copy(self)
        later.chairs = [copy.copy(chair) for chair in self.chairs]
        later.chosen = dict(self.chosen)
        later.record = self.record and self.record.copy()
        later.apply(event)
        return later

    def apply(self, event: Event) -> None:
        """Take in the next event of the log."""
        self.version += 1
        match event:
            case Opened():
                self._open(event)
            case Sat():
                self._sit(event)
            case Left():
                self.chairs[event.seat] = Chair()
            case Returned():
                chair = self.chairs[event.seat]
                chair.holders = (*chair.holders, event.holder)
            case Moved():
                self._move(event)
            case Chose():
                self._choose(event)
            case TimedOut():
                self._time_out(event)
            case Offered():
                self._note_agreement(
                    Offer(event.what, event.seat, frozenset((event.seat,)), self.version), event.at
                )
            case Answered():
                self._answer(event)
            case Resigned():
                self._resign(event)
            case Greeted():
                self.greeting = (event, self.version)
            case WantedRematch():
                self.rematch_wanted |= {event.seat}
            case RematchOpened():
                self.rematch = event.table
            case Abandoned():
                self._abandon()
        self.changed = event.at
        if self.ended is None and self.status == "over":
            self.ended = event.at

    def _open(self, event: Opened) -> None:
        self.options = Options.from_json(event.options)
        self.host, self.origin = event.host, event.origin
        self.chairs = [Chair() for _ in range(self.options.seats)]
        self.created = event.at

    def _sit(self, event: Sat) -> None:
        holders = (event.holder,) if event.holder else ()
        clock = self.options.clock
        left = clock.seconds if clock.kind == "fischer" else None
        self.chairs[event.seat] = Chair(
            self.version, event.name, event.agent, event.account, holders, left
        )
        if not any(chair.free for chair in self.chairs):
            self.record = self.options.record(self.players)
            self.began = event.at

    def _move(self, event: Moved) -> None:
        seat, chair = event.seat, self.chairs[event.seat]
        chair.left = self.left(seat, event.at)
        self._play({seat: event.move}, event.at)
        chair.moved = True
        # a run of moves is one turn
        if chair.left is not None and seat not in self.position.movers:
            chair.left += self.options.clock.increment

    def _choose(self, event: Chose) -> None:
        self.chosen[event.seat] = event
        self.chairs[event.seat].missed = 0
        if self.first_choice is None and not self.chairs[event.seat].is_bot:
            self.first_choice = event.at
        if not self.waiting:
            self._open_choices(event.at)

    def _open_choices(self, at: float, reason: str = "resignation") -> None:
        """Show all choices and play the round; who has not chosen sits it out. reason: of the end,
        where all but one have left.
        """
        game = self.options.rules
        assert game.absent is not None
        choices = {}
        for seat in self.position.movers:
            chose = self.chosen.get(seat)
            choices[seat] = (
                chose.choice if chose else game.action_text(self.position.state, seat, game.absent)
            )
        self.opened = tuple(self.chosen[seat] for seat in sorted(self.chosen))
        self._play(choices, at)
        self._end_if_deserted(reason)

    def _play(self, moves: dict[int, str], at: float) -> None:
        assert self.record is not None
        self.record.play(dict(moves), at - self.began)
        self._begin_turn(at)

    def _begin_turn(self, at: float) -> None:
        self.began = at
        self.chosen = {}
        self.first_choice = None
        self.offer = None

    def _time_out(self, event: TimedOut) -> None:
        if self.simultaneous:
            for seat in self.waiting:
                self.chairs[seat].missed += 1
            for seat in event.leaving:
                self.chairs[seat].gone = True
            self._open_choices(event.at, "time" if event.leaving else "resignation")
        else:
            self._stop_clocks(event.at)
            self._lose(self.waiting, "time")

    def _stop_clocks(self, at: float) -> None:
        """Take the time of the running turn off the clocks that it runs on."""
        for seat in self.waiting:
            self.chairs[seat].left = self.left(seat, at)

    def _resign(self, event: Resigned) -> None:
        if len(self.chairs) == 2 and not self.simultaneous:
            self._stop_clocks(event.at)
            self._lose((event.seat,), "resignation")
            return
        self.chairs[event.seat].gone = True
        self.chosen.pop(event.seat, None)
        self._end_if_deserted()
        if self.status == "live" and not self.waiting:
            self._open_choices(event.at)

    def _end_if_deserted(self, reason: str = "resignation") -> None:
        """Where at most one of those who could still win has not left, the game is over."""
        if self.status != "live":
            return
        still = [seat for seat in self.position.movers if not self.chairs[seat].gone]
        if len(still) < 2:
            winners = still or self.position.movers
            self._lose([seat for seat in range(len(self.chairs)) if seat not in winners], reason)

    def _lose(self, losers: Iterable[int], reason: str) -> None:
        assert self.record is not None
        self.record.lose(losers, reason)

    def _abandon(self) -> None:
        self.closed = True
        if self.record and not self.record.over:
            self._share("abandoned")

    def _share(self, reason: str) -> None:
        """End the game: all get the same."""
        assert self.record is not None
        self.record.end(
            reason, (self.options.rules.returns_sum / len(self.chairs),) * len(self.chairs)
        )

    def _answer(self, event: Answered) -> None:
        assert self.offer is not None
        if event.accept:
            self._note_agreement(
                dataclasses.replace(self.offer, agreed=self.offer.agreed | {event.seat}), event.at
            )
        else:
            self.offer = None

    def _note_agreement(self, offer: Offer, at: float) -> None:
        """An offer stands until all people at the table agree; bots always let a move be taken
        back.
        """
        self.offer = offer
        if not offer.agreed >= set(self.people):
            return
        self._stop_clocks(at)
        if offer.what == "draw":
            self._share("agreement")
        else:
            assert self.record is not None
            self.record.take_back(self.takeback_count(offer.seat))
            self.takebacks += 1
            self._begin_turn(at)
        self.offer = None


def fold(identity: str, events: Iterable[Event]) -> Table:
    """The table of this log."""
    table = Table(identity)
    for event in events:
        table.apply(event)
    return table
