"""The automatic transitions of a tournament.

Results of live tables are recorded, tables open, absent players forfeit, rounds are drawn. Every
step depends on the tournament's log and the live tables alone, so a server that was killed resumes
where it stopped: the id of a live table is derived from its match, and a recorded result is not
recorded again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

from ludarium.eventlog.clock import server_time
from ludarium.eventlog.codec import LogEntry
from ludarium.eventlog.codes import derived_id
from ludarium.play.joint import NOT_CHOOSING
from ludarium.tables import requests as table_requests
from ludarium.tables.entries import Returned, Sat
from ludarium.tables.errors import TableError
from ludarium.tables.options import Options as TableOptions
from ludarium.tables.server import TableServer
from ludarium.tables.table import Table
from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Entry, Opened, Reported, Undone
from ludarium.tournaments.formats.format_rules import fillers_of, state, why_not_drawn
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.server.live import LiveTournament
from ludarium.tournaments.tournament import MINUTE, Tournament, fold

__all__ = [
    "absent_players",
    "automate",
    "forfeits_at",
    "is_online",
    "live_table",
    "next_due",
    "played_by",
    "winner_of",
]

CLOCK = Actor("clock")
MOST_OF_BOTS = 8
"""Tables of a tournament at which bots alone play at once; the others open one after another."""


class Host(Protocol):
    """The part of the tournament server that automation needs."""

    @property
    def tables(self) -> TableServer: ...

    async def attempt(
        self, live: LiveTournament, decide: Callable[[Tournament, float], Entry | list[Entry]]
    ) -> None: ...

    def present(self, live: LiveTournament) -> frozenset[PlayerId]: ...

    def called_at(self, live: LiveTournament, table: str, player: PlayerId) -> float | None: ...

    def follow(self, live: LiveTournament, table: str) -> None: ...


async def automate(host: Host, live: LiveTournament) -> None:
    """Run all transitions that are due."""
    for match in live.tournament.open_matches:
        if match.live:
            await take_result(host, live, match)
    for match in live.tournament.open_matches:
        await see_to_no_shows(host, live, match)
    await clear_seats(host, live)
    tournament = live.tournament
    if tournament.due is not None and tournament.due <= server_time():
        await host.attempt(live, lambda event, now: requests.finish(event, CLOCK, now))
    if tournament.options.automatic and why_not_drawn(live.tournament) is None:
        await host.attempt(live, lambda event, now: requests.draw(event, CLOCK, now))
    if state(live.tournament) == "running":
        room = MOST_OF_BOTS - await tables_of_bots(host, live)
        for match in live.tournament.open_matches:
            of_bots = is_of_bots(live.tournament, match)
            if (room > 0 or not of_bots) and may_open(host, live, match):
                room -= of_bots
                await open_table(host, live, match)


def next_due(tournament: Tournament) -> float | None:
    """Time of the next transition that depends on the clock alone; None if there is none."""
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
    """Return whether the match is played at a live table.

    Its players must be bots, or people for whom an identity of this server acts.
    """
    if not tournament.options.online:
        return False
    online = tournament.held
    return all(tournament.players[player].agent or player in online for player in match.here)


def absent_players(
    tournament: Tournament, match: Match, present: Collection[PlayerId]
) -> list[PlayerId]:
    """The people of the match who are not connected. present: the connected players."""
    return [
        player
        for player in match.here
        if tournament.players[player].agent is None and player not in present
    ]


def played_by(table: Table, seat: int) -> bool:
    """Return whether the seat has made a move or a choice."""
    if table.chairs[seat].moved or seat in table.chosen:
        return True
    game = table.options.rules
    if table.record is None or game.absent is None:
        return False
    silent = (NOT_CHOOSING, game.action_text(table.position.state, seat, game.absent))
    return any(move.split()[seat] not in silent for move in table.record.moves)


def is_of_bots(tournament: Tournament, match: Match) -> bool:
    """Return whether bots alone play the match."""
    return all(tournament.players[player].agent for player in match.here)


async def tables_of_bots(host: Host, live: LiveTournament) -> int:
    """At how many tables of the tournament bots alone play."""
    count = 0
    for match in live.tournament.open_matches:
        if match.live and is_of_bots(live.tournament, match):
            table = await live_table(host, match)
            count += table is not None and table.status == "live"
    return count


# Results


async def live_table(host: Host, match: Match) -> Table | None:
    """The live table of the match; None where it cannot be loaded any more."""
    try:
        return (await host.tables.live(match.live or "")).table
    except TableError:
        return None  # unreadable by now: the organiser decides


async def take_result(host: Host, live: LiveTournament, match: Match) -> None:
    """Record the result of a live table, once its game is over."""
    table = await live_table(host, match)
    if table is None or table.status != "over" or is_taken_back(live.tournament, table.id):
        return
    seating = seating_of(live, table.id)
    if table.record is None or table.record.reason == "abandoned":
        asleep = [
            seat
            for seat, chair in enumerate(table.chairs)
            if not chair.is_bot and not played_by(table, seat)
        ]
        missing = [seating[seat] for seat in asleep if seating[seat] in match.here]
        if missing:
            await host.attempt(
                live,
                lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing),
            )
            return
    winner, gains = winner_of(table, seating), gains_of(table, seating, match)
    actor = Actor("table", table.id)
    await host.attempt(
        live,
        lambda event, now: requests.report(event, actor, now, match.number, winner, gains=gains),
    )


def seating_of(live: LiveTournament, table: str) -> tuple[PlayerId, ...]:
    """The players in seat order of a live table, as of its opening."""
    if table not in live.seatings:
        live.seatings[table] = _seating(live.tournament, table)
    return live.seatings[table]


def _seating(tournament: Tournament, table: str) -> tuple[PlayerId, ...]:
    at = next(
        at
        for at, entry in enumerate(tournament.log)
        if isinstance(entry, Opened) and entry.table == table
    )
    opened = tournament.log[at]
    assert isinstance(opened, Opened)
    return fold(tournament.id, tournament.log[:at]).matches[opened.match].seating(opened.game)


def winner_of(table: Table, seating: Sequence[PlayerId]) -> PlayerId | None:
    """The player who won at the table; None if the best result is shared or a filler's."""
    if table.record is None:
        return None
    returns = table.record.returns
    best = [seat for seat, gained in enumerate(returns) if gained == max(returns)]
    return seating[best[0]] if len(best) == 1 and best[0] < len(seating) else None


