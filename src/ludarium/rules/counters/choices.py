"""The choices by which rulesets of games of counters are put together from parts: one for each
thing that can be different.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from ludarium.phrases import say
from ludarium.rules.counters.backend import Backend
from ludarium.rules.counters.parts import (
    LOSES,
    NO_OUTCOME,
    PIECE_OPTIONS,
    SEAT_WORDS,
    WINS,
    End,
    Parts,
    Piece,
    options_of,
    outcome_of,
    piece_of,
)
from ludarium.rules.part_choices import PartChoice

__all__ = ["chosen_parts", "part_choices", "parts_of_choices"]

Result = Literal["loses", "wins"]
Condition = Literal["cannot move", "no counters"]

AS_STUCK = ""
"""The option of who has no counters: what holds for who cannot move."""
PASSES = "passes"
LOSING: Result = "loses"
WINNING: Result = "wins"
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
YES = "yes"
CAPTURING = {"": {}, "must": {"compulsory": True}, "huff": {"huffing": True}}
"""The flags of each option of whether who can capture must, where there is huffing."""
FEWEST = ("", *(str(number) for number in range(2, 25)))


def part_choices(backend: Backend, seat_names: tuple[str, str]) -> tuple[PartChoice, ...]:
    """The choices that a back-end gives, for people."""
    of_game = [choice for choice in _game_choices() if choice.key in backend.flags]
    if not backend.has_sides:
        return (*of_game, *_end_choices(seat_names))
    return (
        of_game[0],
        PartChoice(
            "capturing",
            say("Who can capture"),
            (
                ("", say("may capture")),
                ("must", say("must capture")),
                ("huff", say("may lose the counter that did not")),
            ),
        ),
        *of_game[2:],
        *(choice for n in (0, 1) for choice in _side_choices(SEAT_WORDS[n], seat_names[n])),
        PartChoice(
            "filling",
            say("Who fills the goal, where there is one,"),
            (
                ("", say("wins nothing")),
                *(
                    (word, say("{seat} wins", seat=seat_names[n]))
                    for n, word in enumerate(SEAT_WORDS)
                ),
            ),
        ),
        *_end_choices(seat_names),
    )


def _game_choices() -> tuple[PartChoice, ...]:
    """The choices of parts that hold for the game, each yes or no."""
    return (
        PartChoice(
            "continues",
            say("After a hop"),
            (("", say("the turn is over")), (YES, say("the same counter may hop on"))),
        ),
        PartChoice(
            "compulsory",
            say("Who can capture"),
            (("", say("may capture")), (YES, say("must capture"))),
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


def chosen_parts(backend: Backend, parts: Parts) -> dict[str, str]:
    """The option of each choice by which these parts are put together."""
    chosen = {
        choice.key: YES if getattr(parts, choice.key) else ""
        for choice in _game_choices()
        if choice.key in backend.flags
    }
    if backend.has_sides:
        must = chosen.pop("compulsory")
        chosen["capturing"] = "must" if must else "huff" if parts.huffing else ""
        chosen["filling"] = "" if parts.filling == "nobody" else SEAT_WORDS[parts.filling]
        for word, piece in zip(SEAT_WORDS, parts.sides, strict=True):
            chosen |= {f"{word}-{part}": option for part, option in options_of(piece).items()}
            chosen[f"{word}-turning"] = YES if piece.turning else ""
            chosen[f"{word}-least"] = str(piece.loses_below) if piece.loses_below > 1 else ""
    return chosen | _chosen_ends(parts.ends)


def parts_of_choices(backend: Backend, chosen: Mapping[str, str]) -> Parts:
    """The parts that are put together by these options; what is missing or not known stands for the
    default.
    """
    flags: dict[str, Any] = {name: chosen.get(name) == YES for name in backend.flags}
    ends = _ends_of_choices(chosen)
    if not backend.has_sides:
        return Parts(ends=ends, **flags)
    filling = chosen.get("filling")
    flags |= {"compulsory": False, "huffing": False}
    flags |= CAPTURING.get(chosen.get("capturing", ""), {})
    first, second = (_piece_of(word, chosen) for word in SEAT_WORDS)
    return Parts(
        first=first,
        second=second,
        filling=SEAT_WORDS.index(filling) if filling in SEAT_WORDS else "nobody",  # type: ignore[arg-type]
        ends=ends,
        **flags,
    )


def _piece_of(word: str, chosen: Mapping[str, str]) -> Piece:
    least = chosen.get(f"{word}-least", "")
    return piece_of(
        {part: chosen.get(f"{word}-{part}", "") for part in PIECE_OPTIONS},
        turning=chosen.get(f"{word}-turning") == YES,
        loses_below=int(least) if least in FEWEST[1:] else 1,
    )


def _end_choices(seat_names: tuple[str, str]) -> tuple[PartChoice, ...]:
    """The choices of how the game ends, for people."""
    return tuple(
        choice
        for word, name in zip(SEAT_WORDS, seat_names, strict=True)
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


def _chosen_ends(ends: tuple[End, ...]) -> dict[str, str]:
    """The option of each choice of how the game ends."""
    chosen = {}
    words = {NO_OUTCOME: PASSES, LOSES: LOSING, WINS: WINNING}
    for seat, word in enumerate(SEAT_WORDS):
        stuck, empty = outcome_of(ends, seat, True), outcome_of(ends, seat, False)
        chosen[f"{word}-stuck"] = words[stuck]
        chosen[f"{word}-empty"] = AS_STUCK if empty == stuck else words[empty]
    return chosen


def _ends_of_choices(chosen: Mapping[str, str]) -> tuple[End, ...]:
    """The ends that these options stand for, in the order in which they are checked."""
    ends: list[End] = []
    for condition, kind, default in CONDITIONS:
        first, second = (
            RESULTS[kind].get(chosen.get(f"{word}-{kind}", default), RESULTS[kind][default])
            for word in SEAT_WORDS
        )
        if first and first == second:
            ends.append(End(condition, "next", first))
        else:
            ends += [End(condition, 0, first)] if first else []
            ends += [End(condition, 1, second)] if second else []
    return tuple(ends)
