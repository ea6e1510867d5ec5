"""The points on which the sources of Ahyoheek disagree."""

from __future__ import annotations

from ludarium.phrases import say
from ludarium.rules.provenance import Disagreement

__all__ = ["DISAGREEMENTS"]

DISAGREEMENTS = (
    Disagreement(
        about=say("What beats what"),
        says=(
            say(
                "The archive's match rules and the wiki, in passing: a victory is "
                '"pen over beetles/beetles over page".'
            ),
            say(
                "Their own worked example: the pen loses two points to the beetles and gains two "
                "from the pages."
            ),
            say("The tabletop rules: pen beats book, book beats beetle, beetle beats pen."),
        ),
        here=say(
            "The example and the tabletop rules are followed, which agree: pen beats book, book "
            "beats beetle, beetle beats pen. The words in passing would turn all three around."
        ),
    ),
    Disagreement(
        about=say("The name of the second symbol"),
        says=(
            say("The archive and the wiki: page."),
            say("The tabletop rules: book."),
        ),
        here=say("It is called book, and page is understood."),
    ),
)
