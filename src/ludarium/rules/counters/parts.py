"""The parts of rulesets of games of counters, named as Ludii's language and Murray (1951) do.

What one side's counters do is a `Piece`: it may `Step`, capture by hopping (`HopCapture`), and be
promoted. What holds for the game, and who wins, is in `Parts`. All parts combine freely, and each
has a word, so that a ruleset can be written as a text:

    Parts(
        first=Piece(Step(), loses_below=16),
        second=Piece(Step(), HopCapture()),
        continues=True,
        ends=(End("cannot move", "next", "loses"),),
    )
    "continues+one-hops-none+one-least-16+next-cannot-move-loses"
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import InitVar
from typing import Any, Literal, NamedTuple, get_args

from ludarium.errors import RulesetError, choice_of

__all__ = [
    "COUNTER",
    "END_WORDS",
    "FINAL_TURNS",
    "FLAGS",
    "HAND_LIMIT",
    "LOSES",
    "NO_OUTCOME",
    "PIECE_OPTIONS",
    "SEAT_WORDS",
    "TURN_LIMIT",
    "WINS",
    "End",
    "HopCapture",
    "HopWays",
    "Parts",
    "Piece",
    "Promotion",
    "Step",
    "StepWays",
    "options_of",
    "outcome_of",
    "parts_of",
    "piece_of",
]

TURN_LIMIT = 2500
"""Turns of both seats together, after which a game is a draw."""
FINAL_TURNS = 300
"""The number of turns left, at most, with which they are part of the fingerprint of a state: a
search may see the limit."""
HAND_LIMIT = 40
"""The most counters that a side can hold."""
NO_OUTCOME, LOSES, WINS = 0, 1, 2

StepWays = Literal["any", "forward", "sideways", "diagonal"]
HopWays = Literal["any", "forward", "sideways"]
Promotion = Literal["walk", "fly", "land"]


@dataclasses.dataclass(frozen=True)
class Step:
    """A move along a line to the next point, if it is empty."""

    ways: StepWays = "any"
    """The directions: any, only forward (straight or diagonally), forward or sideways, or only
    diagonally forward."""


@dataclasses.dataclass(frozen=True)
class HopCapture:
    """A hop along a line over an enemy counter, which is captured, to the empty point directly
    behind it.
    """

    ways: HopWays = "any"
    """The directions: any, only forward (straight or diagonally), or forward or sideways."""


@dataclasses.dataclass(frozen=True)
class Piece:
    """The counters of one side, by what they do; a part that is not given they lack."""

    step: Step | None = None
    capture: HopCapture | None = None
    promotes: Promotion | None = None
    """The moves of a counter that ended a turn in the farthest row, as a king: step and hop in all
    directions; go any distance, hop over an enemy that is any distance away, and land on any free
    point behind it before the next counter; or the same, but land on the first point behind it."""
    turning: bool = False
    """True if the side's forward direction turns round when none of its counters can step forward.
    """
    loses_below: int = 1
    """With fewer counters than that the side has lost; 1 or 0 leave that to the ends."""

    @property
    def moves(self) -> bool:
        """True if it steps or is promoted, and so does not only capture."""
        return self.step is not None or self.promotes is not None


COUNTER = Piece(Step(), HopCapture())
"""Counters that step and hop in all directions, and do nothing else."""


class End(NamedTuple):
    """A rule that ends the game, checked after each move for the seat to move next."""

    condition: Literal["cannot move", "no counters"]
    """The condition under which the game ends; who has no counters cannot move either."""
    whom: Literal["next", 0, 1]
    """The seat that the rule applies to: whichever moves next, or only this one."""
    result: Literal["loses", "wins"]
    """The result of that seat."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts of a ruleset. Sides that do not say otherwise step and hop in all directions."""

    both: InitVar[Piece | None] = None
    """The counters of both sides, where they do the same: in place of `first` and `second`."""
    first: Piece = COUNTER
    second: Piece = COUNTER
    continues: bool = False
    """After a capture, while the same counter can capture again, its owner may go on or pass."""
    compulsory: bool = False
    """A seat that can capture must capture, and may not pass while it can."""
    huffing: bool = False
    """True if, after a turn that made no capture though it could have, the other seat may remove
    one of the counters that could have captured, before it moves."""
    closing: bool = False
    """The outermost rows go out of play for good when no counter is left on them."""
    gap: bool = False
    """A counter that is no king hops over an enemy that is two points away, with the point between
    free."""
    approach: bool = False
    """Captures are not by hopping but by approach and withdrawal: a counter steps, and captures all
    enemies that stand in an unbroken line in front of it, in its direction, or all that stand so
    behind the point that it left; never both, and its owner chooses. Going on, it comes to no point
    twice in a turn, and does not step in the same direction twice in a row. The directions of steps
    hold for captures, and kings capture as other counters do."""
    stopping: bool = False
    """A run of captures may be ended after any of them, even where captures are compulsory."""
    straight: bool = False
    """A run of hops goes on in the direction of its first hop alone."""
    clearing: bool = False
    """While no point is free, a turn is to take one of one's own counters off the board, from
    `DrawnBoard.corners_and_centre`; while a single point is free, from a neighbour of that. Who has
    no counter there moves as usual."""
    filling: Literal["nobody", 0, 1] = "nobody"
    """The seat that wins when all its counters stand on its goal, where the setup has one."""
    ends: tuple[End, ...] = ()
    """Rules that end the game when the seat that is next cannot move; the first that applies
    decides. Where none does it passes, and two such passes in a row are a draw."""

    def __post_init__(self, both: Piece | None) -> None:
        if both is not None:
            object.__setattr__(self, "first", both)
            object.__setattr__(self, "second", both)

    @property
    def sides(self) -> tuple[Piece, Piece]:
        """The counters of both sides, in the order of their seats."""
        return self.first, self.second

    @property
    def flags(self) -> tuple[str, ...]:
        """The names of the parts that hold for the game."""
        return tuple(name for name in FLAGS if getattr(self, name))

    def outcome(self, seat: int, has_counters: bool) -> int:
        """NO_OUTCOME, LOSES or WINS: the result of a seat that is next and cannot move."""
        return outcome_of(self.ends, seat, has_counters)

    @property
    def outcomes(self) -> tuple[int, int, int, int]:
        """The outcomes of seats 0 and 1 with counters, then without."""
        one, two, three, four = (
            self.outcome(seat, has_counters) for has_counters in (True, False) for seat in (0, 1)
        )
        return one, two, three, four

    @property
    def sides_differ(self) -> bool:
        """True if the ends treat the seats differently."""
        return self.outcomes[::2] != self.outcomes[1::2]

    @property
    def text(self) -> str:
        """The parts in words joined by +, such as "continues+next-cannot-move-loses", which
        `parts_of` reads.
        """
        words = list(self.flags)
        if self.filling != "nobody":
            words.append(f"{SEAT_WORDS[self.filling]}-filling")
        first, second = map(_piece_words, self.sides)
        words += [word for word in first if word in second]
        words += [f"one-{word}" for word in first if word not in second]
        words += [f"two-{word}" for word in second if word not in first]
        return "+".join(words + [END_WORDS[end] for end in self.ends])


