"""Rulesets of backgammon: single games, games for points with the doubling cube, and matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ludarium.errors import RulesetError
from ludarium.phrases import counted, say
from ludarium.rules.backgammon_doubling import LIMIT, MOST_POINTS
from ludarium.rules.game import Ruleset
from ludarium.rules.part_choices import ListedChoices, PartChoice
from ludarium.rules.provenance import Provenance

__all__ = [
    "CHOICES",
    "ORIGIN",
    "Doubling",
    "RulesetMaker",
]

ORIGIN = Provenance(
    place=say("London"),
    latitude=51.51,
    longitude=-0.13,
    period="1743",
    source=say("{work}, as cited by {by}", work="Hoyle 1743", by="Wikipedia"),
)
"""The place and time of the first book of its rules."""
CUBE_NOTE = say("With the doubling cube. Gammons count.")
MATCH_NOTE = say("Games follow each other, with the doubling cube.")
NO_CUBE_NOTE = say("Games follow each other, without a cube.")
JACOBY_NOTE = say("With the doubling cube. Gammons count only once the cube was turned.")


class Doubling(NamedTuple):
    """Parameters of a ruleset with a cube or with matches."""

    length: int
    """The points that win the match; 0 where one game is played for its points."""
    limit: int
    """The most doublings of a game, or 0."""
    jacoby: bool
    """True if gammons count only once the cube was turned."""
    crawford: bool
    """True if nobody doubles in the first game after a side is a point from winning."""


def match_to(length: int) -> Doubling:
    return Doubling(length, LIMIT, jacoby=False, crawford=True)


ONE = "one"
CUBE, NO_CUBE = "yes", "no"
LENGTHS = (3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 25)
CHOICES = (
    PartChoice(
        "length",
        say("Length"),
        (
            (ONE, say("one game")),
            *(
                (f"{n}", counted("a match to {n} point", "a match to {n} points", n))
                for n in LENGTHS
            ),
        ),
        needs=(("cube", (CUBE, NO_CUBE)),),
    ),
    PartChoice(
        "cube",
        say("Doubling cube"),
        (
            (CUBE, say("with a cube")),
            (NO_CUBE, say("without a cube")),
            ("single", say("without a cube, gammons do not count")),
            ("hyper", say("without a cube, three checkers a side")),
        ),
    ),
    PartChoice(
        "jacoby",
        say("Jacoby's rule"),
        (
            ("no", say("gammons always count")),
            ("yes", say("gammons count once the cube was turned")),
        ),
        needs=(("length", (ONE,)), ("cube", (CUBE,))),
    ),
    PartChoice(
        "crawford",
        say("Crawford's rule"),
        (
            ("yes", say("with a Crawford game")),
            ("no", say("without a Crawford game")),
        ),
        needs=(("length", tuple(f"{n}" for n in LENGTHS)), ("cube", (CUBE,))),
    ),
)
LISTED = ListedChoices(CHOICES, "the ruleset")
WORDS = {True: "yes", False: "no"}


def parts_of(doubling: Doubling) -> dict[str, str]:
    """The option of each choice."""
    return {
        "length": f"{doubling.length}" if doubling.length else ONE,
        "cube": WORDS[doubling.limit > 0],
        "jacoby": WORDS[doubling.jacoby],
        "crawford": WORDS[doubling.crawford or not (doubling.length and doubling.limit)],
    }


class RulesetMaker:
    """Makes rulesets with a cube or with matches.

    plain: those of single games without a cube, by the option that stands for each; source: that of
    all others.
    """

    def __init__(self, plain: Mapping[str, Ruleset], source: str) -> None:
        self._plain, self._source = plain, source
        self.rulesets = (
            *plain.values(),
            self._named(Doubling(0, LIMIT, jacoby=False, crawford=False), "cube"),
            self._named(Doubling(0, LIMIT, jacoby=True, crawford=False), "jacoby"),
            *(self._named(match_to(length), f"match-{length}") for length in (3, 5, 7)),
        )
        """The plain ones, and those that have a name of their own."""

    def ruleset_of_choices(self, chosen: Mapping[str, str]) -> str:
        """The name of the ruleset of these options; of those not known, the default."""
        taken = LISTED.nearest(chosen)
        if taken["cube"] not in ("yes", "no"):
            taken["length"] = ONE
        if taken["length"] != ONE or taken["cube"] != "yes":
            taken["jacoby"] = "no"
        if taken["length"] == ONE or taken["cube"] != "yes":
            taken["crawford"] = "yes"
        return self.mixed_ruleset(LISTED.name_of(taken)).name

    def mixed_ruleset(self, name: str) -> Ruleset:
        """The ruleset of a name that lists its choices, as `parts:length=11,crawford=no`; what is
        left out is the first option. Raises RulesetError.
        """
        taken = LISTED.read(name)
        doubling = doubling_of(taken)
        if taken["length"] == ONE and taken["cube"] in self._plain:
            return self._plain[taken["cube"]]
        known = (one for one in self.rulesets if one.parameters == doubling)
        return next(known, self._named(doubling, LISTED.name_of(parts_of(doubling))))

    def chosen_parts(self, ruleset: Ruleset) -> dict[str, str]:
        """The options of a ruleset."""
        for option, plain in self._plain.items():
            if plain.parameters == ruleset.parameters:
                return {"length": ONE, "cube": option, "jacoby": "no", "crawford": "yes"}
        return parts_of(ruleset.parameters)

    @staticmethod
    def points_of_return(ruleset: Ruleset) -> float | None:
        """The points that a return of 1 stands for in a single game in which gammons count; else
        None.
        """
        doubling = ruleset.parameters
        if isinstance(doubling, Doubling):
            return None if doubling.length else float(MOST_POINTS)
        _, gammons = doubling
        return 3.0 if gammons else None

    def _named(self, doubling: Doubling, name: str) -> Ruleset:
        length, cube = doubling.length, doubling.limit > 0
        if not length:
            title = say("Doubling cube, Jacoby's rule") if doubling.jacoby else say("Doubling cube")
            notes = JACOBY_NOTE if doubling.jacoby else CUBE_NOTE
        else:
            title = counted("Match to {n} point", "Match to {n} points", length)
            notes = MATCH_NOTE if cube else NO_CUBE_NOTE
            if cube and not doubling.crawford:
                title = say("{ruleset}, without a Crawford game", ruleset=title)
                notes = say("{note} There is no Crawford game.", note=notes)
            elif not cube:
                title = say("{ruleset}, without a cube", ruleset=title)
        return Ruleset(
            name=name,
            title=title,
            source=self._source,
            notes=notes,
            parameters=doubling,
        )


def doubling_of(taken: Mapping[str, str]) -> Doubling:
    """The parameters of these options. Raises RulesetError where they do not go together."""
    length = 0 if taken["length"] == ONE else int(taken["length"])
    cube, jacoby, crawford = (taken[key] == "yes" for key in ("cube", "jacoby", "crawford"))
    if length and taken["cube"] not in ("yes", "no"):
        raise RulesetError(f"{taken['cube']} is a ruleset of single games, not of matches")
    if jacoby and (length or not cube):
        raise RulesetError("Jacoby's rule is one of single games with the doubling cube")
    if not crawford and not (length and cube):
        raise RulesetError("Crawford's rule is one of matches with the doubling cube")
    return Doubling(length, LIMIT if cube else 0, jacoby, crawford and cube and length > 0)
