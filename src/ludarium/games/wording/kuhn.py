"""The rules of Kuhn poker in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.kuhn import ANTE, BET
from ludarium.phrases import counted, say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say("Equipment: three cards, jack, queen and king, of which the king is the highest.")
    yield say(
        "Setup: First and Second put {ante} each into the pot. First gets one of the cards, Second "
        "one of the other two, at random. Each sees only the own card.",
        ante=counted("{n} chip", "{n} chips", ANTE),
    )
    yield say(
        "First checks, or bets {bet}. After a check Second checks, or bets {bet}.",
        bet=counted("{n} chip", "{n} chips", BET),
    )
    yield say("Who faces a bet calls it with as many chips, or folds. Nobody raises.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "The game ends after two checks, a call or a fold. Who folds loses the own chips in the "
        "pot to the other."
    )
    yield say(
        "Otherwise both cards are shown, and who has the higher one wins the other's chips in the "
        "pot. The result is the number of chips won or lost."
    )
