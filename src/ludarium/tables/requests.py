"""Requests of people and bots to a table.

Each function validates a request against the table and returns the entry to append, or raises
TableError. It changes nothing.

Parameters in common: holder is the identity that makes the request; now is in seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ludarium.agents import LEVELS
from ludarium.errors import LudariumError
from ludarium.eventlog.codec import LogEntry
from ludarium.phrases import say
from ludarium.play.turn_taking import turn_to_take
from ludarium.play.turns import read_turn
from ludarium.tables.chairs import Chair
from ludarium.tables.commitments import commitment, new_nonce
from ludarium.tables.entries import (
    Abandoned,
    Answered,
    CalledOff,
    Chose,
    Greeted,
    Hosted,
    Left,
    Moved,
    Offered,
    RematchOpened,
    Resigned,
    Returned,
    Sat,
    Stayed,
    Undone,
    WantedRematch,
)
from ludarium.tables.errors import TableError
from ludarium.tables.names import granted_name
from ludarium.tables.state import MOST_SITTINGS
from ludarium.tables.table import Table

__all__ = [
    "GREETINGS",
    "LEVEL_BOTS",
    "answer",
    "choose",
    "decline",
    "desert",
    "give_up",
    "greet",
    "hand_over",
    "leave",
    "note_rematch",
    "offer",
    "play",
    "play_seat",
    "resign",
    "resign_seat",
    "return_to_seat",
    "rotated",
    "sit",
    "sit_bot",
    "stay",
    "undo",
    "want_rematch",
]

LEVEL_BOTS = [f"level:{level}" for level in range(1, LEVELS + 1)]

GREETINGS = ("hello", "good-luck", "well-played", "thanks", "oops", "one-moment", "goodbye")
GREETING_PAUSE = 2.0  # seconds


def check_seat(table: Table, seat: int) -> None:
    """Reject seats that do not exist."""
    if not 0 <= seat < len(table.chairs):
        raise TableError(
            "unknown",
            say(
                "There is no seat {seat} here: expected 0 to {last}.",
                seat=seat,
                last=len(table.chairs) - 1,
            ),
        )


def check_holder(table: Table, seat: int, holder: str) -> None:
    """Reject identities that do not hold the seat."""
    check_seat(table, seat)
    if holder not in table.chairs[seat].holders:
        raise TableError("not-your-seat", say("This is not your seat."))


def check_live(table: Table, now: float) -> None:
    """Reject requests before the game, after it, and after time ran out."""
    if table.status == "open":
        raise TableError("not-now", say("The game has not begun: seats are still free."))
    if table.status == "over":
        raise TableError("over", say("The game is over."))
    if table.what_is_due(now):
        raise TableError("over", say("Time is up."))


def sit(
    table: Table,
    seat: int,
    holder: str,
    name: str,
    account: str | None,
    now: float,
    other: str = "",
    share: str = "",
) -> LogEntry:
    """Take a free seat.

    other: the name of another player who shares the device, where the holder has a seat already.
    share: the player's share of throws, in games with chance.
    """
    check_seat(table, seat)
    if table.status != "open":
        raise TableError(
            "not-open",
            say("This game has begun without you: you can watch it, or open a table of your own."),
        )
    if not table.chairs[seat].free:
        raise TableError("seat-taken", say("Somebody was faster: this seat is taken."))
    if table.seats_of(holder) and not table.is_host(holder):
        raise TableError("seat-taken", say("You have a seat at this table already."))
    if table.sittings[holder] >= MOST_SITTINGS:
        raise TableError(
            "not-now", say("You have sat down here and left too often: find another table.")
        )
    if table.invited and not may_take_kept_seat(table, holder):
        raise TableError(
            "forbidden", say("This seat is kept for {name}.", name=table.options.invited or "")
        )
    shown = unused_name(table, granted_name(other if table.seats_of(holder) else name, account))
    share = seed_share(table, share)
    return Sat(at=now, seat=seat, name=shown, account=account, holder=holder, share=share)


def may_take_kept_seat(table: Table, holder: str) -> bool:
    """Return whether the identity is that of the challenged player, or of the challenger without a
    seat.
    """
    return holder == table.invited or (table.is_host(holder) and not table.seats_of(holder))


def decline(table: Table, holder: str, now: float) -> LogEntry:
    """Decline a challenge, which closes the table."""
    if not table.invited or holder != table.invited:
        raise TableError("forbidden", say("Nobody has challenged you here."))
    if table.status != "open":
        raise TableError("not-open", say("The game has begun: you can resign, but not leave."))
    return Abandoned(at=now, declined=True)


def seed_share(table: Table, share: str) -> str:
    """The share of throws, empty in games without chance."""
    return share if table.options.rules.has_chance else ""


def unused_name(table: Table, name: str) -> str:
    """The name, numbered where another player at the table has it."""
    taken = {chair.name.casefold() for chair in table.chairs}
    number, candidate = 2, name
    while name and candidate.casefold() in taken:
        candidate = f"{name} {number}"
        number += 1
    return candidate


def sit_bot(
    table: Table, seat: int, agent: str, holder: str, now: float, own_bots: Sequence[str] = ()
) -> LogEntry:
    """Seat a bot, as the host may. own_bots: the names of those of the server that play at such a
    table, beside the levels.
    """
    check_seat(table, seat)
    if not table.is_host(holder):
        raise TableError("forbidden", say("Only who opened the table can give a seat to a bot."))
    if table.status != "open" or not table.chairs[seat].free:
        raise TableError("seat-taken", say("Somebody was faster: this seat is taken."))
    if agent not in (*LEVEL_BOTS, *own_bots):
        raise TableError(
            "invalid",
            say(
                "There is no bot {agent!r} here: expected {expected}.",
                agent=agent,
                expected=", ".join((*LEVEL_BOTS, *own_bots)),
            ),
        )
    return Sat(at=now, seat=seat, name="", agent=agent)


def leave(table: Table, seat: int, holder: str, now: float) -> LogEntry:
    """Leave a seat before the game begins; the host may remove bots.

    A challenger who leaves withdraws the challenge: nobody is left to play against.
    """
    check_seat(table, seat)
    chair = table.chairs[seat]
    if table.status != "open":
        raise TableError("not-open", say("The game has begun: you can resign, but not leave."))
    if holder not in chair.holders and not (chair.is_bot and table.is_host(holder)):
        raise TableError("not-your-seat", say("This is not your seat."))
    if table.invited and holder in chair.holders:
        return Abandoned(at=now, withdrawn=True)
    return Left(at=now, seat=seat)


def give_up(table: Table, holder: str, now: float) -> LogEntry:
    """Leave the next seat of this identity, whatever it is in for here."""
    if table.invited and holder == table.invited and table.status == "open":
        return decline(table, holder, now)
    seats = [seat for seat in table.seats_of(holder) if not table.chairs[seat].gone]
    if not seats or table.status == "over":
        raise TableError("not-now", say("You have left this game already."))
    if table.status == "open":
        return leave(table, seats[0], holder, now)
    return resign(table, seats[0], holder, now)


def stay(table: Table, now: float) -> LogEntry:
    """Note that whoever waits for a quick pairing is still here."""
    check_pairs(table)
    return Stayed(at=now)


def desert(table: Table, now: float) -> LogEntry:
    """Close a table of quick pairing that its player has left."""
    check_pairs(table)
    return Abandoned(at=now)


def check_pairs(table: Table) -> None:
    """Reject tables at which nobody waits for a quick pairing."""
    if not table.pairs:
        raise TableError("not-open", say("Nobody waits for a quick pairing here."))


def play(
    table: Table, seat: int, holder: str, ply: int, text: str, now: float, share: str = ""
) -> list[LogEntry]:
    """Move or choose, as a person.

    ply: the number of moves played before, to reject a move meant for another position. share: the
    player's share of throws, in games with chance.
    """
    check_holder(table, seat, holder)
    return play_seat(table, seat, ply, text, now, share)


def play_seat(
    table: Table, seat: int, ply: int, text: str, now: float, share: str = ""
) -> list[LogEntry]:
    """Move, make all moves of a whole turn, or choose for a seat, whoever makes the request; out of
    turn where the game lets it.
    """
    check_live(table, now)
    if ply != table.ply:
        raise TableError("stale", say("That table has moved on; here is the new position."))
    if seat in table.chosen:
        raise TableError(
            "already-chosen", say("You have chosen already: a choice cannot be changed.")
        )
    if seat not in table.waiting:
        return move_out_of_turn(table, seat, text, now)
    if table.simultaneous:
        return [choose(table, seat, text, now)]
    first, *further = legal_texts(table, seat, text)
    moved = Moved(at=now, seat=seat, move=first, share=seed_share(table, share))
    return [moved, *(Moved(at=now, seat=seat, move=move) for move in further)]


def move_out_of_turn(table: Table, seat: int, text: str, now: float) -> list[LogEntry]:
    """Take the turn for a move, where the game lets the seat do so (`Game.turn_taking`)."""
    turn = turn_to_take(table.position, seat)
    if turn is None:
        raise TableError("not-your-turn", say("It is not your turn."))
    try:
        move = turn.read(text)
    except LudariumError as error:
        raise TableError("illegal", str(error)) from None
    yielded = turn.yielded
    return [
        Moved(at=now, seat=yielded.seat, move=yielded.text),
        Moved(at=now, seat=seat, move=move.text),
    ]


def choose(table: Table, seat: int, text: str, now: float) -> LogEntry:
    """Make a secret choice, and commit to it.

    Bots choose first, so that they cannot know people's choices.
    """
    if table.waiting_bots and not table.chairs[seat].is_bot:
        raise TableError(
            "bots-first",
            say("The bots choose first, so that they cannot know your choice: one moment."),
        )
    (choice,), nonce, number = legal_texts(table, seat, text), new_nonce(), table.ply + 1
    fixed = commitment(table.id, number, seat, choice, nonce)
    return Chose(at=now, seat=seat, round=number, commitment=fixed, choice=choice, nonce=nonce)


def legal_texts(table: Table, seat: int, text: str) -> list[str]:
    """The canonical text of a legal move, or those of a whole turn. Raises TableError."""
    position = table.position.seen_by(seat)
    try:
        single = table.simultaneous
        moves = [position.parse_move(text, seat)] if single else read_turn(position, text, seat)
    except LudariumError as error:
        raise TableError("illegal", str(error)) from None
    if moves[0].action == position.game.absent:
        raise TableError(
            "illegal", say("Nobody sits out by choice: choose, or let the time run out.")
        )
    return [move.text for move in moves]


def offer(
    table: Table, seat: int, holder: str, what: Literal["draw", "takeback"], now: float
) -> LogEntry:
    """Offer a draw, or ask to take back the last move."""
    check_holder(table, seat, holder)
    check_live(table, now)
    # not even one's own: whoever is about to accept it must not find another in its place
    if table.offer:
        raise TableError("not-now", say("There is an offer already: answer it first."))
    others = [other for other in table.people if other != seat]
    if what == "draw":
        if not table.has_draws:
            raise TableError("not-now", say("No draw can be offered here."))
        if len(table.people) < len(table.chairs):
            raise TableError("not-now", say("Bots do not agree to draws."))
        if all(holder in table.chairs[other].holders for other in others):
            raise TableError("not-now", say("There is nobody else to agree."))
    elif not table.may_take_back:
        raise TableError("not-now", say("Moves cannot be taken back at this table."))
    elif not table.takeback_count(seat):
        raise TableError("not-now", say("There is no move of yours to take back."))
    return Offered(at=now, seat=seat, what=what)


def answer(
    table: Table, seat: int, holder: str, accept: bool, now: float, offer: int | None = None
) -> LogEntry:
    """Answer the offer of another seat, or withdraw one's own.

    offer: the version of the offer that is meant; None for any.
    """
    check_holder(table, seat, holder)
    check_live(table, now)
    if table.offer and offer not in (None, table.offer.version):
        raise TableError("stale", say("That offer is no more: there is another one now."))
    if table.offer is None or (accept and seat in table.offer.agreed):
        raise TableError("not-now", say("There is nothing to answer."))
    return Answered(at=now, seat=seat, accept=accept)


def undo(table: Table, seat: int, holder: str, ply: int, now: float) -> LogEntry:
    """Take back the last move of one's own turn, where that goes on.

    ply: the number of moves played before, to reject a request meant for another position.
    """
    check_holder(table, seat, holder)
    check_live(table, now)
    if ply != table.ply:
        raise TableError("stale", say("That table has moved on; here is the new position."))
    if seat not in table.waiting:
        raise TableError("not-your-turn", say("It is not your turn."))
    if not table.moves_to_undo:
        raise TableError("not-now", say("There is no move of this turn to undo."))
    return Undone(at=now, seat=seat)


def resign(table: Table, seat: int, holder: str, now: float) -> LogEntry:
    """Resign; with more than two players the others play on. Before both of two have moved, the
    game is called off.
    """
    check_holder(table, seat, holder)
    return resign_seat(table, seat, now)


def resign_seat(table: Table, seat: int, now: float) -> LogEntry:
    """Let a seat resign, whoever holds it."""
    check_live(table, now)
    if table.may_be_called_off:
        return CalledOff(at=now, seat=seat)
    if table.chairs[seat].gone:
        raise TableError("not-now", say("You have left this game already."))
    return Resigned(at=now, seat=seat)


def greet(table: Table, seat: int, holder: str, greeting: str, now: float) -> LogEntry:
    """Send one of the fixed greetings."""
    check_holder(table, seat, holder)
    if greeting not in GREETINGS:
        raise TableError(
            "invalid",
            say(
                "There is no such greeting: expected one of {greetings}.",
                greetings=", ".join(GREETINGS),
            ),
        )
    if (
        table.greeting
        and table.greeting[0].seat == seat
        and now < table.greeting[0].at + GREETING_PAUSE
    ):
        raise TableError("too-many", say("One greeting at a time, please."), GREETING_PAUSE)
    return Greeted(at=now, seat=seat, greeting=greeting)


def want_rematch(table: Table, seat: int, holder: str, now: float) -> LogEntry:
    """Ask for a rematch with the same players."""
    check_holder(table, seat, holder)
    if table.status != "over" or table.record is None:
        raise TableError("not-now", say("A rematch comes after the game."))
    if table.options.tournament:
        raise TableError(
            "not-now", say("This game was one of a tournament, which says who plays next.")
        )
    if seat in table.rematch_wanted:
        raise TableError("not-now", say("You have asked for a rematch already."))
    return WantedRematch(at=now, seat=seat)


def note_rematch(table: Table, rematch: str, now: float) -> LogEntry:
    """Record the id of the rematch."""
    if table.rematch:
        raise TableError("not-now", say("The rematch is open already."))
    return RematchOpened(at=now, table=rematch)


def return_to_seat(table: Table, seat: int, holder: str, now: float) -> LogEntry:
    """Let an identity move for the seat too. The caller has verified the seat's code."""
    check_seat(table, seat)
    if table.chairs[seat].free or table.chairs[seat].is_bot:
        raise TableError("wrong-code", say("This code belongs to no seat here."))
    if holder in table.chairs[seat].holders:
        raise TableError("not-now", say("You have this seat already."))
    return Returned(at=now, seat=seat, holder=holder)


def hand_over(table: Table, giver: str, holder: str, now: float) -> LogEntry:
    """Let an identity have what is the giver's: the next seat, or at last the place of the host.

    Raises TableError where there is nothing more.
    """
    had = table.seats_of(holder)
    for seat in table.seats_of(giver):
        if seat not in had:
            return return_to_seat(table, seat, holder, now)
    if table.host == giver and table.status in ("open", "live") and not table.is_host(holder):
        return Hosted(at=now, holder=holder)
    raise TableError("not-now", say("There is nothing to hand over here."))


def rotated(seats: Sequence[Chair]) -> list[Chair]:
    """The players of a rematch: everybody moves on by one seat, the last to the first."""
    return [*seats[1:], seats[0]]
