"""Spellings of moves, among which a text is looked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludarium.errors import MoveError
from ludarium.rules.game import Action

__all__ = ["parse_choice", "several_meant"]


def parse_choice(text: str, choices: Mapping[Action, tuple[str, ...]]) -> Action:
    """The action one of whose spellings the text is; capitals matter where they tell two apart.

    Raises MoveError, which names the first column that no choice has, and what was expected there.
    """
    given = text.strip()
    wanted = given.casefold()
    alike: dict[Action, str] = {}
    for action, texts in choices.items():
        for spelling in texts:
            if spelling == given:
                return action
            if spelling.casefold() == wanted:
                alike.setdefault(action, spelling)
    if len(alike) == 1:
        return next(iter(alike))
    if alike:
        raise MoveError(f"{given!r} may be {' or '.join(alike.values())}: capitals matter here")
    longest = max(map(len, choices.values()), default=0)
    nearby = {
        texts[place]: None
        for place in range(longest)
        for texts in choices.values()
        if place < len(texts)
    }
    fits = 0
    while fits < len(wanted):
        nearer = {
            spelling: None
            for spelling in nearby
            if spelling.casefold().startswith(wanted[: fits + 1])
        }
        if not nearer:
            break
        nearby = nearer
        fits += 1
    expected: dict[str, str] = {}
    for spelling in nearby:
        expected.setdefault(
            spelling[fits : fits + 1].casefold(), spelling[fits : fits + 1] or "the end"
        )
    after = sorted(expected.values())
    shown = ", ".join(
        dict.fromkeys(
            texts[0] for texts in choices.values() if any(spelling in nearby for spelling in texts)
        )
    )
    if len(shown) > 70:
        shown = shown[:70].rpartition(",")[0] + ", ..."
    raise MoveError(
        f"{given!r} is not a legal move here: at column {fits + 1} expected "
        f"{_one_of(after)}; legal nearby: {shown}"
    )


def several_meant(text: str, choices: Sequence[str]) -> MoveError:
    """The error of a text that may denote any of these."""
    return MoveError(f"{text!r} may be {' or '.join(choices)}")


def _one_of(words: list[str]) -> str:
    quoted = [word if word == "the end" else repr(word) for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
