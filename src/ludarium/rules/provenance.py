"""Provenance of games, place and time, and reconstruction of rulesets: evidence, as data."""

from __future__ import annotations

import dataclasses
import math
import re

from ludarium.phrases import say

__all__ = [
    "HALF_WAY_ROUND",
    "PARTS_OF_RULES",
    "REGIONS",
    "Disagreement",
    "Provenance",
    "RulesetReconstruction",
    "kilometres_between",
]

PARTS_OF_RULES = {
    "board": say("the board"),
    "setup": say("where the counters begin"),
    "first": say("who begins"),
    "steps": say("how counters step"),
    "kings": say("how promoted counters move"),
    "capturing": say("whether captures must be made"),
    "approach": say("what is captured"),
    "continues": say("whether a capture goes on"),
    "stopping": say("whether a run of captures may stop"),
    "closing": say("when a row closes"),
    "least": say("with how few counters a side loses"),
    "ends": say("how the game ends, or what becomes of who cannot move"),
}
"""The parts of rules that the source of a game of counters may leave open, by identifier: that of
the question in `ludarium.reconstruction.aspects` where it is one of these."""
YEARS = re.compile(r"\b([0-9]{3,4}) BC\b|\b([12][0-9]{3})\b")
REGIONS = {
    "africa": say("Africa"),
    "europe": say("Europe"),
    "near-east": say("Near East"),
    "south-asia": say("South Asia"),
    "east-asia": say("North and East Asia"),
    "south-east-asia": say("South-East Asia"),
    "north-america": say("North America"),
    "south-america": say("Central and South America"),
    "oceania": say("Oceania"),
    "elsewhere": say("Elsewhere"),
}
"""The name of each part of the world, for people."""
AREAS = (
    ("oceania", -90, 30, -180, -140),
    ("north-america", 14, 90, -170, -30),
    ("south-america", -90, 14, -140, -30),
    ("europe", 35.5, 72, -30, 40),
    ("europe", 27, 30, -19, -13),  # the Canary Islands
    ("africa", -40, 38, -30, 34),
    ("africa", -40, 15, 34, 60),
    ("near-east", 12, 42, 34, 61),
    ("south-asia", 5, 36, 61, 89.5),
    ("south-asia", 22, 29.5, 89.5, 97),  # Assam, Nagaland, Manipur
    ("south-east-asia", -11, 22, 92, 141),
    ("east-asia", 18, 82, 61, 180),
    ("oceania", -50, 0, 110, 180),
)
"""The parts of the world as boxes of south, north, west and east, the first that fits; good enough
for places where games were played."""
RADIUS = 6371.0  # of the earth, in kilometres
HALF_WAY_ROUND = 20_000.0
"""Kilometres at which the portal's geographical score is 0."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Provenance:
    """The place and time where a game is known to have been played."""

    place: str
    """The displayed name of the place."""
    latitude: float
    """Degrees to the north."""
    longitude: float
    """Degrees to the east."""
    period: str
    """The period, in words."""
    source: str
    """The source of place and period."""
    near: bool = False
    """True if the coordinates are those of a region rather than of a place."""
    dated: tuple[int, int] | None = None
    """The first and the last year, where the period does not name both in digits."""

    @property
    def years(self) -> tuple[int, int] | None:
        """The first and the last year of the period; None where it names none. Years before
        Christ are negative.
        """
        if self.dated:
            return self.dated
        named = [
            -int(early) if early else int(late) for early, late in YEARS.findall(str(self.period))
        ]
        return (min(named), max(named)) if named else None

    @property
    def region(self) -> str:
        """The part of the world, one of REGIONS."""
        for name, south, north, west, east in AREAS:
            if south <= self.latitude < north and west <= self.longitude < east:
                return name
        return "elsewhere"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Disagreement:
    """A point on which the sources of a game contradict each other, or one contradicts itself."""

    about: str
    """The point, in a few words."""
    says: tuple[str, ...]
    """Statements of the sources, in a sentence or two each."""
    here: str
    """The rule or figure that is followed here, and why."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class RulesetReconstruction:
    """The reconstruction of a ruleset by the Ludii project, and its scores there, 0 to 1.

    They follow simple arithmetic, to three digits: `combined` is the mean of `cultural` and
    `conceptual`, computed there before these are rounded, and `geographical` is 1 less
    `kilometres` in 20,000.
    """

    based_on: tuple[str, ...]
    """The rulesets that its parts are from, each as a game's title and a ruleset's, such as
    `Tuknanavuhpi / Oraibi`."""
    cultural: float
    conceptual: float
    combined: float
    geographical: float
    kilometres: int
    """The distance at which these were played, on average, as the portal rounds it."""


def kilometres_between(one: Provenance, other: Provenance) -> float:
    """The great-circle distance of two places, on a sphere (haversine formula)."""
    north, other_north = math.radians(one.latitude), math.radians(other.latitude)
    east = math.radians(other.longitude - one.longitude)
    chord = (
        math.sin((other_north - north) / 2) ** 2
        + math.cos(north) * math.cos(other_north) * math.sin(east / 2) ** 2
    )
    return 2 * RADIUS * math.asin(math.sqrt(chord))
