"""Reconstructs a half-known game: completions from known games, scored and ranked."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ludarium.errors import LudariumError
from ludarium.reconstruction.aspects import parts_of_answers
from ludarium.reconstruction.candidates import Completion, completions
from ludarium.reconstruction.evidence import Evidence
from ludarium.reconstruction.family import KnownRuleset, closeness, family
from ludarium.reconstruction.play import Played, likeness, play_ruleset, scales_of
from ludarium.rules.counters.game import CounterRules, counter_game
from ludarium.rules.counters.neighbour_table.state import packed
from ludarium.rules.game import Game, Ruleset
from ludarium.rules.part_choices import PARTS

__all__ = ["SCORES", "Ranked", "Reconstruction", "Weights", "game_of", "reconstruct"]

SCORES = ("cultural", "geographical", "conceptual", "play")
WEIGHTINGS = 1000
"""Random weights by which the ranking is tried."""

Weights = Mapping[str, float]
"""The weight of each of SCORES, of which only the ratios matter."""
Report = Callable[[str, int, int], None]


@dataclasses.dataclass(frozen=True, eq=False)
class Ranked:
    """A candidate with all its scores, each 0 to 1."""

    candidate: Completion
    played: Played
    conceptual: float
    """The likeness to known games when it is played, the close ones above all: see `likeness` and
    `closeness`."""
    combined: float
    """The mean of the four scores by the weights."""
    like: tuple[KnownRuleset, ...]
    """The known rulesets that it is most like when played, the most alike first."""
    rulesets: tuple[str, ...]
    """The names of published reconstructions that are the same."""
    first: float
    """By how many of WEIGHTINGS random weights it would be the first; 0 to 1."""
    ranks: tuple[int, int]
    """The best and the worst rank in nine of ten of these weightings."""

    def score(self, name: str) -> float:
        """One of SCORES."""
        match name:
            case "cultural":
                return self.candidate.cultural
            case "geographical":
                return self.candidate.geographical
            case "conceptual":
                return self.conceptual
        return self.played.score


@dataclasses.dataclass(frozen=True, eq=False)
class Reconstruction:
    """All candidates, the best first."""

    evidence: Evidence
    game: Game
    known: tuple[KnownRuleset, ...]
    weights: Weights
    games: int
    skill: int
    seed: int
    candidates: tuple[Ranked, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the reconstruction as JSON, for programs."""
        return {
            "title": self.evidence.title,
            "unknown": list(self.evidence.unknown),
            "weights": dict(self.weights),
            "games": self.games,
            "skill": self.skill,
            "seed": self.seed,
            "candidates": [
                {
                    "parts": one.candidate.parts.text,
                    "rulesets": list(one.rulesets),
                    **{name: round(one.score(name), 4) for name in SCORES},
                    "combined": round(one.combined, 4),
                    "based_on": [
                        one.candidate.based_on[aspect].name for aspect in self.evidence.unknown
                    ],
                    "answers": {
                        aspect: one.candidate.answers[aspect] for aspect in self.evidence.unknown
                    },
                    "kilometres": round(one.candidate.kilometres),
                    "like": [known.name for known in one.like],
                    "first": round(one.first, 3),
                    "ranks": list(one.ranks),
                }
                for one in self.candidates
            ],
        }


def game_of(evidence: Evidence) -> Game:
    """The half-known game as one that can be played, its rulesets named by their parts."""
    return counter_game(
        name="reconstruction",
        title=evidence.title,
        board=evidence.board,
        rulesets=(
            Ruleset(
                name="known",
                title="Only what is known",
                source=str(evidence.place.source),
                parameters=CounterRules(evidence.setup, parts_of_answers(evidence.known)),
            ),
        ),
        rules=evidence.title,
        provenance=evidence.place,
    )


