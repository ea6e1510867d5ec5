"""What happens in a tournament by itself: results of live tables come in, tables open, who does not
come forfeits, rounds are drawn.

Each of these is decided from the tournament's log and the live tables alone, so that a server that
was killed at any point goes on where it
stood: a live table's id follows from its match, and a result that is in the log is not written
again.
"""

from __future__ import annotations

import contextlib
import hmac
import time
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from ludarium.play.position import NOT_CHOOSING
from ludarium.tables import requests as table_requests
from ludarium.tables.entries import Event, Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.options import NO_CLOCK, Clock
from ludarium.tables.options import Options as TableOptions
from ludarium.tables.server import LETTERS, House
from ludarium.tables.table import Table
from ludarium.tournaments import requests
from ludarium.tournaments.entries import Opened, Reported, Undone
from ludarium.tournaments.formats.progress import fillers_of, state, why_not_drawn
from ludarium.tournaments.requests import Actor
from ludarium.tournaments.tournament import MINUTE, Match, Tournament, fold

if TYPE_CHECKING:
    from ludarium.tournaments.server.server import Hall, Running

__all__ = ["absent_players", "do_chores", "is_online", "next_chore_at", "played_by", "winner_of"]

CLOCK = Actor("clock")


async def do_chores(hall: Hall, running: Running) -> None:
    """Let everything happen that is to happen now."""
    for match in running.tournament.open_matches:
        if match.live:
            await take_result(hall, running, match)
    for match in running.tournament.open_matches:
        await see_to_no_shows(hall, running, match)
    await clear_seats(hall, running)
    tournament = running.tournament
    if tournament.due is not None and tournament.due <= time.time():
        await hall.attempt(running, lambda event, now: requests.finish(event, CLOCK, now))
    if tournament.options.automatic and why_not_drawn(running.tournament) is None:
        await hall.attempt(running, lambda event, now: requests.draw(event, CLOCK, now))
    if state(running.tournament) == "running":
        for match in running.tournament.open_matches:
            if may_open(hall, running, match):
                await open_table(hall, running, match)


def next_chore_at(tournament: Tournament) -> float | None:
    """When something may have to happen because of the time alone; None where nothing will."""
    if state(tournament) != "running":
        return None
    times = [
        tournament.due,
        *(
            tournament.no_show_at(match)
            for match in tournament.open_matches
            if is_online(tournament, match)
        ),
    ]
    return min((at for at in times if at is not None), default=None)


# Who plays


def is_online(tournament: Tournament, match: Match) -> bool:
    """Whether the match is played at a live table: all of its players are bots, or people who have
    come to this server.
    """
    if not tournament.options.online:
        return False
    online = set(tournament.holders.values())
    return all(tournament.players[player].agent or player in online for player in match.here)


def absent_players(tournament: Tournament, match: Match, present: Collection[int]) -> list[int]:
    """The people of the match who have no page of this server open. present: the players who have
    one.
    """
    return [
        player
        for player in match.here
        if tournament.players[player].agent is None and player not in present
    ]


def played_by(table: Table, seat: int) -> bool:
    """Whether the seat has made a move, or a choice."""
    if table.chairs[seat].moved or seat in table.chosen:
        return True
    game = table.options.rules
    if table.record is None or game.absent is None:
        return False
    silent = (NOT_CHOOSING, game.action_text(table.position.state, seat, game.absent))
    return any(move.split()[seat] not in silent for move in table.record.moves)


# Results


async def live_table(hall: Hall, match: Match) -> Table | None:
    try:
        return (await hall.house.live(match.live or "")).table
    except TableError:
        return None  # it cannot be shown any more: the organiser decides


async def take_result(hall: Hall, running: Running, match: Match) -> None:
    """Take in the result of a live table, once its game is over."""
    table = await live_table(hall, match)
    if table is None or table.status != "over" or is_taken_back(running.tournament, table.id):
        return
    seating = seating_of(running.tournament, table.id)
    if table.record is None or table.record.reason == "abandoned":
        asleep = [
            seat
            for seat, chair in enumerate(table.chairs)
            if not chair.is_bot and not played_by(table, seat)
        ]
        missing = [seating[seat] for seat in asleep if seating[seat] in match.here]
        if missing:
            await hall.attempt(
                running,
                lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing),
            )
            return
    winner = winner_of(table, seating)
    actor = Actor("table", table.id)
    await hall.attempt(
        running, lambda event, now: requests.report(event, actor, now, match.number, winner)
    )


def seating_of(tournament: Tournament, table: str) -> tuple[int, ...]:
    """Who sits where at this live table: as it was when it was opened."""
    at = next(
        at
        for at, entry in enumerate(tournament.log)
        if isinstance(entry, Opened) and entry.table == table
    )
    opened = tournament.log[at]
    assert isinstance(opened, Opened)
    return fold(tournament.id, tournament.log[:at]).matches[opened.match].seating(opened.game)


def winner_of(table: Table, seating: Sequence[int]) -> int | None:
    """The player who won at this table; None where several share the best result, or a bot did that
    only fills in.
    """
    if table.record is None:
        return None
    returns = table.record.returns
    best = [seat for seat, gained in enumerate(returns) if gained == max(returns)]
    return seating[best[0]] if len(best) == 1 and best[0] < len(seating) else None


