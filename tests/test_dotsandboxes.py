"""Dots and Boxes: what is known of small boards, and how edges are numbered, read and drawn."""

from __future__ import annotations

import dataclasses
import functools

import pytest

import ludarium
from ludarium.draw.layout import ground_of, plan_of
from ludarium.draw.scene import scene
from ludarium.errors import PositionError
from ludarium.games import dotsandboxes as game
from ludarium.hints import dotsandboxes as hints
from ludarium.rules.bits import bit, members, popcount
from ludarium.rules.boards.edges import EdgeBoard, boxes_at

OUTER = {"a1-b1", "b1-c1", "a1-a2", "c1-c2", "a2-a3", "c2-c3", "a3-b3", "b3-c3"}


def margin(state: game.DotsState) -> int:
    """By how many boxes the seat to move comes out ahead, of those that nobody owns yet."""
    return margin_of(state.free, state.open)


@functools.cache
def margin_of(free: int, left: int) -> int:
    state = game.DotsState(free, left, 0, 0, 0)  # type: ignore[arg-type]
    values = []
    for edge in members(state.free):
        after = game.play(state, edge)
        ahead = margin_of(int(after.free), int(after.open))
        values.append(popcount(after.mine) + ahead if after.seat == 0 else -ahead)
    return max(values, default=0)


def test_who_begins_with_an_outer_line_wins_two_by_two() -> None:
    """By 3 to 1, and a line in the middle lets the other draw: Berlekamp, Conway and Guy, Winning
    Ways, chapter 16; move by move on puzzling.stackexchange.com, question 1728.
    """
    position = ludarium.start("dotsandboxes", "2")
    assert margin(position.state) == 2
    for move in position.legal:
        after = position.play(move.text)
        assert -margin(after.state) == (2 if move.text in OUTER else 0)


def test_of_two_chains_the_shorter_is_handed_back() -> None:
    """Who must open a chain of three before one of six loses 7 to 2, not only 6 to 3: of the three,
    the other leaves two (Berlekamp, The Dots-and-Boxes Game, chapter 1).
    """
    position = ludarium.parse("dotsandboxes/3 ---/6|/--1/6|/---/7/--- b")
    assert margin(position.state) == -5
    assert hints.opening_value(position.state) == -5
    for move in ("a1-a2", "b1-b2", "d1-d2"):
        position = position.play(move)
    assert position.movers == (1,)
    assert margin(position.state) == -4


@pytest.mark.parametrize("side", [1, 2, 3, 4, 5])
def test_numbers_have_no_gap_on_the_largest_board(side: int) -> None:
    board = EdgeBoard(side)
    assert len(board.names) == len(set(board.names.values())) == 2 * side * (side + 1)
    assert boxes_at(board.edges) & board.cells == board.cells
    if side == 5:
        assert list(board.names) == list(range(60))
    for box, name in board.boxes.items():
        around = {board.names[edge] for edge in board.names if boxes_at(bit(edge)) >> box & 1}
        right, above = chr(ord(name[0]) + 1) + name[1], f"{name[0]}{int(name[1]) + 1}"
        corner = right[0] + above[1]
        assert around == {
            f"{name}-{right}",
            f"{name}-{above}",
            f"{right}-{corner}",
            f"{above}-{corner}",
        }


def test_boards_that_no_word_holds_are_refused() -> None:
    for side in (0, 6):
        with pytest.raises(ValueError, match="expected 1 to 5"):
            EdgeBoard(side)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2/5/2/5", "expected 5 rows, not 4"),
        ("2/5/2/5/2 g", "at column 11 expected r or b, who moves"),
        ("|1/5/2/5/2 b", r"'\|' on a3-b3, expected - or nothing"),
        ("2/1-3/2/5/2 b", "'-' on a2, expected one of rb or nothing"),
        ("2/5/2/5/-1 r", "Blue to move, after so many lines"),
        ("2/5/2/1r3/2 r", "the box a1 belongs to somebody, expected nobody"),
        ("2/5/-1/|1|2/-1 r", "the box a1 belongs to nobody, expected an owner"),
    ],
)
def test_what_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        ludarium.parse(f"dotsandboxes/2 {text}")


def test_a_line_lies_along_its_edge_from_every_side() -> None:
    view = ludarium.start("dotsandboxes", "2").play("a1-b1").play("a1-a2").view
    plan = plan_of(ground_of(view))
    assert (plan.turn("a1-b1"), plan.turn("a1-a2"), plan.turn("a1")) == (0, 90, 0)
    shown = scene(view)
    assert {piece["site"]: piece["turn"] for piece in shown["pieces"]} == {"a1-b1": 0, "a1-a2": 90}
    opposite = dataclasses.replace(view, upright=False).seen_from(1)
    seen = plan_of(ground_of(opposite))
    assert seen.spots["a1-b1"] == pytest.approx(plan.spots["b3-c3"])
    assert (seen.turn("a1-b1"), seen.turn("a1-a2")) == (0, 90)
