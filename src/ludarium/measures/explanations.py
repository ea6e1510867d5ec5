"""Explanations of measures: the formula of each, how it is estimated, and where it is from."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.phrases import say

__all__ = ["EXPLANATIONS", "NOTATION", "Explanation"]


class Explanation(NamedTuple):
    """The formula and the origin of a measure."""

    formula: str
    """The formula, in the letters of NOTATION."""
    estimated: str
    """The way in which it is estimated, in a sentence."""
    source: str = ""
    """The source of the measure; empty where it is ours, or a plain count."""


NOTATION = say(
    "n games; game g has m moves in t turns; b is the number of ways to choose in a position; s is "
    "a seat's share of the point at the end; o is a seat's outlook, its mean share of the point "
    "over random playouts; w is the winner, k the number of seats; a bar is a mean over games."
)
"""The letters of formulas."""
MEAN = say("From all games; the interval is the normal approximation of the mean.")
RATIO = say(
    "A ratio of sums over all games; the interval is by the delta method, whole games being the "
    "samples."
)
SHARE = say("A share of all games; the interval is Wilson's.")
ORDER = say("From all games in order of length; so is the interval.")
OUTLOOK = say(
    "From the outlook in every position of some of the games; the interval is the normal "
    "approximation of the mean."
)
COUNTED = say("Counted from the pieces that were seen on the board; it has no interval.")
BROWNE, AFTER = say("Browne 2008"), say("after Browne 2008")

WINS = Explanation("#{g: s = 1} / n", SHARE)
EXPLANATIONS: dict[str, Explanation] = {
    "moves": Explanation("m̄ = Σ m / n", MEAN),
    "turns": Explanation("t̄ = Σ t / n", MEAN),
    "moves_p10": Explanation("min {x: #{g: m ≤ x} ≥ 0.1 n}", ORDER),
    "moves_median": Explanation("min {x: #{g: m ≤ x} ≥ 0.5 n}", ORDER),
    "moves_p90": Explanation("min {x: #{g: m ≤ x} ≥ 0.9 n}", ORDER),
    "stopped": Explanation("#{g: stopped} / n", SHARE, BROWNE),
    "branching": Explanation("Σ b / Σ m", RATIO),
    "mobility": Explanation("Σ actions / Σ decisions", RATIO),
    "no_choice": Explanation("#{decisions: 1 action} / #decisions", RATIO),
    "game_tree": Explanation("Σ log₁₀ b over a game, its mean", MEAN, say("Knuth 1975")),
    "state_space": Explanation("log₁₀ Σ p! / (i! j! (p − i − j)!)", COUNTED, say("Allis 1994")),
    **{
        f"{seat}_wins": WINS
        for seat in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    },
    "draws": Explanation("#{g: max s < 1} / n", SHARE),
    "decisiveness": Explanation("#{g: max s = 1} / n", SHARE),
    "balance": Explanation("1 − (max s̄ − min s̄)", MEAN, BROWNE),
    "first_advantage": Explanation("s̄₁ − (s̄₂ + … + s̄ₖ) / (k − 1)", MEAN),
    "skill": Explanation(
        "400 log₁₀ ((W + ½) / (L + ½))",
        say("From games of their own between bots of level 4 and of level 1."),
    ),
    "drama": Explanation("(1 / m) Σ (max o − o(w)) over a won game", OUTLOOK, AFTER),
    "lead_changes": Explanation("#{moves: max o > o(leader) + 0.2}", OUTLOOK, AFTER),
    "killer_move": Explanation("max (o(w) after − o(w) before)", OUTLOOK, AFTER),
    "permanence": Explanation("1 − Σ undone |Δo| / Σ |Δo|", OUTLOOK, AFTER),
    "uncertainty": Explanation("−(1 / m) Σ Σ o ln o / ln k", OUTLOOK, AFTER),
    "decided_at": Explanation("d / m, d the last move before which o(w) < 0.9", OUTLOOK),
    "lasts_after": Explanation("m − d, d the last move before which o(w) < 0.9", OUTLOOK),
    "captures": Explanation("Σ pieces lost / n", MEAN),
    "capturing": Explanation("#{moves that capture} / Σ m", RATIO),
    "coverage": Explanation("#{places that were ever taken} / #places, its mean", MEAN),
}
"""By the name of a measure."""
