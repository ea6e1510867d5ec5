"""The rules of a game in sentences, from a module that is imported when they are first asked for.

The module has two functions of a ruleset: `play` gives the sentences on what there is, how it
begins and which moves there are, and `ends` those on who wins or loses, and when. Whoever has only
these sentences can program the game. Numbers that are parameters of rulesets are values in them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

__all__ = ["worded"]

Sentences = Callable[[Any], tuple[str, ...]]


def worded(module: str) -> Mapping[str, Sentences]:
    """The fields `sentences` and `ends` of a game, both functions of a ruleset, by the dotted name
    of the module that tells its rules.
    """
    return {
        "sentences": partial(_sentences, module, ("play", "ends")),
        "ends": partial(_sentences, module, ("ends",)),
    }


def _sentences(module: str, parts: tuple[str, ...], ruleset: Any) -> tuple[str, ...]:
    found = importlib.import_module(module)
    return tuple(sentence for part in parts for sentence in getattr(found, part)(ruleset))
