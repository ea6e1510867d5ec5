"""Swiss tournaments beside bbpPairings, which follows FIDE's Dutch system of 2026.

    python tools/swiss_oracle.py PROGRAM [EVENTS] [LARGEST] > tests/swiss_events.jsonl

plays random tournaments of 5 to LARGEST players with forfeits, late entries, byes of half a point
and withdrawals, and asks the program for the pairs of every round, colours and boards included. A
JSON line tells each tournament: `players`, `rounds`, and of each round

- `before`: what changed before it: `new`, `out 3`, `back 3`, `half 3`
- `pairs`: what the program said, `1-7 8-2 5-0`: players in seat order, 0 for a bye; null where it
  found no pairing that keeps the absolute criteria
- `drawn`: ours, where `pairs` is null
- `results`: of each pair that was drawn, `1`, `0` or `=`, and without a game `+`, `-` or `x`

Differences are told on stderr.

PROGRAM: the executable, from https://github.com/BieremaBoyzProgramming/bbpPairings
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from ludarium.tournaments import requests
from ludarium.tournaments.checks import Actor
from ludarium.tournaments.formats.format_rules import draw, state, why_not_drawn
from ludarium.tournaments.matches import Match
from ludarium.tournaments.options import Options
from ludarium.tournaments.reports.exporting import as_trf
from ludarium.tournaments.tournament import Tournament

PETR = Actor("organiser", "Petr")


class Event:
    """A random tournament."""

    def __init__(self, seed: int, largest: int) -> None:
        self.rng = random.Random(seed)
        self.players = self.rng.randint(5, largest)
        self.rounds = self.rng.randint(3, min(9, self.players - 1))
        options = Options.checked(format="swiss", game="chess", seeding="entry", rounds=self.rounds)
        self.tournament = Tournament("oracle")
        self.tournament.apply(requests.create(PETR, 0.0, "Oracle", options, seed=1))
        for _ in range(self.players):
            self.enter()
        self.forfeits, self.draws = self.rng.choice((0.05, 0.1)), self.rng.choice((0.1, 0.3, 0.6))
        self.changes = self.rng.choice((0, 0.1, 0.3))

    def ask(self, request: Any, *arguments: Any) -> None:
        self.tournament.apply(request(self.tournament, PETR, 0.0, *arguments))

    def enter(self) -> None:
        self.ask(requests.add, f"P{len(self.tournament.players) + 1}")

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def change(self) -> list[str]:
        """Late entries, withdrawals, returns, and byes of half a point."""
        event = self.tournament
        changes = []
        while self.chance(self.changes):
            self.enter()
            changes.append("new")
        for player in list(event.players):
            if event.players[player].gone:
                if self.chance(self.changes / 2):
                    self.ask(requests.restore, player)
                    changes.append(f"back {player}")
            elif self.chance(self.changes / 5) and len(event.active) > 4:
                self.ask(requests.withdraw, player)
                changes.append(f"out {player}")
            elif self.chance(self.changes / 3) and not event.players[player].excused:
                self.ask(requests.excuse, player)
                changes.append(f"half {player}")
        return changes

    def play(self, match: Match) -> str:
        """The result of a match; the better player wins more often."""
        if self.chance(self.forfeits):
            result = self.rng.choice("+-x")
            missing = {"+": match.seats[1:], "-": match.seats[:1], "x": match.seats}[result]
            self.ask(requests.forfeit, match.number, missing)
            return result
        if self.chance(self.draws):
            self.ask(requests.report, match.number, None)
            return "="
        better, worse = sorted(match.seats)
        winner = better if self.chance(0.65) else worse
        self.ask(requests.report, match.number, winner)
        return "1" if winner == match.seats[0] else "0"


def pairs_of(program: str, trf: str) -> str | None:
    """The pairs that the program makes after this report; None if it makes none."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = Path(folder, "event.trf"), Path(folder, "pairs.txt")
        given.write_text(trf)
        done = subprocess.run(
            [program, "--dutch", given, "-p", made], capture_output=True, text=True, check=False
        )
        if done.returncode == 1:
            return None
        if done.returncode:
            raise RuntimeError(done.stderr + done.stdout)
        lines = made.read_text().splitlines()[1:]
    return " ".join(line.strip().replace(" ", "-") for line in lines if line.strip())


def report_for_pairing(event: Tournament) -> str:
    """The report of the rounds so far, in which those who are not to be paired have the next."""
    resting: dict[int, str] = dict.fromkeys(event.excused, "H")
    resting |= {player: "Z" for player, one in event.players.items() if one.gone}
    lines = [
        line + f"  0000 - {resting[int(line[4:8])]}"
        if line.startswith("001") and int(line[4:8]) in resting
        else line
        for line in as_trf(event).splitlines()
    ]
    return "".join(f"{line}\n" for line in [*lines, "XXC white1"])


def drawn_pairs(event: Tournament) -> str:
    """Our pairs of the next round, in the same words."""
    matches, byes = draw(event)
    pairs = [f"{match.seats[0]}-{match.seats[1]}" for match in matches]
    return " ".join([*pairs, *(f"{player}-0" for player in byes)])


def compare(program: str, seed: int, largest: int) -> dict[str, Any]:
    """The tournament of a seed as data."""
    made = Event(seed, largest)
    made.ask(requests.start)
    rounds: list[dict[str, Any]] = []
    while why_not_drawn(made.tournament) is None:
        before = made.change()
        ours = drawn_pairs(made.tournament)
        theirs = pairs_of(program, report_for_pairing(made.tournament))
        if theirs is None:
            print(f"seed {seed}, round {len(rounds) + 1}: no pairing, ours {ours}", file=sys.stderr)
        elif ours != theirs:
            print(f"seed {seed}, round {len(rounds) + 1}: {ours}, not {theirs}", file=sys.stderr)
        made.ask(requests.draw)
        results = "".join(made.play(match) for match in made.tournament.open_matches)
        told = {"before": before, "pairs": theirs, "results": results}
        rounds.append(told if theirs is not None else {**told, "drawn": ours})
        if state(made.tournament) == "over":
            break
    return {"players": made.players, "rounds": made.rounds, "told": rounds}


def main() -> None:
    program, *numbers = sys.argv[1:]
    events, largest = (*map(int, numbers), *(300, 40)[len(numbers) :])
    for seed in range(events):
        print(json.dumps(compare(program, seed, largest)), flush=True)


if __name__ == "__main__":
    main()
