"""Requests to a tournament, and who may make them.

Each function validates a request against the tournament and returns the entry to append. All raise
TournamentError, whose code is one of `errors.CODES`.

An organiser may request anything. A player reports and disputes the result of their own match, a
live table reports its game, and the clock forfeits absent players and ends an arena.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludarium.phrases import counted, say
from ludarium.tables.names import name_fault
from ludarium.tournaments import entries
from ludarium.tournaments.checks import (
    Actor,
    clean_name,
    free_name,
    known,
    known_match,
    only_organiser,
    only_own,
    refuse_unless_consistent,
    refuse_when_over,
    running_match,
)
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import Claimed, Entry, Undone
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import draw as drawn
from ludarium.tournaments.formats.format_rules import entry_closed, fillers_of, state, why_not_drawn
from ludarium.tournaments.ids import MatchId, PlayerId
from ludarium.tournaments.options import Options, check_bot
from ludarium.tournaments.tournament import Tournament

__all__ = [
    "Actor",
    "add",
    "create",
    "dispute",
    "draw",
    "excuse",
    "finish",
    "forfeit",
    "open_table",
    "pause",
    "rename",
    "report",
    "restore",
    "resume",
    "start",
    "undo",
    "withdraw",
]

MOST_PLAYERS = 10_000


def create(
    actor: Actor,
    now: float,
    name: str,
    options: Options,
    seed: int | None = None,
    holder: str | None = None,
) -> Entry:
    """Announce a tournament.

    options: validated by `Options.checked`. seed: random by default.
    """
    chosen = random.SystemRandom().randrange(2**32) if seed is None else seed
    title = clean_name(name, say("the tournament"))
    return entries.Created(
        at=now, by=str(actor), name=title, options=options.to_json(), seed=chosen, holder=holder
    )


def add(
    tournament: Tournament,
    actor: Actor,
    now: float,
    name: str,
    *,
    rating: float | None = None,
    agent: str | None = None,
    account: str | None = None,
    holder: str | None = None,
) -> Entry:
    """Enter a player, before the start or late where the format allows it.

    An actor of kind `player` without a name enters itself; only an organiser sets ratings and
    enters bots. agent: `level:1` to `level:8` for a bot.
    """
    if actor != Actor("player") or agent is not None or rating is not None:
        only_organiser(actor)
    reason = entry_closed(tournament)
    if reason:
        raise TournamentError(
            "over", say("{name} cannot enter: {reason}", name=name, reason=reason)
        )
    if len(tournament.players) >= MOST_PLAYERS:
        raise TournamentError(
            "over", say("there are {most} players: no more can enter", most=MOST_PLAYERS)
        )
    if actor.kind == "player" and name != account and (fault := name_fault(name)):
        raise TournamentError("invalid", fault)
    cleaned = free_name(tournament, name)
    if rating is not None and not -10_000 <= rating <= 10_000:
        raise TournamentError(
            "invalid", say("rating {rating}: expected -10000 to 10000", rating=rating)
        )
    if agent is not None:
        check_bot(agent)
    return entries.Added(
        at=now,
        by=str(actor),
        name=cleaned,
        rating=rating,
        agent=agent,
        account=account,
        holder=holder,
    )


def rename(tournament: Tournament, actor: Actor, now: float, player: PlayerId, name: str) -> Entry:
    """Correct a player's name."""
    only_organiser(actor)
    known(tournament, player)
    return entries.Renamed(
        at=now, by=str(actor), player=player, name=free_name(tournament, name, player)
    )


def withdraw(tournament: Tournament, actor: Actor, now: float, player: PlayerId) -> Entry:
    """Withdraw a player, as an organiser or as that player."""
    known(tournament, player)
    if actor != Actor("player", str(player)):
        only_organiser(actor)
    if tournament.players[player].gone:
        raise TournamentError(
            "not-now", say("{player} has withdrawn already", player=tournament.players[player].name)
        )
    refuse_when_over(tournament)
    return entries.Withdrew(at=now, by=str(actor), player=player)


