"""The parts that rulesets of games of counters on lines are put together from, and the state.

How a game of this family goes beyond stepping and hopping is a choice of `Parts`, which can be
combined freely.
"""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple

from ludarium.errors import RulesetError, choice_of
from ludarium.rules.bits import Bits

__all__ = [
    "CLOSING",
    "COMPULSORY",
    "CONTINUES",
    "FINAL_TURNS",
    "LOSES",
    "NO_OUTCOME",
    "OUTCOMES",
    "PASS",
    "TURN_LIMIT",
    "WINS",
    "End",
    "LineState",
    "Parts",
    "parts_of",
]

TURN_LIMIT = 2500  # turns of both seats together
# when so few are left, a state is told from others with more: a search may see the limit
FINAL_TURNS = 300
# an action is source + 64 * target + 4096 if it hops; no move goes from point 0 to point 0
PASS = 0

# The rules of a game in one int, so that compiled code can look at them: three flags, then two bits
# of outcome for each of four cases of a seat that cannot move: seat 0 and seat 1 with counters,
# seat 0 and seat 1 without.
CONTINUES, COMPULSORY, CLOSING = 1, 2, 4
OUTCOMES = 3
NO_OUTCOME, LOSES, WINS = 0, 1, 2


class LineState(NamedTuple):
    """A position. Each game of the family has its own subclass, which picks its board.

    mine, theirs: the counters of the seat to move, and of the other; area: the points in play;
    hopper: the counter in the middle of a run of hops, if any; passes: forced passes in a row;
    turns: completed turns; rules: `Parts.packed`.
    """

    mine: Bits
    theirs: Bits
    area: Bits
    hopper: Bits
    seat: int
    passes: int
    turns: int
    rules: int


class End(NamedTuple):
    """A rule that ends the game, judged after each move for the seat that would move next, if it is
    the one it speaks of.
    """

    condition: Literal["cannot move", "no counters"]
    whom: Literal["next", 0, 1]
    result: Literal["loses", "wins"]


@dataclasses.dataclass(frozen=True)
class Parts:
    """What a ruleset of this family is made of.

    ends: in order; the first that holds decides.
    continues: after a hop, while the same counter can hop again, its owner may hop again or pass.
    compulsory: a seat that can hop must hop, and may not pass while it can.
    closing: the outermost rows go out of play for good when no counter is left on them.
    """

    ends: tuple[End, ...]
    continues: bool = False
    compulsory: bool = False
    closing: bool = False

    def outcome(self, seat: int, has_counters: bool) -> int:
        """What the ends say of a seat that is next and cannot move."""
        for end in self.ends:
            if end.whom in ("next", seat) and (end.condition == "cannot move" or not has_counters):
                return LOSES if end.result == "loses" else WINS
        return NO_OUTCOME

    @property
    def sides_differ(self) -> bool:
        """Whether the ends speak of one seat otherwise than of the other."""
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
    """The parts that the text names: flags and ends, joined by +; ends in the order in which they
    are judged. Raises RulesetError.
    """
    ends = {words: end for end, words in END_WORDS.items()}
    named = text.split("+") if text else []
    for word in named:
        if word not in FLAGS and word not in ends:
            raise RulesetError(choice_of("part of a ruleset", word, (*FLAGS, *ends)))
    flags = {flag: flag in named for flag in FLAGS}
    return Parts(ends=tuple(ends[word] for word in named if word in ends), **flags)
