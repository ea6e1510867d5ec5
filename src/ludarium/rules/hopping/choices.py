"""The choices by which rulesets of games of counters that step and hop are put together from
parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludarium.phrases import say
from ludarium.rules.game import PartChoice
from ludarium.rules.hopping.parts import SIDE_PARTS, CounterSide, HoppingParts
from ludarium.rules.lines.choices import CASES, chosen_ends, end_choices, ends_of_choices

__all__ = ["chosen_parts", "part_choices", "parts_of_choices"]

YES = "yes"
YES_OR_NO = ("continues", "approach", "stopping", "straight", "gap", "closing", "clearing")
CAPTURING = {"": {}, "must": {"compulsory": True}, "huff": {"huffing": True}}
"""The flags of each option of whether who can capture must."""
FEWEST = ("", *(str(number) for number in range(2, 25)))


def part_choices(seat_names: tuple[str, str]) -> tuple[PartChoice, ...]:
    """The choices, for people."""
    return (
        PartChoice(
            "continues",
            say("After a hop"),
            (("", say("the turn is over")), (YES, say("the same counter may hop on"))),
        ),
        PartChoice(
            "capturing",
            say("Who can capture"),
            (
                ("", say("may capture")),
                ("must", say("must capture")),
                ("huff", say("may lose the counter that did not")),
            ),
        ),
        PartChoice(
            "approach",
            say("Captures are made"),
            (("", say("by hopping over an enemy")), (YES, say("by approach and withdrawal"))),
        ),
        PartChoice(
            "stopping",
            say("Who must capture"),
            (("", say("goes on while it can")), (YES, say("may stop after one capture"))),
        ),
        PartChoice(
            "straight",
            say("A run of hops"),
            (("", say("may change its direction")), (YES, say("keeps its direction"))),
        ),
        PartChoice(
            "gap",
            say("A hop goes over an enemy"),
            (("", say("on the next point")), (YES, say("with an empty point before it"))),
        ),
        PartChoice(
            "closing",
            say("Outermost rows without counters"),
            (("", say("stay in play")), (YES, say("are out of play for good"))),
        ),
        PartChoice(
            "clearing",
            say("On a full board"),
            (("", say("nobody can move")), (YES, say("both first take a counter off"))),
        ),
        *(choice for n in (0, 1) for choice in _side_choices(CASES[n], seat_names[n])),
        PartChoice(
            "filling",
            say("Who fills the goal, where there is one,"),
            (
                ("", say("wins nothing")),
                *((word, say("{seat} wins", seat=seat_names[n])) for n, word in enumerate(CASES)),
            ),
        ),
        *end_choices(seat_names),
    )


def _side_choices(word: str, name: str) -> tuple[PartChoice, ...]:
    return (
        PartChoice(
            f"{word}-steps",
            say("{seat} steps", seat=name),
            (
                ("any", say("in all directions")),
                ("forward", say("forward, straight or diagonally")),
                ("sideways", say("forward or sideways")),
                ("diagonal", say("diagonally forward")),
                ("none", say("never")),
            ),
        ),
        PartChoice(
            f"{word}-hops",
            say("{seat} hops", seat=name),
            (
                ("any", say("in all directions")),
                ("forward", say("forward, straight or diagonally")),
                ("sideways", say("forward or sideways")),
                ("none", say("never")),
            ),
        ),
        PartChoice(
            f"{word}-kings",
            say("{seat}: in the farthest row", seat=name),
            (
                ("none", say("a counter stays what it is")),
                ("walk", say("a king that steps in all directions")),
                ("fly", say("a king that goes any distance")),
                ("land", say("a king that goes any distance, and lands behind whom it captures")),
            ),
        ),
        PartChoice(
            f"{word}-turning",
            say("{seat}: when none can step forward", seat=name),
            (("", say("forward stays forward")), (YES, say("forward turns round"))),
        ),
        PartChoice(
            f"{word}-least",
            say("{seat} loses with fewer counters than", seat=name),
            tuple((number, number or "1") for number in FEWEST),
        ),
    )


def chosen_parts(parts: HoppingParts) -> dict[str, str]:
    """The option of each choice by which these parts are put together."""
    chosen = {name: YES if getattr(parts, name) else "" for name in YES_OR_NO}
    chosen["capturing"] = "must" if parts.compulsory else "huff" if parts.huffing else ""
    chosen["filling"] = "" if parts.filling == "nobody" else CASES[parts.filling]
    for word, side in zip(CASES, parts.sides, strict=True):
        chosen |= {f"{word}-{part}": getattr(side, part) for part in SIDE_PARTS}
        chosen[f"{word}-turning"] = YES if side.turning else ""
        chosen[f"{word}-least"] = str(side.min_pieces) if side.min_pieces > 1 else ""
    return chosen | chosen_ends(parts.ends)


def parts_of_choices(chosen: Mapping[str, str]) -> HoppingParts:
    """The parts that are put together by these options; what is missing or not known stands for the
    default.
    """
    first, second = (_side_of(word, chosen) for word in CASES)
    filling = chosen.get("filling")
    return HoppingParts(
        ends=ends_of_choices(chosen),
        first=first,
        second=second,
        **{name: chosen.get(name) == YES for name in YES_OR_NO},
        filling=CASES.index(filling) if filling in CASES else "nobody",  # type: ignore[arg-type]
        **CAPTURING.get(chosen.get("capturing", ""), {}),
    )


def _side_of(word: str, chosen: Mapping[str, str]) -> CounterSide:
    options: dict[str, Any] = {}
    for part, known in SIDE_PARTS.items():
        option = chosen.get(f"{word}-{part}")
        options[part] = option if option in known else known[0]
    min_pieces = chosen.get(f"{word}-least", "")
    return CounterSide(
        **options,
        turning=chosen.get(f"{word}-turning") == YES,
        min_pieces=int(min_pieces) if min_pieces in FEWEST[1:] else 1,
    )
