"""Correlation of parts of rulesets in known games: how likely an answer is, given all others."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ludarium.reconstruction.family import KnownRuleset

__all__ = ["Tradition"]

UNSEEN = 1.0
"""Games, of average weight, in which each answer is taken to have been seen before any other
(Laplace's rule of succession)."""


class Tradition:
    """A naive Bayes classifier of parts of rulesets, from weighted known games: given the answer
    that is looked for, all others count as independent.
    """

    def __init__(self, weights: Mapping[KnownRuleset, float]) -> None:
        self.options: dict[str, tuple[str, ...]] = {}
        """The answers of known games, by aspect."""
        self._single: dict[tuple[str, str], float] = defaultdict(float)
        self._pairs: dict[tuple[str, str, str, str], float] = defaultdict(float)
        self._unseen = UNSEEN * sum(weights.values()) / len(weights)
        answers_of: dict[str, dict[str, None]] = defaultdict(dict)
        for known, weight in weights.items():
            answers = known.answers | known.setting
            for one, answer in answers.items():
                answers_of[one][answer] = None
                self._single[one, answer] += weight
                for other, other_answer in answers.items():
                    self._pairs[one, answer, other, other_answer] += weight
        self.options = {aspect: tuple(sorted(answers)) for aspect, answers in answers_of.items()}

    def probabilities(self, aspect: str, others: Mapping[str, str]) -> dict[str, float]:
        """The probability of each answer of known games, given the others; they add up to 1."""
        options = self.options[aspect]
        logarithms = {option: self._logarithm(aspect, option, others) for option in options}
        most = max(logarithms.values())
        odds = {option: math.exp(value - most) for option, value in logarithms.items()}
        total = sum(odds.values())
        return {option: value / total for option, value in odds.items()}

    def _logarithm(self, aspect: str, option: str, others: Mapping[str, str]) -> float:
        alone = self._single[aspect, option]
        total = math.log(alone + self._unseen)
        for other, answer in others.items():
            if other != aspect and other in self.options:
                both = self._pairs[aspect, option, other, answer]
                total += math.log(
                    (both + self._unseen) / (alone + self._unseen * len(self.options[other]))
                )
        return total

    def score(self, answers: Mapping[str, str], filled: Sequence[str]) -> float:
        """The fit of the filled answers to all others, 0 to 1: the geometric mean of how likely
        each of them is, given all the rest (the pseudo-likelihood of Besag 1975).
        """
        likely = [self.probabilities(one, answers).get(answers[one], 0.0) for one in filled]
        return float(math.prod(likely) ** (1 / len(likely)))
