"""Ranking-points: the rules by hand, ranks by a loop, every change explained."""

from __future__ import annotations

import doctest
import json
import sys
from pathlib import Path

import pytest

from ludarium.cli import main
from ludarium.languages import translator
from ludarium.play.record import Record
from ludarium.play.record_files import add_records
from ludarium.ratings import ranking_points as points_module
from ludarium.ratings.ranking_points import Points, last_point, rank


def rank_by_the_rule(points: int) -> int:
    """The least r of 1 and up with points <= 100 * (1 + (1 + 2 + ... + r)); 0 of 0 points."""
    if points == 0:
        return 0
    found = 1
    while points > 100 * (1 + sum(range(1, found + 1))):
        found += 1
    return found


def test_examples() -> None:
    assert not doctest.testmod(points_module).failed


def test_ranks() -> None:
    assert [last_point(of) for of in (1, 2, 3, 4)] == [200, 400, 700, 1100]
    assert all(rank(points) == rank_by_the_rule(points) for points in range(6000))
    assert all(
        rank(last_point(of)) == of and rank(last_point(of) + 1) == of + 1 for of in range(1, 500)
    )


def test_the_archive() -> None:
    """The winner gains, for each other seat, that player's rank, 1 at least; the others lose
    nothing.
    """
    points = Points("archive")
    changes = points.add(["Ana", "Bor", "Cyr", "Dan"], ["Ana"])
    assert [change.change for change in changes] == [3, 0, 0, 0]
    assert changes[0].reason == "+3: the others were of rank 1, 1 and 1"
    assert changes[1].reason == "0: only the winner's points change"
    for _ in range(199):
        points.add(["Bor", "Cyr"], ["Bor"])
    assert points.of("Bor") == 199
    points.add(["Bor", "Cyr", "Dan"], ["Bor"])
    (change, _) = points.add(["Cyr", "Bor"], ["Cyr"])
    assert (points.of("Bor"), change.change, change.reason) == (
        201,
        2,
        "+2: the other was of rank 2",
    )
    assert translator("cs")(change.reason) == "+2: soupeř měl hodnost 2"


def test_the_live_table() -> None:
    """Everyone starts at 100; winners gain the number of seats that did not win, others and who
    leaves lose 1, never below 0.
    """
    points = Points("live")
    changes = points.add(["A", "B", "C", "D", "E"], ["D", "E"])
    assert [(change.before, change.change) for change in changes] == [(100, -1)] * 3 + [
        (100, 3)
    ] * 2
    assert changes[4].reason == "+3: 3 others did not win"
    assert points.add(["A", "B"], ["B"], left=["A"])[0].reason == "−1: left the game"
    assert points.of("A") == 98
    for _ in range(120):
        changes = points.add(["A", "B"], ["B"])
    assert points.of("A") == 0
    assert (changes[0].change, changes[0].reason) == (0, "0: nobody falls below 0")


def test_the_board() -> None:
    points = Points("live")
    for number in range(1, 13):
        points.add([f"P{number:02}", "Z"], [f"P{number:02}"])
    points.add(["P05", "Z"], ["P05"])
    board = points.board()
    assert (board[0].place, board[0].player, board[0].points, board[0].rank) == (1, "P05", 102, 1)
    assert [(row.place, row.player) for row in board[1:3]] == [(2, "P01"), (2, "P02")]
    assert len(board) == 12, "eleven share the second place, and all of them are named"
    assert [row.player for row in points.board(1)] == ["P05"]


@pytest.mark.parametrize(
    ("scheme", "players", "winners", "left"),
    [
        ("archive", ["A", "B"], ["A", "B"], []),
        ("archive", ["A"], ["A"], []),
        ("live", ["A", "A"], ["A"], []),
        ("live", ["A", "B"], ["C"], []),
        ("live", ["A", "B"], ["A"], ["A"]),
    ],
)
def test_games_that_make_no_sense(
    scheme: str, players: list[str], winners: list[str], left: list[str]
) -> None:
    with pytest.raises(ValueError, match="expected"):
        Points(scheme).add(players, winners, left)  # type: ignore[arg-type]


def test_from_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the command: two games of three that A and B win, and one that was not played to its
    end.
    """
    records = []
    for players, returns, reason in (
        (("A", "B", "C"), (1, 0, 0), "time"),
        (("B", "A"), (1, 0), "time"),
        (("C", "A"), (0.5, 0.5), "abandoned"),
    ):
        record = Record.new("ahyoheek", players)
        record.play(" ".join("P" for _ in players))
        record.end(reason, returns)
        records.append(record)
    add_records(tmp_path / "games.jsonl", records)
    found = {}
    for scheme in ("archive", "live"):
        monkeypatch.setattr(
            sys,
            "argv",
            ["ludarium", "points", str(tmp_path / "games.jsonl"), "--scheme", scheme, "--json"],
        )
        with pytest.raises(SystemExit):
            main()
        data = json.loads(capsys.readouterr().out)
        found[scheme] = {row["player"]: row["points"] for row in data["board"]}
        assert [len(changes) for changes in data["changes"]] == [3, 2]
    assert found == {"archive": {"A": 2, "B": 1, "C": 0}, "live": {"A": 101, "B": 100, "C": 99}}
