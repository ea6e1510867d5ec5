"""Tournaments of tests/swiss_events.jsonl and tests/tie_breaks.jsonl, played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.entries import Drawn, DrawnMatch
from ludarium.tournaments.formats.format_rules import draw
from ludarium.tournaments.formats.roundrobin import struck_out
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.options import Options
from ludarium.tournaments.standings import standings
from ludarium.tournaments.tournament import Tournament

__all__ = ["EVENTS", "Replay", "lines_of", "ranking"]

PETR = Actor("organiser", "Petr")
CHANGES: dict[str, Any] = {
    "out": requests.withdraw,
    "back": requests.restore,
    "half": requests.excuse,
}


def lines_of(name: str) -> list[dict[str, Any]]:
    """The lines of a file of these."""
    text = (Path(__file__).parent / name).read_text()
    return [json.loads(line) for line in text.splitlines()]


EVENTS = lines_of("swiss_events.jsonl")


class Replay:
    """A tournament of the file, round by round."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        kind = told.get("format", "swiss")
        fields = {"rounds": told["rounds"]} if kind == "swiss" else {"cycles": told["cycles"]}
        if "tie_breaks" in told:
            fields["tie_breaks"] = told["tie_breaks"]
        options = Options.checked(format=kind, game="chess", seeding="entry", **fields)
        self.event = Tournament("replay")
        self.event.apply(requests.create(PETR, 0.0, "Replay", options, seed=1))
        for _ in range(told["players"]):
            self.enter()
        self.ask(requests.start)

    def ask(self, request: Any, *arguments: Any) -> None:
        self.event.apply(request(self.event, PETR, 0.0, *arguments))

    def enter(self) -> None:
        self.ask(requests.add, f"P{len(self.event.players) + 1}")

    def change(self, change: str) -> None:
        if change == "new":
            self.enter()
        else:
            what, player = change.split()
            self.ask(CHANGES[what], int(player))

    def pairs(self) -> str:
        """The next pairs, `1-7 8-2 5-0`."""
        matches, byes = draw(self.event)
        pairs = [f"{match.seats[0]}-{match.seats[1]}" for match in matches]
        return " ".join([*pairs, *(f"{player}-0" for player in byes)])

    def draw(self, pairs: str | None = None) -> None:
        """Draw the next round, or take these pairs for it."""
        if pairs is None:
            self.ask(requests.draw)
            return
        seats = [tuple(PlayerId(int(one)) for one in pair.split("-")) for pair in pairs.split()]
        self.event.apply(
            Drawn(
                at=0.0,
                by=str(PETR),
                matches=tuple(DrawnMatch(seats=pair) for pair in seats if pair[1]),
                byes=tuple(pair[0] for pair in seats if not pair[1]),
                halves=self.event.excused,
            )
        )

    def play(self, results: str, pairs: str | None = None) -> None:
        """A round with these results, in the order of boards."""
        self.draw(pairs)
        self.finish(results)

    def to_the_end(self) -> Replay:
        """Play all rounds as told."""
        for drawn in self.told["told"]:
            for change in drawn["before"]:
                self.change(change)
            self.play(drawn["results"], drawn.get("pairs") or drawn.get("drawn"))
        return self

    def finish(self, results: str) -> None:
        """Report the results of the round, in the order of boards."""
        for match, result in zip(self.event.open_matches, results, strict=True):
            first, second = match.seats
            if result in "+-x":
                missing = {"+": (second,), "-": (first,), "x": match.seats}[result]
                self.ask(requests.forfeit, match.number, missing)
            else:
                winner = {"1": first, "0": second, "=": None}[result]
                self.ask(requests.report, match.number, winner)


def ranking(event: Tournament) -> list[list[float]]:
    """Rank, number, points and tie-breaks of each player; in a round robin of who counts, and
    without direct encounters, which the rank tells.
    """
    struck = struck_out(event) if event.options.format == "roundrobin" else set()
    return sorted(
        [
            row.rank,
            row.player,
            row.points,
            *(value for name, value in row.breaks.items() if name != "direct"),
        ]
        for row in standings(event)
        if row.player not in struck
    )
