"""Definitions of measures: each with its name, its definition, and how it follows from games.

`docs/measures.md` says where the definitions are from.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Literal

from ludarium.measures.estimators import (
    advantage,
    balance,
    column,
    columns,
    coverage,
    decided_at,
    decisiveness,
    drama,
    draws,
    killer_move,
    lasts_after,
    lead_changes,
    mobility,
    of_all,
    of_won,
    part,
    permanence,
    state_space,
    uncertainty,
    wins,
    with_pieces,
)
from ludarium.measures.games import Surveyed
from ludarium.measures.statistics import Estimate, share
from ludarium.phrases import say
from ludarium.simulate.survey import (
    CAPTURES,
    CAPTURING,
    DECISIONS,
    FORCED,
    JOINT,
    LOG_MOVES,
    MOVES,
    STOPPED,
    TURNS,
)

__all__ = ["GROUPS", "MEASURES", "Measure", "estimates"]


Group = Literal["length", "choice", "results", "course", "pieces"]
GROUPS: dict[Group, str] = {
    "length": say("Length"),
    "choice": say("Choice"),
    "results": say("Results"),
    "course": say("Course of a game"),
    "pieces": say("Pieces"),
}


@dataclasses.dataclass(frozen=True)
class Measure:
    """A property of a ruleset, as a number."""

    name: str
    """The identifier."""
    title: str
    """The displayed name."""
    group: Group
    meaning: str
    """The definition, in a sentence."""
    of: Callable[[Surveyed], Estimate | None]
    """The function that estimates it; its result is None where a ruleset has no such thing, or too
    few games had it."""
    percent: bool = False
    """True if it is a share, which people read in percent."""
    least: float = 0.0
    """The least possible value; negative if the measure has a sign."""
    least_seats: int = 1
    """The least number of seats of games that it is for."""

    def is_told(self, estimates: Mapping[str, Mapping[str, float]]) -> bool:
        """Return whether a ruleset with these estimates has it, and pieces where it is about them.

        estimates: by the names of measures, each with `high`, the upper end of its interval.
        """
        number = estimates.get(self.name)
        return bool(number and (self.group != "pieces" or number["high"]))


# Results


# Pieces


# The course of games, from the outlook of each seat


ORDINALS = (
    ("first", say("First seat wins")),
    ("second", say("Second seat wins")),
    ("third", say("Third seat wins")),
    ("fourth", say("Fourth seat wins")),
    ("fifth", say("Fifth seat wins")),
    ("sixth", say("Sixth seat wins")),
    ("seventh", say("Seventh seat wins")),
    ("eighth", say("Eighth seat wins")),
)

MEASURES = (
    Measure(
        "moves",
        say("Moves"),
        "length",
        say("Mean number of moves in a game; each hop and each pass is one, chance has none."),
        column(MOVES),
    ),
    Measure(
        "turns",
        say("Turns"),
        "length",
        say("Mean number of turns in a game: runs of moves by the same seat."),
        column(TURNS),
    ),
    Measure(
        "moves_p10",
        say("Moves, 10th percentile"),
        "length",
        say("One game in ten has fewer moves."),
        part(0.1),
    ),
    Measure(
        "moves_median",
        say("Moves, median"),
        "length",
        say("Half of the games have fewer moves."),
        part(0.5),
    ),
    Measure(
        "moves_p90",
        say("Moves, 90th percentile"),
        "length",
        say("One game in ten has more moves."),
        part(0.9),
    ),
    Measure(
        "stopped",
        say("Stopped by a limit"),
        "length",
        say("Share of games that a limit of their length ended."),
        lambda games: share(games.rows[:, STOPPED]),
        percent=True,
    ),
    Measure(
        "branching",
        say("Branching factor"),
        "choice",
        say(
            "Mean number of legal moves in a position; where several seats choose at once, of ways "
            "to choose."
        ),
        columns(JOINT, MOVES),
    ),
    Measure(
        "mobility",
        say("Mobility"),
        "choice",
        say("Mean number of legal actions of one seat, where several choose at once."),
        mobility,
    ),
    Measure(
        "no_choice",
        say("No choice"),
        "choice",
        say("Share of decisions in which a seat has one legal action only."),
        columns(FORCED, DECISIONS),
        percent=True,
    ),
    Measure(
        "game_tree",
        say("Game tree, as a power of ten"),
        "choice",
        say(
            "Decimal logarithm of the product of the numbers of legal moves along a game, on "
            "average: how many games there are like it."
        ),
        column(LOG_MOVES),
    ),
    Measure(
        "state_space",
        say("State space, as a power of ten"),
        "choice",
        say(
            "Decimal logarithm of the number of ways in which as many pieces as both seats had in "
            "some position can be put on the board."
        ),
        state_space,
    ),
    *(
        Measure(
            f"{name}_wins",
            title,
            "results",
            say("Share of games that this seat wins alone."),
            wins(seat),
            percent=True,
            least_seats=seat + 1,
        )
        for seat, (name, title) in enumerate(ORDINALS)
    ),
    Measure(
        "draws",
        say("Draws"),
        "results",
        say("Share of games without a single winner."),
        draws,
        percent=True,
    ),
    Measure(
        "decisiveness",
        say("Decisiveness"),
        "results",
        say("Share of games with a single winner."),
        decisiveness,
        percent=True,
    ),
    Measure(
        "balance",
        say("Balance"),
        "results",
        say(
            "1 less the difference between the best and the worst seat's share of the points; "
            "1 where all seats are as good."
        ),
        balance,
        percent=True,
    ),
    Measure(
        "first_advantage",
        say("Advantage of the first seat"),
        "results",
        say(
            "The first seat's share of the points less the mean share of the others; 0 where it is "
            "as good as they are, negative where it is worse."
        ),
        advantage,
        percent=True,
        least=-1.0,
        least_seats=2,
    ),
    Measure(
        "skill",
        say("Skill"),
        "results",
        say("Elo of bots of level 4 above those of level 1: how much skill pays."),
        lambda games: None,  # of other games than those that are surveyed
    ),
    Measure(
        "drama",
        say("Drama"),
        "course",
        say("How far the later winner is behind the leading seat, on average over a won game."),
        of_won(drama),
        percent=True,
    ),
    Measure(
        "lead_changes",
        say("Lead changes"),
        "course",
        say("How often another seat takes the lead, by more than a fifth of the point."),
        of_all(lead_changes),
    ),
    Measure(
        "killer_move",
        say("Killer move"),
        "course",
        say("The most that the winner's outlook gains by one move of a won game."),
        of_won(killer_move),
        percent=True,
    ),
    Measure(
        "permanence",
        say("Permanence"),
        "course",
        say("Share of what a move changes of the outlook that the next move does not undo."),
        of_all(permanence),
        percent=True,
    ),
    Measure(
        "uncertainty",
        say("Uncertainty"),
        "course",
        say(
            "How open the result is, on average over a game: the entropy of the outlook, 1 where "
            "all seats are as likely to win."
        ),
        of_all(uncertainty),
        percent=True,
    ),
    Measure(
        "decided_at",
        say("Decided at"),
        "course",
        say(
            "Share of a won game's moves after which its winner's outlook never again is below "
            "nine tenths."
        ),
        of_won(decided_at),
        percent=True,
    ),
    Measure(
        "lasts_after",
        say("Moves after that"),
        "course",
        say("How many moves a won game lasts after it was decided."),
        of_won(lasts_after),
    ),
    Measure(
        "captures",
        say("Captures"),
        "pieces",
        say("Mean number of pieces that seats lose by the moves of others."),
        with_pieces(column(CAPTURES)),
    ),
    Measure(
        "capturing",
        say("Capturing moves"),
        "pieces",
        say("Share of moves by which another seat loses a piece."),
        with_pieces(columns(CAPTURING, MOVES)),
        percent=True,
    ),
    Measure(
        "coverage",
        say("Coverage"),
        "pieces",
        say("Share of the places of the board on which there is a piece at some time."),
        coverage,
        percent=True,
    ),
)


def estimates(games: Surveyed) -> dict[str, Estimate]:
    """The estimate of each measure that these games have, by name; intervals end at the measure's
    least value, and at 1 where it is a share.
    """
    return {
        measure.name: estimate.within(measure.least, 1.0 if measure.percent else math.inf)
        for measure in MEASURES
        if measure.least_seats <= games.seats and (estimate := measure.of(games)) is not None
    }
