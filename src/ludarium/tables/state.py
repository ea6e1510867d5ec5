"""The state of a table, and what follows from it: whose turn it is, whose time runs, what is due.

No clock runs here: all times are those of the entries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Literal

from ludarium.eventlog.codec import LogEntry
from ludarium.play.position import Position
from ludarium.play.record import Record
from ludarium.rules.generic import SPECTATOR
from ludarium.tables.chairs import Chair, Offer, Place, Turns
from ludarium.tables.clocks import DAY
from ludarium.tables.entries import (
    Abandoned,
    Chose,
    Greeted,
    Hosted,
    Offered,
    Returned,
    Sat,
    Stayed,
    TimedOut,
    Undone,
)
from ludarium.tables.options import Options

__all__ = [
    "ASIDE",
    "MOST_MISSED",
    "MOST_SITTINGS",
    "Status",
    "TableState",
]

Status = Literal["open", "live", "over"]
WAITING = DAY
"""Seconds that an open table waits for players."""
PAIRING = 50
"""Seconds that a table of quick pairing waits without a sign that its player is here."""
FIRST_MOVE = 300
"""Seconds allowed for a first move, before the seat's own clock runs."""
MOST_MISSED = 5
"""Missed rounds in a row after which a seat leaves; otherwise some games would never end."""
MOST_MOVES_OF_BOTS = 1_000
"""Moves after which a game of bots alone is closed; in some games it would never end."""
MOST_MOVES = 5_000
"""Moves after which any game is closed: what a server keeps of a table must have an end."""
ASIDE = (Greeted, Hosted, Offered, Returned, Sat, Stayed, Undone)
MOST_ASIDE = 1_000
"""Entries of these kinds after which a log takes no more of them."""
MOST_SITTINGS = 10
"""Times that an identity may sit down at a table, so that nobody alone fills a log with it."""
FORGOTTEN = 14 * DAY
"""Seconds without an entry after which a table without a clock is closed."""


