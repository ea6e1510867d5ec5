"""Standings: ranks, tie-breaks and the path of each player.

Elimination ranks those still in by fewer losses, then the others by the round of elimination.
Players eliminated in the same round of a bracket share a rank; in lives, more wins rank higher.
Swiss: points, Buchholz, Sonneborn-Berger, wins, direct encounter. Round robin: points, direct
encounter, Sonneborn-Berger, wins. Arena: points, then fewer games. Where a game can be won by more
or less, what players gained in all comes right after the points.
Players equal by all criteria share a rank and are listed in an order drawn from the tournament's
seed.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Literal

from ludarium.tournaments.formats.bracket import bracket_of
from ludarium.tournaments.formats.format_rules import state, survivor
from ludarium.tournaments.formats.roundrobin import pairs_of_round, struck_out
from ludarium.tournaments.history import score
from ludarium.tournaments.ids import MatchId, PlayerId, RoundNumber
from ludarium.tournaments.matches import Match
from ludarium.tournaments.tie_breaks import direct_keys, tie_breaks
from ludarium.tournaments.tournament import Tournament

__all__ = ["Standing", "Step", "champion", "standings"]


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """A round in a player's path."""

    round: RoundNumber
    what: Literal["win", "loss", "draw", "bye", "half", "playing", "absent"]
    """`half`: a bye of half a point. `absent`: forfeited."""
    match: MatchId | None = None
    """None for a bye of any kind."""
    others: tuple[PlayerId, ...] = ()
    """The opponents."""


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """A row of the standings."""

    rank: int
    """From 1; shared by players equal by all criteria."""
    player: PlayerId
    state: Literal["in", "out", "champion", "withdrawn"]
    """`out`: eliminated."""
    points: float
    wins: int
    losses: int
    draws: int
    byes: int
    breaks: dict[str, float]
    """Tie-breaks by their names in `tie_breaks.BREAKS`."""
    path: tuple[Step, ...]
    """Steps in the order of the rounds."""


def standings(tournament: Tournament) -> list[Standing]:
    """All players, the best first."""
    if "standings" not in tournament.memo:
        tournament.memo["standings"] = _standings(tournament)
    return tournament.memo["standings"]  # type: ignore[no-any-return]


def champion(tournament: Tournament) -> PlayerId | None:
    """The winner; None while the tournament is not over, or if nobody is left."""
    return next(
        (standing.player for standing in standings(tournament) if standing.state == "champion"),
        None,
    )


def _standings(tournament: Tournament) -> list[Standing]:
    paths = _paths(tournament)
    points = _points(tournament)
    breaks = tie_breaks(tournament, points)
    keys = _keys(tournament, points, breaks, paths)
    lots = list(tournament.players)
    random.Random(tournament.seed).shuffle(lots)
    order = sorted(lots, key=lambda player: keys[player])
    winner = None
    if state(tournament) == "over":
        early = tournament.finished or not tournament.options.elimination
        winner = (
            next((player for player in order if not tournament.players[player].gone), None)
            if early
            else survivor(tournament)
        )
    ranked: list[Standing] = []
    for place, player in enumerate(order, 1):
        rank = ranked[-1].rank if ranked and keys[player] == keys[ranked[-1].player] else place
        steps = [step.what for step in paths[player]]
        ranked.append(
            Standing(
                rank,
                player,
                _state(tournament, player, player == winner),
                points[player],
                steps.count("win"),
                tournament.losses[player],
                steps.count("draw"),
                tournament.byes[player],
                breaks[player],
                tuple(paths[player]),
            )
        )
    return ranked


def _state(
    tournament: Tournament, player: PlayerId, has_won: bool
) -> Literal["in", "out", "champion", "withdrawn"]:
    if tournament.players[player].gone:
        return "withdrawn"
    if has_won:
        return "champion"
    if tournament.options.format == "lives":
        return "in" if tournament.losses[player] < tournament.options.lives else "out"
    if tournament.options.format in ("single", "double") and tournament.started is not None:
        limit = 2 if tournament.options.format == "double" else 1
        return "in" if tournament.losses[player] < limit else "out"
    return "in"


