"""What may be asked of a tournament, and by whom.

Each function looks at the tournament and gives the entry to append, or refuses.

An actor is who asks: an organiser may decide everything, a player reports and disputes the result
of the player's own match, a live table reports what was played at it, and the clock ends an arena.
All raise TournamentError, whose code is one of `errors.CODES`.
"""

from __future__ import annotations

import dataclasses
import random
import unicodedata
from collections.abc import Sequence
from typing import Any, Literal

from ludarium.phrases import counted, say
from ludarium.tournaments import entries
from ludarium.tournaments.entries import Claimed, Entry, Undone
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.progress import draw as drawn
from ludarium.tournaments.formats.progress import entry_closed, fillers_of, state, why_not_drawn
from ludarium.tournaments.options import Options, check_bot
from ludarium.tournaments.tournament import Match, Tournament, fold, standing_entries

__all__ = [
    "Actor",
    "add",
    "create",
    "dispute",
    "draw",
    "finish",
    "forfeit",
    "named",
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

LONGEST_NAME = 60
MOST_PLAYERS = 10_000


@dataclasses.dataclass(frozen=True, slots=True)
class Actor:
    """Who asks. name: an organiser's name, a player's number, a live table's id; it comes into the
    log as `kind:name`.
    """

    kind: Literal["organiser", "player", "table", "clock"]
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def create(
    actor: Actor,
    now: float,
    name: str,
    options: Options,
    seed: int | None = None,
    holder: str | None = None,
) -> Entry:
    """Announce a tournament. options: as `Options.checked` gives them; seed: by default random."""
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

    An actor of kind `player` without a name enters themselves; bots and ratings are the
    organiser's. agent: of a bot, level:1 to level:8.
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


def rename(tournament: Tournament, actor: Actor, now: float, player: int, name: str) -> Entry:
    """Correct a player's name."""
    only_organiser(actor)
    known(tournament, player)
    return entries.Renamed(
        at=now, by=str(actor), player=player, name=free_name(tournament, name, player)
    )


def withdraw(tournament: Tournament, actor: Actor, now: float, player: int) -> Entry:
    """A player leaves; an organiser, or the player, says so."""
    known(tournament, player)
    if actor != Actor("player", str(player)):
        only_organiser(actor)
    if tournament.players[player].gone:
        raise TournamentError(
            "not-now", say("{player} has withdrawn already", player=tournament.players[player].name)
        )
    refuse_when_over(tournament)
    return entries.Withdrew(at=now, by=str(actor), player=player)


def restore(tournament: Tournament, actor: Actor, now: float, player: int) -> Entry:
    """A player who left is back. In a bracket nobody can come back: others have taken the place."""
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


def start(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Close the list, seed the players, and begin."""
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
    """Draw the next round; or, in brackets and arenas, the matches that can begin.

    An organiser or the clock asks for it.
    """
    if actor.kind != "clock":
        only_organiser(actor)
    reason = why_not_drawn(tournament)
    if reason:
        raise TournamentError("over" if state(tournament) == "over" else "not-now", reason)
    matches, byes = drawn(tournament)
    return entries.Drawn(at=now, by=str(actor), matches=matches, byes=byes)


def open_table(
    tournament: Tournament, actor: Actor, now: float, number: int, table: str
) -> entries.Opened:
    """A live table was opened for the running game of a match, with as many bots as are to fill
    in.
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
    number: int,
    winner: int | None,
    game: int | None = None,
    table: str | None = None,
) -> Entry:
    """The result of a game of a match: who won, None for a draw.

    game: 1 and up; by default the running one, or the last of a match that is over, which corrects
    it. A player may report the running game of their own match, and what contradicts an earlier
    report becomes a dispute. A correction by the organiser is refused where later rounds could not
    have been drawn after it. table: the live table, for an actor of that kind.
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
    if winner in match.absent:
        raise TournamentError(
            "invalid",
            say(
                "{player} forfeited match {number}",
                player=tournament.players[winner or 0].name,
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
    entry = entries.Reported(at=now, by=str(actor), match=number, game=chosen, winner=winner)
    if again and match.games[chosen - 1] != winner:
        refuse_unless_consistent(tournament, entry)
    return entry


def dispute(
    tournament: Tournament, actor: Actor, now: float, number: int, winner: int | None
) -> Entry:
    """A player says that the last result of their match was another, before anybody there is drawn
    again.
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
    tournament: Tournament, actor: Actor, now: float, number: int, players: Sequence[int]
) -> Entry:
    """Players did not come to their match, or left it: by word of an organiser, or by the clock."""
    if actor.kind != "clock":
        only_organiser(actor)
    match = running_match(tournament, number)
    if not players or not set(players) <= set(match.here):
        raise TournamentError(
            "invalid", say("expected players who sit in match {number}", number=number)
        )
    return entries.Forfeited(at=now, by=str(actor), match=number, players=tuple(players))


