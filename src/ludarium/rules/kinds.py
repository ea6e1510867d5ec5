"""Kinds of games: what is done in them, as histories of board games sort them."""

from __future__ import annotations

from typing import Literal

from ludarium.phrases import say

__all__ = ["KINDS", "Kind"]

Kind = Literal["war", "hunt", "race", "sowing", "line", "territory", "chess-like", "cards"]
KINDS: dict[str, str] = {
    "war": say("War games"),
    "hunt": say("Hunt games"),
    "race": say("Race games"),
    "sowing": say("Sowing games"),
    "line": say("Rows and connections"),
    "territory": say("Games of territory"),
    "chess-like": say("Chess and its relatives"),
    "cards": say("Cards, dice and bluff"),
}
"""The displayed name of each Kind."""
