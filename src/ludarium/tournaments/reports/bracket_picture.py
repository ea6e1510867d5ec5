"""Picture of a bracket.

Slots without a match are left out and take less room.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

from ludarium.draw.bracket import Box, Heading, PlayerLine, bracket_svg
from ludarium.draw.pen import Theme
from ludarium.phrases import Translator, say
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.bracket import Bracket, Slot, SlotStanding, Spot, bracket_of
from ludarium.tournaments.matches import Match
from ludarium.tournaments.tournament import Tournament

__all__ = ["Part", "bracket_pages", "bracket_picture", "has_bracket"]

Part = Literal["all", "winners", "losers"]
PARTS: Mapping[Part, Collection[str]] = {"all": "WLF", "winners": "W", "losers": "LF"}
BYE_HEIGHT = 0.5  # height of a slot without a match, in boxes
BETWEEN = 1.0  # rows between the winners' and the losers' bracket
SMALL = 8  # largest bracket that fits on one page, in players
# levels of a bracket that fit on a page: 16 rows of winners, 6 rounds of losers
PAGES = {"W": 5, "LF": 3}
HOW = {
    "forfeit": say("by forfeit"),
    "later-seat": say("drawn: the later seat advances"),
    "nobody": say("nobody came"),
}


def has_bracket(tournament: Tournament) -> bool:
    """Return whether there is a bracket to draw."""
    return tournament.options.format in ("single", "double") and tournament.started is not None


@dataclasses.dataclass(frozen=True, slots=True)
class Known:
    """A tournament and its bracket, indexed once for all pictures of it."""

    tournament: Tournament
    bracket: Bracket
    matches: Mapping[str, Match]
    """By slot."""
    after: Mapping[str, str]
    """See `leads`."""

    @classmethod
    def of(cls, tournament: Tournament) -> Known:
        """Raises TournamentError where there is no bracket."""
        if not has_bracket(tournament):
            raise TournamentError(
                "invalid",
                say("there is a bracket in single and double elimination, once they have started"),
            )
        bracket = bracket_of(len(tournament.order), tournament.options.format == "double")
        matches = {match.slot: match for match in tournament.matches.values()}
        return cls(tournament, bracket, matches, leads(bracket, tournament.bracket))


def bracket_picture(
    tournament: Tournament, part: Part = "all", theme: Theme = "auto", translate: Translator = str
) -> str:
    """The bracket as SVG. Raises TournamentError.

    part: of a double elimination, all or one of its brackets; the finals belong to the losers'
    bracket.
    """
    known = Known.of(tournament)
    parts = PARTS[part if known.bracket.double else "all"]
    shown = [slot for slot in known.bracket.slots if slot.part in parts]
    return picture(known, shown, theme, translate)


def bracket_pages(tournament: Tournament, translate: Translator = str) -> Iterator[str]:
    """The bracket as SVGs that each fit a page, one after the other. Raises TournamentError.

    The winners' bracket comes first, then the losers' bracket with the finals; large brackets are
    split into sections.
    """
    known = Known.of(tournament)
    for page in pages_of(tournament, known.bracket.slots):
        if any(is_drawn(tournament.bracket[slot.name]) for slot in page):
            yield picture(known, page, "light", translate)


def pages_of(tournament: Tournament, slots: Sequence[Slot]) -> Iterator[Sequence[Slot]]:
    """The slots of each page, drawn or not, in playing order."""
    if len(tournament.order) <= SMALL:
        yield slots
        return
    for parts, most in PAGES.items():
        mine = [slot for slot in slots if slot.part in parts]
        drawn = [slot for slot in mine if is_drawn(tournament.bracket[slot.name])]
        last = max((level(slot) for slot in drawn if slot.part != "F"), default=0)
        if last <= most:
            yield mine
            continue
        sections: dict[int, list[Slot]] = {}
        for slot in mine:
            if level(slot) <= most:
                sections.setdefault(slot.place >> (most - level(slot)), []).append(slot)
        yield from (sections[section] for section in sorted(sections))
        yield [slot for slot in mine if level(slot) >= most]


def level(slot: Slot) -> int:
    """Number of halvings of the field up to this slot, from 1.

    The losers' bracket halves every other round.
    """
    return {"W": slot.round, "L": (slot.round + 1) // 2, "F": 99}[slot.part]


def picture(known: Known, slots: Sequence[Slot], theme: Theme, translate: Translator) -> str:
    """Draw those of these slots that appear in the picture, as SVG, in time linear in their number.

    slots: with all before them that have a winner to give, from some round on.
    """
    tournament, bracket, matches = known.tournament, known.bracket, known.matches
    standings = tournament.bracket
    shown = [slot for slot in slots if is_drawn(standings[slot.name])]
    rows = rows_of(slots, standings, shown)
    first = min((rows[slot.name] for slot in shown), default=0.0)
    columns = columns_of(shown)
    boxes = [
        Box(
            slot.name,
            columns[slot.part, slot.round],
            rows[slot.name] - first,
            label(slot, matches),
            (
                line(tournament, slot, 0, matches, translate),
                line(tournament, slot, 1, matches, translate),
            ),
            state_of(matches.get(slot.name)),
            known.after.get(slot.name),
            note(matches.get(slot.name), translate),
        )
        for slot in shown
    ]
    tops: dict[str, float] = {}
    for slot in shown:
        tops[slot.part] = min(tops.get(slot.part, rows[slot.name] - first), rows[slot.name] - first)
    headings = [
        Heading(column, tops[of], translate(heading(of, number, bracket, bracket.double)))
        for (of, number), column in columns.items()
    ]
    return bracket_svg(
        boxes, headings, translate(say("Bracket of {name}", name=tournament.name)), theme
    )


def columns_of(shown: list[Slot]) -> dict[tuple[str, int], int]:
    """Column of each round: both brackets side by side, the finals after them."""
    columns: dict[tuple[str, int], int] = {}
    for part in ("W", "L"):
        rounds = sorted({slot.round for slot in shown if slot.part == part})
        columns |= {(part, number): column for column, number in enumerate(rounds)}
    after = max(columns.values(), default=-1) + 1
    return columns | {
        ("F", slot.round): after + slot.round - 1 for slot in shown if slot.part == "F"
    }


def is_drawn(standing: SlotStanding) -> bool:
    """Return whether the slot appears in the picture."""
    return standing.state not in ("bye", "empty")


def rows_of(
    slots: Sequence[Slot], standings: Mapping[str, SlotStanding], shown: list[Slot]
) -> dict[str, float]:
    """Row of each slot.

    The first shown round is stacked; later slots are centred between their predecessors.
    """
    rows: dict[str, float] = {}
    bottom = 0.0
    first = {
        part: min((slot.round for slot in shown if slot.part == part), default=0) for part in "WL"
    }
    # an even round of the losers' bracket stands in the rows of the odd one before it
    first["L"] -= first["L"] % 2 == 0
    for slot in slots:
        ahead = [
            rows[source.slot]
            for source in slot.sources
            if source.what == "winner" and source.slot in rows
        ]
        if slot.part == "F":
            rows[slot.name] = sum(ahead) / len(ahead) if ahead else 0.0
        elif slot.round == first[slot.part]:
            if slot.part == "L" and slot.place == 0:
                bottom += BETWEEN
            names = (
                [slot.name, f"L{slot.round + 1}.{slot.place + 1}"]
                if slot.part == "L"
                else [slot.name]
            )
            height = 1.0 if any(is_drawn(standings[name]) for name in names) else BYE_HEIGHT
            rows[slot.name] = bottom + height / 2 - 0.5
            bottom += height
        elif slot.round > first[slot.part] > 0:
            rows[slot.name] = sum(ahead) / len(ahead)
    return rows


def leads(bracket: Bracket, standings: Mapping[str, SlotStanding]) -> dict[str, str]:
    """Map each slot to the drawn slot that its winner moves on to."""
    after = {
        source.slot: slot.name
        for slot in reversed(bracket.slots)
        for source in slot.sources
        if source.what == "winner"
    }
    for name in reversed(list(after)):
        while after[name] in after and not is_drawn(standings[after[name]]):
            after[name] = after[after[name]]
    if "F2" in standings:
        after["F1"] = "F2"
    return after


def label(slot: Slot, matches: Mapping[str, Match]) -> str:
    """The number of the match, or the slot's name before it is drawn."""
    return str(matches[slot.name].number) if slot.name in matches else slot.name


