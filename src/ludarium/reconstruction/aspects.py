"""Rulesets of games of counters as aspects: for each question, the answer that a ruleset gives.

Answers are texts, so that rulesets of any two games can be compared and mixed. Where the sides
differ, an answer is that of the first and that of the second side, joined by /.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ludarium.errors import RulesetError, choice_of
from ludarium.rules.counters.parts import (
    END_WORDS,
    PIECE_OPTIONS,
    End,
    Parts,
    Piece,
    options_of,
    piece_of,
)

__all__ = ["ASPECTS", "Answers", "Aspect", "answers_of", "check_answer", "parts_of_answers"]

Answers = Mapping[str, str]
"""The answer to each question, by the name of its aspect."""

YES, NO = "yes", "no"
BETWEEN_SIDES = "/"
MOST_COUNTERS = 40


class Aspect(NamedTuple):
    """A question about a ruleset."""

    name: str
    title: str
    answer: Callable[[Parts], str]
    options: tuple[str, ...]
    """The answers that there are, of one side where the sides can differ; empty for ends, which are
    parts joined by +."""
    by_side: bool = False
    """True if the sides can differ."""


def _joined(first: str, second: str) -> str:
    return first if first == second else f"{first}{BETWEEN_SIDES}{second}"


def _of_sides(part: str) -> Callable[[Parts], str]:
    return lambda parts: _joined(*(options_of(piece)[part] for piece in parts.sides))


def _flag(part: str) -> Callable[[Parts], str]:
    return lambda parts: YES if getattr(parts, part) else NO


def _steps(piece: Piece) -> str:
    return options_of(piece)["steps"] + ("-turning" if piece.turning else "")


def _capturing(parts: Parts) -> str:
    return "must" if parts.compulsory else "huff" if parts.huffing else "may"


STEPS = tuple(
    step + turning
    for step in PIECE_OPTIONS["steps"]
    for turning in ("", "-turning")
    if not turning or step not in ("any", "none")
)
ASPECTS = {
    aspect.name: aspect
    for aspect in (
        Aspect(
            "steps",
            "Steps",
            lambda parts: _joined(_steps(parts.first), _steps(parts.second)),
            STEPS,
            by_side=True,
        ),
        Aspect("hops", "Hops", _of_sides("hops"), PIECE_OPTIONS["hops"], by_side=True),
        Aspect("kings", "Kings", _of_sides("kings"), PIECE_OPTIONS["kings"], by_side=True),
        Aspect("continues", "A capture goes on", _flag("continues"), (NO, YES)),
        Aspect("capturing", "Who can capture", _capturing, ("may", "must", "huff")),
        Aspect("approach", "Captures by approach and withdrawal", _flag("approach"), (NO, YES)),
        Aspect("stopping", "A run of captures may stop", _flag("stopping"), (NO, YES)),
        Aspect("straight", "A run of hops is straight", _flag("straight"), (NO, YES)),
        Aspect("gap", "Captures with a gap", _flag("gap"), (NO, YES)),
        Aspect("closing", "Rows close", _flag("closing"), (NO, YES)),
        Aspect("clearing", "A full board is cleared first", _flag("clearing"), (NO, YES)),
        Aspect(
            "least",
            "Fewest counters",
            lambda parts: _joined(*(str(piece.loses_below) for piece in parts.sides)),
            tuple(str(number) for number in range(1, MOST_COUNTERS + 1)),
            by_side=True,
        ),
        Aspect("ends", "End", lambda parts: "+".join(END_WORDS[end] for end in parts.ends), ()),
    )
}


def answers_of(parts: Parts) -> dict[str, str]:
    """The answers that a ruleset gives."""
    return {name: aspect.answer(parts) for name, aspect in ASPECTS.items()}


def check_answer(name: str, answer: str) -> None:
    """Raise RulesetError where there is no such aspect, or it has no such answer."""
    if name not in ASPECTS:
        raise RulesetError(choice_of("question about a ruleset", name, ASPECTS))
    aspect = ASPECTS[name]
    given = answer.split(BETWEEN_SIDES) if aspect.by_side else [answer]
    if not aspect.options:
        for word in filter(None, answer.split("+")):
            if word not in END_WORDS.values():
                raise RulesetError(choice_of("end of a game", word, END_WORDS.values()))
    elif len(given) > 2 or any(one not in aspect.options for one in given):
        raise RulesetError(choice_of(f"answer to {name!r}", answer, aspect.options))


def parts_of_answers(answers: Answers) -> Parts:
    """The ruleset that gives these answers; what is not asked is as in `Parts`.

    Raises RulesetError.
    """
    for name, answer in answers.items():
        check_answer(name, answer)
    ends = {words: end for end, words in END_WORDS.items()}
    listed: tuple[End, ...] = tuple(
        ends[word] for word in answers.get("ends", "").split("+") if word
    )
    capturing = answers.get("capturing", "may")
    return Parts(
        ends=listed,
        first=_piece(answers, 0),
        second=_piece(answers, -1),
        continues=answers.get("continues") == YES,
        compulsory=capturing == "must",
        huffing=capturing == "huff",
        approach=answers.get("approach") == YES,
        stopping=answers.get("stopping") == YES,
        straight=answers.get("straight") == YES,
        gap=answers.get("gap") == YES,
        closing=answers.get("closing") == YES,
        clearing=answers.get("clearing") == YES,
    )


def _piece(answers: Answers, seat: int) -> Piece:
    chosen = {
        name: answers[name].split(BETWEEN_SIDES)[seat] for name in PIECE_OPTIONS if name in answers
    }
    steps, turning, _ = chosen.get("steps", "any").partition("-turning")
    least = answers.get("least", "1").split(BETWEEN_SIDES)[seat]
    return piece_of(chosen | {"steps": steps}, turning=bool(turning), loses_below=int(least))
