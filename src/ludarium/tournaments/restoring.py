"""Tournaments from their export."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, cast

import orjson

from ludarium.errors import LudariumError, RecordError
from ludarium.phrases import Phrase, say
from ludarium.tournaments import checks, entries, requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import CODEC, Entry
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.exporting import VERSION, as_json
from ludarium.tournaments.tournament import Tournament, fold

__all__ = ["log_for_server", "log_of_export"]

MOST_ENTRIES = 20_000  # of a log that a server takes in,
MOST_UNDONE = 200  # and of those that take others back, each of which is replayed
MOST = 1e9  # that somebody gains in a game
LONGEST_TEXT = 100  # characters of the names and ids in an entry
AHEAD = 300.0  # seconds by which the clock of another server may be ahead
NO_REQUEST = say("it is none that follows from a request")
ELSEWHERE = "table:elsewhere"
"""The actor that reported the result of a live table of another server."""
Check = Callable[[], None]
FAULTS = (LudariumError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""Exceptions that made-up data may raise."""


def log_of_export(text: str) -> list[Entry]:
    """The log of a tournament that was exported as JSON, wherever it had come to.

    Who may act for whom is in no export: nobody may, until the organiser goes on with it. Raises
    RecordError, also where the log does not lead to what the export says.
    """
    told = _read(text)
    log = _log(told)
    try:
        _compare(told, fold(str(told.get("id")), log))
    except FAULTS as error:
        raise _apart(error) from None
    return log