def _paths(tournament: Tournament) -> dict[PlayerId, list[Step]]:
    paths: dict[PlayerId, list[Step]] = {player: [] for player in tournament.players}
    for drawn in tournament.rounds:
        for number in drawn.matches:
            match = tournament.matches[number]
            for player in match.seats:
                others = tuple(other for other in match.seats if other != player)
                paths[player].append(Step(drawn.number, _what(match, player), number, others))
        for player in drawn.byes:
            paths[player].append(Step(drawn.number, "bye"))
        for player in drawn.halves:
            paths[player].append(Step(drawn.number, "half"))
    return paths


def _what(match: Match, player: PlayerId) -> Literal["win", "loss", "draw", "playing", "absent"]:
    if player in match.absent:
        return "absent"
    if not match.over or match.outcome is None:
        return "playing"
    if match.outcome.how == "draw":
        return "draw"
    return "win" if match.outcome.winner == player else "loss"


def _points(tournament: Tournament) -> dict[PlayerId, float]:
    """Points of each player: of matches, of Swiss byes, and of round-robin walkovers.

    A walkover is a bye against an opponent who withdrew after half of their games.
    """
    points = dict.fromkeys(tournament.players, 0.0)
    struck = (
        struck_out(tournament)
        if tournament.options.format == "roundrobin" and tournament.started is not None
        else set()
    )
    for match in tournament.matches.values():
        if not struck.intersection(match.seats):
            for player in match.seats:
                points[player] += score(match, player)
    for drawn in tournament.rounds:
        resting = drawn.byes if tournament.options.format == "swiss" else ()
        if tournament.options.format == "roundrobin":
            others = {
                one: other
                for pair in pairs_of_round(tournament, drawn.number)
                for one, other in (pair, pair[::-1])
            }
            resting = tuple(
                player
                for player in drawn.byes
                if others[player] is not None and others[player] not in struck
            )
        for player in resting:
            points[player] += 1
        for player in drawn.halves:
            points[player] += 0.5
    return points


Key = tuple[float, ...]


def _keys(
    tournament: Tournament,
    points: dict[PlayerId, float],
    breaks: dict[PlayerId, dict[str, float]],
    paths: dict[PlayerId, list[Step]],
) -> dict[PlayerId, Key]:
    """Sort keys, ascending."""
    players = tournament.players
    match tournament.options.format:
        case "lives":
            return {player: _lives_key(tournament, player, paths[player]) for player in players}
        case "single" | "double":
            out, losses = _bracket_depths(tournament), tournament.losses
            return {
                player: (1, -out[player]) if player in out else (0, losses[player])
                for player in players
            }
        case "arena":
            return {
                player: (
                    -points[player],
                    -breaks[player].get("gained", 0.0),
                    sum(step.match is not None for step in paths[player]),
                )
                for player in players
            }
    keys: dict[PlayerId, Key] = {player: (-points[player],) for player in players}
    names = list(next(iter(breaks.values()), {}))
    started = tournament.started is not None
    for name in names:
        if name == "direct" and started and tournament.options.tie_breaks > 1:
            keys = direct_keys(tournament, keys, breaks)
        else:
            keys = {player: (*key, -breaks[player][name]) for player, key in keys.items()}
    return keys


def _lives_key(tournament: Tournament, player: PlayerId, path: list[Step]) -> Key:
    losses, wins = tournament.losses[player], sum(step.what == "win" for step in path)
    gone = tournament.players[player].gone
    if losses < tournament.options.lives and not gone:
        return (0, losses, -wins)
    last = max((step.round for step in path), default=0)
    return (1, -last, -wins)


def _bracket_depths(tournament: Tournament) -> dict[PlayerId, float]:
    """Return the stage at which each player who is out was eliminated."""
    if tournament.started is None:
        return {}
    bracket = bracket_of(len(tournament.order), tournament.options.format == "double")
    standings = tournament.bracket
    lost_in = {"double": ("L", "F"), "single": ("W",)}[tournament.options.format]
    out: dict[PlayerId, float] = {}
    stages = {part: 1000.0 * number for number, part in enumerate(("W", "L", "F"))}
    for slot in bracket.slots:
        standing = standings[slot.name]
        final = slot.part in lost_in and (slot.name != "F1" or standings["F2"].state == "empty")
        for player in standing.players:
            if (
                isinstance(player, int)
                and standing.winner not in ("?", player)
                and (final or tournament.players[player].gone)
            ):
                out[player] = stages[slot.part] + slot.round
    return out
