"""The state of games of counters on lines, and the parts that their rulesets are composed of.

All games of the family have steps and hops; their further rules are `Parts`, which combine freely.
"""

from __future__ import annotations

import dataclasses
from typing import Annotated, Literal, NamedTuple

from ludarium.errors import RulesetError, choice_of
from ludarium.rules.bits import Bits
from ludarium.rules.fields import FIXED

__all__ = [
    "CLOSING",
    "COMPULSORY",
    "CONTINUES",
    "END_WORDS",
    "FINAL_TURNS",
    "FLAGS",
    "HOP",
    "LOSES",
    "NO_OUTCOME",
    "OUTCOMES",
    "PASS",
    "TURN_LIMIT",
    "WINS",
    "End",
    "LineState",
    "Parts",
    "outcome_of",
    "parts_of",
]

TURN_LIMIT = 2500  # turns of both seats together
# with this number of turns left or fewer, they are part of the fingerprint: a search may see the
# limit
FINAL_TURNS = 300
# an action is source + 64 * target, and HOP if it hops; no move goes from point 0 to point 0
PASS, HOP = 0, 4096

# A ruleset in one int, for compiled code: three flags, then two bits of outcome for each of four
# cases of a seat that cannot move: seat 0 and seat 1 with counters, seat 0 and seat 1 without.
CONTINUES, COMPULSORY, CLOSING = 1, 2, 4
OUTCOMES = 3
NO_OUTCOME, LOSES, WINS = 0, 1, 2


class LineState(NamedTuple):
    """A state. Each game of the family has its own subclass, which selects its board."""

    mine: Bits
    """Counters of the seat to move."""
    theirs: Bits
    """Counters of the other seat."""
    area: Bits
    """Points in play."""
    chain_piece: Bits
    """The counter in the middle of a run of hops, or empty."""
    seat: int
    """The seat to move."""
    passes: Annotated[int, range(3)]
    """Number of forced passes in a row."""
    turns: Annotated[int, range(TURN_LIMIT + 1)]
    """Number of completed turns of both seats."""
    rules: Annotated[int, FIXED]
    """The ruleset: `Parts.packed`."""


class End(NamedTuple):
    """A rule that ends the game, checked after each move for the seat to move next."""

    condition: Literal["cannot move", "no counters"]
    """The condition under which the game ends."""
    whom: Literal["next", 0, 1]
    """The seat that the rule applies to: whichever moves next, or only this one."""
    result: Literal["loses", "wins"]
    """The result of that seat."""


def outcome_of(ends: tuple[End, ...], seat: int, has_counters: bool) -> int:
    """NO_OUTCOME, LOSES or WINS: what the ends say of a seat that is next and cannot move."""
    for end in ends:
        if end.whom in ("next", seat) and (end.condition == "cannot move" or not has_counters):
            return LOSES if end.result == "loses" else WINS
    return NO_OUTCOME


@dataclasses.dataclass(frozen=True)
class Parts:
    """The parts of a ruleset of this family."""

    ends: tuple[End, ...]
    """Rules that end the game; the first that applies decides."""
    continues: bool = False
    """After a hop, while the same counter can hop again, its owner may hop again or pass."""
    compulsory: bool = False
    """A seat that can hop must hop, and may not pass while it can."""
    closing: bool = False
    """The outermost rows go out of play for good when no counter is left on them."""

    def outcome(self, seat: int, has_counters: bool) -> int:
        """NO_OUTCOME, LOSES or WINS: the result of a seat that is next and cannot move."""
        return outcome_of(self.ends, seat, has_counters)

    @property
    def sides_differ(self) -> bool:
        """True if the ends treat the seats differently."""
        return any(
            self.outcome(0, has_counters) != self.outcome(1, has_counters)
            for has_counters in (True, False)
        )

    @property
    def text(self) -> str:
        """The parts in words joined by +, such as "continues+next-cannot-move-loses", which
        `parts_of` reads.
        """
        flags = [name for name in FLAGS if getattr(self, name)]
        return "+".join(flags + [END_WORDS[end] for end in self.ends])

    @property
    def packed(self) -> int:
        """The parts as the int that states carry."""
        flags = CONTINUES * self.continues | COMPULSORY * self.compulsory | CLOSING * self.closing
        cases = [
            self.outcome(seat, has_counters) for has_counters in (True, False) for seat in (0, 1)
        ]
        return flags | sum(outcome << (OUTCOMES + 2 * case) for case, outcome in enumerate(cases))


FLAGS = ("continues", "compulsory", "closing")
WHOM: dict[Literal["next", 0, 1], str] = {"next": "next", 0: "one", 1: "two"}
ENDS: tuple[End, ...] = tuple(
    End(condition, whom, result)
    for condition in ("cannot move", "no counters")
    for whom in WHOM
    for result in ("loses", "wins")
)
END_WORDS = {
    end: f"{WHOM[end.whom]}-{end.condition.replace(' ', '-')}-{end.result}" for end in ENDS
}


def parts_of(text: str) -> Parts:
    """The parts of a text: flags and ends joined by +, with ends in the order of their checks.

    Raises RulesetError where a part is not known.
    """
    ends = {words: end for end, words in END_WORDS.items()}
    named = text.split("+") if text else []
    for word in named:
        if word not in FLAGS and word not in ends:
            raise RulesetError(choice_of("part of a ruleset", word, (*FLAGS, *ends)))
    flags = {flag: flag in named for flag in FLAGS}
    return Parts(ends=tuple(ends[word] for word in named if word in ends), **flags)
