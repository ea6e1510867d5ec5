"""The rules of backgammon in sentences, with and without a cube, for one game and for matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludarium.phrases import counted, listed, say
from ludarium.rules.backgammon_doubling import SETUP
from ludarium.rules.backgammon_rulesets import Doubling
from ludarium.rules.game import Ruleset

__all__ = ["ends", "play"]


def play(ruleset: Ruleset) -> Iterator[str]:
    known = ruleset.parameters
    places = SETUP if isinstance(known, Doubling) else known[0]
    yield say(
        "Equipment: a board of 24 points, two dice with faces 1 to 6, and {checkers} checkers each "
        "for White and Black.",
        checkers=sum(places.values()),
    )
    yield say(
        "Each player numbers the points from 24 down to 1 in the direction in which the own "
        "checkers go; the two go in opposite directions, so that point n of one is point 25 − n of "
        "the other."
    )
    yield say("Setup: each player has {places}, by the own numbers.", places=_setup(places))
    yield say(
        "To begin, White and Black throw one die each, again as long as they are equal. Who threw "
        "the higher one moves first, and plays these two dice. From then on they take turns, each "
        "with a new throw of two dice."
    )
    if isinstance(known, Doubling) and known.limit:
        yield from _cube(known)
    yield from _moves()


def _moves() -> Iterator[str]:
    yield say(
        "Each die moves one own checker by exactly as many points as it shows, towards point 1, to "
        "a point with at most one enemy checker. One checker may be moved by several dice, one "
        "after the other. With two equal dice that number is played four times."
    )
    yield say(
        "A single enemy checker on the point where a checker comes to is hit: it goes to the bar."
    )
    yield say(
        "Who has checkers on the bar moves no other checker. A die brings one in on the point 25 "
        "less the die, by the own numbers, if that has at most one enemy checker."
    )
    yield say(
        "While all own checkers are on points 1 to 6 or borne off, a die may bear one off from the "
        "point of its number. If no checker is there or on a higher point, it bears off one from "
        "the highest point that has any."
    )
    yield say(
        "As many dice must be played as possible. Where either of two can be played, but not both, "
        "the higher one must be. Otherwise the player chooses the order."
    )
    yield say(
        "Each checker that a die moves is a move of its own. Where a first die could bear off the "
        "same checker as the other, and both can be played either way, only the higher one does. "
        "Who has dice to play and no legal move passes."
    )


def _cube(known: Doubling) -> Iterator[str]:
    yield say(
        "The stake of a game is 1 at first. Before a throw, but not the first of a game, who is to "
        "throw may offer to double it, up to {most}. Not to offer, but to throw, is a move of its "
        "own.",
        most=1 << known.limit,
    )
    yield say(
        "The other player drops, which ends the game and loses the stake as it was, or takes: the "
        "stake is doubled, and the player who offered throws. From then on only who took last may "
        "offer."
    )
    if known.length:
        yield say(
            "Who would win the match by a win for the stake as it is may not offer to double."
        )
    if known.crawford:
        yield say(
            "In the first game after a player has come to {points} nobody may offer to double "
            "(Crawford's rule).",
            points=counted("{n} point", "{n} points", known.length - 1),
        )


def ends(ruleset: Ruleset) -> Iterator[str]:
    known = ruleset.parameters
    yield say("Who has borne off all own checkers first wins the game.")
    if isinstance(known, Doubling):
        yield from _values()
        if known.jacoby:
            yield say("While nobody has doubled, every game counts once (Jacoby's rule).")
        if known.limit:
            yield say("The winner gets as many points, times the stake.")
        else:
            yield say("The winner gets as many points.")
        if known.length:
            yield say(
                "A match is game after game, each from the setup with a throw to begin, until a "
                "player has {points} or more and wins it.",
                points=counted("{n} point", "{n} points", known.length),
            )
    elif known[1]:
        yield from _values()
    else:
        yield say("Every win counts once.")


def _values() -> Iterator[str]:
    yield say(
        "A game counts once. If the loser has borne off no checker, it counts twice (gammon), and "
        "three times if the loser then has one on the bar or on the winner's points 1 to 6 "
        "(backgammon)."
    )


def _setup(places: Mapping[int, int]) -> str:
    """The points with checkers and how many there are, in words."""
    return listed(
        [
            counted("{n} checker on point {point}", "{n} checkers on point {point}", n, point=point)
            for point, n in places.items()
        ]
    )