def is_taken_back(tournament: Tournament, table: str) -> bool:
    """Whether the organiser has undone the result of this table: then the organiser says what it
    is.
    """
    undone = {entry.entry for entry in tournament.log if isinstance(entry, Undone)}
    return any(
        number in undone
        for number, entry in enumerate(tournament.log, 1)
        if isinstance(entry, Reported) and entry.by == f"table:{table}"
    )


# No-shows


async def see_to_no_shows(hall: Hall, running: Running, match: Match) -> None:
    """Let those forfeit who have not come in time: to the server, or to their table."""
    tournament = running.tournament
    deadline = tournament.no_show_at(match)
    if (
        deadline is None
        or deadline > time.time()
        or state(tournament) != "running"
        or not is_online(tournament, match)
    ):
        return
    if match.live is None:
        missing = absent_players(tournament, match, hall.present(running))
        if missing:
            await hall.attempt(
                running,
                lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing),
            )
        return
    table = await live_table(hall, match)
    if table is None or table.status != "live":
        return
    seating = seating_of(tournament, table.id)
    people = [
        seat
        for seat in table.waiting
        if not table.chairs[seat].is_bot and seating[seat] in match.here
    ]
    # where nothing else ends a turn that nobody takes
    untimed = table.options.clock.kind in ("none", "countdown")
    stuck = untimed and time.time() - table.began >= (tournament.options.no_show or 0) * MINUTE
    missing = [seating[seat] for seat in people if stuck or not played_by(table, seat)]
    if missing:
        await hall.attempt(
            running, lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing)
        )


async def clear_seats(hall: Hall, running: Running) -> None:
    """Let those who have forfeited leave their live tables, so that the others can end their
    games.
    """
    for match in running.tournament.matches.values():
        if not match.live or not match.absent:
            continue
        table = await live_table(hall, match)
        if table is None or table.status != "live":
            continue
        seating = seating_of(running.tournament, table.id)
        # those who fill in come after the players
        for player, chair in zip(seating, table.chairs, strict=False):
            if player in match.absent and chair.holders and not chair.gone:
                with contextlib.suppress(TableError):  # the game is over already
                    await hall.house.request(
                        table.id, resigning(seating.index(player), chair.holders[0])
                    )


def resigning(seat: int, holder: str) -> Callable[[Table, float], Event]:
    return lambda table, now: table_requests.resign(table, seat, holder, now)


# Tables


def may_open(hall: Hall, running: Running, match: Match) -> bool:
    """Whether a live table is to be opened for the match now: all are here."""
    waits = (
        match.live is None and not match.over and match.disputed is False and match.outcome is None
    )
    return (
        waits
        and is_online(running.tournament, match)
        and not absent_players(running.tournament, match, hall.present(running))
    )


async def open_table(hall: Hall, running: Running, match: Match) -> None:
    """Open a live table with the match's players in their seats, and note it in the log."""
    tournament = running.tournament
    table = table_id(tournament, match, hall.house.store.secret)
    seating = match.seating(len(match.games) + 1)
    await open_at(hall.house, tournament, seating, table, fillers_of(tournament, match))
    hall.follow(running, table)
    await hall.attempt(
        running, lambda event, now: requests.open_table(event, CLOCK, now, match.number, table)
    )


async def open_at(
    house: House, tournament: Tournament, seating: tuple[int, ...], table: str, fillers: int
) -> None:
    """Open the table, with so many bots that fill in, unless that was done before this server was
    killed.
    """
    with contextlib.suppress(TableError):
        await house.live(table)
        return
    options = tournament.options
    clock = Clock.from_json(options.clock) if options.clock else NO_CLOCK
    table_options = TableOptions(
        options.rules.name,
        options.ruleset,
        len(seating) + fillers,
        clock,
        takebacks=False,
        tournament=tournament.id,
        repetition=True,
    )
    sitting: list[Event] = []
    now = time.time()
    for seat, number in enumerate(seating):
        player = tournament.players[number]
        holders = [holder for holder, held in tournament.holders.items() if held == number]
        first = holders[0] if holders else None
        sitting.append(
            Sat(
                at=now,
                seat=seat,
                name=player.name,
                agent=player.agent,
                account=player.account,
                holder=first,
            )
        )
        sitting += [Returned(at=now, seat=seat, holder=holder) for holder in holders[1:]]
    for number in range(fillers):
        sitting.append(Sat(at=now, seat=len(seating) + number, name="", agent=options.fill))
    await house.open(table_options, "", sitting, table_id=table)


def table_id(tournament: Tournament, match: Match, secret: str) -> str:
    """An id that nobody can guess, the same for every server that opens this table: of the match,
    and how often one was opened for it.
    """
    before = sum(
        isinstance(entry, Opened) and entry.match == match.number for entry in tournament.log
    )
    digest = hmac.digest(
        secret.encode(), f"match/1 {tournament.id} {match.number} {before}".encode(), "sha256"
    )
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:8])
