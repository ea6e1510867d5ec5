"""The choices by which rulesets of games of counters on lines are put together from parts: one for
each thing that can be different.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ludarium.phrases import say
from ludarium.rules.game import PartChoice
from ludarium.rules.lines.parts import FLAGS, LOSES, NO_OUTCOME, WINS, End, Parts, outcome_of

__all__ = [
    "CASES",
    "chosen_ends",
    "chosen_parts",
    "end_choices",
    "ends_of_choices",
    "part_choices",
    "parts_of_choices",
]

Result = Literal["loses", "wins"]
Condition = Literal["cannot move", "no counters"]

AS_STUCK = ""
"""The option of who has no counters: what holds for who cannot move."""
PASSES = "passes"
LOSING: Result = "loses"
WINNING: Result = "wins"
CASES = ("one", "two")
"""The words of seats 0 and 1."""
CONDITIONS: tuple[tuple[Condition, str, str], ...] = (
    ("no counters", "empty", AS_STUCK),
    ("cannot move", "stuck", LOSING),
)
"""The conditions in the order in which they are checked, with the word of the choice, and its
default."""
RESULTS: dict[str, dict[str, Result | None]] = {
    "empty": {AS_STUCK: None, LOSING: LOSING, WINNING: WINNING},
    "stuck": {LOSING: LOSING, WINNING: WINNING, PASSES: None},
}
"""By the word of a choice and an option: the end that it stands for, if any."""


def part_choices(seat_names: tuple[str, str]) -> tuple[PartChoice, ...]:
    """The choices, for people."""
    return (
        PartChoice(
            "continues",
            say("After a hop"),
            (("", say("the turn is over")), ("yes", say("the same counter may hop on"))),
        ),
        PartChoice(
            "compulsory",
            say("Who can capture"),
            (("", say("may capture")), ("yes", say("must capture"))),
        ),
        PartChoice(
            "closing",
            say("Outermost rows without counters"),
            (("", say("stay in play")), ("yes", say("are out of play for good"))),
        ),
        *end_choices(seat_names),
    )


def end_choices(seat_names: tuple[str, str]) -> tuple[PartChoice, ...]:
    """The choices of how the game ends, for people."""
    return tuple(
        choice
        for word, name in zip(CASES, seat_names, strict=True)
        for choice in (
            PartChoice(
                f"{word}-stuck",
                say("{seat} cannot move", seat=name),
                (
                    (LOSING, say("loses")),
                    (WINNING, say("wins")),
                    (PASSES, say("passes")),
                ),
            ),
            PartChoice(
                f"{word}-empty",
                say("{seat} has no counters", seat=name),
                (
                    (AS_STUCK, say("as who cannot move")),
                    (LOSING, say("loses")),
                    (WINNING, say("wins")),
                ),
            ),
        )
    )


def chosen_parts(parts: Parts) -> dict[str, str]:
    """The option of each choice by which these parts are put together."""
    flags = {name: "yes" if getattr(parts, name) else "" for name in FLAGS}
    return flags | chosen_ends(parts.ends)


def chosen_ends(ends: tuple[End, ...]) -> dict[str, str]:
    """The option of each choice of how the game ends."""
    chosen = {}
    words = {NO_OUTCOME: PASSES, LOSES: LOSING, WINS: WINNING}
    for seat, word in enumerate(CASES):
        stuck, empty = outcome_of(ends, seat, True), outcome_of(ends, seat, False)
        chosen[f"{word}-stuck"] = words[stuck]
        chosen[f"{word}-empty"] = AS_STUCK if empty == stuck else words[empty]
    return chosen


def parts_of_choices(chosen: Mapping[str, str]) -> Parts:
    """The parts that are put together by these options; what is missing or not known stands for the
    default.
    """
    return Parts(
        ends=ends_of_choices(chosen),
        continues=chosen.get("continues") == "yes",
        compulsory=chosen.get("compulsory") == "yes",
        closing=chosen.get("closing") == "yes",
    )


def ends_of_choices(chosen: Mapping[str, str]) -> tuple[End, ...]:
    """The ends that these options stand for, in the order in which they are checked."""
    ends: list[End] = []
    for condition, kind, default in CONDITIONS:
        first, second = (
            RESULTS[kind].get(chosen.get(f"{word}-{kind}", default), RESULTS[kind][default])
            for word in CASES
        )
        if first and first == second:
            ends.append(End(condition, "next", first))
        else:
            ends += [End(condition, 0, first)] if first else []
            ends += [End(condition, 1, second)] if second else []
    return tuple(ends)
