"""Simulated tournaments: players of known strength with random results.

For tests, and to measure the fairness of formats. Player 1 is the strongest. A player wins a game
with a probability proportional to their strength (the Bradley-Terry model, or Luce's choice axiom
for several players); Elo ratings are normally distributed.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.formats.format_rules import entry_closed, state, why_not_drawn
from ludarium.tournaments.ids import MatchId, PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.options import Options
from ludarium.tournaments.standings import champion
from ludarium.tournaments.tournament import Tournament

__all__ = ["Play", "as_data", "simulate"]

ORGANISER = Actor("organiser", "simulation")
SPREAD = 200  # standard deviation of the ratings, in Elo points
ARENA_GAMES = 8  # mean number of games per player after which an arena ends


@dataclasses.dataclass(frozen=True, kw_only=True)
class Play:
    """Parameters of a simulation."""

    dropouts: float = 0.0
    """Probability that a player withdraws, per game."""
    late: float = 0.0
    """Probability of a late entry, per round."""
    undo: float = 0.0
    """Probability that a result is undone and reported again."""
    draws: float = 0.0
    """Probability of a draw, in games that allow it."""
    spread: float = SPREAD
    """Standard deviation of the ratings, in Elo points."""
    rated: bool = False
    """True if ratings are known for the seeding."""


def simulate(
    options: Options,
    players: int,
    seed: int,
    play: Play = Play(),
    watch: Callable[[Tournament], None] = lambda tournament: None,
) -> Tournament:
    """A whole simulated tournament, which depends on the arguments alone.

    watch: called with the tournament after each drawn round.
    """
    return Simulation(options, players, seed, play, watch).run()


class Simulation:
    """A simulation in progress."""

    def __init__(
        self,
        options: Options,
        players: int,
        seed: int,
        play: Play,
        watch: Callable[[Tournament], None],
    ) -> None:
        self.rng, self.play, self.watch = random.Random(seed), play, watch
        self.now = 0.0
        self.tournament = Tournament(f"simulation-{seed}")
        self.tournament.apply(requests.create(ORGANISER, 0.0, "Simulation", options, seed))
        self.strength: list[float] = []
        ratings = sorted((self.rng.gauss(0, play.spread) for _ in range(players)), reverse=True)
        for rating in ratings:
            self.enter(rating)

    def enter(self, rating: float) -> None:
        """Add a player with this deviation from the mean rating."""
        self.strength.append(10 ** (rating / 400))
        shown = round(1500 + rating) if self.play.rated else None
        self.ask(requests.add, f"P{len(self.strength)}", rating=shown)

    def ask(self, request: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        """Make a request as the organiser."""
        self.now += 1
        self.tournament.apply(request(self.tournament, ORGANISER, self.now, *arguments, **options))

    def run(self) -> Tournament:
        """Run the tournament to its end."""
        self.ask(requests.start)
        while state(self.tournament) != "over":
            self.draw()
            for match in self.tournament.open_matches:
                self.settle(match.number)
            self.come_and_go()
        return self.tournament

    def draw(self) -> None:
        """Draw the next round, or end an arena after enough games."""
        enough = ARENA_GAMES * len(self.tournament.players)
        if (
            self.tournament.options.format == "arena"
            and sum(len(match.seats) for match in self.tournament.matches.values()) >= enough
        ):
            self.ask(requests.finish)
        elif why_not_drawn(self.tournament) is None:
            self.ask(requests.draw)
            self.watch(self.tournament)
        elif self.tournament.options.format == "arena":
            self.ask(requests.finish)

    def settle(self, number: MatchId) -> None:
        """Play the match, with random withdrawals and undone results."""
        tournament = self.tournament
        while not tournament.matches[number].over:
            match = tournament.matches[number]
            if self.rng.random() < self.play.dropouts:
                self.ask(requests.withdraw, self.rng.choice(match.here))
                continue
            self.ask(requests.report, number, self.winner(match))
            if self.rng.random() < self.play.undo:
                self.ask(requests.undo)
                self.ask(requests.report, number, self.winner(match))

    def winner(self, match: Match) -> PlayerId | None:
        """A random winner of the match; None for a draw."""
        if self.tournament.options.rules.draws and self.rng.random() < self.play.draws:
            return None
        return self.rng.choices(match.here, [self.strength[player - 1] for player in match.here])[0]

    def come_and_go(self) -> None:
        """Add a late entry at random."""
        if (
            state(self.tournament) != "over"
            and self.rng.random() < self.play.late
            and entry_closed(self.tournament) is None
        ):
            self.enter(self.rng.gauss(0, self.play.spread))


def as_data(tournament: Tournament) -> dict[str, Any]:
    """The tournament as data: rounds with tables and byes, losses and the champion, by names.

    result: how the match was decided, one of `win`, `draw`, `later-seat`, `forfeit` and `nobody`;
    None while undecided.
    """
    names = {number: player.name for number, player in tournament.players.items()}
    winner = champion(tournament)
    return {
        "rounds": [
            {
                "tables": [_table(tournament.matches[number], names) for number in drawn.matches],
                "byes": [names[player] for player in drawn.byes],
            }
            for drawn in tournament.rounds
        ],
        "losses": {names[number]: tournament.losses[number] for number in names},
        "champion": None if winner is None else names[winner],
    }


def _table(match: Match, names: dict[PlayerId, str]) -> dict[str, Any]:
    outcome = match.outcome if match.over else None
    return {
        "seats": [names[player] for player in match.seats],
        "winner": names[outcome.winner] if outcome and outcome.winner is not None else None,
        "result": outcome.how if outcome else None,
    }