def gains_of(table: Table, seating: Sequence[PlayerId], match: Match) -> tuple[float, ...]:
    """Return the gains of the players at the table, in the order of the match's seats; empty where
    games are only won or lost.
    """
    if table.record is None or not table.options.rules.has_margins:
        return ()
    gained = dict(zip(seating, table.record.returns, strict=False))  # fillers have no number
    return tuple(gained[player] for player in match.seats)


def is_taken_back(tournament: Tournament, table: str) -> bool:
    """Return whether the organiser has undone the result of this table, and so decides it."""
    undone = {entry.entry for entry in tournament.log if isinstance(entry, Undone)}
    return any(
        number in undone
        for number, entry in enumerate(tournament.log, 1)
        if isinstance(entry, Reported) and entry.by == f"table:{table}"
    )


# No-shows


def forfeits_at(
    tournament: Tournament, match: Match, table: Table, seat: int, called: float | None
) -> float | None:
    """Return the time at which this seat of the match's live table forfeits, unless it moves
    before; None where it may take its time. called: as in `no_show_at`.
    """
    if seat not in table.waiting or table.chairs[seat].is_bot:
        return None
    clock = table.options.clock
    running = state(tournament) == "running"  # in a pause nobody is waited for
    at = tournament.no_show_at(match, max(called or 0, table.began)) if running else None
    if not played_by(table, seat):
        # a chess clock starts with the first move, and the table itself waits so long for that
        limits = [at, table.due if clock.is_of_game and table.deadline is None else None]
        return min((limit for limit in limits if limit is not None), default=None)
    # no clock ends a turn that nobody takes
    if at is None or clock.kind not in ("none", "countdown"):
        return None
    return max(at, table.began + (tournament.options.no_show or 0) * MINUTE)


