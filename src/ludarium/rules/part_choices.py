"""Choices between the parts that a ruleset is put together from, and names that list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.errors import RulesetError, choice_of

__all__ = ["CHOICES", "PARTS", "ListedChoices", "Needs", "PartChoice", "listed", "satisfied"]

PARTS = "parts:"  # begins the name of a ruleset that lists its parts
CHOICES = "choices:"  # begins a list of options, as a form gives them


Needs = tuple[tuple[str, tuple[str, ...]], ...]
"""Needs of other choices: of each of these, by key, one of these options has to be chosen."""


def satisfied(needs: Needs, chosen: Mapping[str, str]) -> bool:
    """Return whether these options satisfy the needs."""
    return all(chosen.get(key) in options for key, options in needs)


class PartChoice(NamedTuple):
    """A choice between parts that a ruleset can be put together from."""

    key: str
    title: str
    """The displayed name."""
    options: tuple[tuple[str, str], ...]
    """The identifier of each option, and a few words for people; the first is the default."""
    needs: Needs = ()
    """The options with which there is a choice at all."""
    worded: tuple[tuple[Needs, str, str], ...] = ()
    """Other words for an option, where these are chosen: the first that fit."""

    def words_of(self, option: str) -> list[tuple[Needs, str]]:
        """The words for an option, of which the first hold whose needs are satisfied."""
        special = [(needs, words) for needs, one, words in self.worded if one == option]
        return [*special, ((), dict(self.options)[option])]

    def words(self, option: str, chosen: Mapping[str, str]) -> str:
        """The words for an option beside these."""
        return next(words for needs, words in self.words_of(option) if satisfied(needs, chosen))


def listed(text: str) -> dict[str, str]:
    """The options of a list such as `size=9,komi=7.5`, by their keys."""
    return dict(one.partition("=")[::2] for one in text.split(","))


class ListedChoices:
    """The choices of a game whose rulesets are named by an option of each.

    of: the rulesets in words, for errors.
    """

    def __init__(self, choices: Sequence[PartChoice], of: str) -> None:
        self._options = {choice.key: tuple(dict(choice.options)) for choice in choices}
        self._of = of

    def name_of(self, taken: Mapping[str, str]) -> str:
        """The name that lists these options, one of each choice."""
        return PARTS + ",".join(f"{key}={taken[key]}" for key in self._options)

    def read(self, name: str) -> dict[str, str]:
        """The options of a name, the first one where it has none. Raises RulesetError."""
        parts = listed(name.removeprefix(PARTS))
        if further := set(parts) - set(self._options):
            raise RulesetError(choice_of(f"part of {self._of}", min(further), self._options))
        taken = {key: parts.get(key, options[0]) for key, options in self._options.items()}
        for key, options in self._options.items():
            if taken[key] not in options:
                raise RulesetError(choice_of(f"{key} of {self._of}", taken[key], options))
        return taken

    def nearest(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return these options; the first one where one is left out, or not known."""
        return {
            key: given if (given := chosen.get(key, "")) in options else options[0]
            for key, options in self._options.items()
        }