def outcome_of(ends: tuple[End, ...], seat: int, has_counters: bool) -> int:
    """NO_OUTCOME, LOSES or WINS: what the ends say of a seat that is next and cannot move."""
    for end in ends:
        if end.whom in ("next", seat) and (end.condition == "cannot move" or not has_counters):
            return LOSES if end.result == "loses" else WINS
    return NO_OUTCOME


SEAT_WORDS = ("one", "two")
"""The words of seats 0 and 1."""
FLAGS = (
    "continues",
    "compulsory",
    "huffing",
    "closing",
    "gap",
    "approach",
    "stopping",
    "straight",
    "clearing",
)
PIECE_OPTIONS: dict[str, tuple[str, ...]] = {
    "steps": (*get_args(StepWays), "none"),
    "hops": (*get_args(HopWays), "none"),
    "kings": ("none", *get_args(Promotion)),
}
"""The options of what a side's counters do; the first is the default, which needs no word."""
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


def options_of(piece: Piece) -> dict[str, str]:
    """The option of each of PIECE_OPTIONS that these counters have."""
    return {
        "steps": piece.step.ways if piece.step else "none",
        "hops": piece.capture.ways if piece.capture else "none",
        "kings": piece.promotes or "none",
    }


def piece_of(options: Mapping[str, str], *, turning: bool = False, loses_below: int = 1) -> Piece:
    """The counters of these options; what is missing or not known stands for the default."""
    chosen: dict[str, Any] = {
        part: options[part] if options.get(part) in known else known[0]
        for part, known in PIECE_OPTIONS.items()
    }
    return Piece(
        Step(chosen["steps"]) if chosen["steps"] != "none" else None,
        HopCapture(chosen["hops"]) if chosen["hops"] != "none" else None,
        chosen["kings"] if chosen["kings"] != "none" else None,
        turning,
        loses_below,
    )


def _piece_words(piece: Piece) -> list[str]:
    """The words of a side's counters: what is not the default."""
    words = [
        f"{part}-{option}"
        for part, option in options_of(piece).items()
        if option != PIECE_OPTIONS[part][0]
    ]
    words += ["turning"] if piece.turning else []
    return words + ([f"least-{piece.loses_below}"] if piece.loses_below > 1 else [])


def parts_of(text: str, flags: Iterable[str] = FLAGS, *, of_sides: bool = True) -> Parts:
    """The parts of a text: words joined by +, with ends in the order of their checks. A word of a
    side's counters speaks of both sides, or of one where it begins with `one-` or `two-`.

    flags: the names of parts of the game that there are; of_sides: whether there are those of
    sides. Raises RulesetError where a part is not known.
    """
    ends = {words: end for end, words in END_WORDS.items()}
    of_pieces = [f"{part}-{option}" for part in PIECE_OPTIONS for option in PIECE_OPTIONS[part]]
    known = (*flags, *([*of_pieces, "turning", "least-2"] if of_sides else []), *ends)
    game: dict[str, Any] = {}
    sides: tuple[dict[str, Any], ...] = ({}, {})
    listed = []
    for word in text.split("+") if text else []:
        seat, _, rest = word.partition("-")
        if word in ends:
            listed.append(ends[word])
        elif word in flags:
            game[word] = True
        elif of_sides and rest == "filling" and seat in SEAT_WORDS:
            game["filling"] = SEAT_WORDS.index(seat)
        else:
            found = _piece_part(rest if seat in SEAT_WORDS else word) if of_sides else None
            if found is None:
                raise RulesetError(choice_of("part of a ruleset", word, known))
            for n in [SEAT_WORDS.index(seat)] if seat in SEAT_WORDS else [0, 1]:
                sides[n].update(found)
    first, second = (
        piece_of(one, turning=one.get("turning", False), loses_below=int(one.get("loses_below", 1)))
        for one in sides
    )
    return Parts(first=first, second=second, ends=tuple(listed), **game)


def _piece_part(word: str) -> dict[str, Any] | None:
    """The part of a side's counters that a word stands for, by name; None for none."""
    part, _, option = word.partition("-")
    if word == "turning":
        return {"turning": True}
    if part == "least" and option.isdecimal() and 1 < int(option) <= HAND_LIMIT:
        return {"loses_below": int(option)}
    if option in PIECE_OPTIONS.get(part, ()):
        return {part: option}
    return None