async def see_to_no_shows(host: Host, live: LiveTournament, match: Match) -> None:
    """Forfeit players who did not come to the server, or to their table, in time."""
    tournament = live.tournament
    deadline = tournament.no_show_at(match)
    if (
        deadline is None
        or deadline > server_time()
        or state(tournament) != "running"
        or not is_online(tournament, match)
    ):
        return
    if match.live is None:
        missing = absent_players(tournament, match, host.present(live))
        if missing:
            await host.attempt(
                live,
                lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing),
            )
        return
    table = await live_table(host, match)
    if table is None or table.status != "live":
        return
    missing = []
    # fillers sit after the players
    for seat, player in enumerate(seating_of(live, table.id)):
        called = host.called_at(live, table.id, player)
        at = forfeits_at(tournament, match, table, seat, called)
        if player in match.here and at is not None and at <= server_time():
            missing.append(player)
    if missing:
        await host.attempt(
            live, lambda event, now: requests.forfeit(event, CLOCK, now, match.number, missing)
        )


async def clear_seats(host: Host, live: LiveTournament) -> None:
    """Resign for forfeited players at live tables, so that the others can finish their games."""
    for match in live.tournament.matches.values():
        if not match.live or not match.absent:
            continue
        table = await live_table(host, match)
        if table is None or table.status != "live":
            continue
        seating = seating_of(live, table.id)
        # fillers sit after the players
        for player, chair in zip(seating, table.chairs, strict=False):
            if player in match.absent and chair.holders and not chair.gone:
                with contextlib.suppress(TableError):  # the game is over already
                    await host.tables.request(
                        table.id, resigning(seating.index(player), chair.holders[0])
                    )


def resigning(seat: int, holder: str) -> Callable[[Table, float], LogEntry]:
    """The request to resign for a seat."""
    return lambda table, now: table_requests.resign(table, seat, holder, now)


# Tables


def may_open(host: Host, live: LiveTournament, match: Match) -> bool:
    """Return whether a live table is due for the match: it is ready and all its players are
    connected.
    """
    waits = (
        match.live is None and not match.over and match.disputed is False and match.outcome is None
    )
    return (
        waits
        and is_online(live.tournament, match)
        and not absent_players(live.tournament, match, host.present(live))
    )


async def open_table(host: Host, live: LiveTournament, match: Match) -> None:
    """Open a live table for the players of the match, and record it."""
    tournament = live.tournament
    table = table_id(tournament, match, host.tables.store.secret)
    await open_at(host.tables, tournament, match.in_order, table, fillers_of(tournament, match))
    host.follow(live, table)
    await host.attempt(
        live, lambda event, now: requests.open_table(event, CLOCK, now, match.number, table)
    )


async def open_at(
    tables: TableServer,
    tournament: Tournament,
    seating: tuple[PlayerId, ...],
    table: str,
    fillers: int,
) -> None:
    """Open the table and seat players and fillers, unless it is open already after a restart.

    fillers: the number of bots in the seats after those of the players.
    """
    with contextlib.suppress(TableError):
        await tables.live(table)
        return
    options = tournament.options
    table_options = TableOptions(
        options.rules.name,
        options.ruleset,
        len(seating) + fillers,
        options.table_clock,
        takebacks=False,
        tournament=tournament.id,
        repetition=True,
    )
    sitting: list[LogEntry] = []
    now = server_time()
    for seat, number in enumerate(seating):
        player = tournament.players[number]
        holders = tournament.holders_of.get(number, [])
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
    for filler in range(fillers):
        sitting.append(Sat(at=now, seat=len(seating) + filler, name="", agent=options.fill))
    await tables.open(table_options, "", sitting, table_id=table)


def table_id(tournament: Tournament, match: Match, secret: str) -> str:
    """The id of the next live table of the match.

    It cannot be guessed, and every server of the database derives the same id. It depends on the
    match and the number of tables opened for it before.
    """
    before = sum(
        isinstance(entry, Opened) and entry.match == match.number for entry in tournament.log
    )
    return derived_id(secret, f"match/1 {tournament.id} {match.number} {before}")