class TableState:
    """The state of a table after the entries applied so far."""

    turns: Turns | None = None
    """Clocks before each move so far."""
    place: Place | None = None
    """The bot's place that somebody has asked for, unless that was declined."""
    place_was_asked: bool = False
    """True if somebody has asked for the place of a bot here."""

    called_off_by: int | None = None
    """The seat that called the game off."""
    resumed: float = 0.0
    """The time of the last takeback, or of a person's taking a bot's place: no time before it
    counts again when a move is undone."""
    claimed_from: int | None = None
    """The seat that had left, so that the other claimed the game."""

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.version = 0
        """The number of entries applied."""
        self.asides = 0
        """The number of those of ASIDE among them."""
        self.sittings: Counter[str] = Counter()
        """The number of times that each identity sat down."""
        self.options: Options
        self.host = ""
        """The identity that opened the table."""
        self.invited = ""
        """The identity that was challenged, if any."""
        self.origin: str | None = None
        """The table of which this is the rematch."""
        self.chairs: list[Chair] = []
        self.record: Record | None = None
        """None before the game has begun."""
        self.is_of_bots = False
        """True if bots play alone, for whoever looks on; not in a tournament, which needs them."""
        self.closed = False
        """True if the table was closed for lack of activity."""
        self.seed = self.commitment = ""
        """The secret seed of throws and its commitment, in games with chance."""
        self.shares = ""
        """The hash of all players' shares of throws so far."""
        self.throws = 0
        """Number of throws so far."""
        self.chosen: dict[int, Chose] = {}
        """The secret choices of the current round, by seat."""
        self.opened: tuple[Chose, ...] = ()
        """The revealed choices of the previous round."""
        self.first_choice: float | None = None
        """The time of the first person's choice, which starts a countdown."""
        self.offer: Offer | None = None
        self.takebacks, self.undone = 0, 0
        """Number of takebacks so far, with moves that seats undid in their own turns; and of
        those."""
        self.rematch_wanted: frozenset[int] = frozenset()
        self.declined = False
        """True if it was a challenge that was declined."""
        self.withdrawn = False
        """True if it was a challenge that was withdrawn."""
        self.rematch: str | None = None
        """Id of the rematch."""
        self.greeting: tuple[Greeted, int] | None = None
        """The last greeting, with its version."""
        self.created = self.began = self.changed = 0.0
        self.stayed = 0.0
        """The time at which whoever waits for a quick pairing was last known to be here."""
        self.ended: float | None = None
        """The time at which the game ended."""

    @property
    def status(self) -> Status:
        """`open`: waits for players; `live`: the game is played; `over`."""
        if self.closed or (self.record and self.record.over):
            return "over"
        return "live" if self.record else "open"

    @property
    def position(self) -> Position:
        """The current position. The game must have begun."""
        assert self.record is not None
        return self.record.position

    @property
    def ply(self) -> int:
        """The number of moves, or rounds, played."""
        return len(self.record.moves) if self.record else 0

    @property
    def simultaneous(self) -> bool:
        """True if the game has simultaneous secret choices."""
        return self.options.rules.absent is not None

    def viewpoint(self, seats: Collection[int]) -> int | None:
        """The seat whose view a reader gets who holds these seats: SPECTATOR where that
        is none, or not one alone; None where all is open.

        Who holds several seats sees by those of the one that is to move.
        """
        if not self.options.rules.hides or self.status == "over":
            return None
        own = set(seats) & set(self.waiting) or set(seats)
        return own.pop() if len(own) == 1 else SPECTATOR

    def seen(self, position: Position, seats: Collection[int]) -> Position:
        """A position of this game as a reader may see it who holds these seats."""
        viewpoint = self.viewpoint(seats)
        return position if viewpoint is None else position.seen_by(viewpoint)

    @property
    def names(self) -> tuple[str, ...]:
        """Players' own names; empty for those without one."""
        return tuple(chair.name for chair in self.chairs)

    @property
    def players(self) -> tuple[str, ...]:
        """Players' names in the record."""
        seat_names = self.options.rules.seat_names
        return tuple(
            chair.agent or chair.name or str(seat_names[seat])
            for seat, chair in enumerate(self.chairs)
        )

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that have to move or choose."""
        if self.status != "live":
            return ()
        return tuple(
            seat
            for seat in self.position.movers
            if seat not in self.chosen and not self.chairs[seat].gone
        )

    @property
    def waiting_bots(self) -> tuple[int, ...]:
        """The bots that have to move or choose."""
        return tuple(seat for seat in self.waiting if self.chairs[seat].is_bot)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats taken by people."""
        return tuple(
            seat for seat, chair in enumerate(self.chairs) if not chair.free and not chair.is_bot
        )

    @property
    def pairs(self) -> bool:
        """True if somebody waits here for a quick pairing."""
        return self.status == "open" and self.options.quick_pairing and bool(self.people)

    def is_host(self, holder: str) -> bool:
        """Return whether the holder is the host, by the same identity or one that shares a seat
        with it.
        """
        return holder == self.host or any(
            {holder, self.host} <= set(chair.holders) for chair in self.chairs
        )

    def seats_of(self, holder: str) -> tuple[int, ...]:
        """The seats that this identity may move for."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if holder in chair.holders)

    def running(self, seat: int) -> bool:
        """Return whether the seat's own clock runs."""
        return (
            self.options.clock.is_of_game
            and not self.is_of_bots
            and self.chairs[seat].moved
            and seat in self.waiting
        )

    def left(self, seat: int, now: float) -> float | None:
        """Seconds left on the seat's own clock, with overtime; None without one."""
        chair = self.chairs[seat]
        if chair.left is None:
            return None
        spent = chair.spent + (self.elapsed(now) if self.running(seat) else 0.0)
        return self.options.clock.left_in(chair.left, spent)

    def uncounted(self, seat: int, now: float) -> float:
        """Seconds until the seat's clock begins to count, which waits at the start of a turn."""
        if self.options.clock.kind != "delay" or not self.running(seat):
            return 0.0
        spent = self.chairs[seat].spent + self.elapsed(now)
        return max(0.0, self.options.clock.increment - spent)

    def elapsed(self, now: float) -> float:
        """Seconds since the turn began; 0 where the server was started again meanwhile, with its
        clock set back.
        """
        return max(0.0, now - self.began)

    @property
    def deadline(self) -> float | None:
        """The time at which the seats to move run out of time; None without a limit, and where bots
        play alone, who wait until somebody looks on.
        """
        if self.status != "live" or self.is_of_bots:
            return None
        clock = self.options.clock
        if clock.kind == "days":
            return self.began + clock.seconds
        if clock.kind == "countdown":
            return None if self.first_choice is None else self.first_choice + clock.seconds
        ends = [
            self.began + clock.longest(self.chairs[seat].left or 0) - self.chairs[seat].spent
            for seat in self.waiting
            if self.running(seat)
        ]
        return min(ends, default=None)

    @property
    def is_too_long(self) -> bool:
        """True if the game is closed for its number of moves."""
        return self.ply >= (MOST_MOVES_OF_BOTS if self.is_of_bots else MOST_MOVES)

    @property
    def is_crowded(self) -> bool:
        """True if the log takes no more entries of ASIDE."""
        return self.asides >= MOST_ASIDE

    @property
    def due(self) -> float | None:
        """The time at which the table changes without any request; None when it is over."""
        status, clock = self.status, self.options.clock
        if status == "over":
            return None
        if self.is_too_long:
            return self.changed
        if self.is_of_bots:
            return self.changed + FORGOTTEN
        if (deadline := self.deadline) is not None:
            return deadline
        if status == "live" and clock.is_of_game:
            return self.began + FIRST_MOVE
        if self.pairs:
            return max(self.changed, self.stayed) + PAIRING
        patient = status == "live" or clock.kind == "days"
        return self.changed + (FORGOTTEN if patient else WAITING)

    def what_is_due(self, now: float) -> LogEntry | None:
        """The entry that the passage of time requires by now, if any."""
        due = self.due
        if due is None or now < due:
            return None
        everybody_sleeps = self.simultaneous and self.first_choice is None
        if self.is_too_long or self.deadline is None or everybody_sleeps:
            return Abandoned(at=now)
        late = self.waiting if self.simultaneous else ()
        return TimedOut(
            at=now,
            leaving=tuple(seat for seat in late if self.chairs[seat].missed + 1 >= MOST_MISSED),
        )

    @property
    def rematch_agreed(self) -> bool:
        """True if all people want to play again."""
        return bool(self.people) and self.rematch_wanted >= set(self.people)

    @property
    def rated(self) -> bool:
        """False if the game does not count for ratings, whoever played: a seat made no move, or a
        bot, which agrees to anything, let moves be taken back.
        """
        if self.options.edition < 2:
            return True
        helped = self.takebacks > self.undone and len(self.people) < len(self.chairs)
        return all(chair.moved for chair in self.chairs) and not helped

    @property
    def has_draws(self) -> bool:
        """True if a draw can be offered: the game has draws, and its seats do not agree on the
        result by moves just now.
        """
        game = self.options.rules
        if game.turn_taking and self.status == "live" and game.turn_taking(self.position.state):
            return False
        return game.draws and game.returns_sum == 0

    @property
    def may_take_back(self) -> bool:
        """True if moves can be taken back here: not those that followed secret choices, dice or
        cards.
        """
        chance = self.options.rules.has_chance
        return self.options.takebacks and not self.simultaneous and not chance

    @property
    def may_be_called_off(self) -> bool:
        """True if whoever gives up now calls the game off, and nobody loses: two play, and one of
        them has not moved yet. In tournaments results are needed.
        """
        return (
            self.status == "live"
            and len(self.chairs) == 2
            and not self.simultaneous
            and not self.options.tournament
            and not all(chair.moved for chair in self.chairs)
        )

    @property
    def left_by(self) -> int | None:
        """The seat that let the game go: called it off, or left it in its turn."""
        return self.claimed_from if self.called_off_by is None else self.called_off_by

    @property
    def may_be_claimed(self) -> bool:
        """True if the game may be claimed once the seat to move has been away for a while: two
        people play by a clock of the game, and both have moved.
        """
        return (
            self.status == "live"
            and len(self.people) == len(self.chairs) == 2
            and self.options.clock.is_of_game
            and not self.options.tournament
            and all(chair.moved for chair in self.chairs)
        )

    @property
    def moves_to_undo(self) -> int:
        """The last moves that the seat to move made in this turn, and may undo: nobody else has
        moved since, nor chance. None where a move may have shown what is hidden.
        """
        if self.status != "live" or self.simultaneous or self.options.rules.hides:
            return 0
        seat, position, count = self.position.movers[0], self.position.before, 0
        while position is not None and position.movers == (seat,):
            position, count = position.before, count + 1
        return count

    def takeback_count(self, seat: int) -> int:
        """Number of moves to take back until the seat has its last choice again; 0 without one."""
        before = self.position.before
        count = 1
        while before is not None and seat not in before.movers:
            before = before.before
            count += 1
        return count if before is not None else 0