def restore(tournament: Tournament, actor: Actor, now: float, player: PlayerId) -> Entry:
    """Bring a withdrawn player back.

    Refused in a started bracket, where the opponents have advanced.
    """
    only_organiser(actor)
    known(tournament, player)
    refuse_when_over(tournament)
    name = tournament.players[player].name
    if not tournament.players[player].gone:
        raise TournamentError("not-now", say("{player} is here", player=name))
    if tournament.started is not None and tournament.options.format in ("single", "double"):
        raise TournamentError(
            "not-now",
            say(
                "{player} cannot come back: others have taken the place in the bracket", player=name
            ),
        )
    return entries.Returned(at=now, by=str(actor), player=player)


def excuse(tournament: Tournament, actor: Actor, now: float, player: PlayerId) -> Entry:
    """Give a player of a Swiss half a point instead of the next round."""
    only_organiser(actor)
    known(tournament, player)
    refuse_when_over(tournament)
    name = tournament.players[player].name
    if tournament.options.format != "swiss":
        raise TournamentError("invalid", say("byes of half a point are for a Swiss"))
    if tournament.players[player].gone:
        raise TournamentError("not-now", say("{player} has withdrawn already", player=name))
    if tournament.players[player].excused:
        raise TournamentError(
            "not-now", say("{player} is left out of the next round already", player=name)
        )
    if tournament.started is not None and entry_closed(tournament):
        raise TournamentError("not-now", say("The last round has been drawn"))
    if len(tournament.active) - len(tournament.excused) < 3:
        raise TournamentError("not-now", say("The next round needs two players"))
    return entries.Excused(at=now, by=str(actor), player=player)


