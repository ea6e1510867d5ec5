"""Checks of every request to a tournament, and the actors that make requests.

All functions raise TournamentError, whose code is one of `errors.CODES`.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from ludarium import personal_names
from ludarium.personal_names import name_key
from ludarium.phrases import say
from ludarium.tournaments import entries
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.ids import MatchId, PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.tournament import Tournament, fold

__all__ = [
    "Actor",
    "clean_name",
    "free_name",
    "known",
    "known_match",
    "named",
    "only_organiser",
    "only_own",
    "refuse_unless_consistent",
    "refuse_when_over",
    "running_match",
]

LONGEST_NAME = 60


@dataclasses.dataclass(frozen=True, slots=True)
class Actor:
    """The person, table or clock that makes a request; written to the log as `kind:name`."""

    kind: Literal["organiser", "player", "table", "clock"]
    name: str = ""
    """An organiser's name, a player's number or a live table's id."""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def named(tournament: Tournament, text: str) -> PlayerId:
    """The player of this name or number. Raises TournamentError."""
    wanted = name_key(clean_name(text, say("a player")))
    if wanted in tournament.names:
        return tournament.names[wanted]
    if wanted.isdecimal() and int(wanted) in tournament.players:
        return PlayerId(int(wanted))
    for player in tournament.players.values():
        if wanted in name_key(player.name):
            raise TournamentError(
                "unknown",
                say(
                    "there is no player {name!r}: did you mean {near}?", name=text, near=player.name
                ),
            )
    raise TournamentError("unknown", say("there is no player {name!r}", name=text))


def clean_name(text: str, what: str) -> str:
    """The name in NFC with single spaces. Raises TournamentError."""
    joined = " ".join(text.split())
    name = personal_names.clean_name(joined)
    seen = personal_names.without_joiners(joined).isprintable()
    if not name or not personal_names.fits(name, LONGEST_NAME) or not seen:
        raise TournamentError(
            "invalid",
            say(
                "the name of {what} is {name!r}: expected 1 to {most} letters",
                what=what,
                name=text.strip()[:80],
                most=LONGEST_NAME,
            ),
        )
    return name


def free_name(tournament: Tournament, text: str, own: PlayerId | None = None) -> str:
    """The cleaned name, which no other player may have. own: the player who is renamed."""
    name = clean_name(text, say("a player"))
    if tournament.names.get(name_key(name), own) != own:
        raise TournamentError(
            "taken", say("there is a player {name} already: expected another name", name=name)
        )
    return name


def only_organiser(actor: Actor) -> None:
    """Reject all actors but organisers."""
    if actor.kind != "organiser":
        raise TournamentError("forbidden", say("Only an organiser decides this"))


def only_own(match: Match, actor: Actor) -> None:
    """Reject actors who do not play in the match."""
    if actor.kind != "player" or not actor.name.isdecimal() or int(actor.name) not in match.seats:
        raise TournamentError(
            "forbidden",
            say(
                "You do not play in match {number}: only its players and an organiser report it",
                number=match.number,
            ),
        )


def known(tournament: Tournament, player: PlayerId) -> None:
    """Reject unknown players."""
    if player not in tournament.players:
        raise TournamentError("unknown", say("there is no player {number}", number=player))


def known_match(tournament: Tournament, number: MatchId) -> Match:
    """The match of this number."""
    if number not in tournament.matches:
        most = len(tournament.matches)
        expected = say("expected 1 to {most}", most=most) if most else say("none has been drawn")
        raise TournamentError(
            "unknown",
            say("there is no match {number}: {expected}", number=number, expected=expected),
        )
    return tournament.matches[number]


def running_match(tournament: Tournament, number: MatchId) -> Match:
    """The open match of this number."""
    match = known_match(tournament, number)
    if match.over:
        raise TournamentError("not-now", say("match {number} is over", number=number))
    return match


def refuse_when_over(tournament: Tournament) -> None:
    """Reject changes of a finished tournament."""
    if state(tournament) == "over":
        raise TournamentError("over", say("The tournament is over"))


def refuse_unless_consistent(tournament: Tournament, entry: entries.Reported) -> None:
    """Reject a correction with which the later log cannot be replayed."""
    log: list[Any] = [item for _, item in effective_entries(tournament.log)]
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
