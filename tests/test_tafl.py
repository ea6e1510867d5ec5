"""What the rulesets of Hnefatafl say of the king, the throne and the corners, case by case."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.play.position import Position


def after(position: str, *moves: str) -> Position:
    found = ludarium.parse(f"tafl/{position}")
    for move in moves:
        found = found.play(move)
    return found


@pytest.mark.parametrize(
    ("position", "move", "captured"),
    [
        ("brandubh 7/2k4/7/a6/3d3/a6/7 a 0", "a2-d2", True),  # against the empty throne
        ("brandubh 7/7/7/a2k3/3d3/a6/7 a 0", "a2-d2", False),  # the king is on it
        ("tablut 9/2k6/9/9/9/a3d4/a8/9/9 a 0", "a3-e3", True),
        ("brandubh 7/2k4/a6/7/7/a6/1d5 a 0", "a2-b2", False),  # the edge is not hostile
        ("brandubh 7/2k4/a6/7/7/7/1da4 a 0", "a5-a4", False),  # who was there before
        ("brandubh 7/2k4/7/7/7/7/1d1a3 a 0", "d1-c1", True),  # against a corner
        ("tablut 9/2k6/9/9/9/9/9/9/1d1a5 a 0", "d1-c1", False),  # where corners are like others
        ("brandubh 7/2k4/7/7/7/1ad1a2/7 a 0", "e2-d2", True),
        ("brandubh 7/2k4/7/7/7/1addda1/7 a 0", "f2-f3", False),  # one, not three in a row
    ],
)
def test_captures_of_defenders(position: str, move: str, captured: bool) -> None:
    before, now = after(position), after(position, move)
    lost = len(before.view.pieces) - len(now.view.pieces)
    assert lost == int(captured)
    assert any(mark.kind == "captured" for mark in now.view.marks) == captured


@pytest.mark.parametrize(
    ("position", "move", "over"),
    [
        ("brandubh 7/7/4ka1/7/7/7/3a3 a 0", "d1-d5", True),  # between two
        ("brandubh 7/7/3a3/2aka2/3d3/7/7 a 0", "d5-d6", False),
        ("brandubh 7/7/3a3/2aka2/7/3a3/7 a 0", "d2-d3", True),  # on the throne, by four
        ("brandubh 7/7/3a3/2ak3/7/4a2/7 a 0", "e2-e4", False),  # by three
        ("brandubh 7/7/7/7/2ak3/4a2/7 a 0", "e2-e3", False),  # next to it, by two
        ("brandubh 7/7/7/7/2aka2/7/3a3 a 0", "d1-d2", True),  # by three and the throne
        ("brandubh 7/7/7/7/7/7/1k1a3 a 0", "d1-c1", True),  # against a corner
        ("tablut 9/9/9/2ak1a3/9/9/9/9/9 a 0", "f6-e6", True),
        ("fetlar 11/11/11/2ak7/4a6/11/11/11/11/11/11 a 0", "e7-e8", False),
        ("fetlar 11/11/3a7/2ak7/3aa6/11/11/11/11/11/11 a 0", "e7-e8", True),  # by four
        ("fetlar 11/11/11/11/a10/ka9/1a9/a10/11/11/11 a 0", "b5-c5", False),
        ("fetlar 11/11/11/11/1a9/ka9/a10/11/11/11/4d6 a 0", "b7-a7", False),  # at the edge
    ],
)
def test_captures_of_the_king(position: str, move: str, over: bool) -> None:
    found = after(position, move)
    assert found.over == over
    if over:
        assert found.returns == (1.0, -1.0)
        assert "captured" in found.view.status


def test_the_king_may_walk_between_attackers() -> None:
    found = after("brandubh 7/7/3a1a1/7/4k2/7/7 d 0", "e3-e5")
    assert not found.over


def test_who_may_stop_on_the_throne_and_pass_over_it() -> None:
    moves = {move.text for move in after("brandubh 7/2k4/7/d6/7/6a/7 d 0").legal}
    assert "a4-d4" not in moves
    assert {"a4-c4", "a4-e4", "a4-g4"} <= moves
    king = {move.text for move in after("brandubh 7/7/7/k6/7/6a/7 d 0").legal}
    assert {"a4-d4", "a4-e4", "a4-a7", "a4-a1"} <= king
    man = {move.text for move in after("brandubh 7/a1k4/7/7/7/7/7 a 0").legal}
    assert "a6-a2" in man
    assert not {"a6-a1", "a6-a7"} & man


def test_goals() -> None:
    assert after("brandubh 7/7/7/7/7/7/k6 a 0").over
    assert not after("brandubh 7/7/7/7/6a/k6/7 a 0").over
    assert after("tablut 9/9/9/9/9/9/9/k8/8a a 0").over
    assert after("tablut 9/9/9/9/9/9/9/1k7/8a d 0", "b2-a2").returns == (-1.0, 1.0)


RING = "11/4aaa4/3a3a3/2a5a2/2a2k2a2/2a1d3a2/2a5a2/3a3a3/{}/11/11 a 0"


def test_a_ring_around_all_wins_in_fetlar() -> None:
    closed = after("fetlar " + RING.format("4aa4a"), "k3-g3")
    assert closed.over
    assert closed.returns == (1.0, -1.0)
    assert "surrounded" in closed.view.status
    assert not after("fetlar " + RING.format("4aa4a"), "k3-k4").over


def test_who_cannot_move_loses() -> None:
    found = after("brandubh 7/7/7/2k4/7/7/7 a 0")
    assert found.over
    assert found.returns == (-1.0, 1.0)
    assert "cannot move" in found.view.status


def test_quiet_moves_are_counted() -> None:
    assert after("brandubh 3a3/7/2k4/7/7/7/3a3 a 99", "d1-e1").returns == (0.0, 0.0)
    assert after("brandubh 7/2k4/7/a6/3d3/a6/7 a 99", "a2-d2").text.endswith("d 0")