def line(
    tournament: Tournament,
    slot: Slot,
    place: int,
    matches: Mapping[str, Match],
    translate: Translator,
) -> PlayerLine:
    spot: Spot = tournament.bracket[slot.name].players[place]
    if isinstance(spot, int):
        match = matches.get(slot.name)
        won = bool(match and match.over and match.outcome and match.outcome.winner == spot)
        return PlayerLine(tournament.players[spot].name, won=won)
    source = slot.sources[place]
    if spot is None:
        return PlayerLine(translate(say("nobody")), known=False)
    if slot.name == "F2":
        return PlayerLine(translate(say("if it is needed")), known=False)
    number = str(matches[source.slot].number) if source.slot in matches else source.slot
    if source.what == "winner":
        return PlayerLine(translate(say("winner of {number}", number=number)), known=False)
    return PlayerLine(translate(say("loser of {number}", number=number)), known=False)


def state_of(match: Match | None) -> str:
    if match is None:
        return "waiting"
    return "played" if match.over else "playing"


def note(match: Match | None, translate: Translator) -> str:
    if match is None or match.outcome is None or not match.over:
        return ""
    return translate(HOW[match.outcome.how]) if match.outcome.how in HOW else ""


def heading(part: str, number: int, bracket: Bracket, double: bool) -> str:
    if part == "F":
        return say("Grand final") if number == 1 else say("Second match")
    if part == "L":
        return say("Losers' round {number}", number=number)
    rounds = bracket.size.bit_length() - 1
    if not double:
        return {0: say("Final"), 1: say("Semi-finals"), 2: say("Quarter-finals")}.get(
            rounds - number, say("Round {number}", number=number)
        )
    return (
        say("Winners' final") if number == rounds else say("Winners' round {number}", number=number)
    )