def reconstruct(
    evidence: Evidence,
    *,
    known: Sequence[KnownRuleset] | None = None,
    weights: Weights | None = None,
    most: int = 1000,
    games: int = 200,
    skill: int = 0,
    seed: int = 0,
    threads: int = 1,
    report: Report | None = None,
) -> Reconstruction:
    """Rank the completions of a half-known game.

    known: the rulesets to learn from, by default the whole family but for the game itself.
    weights: of SCORES, by default all alike. most: candidates that are played. games: random games
    of each candidate and of each known ruleset. skill: games between a good and a random player of
    each candidate; 0 leaves skill out.

    Raises LudariumError where a number is not possible, or there is no known game to learn from.
    """
    weights = checked_weights(weights or {})
    for what, number, least, greatest in (
        ("candidates", most, 1, 100_000),
        ("games", games, 2, 1_000_000),
        ("games of skill", skill, 0, 10_000),
        ("threads", threads, 1, 1024),
    ):
        if not least <= number <= greatest:
            raise LudariumError(f"{number} {what}: expected {least} to {greatest:,}")
    known = family(evidence.itself) if known is None else known
    if not known:
        raise LudariumError("there is no known game of counters to learn from")
    candidates = completions(evidence, known, most)
    game = game_of(evidence)
    options = {"games": games, "seed": seed, "threads": threads}
    played_known = {}
    for number, one in enumerate(known, 1):
        played_known[one] = play_ruleset(one.game, one.ruleset.name, skill=0, **options)
        if report:
            report("known games", number, len(known))
    played = []
    for number, candidate in enumerate(candidates, 1):
        name = PARTS + candidate.parts.text
        played.append(play_ruleset(game, name, skill=skill, **options))
        if report:
            report("candidates", number, len(candidates))
    return Reconstruction(
        evidence,
        game,
        tuple(known),
        weights,
        games,
        skill,
        seed,
        ranked(evidence, candidates, played, played_known, weights, seed),
    )


def checked_weights(weights: Weights) -> Weights:
    """The weight of each score, 1 where none is given. Raises LudariumError."""
    for name, weight in weights.items():
        if name not in SCORES or not 0 <= weight <= 1000:
            raise LudariumError(
                f"weight {name}={weight}: expected a number from 0 to 1000 for one of "
                f"{', '.join(SCORES)}"
            )
    full = {name: float(weights.get(name, 1.0)) for name in SCORES}
    if not any(full.values()):
        raise LudariumError("all weights are 0: expected one above it")
    return full


def ranked(
    evidence: Evidence,
    candidates: Sequence[Completion],
    played: Sequence[Played],
    played_known: Mapping[KnownRuleset, Played],
    weights: Weights,
    seed: int,
) -> tuple[Ranked, ...]:
    """The candidates with their scores, the best first."""
    scales = scales_of(played_known.values())
    close = {one: closeness(evidence.place, one.place) * one.share for one in played_known}
    total = sum(close.values())
    rows = []
    for candidate, measured in zip(candidates, played, strict=True):
        alike = {one: likeness(measured, other, scales) for one, other in played_known.items()}
        conceptual = sum(close[one] * value for one, value in alike.items()) / total
        like = tuple(sorted(alike, key=lambda one: (-alike[one], one.name))[:3])
        rows.append((candidate, measured, conceptual, like))
    table = [
        (candidate.cultural, candidate.geographical, conceptual, measured.score)
        for candidate, measured, conceptual, _ in rows
    ]
    first, ranks = sensitivity(table, seed)
    names = {name: packed(parts) for name, parts in evidence.rulesets.items()}
    combined = [_mean(scores, [weights[name] for name in SCORES]) for scores in table]
    found_rows = [
        Ranked(
            candidate,
            measured,
            conceptual,
            combined[n],
            like,
            tuple(name for name, same in names.items() if same == packed(candidate.parts)),
            first[n],
            ranks[n],
        )
        for n, (candidate, measured, conceptual, like) in enumerate(rows)
    ]
    found_rows.sort(key=lambda one: (-one.combined, one.candidate.parts.text))
    return tuple(found_rows)


def _mean(scores: Sequence[float], weights: Sequence[float]) -> float:
    products = (score * weight for score, weight in zip(scores, weights, strict=True))
    return sum(products) / sum(weights)


def sensitivity(
    table: Sequence[Sequence[float]], seed: int
) -> tuple[list[float], list[tuple[int, int]]]:
    """The sensitivity of the ranking of a table of scores to their weights: of each row, the share
    of weightings in which it is the first, and its best and worst rank in nine of ten of them.

    Weights are drawn evenly from all that add up to 1 (a flat Dirichlet distribution).
    """
    source = random.Random(f"{seed}/weights")
    all_ranks: list[list[int]] = [[] for _ in table]
    for _ in range(WEIGHTINGS):
        drawn = [source.expovariate(1) for _ in SCORES]
        means = [_mean(scores, drawn) for scores in table]
        order = sorted(range(len(table)), key=lambda n: (-means[n], n))
        for rank, n in enumerate(order, 1):
            all_ranks[n].append(rank)
    for ranks in all_ranks:
        ranks.sort()
    low, high = WEIGHTINGS // 20, WEIGHTINGS - 1 - WEIGHTINGS // 20
    return (
        [ranks.count(1) / WEIGHTINGS for ranks in all_ranks],
        [(ranks[low], ranks[high]) for ranks in all_ranks],
    )
