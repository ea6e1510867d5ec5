"""The rules of Oware in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.oware import QUIET
from ludarium.phrases import counted, say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    houses, seeds = ruleset.parameters
    yield say(
        "Equipment: two rows, each of {houses}, South's row 1 and North's row 2, with letters for "
        "columns from South's left.",
        houses=counted("{n} house", "{n} houses", houses),
    )
    yield say(
        "Setup: in each house {seeds}. South begins, and they take turns.",
        seeds=counted("there is {n} seed", "there are {n} seeds", seeds),
    )
    yield say(
        "In a turn a player takes all seeds of one of the own houses that is not empty and sows "
        "them anticlockwise, one into each house that follows: the own ones to the right, those of "
        "the other player, then the own ones from the left again. The house that they came from is "
        "passed over every time and stays empty."
    )
    yield say(
        "If the last seed falls into a house of the other player and brings it to two or three "
        "seeds, these are captured. So are those of the house before it, if that is on the other "
        "player's side, too, and has two or three, and so on backwards until one is not so."
    )
    yield say(
        "A move that would capture all seeds in the other player's houses captures none (grand "
        "slam); it is legal."
    )
    yield say(
        "Where the other player's houses are all empty, only moves that sow into them are legal."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    houses, seeds = ruleset.parameters
    yield say(
        "Who has captured {most} of the {seeds} seeds or more wins at once.",
        most=houses * seeds + 1,
        seeds=2 * houses * seeds,
    )
    yield say("When who is to move has no legal move, the game ends.")
    yield say(
        "It also ends when a position, with as many seeds captured by each player and the same one "
        "to move, occurs for the third time, and after {n} moves of both in a row that captured "
        "nothing.",
        n=QUIET,
    )
    yield say(
        "Each player then takes the seeds in the own houses. Who has more wins; as many on both "
        "sides are a draw."
    )
