"""The state of a tournament: the fold of its log.

No clock runs here and nothing is stored: all times are those of the entries.
"""

from __future__ import annotations

import copy
import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ludarium.personal_names import name_key
from ludarium.phrases import say
from ludarium.tournaments.effective_entries import effective_entries
from ludarium.tournaments.entries import (
    Added,
    Claimed,
    Created,
    Disputed,
    Drawn,
    DrawnMatch,
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
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.bracket import SlotStanding, bracket_of
from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.matches import Match, Player, Round
from ludarium.tournaments.options import Options

__all__ = ["Tournament", "fold"]

MINUTE = 60


class Tournament:
    """The state of a tournament after the entries of its log."""

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.log: list[Entry] = []
        self._clear()

    def _clear(self) -> None:
        self.name = ""
        self.options: Options
        self.seed = 0
        self.organisers: frozenset[str] = frozenset()
        """Identities that organise it."""
        self.holders: dict[str, PlayerId] = {}
        """The player that each identity acts for."""
        self.players: dict[PlayerId, Player] = {}
        self.names: dict[str, PlayerId] = {}
        """Player by case-folded name."""
        self.order: tuple[PlayerId, ...] = ()
        """The players by seed, once started."""
        self.matches: dict[MatchId, Match] = {}
        self.rounds: list[Round] = []
        """Rounds in drawing order."""
        self.started: float | None = None
        """The time at which play began; None before."""
        self.changed = 0.0
        """The time at which the last entry was written."""
        self.paused = False
        self.finished = False
        self._open: set[MatchId] = set()
        self.memo: dict[str, Any] = {}
        """Cache of derived values, cleared by each entry."""

    @property
    def version(self) -> int:
        """The number of entries in the log."""
        return len(self.log)

    @property
    def open_matches(self) -> list[Match]:
        """The matches that are not over, in drawing order."""
        return [self.matches[number] for number in sorted(self._open)]

    @property
    def playing(self) -> bool:
        """True if any match is open."""
        return bool(self._open)

    @property
    def active(self) -> list[PlayerId]:
        """The players who have not withdrawn, by number."""
        return [number for number, player in self.players.items() if not player.gone]

    def match_of(self, player: PlayerId) -> Match | None:
        """The player's open match, if any."""
        busy = self._remembered(
            "busy",
            lambda: {seat: number for number in self._open for seat in self.matches[number].here},
        )
        return self.matches[busy[player]] if player in busy else None

    @property
    def excused(self) -> tuple[PlayerId, ...]:
        """The players who have half a point instead of the next round, by number."""
        return tuple(number for number in self.active if self.players[number].excused)

    @property
    def seeding(self) -> dict[PlayerId, int]:
        """Seeding place of each player, from 0; late entries come last."""
        return self._remembered(  # type: ignore[no-any-return]
            "seeding",
            lambda: {
                player: place
                for place, player in enumerate(dict.fromkeys([*self.order, *self.players]))
            },
        )

    @property
    def held(self) -> frozenset[PlayerId]:
        """The players for whom some identity may act."""
        return self._remembered(  # type: ignore[no-any-return]
            "held", lambda: frozenset(self.holders.values())
        )

    @property
    def holders_of(self) -> dict[PlayerId, list[str]]:
        """The identities that may act for a player, in the order in which they came."""
        return self._remembered("holders_of", self._find_holders)  # type: ignore[no-any-return]

    def _find_holders(self) -> dict[PlayerId, list[str]]:
        holders_of: dict[PlayerId, list[str]] = {}
        for holder, number in self.holders.items():
            holders_of.setdefault(number, []).append(holder)
        return holders_of

    @property
    def losses(self) -> Counter[PlayerId]:
        """Number of matches lost by each player.

        In format `lives`, a late entry starts with one loss per round missed, but is never
        eliminated by them.
        """
        return self._remembered("losses", self._count_losses)  # type: ignore[no-any-return]

    def _count_losses(self) -> Counter[PlayerId]:
        losses = Counter(dict.fromkeys(self.players, 0))
        if self.options.format == "lives":
            losses.update(
                {
                    number: min(player.joined, self.options.lives - 1)
                    for number, player in self.players.items()
                }
            )
        for match in self.matches.values():
            if match.over:
                losses.update(match.losers)
        return losses

    @property
    def byes(self) -> Counter[PlayerId]:
        """Number of byes of each player."""
        return self._remembered(  # type: ignore[no-any-return]
            "byes", lambda: Counter(player for drawn in self.rounds for player in drawn.byes)
        )

    @property
    def living(self) -> list[PlayerId]:
        """The players neither withdrawn nor eliminated, by number; in format `lives`."""
        return [number for number in self.active if self.losses[number] < self.options.lives]

    @property
    def bracket(self) -> dict[str, SlotStanding]:
        """The standing of each slot, once started; in formats `single` and `double`."""
        return self._remembered("bracket", self._solve_bracket)  # type: ignore[no-any-return]

    def _solve_bracket(self) -> dict[str, SlotStanding]:
        matches = self.matches.values()
        results = {
            match.slot: (match.seats, match.outcome.winner)
            for match in matches
            if match.over and match.outcome is not None
        }
        gone = {number for number, player in self.players.items() if player.gone}
        return bracket_of(len(self.order), self.options.format == "double").standings(
            self.order, results, gone
        )

    def _remembered(self, name: str, make: Any) -> Any:
        if name not in self.memo:
            self.memo[name] = make()
        return self.memo[name]

    # Transitions

    def after(self, entry: Entry) -> Tournament:
        """A copy of the tournament with the next entry applied.

        Raises TournamentError where the entry does not fit.
        """
        later = copy.copy(self)
        later.log, later.rounds = self.log[:], self.rounds[:]
        later.players, later.names, later.matches = (
            dict(self.players),
            dict(self.names),
            dict(self.matches),
        )
        later.holders = dict(self.holders)
        later._open, later.memo = set(self._open), {}
        later.apply(entry)
        return later

    def apply(self, entry: Entry) -> None:
        """Apply the next entry of the log. Raises TournamentError where it does not fit."""
        self.log.append(entry)
        if isinstance(entry, Undone):
            entries = effective_entries(self.log)
            self._clear()
            for _, earlier in entries:
                self._take_in(earlier)
            self.changed = entry.at
        else:
            self._take_in(entry)

    def _take_in(self, entry: Entry) -> None:
        self.memo = {}
        if self.started is None and isinstance(
            entry, Drawn | Reported | Forfeited | Disputed | Opened | Paused | Finished
        ):
            raise built_on(say("the tournament has not started"))
        match entry:
            case Created():
                self.name, self.options, self.seed = (
                    entry.name,
                    Options.from_json(entry.options),
                    entry.seed,
                )
                self.organisers = frozenset((entry.holder,) if entry.holder else ())
            case Added():
                self._add_player(entry)
            case Claimed(holder=""):
                pass
            case Claimed(player=None):
                self.organisers |= {entry.holder}
            case Claimed(player=int(claimed)):
                self._change_player(claimed)
                self.holders[entry.holder] = claimed
            case Renamed():
                self._change_player(entry.player, name=entry.name)
                self.names = {
                    name_key(player.name): number for number, player in self.players.items()
                }
            case Withdrew():
                self._change_player(entry.player, gone=True)
                self._forfeit(self.match_of(entry.player), (entry.player,), entry.at)
            case Returned():
                self._change_player(entry.player, gone=False)
            case Excused():
                self._change_player(entry.player, excused=True)
            case Started():
                self.order, self.started = entry.order, entry.at
            case Drawn():
                self._draw(entry)
            case Opened():
                self._change_match(
                    self._match(entry.match), live=entry.table or None, since=entry.at
                )
            case Reported():
                self._report(entry)
            case Disputed():
                self._change_match(self._match(entry.match), disputed=entry.winner)
            case Forfeited():
                self._forfeit(self._match(entry.match), entry.players, entry.at)
            case Paused():
                self.paused = True
            case Resumed():
                self.paused = False
                for waiting in list(self._open):  # nobody was waited for meanwhile
                    self._change_match(self.matches[waiting], since=entry.at)
            case Finished():
                self.finished = True
        self.changed = entry.at
        self.memo = {}

    def _add_player(self, entry: Added) -> None:
        number = PlayerId(len(self.players) + 1)
        self.players[number] = Player(
            number,
            entry.name,
            entry.rating,
            entry.agent,
            entry.account,
            entry.holder,
            len(self.rounds),
        )
        self.names[name_key(entry.name)] = number
        if entry.holder:
            self.holders[entry.holder] = number

    def _change_player(self, number: PlayerId, **changes: Any) -> None:
        if number not in self.players:
            raise built_on(say("there is no player {number}", number=number))
        self.players[number] = dataclasses.replace(self.players[number], **changes)

    def _match(self, number: MatchId) -> Match:
        if number not in self.matches:
            raise built_on(say("there is no match {number}", number=number))
        return self.matches[number]

    def _change_match(self, match: Match, **changes: Any) -> None:
        changed = dataclasses.replace(match, **changes).settled(self.options)
        self.matches[match.number] = changed
        (self._open.discard if changed.over else self._open.add)(match.number)

    def _draw(self, entry: Drawn) -> None:
        if self._open and not self.options.rolling:
            raise built_on(
                say(
                    "round {number} was drawn when all of these games were over",
                    number=len(self.rounds) + 1,
                )
            )
        round_number = RoundNumber(len(self.rounds) + 1)
        first = len(self.matches) + 1
        # rolling formats start matches while others are in progress
        taken = {self.matches[number].table for number in self._open}
        free = (table for table in itertools.count(1) if table not in taken)
        for table, drawn in zip(free, entry.matches, strict=False):
            self._check_drawn(drawn)
            number = MatchId(len(self.matches) + 1)
            self.matches[number] = Match(
                number,
                round_number,
                table,
                drawn.seats,
                drawn.slot,
                since=entry.at,
            )
        numbers = tuple(MatchId(number) for number in range(first, len(self.matches) + 1))
        self._open |= set(numbers)
        self.rounds.append(Round(round_number, numbers, entry.byes, entry.at, entry.halves))
        for player in entry.halves:
            self._change_player(player, excused=False)
        self.memo = {}

    def _check_drawn(self, drawn: DrawnMatch) -> None:
        """Reject a match that cannot follow from the state, as after undoing an earlier entry."""
        for number in drawn.seats:
            if (
                number not in self.players
                or self.players[number].gone
                or self.match_of(number) is not None
            ):
                raise built_on(
                    say(
                        "player {number} could not be drawn into round {round}",
                        number=number,
                        round=len(self.rounds) + 1,
                    )
                )
            if self.options.format == "lives" and self.losses[number] >= self.options.lives:
                raise built_on(
                    say(
                        "{player} plays in round {round} already",
                        player=self.players[number].name,
                        round=len(self.rounds) + 1,
                    )
                )
        if drawn.slot and (
            drawn.slot not in self.bracket
            or set(self.bracket[drawn.slot].players) != set(drawn.seats)
        ):
            names = [self.players[number].name for number in drawn.seats]
            raise built_on(
                say(
                    "{one} and {two} have been drawn against each other already",
                    one=names[0],
                    two=names[-1],
                )
            )

    def _report(self, entry: Reported) -> None:
        match = self._match(entry.match)
        if len(match.games) < entry.game - 1:
            raise built_on(
                say(
                    "game {game} of match {match} was played after the others",
                    game=entry.game,
                    match=entry.match,
                )
            )
        games = (*match.games[: entry.game - 1], entry.winner)
        gains = (*match.gains[: entry.game - 1], entry.gains)
        self._change_match(
            match, games=games, gains=gains, disputed=False, since=entry.at, live=None
        )

    def _forfeit(self, match: Match | None, players: Sequence[PlayerId], at: float) -> None:
        if match is None:
            return
        self._change_match(match, absent=(*match.absent, *players), disputed=False)
        outcome = self.matches[match.number].outcome
        # a bracket has no place for two losers of one match
        if match.slot and outcome and outcome.how == "nobody":
            for player in match.seats:
                self._change_player(player, gone=True)

    # Deadlines

    @property
    def due(self) -> float | None:
        """The time at which an arena ends by the clock; None in other formats."""
        if self.options.format != "arena" or self.started is None or self.finished:
            return None
        return self.started + self.options.minutes * MINUTE

    def no_show_at(self, match: Match, called: float | None = None) -> float | None:
        """Return the time at which absent players of this match forfeit; None where the organiser
        decides.

        called: when a player came to be waited for and was shown that; a minute is left from then.
        """
        if self.options.no_show is None:
            return None
        at = match.since + self.options.no_show * MINUTE
        return at if called is None else max(at, called + MINUTE)


def built_on(message: str) -> TournamentError:
    return TournamentError("built-on", message)


def fold(identity: str, entries: Iterable[Entry]) -> Tournament:
    """Replay a log into a tournament, only the entries that count. Raises TournamentError."""
    tournament = Tournament(identity)
    tournament.log = list(entries)
    for _, entry in effective_entries(tournament.log):
        tournament._take_in(entry)
    if tournament.log:
        tournament.changed = tournament.log[-1].at
    return tournament