def log_for_server(text: bytes, holder: str, now: float, check: Check) -> list[Entry]:
    """The log of an export as a server goes on with it, for this identity as its organiser.

    Every entry must be what a request gives at its place: nothing that was made up otherwise comes
    in. Live tables and accounts of the server that it comes from mean nothing here, or somebody
    else: they are left out, and matches that were to be played at such a table get another. What is
    under way is paused, so that nobody forfeits before they are here. check: called between the
    steps, and stops the work by raising. Raises RecordError.
    """
    told = _read(text)
    log = _log(told, check)
    if len(log) > MOST_ENTRIES:
        raise RecordError(
            say("{n} entries: expected {most} at most", n=len(log), most=MOST_ENTRIES)
        )
    if sum(isinstance(entry, entries.Undone) for entry in log) > MOST_UNDONE:
        raise RecordError(say("more than {n} entries are taken back", n=MOST_UNDONE))
    tournament = _replayed(log, now, check)
    try:
        _compare(told, tournament)
    except FAULTS as error:
        raise _apart(error) from None
    taken = [_as_of_here(entry, holder, now) for entry in log]
    if state(tournament) == "running":
        taken.append(entries.Paused(at=now, by=str(Actor("organiser"))))
    return taken


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        told = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise RecordError(
            say(
                "this is no JSON from row {row}, character {column}, on",
                row=error.lineno,
                column=error.colno,
            )
        ) from None
    version = told.get("ludarium_tournament") if isinstance(told, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise RecordError(
            say(
                "this export is of version {given}, from a newer Ludarium: "
                "expected version {version} at most",
                given=version,
                version=VERSION,
            )
        )
    if version != VERSION:
        raise RecordError(
            say("this is no tournament that was exported (version {version})", version=VERSION)
        )
    return cast("dict[str, Any]", told)


def _log(told: dict[str, Any], check: Check = lambda: None) -> list[Entry]:
    """The entries. Raises RecordError."""
    listed = told.get("log")
    if not isinstance(listed, list) or not listed:
        raise RecordError(say("no log, which every export has"))
    log: list[Entry] = []
    for number, fields in enumerate(listed, 1):
        check()
        if unknown := _unknown(fields):
            raise RecordError(
                say(
                    "entry {number} of the log has {name!r}, which this Ludarium does not know: "
                    "expected an export of its own version or an older one",
                    number=number,
                    name=unknown[:80],
                )
            )
        try:
            nobody = {"holder": ""} if fields["kind"] == entries.Claimed.KIND else {}
            log.append(CODEC.read(fields, nobody))
        except FAULTS as error:
            raise _at(number, error) from None
    return log


def _unknown(fields: Any) -> str:
    """A kind, field or option of an entry as only a later version can have it; else empty."""
    if not isinstance(fields, dict) or not isinstance(name := fields.get("kind"), str):
        return ""
    kind = CODEC.kinds.get(name)
    if kind is None:
        return name
    given, known = set(fields) - {"kind"}, {field.name for field in dataclasses.fields(kind)}
    if kind is entries.Created and isinstance(options := fields.get("options"), dict):
        given |= set(options)
        known |= {field.name for field in dataclasses.fields(Options)}
    return min(given - known, default="")


def _compare(told: dict[str, Any], tournament: Tournament) -> None:
    """Raise RecordError where the export tells another tournament than its log leads to."""
    again = orjson.loads(orjson.dumps(as_json(tournament)))
    told = _as_now(told)
    different = sorted(
        name for name in {*again, *told} - {"id"} if again.get(name) != told.get(name)
    )
    if different:
        raise RecordError(
            say("the log does not lead to what is told of {names}", names=", ".join(different)[:80])
        )


def _as_now(told: dict[str, Any]) -> dict[str, Any]:
    """The export with what exports of before had not: byes of half a point, and the rules of
    tie-breaks.
    """
    return {
        **told,
        "options": {"tie_breaks": 1, **told["options"]},
        "rounds": [{"halves": [], **drawn} for drawn in told["rounds"]],
        "log": [
            {"halves": [], **fields} if fields["kind"] == entries.Drawn.KIND else fields
            for fields in told["log"]
        ],
    }


def _apart(error: Exception) -> RecordError:
    if isinstance(error, RecordError):
        return error
    return RecordError(say("the log does not hold together: {what}", what=_words(error)))


def _at(number: int, error: Exception) -> RecordError:
    return RecordError(say("entry {number} of the log: {what}", number=number, what=_words(error)))


def _words(error: Exception) -> str:
    """Return the words of an error that says something to people."""
    if isinstance(error, TournamentError):
        return error.message
    said = error.args[0] if error.args else None
    return said if isinstance(said, Phrase) else say("no export says it so")


def _replayed(log: Sequence[Entry], now: float, check: Check) -> Tournament:
    """The tournament of this log, each of whose entries is the answer to a request. Raises
    RecordError.
    """
    tournament = Tournament("")
    before = 0.0
    for number, entry in enumerate(log, 1):
        check()
        try:
            if not before <= entry.at <= now + AHEAD:
                raise _made_up(say("it is not in the order of time"))
            if entry != _again(tournament, entry):
                raise _made_up(NO_REQUEST)
            tournament.apply(entry)
        except FAULTS as error:
            raise _at(number, error) from None
        before = entry.at
    return tournament


def _again(tournament: Tournament, entry: Entry) -> Entry:
    """The answer to the request that led to this entry, as it stands in the log. Raises as requests
    do.
    """
    actor, at = _actor(entry), entry.at
    if bool(tournament.log) == isinstance(entry, entries.Created):
        raise _made_up(say("a log begins with its announcement"))
    match entry:
        case entries.Created():
            again = requests.create(actor, at, entry.name, _options(entry), seed=_whole(entry.seed))
            assert isinstance(again, entries.Created)
            missing = {"tie_breaks"} - set(entry.options)
            options = {name: value for name, value in again.options.items() if name not in missing}
            return dataclasses.replace(again, options=options)
        case entries.Added():
            account = None if entry.account is None else _short(entry.account)
            return requests.add(
                tournament,
                Actor("player") if actor.kind == "player" else actor,
                at,
                entry.name,
                rating=entry.rating,
                agent=entry.agent,
                account=account,
            )
        case entries.Claimed():
            if entry.player is not None:
                checks.known(tournament, entry.player)
            return entry
        case entries.Renamed():
            return requests.rename(tournament, actor, at, entry.player, entry.name)
        case entries.Withdrew():
            return requests.withdraw(tournament, actor, at, entry.player)
        case entries.Returned():
            return requests.restore(tournament, actor, at, entry.player)
        case entries.Started():
            return requests.start(tournament, actor, at)
        case entries.Drawn():
            again = requests.draw(tournament, actor, at)
            return entry if _drawn_before(tournament, entry) else again
        case entries.Opened():
            return requests.open_table(tournament, actor, at, entry.match, _short(entry.table))
        case entries.Reported(by=by) if by == ELSEWHERE:
            return _reported_elsewhere(tournament, entry)
        case entries.Reported():
            gains = _gains(tournament, entry) if actor.kind == "table" else ()
            return requests.report(
                tournament, actor, at, entry.match, entry.winner, _whole(entry.game), gains=gains
            )
        case entries.Disputed():
            return requests.dispute(tournament, actor, at, entry.match, entry.winner)
        case entries.Forfeited():
            return requests.forfeit(tournament, actor, at, entry.match, entry.players)
        case entries.Paused():
            return requests.pause(tournament, actor, at)
        case entries.Resumed():
            return requests.resume(tournament, actor, at)
        case entries.Finished():
            return requests.finish(tournament, actor, at)
        case entries.Undone():
            return requests.undo(tournament, actor, at, _whole(entry.entry))
    raise _made_up(NO_REQUEST)


def _drawn_before(tournament: Tournament, entry: entries.Drawn) -> bool:
    """Return whether it may be a round of a Swiss as earlier versions drew it: everybody who is
    there, once.
    """
    options = tournament.options
    seats = [match.seats for match in entry.matches]
    here = [*(player for pair in seats for player in pair), *entry.byes]
    return (
        options.format == "swiss"
        and options.tie_breaks < 2
        and all(len(pair) == 2 for pair in seats)
        and not any(match.slot for match in entry.matches)
        and len(entry.byes) == len(here) % 2
        and entry.halves == tournament.excused
        and sorted([*here, *entry.halves]) == tournament.active
    )


def _reported_elsewhere(tournament: Tournament, entry: entries.Reported) -> Entry:
    """The result of a live table that was left out when the tournament came from another server."""
    match = checks.known_match(tournament, entry.match)
    if match.live is not None or entry.game != len(match.games) + 1:
        raise _made_up(NO_REQUEST)
    entry_again = requests.report(
        tournament, Actor("organiser"), entry.at, entry.match, entry.winner, _whole(entry.game)
    )
    if not isinstance(entry_again, entries.Reported):
        raise _made_up(NO_REQUEST)
    return dataclasses.replace(entry_again, by=ELSEWHERE, gains=_gains(tournament, entry))


def _gains(tournament: Tournament, entry: entries.Reported) -> tuple[float, ...]:
    seats = checks.known_match(tournament, entry.match).seats
    if len(entry.gains) not in (0, len(seats)) or any(abs(one) > MOST for one in entry.gains):
        raise _made_up(NO_REQUEST)
    return tuple(map(float, entry.gains))


def _actor(entry: Entry) -> Actor:
    kind, _, name = _short(entry.by).partition(":")
    if kind == "player" and name:
        PlayerId(int(name))
    if kind not in ("organiser", "player", "table", "clock"):
        raise _made_up(say("{text!r} is nobody who could have done it", text=entry.by))
    return Actor(cast("Any", kind), name)


def _options(entry: entries.Created) -> Options:
    options = Options.checked(**{"tie_breaks": 1, **entry.options})
    options.check_clock()
    kinds = {"join": bool, "online": bool, "automatic": bool}
    for field in dataclasses.fields(options):
        value = getattr(options, field.name)
        kind = kinds.get(field.name, int | str | None)
        if field.name != "clock" and not isinstance(value, kind):
            raise _made_up(say("{field} is {value!r}", field=field.name, value=str(value)[:80]))
    clock = options.table_clock.to_json() if options.clock else None
    return dataclasses.replace(options, clock=clock)


def _short(text: str) -> str:
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise _made_up(say("{text!r} is too long, or cannot be shown", text=text[:80]))
    return text


def _whole(number: int) -> int:
    if type(number) is not int or not abs(number) < 2**53:
        raise _made_up(say("{text!r} is no number", text=str(number)[:80]))
    return number


def _made_up(message: str) -> TournamentError:
    return TournamentError("invalid", message)


def _as_of_here(entry: Entry, holder: str, now: float) -> Entry:
    """The entry without what it says of another server."""
    by = ELSEWHERE if entry.by.startswith("table:") else entry.by
    entry = dataclasses.replace(entry, at=min(entry.at, now), by=by)
    match entry:
        case entries.Created():
            return dataclasses.replace(entry, holder=holder)
        case entries.Added():
            return dataclasses.replace(entry, account=None, holder=None)
        case entries.Opened():
            return dataclasses.replace(entry, table="")
    return entry
