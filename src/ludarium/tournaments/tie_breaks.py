"""Tie-breaks of a Swiss and of a round robin, as in the FIDE Handbook (C.07, March 2026).

Buchholz is the sum of the opponents' points; Sonneborn-Berger is the sum of the points of opponents
beaten plus half of those drawn with.

In a Swiss (article 16), an opponent's rounds without a pairing after the last one for which the
opponent was available count as draws. A player's own round without a game counts as a game against
a dummy with the player's own points, but no more than those of the opponent who forfeited or was
forfeited to, or without one than half of the rounds.

In a round robin, whose pairs are fixed beforehand, forfeits count as games.

The direct encounter is what players who are equal gained from their games among themselves. In a
Swiss it comes last; where not all of them have played each other, it puts first who would be so
whatever the missing games had brought (article 6.2), then the second, and so on.

Tournaments that are older (`Options.tie_breaks` 2) have no direct encounters in a Swiss. Those
announced before that text was kept to (1) keep their own rules:
an opponent's points as they are, a dummy with the player's own points for each missing round of
a Swiss, and no forfeits in a round robin.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict

from ludarium.phrases import say
from ludarium.tournaments.formats.roundrobin import pairs_of_round, struck_out
from ludarium.tournaments.history import is_played, score
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.tournament import Tournament

__all__ = ["BREAKS", "direct_keys", "tie_breaks"]

BREAKS = {
    "gained": say("Gained"),
    "buchholz": say("Buchholz"),
    "sonneborn-berger": say("Sonneborn-Berger"),
    "direct": say("Direct encounter"),
    "wins": say("Wins"),
}
NAMES = {
    "swiss": ("buchholz", "sonneborn-berger", "wins", "direct"),
    "roundrobin": ("direct", "sonneborn-berger", "wins"),
}


@dataclasses.dataclass(frozen=True, slots=True)
class Result:
    """A player's result in a round."""

    points: float
    opponent: PlayerId | None = None
    """None without a pairing."""
    played: bool = False
    """False for a forfeit, too."""

    @property
    def available(self) -> bool:
        """True if the player was there: played, won by forfeit, or had a bye of a whole point."""
        return self.played or self.points == 1


Results = dict[PlayerId, list[Result]]
Breaks = dict[PlayerId, dict[str, float]]


def tie_breaks(tournament: Tournament, points: dict[PlayerId, float]) -> Breaks:
    """The tie-breaks of each player, in order of priority."""
    names = NAMES.get(tournament.options.format, ())
    if tournament.options.format == "swiss" and tournament.options.tie_breaks < 3:
        names = tuple(name for name in names if name != "direct")
    margins = tournament.options.rules.has_margins and not tournament.options.elimination
    if margins:
        names = ("gained", *names)
    breaks = {player: dict.fromkeys(names, 0.0) for player in tournament.players}
    if margins:
        _add_gains(tournament, breaks)
    if tournament.started is None or tournament.options.format not in NAMES:
        return breaks
    results = results_of(tournament)
    for player, own in results.items():
        breaks[player]["wins"] = sum(result.played and result.points == 1 for result in own)
    if tournament.options.format == "roundrobin":
        _add_fixed(tournament, results, points, breaks)
    elif tournament.options.tie_breaks < 2:
        _add_as_before(tournament, results, points, breaks)
    else:
        _add_swiss(tournament, results, points, breaks)
    return breaks


def _finished_rounds(tournament: Tournament) -> int:
    return len(tournament.rounds) - bool(tournament.open_matches)


def _add_fixed(
    tournament: Tournament, results: Results, points: dict[PlayerId, float], breaks: Breaks
) -> None:
    """Add the tie-breaks of a round robin."""
    forfeits = tournament.options.tie_breaks > 1
    for player, own in results.items():
        for result in own:
            if result.opponent is None or not (result.played or forfeits):
                continue
            breaks[player]["sonneborn-berger"] += result.points * points[result.opponent]
            if points[result.opponent] == points[player]:
                breaks[player]["direct"] += result.points


def _add_swiss(
    tournament: Tournament, results: Results, points: dict[PlayerId, float], breaks: Breaks
) -> None:
    """Add the tie-breaks of a Swiss."""
    strength, rounds = adjusted(results), _finished_rounds(tournament)
    for player, own in results.items():
        for result in own:
            value = rounds / 2 if result.opponent is None else strength[result.opponent]
            if not result.played:
                value = min(points[player], value)
            breaks[player]["buchholz"] += value
            breaks[player]["sonneborn-berger"] += result.points * value


def _add_as_before(
    tournament: Tournament, results: Results, points: dict[PlayerId, float], breaks: Breaks
) -> None:
    """Add the tie-breaks of a Swiss by the rules of logs from before."""
    for player, own in results.items():
        opponents = [
            (result.points, points[result.opponent])
            for result in own
            if result.played and result.opponent is not None
        ]
        missing = max(0, _finished_rounds(tournament) - len(opponents))
        given = tournament.byes[player] + sum(
            drawn.halves.count(player) / 2 for drawn in tournament.rounds
        )
        given += sum(
            result.points for result in own if result.opponent is not None and not result.played
        )
        mine = breaks[player]
        mine["buchholz"] = sum(value for _, value in opponents) + points[player] * missing
        mine["sonneborn-berger"] = sum(share * value for share, value in opponents)
        mine["sonneborn-berger"] += points[player] * given