def pause(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Draw nothing until `resume`."""
    only_organiser(actor)
    if state(tournament) != "running":
        raise TournamentError("not-now", say("The tournament is not running"))
    return entries.Paused(at=now, by=str(actor))


def resume(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """Go on after a pause."""
    only_organiser(actor)
    if state(tournament) != "paused":
        raise TournamentError("not-now", say("The tournament is not paused"))
    return entries.Resumed(at=now, by=str(actor))


def finish(tournament: Tournament, actor: Actor, now: float) -> Entry:
    """End it: the standings are final.

    An arena lets its running games end; other formats end between rounds.
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
    """Take back an entry of the log, by default the last that counts.

    Refused where what came later could not have happened without it.
    """
    only_organiser(actor)
    counting = [
        at for at, entry in standing_entries(tournament.log) if not isinstance(entry, Claimed)
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


def named(tournament: Tournament, text: str) -> int:
    """The number of the player of this name, or number. Raises TournamentError."""
    wanted = clean_name(text, say("a player")).casefold()
    if wanted in tournament.names:
        return tournament.names[wanted]
    if wanted.isdecimal() and int(wanted) in tournament.players:
        return int(wanted)
    for player in tournament.players.values():
        if wanted in player.name.casefold():
            raise TournamentError(
                "unknown",
                say(
                    "there is no player {name!r}: did you mean {near}?", name=text, near=player.name
                ),
            )
    raise TournamentError("unknown", say("there is no player {name!r}", name=text))


def clean_name(text: str, what: str) -> str:
    """The name with single spaces. Raises TournamentError."""
    name = unicodedata.normalize("NFC", " ".join(text.split()))
    if not name or len(name) > LONGEST_NAME or not all(sign.isprintable() for sign in name):
        raise TournamentError(
            "invalid",
            say(
                "the name of {what} is {name!r}: expected 1 to {most} letters",
                what=what,
                name=name[:80],
                most=LONGEST_NAME,
            ),
        )
    return name


def free_name(tournament: Tournament, text: str, own: int | None = None) -> str:
    name = clean_name(text, say("a player"))
    if tournament.names.get(name.casefold(), own) != own:
        raise TournamentError(
            "taken", say("there is a player {name} already: expected another name", name=name)
        )
    return name


def only_organiser(actor: Actor) -> None:
    if actor.kind != "organiser":
        raise TournamentError("forbidden", say("Only an organiser decides this"))


def only_own(match: Match, actor: Actor) -> None:
    if actor.kind != "player" or not actor.name.isdecimal() or int(actor.name) not in match.seats:
        raise TournamentError(
            "forbidden",
            say(
                "You do not play in match {number}: only its players and an organiser report it",
                number=match.number,
            ),
        )


def known(tournament: Tournament, player: int) -> None:
    if player not in tournament.players:
        raise TournamentError("unknown", say("there is no player {number}", number=player))


def known_match(tournament: Tournament, number: int) -> Match:
    if number not in tournament.matches:
        most = len(tournament.matches)
        expected = say("expected 1 to {most}", most=most) if most else say("none has been drawn")
        raise TournamentError(
            "unknown",
            say("there is no match {number}: {expected}", number=number, expected=expected),
        )
    return tournament.matches[number]


def running_match(tournament: Tournament, number: int) -> Match:
    match = known_match(tournament, number)
    if match.over:
        raise TournamentError("not-now", say("match {number} is over", number=number))
    return match


def refuse_when_over(tournament: Tournament) -> None:
    if state(tournament) == "over":
        raise TournamentError("over", say("The tournament is over"))


def refuse_unless_consistent(tournament: Tournament, entry: entries.Reported) -> None:
    """Refuse a correction where the later log does not hold with the new result in the place of the
    old one.
    """
    log: list[Any] = [item for _, item in standing_entries(tournament.log)]
    places = [
        at
        for at, item in enumerate(log)
        if isinstance(item, entries.Reported)
        and (item.match, item.game) == (entry.match, entry.game)
    ]
    log[places[0]] = entry
    for at in reversed(places[1:]):
        del log[at]
    try:
        fold(tournament.id, log)
    except TournamentError as error:
        name = say(
            "match {number} cannot be corrected: {reason}; undo that first",
            number=entry.match,
            reason=error.message,
        )
        raise TournamentError("built-on", name) from None
