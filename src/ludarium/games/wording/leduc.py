"""The rules of Leduc poker in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.leduc import ANTE, LARGE, SMALL
from ludarium.phrases import counted, say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: six cards, jack, queen and king of spades and of hearts. The king is the "
        "highest, the jack the lowest; suits do not matter."
    )
    yield say(
        "Setup: First and Second put {ante} each into the pot, and each gets a card at random, "
        "first First. Each sees only the own card.",
        ante=counted("{n} chip", "{n} chips", ANTE),
    )
    yield say(
        "There are two rounds of bets, and First begins both. Between them a third card is laid "
        "open at random."
    )
    yield say(
        "A bet is {small} in the first round and {large} in the second. A raise is a call and as "
        "much again.",
        small=counted("{n} chip", "{n} chips", SMALL),
        large=counted("{n} chip", "{n} chips", LARGE),
    )
    yield say("Where there was no bet in the round yet, who is to move checks or bets.")
    yield say("Who faces a bet folds, calls or raises. Who faces a raise folds or calls.")
    yield say("A round ends after two checks or a call.")


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say("Who folds loses the own chips in the pot to the other, and the game ends.")
    yield say(
        "After the second round the cards are shown. Who has a card of the same rank as the open "
        "one wins the other's chips in the pot; where nobody has, who has the higher card does."
    )
    yield say(
        "Two cards of the same rank win nothing. The result is the number of chips won or lost."
    )
