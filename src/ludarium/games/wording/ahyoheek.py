"""The rules of Ahyoheek in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.games.ahyoheek import SET
from ludarium.phrases import say
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "Equipment: for each of two to five seats the three symbols pen, book and beetle to choose "
        "from, and markers of these symbols."
    )
    yield say("Setup: nobody has a marker.")
    yield say("The pen beats the book, the book beats the beetle, the beetle beats the pen.")
    yield say(
        "The game goes in rounds. In each all seats choose a symbol at once and in secret; then "
        "all choices are shown."
    )
    yield say(
        "A seat's round-points are the number of seats that it beats less the number of seats that "
        "beat it."
    )
    yield say(
        "The seats with the most round-points win the round. Where all have as many, nobody wins "
        "it, and the next round begins."
    )
    if ruleset.parameters:
        yield say(
            "Each winner of a round takes as many markers of the symbol that it played as it has "
            "round-points."
        )
    else:
        yield say("Each winner of a round takes one marker of the symbol that it played.")
    yield say(
        "Against the clock, a seat that has not chosen in time sits the round out: it beats nobody "
        "and nobody beats it, and it does not win the round."
    )


def ends(ruleset: Ruleset) -> Iterator[str]:
    yield say(
        "The game ends after the round in which a seat first holds {n} or more markers of one "
        "symbol: a set. If several complete a set in that round, the one of them with the most "
        "markers in total wins.",
        n=SET,
    )
    yield say(
        "If several of them have as many, they alone go on with sudden-death rounds, without "
        "markers: the winners of such a round stay, the others drop out, and a round that nobody "
        "wins is played again. The last seat that is left wins."
    )
    yield say("The winner gets 1, all others get 0.")