def adjusted(results: Results) -> dict[PlayerId, float]:
    """The points of the players for the tie-breaks of their opponents in a Swiss."""
    sums = {}
    for player, own in results.items():
        last = max((at for at, result in enumerate(own) if result.available), default=-1)
        sums[player] = sum(
            result.points if at <= last or result.opponent is not None else 0.5
            for at, result in enumerate(own)
        )
    return sums


def results_of(tournament: Tournament) -> Results:
    """The results of each player, in the order of the rounds.

    A round that is still played has results of finished games only.
    """
    results: Results = {player: [] for player in tournament.players}
    fixed = tournament.options.format == "roundrobin"
    struck = struck_out(tournament) if fixed else set()
    finished = _finished_rounds(tournament)
    for number, drawn in enumerate(tournament.rounds, 1):
        here: dict[PlayerId, Result] = {}
        for match in (tournament.matches[match] for match in drawn.matches):
            if match.over and not struck.intersection(match.seats):
                here |= _results_of_match(match)
        if fixed:
            here |= _walkovers(tournament, number, struck)
        elif number <= finished:
            here |= dict.fromkeys(drawn.byes, Result(1.0))
            here |= dict.fromkeys(drawn.halves, Result(0.5))
            here = {player: here.get(player, Result(0.0)) for player in tournament.players}
        for player, result in here.items():
            results[player].append(result)
    return results


def _results_of_match(match: Match) -> dict[PlayerId, Result]:
    played = is_played(match)
    return {
        player: Result(score(match, player), other, played)
        for player, other in (match.seats, match.seats[::-1])
    }


def _walkovers(
    tournament: Tournament, number: int, struck: set[PlayerId]
) -> dict[PlayerId, Result]:
    """The results against players who withdrew after half of their games."""
    byes = tournament.rounds[number - 1].byes
    walkovers = {}
    for pair in pairs_of_round(tournament, number):
        for one, other in (pair, pair[::-1]):
            if one is None or other is None or struck.intersection((one, other)):
                continue
            if one in byes:
                walkovers[one] = Result(1.0, other)
    return walkovers


def _add_gains(tournament: Tournament, breaks: Breaks) -> None:
    struck = (
        struck_out(tournament)
        if tournament.options.format == "roundrobin" and tournament.started is not None
        else set()
    )
    for match in tournament.matches.values():
        if match.over and not struck.intersection(match.seats):
            for gains in match.gains:
                for player, gained in zip(match.seats, gains, strict=False):
                    mine = breaks[player]
                    mine["gained"] = round(mine["gained"] + gained, 6)


Keys = dict[PlayerId, tuple[float, ...]]


def direct_keys(tournament: Tournament, before: Keys, breaks: Breaks) -> Keys:
    """Sort keys, ascending, by the direct encounters of players with equal keys before; of a Swiss
    these are added to the tie-breaks.

    Those who stay equal are compared anew among themselves, as long as that parts any (C.07, 6).
    """
    results, swiss = results_of(tournament), tournament.options.format == "swiss"
    keys = before
    while True:
        groups: dict[tuple[float, ...], list[PlayerId]] = defaultdict(list)
        for player, key in keys.items():
            groups[key].append(player)
        later: Keys = {}
        for key, group in groups.items():
            gained, missing = _gained_among(results, group, swiss)
            if swiss and keys is before:
                for player, points in gained.items():
                    breaks[player]["direct"] = points
            ahead = _ahead(gained, missing) if any(missing.values()) else gained
            later |= {player: (*key, -ahead[player]) for player in group}
        if len(set(later.values())) == len(groups):
            return keys
        keys = later


def _gained_among(
    results: Results, group: list[PlayerId], swiss: bool
) -> tuple[dict[PlayerId, float], dict[PlayerId, int]]:
    """The points of each player of a group from games among them, in a Swiss from those that were
    played; and there how many of the others each has not played.
    """
    among = {
        player: [
            result
            for result in results[player]
            if result.opponent in group and (result.played or not swiss)
        ]
        for player in group
    }
    gained = {player: sum(result.points for result in own) for player, own in among.items()}
    if not swiss:
        return gained, dict.fromkeys(group, 0)
    return gained, {
        player: len(group) - 1 - len({result.opponent for result in own})
        for player, own in among.items()
    }


def _ahead(gained: dict[PlayerId, float], missing: dict[PlayerId, int]) -> dict[PlayerId, float]:
    """The number of a group, in which not all have played each other, that each player is ahead of,
    whatever the games that are missing would have brought (C.07, 6.2): the first alone, then the
    second, and so on; 0 for the others.
    """
    ahead = dict.fromkeys(gained, 0.0)
    left = sorted(gained, key=lambda player: -gained[player])
    while len(left) > 1:
        first, *left = left
        if gained[first] <= max(gained[other] + missing[other] for other in left):
            break
        ahead[first] = len(left)
    return ahead
