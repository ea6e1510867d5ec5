"""The points on which the sources of Yoxii disagree."""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.provenance import Disagreement

__all__ = ["CHANGED", "COMPARED", "DISAGREEMENTS", "GO_ON"]

GO_ON, CHANGED, COMPARED = 8465, 3500, 10_000
"""Random games of `standard` that would go on by `both`, and those whose result then changes when
they are played on at random (`benchmarks/yoxii_readings.py`)."""

DISAGREEMENTS = (
    Disagreement(
        about=say("When the game ends"),
        says=(
            say(
                "The aim of the game, in the rules in the box: to have more points when the totem "
                "is surrounded and neither player can move it."
            ),
            say(
                "The end of the game, in the same rules: it ends as soon as one of the players "
                "cannot move the totem any more (the totem must be surrounded)."
            ),
        ),
        here=say(
            "The end is followed, for the player whose turn it is: it is the rule that says when "
            "to stop. The aim is followed by the other ruleset. The two differ often: of {games} "
            "random games, {longer} % would have gone on by the aim, and in {changed} % the result "
            "changed when they did.",
            games=COMPARED,
            longer=round(100 * GO_ON / COMPARED),
            changed=round(100 * CHANGED / COMPARED),
        ),
    ),
    Disagreement(
        about=say("How many stones there are of each value"),
        says=(
            say("The rules in the box show them in a picture that the text does not have."),
            say("Public descriptions of the box: five of value 1, 2 and 3, and three of value 4."),
        ),
        here=say("The descriptions are followed: they make 18 stones a side, as the rules say."),
    ),
)
