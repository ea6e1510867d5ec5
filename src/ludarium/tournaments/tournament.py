"""A tournament: what the entries of its log add up to.

No clock runs in here and nothing is stored: times are those of the entries.
"""

from __future__ import annotations

import copy
import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ludarium.phrases import say
from ludarium.tournaments.entries import (
    Added,
    Claimed,
    Created,
    Disputed,
    Drawn,
    DrawnMatch,
    Entry,
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
from ludarium.tournaments.formats.bracket import Standing, bracket_of
from ludarium.tournaments.options import Options

__all__ = ["How", "Match", "Outcome", "Player", "Round", "Tournament", "fold", "standing_entries"]

How = Literal["win", "draw", "later-seat", "forfeit", "nobody"]
MINUTE = 60


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """number: 1 and up; joined: how many rounds had been drawn when the player entered; gone: has
    withdrawn.
    """

    number: int
    name: str
    rating: float | None = None
    agent: str | None = None
    account: str | None = None
    holder: str | None = None
    joined: int = 0
    gone: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a match. winner: None for a draw, and where nobody came.

    how: `win`; `draw`; `later-seat`: drawn as often as may be, so that the later seat of the last
    game advances; `forfeit`: the others did not come; `nobody` came.
    """

    winner: int | None
    how: How


@dataclasses.dataclass(frozen=True, slots=True)
class Match:
    """Players that meet at a table, for one game, or for more where drawn games are played again.

    table: 1 and up, of those at which nobody plays; seats: the players as they sit in the first
    game; games: the winner of each game so far, None for a draw; absent: who forfeited; since: when
    the running game was called; live: its live table; outcome: None while it is not decided.
    """

    number: int
    round: int
    table: int
    seats: tuple[int, ...]
    slot: str = ""
    games: tuple[int | None, ...] = ()
    absent: tuple[int, ...] = ()
    disputed: int | Literal[False] | None = False  # the winner according to a player who disagrees
    since: float = 0.0
    live: str | None = None
    outcome: Outcome | None = None

    @property
    def over(self) -> bool:
        """Whether the match is decided and nobody disagrees."""
        return self.outcome is not None and self.disputed is False

    @property
    def here(self) -> tuple[int, ...]:
        """Who has not forfeited."""
        return tuple(player for player in self.seats if player not in self.absent)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who takes a loss; nobody in a draw or before the end."""
        if self.outcome is None or self.outcome.how == "draw":
            return ()
        return tuple(player for player in self.seats if player != self.outcome.winner)

    def seating(self, game: int) -> tuple[int, ...]:
        """Who sits where in the game of this number, 1 and up: each time all move one seat on, and
        the first comes last.
        """
        shift = (game - 1) % len(self.seats)
        return tuple(
            player
            for player in self.seats[shift:] + self.seats[:shift]
            if player not in self.absent
        )

    def settled(self, options: Options) -> Match:
        """The match with the outcome that its games and absences come to."""
        here = self.here
        outcome: Outcome | None = None
        if self.games and self.games[-1] is not None:
            outcome = Outcome(self.games[-1], "win")
        elif not here:
            outcome = Outcome(None, "nobody")
        elif len(here) == 1:
            outcome = Outcome(here[0], "forfeit")
        elif self.games and not options.elimination:
            outcome = Outcome(None, "draw")
        elif len(self.games) > options.replays:
            outcome = Outcome(self.seating(len(self.games))[-1], "later-seat")
        return dataclasses.replace(self, outcome=outcome)


@dataclasses.dataclass(frozen=True, slots=True)
class Round:
    """What was drawn at one time. number: 1 and up; matches: their numbers; byes: the players who
    had one.
    """

    number: int
    matches: tuple[int, ...]
    byes: tuple[int, ...]
    at: float


class Tournament:
    """The state of a tournament after the entries of its log.

    order: the players by seeding, once it has started; matches: by number; rounds: as they were
    drawn; started, changed: times;
    organisers: the people who organise it; holders: the player that each person acts for.
    """

    def __init__(self, identity: str) -> None:
        self.id = identity
        self.log: list[Entry] = []
        self._clear()

    def _clear(self) -> None:
        self.name = ""
        self.options: Options
        self.seed = 0
        self.organisers: frozenset[str] = frozenset()
        self.holders: dict[str, int] = {}
        self.players: dict[int, Player] = {}
        self.names: dict[str, int] = {}  # case-folded
        self.order: tuple[int, ...] = ()
        self.matches: dict[int, Match] = {}
        self.rounds: list[Round] = []
        self.started: float | None = None
        self.changed = 0.0
        self.paused = False
        self.finished = False
        self._open: set[int] = set()
        # what was worked out from this state; for `standings` and the like, forgotten with every
        # entry
        self.memo: dict[str, Any] = {}

    @property
    def version(self) -> int:
        """How many entries the log has."""
        return len(self.log)

    @property
    def open_matches(self) -> list[Match]:
        """The matches that are not over, in the order in which they were drawn."""
        return [self.matches[number] for number in sorted(self._open)]

    @property
    def playing(self) -> bool:
        """Whether any match is not over."""
        return bool(self._open)

    @property
    def active(self) -> list[int]:
        """The players who have not withdrawn, by number."""
        return [number for number, player in self.players.items() if not player.gone]

    def match_of(self, player: int) -> Match | None:
        """The match that the player is in now."""
        busy = self._remembered(
            "busy",
            lambda: {seat: number for number in self._open for seat in self.matches[number].here},
        )
        return self.matches[busy[player]] if player in busy else None

    @property
    def seeding(self) -> dict[int, int]:
        """The place of each player in the seeding, 0 the first; who entered late comes after all
        who were there at the start.
        """
        return self._remembered(  # type: ignore[no-any-return]
            "seeding",
            lambda: {
                player: place
                for place, player in enumerate(dict.fromkeys([*self.order, *self.players]))
            },
        )

    @property
    def losses(self) -> Counter[int]:
        """How many matches each player has lost.

        Who enters late starts with one for each round that was missed, short of elimination.
        """
        return self._remembered("losses", self._count_losses)  # type: ignore[no-any-return]

    def _count_losses(self) -> Counter[int]:
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
    def byes(self) -> Counter[int]:
        """How many byes each player has had."""
        return self._remembered(  # type: ignore[no-any-return]
            "byes", lambda: Counter(player for drawn in self.rounds for player in drawn.byes)
        )

    @property
    def living(self) -> list[int]:
        """In format `lives`: the players who have not withdrawn and have not lost too often, by
        number.
        """
        return [number for number in self.active if self.losses[number] < self.options.lives]

    @property
    def bracket(self) -> dict[str, Standing]:
        """In the formats `single` and `double`, once started: what is known of each slot."""
        return self._remembered("bracket", self._solve_bracket)  # type: ignore[no-any-return]

    def _solve_bracket(self) -> dict[str, Standing]:
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

    # What happens to it

    def after(self, entry: Entry) -> Tournament:
        """The tournament after the next entry; this one stays as it is.

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
        """Take in the next entry of the log. Raises TournamentError where it does not fit."""
        self.log.append(entry)
        if isinstance(entry, Undone):
            entries = standing_entries(self.log)
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
                number = len(self.players) + 1
                player = Player(
                    number,
                    entry.name,
                    entry.rating,
                    entry.agent,
                    entry.account,
                    entry.holder,
                    len(self.rounds),
                )
                self.players[number] = player
                self.names[entry.name.casefold()] = number
                if entry.holder:
                    self.holders[entry.holder] = number
            case Claimed(player=None):
                self.organisers |= {entry.holder}
            case Claimed(player=int(claimed)):
                self._change_player(claimed)
                self.holders[entry.holder] = claimed
            case Renamed():
                self._change_player(entry.player, name=entry.name)
                self.names = {
                    player.name.casefold(): number for number, player in self.players.items()
                }
            case Withdrew():
                self._change_player(entry.player, gone=True)
                self._forfeit(self.match_of(entry.player), (entry.player,), entry.at)
            case Returned():
                self._change_player(entry.player, gone=False)
            case Started():
                self.order, self.started = entry.order, entry.at
            case Drawn():
                self._draw(entry)
            case Opened():
                self._change_match(self._match(entry.match), live=entry.table, since=entry.at)
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
            case Finished():
                self.finished = True
        self.changed = entry.at
        self.memo = {}

    def _change_player(self, number: int, **changes: Any) -> None:
        if number not in self.players:
            raise built_on(say("there is no player {number}", number=number))
        self.players[number] = dataclasses.replace(self.players[number], **changes)

    def _match(self, number: int) -> Match:
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
        first = len(self.matches) + 1
        # in formats in which matches begin while others are played
        taken = {self.matches[number].table for number in self._open}
        free = (table for table in itertools.count(1) if table not in taken)
        for table, drawn in zip(free, entry.matches, strict=False):
            self._check_drawn(drawn)
            number = len(self.matches) + 1
            self.matches[number] = Match(
                number, len(self.rounds) + 1, table, drawn.seats, drawn.slot, since=entry.at
            )
        numbers = tuple(range(first, len(self.matches) + 1))
        self._open |= set(numbers)
        self.rounds.append(Round(len(self.rounds) + 1, numbers, entry.byes, entry.at))
        self.memo = {}

    def _check_drawn(self, drawn: DrawnMatch) -> None:
        """Refuse a match that does not follow from what was before, as after an undo in the
        past.
        """
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
        self._change_match(match, games=games, disputed=False, since=entry.at, live=None)

    def _forfeit(self, match: Match | None, players: Sequence[int], at: float) -> None:
        if match is None:
            return
        self._change_match(match, absent=(*match.absent, *players), disputed=False)
        outcome = self.matches[match.number].outcome
        # a bracket has no place for two losers of one match
        if match.slot and outcome and outcome.how == "nobody":
            for player in match.seats:
                self._change_player(player, gone=True)

    # What follows from the time

    @property
    def due(self) -> float | None:
        """When an arena ends by itself."""
        if self.options.format != "arena" or self.started is None or self.finished:
            return None
        return self.started + self.options.minutes * MINUTE

    def no_show_at(self, match: Match) -> float | None:
        """From when on who has not come to this match forfeits; None where the organiser
        decides.
        """
        return None if self.options.no_show is None else match.since + self.options.no_show * MINUTE


def standing_entries(log: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The entries that count, with their numbers in the log: those that nothing that counts has
    undone, and no `Undone` itself.
    """
    undone: set[int] = set()
    for number, entry in reversed(list(enumerate(log, 1))):
        if isinstance(entry, Undone) and number not in undone:
            undone.add(entry.entry)
    return [
        (number, entry)
        for number, entry in enumerate(log, 1)
        if number not in undone and not isinstance(entry, Undone)
    ]


def built_on(message: str) -> TournamentError:
    return TournamentError("built-on", message)


def fold(identity: str, entries: Iterable[Entry]) -> Tournament:
    """The tournament of this log. Raises TournamentError."""
    tournament = Tournament(identity)
    for entry in entries:
        tournament.apply(entry)
    return tournament
