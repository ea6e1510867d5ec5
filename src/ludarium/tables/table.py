"""A table: the fold of its log. Nothing is stored here."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable

from ludarium.eventlog.codec import LogEntry
from ludarium.rules.generic import can_win
from ludarium.tables.chairs import Chair, Offer, Place, Turns
from ludarium.tables.entries import (
    Abandoned,
    Answered,
    CalledOff,
    Chose,
    Claimed,
    Greeted,
    Hosted,
    Left,
    Moved,
    Offered,
    Opened,
    PlaceAnswered,
    PlaceTaken,
    PlaceWanted,
    RematchOpened,
    Resigned,
    Returned,
    Sat,
    Stayed,
    TimedOut,
    Undone,
    WantedRematch,
)
from ludarium.tables.options import Options
from ludarium.tables.state import ASIDE, TableState
from ludarium.tables.throws import add_share, outcome, throw

__all__ = ["Table", "fold"]


OF_THE_GAME = (
    *(Moved, TimedOut, Offered, Answered, Undone),
    *(CalledOff, Claimed, Resigned, Abandoned),
)
"""Entries of games that go on: where one follows what only a later edition takes for the end, the
game went on."""


class Table(TableState):
    """The state of a table after the entries applied so far."""

    def after(self, entry: LogEntry) -> Table:
        """A copy of the table with the next entry applied."""
        later = object.__new__(Table)  # not `copy.copy`, which takes five times as long
        later.__dict__.update(self.__dict__)
        later.chairs = [chair.copy() for chair in self.chairs]
        later.chosen = dict(self.chosen)
        later.record = self.record and self.record.copy()
        later.apply(entry)
        return later

    def apply(self, entry: LogEntry) -> None:
        """Apply the next entry of the log."""
        self.version += 1
        self.asides += isinstance(entry, ASIDE)
        if self.record and isinstance(entry, OF_THE_GAME):
            self.record.reopen()
        self._apply_to_seats(entry)
        self._apply_to_game(entry)
        match entry:
            case Greeted():
                self.greeting = (entry, self.version)
            case WantedRematch():
                self.rematch_wanted |= {entry.seat}
            case RematchOpened():
                self.rematch = entry.table
            case Abandoned():
                self._abandon()
                self.declined, self.withdrawn = entry.declined, entry.withdrawn
        if isinstance(entry, Stayed):
            self.stayed = entry.at
            return  # nothing has changed
        self.changed = entry.at
        if self.status != "over":
            self.ended = None  # also where an earlier edition goes on
        elif self.ended is None:
            self.ended = entry.at

    def _apply_to_seats(self, entry: LogEntry) -> None:
        match entry:
            case Opened():
                self._open(entry)
            case Sat():
                self._sit(entry)
            case Left():
                self._leave(entry)
            case Returned():
                chair = self.chairs[entry.seat]
                chair.holders = (*chair.holders, entry.holder)
            case Hosted():
                self.host = entry.holder
            case PlaceWanted() | PlaceAnswered() | PlaceTaken():
                self._note_place(entry)

    def _apply_to_game(self, entry: LogEntry) -> None:
        match entry:
            case Moved():
                self._move(entry)
            case Chose():
                self._choose(entry)
            case TimedOut():
                self._time_out(entry)
            case Offered():
                agreed = frozenset((entry.seat,))
                self._note_agreement(Offer(entry.what, entry.seat, agreed, self.version), entry.at)
            case Answered():
                self._answer(entry)
            case Undone():
                self._undo()
            case CalledOff():
                self.called_off_by = entry.seat
                self._split_points("abandoned")
            case Claimed():
                self._claim(entry)
            case Resigned():
                self._resign(entry)

    def _open(self, entry: Opened) -> None:
        self.options = Options.from_json(entry.options)
        self.host, self.invited, self.origin = entry.host, entry.invited, entry.origin
        self.seed, self.commitment = entry.seed, entry.commitment
        self.shares = entry.commitment
        self.chairs = [Chair() for _ in range(self.options.seats)]
        self.created = entry.at

    def _sit(self, entry: Sat) -> None:
        holders = (entry.holder,) if entry.holder else ()
        self.sittings = self.sittings + Counter(holders)
        left = self.options.clock.at_first
        self.chairs[entry.seat] = Chair(
            self.version, entry.name, entry.agent, entry.account, holders, left
        )
        self.chairs[entry.seat].former = entry.former
        self._add_share(entry.share)
        if not any(chair.free for chair in self.chairs):
            self.record = self.options.record(self.players)
            self.is_of_bots = not self.options.tournament and not self.people
            self.began = entry.at
            self._throw()

    def _note_place(self, entry: PlaceWanted | PlaceAnswered | PlaceTaken) -> None:
        match entry:
            case PlaceWanted():
                self.place_was_asked = True
                self.place = Place(entry.seat, entry.name, entry.account, entry.holder, entry.at)
            case PlaceAnswered():
                assert self.place is not None
                granted = dataclasses.replace(self.place, granted=True, at=entry.at)
                self.place = granted if entry.accept else None
            case PlaceTaken():
                self._take_place(entry)

    def _take_place(self, entry: PlaceTaken) -> None:
        """Let a person play on for a bot: with a full clock, from this turn on. A secret choice
        that the bot has made stands.
        """
        assert self.record is not None
        self._stop_clocks(entry.at)
        chair = Chair(self.version, entry.name, None, entry.account, former=entry.former)
        chair.holders = (entry.holder,) if entry.holder else ()
        chair.left = self.options.clock.at_first
        self.chairs[entry.seat] = chair
        self.record.players = self.players
        self.place = None
        if not self.simultaneous:
            self.began = self.resumed = entry.at

    def _leave(self, entry: Left) -> None:
        self.chairs[entry.seat] = Chair()
        if self.options.quick_pairing and not self.people:
            self.closed = True

    def _add_share(self, share: str) -> None:
        if share:
            self.shares = add_share(self.shares, share)

    def _throw(self) -> None:
        """Let chance decide, as long as it is its turn."""
        while self.position.by_chance:
            assert self.record is not None
            self.throws += 1
            digest = throw(self.id, self.throws, self.seed, self.shares)
            self.record.play(outcome(self.position, digest))

    def _move(self, entry: Moved) -> None:
        seat, chair = entry.seat, self.chairs[entry.seat]
        self.turns = Turns(
            tuple([one.time for one in self.chairs]),
            tuple([one.moved for one in self.chairs]),
            self.began,
            self.turns,
        )
        if self.running(seat):
            chair.spent += self.elapsed(entry.at)
        self._add_share(entry.share)
        self._play({seat: entry.move}, entry.at)
        chair.moved = True
        # consecutive moves of a seat are one turn
        if chair.left is not None and seat not in self.position.movers:
            clock = self.options.clock
            chair.left, chair.in_period = clock.after(chair.left, chair.spent, chair.in_period)
            chair.spent = 0.0

    def _choose(self, entry: Chose) -> None:
        self.chosen[entry.seat] = entry
        self.chairs[entry.seat].missed = 0
        if self.first_choice is None and not self.chairs[entry.seat].is_bot:
            self.first_choice = entry.at
        if not self.waiting:
            self._open_choices(entry.at)

    def _open_choices(self, at: float, reason: str = "resignation") -> None:
        """Reveal all choices and play the round; seats without a choice sit it out.

        reason: of the end, if all but one have left.
        """
        game = self.options.rules
        assert game.absent is not None
        choices = {}
        for seat in self.position.movers:
            chose = self.chosen.get(seat)
            self.chairs[seat].moved |= chose is not None
            choices[seat] = (
                chose.choice if chose else game.action_text(self.position.state, seat, game.absent)
            )
        self.opened = tuple(self.chosen[seat] for seat in sorted(self.chosen))
        self._play(choices, at)
        self._end_if_deserted(reason)

    def _play(self, moves: dict[int, str], at: float) -> None:
        assert self.record is not None
        self.record.play(dict(moves), self.elapsed(at))
        self._throw()
        self._begin_turn(at)

    def _begin_turn(self, at: float) -> None:
        self.began = at
        self.chosen = {}
        self.first_choice = None
        self.offer = None

    def _time_out(self, entry: TimedOut) -> None:
        if self.simultaneous:
            for seat in self.waiting:
                self.chairs[seat].missed += 1
            for seat in entry.leaving:
                self.chairs[seat].gone = True
            self._open_choices(entry.at, "time" if entry.leaving else "resignation")
        else:
            self._stop_clocks(entry.at)
            self._lose(self.waiting, "time")

    def _stop_clocks(self, at: float) -> None:
        """Deduct the time of the current turn from the running clocks."""
        for seat in self.waiting:
            chair = self.chairs[seat]
            chair.left, chair.spent = self.left(seat, at), 0.0

    def _resign(self, entry: Resigned) -> None:
        if len(self.chairs) == 2 and not self.simultaneous:
            self._stop_clocks(entry.at)
            self._lose((entry.seat,), "resignation")
            return
        self.chairs[entry.seat].gone = True
        self.chosen.pop(entry.seat, None)
        self._end_if_deserted()
        if self.status == "live" and not self.waiting:
            self._open_choices(entry.at)

    def _claim(self, entry: Claimed) -> None:
        self._stop_clocks(entry.at)
        self.claimed_from = 1 - entry.seat
        if entry.what == "win" and can_win(self.position.state, entry.seat):
            self._lose([1 - entry.seat], "forfeit")
        else:
            self._split_points("forfeit")

    def _end_if_deserted(self, reason: str = "resignation") -> None:
        """End the game if at most one of the seats that can still win has not left."""
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
            self._split_points("abandoned")

    def _split_points(self, reason: str) -> None:
        """End the game with equal returns."""
        assert self.record is not None
        seats = len(self.chairs)
        self.record.end(reason, (self.options.rules.even_return(seats),) * seats)

    def _answer(self, entry: Answered) -> None:
        assert self.offer is not None
        if entry.accept:
            self._note_agreement(
                dataclasses.replace(self.offer, agreed=self.offer.agreed | {entry.seat}), entry.at
            )
        else:
            self.offer = None

    def _note_agreement(self, offer: Offer, at: float) -> None:
        """Update the offer, and carry it out once all people at the table agree.

        Bots accept every takeback.
        """
        self.offer = offer
        if not offer.agreed >= set(self.people):
            return
        self._stop_clocks(at)
        if offer.what == "draw":
            self._split_points("agreement")
        else:
            assert self.record is not None
            count = self.takeback_count(offer.seat)
            self.record.take_back(count)
            self.takebacks += 1
            self._set_clocks_back(count)
            self._begin_turn(at)
            self.resumed = at
        self.offer = None

    def _undo(self) -> None:
        """Take back the last move of a turn that goes on. Its time counts from before that move; of
        a seat's first one, which costs none, from when its clock began to run.
        """
        assert self.record is not None
        assert self.turns is not None
        (seat,), turn = self.position.movers, self.turns
        chair = self.chairs[seat]
        chair.left, chair.spent, chair.in_period = turn.times[seat]
        began = max(turn.began, self.resumed) if turn.moved[seat] else self.began
        self.turns = turn.earlier
        self.record.take_back(1)
        self.takebacks += 1
        self.undone += 1
        self._begin_turn(began)

    def _set_clocks_back(self, moves: int) -> None:
        """Let clocks read what they read before the last moves, of that number."""
        turn = self.turns
        for _ in range(moves - 1):
            assert turn is not None
            turn = turn.earlier
        assert turn is not None
        self.turns = turn.earlier
        if self.options.edition < 2:
            return
        for chair, time, moved in zip(self.chairs, turn.times, turn.moved, strict=True):
            chair.left, chair.spent, chair.in_period = time
            chair.moved = moved


def fold(identity: str, entries: Iterable[LogEntry]) -> Table:
    """Replay a log into a table."""
    table = Table(identity)
    for entry in entries:
        table.apply(entry)
    return table
