"""Matches, rounds and standings of a tournament, as its pages show them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ludarium.phrases import listed, say
from ludarium.tournaments.formats.format_rules import fillers_of
from ludarium.tournaments.history import bye_names
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.matches import Match
from ludarium.tournaments.reports.paper import HOW, SIGNS, STATES
from ludarium.tournaments.server.automation import absent_players, is_online
from ludarium.tournaments.standings import Standing, standings
from ludarium.tournaments.tournament import Tournament
from ludarium.web.people.visitors import Visitor

__all__ = ["match_card", "rounds_json", "row_json", "standing_of", "step_json", "wall_cards"]

MOST_IN_ROUND = 300  # matches of a round that a page shows
MOST_ROUNDS = 30  # the latest ones


def standing_of(event: Tournament, number: PlayerId) -> Standing:
    """The player's row in the standings."""
    return next(row for row in standings(event) if row.player == number)


def row_json(event: Tournament, row: Standing, visitor: Visitor) -> dict[str, Any]:
    """A row of the standings."""
    player = event.players[row.player]
    return {
        "number": row.player,
        "rank": row.rank,
        "name": player.name,
        "bot": player.agent,
        "account": player.account,
        "state": row.state,
        "state_words": visitor.translate(STATES[row.state]) if STATES[row.state] else "",
        "points": f"{row.points:g}",
        "wins": row.wins,
        "losses": row.losses,
        "breaks": [f"{value:g}" for name, value in row.breaks.items() if name != "wins"],
        "path": [step_json(event, step, visitor) for step in row.path],
    }


def step_json(event: Tournament, step: Any, visitor: Visitor) -> dict[str, Any]:
    """A step of a player's path: its sign, and its opponents in words."""
    names = listed([event.players[other].name for other in step.others]) if step.others else ""
    words = (
        say("{what}, with {names}", what=STEP_WORDS[step.what], names=names)
        if names
        else STEP_WORDS[step.what]
    )
    table = event.matches[step.match].live if step.match else None
    fields = {"round": step.round, "what": step.what, "match": step.match, "live": table}
    return {**fields, "sign": SIGNS[step.what], "words": visitor.translate(words)}


STEP_WORDS = {
    "win": say("won"),
    "loss": say("lost"),
    "draw": say("drew"),
    "bye": say("bye"),
    "half": say("bye of half a point"),
    "playing": say("playing"),
    "absent": say("did not come"),
}


def match_card(
    event: Tournament, match: Match, visitor: Visitor, present: Collection[PlayerId]
) -> dict[str, Any]:
    """A match as a card. present: the connected players."""
    outcome = match.outcome if match.over else None
    missing = (
        absent_players(event, match, present) if not match.over and is_online(event, match) else []
    )
    disputed = match.disputed is not False
    return {
        "number": match.number,
        "table": match.table,
        "round": match.round,
        "slot": match.slot,
        "game": len(match.games) + 1,
        "seats": [
            {
                "number": one,
                "name": event.players[one].name,
                "here": one not in missing,
                "absent": one in match.absent,
            }
            for one in match.in_order
        ],
        "live": match.live,
        "fillers": 0 if match.over else fillers_of(event, match),
        "online": is_online(event, match),
        "missing": [event.players[one].name for one in missing],
        "over": match.over,
        "disputed": disputed,
        "reported": _name(event, match.games[-1]) if disputed and match.games else None,
        "claimed": _name(event, match.disputed or None) if disputed else None,
        "winner": outcome.winner if outcome else None,
        "result": visitor.translate(HOW[outcome.how]) if outcome and outcome.how in HOW else "",
        "no_show_at": event.no_show_at(match) if missing else None,
    }


def _name(event: Tournament, player: PlayerId | None) -> str | None:
    return None if player is None else event.players[player].name


def rounds_json(
    event: Tournament, visitor: Visitor, present: Collection[PlayerId]
) -> list[dict[str, Any]]:
    """The rounds with their cards, the latest first."""
    return [
        {
            "number": drawn.number,
            "cards": [
                match_card(event, event.matches[match], visitor, present)
                for match in drawn.matches[:MOST_IN_ROUND]
            ],
            "more": max(0, len(drawn.matches) - MOST_IN_ROUND),
            "byes": bye_names(event, drawn),
        }
        for drawn in event.rounds[: -MOST_ROUNDS - 1 : -1]
    ]


def wall_cards(
    event: Tournament, visitor: Visitor, present: Collection[PlayerId]
) -> list[dict[str, Any]]:
    """The matches for a projector: the last round, or in rolling formats the open matches."""
    if not event.rounds:
        return []
    matches = (
        event.open_matches
        if event.options.rolling and event.open_matches
        else [event.matches[one] for one in event.rounds[-1].matches]
    )
    return [match_card(event, match, visitor, present) for match in matches]
