"""JSON of a tournament for one reader, and the codes of its players and organisers."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from ludarium.eventlog import codes
from ludarium.phrases import Translator, counted, listed, say
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.effective_entries import effective_entries, latest_effective
from ludarium.tournaments.entries import (
    CODEC,
    Added,
    Claimed,
    Created,
    Disputed,
    Drawn,
    Entry,
    Excused,
    Finished,
    Forfeited,
    Opened,
    Paused,
    Renamed,
    Reported,
    Resumed,
    Returned,
    Started,
    Undone,
    Withdrew,
)
from ludarium.tournaments.formats.format_rules import (
    entry_closed,
    rounds_planned,
    state,
    why_not_drawn,
)
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.options import FORMATS
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tournament import Tournament

__all__ = [
    "actor_of",
    "calls_of",
    "code",
    "entry_words",
    "is_code",
    "log_json",
    "log_words",
    "match_json",
    "missed_by",
    "report_json",
    "who_did_it",
]


def code(secret: str, tournament: Tournament, player: PlayerId | None = None) -> str:
    """The 40-bit code by which an identity becomes the player, or an organiser without one.

    Only servers of the same database can derive it.
    """
    return _code(secret, f"tournament/1 {tournament.id} {player or 'organiser'}")


# an organiser is told those of all players in each answer
_code = functools.lru_cache(maxsize=50_000)(codes.short_code)


def is_code(
    secret: str, tournament: Tournament, given: str, player: PlayerId | None = None
) -> bool:
    """Return whether the code is valid, whatever its case and spacing."""
    return codes.is_code(given, code(secret, tournament, player))


def actor_of(tournament: Tournament, holder: str, name: str) -> Actor:
    """The actor of an identity: an organiser, a player, or a player without number."""
    if holder in tournament.organisers:
        return Actor("organiser", name)
    player = tournament.holders.get(holder)
    return Actor("player", str(player) if player else "")


def report_json(
    tournament: Tournament, holder: str, secret: str, translate: Translator
) -> dict[str, Any]:
    """The tournament as visible to this identity, with its actions."""
    options = tournament.options
    closed, reason = entry_closed(tournament), why_not_drawn(tournament)
    return {
        "id": tournament.id,
        "version": tournament.version,
        "name": tournament.name,
        "options": options.to_json(),
        "format": translate(FORMATS[options.format]),
        "game": options.game,
        "title": translate(options.rules.title),
        "state": state(tournament),
        "players": [
            {
                "number": player.number,
                "name": player.name,
                "bot": player.agent,
                "account": player.account,
                "withdrawn": player.gone,
                "excused": player.excused,
            }
            for player in tournament.players.values()
        ],
        "round": len(tournament.rounds),
        "rounds_planned": rounds_planned(tournament),
        "matches": [match_json(match) for match in tournament.open_matches],
        "champion": champion(tournament),
        "entry_closed": None if closed is None else translate(closed),
        "why_not_drawn": None if reason is None else translate(reason),
        "due": tournament.due,
        "you": you_json(tournament, holder, secret),
    }


def you_json(
    tournament: Tournament, holder: str, secret: str, players: Iterable[PlayerId] | None = None
) -> dict[str, Any]:
    """Return the roles of this identity in the tournament, with the codes it may see.

    players: those whose codes an organiser is told beside the own one; by default all.
    """
    organises = holder in tournament.organisers
    player = tournament.holders.get(holder)
    match = tournament.match_of(player) if player else None
    known = {player} if player else set()
    if organises:
        known.update(tournament.players if players is None else players)
    return {
        "organiser": organises,
        "player": player,
        "match": match_json(match) if match else None,
        "organiser_code": code(secret, tournament) if organises else None,
        "codes": {
            str(number): code(secret, tournament, number)
            for number in sorted(known)
            if tournament.players[number].agent is None
        },
    }


def match_json(match: Match) -> dict[str, Any]:
    """A match as JSON.

    seats: in order. claimed: the winner according to a player who disputes the
    result.
    """
    outcome = match.outcome if match.over else None
    return {
        "number": match.number,
        "round": match.round,
        "table": match.table,
        "slot": match.slot or None,
        "seats": list(match.in_order),
        "games": list(match.games),
        "absent": list(match.absent),
        "live": match.live,
        "over": match.over,
        "disputed": match.disputed is not False,
        "claimed": match.disputed or None,
        "winner": outcome.winner if outcome else None,
        "result": outcome.how if outcome else None,
    }


def calls_of(
    tournament: Tournament,
    player: PlayerId,
    until: float | None = None,
    *,
    waits: bool = False,
    moved: bool = False,
) -> dict[str, Any] | None:
    """The call of the player to a match that waits for them; None if there is none.

    until: when they forfeit, if they do not move before. waits: whether the live table waits for
    their move. moved: whether they have moved there.
    """
    match = tournament.match_of(player)
    if match is None or match.outcome is not None:
        return None
    return {
        "until": until,
        "waits": waits,
        "moved": moved,
        "tournament": tournament.id,
        "name": tournament.name,
        "player": player,
        "match": match.number,
        "game": len(match.games) + 1,
        "table": match.table,
        "live": match.live,
        "against": [tournament.players[other].name for other in match.here if other != player],
    }


def missed_by(tournament: Tournament, player: PlayerId) -> dict[str, Any] | None:
    """Return the news for a player whose last match was forfeited because they did not come: in
    `words`, what happened, and how they come back. None where that did not happen.
    """
    matches = [match for match in tournament.matches.values() if player in match.seats]
    if not matches or player not in matches[-1].absent or not matches[-1].over:
        return None
    others = [tournament.players[one].name for one in matches[-1].seats if one != player]
    standing = next(row for row in standings(tournament) if row.player == player)
    if standing.state == "in" and state(tournament) != "over":
        then = say("You are still in: your next game is called here.")
    elif state(tournament) == "over":
        then = say("The tournament is over.")
    else:
        then = say("You are out. If you want to go on, ask the organiser to take that back.")
    words = counted(
        "You did not play your game against {names} in time, so you forfeited it. {then}",
        "You did not play your game against {names} in time, so you forfeited it. {then}",
        len(others),
        names=listed(others),
        then=then,
    )
    return {
        "tournament": tournament.id,
        "name": tournament.name,
        "match": matches[-1].number,
        "words": words,
    }


# The log


def log_json(tournament: Tournament, translate: Translator) -> list[dict[str, Any]]:
    """The log in order: each entry as `log_words` has it, and as data."""
    return [
        {**told, "entry": CODEC.write(entry)[0]}
        for told, entry in zip(log_words(tournament, translate), tournament.log, strict=True)
    ]


def log_words(
    tournament: Tournament, translate: Translator, most: int | None = None
) -> list[dict[str, Any]]:
    """The log in order: each entry in words, with its author and whether it counts.

    most: limits the result to the latest entries.
    """
    first = 0 if most is None else max(0, tournament.version - most)
    counting = {number for number, _ in effective_entries(tournament.log)}
    return [
        {
            "number": number,
            "at": entry.at,
            "by": entry.by,
            "who": translate(who_did_it(tournament, entry.by)),
            "words": translate(entry_words(tournament, entry)),
            "counts": number in counting or isinstance(entry, Undone),
        }
        for number, entry in enumerate(tournament.log[first:], first + 1)
    ]


def who_did_it(tournament: Tournament, by: str) -> str:
    """The `by` of an entry, in words."""
    kind, _, name = by.partition(":")
    match kind:
        case "organiser":
            return say("{name}, organiser", name=name) if name else say("the organiser")
        case "player":
            player = tournament.players.get(PlayerId(int(name))) if name else None
            return player.name if player else say("themselves")
        case "table":
            return say("the live table")
    return say("the clock")


def last_decision(tournament: Tournament) -> int | None:
    """The number of the last entry that an organiser could take back, if there is one."""
    decisions = (
        number
        for number, entry in latest_effective(tournament.log)
        if not isinstance(entry, Claimed | Opened | Created)
    )
    return next(decisions, None)


def entry_words(tournament: Tournament, entry: Entry) -> str:
    """An entry as a sentence."""

    def name(number: PlayerId) -> str:
        player = tournament.players.get(number)
        return player.name if player else f"#{number}"

    match entry:
        case Created():
            return say("The tournament is announced")
        case Added(agent=None):
            return say("{name} enters", name=entry.name)
        case Added():
            return say("{name} enters, a bot", name=entry.name)
        case Claimed(player=None):
            return say("Another device takes the organiser's part, by its code")
        case Claimed(player=int(player)):
            return say("{name} is here on another device, by their code", name=name(player))
        case Renamed():
            return say("Player {number} is now called {name}", number=entry.player, name=entry.name)
        case Withdrew():
            return say("{name} withdraws", name=name(entry.player))
        case Returned():
            return say("{name} is back", name=name(entry.player))
        case Excused():
            return say("{name} has half a point instead of the next round", name=name(entry.player))
        case Started():
            return counted(
                "It begins, with {n} player", "It begins, with {n} players", len(entry.order)
            )
        case Drawn():
            return counted(
                "A round of {n} match is drawn",
                "A round of {n} matches is drawn",
                len(entry.matches),
            )
        case Opened(fillers=0):
            return say("Match {match}: a live table opens", match=entry.match)
        case Opened():
            return counted(
                "Match {match}: a live table opens, where {n} bot fills in",
                "Match {match}: a live table opens, where {n} bots fill in",
                entry.fillers,
                match=entry.match,
            )
        case Reported(winner=None):
            return say("Match {match}: a draw", match=entry.match)
        case Reported(winner=int(winner)):
            return say("Match {match}: {name} wins", match=entry.match, name=name(winner))
        case Disputed(winner=None):
            return say("Match {match}: disputed, it was a draw", match=entry.match)
        case Disputed(winner=int(winner)):
            return say("Match {match}: disputed, {name} won", match=entry.match, name=name(winner))
        case Forfeited():
            return say(
                "Match {match}: {names} forfeit",
                match=entry.match,
                names=listed([name(player) for player in entry.players]),
            )
        case Paused():
            return say("A pause")
        case Resumed():
            return say("Play goes on")
        case Finished():
            return say("The tournament is ended")
        case Undone():
            undone = tournament.log[entry.entry - 1]
            if isinstance(undone, Undone):
                return say("Entry {number} is taken back", number=entry.entry)
            what = entry_words(tournament, undone)
            return say("Taken back: entry {number}, {what}", number=entry.entry, what=what)
    return entry.KIND
