"""The rules of liar's dice in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.liarsdice import RULES
from ludarium.phrases import counted, say
from ludarium.rules.dice import FACES
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    size, wild = RULES[ruleset.parameters][:2]
    yield say(
        "Equipment: {dice} for each of two to six players, with faces 1 to {faces}.",
        dice=counted("{n} die", "{n} dice", size),
        faces=FACES,
    )
    yield say(
        "In a round all dice are thrown at random, and each player sees only the own ones. Then "
        "the players move in turn, in the order of their seats; Seat 1 begins the first round."
    )
    yield say(
        "Who begins a round makes a bid: a quantity, from 1 to the number of dice that all players "
        "have in the game, and a face."
    )
    yield say(
        "After that a player makes a higher bid, with a larger quantity and any face, or with the "
        "same quantity and a higher face; or calls the last bidder a liar. Nobody may pass, and "
        "after the highest possible bid there is only the call."
    )
    yield say(
        "A call shows all dice. The bid is true if at least that quantity of dice of all players "
        "shows its face or {wild}, as dice with {wild} count as every face.",
        wild=wild,
    )
    yield say("If the bid is true, the caller loses the call, and else the bidder.")
    if size > 1:
        yield say(
            "Who loses the call loses one die for good. That player begins the next round, or, "
            "with no dice left, the next player in turn who has dice."
        )
        yield say(
            "Players without dice are out. The move to begin the next round, with no choice, is "
            "made by who begins it."
        )


def ends(ruleset: Ruleset) -> Iterator[str]:
    size, _ = RULES[ruleset.parameters][:2]
    if size > 1:
        yield say(
            "The last player with dice wins and gets 1; the others share a loss of 1 equally."
        )
    else:
        yield say("The game ends with the call. Who loses it gets −1; the others share 1 equally.")
