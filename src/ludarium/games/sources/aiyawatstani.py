"""The points on which the sources of Aiyawatstani disagree."""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.provenance import Disagreement

__all__ = ["DISAGREEMENTS"]

DISAGREEMENTS = (
    Disagreement(
        about=say("How far away the games are that Ludii 4 is based on"),
        says=(
            say(
                "The portal's page gives 1,100 km as their mean distance, which makes its "
                "geographical score: 1 − 1,100 / 20,000 = 0.945."
            ),
            say(
                "By our coordinates Tuknanavuhpi was played {near} km away and El Perro {far} km, "
                "so the mean of the three is {mean} km, and the score {score}.",
                near=298,
                far=8426,
                mean=3007,
                score=0.85,
            ),
        ),
        here=say(
            "The portal does not tell its coordinates; with one game in North America twice, it "
            "must place El Perro elsewhere. Each page shows the portal's distance and score, and "
            "beside them those by our coordinates."
        ),
    ),
    Disagreement(
        about=say("The combined score of Ludii 4"),
        says=(
            say("The page gives 0.95 and 0.903 as cultural and conceptual score, and 0.926."),
            say("The mean of the two is 0.9265."),
        ),
        here=say(
            "The portal computes from scores that are not rounded, and rounds at the end. Its "
            "figures are shown as they stand there."
        ),
    ),
    Disagreement(
        about=say("The numbers of rows"),
        says=(
            say("The setup on the page counts rows from 0: the row next to Light is row 0."),
            say("The coordinates in the same sentences, such as C5 and G5, count them from 1."),
        ),
        here=say(
            "Rows are counted from 1, as the page's own coordinates are: its row 0 is row 1 here, "
            "and its row 8 is row 9."
        ),
    ),
    Disagreement(
        about=say("Whether a capture goes on"),
        says=(
            say(
                'The page says: "If in the same turn, hop adjacent then if can move hop adjacent, '
                'move again or pass".'
            ),
            say("In Ludii's own program, version 1.3.12, a capture never goes on."),
        ),
        here=say(
            "The sentence is followed: El Perro, from which it is taken, is played so. Without it "
            "Ludii 4 plays like Ludii 1."
        ),
    ),
)
