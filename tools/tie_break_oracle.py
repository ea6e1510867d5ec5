"""Tie-breaks beside FIDE's TieBreakServer.

    python tools/tie_break_oracle.py FOLDER [EVENTS] > tests/tie_breaks.jsonl

asks the program for points, tie-breaks and ranks of the tournaments of tests/swiss_events.jsonl and
of as many random round robins of 4 to 16 players with forfeits and withdrawals. A JSON line tells
each: `event`, the number of a Swiss in that file, or what replays a round robin (`players`,
`cycles`, and of each round `before` and `results`); and `said`: of each player rank, number, points
and the tie-breaks. Differences are told on stderr.

FOLDER: the program, from https://github.com/OttoMilvang/TieBreakServer; it needs networkx.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from ludarium.tournaments.formats.format_rules import why_not_drawn
from ludarium.tournaments.formats.roundrobin import pairs_of_round, struck_out
from ludarium.tournaments.reports.exporting import as_trf
from ludarium.tournaments.tournament import Tournament
from replayed_events import EVENTS, Replay, ranking

DATE = "042 2026/11/28"
# the direct encounter is told by ranks
BREAKS = {"swiss": ("BH", "SB", "WON"), "roundrobin": ("DE", "SB", "WON")}


def random_round_robin(seed: int) -> tuple[dict[str, Any], Replay]:
    """A round robin as data, and played."""
    rng = random.Random(seed)
    told: dict[str, Any] = {
        "format": "roundrobin",
        "players": rng.randint(4, 16),
        "cycles": rng.choice((1, 1, 1, 2)),
        "told": [],
    }
    forfeits, leaving = rng.choice((0.05, 0.15)), rng.choice((0, 0.01, 0.03))
    replay = Replay(told)
    while why_not_drawn(replay.event) is None:
        event = replay.event
        before = [f"out {player}" for player in event.active if rng.random() < leaving]
        before = before if len(event.active) - len(before) > 2 else []
        for change in before:
            replay.change(change)
        replay.draw()
        results = ""
        for match in replay.event.open_matches:
            if rng.random() < forfeits:
                results += rng.choice("+-x")
            else:
                better = match.seats[0] < match.seats[1]
                results += rng.choice("111==0" if better else "000==1")
        replay.finish(results)
        told["told"].append({"before": before, "results": results})
    return told, replay


def round_robin_report(event: Tournament) -> tuple[str, list[int]]:
    """A report in which all scheduled pairs stand, those who are struck out left out; and the
    players by their numbers in it, from 1.
    """
    struck = struck_out(event)
    cells: dict[int, list[str]] = {player: [] for player in event.players if player not in struck}
    points = dict.fromkeys(cells, 0.0)
    for drawn in event.rounds:
        matches = {
            frozenset(match.seats): match for match in (event.matches[one] for one in drawn.matches)
        }
        for pair in pairs_of_round(event, drawn.number):
            for colour, one, other in (("w", *pair), ("b", *pair[::-1])):
                if one not in cells or one is None:
                    continue
                if other not in cells or other is None:
                    cells[one].append("0000 - Z")
                    continue
                match = matches.get(frozenset((one, other)))
                if match is None:  # one of them, or both, had gone
                    sign = "+" if one in drawn.byes else "-"
                elif match.outcome is None or match.outcome.how == "draw":
                    sign = "="
                else:
                    won = match.outcome.winner == one
                    sign = {"win": "01", "forfeit": "-+", "nobody": "-+"}[match.outcome.how][won]
                points[one] += {"=": 0.5, "1": 1, "+": 1}.get(sign, 0)
                cells[one].append(f"{list(cells).index(other) + 1:>4} {colour} {sign}")
    lines = [
        f"001 {number:>4}      {f'P{player}':<33} {'':4}{'':28}{points[player]:>4.1f} {0:>4}"
        + "".join(f"  {cell}" for cell in own)
        for number, (player, own) in enumerate(cells.items(), 1)
    ]
    head = ["012 Oracle", DATE, f"062 {len(cells)}", "092 Individual: Round-Robin"]
    return "".join(f"{line}\n" for line in [*head, *lines]), list(cells)


def asked(folder: str, report: str, kind: str, rounds: int) -> list[list[float]]:
    """Rank, number, points and tie-breaks of each player, as the program says."""
    given = Path("/tmp/tie-breaks.trf")
    given.write_text(report)
    done = subprocess.run(
        [
            sys.executable,
            "tiebreakchecker.py",
            *("-i", given, "-f", "TRF", "-o", "-", "-dT", "-n", str(rounds)),
            "-s" if kind == "swiss" else "-p",
            *("-t", "PTS", *BREAKS[kind]),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    names = [name for name in ("Rank", "StartNo", "PTS", *BREAKS[kind]) if name != "DE"]
    at = [lines[0].index(name) for name in names]
    return sorted([float(line[column]) for column in at] for line in lines[1:] if len(line) > 4)


def main() -> None:
    folder, *numbers = sys.argv[1:]
    events = int(numbers[0]) if numbers else len(EVENTS)
    for number in range(2 * events):
        kind = "swiss" if number < events else "roundrobin"
        if kind == "swiss":
            told: dict[str, Any] = {"event": number}
            replay = Replay(EVENTS[number]).to_the_end()
            lines = as_trf(replay.event).splitlines()
            report = "".join(f"{DATE if line[:3] == '042' else line}\n" for line in lines)
        else:
            told, replay = random_round_robin(number)
            report, players = round_robin_report(replay.event)
        said = asked(folder, report, kind, len(replay.event.rounds))
        if kind == "roundrobin":
            said = sorted([row[0], players[int(row[1]) - 1], *row[2:]] for row in said)
        ours = ranking(replay.event)
        if ours != said:
            print(number, *zip(ours, said, strict=False), sep="\n  ", file=sys.stderr)
        rows = [" ".join(f"{value:g}" for value in row) for row in said]
        print(json.dumps({**told, "said": rows}), flush=True)


if __name__ == "__main__":
    main()
