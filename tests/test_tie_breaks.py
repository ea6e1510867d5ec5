"""Tie-breaks with forfeits, withdrawals and byes, as FIDE's TieBreakServer has them
(tools/tie_break_oracle.py), and those of logs from before.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import random
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from ludarium.errors import RecordError
from ludarium.tournaments import tie_breaks as breaking
from ludarium.tournaments.entries import Created, Drawn
from ludarium.tournaments.formats import format_rules
from ludarium.tournaments.ids import PlayerId
from ludarium.tournaments.reports.exporting import standings_json
from ludarium.tournaments.restoring import log_for_server, log_of_export
from ludarium.tournaments.standings import champion, standings
from ludarium.tournaments.tie_breaks import Result
from ludarium.tournaments.tournament import Tournament, fold
from replayed_events import EVENTS, Replay, lines_of, ranking

PARTS = 4
TOLD = lines_of("tie_breaks.jsonl")


@pytest.mark.parametrize("part", range(PARTS))
def test_tie_breaks_are_those_of_another_program(part: int) -> None:
    for told in TOLD[part::PARTS]:
        event = EVENTS[told["event"]] if "event" in told else told
        replay = Replay({**event, "tie_breaks": 2}).to_the_end()  # it was asked for no more
        said = [[float(value) for value in row.split()] for row in told["said"]]
        assert ranking(replay.event) == said, str(told)[:200]


def test_the_events_hold_what_they_are_for() -> None:
    robins = [told for told in TOLD if told.get("format") == "roundrobin"]
    assert len(TOLD) - len(robins) == len(robins) == 300
    assert sum("out" in str(told["told"]) for told in robins) > 50
    assert sum(set("+-x") <= set(str(told["told"])) for told in robins) > 100


def met(event: Tournament) -> dict[frozenset[int], dict[int, float]]:
    """The points of each pair that has played, of each of the two."""
    points: dict[frozenset[int], dict[int, float]] = {}
    for match in event.matches.values():
        assert match.outcome
        if match.outcome.how in ("win", "draw"):
            won = {match.outcome.winner: 1.0}
            mine = points.setdefault(frozenset(match.seats), dict.fromkeys(match.seats, 0.0))
            for player in match.seats:
                mine[player] += won.get(player, 0) if won.keys() != {None} else 0.5
    return points


def test_a_swiss_goes_on_by_direct_encounters() -> None:
    parted = 0
    for told in EVENTS:
        replay = Replay(told).to_the_end()
        before = standings(Replay({**told, "tie_breaks": 2}).to_the_end().event)
        after = {row.player: row for row in standings(replay.event)}
        for rank in {row.rank for row in before}:
            tied = [row.player for row in before if row.rank == rank]
            pairs = {pair: won for pair, won in met(replay.event).items() if pair <= {*tied}}
            ranks = {after[player].rank for player in tied}
            assert ranks <= {*range(rank, rank + len(tied))}, "nobody leaves those who were equal"
            gained = {one: sum(won.get(one, 0) for won in pairs.values()) for one in tied}
            if len(pairs) < len(tied) * (len(tied) - 1) / 2:
                most = {
                    one: gained[one]
                    + sum(frozenset({one, other}) not in pairs for other in tied)
                    - 1
                    for one in tied
                }
                sure = [
                    one
                    for one in tied
                    if all(gained[one] > most[other] for other in tied if other != one)
                ]
                firsts = [one for one in tied if after[one].rank == rank]
                assert firsts == sure if sure else len(ranks) == 1
                continue
            parted += len(ranks) > 1
            assert all(
                after[one].rank < after[other].rank
                for one in tied
                for other in tied
                if gained[one] > gained[other]
            )
            assert len(ranks) > 1 or len({*gained.values()}) == 1
            if len(tied) > 1:
                assert {after[one].breaks["direct"] for one in tied} == {*gained.values()}
    assert parted


@pytest.mark.parametrize("seed", range(100))
def test_the_first_of_equals_is_so_whatever_missing_games_had_brought(seed: int) -> None:
    source, players = random.Random(seed), [PlayerId(number) for number in range(4)]
    pairs = list(itertools.combinations(players, 2))
    played = {pair: source.choice((0, 0.5, 1)) for pair in pairs if source.random() < 0.7}
    missing = [pair for pair in pairs if pair not in played]
    if not missing:
        return
    results: dict[PlayerId, list[Result]] = {player: [] for player in players}
    for (one, other), won in played.items():
        results[one].append(Result(won, other, played=True))
        results[other].append(Result(1 - won, one, played=True))
    firsts = set()
    for outcomes in itertools.product((0, 0.5, 1), repeat=len(missing)):
        points = dict.fromkeys(players, 0.0)
        for (one, other), won in (*played.items(), *zip(missing, outcomes, strict=True)):
            points[one] += won
            points[other] += 1 - won
        best = [player for player in players if points[player] == max(points.values())]
        firsts.add(best[0] if len(best) == 1 else None)
    swiss = mock.Mock()
    swiss.options.format = "swiss"
    with mock.patch.object(breaking, "results_of", return_value=results):
        keys = breaking.direct_keys(
            swiss, dict.fromkeys(players, ()), {player: {} for player in players}
        )
    if len(firsts) == 1 and None not in firsts:
        assert [one for one in players if keys[one] == min(keys.values())] == [*firsts]
    else:
        assert len({*keys.values()}) == 1


def as_before(event: Tournament) -> Tournament:
    """The tournament of a log from before its options told the rules of tie-breaks."""
    created, *later = event.log
    assert isinstance(created, Created)
    options: dict[str, Any] = {**created.options}
    assert options.pop("tie_breaks") == 3
    return fold("before", [dataclasses.replace(created, options=options), *later])


def test_a_forfeit_of_a_round_robin_counts_as_a_game() -> None:
    """Neighbours draw, else the lower number wins; 1 forfeits to 3."""
    replay = Replay({"format": "roundrobin", "players": 6, "cycles": 1})
    for _ in range(5):
        replay.draw()
        results = ""
        for match in replay.event.open_matches:
            first, second = match.seats
            if set(match.seats) == {1, 3}:
                results += "+" if first == 3 else "-"
            elif abs(first - second) == 1:
                results += "="
            else:
                results += "1" if first < second else "0"
        replay.finish(results)
    assert champion(replay.event) == 3
    assert standings(replay.event)[0].breaks["sonneborn-berger"] == 8.0
    assert champion(as_before(replay.event)) == 2, "a log from before ends as it ended"


def test_the_rounds_of_who_left_count_as_draws_for_opponents() -> None:
    replay = Replay({"players": 4, "rounds": 3})
    assert replay.pairs() == "1-3 4-2"
    replay.play("11")
    replay.change("out 3")
    replay.play("1")
    replay.play("1")
    new, old = (
        next(row.breaks["buchholz"] for row in standings(event) if row.player == 1)
        for event in (replay.event, as_before(replay.event))
    )
    assert new == old + 1, "two rounds of the opponent who left"


EXPORT = Path(__file__).parent / "exports" / "swiss-0.2.json"


def test_an_export_from_before_goes_on_as_it_was() -> None:
    """At the desk and at a server, with rounds that would be drawn otherwise now."""
    text = EXPORT.read_text(encoding="utf-8")
    told = json.loads(text)
    here = fold("here", log_of_export(text))
    there = fold("there", log_for_server(text.encode(), "petr", 2e9, lambda: None))
    for event in (here, there):
        assert event.options.tie_breaks == 1
        assert standings_json(event) == told["standings"]
        assert [list(drawn.byes) for drawn in event.rounds] == [
            drawn["byes"] for drawn in told["rounds"]
        ]
    drawn = [at for at, entry in enumerate(here.log) if isinstance(entry, Drawn)]
    assert any(
        format_rules.draw(fold("then", here.log[:at])) != (entry.matches, entry.byes)
        for at in drawn
        for entry in [here.log[at]]
        if isinstance(entry, Drawn)
    )


@pytest.mark.parametrize("change", ["twice", "left out", "format"])
def test_no_made_up_round_comes_in(change: str) -> None:
    told = json.loads(EXPORT.read_text(encoding="utf-8"))
    last = [entry for entry in told["log"] if entry["kind"] == "drawn"][-1]
    if change == "twice":
        last["matches"][0]["seats"] = last["matches"][1]["seats"]
    elif change == "left out":
        del last["matches"][0]
    else:
        told["log"][0]["options"]["tie_breaks"] = 2
    with pytest.raises(RecordError):
        log_for_server(json.dumps(told).encode(), "petr", 2e9, lambda: None)
