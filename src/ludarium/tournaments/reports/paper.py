"""Printed sheets: table cards, pairings, bracket and standings as one HTML document.

A browser prints it, also headless (`chromium --headless --print-to-pdf`). It needs no network and
no scripts.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludarium.phrases import Translator, counted, listed, say
from ludarium.spelling import folded
from ludarium.tournaments.errors import TournamentError
from ludarium.tournaments.formats.format_rules import state
from ludarium.tournaments.history import bye_names
from ludarium.tournaments.ids import MatchId, RoundNumber
from ludarium.tournaments.matches import Match, Round
from ludarium.tournaments.options import FORMATS
from ludarium.tournaments.reports.bracket_picture import bracket_pages, has_bracket
from ludarium.tournaments.standings import Standing, Step, champion, standings
from ludarium.tournaments.tie_breaks import BREAKS
from ludarium.tournaments.tournament import Tournament

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["SHEETS", "paper"]

SHEETS = ("cards", "pairings", "bracket", "standings")
HOW = {
    "draw": say("draw"),
    "later-seat": say("drawn, the later seat advances"),
    "forfeit": say("by forfeit"),
    "nobody": say("nobody came"),
}
STATES = {"in": "", "out": say("out"), "champion": say("winner"), "withdrawn": say("withdrew")}


@dataclasses.dataclass(frozen=True, slots=True)
class Card:
    """A match as the templates show it."""

    number: MatchId
    table: int
    """Board number."""
    slot: str
    seats: tuple[str, ...]
    """Names in seat order."""
    result: str
    """The result in words, where a name is not enough."""
    winner: str | None
    over: bool


def paper(
    tournament: Tournament,
    sheets: Collection[str],
    lang: str = "en",
    translate: Translator = str,
    number: RoundNumber | None = None,
    check: Callable[[], None] = lambda: None,
) -> str:
    """The sheets of these kinds, each starting a new page.

    number: round of the cards and pairings, by default the last. check: called before each page of
    the bracket; raises where nobody waits for them any more. Raises TournamentError if there is
    nothing to print yet.
    """
    if "bracket" in sheets and not has_bracket(tournament):
        raise TournamentError(
            "invalid",
            say("there is a bracket in single and double elimination, once they have started"),
        )
    drawn = _round(tournament, number) if {"cards", "pairings"} & set(sheets) else None
    winner = champion(tournament)
    return template().render(
        say=lambda text, **given: translate(say(text, **given)),
        counted=lambda one, many, n, **given: translate(counted(one, many, n, **given)),
        lang=lang,
        sheets=[sheet for sheet in SHEETS if sheet in sheets],
        name=tournament.name,
        game=translate(tournament.options.rules.title),
        format=translate(FORMATS[tournament.options.format]),
        draws=tournament.options.rules.draws,
        over=state(tournament) == "over",
        champion=None if winner is None else tournament.players[winner].name,
        drawn=drawn,
        cards=[_card(tournament, tournament.matches[match], translate) for match in drawn.matches]
        if drawn
        else [],
        byes=bye_names(tournament, drawn) if drawn else [],
        called=_called(tournament, drawn) if drawn else [],
        pictures=_checked(bracket_pages(tournament, translate), check)
        if "bracket" in sheets
        else [],
        **_table_of_standings(tournament, translate),
    )


def _checked(pages: Iterator[str], check: Callable[[], None]) -> Iterator[str]:
    while True:
        check()
        page = next(pages, None)
        if page is None:
            return
        yield page


@functools.cache
def template() -> Template:
    """The template of the sheets."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    folder = FileSystemLoader(Path(__file__).parent / "templates")
    return Environment(
        loader=folder,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    ).get_template("paper.html")


def _round(tournament: Tournament, number: RoundNumber | None) -> Round:
    if not tournament.rounds:
        raise TournamentError("not-now", say("no round has been drawn"))
    chosen = len(tournament.rounds) if number is None else number
    if not 1 <= chosen <= len(tournament.rounds):
        raise TournamentError(
            "unknown",
            say(
                "there is no round {number}: expected 1 to {most}",
                number=chosen,
                most=len(tournament.rounds),
            ),
        )
    return tournament.rounds[chosen - 1]


def _card(tournament: Tournament, match: Match, translate: Translator) -> Card:
    names = {player: tournament.players[player].name for player in match.seats}
    outcome = match.outcome if match.over else None
    result = translate(HOW[outcome.how]) if outcome and outcome.how in HOW else ""
    winner = names[outcome.winner] if outcome and outcome.winner is not None else None
    return Card(
        match.number,
        match.table,
        match.slot,
        tuple(names[player] for player in match.in_order),
        result,
        winner,
        match.over,
    )


def _called(tournament: Tournament, drawn: Round) -> list[tuple[str, int, MatchId]]:
    """All players in alphabetical order, each with board and match number."""
    calls = []
    for number in drawn.matches:
        match = tournament.matches[number]
        calls += [
            (tournament.players[player].name, match.table, match.number) for player in match.seats
        ]
    return sorted(calls, key=lambda item: (folded(item[0]), item))


def _table_of_standings(tournament: Tournament, translate: Translator) -> dict[str, Any]:
    rows = standings(tournament)
    return {
        "breaks": [translate(BREAKS[name]) for name in rows[0].breaks if name != "wins"]
        if rows
        else [],
        "by_losses": tournament.options.format in ("lives", "double", "single"),
        "rows": [
            {
                "rank": row.rank,
                "name": tournament.players[row.player].name,
                "state": translate(STATES[row.state]) if STATES[row.state] else "",
                "points": f"{row.points:g}",
                "wins": row.wins,
                "losses": row.losses,
                "breaks": [f"{value:g}" for name, value in row.breaks.items() if name != "wins"],
                "path": _path(tournament, row, translate),
            }
            for row in rows
        ],
    }


SIGNS = {
    "win": "+",
    "loss": "−",
    "draw": "=",
    "bye": "○",
    "half": "½",
    "playing": "…",
    "absent": "×",
}


def _path(tournament: Tournament, row: Standing, translate: Translator) -> list[dict[str, str]]:
    return [
        {
            "sign": SIGNS[step.what],
            "match": str(step.match or ""),
            "told": _told(tournament, step, translate),
        }
        for step in row.path
    ]


def _told(tournament: Tournament, step: Step, translate: Translator) -> str:
    if not step.others:
        return translate(say("round {number}: bye", number=step.round))
    names = listed([tournament.players[other].name for other in step.others])
    return translate(say("round {number}: with {names}", number=step.round, names=names))