def start(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Close entry, seed the players and start."""
    only_organiser(actor)
    if tournament.started is not None:
        raise TournamentError("not-now", say("The tournament has started already"))
    players = tournament.active
    if len(players) < 2:
        raise TournamentError(
            "not-now",
            counted(
                "{n} player: expected 2 or more", "{n} players: expected 2 or more", len(players)
            ),
        )
    if tournament.options.seeding != "entry":
        random.Random(tournament.seed).shuffle(players)
    if tournament.options.seeding == "rating":
        players.sort(key=lambda number: -(tournament.players[number].rating or float("-inf")))
    return entries.Started(at=now, by=str(actor), order=tuple(players))


def draw(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Draw the next round; in brackets and arenas, the matches that can start.

    The actor is an organiser or the clock.
    """
    if actor.kind != "clock":
        only_organiser(actor)
    reason = why_not_drawn(tournament)
    if reason:
        raise TournamentError("over" if state(tournament) == "over" else "not-now", reason)
    matches, byes = drawn(tournament)
    return entries.Drawn(
        at=now, by=str(actor), matches=matches, byes=byes, halves=tournament.excused
    )


def open_table(
    tournament: Tournament, actor: Actor, now: float, number: MatchId, table: str
) -> entries.Opened:
    """Record that a live table was opened for the current game of a match.

    table: its id. The entry includes the number of fillers.
    """
    if actor.kind != "clock":
        only_organiser(actor)
    match = running_match(tournament, number)
    fillers = fillers_of(tournament, match)
    return entries.Opened(
        at=now, by=str(actor), match=number, game=len(match.games) + 1, table=table, fillers=fillers
    )


def report(
    tournament: Tournament,
    actor: Actor,
    now: float,
    number: MatchId,
    winner: PlayerId | None,
    game: int | None = None,
    table: str | None = None,
    gains: tuple[float, ...] = (),
) -> Entry:
    """Report the result of a game.

    winner: None for a draw. game: from 1; by default the current game, or the last game of a
    finished match, which is corrected. table: unused. gains: as in `entries.Reported`.

    A player may report the current game of their own match; a report that contradicts an earlier
    one becomes a dispute. A correction is refused if later rounds could not have been drawn after
    it.
    """
    match = known_match(tournament, number)
    chosen = (
        game
        or (len(match.games) if match.over or match.disputed is not False else len(match.games) + 1)
        or 1
    )
    again = chosen <= len(match.games)
    if winner is not None and winner not in match.seats:
        known(tournament, winner)
        raise TournamentError(
            "invalid",
            say(
                "{player} does not play in match {number}",
                player=tournament.players[winner].name,
                number=number,
            ),
        )
    if winner is not None and winner in match.absent:
        raise TournamentError(
            "invalid",
            say(
                "{player} forfeited match {number}",
                player=tournament.players[winner].name,
                number=number,
            ),
        )
    if match.over and not match.games:
        raise TournamentError(
            "not-now",
            say("match {number} was forfeited: undo that to report a result", number=number),
        )
    if chosen > len(match.games) + 1 or (chosen > len(match.games) and match.over):
        raise TournamentError(
            "not-now", say("match {number} has no game {game}", number=number, game=chosen)
        )
    if actor.kind == "player":
        only_own(match, actor)
        if again:
            if match.games[chosen - 1] == winner:
                raise TournamentError("not-now", say("this result has been reported already"))
            return dispute(tournament, actor, now, number, winner)
    elif actor.kind == "table":
        if again or match.live != actor.name:
            raise TournamentError(
                "not-now", say("match {number} is not played at this table now", number=number)
            )
    else:
        only_organiser(actor)
    if state(tournament) == "over" and not again:
        refuse_when_over(tournament)
    entry = entries.Reported(
        at=now, by=str(actor), match=number, game=chosen, winner=winner, gains=gains
    )
    if again and match.games[chosen - 1] != winner:
        refuse_unless_consistent(tournament, entry)
    return entry


def dispute(
    tournament: Tournament, actor: Actor, now: float, number: MatchId, winner: PlayerId | None
) -> Entry:
    """Dispute the last result of the player's own match.

    Refused once any of its players has been drawn again. winner: as the player claims.
    """
    match = known_match(tournament, number)
    only_own(match, actor)
    if winner is not None and winner not in match.seats:
        raise TournamentError(
            "invalid", say("expected a player of match {number} as its winner", number=number)
        )
    later = any(
        other.number > number and set(other.seats) & set(match.seats)
        for other in tournament.matches.values()
    )
    if not match.games or later or state(tournament) == "over":
        raise TournamentError(
            "not-now",
            say(
                "the result of match {number} cannot be disputed now: ask the organiser",
                number=number,
            ),
        )
    return entries.Disputed(at=now, by=str(actor), match=number, winner=winner)


def forfeit(
    tournament: Tournament, actor: Actor, now: float, number: MatchId, players: Sequence[PlayerId]
) -> Entry:
    """Forfeit a match for players who did not come or left; by an organiser or the clock."""
    if actor.kind != "clock":
        only_organiser(actor)
    match = running_match(tournament, number)
    if not players or not set(players) <= set(match.here):
        raise TournamentError(
            "invalid", say("expected players who sit in match {number}", number=number)
        )
    missing = tuple(dict.fromkeys(players))
    return entries.Forfeited(at=now, by=str(actor), match=number, players=missing)


def pause(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Pause: no round is drawn until `resume`."""
    only_organiser(actor)
    if state(tournament) != "running":
        raise TournamentError("not-now", say("The tournament is not running"))
    return entries.Paused(at=now, by=str(actor))


def resume(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Resume after a pause."""
    only_organiser(actor)
    if state(tournament) != "paused":
        raise TournamentError("not-now", say("The tournament is not paused"))
    return entries.Resumed(at=now, by=str(actor))


def finish(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """End the tournament; its standings become final.

    An arena lets games in progress finish; other formats end between rounds.
    """
    due = tournament.due
    if actor.kind != "clock" or due is None or now < due:
        only_organiser(actor)
    if state(tournament) in ("open", "over") or tournament.finished:
        raise TournamentError("not-now", say("The tournament is not running"))
    if tournament.playing and tournament.options.format != "arena":
        raise TournamentError("not-now", why_not_drawn(tournament) or say("games are still played"))
    return entries.Finished(at=now, by=str(actor))


def undo(tournament: Tournament, actor: Actor, now: float, number: int | None = None) -> Entry:
    """Undo an entry of the log, by default the last one that counts.

    Refused if later entries depend on it.
    """
    only_organiser(actor)
    counting = [
        at for at, entry in effective_entries(tournament.log) if not isinstance(entry, Claimed)
    ]
    redoable = [at for at, entry in enumerate(tournament.log, 1) if isinstance(entry, Undone)]
    chosen = counting[-1] if number is None else number
    if chosen == 1 or chosen not in (*counting, *redoable):
        raise TournamentError("invalid", say("entry {number} cannot be undone", number=chosen))
    entry = Undone(at=now, by=str(actor), entry=chosen)
    try:
        tournament.after(entry)
    except TournamentError as error:
        raise TournamentError(
            "built-on", say("later entries build on this: {reason}", reason=error.message)
        ) from None
    return entry
