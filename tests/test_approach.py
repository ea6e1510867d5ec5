"""Captures by approach and withdrawal: positions of Fanorona whose moves are known by hand."""

from __future__ import annotations

import pytest

import ludarium
from ludarium.errors import PositionError

ROW = "fanorona ........./........./{}/........./......... 1 - 0 10"
FREELY = "fanorona/parts:continues+approach+next-no-counters-loses"
STRICTLY = "fanorona/parts:continues+compulsory+approach+next-no-counters-loses"


def test_fanorona_begins_with_one_of_five_captures() -> None:
    assert {move.text for move in ludarium.start("fanorona").legal} == {
        *("D2-E3A", "E2-E3A", "F2-E3A"),
        *("D3-E3A", "D3-E3W"),
    }


def test_by_approach_an_unbroken_line_in_front_is_captured() -> None:
    before = ludarium.parse(ROW.format("1.22.2..."))
    assert {move.text for move in before.legal} == {"A3-B3A"}
    after = before.play("A3-B3A")
    assert after.text.endswith(" ........./........./.1...2.../........./......... 2 - 0 11")


def test_by_withdrawal_an_unbroken_line_behind_is_captured() -> None:
    before = ludarium.parse(ROW.format("2.221...."))
    assert {move.text for move in before.legal} == {"E3-F3W"}
    after = before.play("E3-F3W")
    assert after.text.endswith(" ........./........./2....1.../........./......... 2 - 0 11")


def test_who_can_capture_on_both_sides_chooses_one() -> None:
    before = ludarium.parse(ROW.format("..21.22.."))
    touches = {move.text: move.touches for move in before.legal}
    assert touches == {"D3-E3A": ("D3", "E3", "F3"), "D3-E3W": ("D3", "E3", "C3")}
    assert "/....122../" in before.play("D3-E3W").text
    assert "/..2.1..../" in before.play("D3-E3A").text


def test_where_captures_are_free_a_step_beside_a_capture_ends_on_its_target() -> None:
    before = ludarium.parse(ROW.format("..21.....").replace("fanorona", FREELY))
    assert {move.text: move.touches for move in before.legal} == {
        "D3-D2": ("D3", "D2"),
        "D3-D4": ("D3", "D4"),
        "D3-E3": ("D3", "E3", "E3"),
        "D3-E3W": ("D3", "E3", "C3"),
    }
    assert before.play("D3-E3").text.split()[1:3] == [
        "........./........./..2.1..../........./.........",
        "2",
    ]


def test_a_counter_does_not_return_to_a_point_in_a_run() -> None:
    before = ludarium.parse("fanorona ....2..../........./..21.22../........./......... 1 - 0 10")
    run = before.play("D3-E3W")
    assert run.text.endswith(" 1 E3 0 10 path=D3 heading=E")
    assert {move.text for move in run.legal} == {"E3-E4A", "pass"}, "not E3-D3W"


def test_a_counter_does_not_step_twice_in_a_row_in_the_same_direction() -> None:
    before = ludarium.parse("fanorona ....2..../......2../..21..2../........./......... 1 - 0 10")
    assert {move.text for move in before.legal} == {"D3-E3W"}
    first = before.play("D3-E3W")
    assert {move.text for move in first.legal} == {"E3-E4A", "pass"}, "not E3-F3A"
    second = first.play("E3-E4A")
    assert {move.text for move in second.legal} == {"E4-F4A", "pass"}, "east again, after north"
    third = second.play("E4-F4A")
    assert third.text.endswith(" 1 F4 0 10 path=D3,E3,E4 heading=E")
    assert {move.text for move in third.legal} == {"F4-E5W", "pass"}
    assert third.play("F4-E5W").returns == (1.0, -1.0)
    assert third.play("pass").text.endswith(" 2 - 0 11")


@pytest.mark.parametrize(("stopping", "moves"), [("", set()), ("+stopping", {"pass"})])
def test_who_must_capture_may_stop_only_with_that_part(stopping: str, moves: set[str]) -> None:
    ruleset = STRICTLY.replace("+approach", f"+approach{stopping}")
    text = f"{ruleset} ....2..../........./..21.22../........./......... 1 - 0 10"
    run = ludarium.parse(text).play("D3-E3W")
    assert {move.text for move in run.legal} == {"E3-E4A"} | moves
    parts = f"continues+compulsory{stopping}+next-no-counters-loses"
    hops = ludarium.parse(f"bara-guti/parts:{parts} ....2/...../...2./.2.../1.... 1 - 0 10")
    assert {move.text for move in hops.play("A1xC3").legal} == {"C3xE3"} | moves


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ("E3 0 10", "path= and heading="),
        ("E3 0 10 path=D3", "expected heading= as well"),
        ("E3 0 10 heading=E", "path= and heading="),
        ("- 0 10 path=D3 heading=E", "path= and heading="),
        ("E3 0 10 path=D3,J9 heading=E", "names of points"),
        ("E3 0 10 path=D3 heading=UP", "E, NE, N"),
        ("E3 0 10 path=D3,E4 heading=E", "E3 cannot"),
        ("E3 0 10 path=F3 heading=E", "do not lead to E3"),
        ("E3 0 10 path=D3,E3 heading=E", "do not lead to E3"),
    ],
)
def test_positions_of_runs_by_approach_say_where_the_counter_was(fields: str, problem: str) -> None:
    with pytest.raises(PositionError, match=problem):
        ludarium.parse(f"fanorona ....2..../........./....1..../........./......... 1 {fields}")
