"""The rules of Kalah in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.phrases import counted, say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    houses, seeds = ruleset.parameters
    yield say(
        "Equipment: two rows, each of {houses}, South's row 1 and North's row 2, with letters for "
        "columns from South's left; and a store for each player, at the right of the own row.",
        houses=counted("{n} house", "{n} houses", houses),
    )
    yield say(
        "Setup: in each house {seeds}; the stores are empty. South begins. Nobody may pass.",
        seeds=counted("there is {n} seed", "there are {n} seeds", seeds),
    )
    yield say(
        "In a turn a player takes all seeds of one of the own houses that is not empty and sows "
        "them anticlockwise, one into each pit that follows: the own houses to the right, the own "
        "store, the houses of the other player, then the own houses from the left again, including "
        "the one that they came from. The other player's store is left out."
    )
    yield say("If the last seed falls into the own store, the same player moves again.")
    yield say(
        "If the last seed falls into an own house that was empty, or that the seeds came from, it "
        "goes into the own store with all seeds of the house opposite, even if there are none."
    )
    yield say("In all other cases it is the other player's turn.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "When after a move either player has no seed in the own houses, the game ends. All seeds "
        "in the other player's houses go into that player's store."
    )
    yield say("Who has more seeds in the store wins; as many on both sides are a draw.")
